//! How a runtime is, for people: what its phase means.

use std::time::Duration;

use super::{Beat, Condition, Exit, Mend, Moment, Phase, Stage, Then, Unstartable};

/// How a runtime is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// It takes calls.
    Ready,
    /// It is being started.
    Starting,
    /// It takes calls as soon as this host app is open: no alarm.
    Waiting(String),
    /// The person paused it.
    Paused,
    /// Whether the person paused it cannot be read, so it counts as paused: why, in words.
    PauseUnknown(String),
    /// It does not do all it should.
    Degraded(Cause),
    /// Nothing runs; the next call starts it.
    Stopped,
    /// It failed too often; nothing starts by itself.
    Failed(Cause),
}

/// What is wrong with a runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It ended though nobody asked it to.
    Exited {
        /// How, the last time.
        how: Exit,
        /// Failures in a row, this one too.
        in_a_row: u32,
    },
    /// It could not be started.
    CannotStart(Unstartable),
    /// It was not ready within this time.
    NotReady(Duration),
    /// It has not answered since.
    NoAnswer(Moment),
    /// It was killed and is still there; when it was first asked to end.
    WillNotEnd(Moment),
    /// What it says itself, in its own words.
    Reported(String),
}

/// Why a runtime is not to be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// The person paused it.
    Paused,
    /// It was stopped while the call waited.
    Stopped,
    /// It fails.
    Failing(Cause),
}

/// How a runtime is. That it is of an older build is told by [`Phase::is_outdated`].
pub fn health(phase: &Phase) -> Health {
    match phase.stage() {
        Stage::Off => Health::Stopped,
        Stage::Starting { .. } => Health::Starting,
        Stage::Up { pulse, child, .. } => match (pulse.beat, &child.condition) {
            (Beat::Unwell { .. }, _) => Health::Degraded(Cause::NoAnswer(pulse.quiet_since)),
            (Beat::Well { .. }, Condition::Ready) => Health::Ready,
            (Beat::Well { .. }, Condition::Waiting(app)) => Health::Waiting(app.clone()),
            (Beat::Well { .. }, Condition::Degraded(words)) => Health::Degraded(Cause::Reported(words.clone())),
        },
        Stage::Resting { cause, .. } => Health::Degraded(cause.clone()),
        // The first kill has had its whole time once there is a second.
        Stage::Stopping { kills: 2.., since, .. } => Health::Degraded(Cause::WillNotEnd(*since)),
        Stage::Stopping { then: Then::Pause, .. } => Health::Paused,
        Stage::Stopping { failed: Some(cause), .. } => Health::Degraded(cause.clone()),
        Stage::Stopping { then: Then::Begin, .. } => Health::Starting,
        Stage::Stopping { then: Then::Off, .. } => Health::Stopped,
        Stage::Paused => Health::Paused,
        Stage::Failed { cause, .. } => Health::Failed(cause.clone()),
    }
}

impl Health {
    /// A stable kebab-case word, for JSON output and for the sentence's key.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Starting => "starting",
            Self::Waiting(_) => "waiting",
            Self::Paused | Self::PauseUnknown(_) => "paused",
            Self::Degraded(_) => "degraded",
            Self::Stopped => "stopped",
            Self::Failed(_) => "failed",
        }
    }
}

impl Cause {
    /// A stable kebab-case code, for JSON output and for the sentence's key.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Exited { .. } => "exited",
            Self::CannotStart(Unstartable::Missing(_)) => "program-missing",
            Self::CannotStart(Unstartable::Refused(_)) => "cannot-start",
            Self::NotReady(_) => "not-ready",
            Self::NoAnswer(_) => "no-answer",
            Self::WillNotEnd(_) => "will-not-end",
            Self::Reported(_) => "reported",
        }
    }

    /// What helps.
    pub fn mend(&self) -> Mend {
        match self {
            Self::CannotStart(Unstartable::Missing(program)) => Mend::InstallProgram(program.clone()),
            Self::CannotStart(Unstartable::Refused(_))
            | Self::Exited { .. }
            | Self::NotReady(_)
            | Self::Reported(_) => Mend::ReadLog,
            Self::NoAnswer(_) => Mend::Restart,
            Self::WillNotEnd(_) => Mend::EndProcess,
        }
    }
}

impl Unavailable {
    /// A stable kebab-case code, for JSON output and for the sentence's key.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Paused => "paused",
            Self::Stopped => "stopped",
            Self::Failing(cause) => cause.code(),
        }
    }

    /// What helps; `None` where asking again is all.
    pub fn mend(&self) -> Option<Mend> {
        match self {
            Self::Paused => Some(Mend::Resume),
            Self::Stopped => None,
            Self::Failing(cause) => Some(cause.mend()),
        }
    }
}
