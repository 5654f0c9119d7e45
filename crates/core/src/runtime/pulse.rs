//! Whether a child lives: probes, and what their answers mean.

use std::time::Duration;

use super::phase::Demand;
use super::{Moment, Policy};

/// Whether a child lives, and when it is asked next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulse {
    /// The next probe, or the one that is out.
    pub probe: Probe,
    /// What the last ones said.
    pub beat: Beat,
    /// When the oldest probe without an answer went out; where each has its answer, when
    /// the last came.
    pub quiet_since: Moment,
}

/// Where probing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// The next goes out at this moment.
    Due(Moment),
    /// One is out, and missed at this moment.
    Out(Moment),
}

/// What the last probes said. The way in and the way out have thresholds of their own, so
/// that one probe never turns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// It answers.
    Well {
        /// Probes missed in a row.
        missed: u32,
    },
    /// It lives and does not answer.
    Unwell {
        /// Probes answered in a row.
        answered: u32,
    },
}

/// What time asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Nothing,
    Probe,
    GiveUp,
}

impl Pulse {
    /// The pulse of a child that just became ready.
    pub(super) fn new(policy: &Policy, demand: Demand, now: Moment) -> Self {
        let well = Beat::Well { missed: 0 };
        let probe = Probe::Due(now.after(interval(policy, demand, well)));
        Self { probe, beat: well, quiet_since: now }
    }

    /// It gave a sign of life.
    pub(super) fn heard(&mut self, policy: &Policy, demand: Demand, now: Moment) {
        self.beat = match self.beat {
            Beat::Unwell { answered } if answered.saturating_add(1) < policy.answers => {
                Beat::Unwell { answered: answered + 1 }
            }
            Beat::Well { .. } | Beat::Unwell { .. } => Beat::Well { missed: 0 },
        };
        self.quiet_since = now;
        if let Probe::Out(_) = self.probe {
            self.probe = Probe::Due(now.after(interval(policy, demand, self.beat)));
        }
    }

    /// Nothing that was missed while the machine slept counts.
    pub(super) fn begin_afresh(&mut self, now: Moment) {
        self.beat = match self.beat {
            Beat::Well { .. } => Beat::Well { missed: 0 },
            Beat::Unwell { .. } => Beat::Unwell { answered: 0 },
        };
        self.probe = Probe::Due(now);
        self.quiet_since = now;
    }

    /// Somebody may need it from now on: the next probe comes sooner.
    pub(super) fn hasten(&mut self, policy: &Policy, demand: Demand, now: Moment) {
        if let Probe::Due(at) = self.probe {
            self.probe = Probe::Due(at.min(now.after(interval(policy, demand, self.beat))));
        }
    }

    /// Somebody looks at it from now on: what they see is to be true soon, so that one that
    /// was not heard of for longer than from one probe to the next is asked at once.
    pub(super) fn look(&mut self, policy: &Policy, demand: Demand, now: Moment) {
        if let (Probe::Due(at), Beat::Well { .. }) = (self.probe, self.beat) {
            let next = self.quiet_since.after(interval(policy, demand, self.beat));
            self.probe = Probe::Due(at.min(next.max(now)));
        }
    }

    /// What is due by now.
    pub(super) fn pass(&mut self, policy: &Policy, demand: Demand, now: Moment) -> Due {
        if let Probe::Out(until) = self.probe
            && until <= now
        {
            self.missed(policy, demand, now);
        }
        if self.patience_ends(policy, demand).is_some_and(|end| end <= now) {
            return Due::GiveUp;
        }
        match self.probe {
            Probe::Due(at) if at <= now => {
                if self.each_answered() {
                    self.quiet_since = now;
                }
                self.probe = Probe::Out(now.after(policy.probe_patience));
                Due::Probe
            }
            Probe::Due(_) | Probe::Out(_) => Due::Nothing,
        }
    }

    /// When something is due next.
    pub(super) fn deadline(&self, policy: &Policy, demand: Demand) -> Moment {
        let (Probe::Due(next) | Probe::Out(next)) = self.probe;
        self.patience_ends(policy, demand).map_or(next, |end| next.min(end))
    }

    /// Whether it answers.
    pub(super) fn is_well(&self) -> bool {
        matches!(self.beat, Beat::Well { .. })
    }

    /// How long it was ready and answering, for one that became ready at `since`.
    pub(super) fn answered_for(&self, since: Moment, now: Moment) -> Duration {
        if self.each_answered() { now.since(since) } else { self.quiet_since.since(since) }
    }

    fn missed(&mut self, policy: &Policy, demand: Demand, now: Moment) {
        let missed = match self.beat {
            Beat::Well { missed } => missed.saturating_add(1),
            Beat::Unwell { .. } => policy.misses,
        };
        if missed < policy.misses {
            // Asked again at once: whether it was chance is known a probe later, not an
            // interval later.
            (self.beat, self.probe) = (Beat::Well { missed }, Probe::Due(now));
        } else {
            self.beat = Beat::Unwell { answered: 0 };
            self.probe = Probe::Due(now.after(interval(policy, demand, self.beat)));
        }
    }

    fn each_answered(&self) -> bool {
        match self.beat {
            Beat::Well { missed } => missed == 0,
            Beat::Unwell { answered } => answered > 0,
        }
    }

    /// When it is left alone no longer; `None` while it is well.
    fn patience_ends(&self, policy: &Policy, demand: Demand) -> Option<Moment> {
        match (self.beat, demand.calls) {
            (Beat::Well { .. }, _) => None,
            // A call that was given up has left it with work: it gets the whole patience
            // from there.
            (Beat::Unwell { .. }, 0) => Some(self.quiet_since.max(demand.idle_since).after(policy.silence_idle)),
            (Beat::Unwell { .. }, _) => Some(self.quiet_since.after(policy.silence_busy)),
        }
    }
}

fn interval(policy: &Policy, demand: Demand, beat: Beat) -> Duration {
    match beat {
        Beat::Well { .. } if demand.calls == 0 && !demand.watched => policy.probe_idle,
        Beat::Well { .. } | Beat::Unwell { .. } => policy.probe_needed,
    }
}
