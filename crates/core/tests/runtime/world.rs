//! A host in play: it obeys every order, its children misbehave as told, its clock jumps,
//! and each law is held against every step.

use std::collections::BTreeMap;
use std::time::Duration;

use bascule_core::runtime::{Exit, Moment, Order, Phase, Policy, Run, Signal, Stage, Unstartable, health, step};

/// How a child behaves. Times count from its start, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Behaviour {
    /// It cannot be started at all.
    pub(crate) missing: bool,
    /// When it becomes ready; `None` where it never does.
    pub(crate) ready: Option<u64>,
    /// When it ends by itself.
    pub(crate) crash: Option<u64>,
    /// From when on it answers no probe.
    pub(crate) hang: Option<u64>,
    /// How long an answer takes.
    pub(crate) answer: u64,
    /// It does not end when asked.
    pub(crate) stubborn: bool,
    /// So many kills do not reach it.
    pub(crate) survives: u32,
}

/// A child that lives.
#[derive(Debug)]
struct FakeChild {
    behaviour: Behaviour,
    since: Moment,
    asked: Option<Moment>,
    kills: Vec<Moment>,
}

/// The host, its clock and its children.
pub(crate) struct World {
    pub(crate) policy: Policy,
    pub(crate) phase: Phase,
    pub(crate) now: Moment,
    /// How the children still to come behave; the last one stays.
    pub(crate) behaviours: Vec<Behaviour>,
    pub(crate) asked_to_end: u32,
    /// Signals that only the alarm caused.
    pub(crate) alarms: u32,
    /// Whether calls wait.
    pub(crate) waiting: bool,
    alarm: Option<Moment>,
    coming: BTreeMap<(Moment, u64), Signal>,
    sent: u64,
    children: BTreeMap<Run, FakeChild>,
    /// What happened, for whoever reads a failure.
    log: Vec<String>,
    /// The last failure that nobody forgave, while nothing started since.
    failed_at: Option<Moment>,
    /// Whether the person paused it.
    paused: bool,
    /// When there were too many failures, while nobody forgave them.
    gave_up: Option<Moment>,
}

impl World {
    pub(crate) fn new(policy: Policy, behaviours: Vec<Behaviour>) -> Self {
        Self {
            policy,
            phase: Phase::default(),
            now: Moment::default(),
            behaviours,
            asked_to_end: 0,
            alarms: 0,
            waiting: false,
            alarm: None,
            coming: BTreeMap::new(),
            sent: 0,
            children: BTreeMap::new(),
            log: Vec::new(),
            failed_at: None,
            paused: false,
            gave_up: None,
        }
    }

    /// Lets so many milliseconds go by, everything in its order.
    pub(crate) fn run(&mut self, millis: u64) {
        let end = self.now.after(Duration::from_millis(millis));
        loop {
            let news = self.coming.first_key_value().map(|((at, _), _)| *at).filter(|at| *at <= end);
            let alarm = self.alarm.filter(|at| *at <= end);
            let Some(next) = news.into_iter().chain(alarm).min() else { break };
            self.now = self.now.max(next);
            if news == Some(next) {
                let (_, signal) = self.coming.pop_first().unwrap();
                self.give(signal);
            } else {
                self.alarm = None;
                self.alarms += 1;
                self.give(Signal::Time);
            }
        }
        self.now = self.now.max(end);
    }

    /// The machine sleeps: the clock goes on, and nothing else does.
    pub(crate) fn sleep(&mut self, millis: u64) {
        let slept = Duration::from_millis(millis);
        self.now = self.now.after(slept);
        self.log.push(format!("slept until {:?}", self.now));
        let coming = std::mem::take(&mut self.coming);
        self.coming = coming.into_iter().map(|((at, place), signal)| ((at.after(slept), place), signal)).collect();
        for child in self.children.values_mut() {
            child.since = child.since.after(slept);
            child.asked = child.asked.map(|asked| asked.after(slept));
        }
    }

    /// Gives one signal now, obeys, and holds the laws against it.
    pub(crate) fn give(&mut self, signal: Signal) {
        self.log.push(format!("{:?} {signal:?}", self.now));
        self.note(&signal);
        let (phase, orders) = step(&self.policy, self.phase.clone(), signal.clone(), self.now);
        self.log.push(format!("    {orders:?}"));
        let before = std::mem::replace(&mut self.phase, phase);
        for order in orders {
            self.obey(order, &signal);
        }
        self.hold_laws(&before, &signal);
    }

    fn note(&mut self, signal: &Signal) {
        match signal {
            Signal::Wanted => self.waiting = true,
            Signal::Pause => self.paused = true,
            Signal::Resume => {
                self.paused = false;
                (self.failed_at, self.gave_up) = (None, None);
            }
            Signal::TryAgain | Signal::Replaced if !self.paused => {
                (self.failed_at, self.gave_up) = (None, None);
            }
            Signal::Exited { run, .. } | Signal::CouldNotStart { run, .. } => {
                if let Some(child) = self.children.remove(run)
                    && child.asked.is_none()
                {
                    self.failed_at = Some(self.now);
                }
            }
            Signal::TryAgain
            | Signal::Replaced
            | Signal::Started { .. }
            | Signal::Ready(_)
            | Signal::ProbeAnswered(_)
            | Signal::Told { .. }
            | Signal::CallsOpen(_)
            | Signal::Watched(_)
            | Signal::Stop
            | Signal::Time => {}
        }
    }

