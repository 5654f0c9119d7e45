//! What answers a call: Bascule itself, or the server of a `command` bridge.

use std::sync::Arc;
use std::time::Duration;

use bascule_core::bridge::Tool;
use bascule_runtimes::{CallProblem, structured};
use serde_json::{Map, Value};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::{Ask, Begin};

/// The two things that answer: [`OwnAnswers`] and the command proxy.
///
/// Dropping the future of [`Answers::call`] cancels the call.
pub(super) trait Answers: Send + Sync + 'static {
    /// The tools as they are known now. Waits only where none are known at all:
    /// an empty list would read as "there is nothing".
    fn tools(&self) -> impl Future<Output = Result<Arc<[Tool]>, CallProblem>> + Send;
    /// Counts up whenever the tools change; `None` where they never do.
    fn editions(&self) -> Option<watch::Receiver<u64>> {
        None
    }
    /// The client has been answered: what takes time may start now.
    fn wake(&self) {}
    /// Whether it matters which folders the client works in.
    fn wants_roots(&self) -> bool {
        false
    }
    /// The URIs of the folders the client works in; none where it names none.
    fn learn_roots(&self, _roots: Vec<String>) {}
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

/// A bridge whose tools are ours: arguments are checked here, Bascule answers.
pub(super) struct OwnAnswers {
    tools: Arc<[Tool]>,
    ask: Arc<Ask>,
    begin: Option<Arc<Begin>>,
    /// `None` until the client has said which folders it works in.
    roots: watch::Sender<Option<Arc<[String]>>>,
}

/// How long a call waits for a client to name its folders.
const ROOTS: Duration = Duration::from_millis(1_500);

impl OwnAnswers {
    /// With `begin` it matters where the client works.
    pub(super) fn new(tools: &[Tool], ask: Arc<Ask>, begin: Option<Arc<Begin>>) -> Self {
        let known: Option<Arc<[String]>> = if begin.is_some() { None } else { Some(Arc::new([])) };
        Self { tools: tools.into(), ask, begin, roots: watch::Sender::new(known) }
    }

    async fn roots(&self) -> Arc<[String]> {
        let mut roots = self.roots.subscribe();
        let known = timeout(ROOTS, roots.wait_for(Option::is_some)).await;
        match known {
            Ok(Ok(roots)) => roots.clone().unwrap_or_default(),
            Ok(Err(_)) | Err(_) => Arc::new([]),
        }
    }
}

impl Answers for OwnAnswers {
    async fn tools(&self) -> Result<Arc<[Tool]>, CallProblem> {
        Ok(Arc::clone(&self.tools))
    }

    fn wants_roots(&self) -> bool {
        self.begin.is_some()
    }

    fn learn_roots(&self, roots: Vec<String>) {
        let roots: Arc<[String]> = roots.into();
        self.roots.send_replace(Some(Arc::clone(&roots)));
        if let Some(begin) = self.begin.clone() {
            tokio::task::spawn_blocking(move || begin(&roots));
        }
    }

    async fn call(&self, call: ToolCall) -> Answer {
        let Some(tool) = self.tools.iter().find(|tool| tool.name == call.name) else {
            return Answer::Refused(RpcError::unknown_tool(&call.name, &self.tools));
        };
        if let Err(problem) = tool.check(&call.arguments) {
            return Answer::Problem(CallProblem::of_arguments(&call.name, &problem));
        }
        let roots = self.roots().await;
        let ask = Arc::clone(&self.ask);
        match tokio::task::spawn_blocking(move || ask(&call.name, call.arguments, &roots)).await {
            Ok(Ok(value)) => Answer::Result(structured(value)),
            Ok(Err(problem)) => Answer::Problem(problem),
            Err(_) => Answer::Problem(CallProblem::of_our_fault()),
        }
    }

    async fn close(&self) {}
}
