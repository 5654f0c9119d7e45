//! The way of a call from an entry to the host app, and where it ends today.

use camino::Utf8PathBuf;

use super::{Cause, Health, Mend};
use crate::doctor::{Fix, Trouble};
use crate::notice::Foreign;
use crate::reconcile::{Drift, Refusal, Remedy};

/// One step on the way of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChainStep {
    /// The entry in the AI program's own file.
    Config,
    /// The program the entry names.
    Launcher,
    /// The program that one starts.
    Engine,
    /// The host process.
    Host,
    /// The running side of the bridge.
    Runtime,
    /// The desktop program itself.
    HostApp,
}

/// One step, how it stands and what helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The step.
    pub step: ChainStep,
    /// How it stands.
    pub standing: Standing,
    /// What helps, where something must be done.
    pub mend: Option<Mend>,
}

/// How a step stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It works.
    Good,
    /// It works, and is of an older build than is installed: to show, no alarm.
    Older,
    /// It cannot be told: a step before it does not work, or is not there yet.
    Unknown,
    /// Nothing is wrong, and it works as soon as this is so.
    Waiting(Awaited),
    /// It does not work.
    Bad(Fault),
}

/// What a step waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// The next call, which starts it.
    Call,
    /// The end of its start.
    Start,
    /// The person, who paused it.
    Resume,
    /// This host app, which is closed.
    HostApp(String),
}

/// Why a step does not work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The entry is not as we wrote it.
    Entry(Foreign),
    /// Its file cannot be used.
    File(Refusal),
    /// A program of ours is gone or damaged.
    Program(Trouble),
    /// The host does not run as it should.
    Host(HostTrouble),
    /// What the person chose cannot be read, so nothing is started: why, in words.
    Settings(String),
    /// The runtime does not.
    Runtime(Cause),
}

/// Why the host does not run as it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostTrouble {
    /// It is there and does not answer.
    Silent,
    /// It could not be started, in the system's own words.
    CannotStart(String),
    /// Its program is not there.
    Gone(Utf8PathBuf),
    /// It is of this newer version, and does not speak with this one.
    Newer(String),
    /// The state folder cannot be written.
    ReadOnly(Utf8PathBuf),
    /// The disk of the state folder is full.
    DiskFull(Utf8PathBuf),
}

/// What is known of the host process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostSight {
    /// None runs.
    Absent,
    /// It runs and answers.
    Running {
        /// It is of an older build than is installed.
        older: bool,
    },
    /// It does not run as it should.
    Troubled(HostTrouble),
}

/// What was looked at.
#[derive(Clone, Debug)]
pub struct ChainFacts {
    /// The entry.
    pub config: Result<Drift, Refusal>,
    /// What is wrong with the launcher.
    pub launcher: Option<Trouble>,
    /// What is wrong with the engine.
    pub engine: Option<Trouble>,
    /// The host process.
    pub host: HostSight,
    /// The runtime, as the host says.
    pub runtime: Health,
    /// Its child is of an older build than is installed.
    pub runtime_outdated: bool,
    /// The last step this bridge has: not every one has a runtime or a host app.
    pub last: ChainStep,
}

/// The steps of one entry, in order, up to the last its bridge has.
///
/// What stands after a step that does not work, or is not there yet, is unknown and not
/// bad: nobody can tell from here.
pub fn chain(facts: &ChainFacts) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    for step in ChainStep::ALL.into_iter().filter(|step| *step <= facts.last) {
        let reached = links.last().is_none_or(|link| matches!(link.standing, Standing::Good | Standing::Older));
        let standing = if reached { standing(step, facts) } else { Standing::Unknown };
        links.push(Link { step, mend: standing.mend(), standing });
    }
    links
}

fn standing(step: ChainStep, facts: &ChainFacts) -> Standing {
    let program = |trouble: &Option<Trouble>| match trouble {
        None => Standing::Good,
        Some(trouble) => Standing::Bad(Fault::Program(trouble.clone())),
    };
    match step {
        ChainStep::Config => match &facts.config {
            Ok(drift) => match Foreign::of(*drift) {
                None => Standing::Good,
                Some(foreign) => Standing::Bad(Fault::Entry(foreign)),
            },
            Err(refusal) => Standing::Bad(Fault::File(refusal.clone())),
        },
        ChainStep::Launcher => program(&facts.launcher),
        ChainStep::Engine => program(&facts.engine),
        ChainStep::Host => match &facts.host {
            HostSight::Absent => Standing::Waiting(Awaited::Call),
            HostSight::Running { older: false } => Standing::Good,
            HostSight::Running { older: true } => Standing::Older,
            HostSight::Troubled(trouble) => Standing::Bad(Fault::Host(trouble.clone())),
        },
        ChainStep::Runtime => match &facts.runtime {
            Health::Ready | Health::Waiting(_) if facts.runtime_outdated => Standing::Older,
            Health::Ready | Health::Waiting(_) => Standing::Good,
            Health::Starting => Standing::Waiting(Awaited::Start),
            Health::Stopped => Standing::Waiting(Awaited::Call),
            Health::Paused => Standing::Waiting(Awaited::Resume),
            Health::PauseUnknown(why) => Standing::Bad(Fault::Settings(why.clone())),
            Health::Degraded(cause) | Health::Failed(cause) => Standing::Bad(Fault::Runtime(cause.clone())),
        },
        ChainStep::HostApp => match &facts.runtime {
            Health::Waiting(app) => Standing::Waiting(Awaited::HostApp(app.clone())),
            Health::Ready => Standing::Good,
            Health::Starting
            | Health::Stopped
            | Health::Paused
            | Health::PauseUnknown(_)
            | Health::Degraded(_)
            | Health::Failed(_) => Standing::Unknown,
        },
    }
}

