//! One thing worth a person's attention: what it is, how much it matters, and the mend
//! that may be done without asking.

use camino::Utf8PathBuf;

use super::{Idle, ServiceTrouble, Trouble};
use crate::harness::PolicyEffect;
use crate::reconcile::{Refusal, Target};

/// One thing worth a person's attention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A change was interrupted.
    Interrupted(u64),
    /// A file of the state folder cannot be used.
    StateUnusable {
        /// The file.
        file: Utf8PathBuf,
        /// Why.
        problem: String,
    },
    /// A program of ours that entries need is gone or damaged.
    Program {
        /// The file.
        file: Utf8PathBuf,
        /// What is wrong with it.
        trouble: Trouble,
    },
    /// An entry of ours cannot work.
    EntryIdle {
        /// The entry.
        target: Target,
        /// Its file.
        file: Utf8PathBuf,
        /// Why.
        idle: Idle,
    },
    /// A config file of a program that is here cannot be used.
    ConfigUnusable {
        /// The program.
        harness: &'static str,
        /// Why.
        refusal: Refusal,
    },
    /// The file of an entry of ours cannot be used.
    EntryUnreadable {
        /// The entry.
        target: Target,
        /// Why.
        refusal: Refusal,
    },
    /// An entry of ours was edited.
    EntryEdited {
        /// The entry.
        target: Target,
        /// Its file.
        file: Utf8PathBuf,
    },
    /// An entry of ours is not there any more.
    EntryGone {
        /// The entry.
        target: Target,
        /// Its file.
        file: Utf8PathBuf,
    },
    /// Another server stands under the name of an entry of ours.
    EntryTaken {
        /// The entry.
        target: Target,
        /// Its file.
        file: Utf8PathBuf,
    },
    /// An entry of ours starts what it should no longer start.
    EntryOutdated {
        /// The entry.
        target: Target,
        /// Its file.
        file: Utf8PathBuf,
    },
    /// An entry starts our launcher, and no receipt knows it.
    EntryWithoutReceipt {
        /// What it would be.
        target: Target,
        /// Its file.
        file: Utf8PathBuf,
        /// Whether it is as we would write it; otherwise somebody made it their own.
        as_ours: bool,
    },
    /// An entry of another program starts something that is not there.
    CommandMissing {
        /// The program whose file it is.
        harness: &'static str,
        /// The file.
        file: Utf8PathBuf,
        /// The entry's name.
        name: String,
        /// What it would start.
        command: Utf8PathBuf,
    },
    /// A registered project is no project any more.
    ProjectLost {
        /// Its bridge.
        bridge: String,
        /// Its folder.
        folder: Utf8PathBuf,
        /// Whether the folder itself is gone.
        gone: bool,
    },
    /// Others may read a part of the state folder.
    StateShared(Utf8PathBuf),
    /// The host process, or what it needs, is not as it should be.
    Service(ServiceTrouble),
    /// The bridge of a skill has a newer version of it.
    SkillOutdated {
        /// The bridge.
        bridge: String,
        /// The skill's folder.
        folder: Utf8PathBuf,
    },
    /// A skill is not as its marker says.
    SkillChanged {
        /// The bridge.
        bridge: String,
        /// The skill's folder.
        folder: Utf8PathBuf,
        /// The files that were changed or deleted, by their path in it.
        files: Vec<String>,
    },
    /// A file of ours in a host app's folder is not there any more.
    PluginGone {
        /// The bridge.
        bridge: String,
        /// The file.
        file: Utf8PathBuf,
    },
    /// Somebody changed a file of ours in a host app's folder.
    PluginChanged {
        /// The bridge.
        bridge: String,
        /// The file.
        file: Utf8PathBuf,
    },
    /// An administrator's file decides which servers run.
    Policy {
        /// The program.
        harness: &'static str,
        /// The file.
        file: Utf8PathBuf,
        /// What it does.
        effect: PolicyEffect,
    },
    /// A program runs that would overwrite changes to its settings.
    ProgramRunning {
        /// The program.
        harness: &'static str,
        /// Its process.
        process: String,
    },
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something does not work.
    Error,
    /// It may stop working.
    Warning,
    /// Worth knowing.
    Note,
}

