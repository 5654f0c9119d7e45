//! The failures of a runtime that still count.

use super::{Cause, Moment, Policy};

/// The failures that still count, and the pause they ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// When the failures within the window were, the oldest first.
    failures: Vec<Moment>,
    /// Failures without a stable run between them.
    in_a_row: u32,
    /// No start before this moment, and why.
    rest: Option<(Moment, Cause)>,
}

/// What follows from one more failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A pause, then the next start.
    Rest,
    /// Too many: nothing starts by itself.
    TooMany(Cause),
}

impl Record {
    /// The child worked long enough that earlier failures have nothing to do with the next.
    pub(super) fn worked(&mut self) {
        self.in_a_row = 0;
    }

    /// Counts a failure.
    pub(super) fn count(&mut self, policy: &Policy, now: Moment, cause: impl FnOnce(u32) -> Cause) -> Verdict {
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.failures.retain(|failure| now.since(*failure) < policy.window);
        self.failures.push(now);
        let cause = cause(self.in_a_row);
        if self.failures.len() >= policy.failures as usize {
            return Verdict::TooMany(cause);
        }
        self.rest = Some((now.after(policy.pause(self.in_a_row)), cause));
        Verdict::Rest
    }

    /// The pause that is not over yet.
    pub(super) fn rest(&self, now: Moment) -> Option<(Moment, Cause)> {
        self.rest.clone().filter(|(until, _)| now < *until)
    }

    /// Forgets everything: a person asked, or another program runs from now on.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}
