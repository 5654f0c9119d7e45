//! Why something cannot be done, and what helps.

use camino::Utf8PathBuf;

use crate::document::{DocumentError, Problem};
use crate::harness::NameProblem;

/// Why one target was left as it is. Nothing was changed for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The file does not parse, or holds a form that cannot be changed safely.
    #[error("{file}: {error}")]
    Unparsable {
        /// The file.
        file: Utf8PathBuf,
        /// The place and the problem.
        error: DocumentError,
    },
    /// Another server stands under our name.
    #[error("{file}: another server is called {name:?}")]
    SlotTaken {
        /// The file.
        file: Utf8PathBuf,
        /// The name.
        name: String,
    },
    /// An older program for the same job has an entry there.
    #[error("{file}: the older entry {name:?} does the same job")]
    Predecessor {
        /// The file.
        file: Utf8PathBuf,
        /// The name of its entry.
        name: String,
    },
    /// The person changed our entry.
    #[error("{file}: the entry {name:?} was edited since it was written")]
    EditedSince {
        /// The file.
        file: Utf8PathBuf,
        /// The entry's name.
        name: String,
    },
    /// The person changed a file of ours.
    #[error("{0} was changed since it was written")]
    FileEdited(Utf8PathBuf),
    /// A file that is not ours stands where ours would go.
    #[error("{0} is not ours")]
    FileTaken(Utf8PathBuf),
    /// A folder that is not ours stands where a skill of ours would go.
    #[error("the folder {0} is not ours")]
    FolderTaken(Utf8PathBuf),
    /// An older program for the same job has its skill there.
    #[error("the folder {0} holds an older skill for the same job")]
    OlderSkill(Utf8PathBuf),
    /// A link stands where a file of ours may only lie in the folder itself.
    #[error("{0} is a link")]
    LinkInTheWay(Utf8PathBuf),
    /// A later revision changed the same entry.
    #[error("change {later} came after it and touched the same entry")]
    ChangedLater {
        /// The later revision.
        later: u64,
    },
    /// The file is read-only by its mode, or lies on a read-only file system.
    #[error("{0} is read-only")]
    ReadOnly(Utf8PathBuf),
    /// The folder does not let us make files.
    #[error("no right to write in the folder {0}")]
    FolderReadOnly(Utf8PathBuf),
    /// The file cannot be read.
    #[error("no right to read {0}")]
    Unreadable(Utf8PathBuf),
    /// The file has a second name: replacing it would part the two.
    #[error("{0} has a second hard link")]
    HardLinked(Utf8PathBuf),
    /// The file is a mount point of its own.
    #[error("{0} is a mount point")]
    MountPoint(Utf8PathBuf),
    /// A symbolic link leads to nothing.
    #[error("{0} is a link to nothing")]
    DanglingLink(Utf8PathBuf),
    /// Symbolic links lead in a circle.
    #[error("{0} is a circle of links")]
    LinkLoop(Utf8PathBuf),
    /// A folder, a device, a socket.
    #[error("{0} is not a file")]
    NotAFile(Utf8PathBuf),
    /// Its owner, ACL or extended attributes could not be carried over.
    #[error("the owner or attributes of {0} cannot be kept")]
    Attributes(Utf8PathBuf),
    /// An administrator's policy makes the entry void.
    #[error("managed by the policy {0}")]
    ManagedByPolicy(Utf8PathBuf),
    /// The program runs and would write its own memory over ours.
    #[error("{process} is running")]
    HarnessRunning {
        /// The process.
        process: String,
    },
    /// The state folder was written by a newer Bascule.
    #[error("written by a newer version")]
    NewerFormat,
    /// Several files could be the one.
    #[error("several files could be meant")]
    Ambiguous(Vec<Utf8PathBuf>),
    /// The harness has no config file in this scope on this system.
    #[error("no config file in this scope on this system")]
    NoSite,
    /// The harness is at the end of its life: entries are only removed.
    #[error("the program is retired")]
    Retired,
    /// The harness keeps its servers where no file can be edited.
    #[error("the program takes servers only by hand")]
    ByHand,
    /// No harness of this id.
    #[error("no program of this name")]
    UnknownHarness,
    /// Our name breaks the harness's rules.
    #[error("{0}")]
    Name(NameProblem),
    /// The launcher's path contains what the harness would expand as a variable.
    #[error("the path {0} contains what the program would expand")]
    Expanded(Utf8PathBuf),
    /// The bridge whose entry would come back was removed.
    #[error("the bridge {bridge:?} was removed")]
    BridgeRemoved {
        /// Its id.
        bridge: String,
    },
    /// Somebody else wrote the same entry while we did, or kept writing.
    #[error("{0} kept changing")]
    KeptChanging(Utf8PathBuf),
    /// The lock of the harness stayed taken.
    #[error("the lock {0} stayed taken")]
    LockHeld(Utf8PathBuf),
    /// Another program has the file open and keeps everybody else out (Windows).
    #[error("{0} is in use by another program")]
    InUse(Utf8PathBuf),
    /// The system refused a step.
    #[error("{file}: {problem}")]
    System {
        /// The file.
        file: Utf8PathBuf,
        /// The system's own words.
        problem: String,
    },
}

