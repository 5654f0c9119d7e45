//! Harnesses as data: one value a harness, one file each.
//!
//! A harness is an AI client that reads MCP servers from a config file. What
//! differs between them is written down here as values; nothing elsewhere may
//! branch on a harness id. Sources are named in each value's doc comment: the
//! marks and tags are those of the fact sheet the table was made from.

mod choose;
mod elsewhere;
mod entry;
mod place;
mod table;
mod terms;

pub use choose::{Ambiguous, Candidate, ConfigSite};
pub use elsewhere::{Advice, Elsewhere, Side, elsewhere, elsewhere_probes};
pub use entry::{Launch, NameProblem};
pub use place::{Base, Place, Probe, Standing, Trace};
pub use table::{ALL, find};
pub use terms::{
    COMMAND_AND_ARGS, EVERYWHERE, LINUX, MAC, MCP_SERVERS, MCP_SERVERS_SNAKE, MCP_SERVERS_STDIO,
    STDIO_COMMAND_AND_ARGS, UNIX, WINDOWS, WORD_NAMES,
};

use camino::{Utf8Path, Utf8PathBuf};

use crate::document::{Bom, Dialect};
use crate::machine::{Machine, Os};

/// One AI client, as far as Bascule must know it.
#[derive(Debug)]
pub struct Harness {
    /// Stable id, lower-case kebab; written into receipts and `--for`.
    pub id: &'static str,
    /// The brand name people know; the same in every language.
    pub name: &'static str,
    /// Who makes it.
    pub vendor: &'static str,
    /// Whether entries are newly written.
    pub status: Status,
    /// What proves that it is on the machine, strongest first.
    pub traces: &'static [Trace],
    /// Where its config lies. At most one per scope.
    pub sites: &'static [Site],
    /// What a server may be called.
    pub names: NameRules,
    /// How it expands variables inside an entry.
    pub variables: Variables,
    /// What environment a server it starts gets.
    pub inherits: Inherits,
    /// Where it looks for skills.
    pub skills: &'static [SkillFolder],
    /// Whether it also reads the shared folder: `~/.agents/skills`, and `.agents/skills`
    /// in a project.
    pub shared_skills: Known<bool>,
    /// What makes a changed config count.
    pub reload: Reload,
    /// Whether and how the program itself writes the file.
    pub rewrites: Rewrites,
    /// What happens to a byte order mark when our entry goes in.
    pub bom: Bom,
    /// Files by which an administrator restricts MCP servers.
    pub policies: &'static [Policy],
    /// The most tools it offers a model at once, where it says so.
    pub tool_limit: Option<u16>,
    /// What a person should be told beside an entry.
    pub notes: &'static [Note],
}

/// A fact, or the fact that no source settles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known<T> {
    /// Sourced.
    Yes(T),
    /// Sources are missing or disagree.
    Unsure,
}

/// Whether a harness gets new entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Installed by file.
    Active,
    /// At the end of its life: found and cleaned, never newly installed.
    Retired,
    /// Keeps its servers where no file can be edited: a snippet to paste, with the
    /// place in the program where it goes.
    Manual(Snippet),
}

/// What to paste by hand, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// The path through the program's own menus, as they are labelled.
    pub menu: &'static str,
    /// The language of the text to paste.
    pub dialect: Dialect,
    /// The shape of the text to paste.
    pub shape: Shape,
}

/// A peculiarity that no edit of a file can mend, for a person to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// It cannot start a program whose path holds a space.
    NoSpaceInCommand,
    /// Servers of a project start only after a switch of this label is on.
    ProjectSwitch(&'static str),
    /// On request it also starts servers named in other programs' files, so one
    /// server may run twice.
    ReadsOtherPrograms,
    /// It runs at most this many servers at once.
    ServerLimit(u16),
}

/// A config file of a harness in one scope.
#[derive(Debug)]
pub struct Site {
    /// For the person, or for one project.
    pub scope: Reach,
    /// Every file it may be, the ones that win first.
    pub places: &'static [Place],
    /// How one of several is chosen.
    pub choice: Choice,
    /// The language of the file.
    pub dialect: Dialect,
    /// Where and how an entry stands in it; the first whose condition holds.
    pub shapes: &'static [Shape],
    /// The program asks the person before it starts servers named here.
    pub asks: bool,
}

