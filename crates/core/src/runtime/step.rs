//! From a signal to orders.

use std::time::Duration;

use super::phase::Child;
use super::pulse::Due;
use super::record::Verdict;
use super::{
    Cause, Condition, Exit, Moment, Order, Phase, Policy, Pulse, Run, Signal, Stage, Then, Unavailable, Unstartable,
};

/// No alarm is set closer than this, whatever the policy says.
const TICK: Duration = Duration::from_millis(1);

/// The next phase of a runtime, and what is to be done.
///
/// Every signal has a meaning in every phase, and each also tells the time: what is due
/// by `now` is done. The promises:
///
/// - No start while a child may live, and none before the pause its failures ask for.
/// - A child that was asked to end is killed once its patience is over, and again until
///   it is gone.
/// - A pause of the person's wins over every start. Resuming starts nothing by itself.
/// - After too many failures nothing starts until the person asks, a newer build is
///   installed, or a call comes when the window has passed.
/// - Where something is due later, an alarm is set for it.
/// - An alarm that comes much too late means that the machine slept: nothing that was
///   missed meanwhile counts against the child.
pub fn step(policy: &Policy, phase: Phase, signal: Signal, now: Moment) -> (Phase, Vec<Order>) {
    let before = phase.alarm(policy);
    let went_off = signal == Signal::Time || before.is_some_and(|alarm| alarm <= now);
    let mut turn = Turn { policy, phase, now, orders: Vec::new(), release: false };
    if before.is_some_and(|alarm| now.since(alarm) > policy.late) {
        turn.slept();
    }
    turn.take(signal);
    turn.pass();
    let Turn { phase, mut orders, release, .. } = turn;
    // Only now: what was due may have ended the child the calls would go to.
    if release && matches!(phase.stage, Stage::Up { .. }) {
        orders.push(Order::Release);
    }
    let after = phase.alarm(policy);
    if let Some(alarm) = after
        && (went_off || after != before)
    {
        orders.push(Order::WakeAt(alarm.max(now.after(TICK))));
    }
    (phase, orders)
}

/// One signal, being answered.
struct Turn<'p> {
    policy: &'p Policy,
    phase: Phase,
    now: Moment,
    orders: Vec<Order>,
    /// The waiting calls may go, if the child is still up in the end.
    release: bool,
}

