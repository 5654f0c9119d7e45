//! The task that holds a runtime's phase and obeys its orders.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bascule_core::bridge::Tool;
use bascule_core::runtime::{
    Cause, Condition, Health, Moment, Order, Phase, Policy, Run, Signal, Stage, Unstartable, health, step,
};
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::time::sleep_until;

use super::{Gate, Launch, Opened, View, now};
use crate::process::{Environment, Log, Remark, Session, Start};

pub(super) struct Supervisor {
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
    /// A supervisor of a runtime that is off.
    pub(super) fn new(
        launch: Launch,
        policy: Policy,
        log: mpsc::Sender<Vec<u8>>,
        signals: mpsc::WeakUnboundedSender<Signal>,
        gate: watch::Sender<Gate>,
        view: watch::Sender<View>,
    ) -> Self {
        let (phase, begin) = (Phase::default(), Instant::now());
        Self { launch, policy, log, phase, begin, alarm: None, child: None, signals, gate, view }
    }

    /// Lives until its last handle is gone.
    pub(super) async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Signal>) {
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
        };
        let (session, remarks) = match Session::start(&start, Log::Keep(self.log.clone())) {
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

    /// Shuts the gate behind a child that is gone or going, and shows how it stands.
    fn settle(&mut self) {
        let takes_calls = matches!(self.phase.stage(), Stage::Up { .. });
        let gone = match (&*self.gate.borrow(), &self.child) {
            (Gate::Open { child, .. }, Some(held)) => !takes_calls || !Arc::ptr_eq(&child.session, &held.session),
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
            (Health::Ready | Health::Waiting(_) | Health::Stopped | Health::Paused | Health::PauseUnknown(_), _) => {
                Some(Vec::new())
            }
            (Health::Degraded(Cause::NoAnswer(_)), Some(session)) => Some(session.last_words()),
            (Health::Starting | Health::Degraded(_) | Health::Failed(_), _) => None,
        };
        self.view.send_if_modified(|view| {
            let last_lines = lines.unwrap_or_else(|| view.last_lines.clone());
            // They stay, and to compare them would take longer than all the rest of a call.
            let tools = view.tools.take();
            let next = View { health, pid, since, starts, outdated, last_lines, tools: None };
            let changed = *view != next;
            *view = View { tools, ..next };
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
        let whole = Arc::new(Opened { session, opening });
        let child = Arc::downgrade(&whole);
        // From here on the supervisor holds it, and it goes when that lets go.
        *opened.lock().unwrap_or_else(PoisonError::into_inner) = Some(whole);
        drop(opened);
        self.know(tools);
        tell(&self.signals, Signal::Ready(self.run));
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
        // It says nothing any more: one that lives on answers nobody.
        if let Some(child) = child.upgrade() {
            child.session.kill();
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