/// A mend that takes nothing of the person's away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fix {
    /// Take the interrupted change back.
    Recover,
    /// Take the rights of others away.
    MakePrivate,
    /// Take the entry into the receipt.
    Adopt,
    /// Write our entry as it should be now.
    Renew,
    /// Put our own programs back.
    PutBack,
    /// Put a bridge's files back into its host app's folder.
    PutPluginBack,
    /// Let the installed build take over from the one that runs.
    TakeOver,
    /// Take the note of a host away that is gone.
    ClearNote,
    /// End a runtime whose host is gone.
    EndOrphan,
}

impl Finding {
    /// A stable kebab-case code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Interrupted(_) => "interrupted",
            Self::StateUnusable { .. } => "state-unusable",
            Self::Program { trouble: Trouble::Gone, .. } => "program-gone",
            Self::Program { trouble: Trouble::Changed | Trouble::Unusable(_), .. } => "program-damaged",
            Self::EntryIdle { idle: Idle::NoBridge, .. } => "bridge-unknown",
            Self::EntryIdle { idle: Idle::NoCommand(_), .. } => "bridge-command-missing",
            Self::ConfigUnusable { .. } => "config-unusable",
            Self::EntryUnreadable { .. } => "entry-unreadable",
            Self::EntryEdited { .. } => "entry-edited",
            Self::EntryGone { .. } => "entry-gone",
            Self::EntryTaken { .. } => "entry-taken",
            Self::EntryOutdated { .. } => "entry-outdated",
            Self::EntryWithoutReceipt { .. } => "entry-without-receipt",
            Self::CommandMissing { .. } => "command-missing",
            Self::ProjectLost { .. } => "project-lost",
            Self::StateShared(_) => "state-shared",
            Self::Service(trouble) => trouble.code(),
            Self::SkillOutdated { .. } => "skill-outdated",
            Self::SkillChanged { .. } => "skill-changed",
            Self::PluginGone { .. } => "plugin-gone",
            Self::PluginChanged { .. } => "plugin-changed",
            Self::Policy { .. } => "policy",
            Self::ProgramRunning { .. } => "program-running",
        }
    }

    /// How much it matters.
    pub fn severity(&self) -> Severity {
        match self {
            Self::Service(trouble) => trouble.severity(),
            Self::Interrupted(_)
            | Self::StateUnusable { .. }
            | Self::Program { .. }
            | Self::EntryIdle { .. }
            | Self::ConfigUnusable { refusal: Refusal::Unparsable { .. }, .. }
            | Self::EntryUnreadable { .. }
            | Self::EntryTaken { .. }
            | Self::EntryOutdated { .. } => Severity::Error,
            Self::ConfigUnusable { .. }
            | Self::EntryEdited { .. }
            | Self::EntryGone { .. }
            | Self::EntryWithoutReceipt { as_ours: true, .. }
            | Self::ProjectLost { .. }
            | Self::SkillOutdated { .. }
            | Self::PluginGone { .. }
            | Self::StateShared(_) => Severity::Warning,
            Self::EntryWithoutReceipt { as_ours: false, .. }
            | Self::CommandMissing { .. }
            | Self::SkillChanged { .. }
            | Self::PluginChanged { .. }
            | Self::Policy { .. }
            | Self::ProgramRunning { .. } => Severity::Note,
        }
    }

    /// The mend we may do without asking, where there is one.
    pub fn fix(&self) -> Option<Fix> {
        match self {
            Self::Interrupted(_) => Some(Fix::Recover),
            Self::StateShared(_) => Some(Fix::MakePrivate),
            Self::EntryWithoutReceipt { as_ours: true, .. } => Some(Fix::Adopt),
            Self::EntryOutdated { .. } => Some(Fix::Renew),
            Self::Program { .. } => Some(Fix::PutBack),
            Self::PluginGone { .. } => Some(Fix::PutPluginBack),
            Self::Service(trouble) => trouble.fix(),
            Self::StateUnusable { .. }
            | Self::EntryIdle { .. }
            | Self::EntryWithoutReceipt { as_ours: false, .. }
            | Self::ConfigUnusable { .. }
            | Self::EntryUnreadable { .. }
            | Self::EntryEdited { .. }
            | Self::EntryGone { .. }
            | Self::EntryTaken { .. }
            | Self::CommandMissing { .. }
            | Self::ProjectLost { .. }
            | Self::SkillOutdated { .. }
            | Self::SkillChanged { .. }
            | Self::PluginChanged { .. }
            | Self::Policy { .. }
            | Self::ProgramRunning { .. } => None,
        }
    }
}
