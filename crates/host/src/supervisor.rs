//! One runtime, supervised: the orders of `bascule_core::runtime::step`, obeyed.

mod task;
mod told;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bascule_core::bridge::Tool;
use bascule_core::runtime::{Health, Policy, Signal, Unavailable};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use crate::call::{Answer, ToolCall};
use crate::process::{Failure, Opening, Session};

use task::Supervisor;
pub(crate) use told::{sentence, unknown_tool};

/// How long it may take to see whether a runtime lives.
const CONFIRM: Duration = Duration::from_millis(2_500);

/// How a runtime is started.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// Our own program.
    pub(crate) program: String,
    /// What makes it this bridge's runtime.
    pub(crate) args: Vec<String>,
    /// Variables beside ours.
    pub(crate) env: BTreeMap<String, String>,
}

/// What one runtime shows of itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View {
    pub(crate) health: Health,
    pub(crate) pid: Option<u32>,
    pub(crate) since: Option<u64>,
    pub(crate) starts: u64,
    pub(crate) outdated: bool,
    /// What it wrote last, where something is wrong with it.
    pub(crate) last_lines: Vec<String>,
    /// Its tools, once it has listed them.
    pub(crate) tools: Option<Arc<[Tool]>>,
}

/// A supervised runtime. Dropping every handle stops it.
#[derive(Clone)]
pub(crate) struct Supervised {
    inner: Arc<Inner>,
}

struct Inner {
    signals: mpsc::UnboundedSender<Signal>,
    gate: watch::Receiver<Gate>,
    view: watch::Receiver<View>,
    /// What is asked of it and not answered: calls, and lists of its tools.
    open: Mutex<u32>,
    /// The calls among them.
    running: AtomicU32,
    answered: AtomicU64,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// Whether calls may go to the runtime.
#[derive(Clone)]
enum Gate {
    /// Not now; how often waiting calls were turned away, and why the last time.
    Shut { turned: u64, why: Option<(Unavailable, Vec<String>)> },
    /// They may.
    Open { turned: u64, child: Arc<Opened> },
}

impl Gate {
    fn turned(&self) -> u64 {
        match self {
            Self::Shut { turned, .. } | Self::Open { turned, .. } => *turned,
        }
    }
}

/// A child that has answered the opening.
struct Opened {
    session: Arc<Session>,
    opening: Opening,
}

/// What a call came to, as far as the supervisor knows.
pub(crate) enum Outcome {
    /// It was answered.
    Answered(Answer),
    /// It never reached the runtime, which is not to be had.
    NotToBeHad(Unavailable, Vec<String>),
    /// It never reached the runtime, which reads nothing, and enough waits for it.
    Busy,
    /// The runtime ended while it worked on it.
    CutOff(String),
}

impl Supervised {
    /// Supervises a runtime; nothing is started until somebody wants it.
    pub(crate) fn new(launch: Launch, policy: Policy, log: mpsc::Sender<Vec<u8>>) -> Self {
        let (signals, inbox) = mpsc::unbounded_channel();
        let (gate_end, gate) = watch::channel(Gate::Shut { turned: 0, why: None });
        let first = View {
            health: Health::Stopped,
            pid: None,
            since: None,
            starts: 0,
            outdated: false,
            last_lines: Vec::new(),
            tools: None,
        };
        let (view_end, view) = watch::channel(first);
        let supervisor = Supervisor::new(launch, policy, log, signals.downgrade(), gate_end, view_end);
        let task = tokio::spawn(supervisor.run(inbox));
        Self {
            inner: Arc::new(Inner {
                signals,
                gate,
                view,
                open: Mutex::new(0),
                running: AtomicU32::new(0),
                answered: AtomicU64::new(0),
                task: Mutex::new(Some(task)),
            }),
        }
    }

    /// Tells the supervisor something.
    pub(crate) fn tell(&self, signal: Signal) {
        // It ends only with its last handle.
        let _ = self.inner.signals.send(signal);
    }

    /// What it shows of itself.
    pub(crate) fn view(&self) -> watch::Receiver<View> {
        self.inner.view.clone()
    }

    /// Calls that wait or are worked on.
    pub(crate) fn running_calls(&self) -> u32 {
        self.inner.running.load(Ordering::Relaxed)
    }

    /// Whether anything is asked of it now.
    pub(crate) fn is_needed(&self) -> bool {
        *self.inner.open.lock().unwrap_or_else(PoisonError::into_inner) > 0
    }

    /// Calls that the runtime has answered so far.
    pub(crate) fn answered_calls(&self) -> u64 {
        self.inner.answered.load(Ordering::Relaxed)
    }

