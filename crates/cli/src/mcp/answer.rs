//! What answers a call: Bascule's engine, or the server of a `command` bridge.

use std::sync::Arc;

use bascule_core::bridge::Tool;
use serde_json::{Map, Value, json};
use tokio::sync::{mpsc, watch};

use super::Ask;

/// The two things that answer: [`EngineAnswers`] and the command proxy.
///
/// Dropping the future of [`Answers::call`] cancels the call.
pub(super) trait Answers: Send + Sync + 'static {
    /// The tools as they are known now. Waits only where none are known at all:
    /// an empty list would read as "there is nothing".
    fn tools(&self) -> impl Future<Output = Result<Arc<[Tool]>, CallProblem>> + Send;
    /// Counts up whenever the tools change; `None` where they never do.
    fn editions(&self) -> Option<watch::Receiver<u64>>;
    /// The client has been answered: what takes time may start now.
    fn wake(&self);
    /// Answers one call.
    fn call(&self, call: ToolCall) -> impl Future<Output = Answer> + Send;
    /// Ends whatever was started.
    fn close(&self) -> impl Future<Output = ()> + Send;
}

/// One call of a tool.
#[derive(Debug)]
pub(super) struct ToolCall {
    /// The tool's name, which may be unknown.
    pub(super) name: String,
    /// Its arguments as the client sent them.
    pub(super) arguments: Map<String, Value>,
    /// The client's `_meta` without what belongs to the connection.
    pub(super) meta: Map<String, Value>,
    /// Where progress goes; `None` where the client did not ask for any.
    pub(super) progress: Option<mpsc::Sender<Progress>>,
}

/// One step of progress.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Progress {
    /// How far.
    pub(super) progress: f64,
    /// Of how much.
    pub(super) total: Option<f64>,
    /// In words.
    pub(super) message: Option<String>,
}

/// What a call comes to.
#[derive(Debug, PartialEq)]
pub(super) enum Answer {
    /// A whole `tools/call` result, passed on as it is.
    Result(Value),
    /// A protocol error, passed on as it is.
    Refused(RpcError),
    /// Nobody could answer; the agent is told why and what to do.
    Problem(CallProblem),
}

/// A JSON-RPC error.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RpcError {
    /// Its number.
    pub(super) code: i32,
    /// Its words.
    pub(super) message: String,
    /// What came with it.
    pub(super) data: Option<Value>,
}

impl RpcError {
    /// No tool of this name; the protocol wants it as invalid parameters.
    pub(super) fn unknown_tool(name: &str, tools: &[Tool]) -> Self {
        let known = tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().join(", ");
        Self { code: -32602, message: format!("unknown tool {name:?}; known are: {known}"), data: None }
    }
}

/// Why a call failed, and what the agent or the person can do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cause}")]
pub(crate) struct CallProblem {
    /// What is wrong, in a sentence.
    pub(crate) cause: String,
    /// What to do, in a sentence.
    pub(crate) mend: Option<String>,
}

impl Answer {
    /// A result with structured content, and the same as text for older clients.
    pub(super) fn structured(value: Value) -> Self {
        let text = value.to_string();
        Self::Result(json!({"content": [{"type": "text", "text": text}], "structuredContent": value, "isError": false}))
    }

    /// The result an agent reads when a call failed.
    pub(super) fn of_problem(problem: &CallProblem) -> Value {
        let text = match &problem.mend {
            Some(mend) => format!("{}\nWhat to do: {mend}", problem.cause),
            None => problem.cause.clone(),
        };
        json!({"content": [{"type": "text", "text": text}], "isError": true})
    }
}

/// The built-in bridge: arguments are checked here, the engine answers.
pub(super) struct EngineAnswers {
    tools: Arc<[Tool]>,
    ask: Arc<Ask>,
}

impl EngineAnswers {
    pub(super) fn new(tools: &[Tool], ask: Arc<Ask>) -> Self {
        Self { tools: tools.into(), ask }
    }
}

impl Answers for EngineAnswers {
    async fn tools(&self) -> Result<Arc<[Tool]>, CallProblem> {
        Ok(Arc::clone(&self.tools))
    }

    fn editions(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    fn wake(&self) {}

    async fn call(&self, call: ToolCall) -> Answer {
        let Some(tool) = self.tools.iter().find(|tool| tool.name == call.name) else {
            return Answer::Refused(RpcError::unknown_tool(&call.name, &self.tools));
        };
        if let Err(problem) = tool.check(&call.arguments) {
            return Answer::Problem(CallProblem {
                cause: format!("{}: {problem}", call.name),
                mend: Some("call it again with arguments that fit its input schema".into()),
            });
        }
        let ask = Arc::clone(&self.ask);
        match tokio::task::spawn_blocking(move || ask(&call.name, call.arguments)).await {
            Ok(Ok(value)) => Answer::structured(value),
            Ok(Err(problem)) => Answer::Problem(problem),
            Err(_) => Answer::Problem(CallProblem {
                cause: "Bascule failed while answering; this is a fault of Bascule".into(),
                mend: Some("ask the user to run bascule doctor and to report what it says".into()),
            }),
        }
    }

    async fn close(&self) {}
}
