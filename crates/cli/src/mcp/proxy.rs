//! A `command` bridge: calls go to a foreign MCP server that we start.
//!
//! Only tools are passed on. The server is started in the background once the
//! client has been answered, and started again by the next call when it has died.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use bascule_core::bridge::{ChildCommand, Tool};
use bascule_runtimes::{CallProblem, Start};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use super::Record;
use super::answer::{Answer, Answers, RpcError, ToolCall};
use super::child::Log;
use super::lines::Failure;
use super::session::{Opening, Session};

/// How long a server may take to answer `initialize`. Package runners download
/// on their first start.
const OPENING: Duration = Duration::from_secs(60);

/// How long a server may take to list its tools.
const LISTING: Duration = Duration::from_secs(20);

/// How long a list waits for a server whose tools were never recorded.
const FIRST_LIST: Duration = Duration::from_secs(20);

/// A server that ran this long is not counted as failing.
const STABLE: Duration = Duration::from_secs(10);

/// The pause after the first failure; each further one doubles it.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// The longest pause before another start.
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// Answers with the foreign server of a `command` bridge.
pub(super) struct CommandAnswers {
    shared: Arc<Shared>,
}

struct Shared {
    start: Start,
    tools: Mutex<Arc<[Tool]>>,
    editions: watch::Sender<u64>,
    record: Arc<Record>,
    running: tokio::sync::Mutex<Running>,
    closing: watch::Sender<bool>,
}

/// The server and how often in a row it failed.
#[derive(Default)]
struct Running {
    open: Option<Arc<Open>>,
    since: Option<Instant>,
    failures: u32,
}

/// A server that has answered the opening.
struct Open {
    session: Session,
    opening: Opening,
}

impl CommandAnswers {
    pub(super) fn new(command: &ChildCommand, recorded: &[Tool], record: Arc<Record>) -> Self {
        let shared = Shared {
            start: Start::of(command),
            tools: Mutex::new(recorded.into()),
            editions: watch::Sender::new(0),
            record,
            running: tokio::sync::Mutex::default(),
            closing: watch::Sender::new(false),
        };
        Self { shared: Arc::new(shared) }
    }

    /// The running server, started where there is none.
    async fn open(&self) -> Result<Arc<Open>, CallProblem> {
        // In a task of its own: a cancelled call must not end a start that other
        // calls wait for.
        let shared = Arc::clone(&self.shared);
        tokio::spawn(async move { shared.open().await })
            .await
            .unwrap_or_else(|_| Err(problem("the start was given up")))
    }
}

impl Answers for CommandAnswers {
    async fn tools(&self) -> Result<Arc<[Tool]>, CallProblem> {
        let known = self.shared.tools();
        if !known.is_empty() {
            return Ok(known);
        }
        match timeout(FIRST_LIST, self.open()).await {
            Ok(open) => open.map(|_| self.shared.tools()),
            Err(_) => Err(problem("the tools of this server are not known yet: it is still starting")),
        }
    }

    fn editions(&self) -> Option<watch::Receiver<u64>> {
        Some(self.shared.editions.subscribe())
    }

    fn wake(&self) {
        let shared = Arc::clone(&self.shared);
        // Whoever calls a tool is told what went wrong, and starts it again.
        tokio::spawn(async move { shared.open().await.map(drop) });
    }

    async fn call(&self, call: ToolCall) -> Answer {
        let open = match self.open().await {
            Ok(open) => open,
            Err(problem) => return Answer::Problem(problem),
        };
        let tools = self.shared.tools();
        if !tools.iter().any(|tool| tool.name == call.name) {
            return Answer::Refused(RpcError::unknown_tool(&call.name, &tools));
        }
        let called = open.session.call(&open.opening, &call.name, call.arguments, call.meta, call.progress).await;
        match called {
            Ok(result) => Answer::Result(result),
            Err(Failure::Refused(error)) => Answer::Refused(error),
            Err(Failure::Gone) => {
                let what = format!("{} while it worked on {}", open.session.ending().await, call.name);
                Answer::Problem(CallProblem {
                    cause: self.shared.about(&open.session, &what),
                    mend: Some("call again: that starts it anew. Check first whether this call had an effect".into()),
                })
            }
        }
    }

    async fn close(&self) {
        self.shared.closing.send_replace(true);
        if let Some(open) = self.shared.running.lock().await.open.take() {
            open.session.close().await;
        }
    }
}

