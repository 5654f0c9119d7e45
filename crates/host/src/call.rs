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

    /// Arguments that do not fit the schema of their tool.
    pub fn of_arguments(tool: &str, problem: &impl std::fmt::Display) -> Self {
        Self::with(format!("{tool}: {problem}"), "call it again with arguments that fit its input schema")
    }

    /// A panic of ours.
    pub fn of_our_fault() -> Self {
        Self::with(
            "Bascule failed while answering; this is a fault of Bascule",
            "ask the user to run bascule doctor and to report what it says",
        )
    }

    /// The same as a `tools/call` result: the agent reads cause and mend.
    pub fn as_result(&self) -> Value {
        let text = match &self.mend {
            Some(mend) => format!("{}\nWhat to do: {mend}", self.cause),
            None => self.cause.clone(),
        };
        json!({"content": [{"type": "text", "text": text}], "isError": true})
    }

    /// A problem with what to do.
    pub fn with(cause: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { cause: cause.into(), mend: Some(mend.into()) }
    }
}

/// A value as a `tools/call` result: structured, and the same as text for older clients.
pub fn structured(value: Value) -> Value {
    let text = value.to_string();
    json!({"content": [{"type": "text", "text": text}], "structuredContent": value, "isError": false})
}

/// An error with all that caused it, on one line.
pub fn with_sources(error: &dyn std::error::Error) -> String {
    let sources = std::iter::successors(error.source(), |source| source.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}
