//! What answers a call: Bascule itself, or the background service.

use std::sync::Arc;

use bascule_core::bridge::Tool;
use bascule_host::call::{Answer, CallProblem, RpcError, ToolCall, structured};
use bascule_host::client::Host;
use tokio::sync::watch;

use super::Ask;

/// What answers: [`OwnAnswers`], the background service, or a farewell.
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
}

/// A bridge whose tools are ours: arguments are checked here, Bascule answers.
pub(super) struct OwnAnswers {
    tools: Arc<[Tool]>,
    ask: Arc<Ask>,
    host: Arc<Host>,
}

impl OwnAnswers {
    pub(super) fn new(tools: Arc<[Tool]>, ask: Arc<Ask>, host: Host) -> Self {
        Self { tools, ask, host: Arc::new(host) }
    }

    /// Makes a service that runs know who is here. Where none runs nobody looks, and
    /// nothing here needs one.
    fn meet(&self) {
        if !self.host.is_connected() {
            let host = Arc::clone(&self.host);
            tokio::spawn(async move { host.meet().await.ok() });
        }
    }
}

impl Answers for OwnAnswers {
    async fn tools(&self) -> Result<Arc<[Tool]>, CallProblem> {
        Ok(Arc::clone(&self.tools))
    }

    fn wake(&self) {
        self.meet();
    }

    async fn call(&self, call: ToolCall) -> Answer {
        // One may have started since, or started anew.
        self.meet();
        let Some(tool) = self.tools.iter().find(|tool| tool.name == call.name) else {
            return Answer::Refused(RpcError::unknown_tool(&call.name, &self.tools));
        };
        if let Err(problem) = tool.check(&call.arguments) {
            return Answer::Problem(CallProblem::of_arguments(&call.name, &problem));
        }
        let ask = Arc::clone(&self.ask);
        match tokio::task::spawn_blocking(move || ask(&call.name, call.arguments)).await {
            Ok(Ok(value)) => Answer::Result(structured(value)),
            Ok(Err(problem)) => Answer::Problem(problem),
            Err(_) => Answer::Problem(CallProblem::of_our_fault()),
        }
    }
}