/// The two scopes a site can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// All of the person's work.
    User,
    /// One project folder.
    Project,
}

/// How the file is chosen where a site may be several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The current file that holds our entry; else the first that exists; else by
    /// evidence; else the preferred one.
    Standing,
    /// Two ways of installing keep separate files (`Base::Package` and a classic
    /// one): exactly one packaged file → it; none and a classic file → that;
    /// neither and one package → its place; nothing → classic; several → ask.
    Packaged,
}

/// Where an entry stands in a file and how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The condition on the file's content.
    pub when: When,
    /// The container of entries.
    pub keys: Keys,
    /// The entry's keys in order.
    pub entry: &'static [(&'static str, Part)],
}

/// A condition on a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// No condition.
    Always,
    /// A map stands at this path, and none of these keys is directly in it.
    Holds {
        /// Keys from the root.
        path: &'static [&'static str],
        /// Keys that would make it an entry rather than a container.
        without: &'static [&'static str],
    },
}

/// A container of entries as constants; see [`crate::document::Container`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// A map under these keys.
    Map(&'static [&'static str]),
    /// A list under these keys whose items hold their name under a key.
    List(&'static [&'static str], &'static str),
}

/// What stands under one key of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The program as text.
    Command,
    /// The arguments as a list of texts.
    Args,
    /// Program and arguments as one list of texts.
    CommandLine,
    /// The entry's own name.
    Name,
    /// A fixed text.
    Text(&'static str),
    /// A fixed flag.
    Flag(bool),
    /// A fixed number.
    Number(i64),
    /// A fixed list of texts.
    Texts(&'static [&'static str]),
    /// An empty map, where the program insists on one.
    EmptyMap,
    /// An empty list, where the program insists on one.
    EmptyList,
}

/// What a server may be called in a harness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameRules {
    /// The characters it accepts.
    pub charset: Charset,
    /// The most characters of a server name, where one is known.
    pub longest: Option<u8>,
    /// The most characters of server name and tool name together, where known.
    pub with_tool: Option<u8>,
    /// Names the program keeps for itself.
    pub reserved: &'static [&'static str],
}

/// The characters of a server name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// `[A-Za-z0-9_-]`; also our choice where nothing is known, as every client reads it.
    Word,
    /// `[A-Za-z0-9-]`: an underscore would break its tool names.
    NoUnderscore,
}

/// How a harness expands variables inside an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variables {
    /// It does not.
    None,
    /// `${NAME}`.
    Braced,
    /// `$NAME` and `${NAME}`.
    Dollar,
    /// `$NAME` and `${NAME}`, on Windows also `%NAME%`.
    DollarPercent,
    /// `${env:NAME}`.
    EnvBraced,
    /// `{env:NAME}`.
    CurlyEnv,
    /// No source settles it; treated as if it expanded everything.
    Unsure,
}

/// What environment a started server gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inherits {
    /// The terminal's whole environment.
    Shell,
    /// PATH alone.
    PathOnly,
    /// A desktop program's environment: on macOS and Linux the bare system PATH.
    Desktop,
}

/// A folder in which a harness looks for skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkillFolder {
    /// For the person or for a project.
    pub scope: Reach,
    /// The systems on which it is meant.
    pub os: &'static [Os],
    /// The folder that holds one folder a skill.
    pub folder: Base,
}

/// What makes a changed config count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reload {
    /// The program notices by itself.
    Live,
    /// The next session or thread reads it.
    NewSession,
    /// The program must be started again.
    Restart,
    /// The program must be quit from its tray icon too, then started.
    QuitFully,
    /// A refresh button in its list of MCP servers.
    Refresh,
    /// A command: one that begins with `/` is typed in the program, another in a terminal.
    Command(&'static str),
    /// No source settles it; we advise a restart.
    Unsure,
}

/// Whether and how the program itself writes the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrites {
    /// It does not, or only when a person edits there.
    Never,
    /// It reads, changes and writes the whole file, perhaps at any time.
    ReadModifyWrite {
        /// The lock it takes meanwhile, where known.
        lock: Option<Lock>,
    },
    /// It writes what it has in memory: what was written while it runs is lost.
    FromMemory {
        /// The processes by which a running program is known.
        processes: &'static [Process],
    },
}

