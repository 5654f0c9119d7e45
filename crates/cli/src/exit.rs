//! How the program ends, as a number for scripts.

use std::process::ExitCode;

/// The meaning of each exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// What was asked for is so.
    Done,
    /// The command was not understood.
    Usage,
    /// Something it needs could not be had.
    Unavailable,
    /// Some of it is so; the refusals are listed.
    Partly,
    /// It was refused, and nothing was done.
    Refused,
    /// Our bug.
    Fault,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Usage => 2,
            Exit::Unavailable => 3,
            Exit::Partly => 4,
            Exit::Refused => 5,
            Exit::Fault => 70,
        })
    }
}
