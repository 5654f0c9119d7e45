//! How patient the host is: every number of it in one value.

use std::time::Duration;

/// A point in time, as the span since some start that nobody else knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub Duration);

impl Moment {
    /// This much later; a span without end leads to the end of time.
    pub fn after(self, span: Duration) -> Self {
        Self(self.0.saturating_add(span))
    }

    /// The span since an earlier moment; none where that one is the later.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// How patient the host is with one runtime. The default is what the product does; tests
/// shorten it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The pause after the first failure; each further one in a row doubles it.
    pub first_pause: Duration,
    /// No pause is longer.
    pub longest_pause: Duration,
    /// Whoever was ready and answering this long begins again with the first pause.
    pub stable_after: Duration,
    /// This many failures within [`Self::window`] are too many.
    pub failures: u32,
    /// How far back failures count, and how long nothing starts again by itself after too
    /// many.
    pub window: Duration,
    /// A call waits no longer than this for the next start after a failure.
    pub call_patience: Duration,
    /// How long it may take from its start until it is ready.
    pub start_grace: Duration,
    /// From one probe to the next while nobody needs it.
    pub probe_idle: Duration,
    /// The same while calls are open, somebody watches, or it is unwell.
    pub probe_needed: Duration,
    /// How long a probe waits for its answer.
    pub probe_patience: Duration,
    /// This many unanswered probes in a row make it unwell.
    pub misses: u32,
    /// This many answered probes in a row make it well again.
    pub answers: u32,
    /// How long one that answers no probe is left alone while it has calls open: a server
    /// with one thread may simply be busy.
    pub silence_busy: Duration,
    /// The same while it has none.
    pub silence_idle: Duration,
    /// How long it may take to end when asked, before it is killed; and how long a kill
    /// may take before it is repeated.
    pub stop_patience: Duration,
    /// An alarm later than this was not late: the machine slept.
    pub late: Duration,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            first_pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(60),
            stable_after: Duration::from_secs(60),
            failures: 5,
            window: Duration::from_secs(600),
            call_patience: Duration::from_secs(2),
            start_grace: Duration::from_secs(60),
            probe_idle: Duration::from_secs(30),
            probe_needed: Duration::from_secs(1),
            probe_patience: Duration::from_secs(1),
            misses: 2,
            answers: 2,
            silence_busy: Duration::from_secs(120),
            silence_idle: Duration::from_secs(10),
            stop_patience: Duration::from_secs(5),
            late: Duration::from_secs(5),
        }
    }
}

impl Policy {
    /// The pause after so many failures in a row.
    pub fn pause(&self, in_a_row: u32) -> Duration {
        let doubled = 2_u32.saturating_pow(in_a_row.saturating_sub(1));
        self.first_pause.saturating_mul(doubled).min(self.longest_pause)
    }
}
