//! One runtime, supervised: the orders of `bascule_core::runtime::step`, obeyed.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bascule_core::bridge::Tool;
use bascule_core::runtime::{
    Cause, Condition, Exit, Health, Moment, Order, Phase, Policy, Run, Signal, Unavailable, Unstartable, health, step,
};
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::sleep_until;

use crate::call::{Answer, CallProblem, RpcError, ToolCall};
use crate::process::{Environment, Failure, Log, Opening, Remark, Session, Start};

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
    open: Mutex<u32>,
    calls: AtomicU64,
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
        let supervisor = Supervisor {
            launch,
            policy,
            log,
            phase: Phase::default(),
            begin: Instant::now(),
            alarm: None,
            child: None,
            signals: signals.downgrade(),
            gate: gate_end,
            view: view_end,
        };
        let task = tokio::spawn(supervisor.run(inbox));
        Self {
            inner: Arc::new(Inner {
                signals,
                gate,
                view,
                open: Mutex::new(0),
                calls: AtomicU64::new(0),
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
    pub(crate) fn open_calls(&self) -> u32 {
        *self.inner.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls so far.
    pub(crate) fn calls(&self) -> u64 {
        self.inner.calls.load(Ordering::Relaxed)
    }

    /// Calls a tool, once the runtime can be called. A call that never reached it may be
    /// given up and made elsewhere as long as `begun` has not been set.
    pub(crate) async fn call(&self, call: ToolCall, begun: &std::sync::atomic::AtomicBool) -> Outcome {
        let _open = OpenCall::new(self);
        self.inner.calls.fetch_add(1, Ordering::Relaxed);
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
                Ok(result) => Outcome::Answered(Answer::Result(result)),
                Err(Failure::Refused(error)) => Outcome::Answered(Answer::Refused(error)),
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

    /// The tools the runtime lists, started where it does not run.
    pub(crate) async fn tools(&self) -> Result<Arc<[Tool]>, (Unavailable, Vec<String>)> {
        let _open = OpenCall::new(self);
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

/// Counts a call as open while it lives.
struct OpenCall<'a>(&'a Supervised);

impl<'a> OpenCall<'a> {
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

impl Drop for OpenCall<'_> {
    fn drop(&mut self) {
        Self::changed(self.0, |open| open.saturating_sub(1));
    }
}

struct Supervisor {
    launch: Launch,
    policy: Policy,
    log: mpsc::Sender<Vec<u8>>,
    phase: Phase,
    begin: Instant,
    alarm: Option<Moment>,
    child: Option<Held>,
    signals: mpsc::WeakUnboundedSender<Signal>,
    gate: watch::Sender<Gate>,
    view: watch::Sender<View>,
}

/// The child of a run, from its start until it is gone.
struct Held {
    run: Run,
    session: Arc<Session>,
    opened: Arc<Mutex<Option<Arc<Opened>>>>,
    since: u64,
}

impl Supervisor {
    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Signal>) {
        loop {
            let alarm = self.alarm.map(|at| tokio::time::Instant::from_std(self.begin + at.0));
            let asleep = async {
                match alarm {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            let signal = tokio::select! {
                biased;
                signal = inbox.recv() => match signal {
                    Some(signal) => signal,
                    None => return,
                },
                () = asleep => {
                    self.alarm = None;
                    Signal::Time
                }
            };
            self.take(signal);
        }
    }

    fn take(&mut self, signal: Signal) {
        let gone = match &signal {
            Signal::Exited { run, .. } | Signal::CouldNotStart { run, .. } => Some(*run),
            _ => None,
        };
        let mut lines = Vec::new();
        if let Some(held) = self.child.take_if(|held| Some(held.run) == gone) {
            lines = held.session.last_words();
        }
        let now = Moment(self.begin.elapsed());
        let (phase, orders) = step(&self.policy, std::mem::take(&mut self.phase), signal, now);
        self.phase = phase;
        if !lines.is_empty() {
            self.view.send_if_modified(|view| {
                let new = view.last_lines != lines;
                view.last_lines = lines;
                new
            });
        }
        for order in orders {
            self.obey(order);
        }
        self.settle();
    }

    fn obey(&mut self, order: Order) {
        let held = |run: Run| self.child.as_ref().filter(|held| held.run == run);
        match order {
            Order::Start(run) => self.start(run),
            Order::Probe(run) => {
                let Some(opened) = held(run).and_then(Held::opened) else { return };
                let signals = self.signals.clone();
                let patience = self.policy.probe_patience;
                tokio::spawn(async move {
                    let answered = tokio::time::timeout(patience, opened.session.ping(&opened.opening)).await;
                    if answered == Ok(true) {
                        tell(&signals, Signal::ProbeAnswered(run));
                    }
                });
            }
            Order::AskToEnd(run) => {
                if let Some(held) = held(run) {
                    held.session.hang_up();
                }
            }
            Order::Kill(run) => {
                if let Some(held) = held(run) {
                    held.session.kill();
                }
            }
            Order::WakeAt(at) => self.alarm = Some(at),
            Order::Release => {
                if let Some(child) = self.child.as_ref().and_then(Held::opened) {
                    self.gate.send_if_modified(|gate| {
                        if matches!(gate, Gate::Open { child: there, .. } if Arc::ptr_eq(there, &child)) {
                            return false;
                        }
                        *gate = Gate::Open { turned: gate.turned(), child };
                        true
                    });
                }
            }
            Order::TurnAway(why) => {
                let lines = self.view.borrow().last_lines.clone();
                self.gate.send_modify(|gate| {
                    *gate = Gate::Shut { turned: gate.turned() + 1, why: Some((why, lines)) };
                });
            }
        }
    }

    fn start(&mut self, run: Run) {
        let start = Start {
            program: self.launch.program.clone(),
            args: self.launch.args.clone(),
            cwd: None,
            env: Environment::OursAnd(self.launch.env.clone()),
            log: Log::Keep(self.log.clone()),
        };
        let (session, remarks) = match Session::start(&start) {
            Ok((session, remarks)) => (Arc::new(session), remarks),
            Err(error) => {
                let why = match error.kind() {
                    io::ErrorKind::NotFound => Unstartable::Missing(start.program),
                    _ => Unstartable::Refused(error.to_string()),
                };
                return tell(&self.signals, Signal::CouldNotStart { run, why });
            }
        };
        let opened = Arc::new(Mutex::new(None));
        if let Some(pid) = session.pid() {
            tell(&self.signals, Signal::Started { run, pid });
        }
        let signals = self.signals.clone();
        let end = session.end();
        tokio::spawn(async move {
            let how = end.await.exit();
            tell(&signals, Signal::Exited { run, how });
        });
        let talk = Talk { run, signals: self.signals.clone(), view: self.view.clone() };
        tokio::spawn(talk.open(Arc::clone(&session), Arc::clone(&opened), remarks));
        self.child = Some(Held { run, session, opened, since: now() });
    }

    /// Shuts the gate behind a child that is gone, and shows how it stands.
    fn settle(&mut self) {
        let gone = match (&*self.gate.borrow(), &self.child) {
            (Gate::Open { child, .. }, Some(held)) => !Arc::ptr_eq(&child.session, &held.session),
            (Gate::Open { .. }, None) => true,
            (Gate::Shut { .. }, _) => false,
        };
        if gone {
            self.gate.send_modify(|gate| *gate = Gate::Shut { turned: gate.turned(), why: None });
        }
        let health = health(&self.phase);
        let pid = self.phase.pid();
        let since = self.child.as_ref().map(|held| held.since);
        let (starts, outdated) = (self.phase.starts(), self.phase.is_outdated());
        let living = self.child.as_ref().map(|held| &held.session);
        let lines = match (&health, living) {
            (Health::Ready | Health::Waiting(_) | Health::Stopped | Health::Paused, _) => Some(Vec::new()),
            (Health::Degraded(Cause::NoAnswer(_)), Some(session)) => Some(session.last_words()),
            (Health::Starting | Health::Degraded(_) | Health::Failed(_), _) => None,
        };
        self.view.send_if_modified(|view| {
            let last_lines = lines.unwrap_or_else(|| view.last_lines.clone());
            let tools = view.tools.clone();
            let next = View { health, pid, since, starts, outdated, last_lines, tools };
            let changed = *view != next;
            *view = next;
            changed
        });
    }
}

impl Held {
    fn opened(&self) -> Option<Arc<Opened>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What one child says.
struct Talk {
    run: Run,
    signals: mpsc::WeakUnboundedSender<Signal>,
    view: watch::Sender<View>,
}

impl Talk {
    /// Opens the conversation and hears it to its end.
    async fn open(
        self,
        session: Arc<Session>,
        opened: Arc<Mutex<Option<Arc<Opened>>>>,
        mut remarks: mpsc::Receiver<Remark>,
    ) {
        let Ok(opening) = session.open().await else { return self.unfit(&session).await };
        let Ok(tools) = session.list_tools(&opening).await else { return self.unfit(&session).await };
        let child = Arc::new(Opened { session, opening });
        *opened.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&child));
        self.know(tools);
        tell(&self.signals, Signal::Ready(self.run));
        let child = Arc::downgrade(&child);
        while let Some(remark) = remarks.recv().await {
            let Some(child) = child.upgrade() else { return };
            match remark {
                Remark::ToolsChanged => {
                    if let Ok(tools) = child.session.list_tools(&child.opening).await {
                        self.know(tools);
                    }
                }
                Remark::State(state) => {
                    if let Some(condition) = condition(&state) {
                        tell(&self.signals, Signal::Told { run: self.run, condition });
                    }
                }
            }
        }
    }

    /// A child that refuses to speak the protocol is of no use: its end is its exit.
    async fn unfit(&self, session: &Session) {
        session.kill();
        session.end().await;
    }

    fn know(&self, tools: Vec<Tool>) {
        let tools: Arc<[Tool]> = tools.into();
        self.view.send_if_modified(|view| {
            let changed = view.tools.as_deref() != Some(&*tools);
            view.tools = Some(tools);
            changed
        });
    }
}

/// What a runtime says of itself; `None` where it is no such thing.
fn condition(state: &Value) -> Option<Condition> {
    let text = |key: &str| state.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    match state.get("state")?.as_str()? {
        "ready" => Some(Condition::Ready),
        "waiting" => Some(Condition::Waiting(text("for"))),
        "degraded" => Some(Condition::Degraded(text("cause"))),
        _ => None,
    }
}

fn tell(signals: &mpsc::WeakUnboundedSender<Signal>, signal: Signal) {
    if let Some(signals) = signals.upgrade() {
        let _ = signals.send(signal);
    }
}

/// Seconds since 1970, UTC.
pub(crate) fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs())
}

impl Outcome {
    /// What the agent is told.
    pub(crate) fn answer(self, bridge: &str, tool: &str, resume: &str) -> Answer {
        match self {
            Self::Answered(answer) => answer,
            Self::NotToBeHad(Unavailable::Paused, _) => Answer::Problem(paused(bridge, resume)),
            Self::NotToBeHad(why, lines) => {
                let mut cause = format!("{bridge} is not available ({})", why.code());
                if let Unavailable::Failing(inner) = &why {
                    cause = format!("{bridge} is not available: {}", sentence(inner));
                }
                if !lines.is_empty() {
                    cause.push_str("; its last lines:\n");
                    cause.push_str(&lines.join("\n"));
                }
                let mend = "ask the user to run bascule status, which says what is wrong and what helps";
                Answer::Problem(CallProblem::with(cause, mend))
            }
            Self::CutOff(what) => Answer::Problem(CallProblem::with(
                format!("{bridge} {what} while it worked on {tool}; the call may have run, and was not sent again"),
                "check first whether this call had an effect, then call again: that starts it anew",
            )),
        }
    }
}

/// What an agent is told of a bridge that the person paused.
pub fn paused(bridge: &str, resume: &str) -> CallProblem {
    CallProblem::with(
        format!("{bridge} is paused by the user; nothing was started"),
        format!("the user can resume it with: {resume}"),
    )
}

/// No tool of this name.
pub(crate) fn unknown_tool(name: &str, tools: &[Tool]) -> Answer {
    Answer::Refused(RpcError::unknown_tool(name, tools))
}

/// A cause as an English sentence, for agents and logs.
pub(crate) fn sentence(cause: &Cause) -> String {
    match cause {
        Cause::Exited { how, in_a_row } => {
            let how = match how {
                Exit::Code(code) => format!("code {code}"),
                Exit::Signal(signal) => format!("signal {signal}"),
                Exit::Unknown => "no code".to_owned(),
            };
            format!("its runtime ended by itself ({how}), {in_a_row} times in a row")
        }
        Cause::CannotStart(Unstartable::Missing(program)) => format!("the program {program} is not there"),
        Cause::CannotStart(Unstartable::Refused(words)) => format!("its runtime cannot be started: {words}"),
        Cause::NotReady(after) => format!("its runtime was not ready within {} s", after.as_secs()),
        Cause::NoAnswer(_) => "its runtime runs but does not answer".to_owned(),
        Cause::WillNotEnd(_) => "its runtime was ended but is still there".to_owned(),
        Cause::Reported(words) => words.clone(),
    }
}
