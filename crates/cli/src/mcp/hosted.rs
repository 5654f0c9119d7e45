//! A bridge whose runtime the background service keeps: calls go there.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bascule_core::bridge::Tool;
use bascule_host::call::{Answer, CallProblem, ToolCall};
use bascule_host::client::{Heard, Host};
use bascule_host::wire::{Ask, Told};
use bascule_runtimes::Whereabouts;
use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::answer::Answers;

/// Why nothing may be started for this bridge now; `None` where something may.
pub(crate) type Held = dyn Fn() -> Option<CallProblem> + Send + Sync;

/// What an adapter of such a bridge is given.
pub(crate) struct Hosted {
    /// The bridge.
    pub(crate) bridge: String,
    /// Its tools as they are known.
    pub(crate) tools: Arc<[Tool]>,
    /// The background service.
    pub(crate) host: Host,
    /// Where it runs, for a bridge that works in projects.
    pub(crate) place: Option<Whereabouts>,
    /// Asked where the service is not connected.
    pub(crate) held: Box<Held>,
}

/// How long a call waits for a client to name its folders.
const ROOTS: Duration = Duration::from_millis(1_500);

/// How often, and how long after each other, a successor of a host that ended is looked for.
const SUCCESSOR: [Duration; 4] =
    [Duration::from_millis(300), Duration::from_millis(700), Duration::from_secs(2), Duration::from_secs(5)];

/// Answers with the background service.
pub(super) struct HostedAnswers {
    shared: Arc<Shared>,
}

struct Shared {
    hosted: Hosted,
    tools: Mutex<Arc<[Tool]>>,
    editions: watch::Sender<u64>,
    /// `None` until the client has said which folders it works in.
    roots: watch::Sender<Option<Arc<[String]>>>,
}

impl HostedAnswers {
    pub(super) fn new(hosted: Hosted) -> Self {
        let tools = Arc::clone(&hosted.tools);
        let roots: Option<Arc<[String]>> = if hosted.place.is_some() { None } else { Some(Arc::new([])) };
        let shared = Shared {
            hosted,
            tools: Mutex::new(tools),
            editions: watch::Sender::new(0),
            roots: watch::Sender::new(roots),
        };
        Self { shared: Arc::new(shared) }
    }
}

impl Answers for HostedAnswers {
    async fn tools(&self) -> Result<Arc<[Tool]>, CallProblem> {
        let known = self.shared.tools();
        if !known.is_empty() {
            return Ok(known);
        }
        if let Some(problem) = self.shared.held() {
            return Err(problem);
        }
        self.shared.refresh(true).await?;
        Ok(self.shared.tools())
    }

    fn editions(&self) -> Option<watch::Receiver<u64>> {
        Some(self.shared.editions.subscribe())
    }

    fn wake(&self) {
        tokio::spawn(Arc::clone(&self.shared).follow());
    }

    fn wants_roots(&self) -> bool {
        self.shared.hosted.place.is_some()
    }

    fn learn_roots(&self, roots: Vec<String>) {
        self.shared.roots.send_replace(Some(roots.into()));
    }

    async fn call(&self, mut call: ToolCall) -> Answer {
        if let Some(problem) = self.shared.held() {
            return Answer::Problem(problem);
        }
        if let Some(place) = &self.shared.hosted.place {
            let roots = self.shared.roots().await;
            call.meta.insert(Whereabouts::KEY.to_owned(), place.with_roots(&roots).to_value());
        }
        self.shared.hosted.host.call(&self.shared.hosted.bridge, call).await
    }
}

impl Shared {
    fn tools(&self) -> Arc<[Tool]> {
        Arc::clone(&self.tools.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Why nothing may be started, where no host is connected that would say so itself.
    fn held(&self) -> Option<CallProblem> {
        if self.hosted.host.is_connected() { None } else { (self.hosted.held)() }
    }

    async fn roots(&self) -> Arc<[String]> {
        let mut roots = self.roots.subscribe();
        let known = timeout(ROOTS, roots.wait_for(Option::is_some)).await;
        match known {
            Ok(Ok(roots)) => roots.clone().unwrap_or_default(),
            Ok(Err(_)) | Err(_) => Arc::new([]),
        }
    }

    /// Connects, and hears of new tools for as long as the client stays.
    async fn follow(self: Arc<Self>) {
        let mut heard = self.hosted.host.heard();
        // Whoever calls a tool is told what is in the way.
        if self.held().is_none() {
            let _ = self.refresh(true).await;
        }
        loop {
            match heard.recv().await {
                Ok(Heard::ToolsChanged(bridge)) if bridge == self.hosted.bridge => drop(self.refresh(false).await),
                Ok(Heard::Lost) => {
                    // A newer version may have taken over, with other tools.
                    for pause in SUCCESSOR {
                        sleep(pause).await;
                        if self.refresh(false).await.is_ok() {
                            break;
                        }
                    }
                }
                Ok(Heard::ToolsChanged(_) | Heard::Snapshot(_)) => {}
                Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {}
                Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
            }
        }
    }

    /// Asks for the tools; where they are not the known ones, the client is told.
    async fn refresh(&self, start: bool) -> Result<(), CallProblem> {
        let ask = Ask::Tools { bridge: self.hosted.bridge.clone() };
        // Tools that are known need nobody to be started for them.
        let told = if start { self.hosted.host.ask(ask).await } else { self.hosted.host.ask_running(ask).await };
        let listed = match told.map_err(|error| self.hosted.host.told(&error))? {
            Told::Tools(listed) => listed,
            Told::Refused { text, .. } => return Err(CallProblem::bare(text)),
            Told::Answer(_) | Told::NotBegun | Told::Snapshot(_) | Told::Ended { .. } | Told::Done => {
                return Err(CallProblem::bare("the background service answered something else"));
            }
        };
        let tools: Vec<Tool> =
            listed.into_iter().filter_map(|tool: Map<String, Value>| Tool::foreign(tool).ok()).collect();
        let same = {
            let mut known = self.tools.lock().unwrap_or_else(PoisonError::into_inner);
            let same = known.iter().map(Tool::listed).eq(tools.iter().map(Tool::listed));
            if !same {
                *known = tools.into();
            }
            same
        };
        if !same {
            self.editions.send_modify(|edition| *edition += 1);
        }
        Ok(())
    }
}