/// A process by which a running program is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    /// The systems on which it is so called.
    pub os: &'static [Os],
    /// The name of its program file, on Windows without `.exe`.
    pub name: &'static str,
    /// Parts of a path, one of which is in its own where other programs share the
    /// name; empty: the name is enough.
    pub within: &'static [&'static str],
}

/// A lock that a harness takes around its own writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// A folder beside the file, named like it with this ending; stale when its
    /// modification time is older than the given seconds.
    FolderBeside {
        /// The ending, for instance `.lock`.
        ending: &'static str,
        /// Age in seconds after which the program itself takes it over.
        stale: u64,
    },
    /// A folder beside the file, named like it with this ending, that holds one
    /// file `owner.<pid>.<milliseconds>.<unique>` while it is held. It is made
    /// beside itself as `<lock>.tmp.<token>` and renamed into place, because a
    /// rename replaces an empty folder but never a filled one.
    OwnedFolderBeside {
        /// The ending, for instance `.lock`.
        ending: &'static str,
        /// Age in seconds after which the program itself takes it over.
        stale: u64,
    },
}

/// A file by which an administrator restricts MCP servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The systems on which it is meant.
    pub os: &'static [Os],
    /// The file.
    pub file: Base,
    /// What its presence means.
    pub effect: PolicyEffect,
}

/// What the presence of a policy file means for an entry of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyEffect {
    /// Only the servers named there run: writing ours would be in vain.
    Exclusive,
    /// It may forbid some servers; worth a note.
    Restricts,
}

impl Harness {
    /// The lock its program takes around its own writes, where it takes one.
    pub fn lock(&self) -> Option<Lock> {
        match self.rewrites {
            Rewrites::ReadModifyWrite { lock } => lock,
            Rewrites::Never | Rewrites::FromMemory { .. } => None,
        }
    }

    /// The site of a scope, where the harness has one.
    pub fn site(&self, scope: Reach) -> Option<&Site> {
        self.sites.iter().find(|site| site.scope == scope)
    }

    /// Every question whose answer decides whether it is installed, in the order
    /// of its traces.
    pub fn probes(&self, machine: &Machine) -> Vec<Probe> {
        self.traces.iter().flat_map(|trace| trace.probes(machine)).collect()
    }

    /// The policy files that may stand on this machine.
    pub fn policy_files(&self, machine: &Machine) -> Vec<(Utf8PathBuf, PolicyEffect)> {
        let mut files = Vec::new();
        for policy in self.policies.iter().filter(|policy| policy.os.contains(&machine.os)) {
            files.extend(policy.file.resolve(machine, None).into_iter().map(|path| (path, policy.effect)));
        }
        files
    }
}

impl Process {
    /// Whether the program file at `path` is the one meant on this system.
    ///
    /// Compares without regard to case on Windows, whose file names have none.
    pub fn covers(&self, os: Os, path: &str) -> bool {
        let fold = |text: &str| if os == Os::Windows { text.to_lowercase() } else { text.to_owned() };
        let path = fold(path);
        let separators: &[char] = if os == Os::Windows { &['\\', '/'] } else { &['/'] };
        let file = path.rsplit(separators).next().unwrap_or_default();
        let name = if os == Os::Windows { file.strip_suffix(".exe").unwrap_or(file) } else { file };
        self.os.contains(&os)
            && name == fold(self.name)
            && (self.within.is_empty() || self.within.iter().any(|part| path.contains(&fold(part))))
    }
}

impl Lock {
    /// Age in seconds after which its program takes it over.
    pub fn stale(self) -> u64 {
        match self {
            Self::FolderBeside { stale, .. } | Self::OwnedFolderBeside { stale, .. } => stale,
        }
    }

    /// Whether it holds a file that names its owner.
    pub fn is_owned(self) -> bool {
        match self {
            Self::FolderBeside { .. } => false,
            Self::OwnedFolderBeside { .. } => true,
        }
    }

    /// The path of the lock that guards `file`.
    pub fn path(self, file: &Utf8Path) -> Utf8PathBuf {
        match self {
            Self::FolderBeside { ending, .. } | Self::OwnedFolderBeside { ending, .. } => {
                format!("{file}{ending}").into()
            }
        }
    }
}