impl ChainStep {
    /// Every step, in the order of a call.
    pub const ALL: [Self; 6] = [Self::Config, Self::Launcher, Self::Engine, Self::Host, Self::Runtime, Self::HostApp];

    /// A stable kebab-case word, for JSON output and for the sentence's key.
    pub fn word(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Launcher => "launcher",
            Self::Engine => "engine",
            Self::Host => "host",
            Self::Runtime => "runtime",
            Self::HostApp => "host-app",
        }
    }
}

impl Standing {
    /// A stable kebab-case word, for JSON output.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Older => "older",
            Self::Unknown => "unknown",
            Self::Waiting(_) => "waiting",
            Self::Bad(_) => "bad",
        }
    }

    /// A stable kebab-case code of what is awaited or wrong, for the sentence's key.
    pub fn code(&self) -> Option<&'static str> {
        match self {
            Self::Good | Self::Older | Self::Unknown => None,
            Self::Waiting(awaited) => Some(awaited.code()),
            Self::Bad(fault) => Some(fault.code()),
        }
    }

    fn mend(&self) -> Option<Mend> {
        match self {
            Self::Good | Self::Older | Self::Unknown | Self::Waiting(Awaited::Call | Awaited::Start) => None,
            Self::Waiting(Awaited::Resume) => Some(Mend::Resume),
            Self::Waiting(Awaited::HostApp(app)) => Some(Mend::OpenHostApp(app.clone())),
            Self::Bad(fault) => Some(fault.mend()),
        }
    }
}

impl Awaited {
    /// A stable kebab-case code, for JSON output and for the sentence's key.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Start => "start",
            Self::Resume => "resume",
            Self::HostApp(_) => "host-app",
        }
    }
}

impl Fault {
    /// A stable kebab-case code, for JSON output and for the sentence's key: where the
    /// check-up or a refusal has a word for the same, that word.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Entry(foreign) => foreign.code(),
            Self::File(refusal) => refusal.code(),
            Self::Program(Trouble::Gone) => "program-gone",
            Self::Program(Trouble::Changed | Trouble::Unusable(_)) => "program-damaged",
            Self::Host(trouble) => trouble.code(),
            Self::Settings(_) => "settings-unusable",
            Self::Runtime(cause) => cause.code(),
        }
    }

    /// What helps.
    pub fn mend(&self) -> Mend {
        match self {
            Self::Entry(Foreign::Gone) => Mend::ConnectOrForget,
            Self::Entry(Foreign::Edited) => Mend::Remedy(Remedy::KeepOrRestore),
            Self::Entry(Foreign::Taken) => Mend::Forget,
            Self::File(refusal) => Mend::Remedy(refusal.remedy()),
            Self::Program(_) => Mend::Fix(Fix::PutBack),
            Self::Host(trouble) => trouble.mend(),
            Self::Settings(_) => Mend::MendSettings,
            Self::Runtime(cause) => cause.mend(),
        }
    }
}

impl HostTrouble {
    /// A stable kebab-case code, for JSON output and for the sentence's key.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Silent => "host-silent",
            Self::CannotStart(_) => "host-cannot-start",
            Self::Gone(_) => "program-gone",
            Self::Newer(_) => "host-newer",
            Self::ReadOnly(_) => "read-only",
            Self::DiskFull(_) => "disk-full",
        }
    }

    /// What helps.
    pub fn mend(&self) -> Mend {
        match self {
            Self::Silent => Mend::EndProcess,
            Self::CannotStart(_) => Mend::Remedy(Remedy::TryAgain),
            Self::Gone(_) => Mend::Fix(Fix::PutBack),
            Self::Newer(_) => Mend::Remedy(Remedy::UseNewer),
            Self::ReadOnly(path) => Mend::Remedy(Remedy::MakeWritable(path.clone())),
            Self::DiskFull(folder) => Mend::MakeRoom(folder.clone()),
        }
    }
}