/// What helps against a refusal: a button in a window, a `help:` line in a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Mend the file at this place, then run the command again.
    MendFile {
        /// The file.
        file: Utf8PathBuf,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// Choose another name or remove the other server.
    FreeName {
        /// The name.
        name: String,
    },
    /// Move the file away, then run the command again.
    FreePlace(Utf8PathBuf),
    /// Say what happens to the older entry.
    ReplaceOrLeave,
    /// Say what happens to the older skill.
    ReplaceOrLeaveSkill,
    /// Keep the person's version or put ours back.
    KeepOrRestore,
    /// Roll the later change back first.
    RollBackFirst {
        /// The later revision.
        revision: u64,
    },
    /// Change the rights of the file or folder, or paste the snippet.
    MakeWritable(Utf8PathBuf),
    /// Paste the snippet by hand: we cannot change this file without parting something.
    PasteSnippet,
    /// Mend or remove the link.
    MendLink(Utf8PathBuf),
    /// Ask the administrator.
    AskAdministrator(Utf8PathBuf),
    /// Quit the program, then run the command again.
    Quit {
        /// The process.
        process: String,
    },
    /// Quit the program that has the file open, then run the command again.
    CloseFile(Utf8PathBuf),
    /// Use the newer version of Bascule.
    UseNewer,
    /// Name the file.
    NameFile,
    /// Use user scope, or a program that has this scope.
    OtherScope,
    /// Move to a program that is maintained.
    ChooseOther,
    /// See the list of programs.
    SeePrograms,
    /// Install Bascule under a path without such characters.
    MovePath,
    /// Add the bridge again.
    AddBridge {
        /// Its id.
        bridge: String,
    },
    /// Run it again.
    TryAgain,
}