impl Turn<'_> {
    fn take(&mut self, signal: Signal) {
        match signal {
            Signal::Wanted => self.wanted(),
            Signal::Started { run, pid } => self.started(run, pid),
            Signal::CouldNotStart { run, why } if self.is_child(run) => self.could_not_start(why),
            Signal::Ready(run) if self.is_child(run) => self.ready(),
            Signal::Exited { run, how } if self.is_child(run) => self.exited(how),
            Signal::ProbeAnswered(run) if self.is_child(run) => self.heard(),
            Signal::Told { run, condition } if self.is_child(run) => self.told(condition),
            // News of a child that is gone for us.
            Signal::CouldNotStart { .. }
            | Signal::Ready(_)
            | Signal::Exited { .. }
            | Signal::ProbeAnswered(_)
            | Signal::Told { .. } => {}
            Signal::CallsOpen(calls) => self.calls_open(calls),
            Signal::Watched(watched) => {
                self.phase.demand.watched = watched;
                self.hasten();
                if watched {
                    self.look();
                }
            }
            Signal::Pause => self.pause(),
            Signal::Resume => self.resume(),
            Signal::Stop => self.stop(),
            Signal::Replaced => self.replaced(),
            Signal::TryAgain => self.try_again(),
            Signal::Time => {}
        }
    }

    /// Does what is due by now.
    fn pass(&mut self) {
        match &mut self.phase.stage {
            Stage::Starting { until, .. } if *until <= self.now => {
                let cause = Cause::NotReady(self.policy.start_grace);
                self.turn_away(Unavailable::Failing(cause.clone()));
                self.end(Then::Begin, Some(cause));
            }
            Stage::Up { pulse, since, .. } => match pulse.pass(self.policy, self.phase.demand, self.now) {
                Due::Nothing => {}
                Due::Probe => self.orders.push(Order::Probe(self.phase.run)),
                Due::GiveUp => {
                    let (quiet_since, answered) = (pulse.quiet_since, pulse.answered_for(*since, self.now));
                    self.note_stability(answered);
                    self.end(Then::Begin, Some(Cause::NoAnswer(quiet_since)));
                }
            },
            Stage::Resting { until, .. } if *until <= self.now => self.begin(),
            Stage::Stopping { until, kills, .. } if *until <= self.now => {
                *until = self.now.after(self.policy.stop_patience);
                *kills = kills.saturating_add(1);
                self.orders.push(Order::Kill(self.phase.run));
            }
            Stage::Off
            | Stage::Starting { .. }
            | Stage::Resting { .. }
            | Stage::Stopping { .. }
            | Stage::Paused
            | Stage::Failed { .. } => {}
        }
    }

    /// The machine slept, and the child with it: what it must do, it gets its time for.
    fn slept(&mut self) {
        match &mut self.phase.stage {
            Stage::Starting { until, .. } => *until = self.now.after(self.policy.start_grace),
            Stage::Up { pulse, .. } => pulse.begin_afresh(self.now),
            Stage::Off | Stage::Resting { .. } | Stage::Stopping { .. } | Stage::Paused | Stage::Failed { .. } => {}
        }
    }

    fn wanted(&mut self) {
        match &mut self.phase.stage {
            Stage::Off => self.begin(),
            Stage::Up { .. } => self.release = true,
            Stage::Stopping { then: then @ Then::Off, .. } => *then = Then::Begin,
            Stage::Paused | Stage::Stopping { then: Then::Pause, .. } => self.turn_away(Unavailable::Paused),
            Stage::Failed { since, .. } if self.now.since(*since) >= self.policy.window => {
                self.phase.record.clear();
                self.begin();
            }
            Stage::Failed { cause, .. } => {
                let cause = cause.clone();
                self.turn_away(Unavailable::Failing(cause));
            }
            // Nobody waits long for what may well fail again.
            Stage::Resting { until, cause } if until.since(self.now) > self.policy.call_patience => {
                let cause = cause.clone();
                self.turn_away(Unavailable::Failing(cause));
            }
            Stage::Starting { .. } | Stage::Resting { .. } | Stage::Stopping { then: Then::Begin, .. } => {}
        }
    }

    fn started(&mut self, run: Run, pid: u32) {
        if !self.is_child(run) {
            // Nobody waits for it any more, and it would live beside the next.
            return self.orders.push(Order::Kill(run));
        }
        match &mut self.phase.stage {
            Stage::Starting { child, .. } | Stage::Up { child, .. } => child.pid = Some(pid),
            Stage::Stopping { pid: known, kills, .. } => {
                *known = Some(pid);
                // What was ordered when there was no child yet.
                self.orders.push(if *kills == 0 { Order::AskToEnd(run) } else { Order::Kill(run) });
            }
            Stage::Off | Stage::Resting { .. } | Stage::Paused | Stage::Failed { .. } => {}
        }
    }

    fn could_not_start(&mut self, why: Unstartable) {
        match self.phase.stage {
            Stage::Starting { .. } | Stage::Up { .. } => {
                // Said at once, though it is tried again: the mend is the person's.
                self.turn_away(Unavailable::Failing(Cause::CannotStart(why.clone())));
                self.gone(Then::Begin, Some(Cause::cannot_start(why)));
            }
            Stage::Stopping { .. } => self.exited(Exit::Unknown),
            Stage::Off | Stage::Resting { .. } | Stage::Paused | Stage::Failed { .. } => {}
        }
    }

    fn ready(&mut self) {
        let Stage::Starting { child, .. } = &mut self.phase.stage else { return };
        let child = std::mem::take(child);
        let pulse = Pulse::new(self.policy, self.phase.demand, self.now);
        self.phase.stage = Stage::Up { child, since: self.now, pulse };
        if !self.renewed_when_idle() {
            self.release = true;
        }
    }

    fn exited(&mut self, how: Exit) {
        match &mut self.phase.stage {
            Stage::Starting { .. } => {
                self.gone(Then::Begin, Some(Cause::exited(how)));
                // What waited for this start hears of it, though it is tried again.
                if let Stage::Resting { cause, .. } = &self.phase.stage {
                    let cause = cause.clone();
                    self.turn_away(Unavailable::Failing(cause));
                }
            }
            Stage::Up { pulse, since, .. } => {
                let answered = pulse.answered_for(*since, self.now);
                self.note_stability(answered);
                self.gone(Then::Begin, Some(Cause::exited(how)));
            }
            Stage::Stopping { failed, then, .. } => {
                let (failed, then) = (failed.take(), *then);
                self.gone(then, failed.map(|cause| |_| cause));
            }
            Stage::Off | Stage::Resting { .. } | Stage::Paused | Stage::Failed { .. } => {}
        }
    }

    fn heard(&mut self) {
        if let Stage::Up { pulse, .. } = &mut self.phase.stage {
            pulse.heard(self.policy, self.phase.demand, self.now);
        }
    }

    fn told(&mut self, condition: Condition) {
        if let Stage::Starting { child, .. } | Stage::Up { child, .. } = &mut self.phase.stage {
            child.condition = condition;
        }
    }

    fn calls_open(&mut self, calls: u32) {
        if calls == 0 && self.phase.demand.calls > 0 {
            self.phase.demand.idle_since = self.now;
        }
        self.phase.demand.calls = calls;
        if !self.renewed_when_idle() {
            self.hasten();
        }
    }

    fn pause(&mut self) {
        match &mut self.phase.stage {
            Stage::Paused => return,
            Stage::Off | Stage::Resting { .. } | Stage::Failed { .. } => self.phase.stage = Stage::Paused,
            Stage::Starting { .. } | Stage::Up { .. } => self.end(Then::Pause, None),
            Stage::Stopping { then, .. } => *then = Then::Pause,
        }
        self.turn_away(Unavailable::Paused);
    }

    fn resume(&mut self) {
        match &mut self.phase.stage {
            Stage::Paused | Stage::Failed { .. } => {
                self.phase.record.clear();
                self.phase.stage = Stage::Off;
            }
            Stage::Stopping { then: then @ Then::Pause, failed, .. } => {
                self.phase.record.clear();
                (*then, *failed) = (Then::Off, None);
            }
            Stage::Off | Stage::Starting { .. } | Stage::Up { .. } | Stage::Resting { .. } | Stage::Stopping { .. } => {
            }
        }
    }

    fn stop(&mut self) {
        match &mut self.phase.stage {
            // The pause is the person's, and too many failures stay too many.
            Stage::Off | Stage::Paused | Stage::Failed { .. } | Stage::Stopping { then: Then::Pause, .. } => return,
            Stage::Resting { .. } => self.phase.stage = Stage::Off,
            Stage::Starting { .. } | Stage::Up { .. } => self.end(Then::Off, None),
            Stage::Stopping { then, .. } => *then = Then::Off,
        }
        self.turn_away(Unavailable::Stopped);
    }

    /// What failed was the older build: the newer one starts with a clean record.
    fn replaced(&mut self) {
        self.phase.record.clear();
        match &mut self.phase.stage {
            Stage::Starting { child, .. } => child.outdated = true,
            Stage::Up { child, .. } => {
                child.outdated = true;
                self.renewed_when_idle();
            }
            Stage::Resting { .. } => self.begin(),
            Stage::Failed { .. } => self.phase.stage = Stage::Off,
            Stage::Stopping { failed, .. } => *failed = None,
            Stage::Off | Stage::Paused => {}
        }
    }

    fn try_again(&mut self) {
        if matches!(self.phase.stage, Stage::Paused | Stage::Stopping { then: Then::Pause, .. }) {
            return;
        }
        self.phase.record.clear();
        match &mut self.phase.stage {
            Stage::Up { pulse, child, .. } => {
                let works = pulse.is_well() && !matches!(child.condition, Condition::Degraded(_));
                if !works {
                    self.end(Then::Begin, None);
                }
            }
            Stage::Stopping { failed, then, .. } => (*failed, *then) = (None, Then::Begin),
            Stage::Off | Stage::Resting { .. } | Stage::Failed { .. } => self.begin(),
            Stage::Starting { .. } | Stage::Paused => {}
        }
    }

    /// Exchanges a child of an older build for one of the newer, where no call is open.
    fn renewed_when_idle(&mut self) -> bool {
        let idle = self.phase.demand.calls == 0;
        let renewed = idle && matches!(&self.phase.stage, Stage::Up { child: Child { outdated: true, .. }, .. });
        if renewed {
            self.end(Then::Begin, None);
        }
        renewed
    }

    /// Starts a child, or waits for the end of the pause. Only where none lives.
    fn begin(&mut self) {
        self.phase.stage = match self.phase.record.rest(self.now) {
            Some((until, cause)) => Stage::Resting { until, cause },
            None => {
                self.phase.run = Run(self.phase.run.0 + 1);
                self.orders.push(Order::Start(self.phase.run));
                let until = self.now.after(self.policy.start_grace);
                Stage::Starting { child: Child::default(), until }
            }
        };
    }

    /// Asks the child to end.
    fn end(&mut self, then: Then, failed: Option<Cause>) {
        let pid = self.phase.pid();
        let until = self.now.after(self.policy.stop_patience);
        self.phase.stage = Stage::Stopping { pid, since: self.now, until, kills: 0, failed, then };
        self.orders.push(Order::AskToEnd(self.phase.run));
    }

    /// The child is gone: its failure is counted, and what follows begins.
    fn gone(&mut self, then: Then, failed: Option<impl FnOnce(u32) -> Cause>) {
        let verdict = failed.map(|cause| self.phase.record.count(self.policy, self.now, cause));
        match (then, verdict) {
            (Then::Pause, _) => self.phase.stage = Stage::Paused,
            (Then::Off | Then::Begin, Some(Verdict::TooMany(cause))) => {
                self.turn_away(Unavailable::Failing(cause.clone()));
                self.phase.stage = Stage::Failed { cause, since: self.now };
            }
            (Then::Off, None | Some(Verdict::Rest)) => self.phase.stage = Stage::Off,
            (Then::Begin, None | Some(Verdict::Rest)) => self.begin(),
        }
    }

    fn note_stability(&mut self, answered: Duration) {
        if answered >= self.policy.stable_after {
            self.phase.record.worked();
        }
    }

    fn hasten(&mut self) {
        if let Stage::Up { pulse, .. } = &mut self.phase.stage {
            pulse.hasten(self.policy, self.phase.demand, self.now);
        }
    }

    fn look(&mut self) {
        if let Stage::Up { pulse, .. } = &mut self.phase.stage {
            pulse.look(self.policy, self.phase.demand, self.now);
        }
    }

    fn turn_away(&mut self, why: Unavailable) {
        let order = Order::TurnAway(why);
        if self.orders.last() != Some(&order) {
            self.orders.push(order);
        }
    }

    fn is_child(&self, run: Run) -> bool {
        self.phase.run() == Some(run)
    }
}
