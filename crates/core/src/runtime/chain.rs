//! The way of a call from an entry to the host app, and where it ends today.

use camino::Utf8PathBuf;

use super::{Cause, Health};
use crate::doctor::{Fix, Trouble};
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
    Entry(Drift),
    /// Its file cannot be used.
    File(Refusal),
    /// A program of ours is gone or damaged.
    Program(Trouble),
    /// The host does not run as it should.
    Host(HostTrouble),
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
    /// The state folder was written by a newer version.
    NewerState,
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

/// What helps against what is wrong with a bridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mend {
    /// What helps against a refusal.
    Remedy(Remedy),
    /// What the check-up may do without asking.
    Fix(Fix),
    /// Put the entry back.
    Enable,
    /// End the pause.
    Resume,
    /// Read what it said last, then try again.
    ReadLog,
    /// Start it again.
    Restart,
    /// End its process by the system's own means.
    EndProcess,
    /// Install this program.
    InstallProgram(String),
    /// Open this host app.
    OpenHostApp(String),
    /// Make room on the disk of this folder.
    MakeRoom(Utf8PathBuf),
}

/// The steps of one entry, in order. What stands after a step that does not work, or is
/// not there yet, is unknown and not bad.
pub fn chain(facts: &ChainFacts) -> Vec<Link> {
    let _ = facts;
    Vec::new()
}