impl Refusal {
    /// A stable kebab-case code, for JSON output and for the sentence's key.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unparsable { error, .. } => match error.problem {
                Problem::DuplicateKey(_) => "duplicate-key",
                Problem::WrongType { .. } => "wrong-type",
                Problem::SeveralDocuments => "several-documents",
                Problem::TooLarge => "too-large",
                Problem::NotUtf8 => "not-utf8",
                Problem::TooDeep => "too-deep",
                Problem::Scattered(_) | Problem::Unsupported(_) | Problem::SecondOpinion => "unsafe-form",
                Problem::Syntax(_) | Problem::Occupied(_) | Problem::Missing(_) => "unparsable",
            },
            Self::SlotTaken { .. } => "slot-taken",
            Self::Predecessor { .. } => "predecessor",
            Self::EditedSince { .. } => "edited-since",
            Self::FileEdited(_) => "file-edited",
            Self::FileTaken(_) => "file-taken",
            Self::FolderTaken(_) => "folder-taken",
            Self::OlderSkill(_) => "older-skill",
            Self::LinkInTheWay(_) => "link-in-the-way",
            Self::ChangedLater { .. } => "changed-later",
            Self::ReadOnly(_) => "read-only",
            Self::FolderReadOnly(_) => "folder-read-only",
            Self::Unreadable(_) => "unreadable",
            Self::HardLinked(_) => "hard-linked",
            Self::MountPoint(_) => "mount-point",
            Self::DanglingLink(_) => "dangling-link",
            Self::LinkLoop(_) => "link-loop",
            Self::NotAFile(_) => "not-a-file",
            Self::Attributes(_) => "attributes",
            Self::ManagedByPolicy(_) => "managed-by-policy",
            Self::HarnessRunning { .. } => "program-running",
            Self::NewerFormat => "newer-format",
            Self::Ambiguous(_) => "ambiguous",
            Self::NoSite => "no-site",
            Self::Retired => "retired",
            Self::ByHand => "by-hand",
            Self::UnknownHarness => "unknown-program",
            Self::Name(_) => "bad-name",
            Self::Expanded(_) => "expanded-path",
            Self::BridgeRemoved { .. } => "bridge-removed",
            Self::KeptChanging(_) => "kept-changing",
            Self::LockHeld(_) => "lock-held",
            Self::InUse(_) => "in-use",
            Self::System { .. } => "system",
        }
    }

    /// What helps.
    pub fn remedy(&self) -> Remedy {
        match self {
            Self::Unparsable { file, error } => match error.problem {
                Problem::Scattered(_) | Problem::Unsupported(_) | Problem::SecondOpinion | Problem::TooLarge => {
                    Remedy::PasteSnippet
                }
                _ => Remedy::MendFile { file: file.clone(), line: error.line, column: error.column },
            },
            Self::SlotTaken { name, .. } => Remedy::FreeName { name: name.clone() },
            Self::Predecessor { .. } => Remedy::ReplaceOrLeave,
            Self::EditedSince { .. } => Remedy::KeepOrRestore,
            Self::FileEdited(path) | Self::FileTaken(path) | Self::FolderTaken(path) | Self::LinkInTheWay(path) => {
                Remedy::FreePlace(path.clone())
            }
            Self::OlderSkill(_) => Remedy::ReplaceOrLeaveSkill,
            Self::ChangedLater { later } => Remedy::RollBackFirst { revision: *later },
            Self::ReadOnly(path) | Self::FolderReadOnly(path) | Self::Unreadable(path) => {
                Remedy::MakeWritable(path.clone())
            }
            Self::HardLinked(_) | Self::MountPoint(_) | Self::Attributes(_) | Self::NotAFile(_) | Self::ByHand => {
                Remedy::PasteSnippet
            }
            Self::DanglingLink(path) | Self::LinkLoop(path) => Remedy::MendLink(path.clone()),
            Self::ManagedByPolicy(file) => Remedy::AskAdministrator(file.clone()),
            Self::HarnessRunning { process } => Remedy::Quit { process: process.clone() },
            Self::NewerFormat => Remedy::UseNewer,
            Self::Ambiguous(_) => Remedy::NameFile,
            Self::NoSite => Remedy::OtherScope,
            Self::Retired => Remedy::ChooseOther,
            Self::UnknownHarness => Remedy::SeePrograms,
            Self::Name(_) => Remedy::PasteSnippet,
            Self::Expanded(_) => Remedy::MovePath,
            Self::BridgeRemoved { bridge } => Remedy::AddBridge { bridge: bridge.clone() },
            Self::InUse(file) => Remedy::CloseFile(file.clone()),
            Self::KeptChanging(_) | Self::LockHeld(_) | Self::System { .. } => Remedy::TryAgain,
        }
    }
}

impl Remedy {
    /// A stable kebab-case word, for JSON output and for the sentence's key.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::MendFile { .. } => "mend-file",
            Self::FreeName { .. } => "free-name",
            Self::FreePlace(_) => "free-place",
            Self::ReplaceOrLeave => "replace-or-leave",
            Self::ReplaceOrLeaveSkill => "replace-or-leave-skill",
            Self::KeepOrRestore => "keep-or-restore",
            Self::RollBackFirst { .. } => "roll-back-first",
            Self::MakeWritable(_) => "make-writable",
            Self::PasteSnippet => "paste-snippet",
            Self::MendLink(_) => "mend-link",
            Self::AskAdministrator(_) => "ask-administrator",
            Self::Quit { .. } => "quit",
            Self::CloseFile(_) => "close-file",
            Self::UseNewer => "use-newer",
            Self::NameFile => "name-file",
            Self::OtherScope => "other-scope",
            Self::ChooseOther => "choose-other",
            Self::SeePrograms => "see-programs",
            Self::MovePath => "move-path",
            Self::AddBridge { .. } => "add-bridge",
            Self::TryAgain => "try-again",
        }
    }
}
