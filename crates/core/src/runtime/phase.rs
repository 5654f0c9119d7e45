//! What one runtime is in.

use super::record::Record;
use super::{Cause, Condition, Exit, Moment, Policy, Pulse, Run, Unstartable};

/// All that is remembered of one runtime between two signals. A new one is off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phase {
    pub(super) stage: Stage,
    pub(super) demand: Demand,
    pub(super) record: Record,
    pub(super) run: Run,
}

/// What it is in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Nothing runs, and nobody asked.
    #[default]
    Off,
    /// A child was ordered and is not ready yet.
    Starting {
        /// The child.
        child: Child,
        /// When it must be ready.
        until: Moment,
    },
    /// A child takes calls.
    Up {
        /// The child.
        child: Child,
        /// When it became ready.
        since: Moment,
        /// Whether it lives.
        pulse: Pulse,
    },
    /// Nothing runs; the next start waits.
    Resting {
        /// For this moment.
        until: Moment,
        /// Because of this.
        cause: Cause,
    },
    /// A child was asked to end.
    Stopping {
        /// Its process, where it is known.
        pid: Option<u32>,
        /// When it was asked.
        since: Moment,
        /// When it is killed, or killed again.
        until: Moment,
        /// How often it was killed.
        kills: u32,
        /// What it did wrong, to be counted once it is gone.
        failed: Option<Cause>,
        /// What follows.
        then: Then,
    },
    /// The person paused it: nothing starts until they resume.
    Paused,
    /// It failed too often: nothing starts by itself.
    Failed {
        /// How, the last time.
        cause: Cause,
        /// When.
        since: Moment,
    },
}

/// A child process, as far as it told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Child {
    /// Its process, once it is known.
    pub pid: Option<u32>,
    /// What it says of itself.
    pub condition: Condition,
    /// A newer build than its own is installed.
    pub outdated: bool,
}

/// What follows once a child is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Nothing.
    Off,
    /// The person's pause.
    Pause,
    /// Another start, after the pause its failures ask for.
    Begin,
}

/// Who needs it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Demand {
    /// Calls that wait for it or are worked on.
    pub(super) calls: u32,
    /// The moment the last of them went.
    pub(super) idle_since: Moment,
    /// Somebody looks at its state.
    pub(super) watched: bool,
}

impl Phase {
    /// What it is in.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The run whose child may live; `None` where none does.
    pub fn run(&self) -> Option<Run> {
        match self.stage {
            Stage::Starting { .. } | Stage::Up { .. } | Stage::Stopping { .. } => Some(self.run),
            Stage::Off | Stage::Resting { .. } | Stage::Paused | Stage::Failed { .. } => None,
        }
    }

    /// The process of its child, where one lives and is known.
    pub fn pid(&self) -> Option<u32> {
        match &self.stage {
            Stage::Starting { child, .. } | Stage::Up { child, .. } => child.pid,
            Stage::Stopping { pid, .. } => *pid,
            Stage::Off | Stage::Resting { .. } | Stage::Paused | Stage::Failed { .. } => None,
        }
    }

    /// How often a child was ordered.
    pub fn starts(&self) -> u64 {
        self.run.0
    }

    /// Calls that wait for it or are worked on.
    pub fn calls(&self) -> u32 {
        self.demand.calls
    }

    /// Whether its child is of an older build than is installed: a state to show, no alarm.
    pub fn is_outdated(&self) -> bool {
        match &self.stage {
            Stage::Starting { child, .. } | Stage::Up { child, .. } => child.outdated,
            Stage::Off | Stage::Resting { .. } | Stage::Stopping { .. } | Stage::Paused | Stage::Failed { .. } => false,
        }
    }

    /// The moment something is due though nothing happens.
    pub fn alarm(&self, policy: &Policy) -> Option<Moment> {
        match &self.stage {
            Stage::Starting { until, .. } | Stage::Resting { until, .. } | Stage::Stopping { until, .. } => {
                Some(*until)
            }
            Stage::Up { pulse, .. } => Some(pulse.deadline(policy, self.demand)),
            Stage::Off | Stage::Paused | Stage::Failed { .. } => None,
        }
    }
}

impl Cause {
    pub(super) fn exited(how: Exit) -> impl FnOnce(u32) -> Self {
        move |in_a_row| Self::Exited { how, in_a_row }
    }

    pub(super) fn cannot_start(why: Unstartable) -> impl FnOnce(u32) -> Self {
        move |_| Self::CannotStart(why)
    }
}