impl Shared {
    fn tools(&self) -> Arc<[Tool]> {
        Arc::clone(&self.tools.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The running server; started, after a pause that grows, where there is none.
    async fn open(self: Arc<Self>) -> Result<Arc<Open>, CallProblem> {
        let mut closing = self.closing.subscribe();
        let mut running = self.running.lock().await;
        if let Some(open) = running.open.as_ref().filter(|open| !open.session.is_over()) {
            return Ok(Arc::clone(open));
        }
        running.open = None;
        if let Some(since) = running.since {
            running.failures = if since.elapsed() >= STABLE { 1 } else { running.failures + 1 };
        }
        let pause = pause(running.failures);
        let started = async {
            tokio::time::sleep(pause).await;
            running.since = Some(Instant::now());
            self.started().await
        };
        let (open, changes) = tokio::select! {
            started = started => started?,
            _ = closing.wait_for(|closing| *closing) => return Err(problem("the adapter is ending")),
        };
        running.open = Some(Arc::clone(&open));
        tokio::spawn(Arc::clone(&self).follow(Arc::downgrade(&open), changes));
        Ok(open)
    }

    async fn started(&self) -> Result<(Arc<Open>, mpsc::Receiver<()>), CallProblem> {
        let (session, changes) = Session::start(&self.start, Log::PassedOn).map_err(|error| CallProblem {
            cause: format!("{} cannot be started: {error}", self.start.program),
            mend: Some("ask the user to check that this program is installed, and the bridge's command".into()),
        })?;
        match opened(&session).await {
            Ok((opening, tools)) => {
                self.take_over(tools);
                Ok((Arc::new(Open { session, opening }), changes))
            }
            Err(what) => Err(CallProblem {
                cause: self.about(&session, &what),
                mend: Some("ask the user to run the bridge's command by hand and see what it says".into()),
            }),
        }
    }

    /// Lists the tools again whenever the server says that they changed.
    async fn follow(self: Arc<Self>, open: Weak<Open>, mut changes: mpsc::Receiver<()>) {
        while changes.recv().await.is_some() {
            let Some(open) = open.upgrade() else { return };
            if let Ok(Ok(tools)) = timeout(LISTING, open.session.list_tools(&open.opening)).await {
                self.take_over(tools);
            }
        }
    }

    /// Makes these the tools. Where they differ from the known ones, clients are
    /// told and the new ones are recorded.
    fn take_over(&self, tools: Vec<Tool>) {
        {
            let mut known = self.tools.lock().unwrap_or_else(PoisonError::into_inner);
            if **known == *tools {
                return;
            }
            *known = tools.as_slice().into();
        }
        (self.record)(&tools);
        self.editions.send_modify(|edition| *edition += 1);
    }

    fn about(&self, session: &Session, what: &str) -> String {
        let mut text = format!("the server {} {what}", self.start.program);
        let words = session.last_words();
        if !words.is_empty() {
            text.push_str("; its last lines:\n");
            text.push_str(&words.join("\n"));
        }
        text
    }
}

/// Opens a session and lists the tools, or says what the server did instead.
async fn opened(session: &Session) -> Result<(Opening, Vec<Tool>), String> {
    let opening = match timeout(OPENING, session.open()).await {
        Ok(Ok(opening)) => opening,
        Ok(Err(Failure::Refused(error))) => return Err(format!("refused to open a session: {}", error.message)),
        Ok(Err(Failure::Gone)) => return Err(format!("{} before it answered initialize", session.ending().await)),
        Err(_) => return Err(format!("did not answer initialize within {} s", OPENING.as_secs())),
    };
    match timeout(LISTING, session.list_tools(&opening)).await {
        Ok(Ok(tools)) => Ok((opening, tools)),
        Ok(Err(Failure::Refused(error))) => Err(format!("did not list its tools: {}", error.message)),
        Ok(Err(Failure::Gone)) => Err(format!("{} before it listed its tools", session.ending().await)),
        Err(_) => Err(format!("did not list its tools within {} s", LISTING.as_secs())),
    }
}

/// How long to wait before a start, by the failures in a row.
fn pause(failures: u32) -> Duration {
    match failures {
        0 => Duration::ZERO,
        failures => LONGEST_PAUSE.min(FIRST_PAUSE * 2_u32.pow((failures - 1).min(8))),
    }
}

fn problem(cause: &str) -> CallProblem {
    CallProblem { cause: cause.to_owned(), mend: None }
}