    /// Calls a tool, once the runtime can be called. A call that never reached it may be
    /// given up and made elsewhere as long as `begun` has not been set.
    pub(crate) async fn call(&self, call: ToolCall, begun: &std::sync::atomic::AtomicBool) -> Outcome {
        let _open = Open::new(self);
        let _running = Running::new(self);
        let ToolCall { name, arguments, meta, progress } = call;
        loop {
            let child = match self.child().await {
                Ok(child) => child,
                Err((why, lines)) => return Outcome::NotToBeHad(why, lines),
            };
            begun.store(true, Ordering::Release);
            let called =
                child.session.call(&child.opening, &name, arguments.clone(), meta.clone(), progress.clone()).await;
            return match called {
                Ok(result) => self.answered(Answer::Result(result)),
                Err(Failure::Refused(error)) => self.answered(Answer::Refused(error)),
                Err(Failure::Busy) => Outcome::Busy,
                // The supervisor is about to learn that this child is gone.
                Err(Failure::NotSent) => {
                    begun.store(false, Ordering::Release);
                    let gone = Arc::clone(&child);
                    self.until_other(&gone).await;
                    continue;
                }
                Err(Failure::Gone) => {
                    let mut what = child.session.ending().await;
                    let lines = child.session.last_words();
                    if !lines.is_empty() {
                        what.push_str("; its last lines:\n");
                        what.push_str(&lines.join("\n"));
                    }
                    Outcome::CutOff(what)
                }
            };
        }
    }

    fn answered(&self, answer: Answer) -> Outcome {
        self.inner.answered.fetch_add(1, Ordering::Relaxed);
        Outcome::Answered(answer)
    }

    /// Sees that one that nobody needed for a while is as it is shown: done when it gives a
    /// sign of life, is shown not to, or that takes too long. Its supervisor must have been
    /// told that somebody looks.
    pub(crate) async fn confirm(&self) {
        let Gate::Open { child, .. } = self.inner.gate.borrow().clone() else { return };
        let mut view = self.view();
        let is_unwell = |view: &View| !matches!(view.health, Health::Ready | Health::Waiting(_));
        tokio::select! {
            _ = child.session.ping(&child.opening) => {}
            _ = view.wait_for(is_unwell) => {}
            () = tokio::time::sleep(CONFIRM) => {}
        }
    }

    /// The tools the runtime lists, started where it does not run.
    pub(crate) async fn tools(&self) -> Result<Arc<[Tool]>, (Unavailable, Vec<String>)> {
        let _open = Open::new(self);
        self.child().await?;
        // A child is let through only once it has listed them.
        let tools = self.inner.view.borrow().tools.clone();
        tools.ok_or((Unavailable::Stopped, Vec::new()))
    }

    /// A child that can be called, wanted where there is none.
    async fn child(&self) -> Result<Arc<Opened>, (Unavailable, Vec<String>)> {
        let mut gate = self.inner.gate.clone();
        let turned = gate.borrow_and_update().turned();
        self.tell(Signal::Wanted);
        let settled = |gate: &Gate| match gate {
            Gate::Open { .. } => true,
            Gate::Shut { turned: now, .. } => *now > turned,
        };
        match gate.wait_for(settled).await.map(|gate| gate.clone()) {
            Ok(Gate::Open { child, .. }) => Ok(child),
            Ok(Gate::Shut { why, .. }) => Err(why.unwrap_or((Unavailable::Stopped, Vec::new()))),
            Err(_) => Err((Unavailable::Stopped, Vec::new())),
        }
    }

    async fn until_other(&self, gone: &Arc<Opened>) {
        let mut gate = self.inner.gate.clone();
        let other = |gate: &Gate| !matches!(gate, Gate::Open { child, .. } if Arc::ptr_eq(child, gone));
        // An error means that the supervisor is gone, which the next wait tells.
        let _ = gate.wait_for(other).await;
    }

    /// Stops the runtime and ends once nothing of it is left.
    pub(crate) async fn stop(&self) {
        self.tell(Signal::Stop);
        let mut view = self.view();
        let _ = view.wait_for(|view| view.pid.is_none() && view.health != Health::Starting).await;
        let task = self.inner.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            task.abort();
        }
    }
}

/// Counts a call as running while it lives.
struct Running<'a>(&'a AtomicU32);

impl<'a> Running<'a> {
    fn new(supervised: &'a Supervised) -> Self {
        supervised.inner.running.fetch_add(1, Ordering::Relaxed);
        Self(&supervised.inner.running)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts something asked as open while it lives.
struct Open<'a>(&'a Supervised);

impl<'a> Open<'a> {
    fn new(supervised: &'a Supervised) -> Self {
        Self::changed(supervised, |open| open + 1);
        Self(supervised)
    }

    fn changed(supervised: &Supervised, change: impl FnOnce(u32) -> u32) {
        let mut open = supervised.inner.open.lock().unwrap_or_else(PoisonError::into_inner);
        *open = change(*open);
        // Under the lock, so that the last number told is the last one counted.
        supervised.tell(Signal::CallsOpen(*open));
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        Self::changed(self.0, |open| open.saturating_sub(1));
    }
}

/// Seconds since 1970, UTC.
pub(crate) fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs())
}
