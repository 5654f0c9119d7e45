//! One call of a tool, and what it comes to.

use bascule_core::bridge::Tool;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

/// One call of a tool.
#[derive(Debug)]
pub struct ToolCall {
    /// The tool's name, which may be unknown.
    pub name: String,
    /// Its arguments as the client sent them.
    pub arguments: Map<String, Value>,
    /// The client's `_meta` without what belongs to the connection.
    pub meta: Map<String, Value>,
    /// Where progress goes; `None` where the client did not ask for any.
    pub progress: Option<mpsc::Sender<Progress>>,
}

/// One step of progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// How far.
    pub progress: f64,
    /// Of how much.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// In words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// What a call comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A whole `tools/call` result, passed on as it is.
    Result(Value),
    /// A protocol error, passed on as it is.
    Refused(RpcError),
    /// Nobody could answer; the agent is told why and what to do.
    Problem(CallProblem),
}

/// A JSON-RPC error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RpcError {
    /// Its number.
    pub code: i32,
    /// Its words.
    pub message: String,
    /// What came with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl RpcError {
    /// No tool of this name; the protocol wants it as invalid parameters.
    pub fn unknown_tool(name: &str, tools: &[Tool]) -> Self {
        let known = tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().join(", ");
        Self { code: -32602, message: format!("unknown tool {name:?}; known are: {known}"), data: None }
    }
}

/// Why a call failed, and what the agent or the person can do. Agents read English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(deny_unknown_fields)]
#[error("{cause}")]
pub struct CallProblem {
    /// What is wrong, in a sentence.
    pub cause: String,
    /// What to do, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mend: Option<String>,
}

impl CallProblem {
    /// A problem nobody can do anything about here.
    pub fn bare(cause: impl Into<String>) -> Self {
        Self { cause: cause.into(), mend: None }
    }

    /// A problem with what to do.
    pub fn with(cause: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { cause: cause.into(), mend: Some(mend.into()) }
    }
}

impl Answer {
    /// A result with structured content, and the same as text for older clients.
    pub fn structured(value: Value) -> Self {
        let text = value.to_string();
        Self::Result(json!({"content": [{"type": "text", "text": text}], "structuredContent": value, "isError": false}))
    }

    /// The result an agent reads when a call failed.
    pub fn of_problem(problem: &CallProblem) -> Value {
        let text = match &problem.mend {
            Some(mend) => format!("{}\nWhat to do: {mend}", problem.cause),
            None => problem.cause.clone(),
        };
        json!({"content": [{"type": "text", "text": text}], "isError": true})
    }
}
