//! What happens to a runtime, and what is to be done about it.

use super::{Moment, Unavailable};

/// Which start of a runtime: news of a child that is no longer its child are told apart
/// by it, also where the system uses a process id again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run(pub u64);

/// What happened. Each has a meaning in every phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A call wants it: it is answered by [`Order::Release`] or [`Order::TurnAway`], at
    /// once or later.
    Wanted,
    /// The child of this run is there.
    Started {
        /// Its start.
        run: Run,
        /// Its process.
        pid: u32,
    },
    /// There is no child of this run, and there will be none.
    CouldNotStart {
        /// Its start.
        run: Run,
        /// Why.
        why: Unstartable,
    },
    /// The child can take calls.
    Ready(Run),
    /// The child is gone, with everything it started.
    Exited {
        /// Its start.
        run: Run,
        /// How it ended.
        how: Exit,
    },
    /// The child answered: a probe, or anything else that only the living send.
    ProbeAnswered(Run),
    /// The child says how it is.
    Told {
        /// Its start.
        run: Run,
        /// How it is.
        condition: Condition,
    },
    /// So many calls wait for it or are worked on.
    CallsOpen(u32),
    /// Whether somebody looks at its state right now.
    Watched(bool),
    /// The person pauses it.
    Pause,
    /// The person ends the pause. Starts nothing by itself.
    Resume,
    /// It is not needed any more: its bridge goes, or the host does.
    Stop,
    /// A newer build of it is installed.
    Replaced,
    /// The person asks to try again.
    TryAgain,
    /// Nothing but time went by: the alarm of [`Order::WakeAt`].
    Time,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// The system does not say.
    Unknown,
}

/// Why no child could be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unstartable {
    /// Its program is not there.
    Missing(String),
    /// The system refused, in its own words.
    Refused(String),
}

/// What a runtime says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Condition {
    /// All is there.
    #[default]
    Ready,
    /// It waits for this host app to be opened.
    Waiting(String),
    /// Something of it does not work, in its own words.
    Degraded(String),
}

/// What the host is to do, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Start a child. [`Signal::Started`] or [`Signal::CouldNotStart`] answers.
    Start(Run),
    /// Ask the child for a sign of life.
    Probe(Run),
    /// Close the child's input, which asks it to end. Once is enough; twice is no error.
    AskToEnd(Run),
    /// End the child's whole tree. Until [`Signal::Exited`] it counts as living.
    Kill(Run),
    /// Send [`Signal::Time`] at this moment, and at no other asked for before.
    WakeAt(Moment),
    /// Let the waiting calls go to the child.
    Release,
    /// Answer the waiting calls: it is not to be had.
    TurnAway(Unavailable),
}
