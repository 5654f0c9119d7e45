//! What answers a call: Bascule itself, or the server of a `command` bridge.

use std::sync::Arc;
use std::time::Duration;

use bascule_core::bridge::Tool;
use bascule_host::call::{Answer, CallProblem, RpcError, ToolCall};
use tokio::sync::watch;
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
            return Answer::Problem(CallProblem {
                cause: format!("{}: {problem}", call.name),
                mend: Some("call it again with arguments that fit its input schema".into()),
            });
        }
        let roots = self.roots().await;
        let ask = Arc::clone(&self.ask);
        match tokio::task::spawn_blocking(move || ask(&call.name, call.arguments, &roots)).await {
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