    fn obey(&mut self, order: Order, signal: &Signal) {
        match order {
            Order::Start(run) => self.start(run, signal),
            Order::Probe(run) => {
                let child = self.children.get(&run).unwrap_or_else(|| panic!("a probe for nobody\n{}", self.told()));
                let age = millis(self.now.since(child.since));
                if child.behaviour.hang.is_none_or(|hang| age < hang) {
                    let answer = child.behaviour.answer;
                    self.send(answer, Signal::ProbeAnswered(run));
                }
            }
            Order::AskToEnd(run) => {
                self.asked_to_end += 1;
                let child = self.children.get_mut(&run).unwrap_or_else(|| panic!("nobody to end"));
                child.asked = child.asked.or(Some(self.now));
                if !child.behaviour.stubborn {
                    self.send(3, Signal::Exited { run, how: Exit::Code(0) });
                }
            }
            Order::Kill(run) => {
                if let Some(child) = self.children.get_mut(&run) {
                    child.kills.push(self.now);
                    if child.kills.len() > child.behaviour.survives as usize {
                        self.send(1, Signal::Exited { run, how: Exit::Signal(9) });
                    }
                }
            }
            Order::WakeAt(moment) => {
                assert!(moment > self.now, "an alarm that is over already\n{}", self.told());
                self.alarm = Some(moment);
            }
            Order::Release => {
                assert!(matches!(self.phase.stage(), Stage::Up { .. }), "{}", self.told());
                self.waiting = false;
            }
            Order::TurnAway(_) => self.waiting = false,
        }
    }

    fn start(&mut self, run: Run, signal: &Signal) {
        assert!(self.children.is_empty(), "two live children\n{}", self.told());
        assert!(!self.paused, "a start in a pause\n{}", self.told());
        if let Some(failed) = self.failed_at.take() {
            let pause = self.now.since(failed);
            assert!(pause >= self.policy.first_pause, "a pause of {pause:?}\n{}", self.told());
        }
        if let Some(since) = self.gave_up.take() {
            let passed = self.now.since(since) >= self.policy.window;
            assert!(passed && *signal == Signal::Wanted, "a start after too many failures\n{}", self.told());
        }
        let behaviour = if self.behaviours.len() > 1 { self.behaviours.remove(0) } else { self.behaviours[0] };
        let child = FakeChild { behaviour, since: self.now, asked: None, kills: Vec::new() };
        self.children.insert(run, child);
        if behaviour.missing {
            let why = Unstartable::Missing("npx".to_owned());
            return self.send(0, Signal::CouldNotStart { run, why });
        }
        self.send(0, Signal::Started { run, pid: 7 });
        if let Some(ready) = behaviour.ready {
            self.send(ready, Signal::Ready(run));
        }
        if let Some(crash) = behaviour.crash {
            self.send(crash, Signal::Exited { run, how: Exit::Signal(11) });
            // The same news once more, late: it is about nobody then.
            self.send(crash + 1_500, Signal::Exited { run, how: Exit::Signal(11) });
        }
    }

    fn hold_laws(&mut self, before: &Phase, signal: &Signal) {
        // The alarm that is set is the one that is needed; what is due at once comes at once.
        let at_once = self.now.after(Duration::from_millis(1));
        let is_set = match (self.phase.alarm(&self.policy), self.alarm) {
            (None, _) => true,
            (Some(needed), Some(alarm)) => alarm == needed || (needed < alarm && alarm <= at_once),
            (Some(_), None) => false,
        };
        assert!(is_set, "the alarm is {:?}\n{}", self.alarm, self.told());
        // Whoever was asked to end is killed in time, and again until it is gone.
        for child in self.children.values() {
            if let Some(asked) = child.asked {
                let last = child.kills.last().copied().unwrap_or(asked);
                assert!(self.now.since(last) < self.policy.stop_patience, "a stop that does not end\n{}", self.told());
            }
        }
        // A pause is one that the policy knows.
        if let Stage::Resting { until, .. } = self.phase.stage()
            && !matches!(before.stage(), Stage::Resting { .. })
            && !matches!(signal, Signal::Wanted)
        {
            let pause = until.since(self.failed_at.unwrap_or(self.now));
            let known = (1..40).any(|in_a_row| self.policy.pause(in_a_row) == pause);
            assert!(known, "a pause of {pause:?}\n{}", self.told());
        }
        if let Stage::Failed { since, .. } = self.phase.stage() {
            self.gave_up = Some(*since);
        }
        // Calls wait only where something is under way.
        let idle = matches!(self.phase.stage(), Stage::Off | Stage::Paused | Stage::Failed { .. } | Stage::Up { .. });
        assert!(!(idle && self.waiting), "calls that wait for nothing\n{}", self.told());
        // What is shown has a word, whatever it is.
        assert!(!health(&self.phase).word().is_empty());
        let lives = self.phase.run().map(|run| self.children.contains_key(&run));
        assert!(lives != Some(false) && (lives.is_some() || self.children.is_empty()), "a lost child\n{}", self.told());
    }

    fn send(&mut self, millis: u64, signal: Signal) {
        self.sent += 1;
        self.coming.insert((self.now.after(Duration::from_millis(millis)), self.sent), signal);
    }

    /// The last of what happened.
    fn told(&self) -> String {
        let from = self.log.len().saturating_sub(30);
        format!("{}\n{:?}", self.log[from..].join("\n"), self.phase)
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap()
}
