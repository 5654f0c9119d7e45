//! One pure function from wish, receipt and disk to a plan.
//!
//! [`reconcile`] answers every question: enable, disable, roll back, upgrade,
//! repair, uninstall. What cannot be done becomes a [`Refusal`] with a remedy;
//! the rest goes on.

mod carry;
mod decide;
mod diff;
mod drift;
mod file;
mod refusal;

pub use carry::inverse;
pub use decide::reconcile;
pub use diff::{Diff, Line, Tally};
pub use drift::{Drift, entry_digest, is_ours, launcher_in, written_by_any};
pub use file::{FileClaim, FileEdit, FilePast, FileWish, Part, Placing};
pub use refusal::{Refusal, Remedy};

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;

use crate::bridge;
use crate::digest::Digest;
use crate::document::{Bom, Content, Dialect, Seam, Slot};
use crate::harness::{ConfigSite, Launch};

/// The place of one entry in words: which bridge, for which harness, how far it reaches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// The bridge's id.
    pub bridge: String,
    /// The harness's id, or [`OTHER`].
    pub harness: String,
    /// Whose work it reaches.
    pub scope: Scope,
}

/// The harness id of a file and shape the person named.
pub const OTHER: &str = "other";

/// How far an entry reaches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// All of the person's work.
    User,
    /// One project folder, absolute.
    Project(Utf8PathBuf),
    /// A file the person named, absolute; only with [`OTHER`].
    File(Utf8PathBuf),
}

/// What is wished: targets not named stay as they are.
#[derive(Clone, Debug)]
pub struct Desired {
    /// The program that entries start.
    pub launcher: Utf8PathBuf,
    /// The wishes.
    pub wishes: Wishes,
    /// How entries of older programs for the same job look, by bridge.
    pub predecessors: BTreeMap<String, Vec<Predecessor>>,
}

/// Wishes: what is not named stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// A wish a target: entries in files of harnesses.
    pub entries: BTreeMap<Target, Wish>,
    /// A wish a file, by its absolute path: whole files that are ours.
    pub files: BTreeMap<Utf8PathBuf, FileWish>,
    /// Folders that are ours though no claim says so: each goes with the last file of
    /// ours in it.
    pub folders: BTreeSet<Utf8PathBuf>,
}

/// What is wished for one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The entry as the harness's shape and the launcher make it.
    Present {
        /// A person asked for it just now: also one they deleted comes back.
        explicit: bool,
        /// What to do with a predecessor's entry.
        predecessor: Displace,
    },
    /// No entry of ours; one the person changed stays.
    Absent,
    /// No entry of ours, not even one the person changed.
    AbsentAnyway,
    /// Our entry again, over what the person changed in it.
    Restored,
    /// The person's version stays, and is theirs from now on.
    Theirs,
    /// What stood there before a revision.
    Before(Box<Past>),
}

/// What to do with the entry of an older program for the same job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Displace {
    /// Refuse and ask.
    Ask,
    /// Exchange it for ours; it returns when ours goes.
    Replace,
    /// Put ours beside it.
    Leave,
}

/// What an earlier revision did to one entry, with the bytes around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// The revision to undo.
    pub revision: u64,
    /// The claim it found.
    pub found: Option<Claim>,
    /// The claim it left.
    pub left: Option<Claim>,
    /// Only the receipt changed for this entry, not its text.
    pub silent: bool,
    /// The file as it found it.
    pub before: Content,
    /// The file as it left it.
    pub after: Kept,
    /// Every entry it edited in that file: its bytes come back whole only for all of them.
    pub company: Vec<Target>,
    /// The latest revision that left this entry otherwise than this one did.
    pub latest: u64,
}

/// How the entry of an older program for the same job looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predecessor {
    /// The names it is known under; empty where any name will do.
    pub names: Vec<String>,
    /// A text that its program or one of its arguments contains.
    pub command: Option<String>,
}

/// Content in a receipt: nothing, or bytes by their digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// No file.
    Absent,
    /// Bytes that lie under this digest in the originals.
    Bytes(Digest),
}

impl Kept {
    /// The name of this content.
    pub fn of(content: &Content) -> Self {
        match content {
            Content::Absent => Self::Absent,
            Content::Bytes(bytes) => Self::Bytes(Digest::of(bytes)),
            Content::Kept(digest) => Self::Bytes(*digest),
        }
    }
}

/// One entry we own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The file as its harness names it, before symbolic links are followed.
    pub file: Utf8PathBuf,
    /// Its language.
    pub dialect: Dialect,
    /// What happens to a byte order mark there.
    pub bom: Bom,
    /// The entry's place in it.
    pub slot: Slot,
    /// The entry's meaning as we wrote it.
    pub entry: Digest,
    /// How it went in.
    pub seam: Seam,
    /// The folders that were made for the file, outermost first.
    pub folders: Vec<Utf8PathBuf>,
}

/// Everything we own, as the history says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    /// A claim a target.
    pub claims: BTreeMap<Target, Claim>,
    /// Whole files, by the path they were asked under.
    pub files: BTreeMap<Utf8PathBuf, FileClaim>,
}

/// What the survey saw.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The site of each target that was looked for.
    pub sites: BTreeMap<Target, SiteSight>,
    /// Each file, by the path it was asked under.
    pub files: BTreeMap<Utf8PathBuf, FileSight>,
}

/// What the survey says of a site.
#[derive(Clone, Debug)]
pub struct SiteSight {
    /// The site to write in, or why there is none.
    pub site: Result<ConfigSite, Refusal>,
    /// A process that would write its own memory over ours.
    pub running: Option<String>,
    /// A policy file that makes entries like ours void.
    pub policy: Option<Utf8PathBuf>,
}

/// What the survey says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSight {
    /// The file behind symbolic links.
    pub real: Utf8PathBuf,
    /// What is in it.
    pub content: Content,
    /// The folders above it that do not exist, outermost first.
    pub missing: Vec<Utf8PathBuf>,
    /// Why it cannot be changed.
    pub blocked: Option<Refusal>,
}

/// What would change, what is refused, and what is already so.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The changes, one a file.
    pub changes: Vec<Change>,
    /// What cannot be done.
    pub refusals: Vec<(Target, Refusal)>,
    /// Files of ours that cannot be placed or taken away.
    pub file_refusals: Vec<(Utf8PathBuf, Refusal)>,
    /// Targets for which nothing needs to happen.
    pub settled: Vec<Target>,
    /// The program that its entries start.
    pub launcher: Utf8PathBuf,
}

/// Everything that happens to one file.
#[derive(Clone, Debug)]
pub struct Change {
    /// The bytes.
    pub file: FileChange,
    /// The lock its program takes, where it takes one.
    pub lock: Option<crate::harness::Lock>,
    /// What the bytes are about.
    pub deed: Deed,
}

/// What a change is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Entries in somebody's file, in order.
    Entries(Vec<Edit>),
    /// A whole file of ours.
    File(Box<FileEdit>),
}

/// The one thing that ever happens to a disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// The file behind symbolic links.
    pub path: Utf8PathBuf,
    /// What must be there.
    pub before: Content,
    /// What will be there.
    pub after: Content,
    /// Folders to make first, outermost first; or to remove afterwards where empty.
    pub folders: Vec<Utf8PathBuf>,
    /// The rights of a file that is new.
    pub mode: Mode,
}

/// The rights of a new file; an existing file keeps its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The person alone may read it.
    Private,
    /// As the system's default: a file meant to be committed.
    Ordinary,
    /// A program.
    Executable,
}

/// What a file turned out to be when its turn came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// As it was when the plan was made.
    Before,
    /// As the plan wants it.
    After,
    /// Somebody else changed it.
    Foreign,
}

impl FileChange {
    /// What `now` is in the light of this change. A change that changes nothing is
    /// after as soon as it is before.
    pub fn fate(&self, now: &Content) -> Fate {
        if *now == self.after {
            Fate::After
        } else if *now == self.before {
            Fate::Before
        } else {
            Fate::Foreign
        }
    }
}

/// One entry's part in a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Which entry.
    pub target: Target,
    /// What happens to it.
    pub step: Step,
    /// What we owned before.
    pub before: Option<Claim>,
    /// What we own after.
    pub after: Option<Claim>,
}

/// What happens to an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It goes in.
    Put(Value),
    /// Ours gets a new value.
    Rewrite(Value),
    /// The entry of this name is exchanged for ours.
    Replace {
        /// The name of the other's entry.
        old: String,
        /// Ours.
        entry: Value,
    },
    /// It goes out.
    Remove,
    /// An entry that is ours without a receipt is taken into it.
    Adopt,
    /// A claim ends; the file stays as it is.
    Release,
    /// The whole file becomes what it was before a revision; where it changed
    /// meanwhile, only this entry does.
    Whole {
        /// The bytes that return.
        kept: Content,
        /// What happens to the entry alone.
        otherwise: Box<Step>,
    },
}

impl FromIterator<(Target, Wish)> for Wishes {
    fn from_iter<I: IntoIterator<Item = (Target, Wish)>>(wishes: I) -> Self {
        Self { entries: wishes.into_iter().collect(), ..Self::default() }
    }
}

impl From<BTreeMap<Target, Wish>> for Wishes {
    fn from(entries: BTreeMap<Target, Wish>) -> Self {
        Self { entries, ..Self::default() }
    }
}

impl Change {
    /// The edits of entries in it; none where it is a whole file.
    pub fn edits(&self) -> &[Edit] {
        self.deed.edits()
    }
}

impl Deed {
    /// The edits of entries in it; none where it is a whole file.
    pub fn edits(&self) -> &[Edit] {
        match self {
            Self::Entries(edits) => edits,
            Self::File(_) => &[],
        }
    }

    /// The whole file it is about.
    pub fn file(&self) -> Option<&FileEdit> {
        match self {
            Self::Entries(_) => None,
            Self::File(edit) => Some(edit),
        }
    }
}

impl Receipt {
    /// Whether anything of it stays once these wishes are granted.
    pub fn stays(&self, wishes: &Wishes) -> bool {
        let entry = |target| matches!(wishes.entries.get(target), Some(Wish::Absent | Wish::AbsentAnyway));
        let file = |path| matches!(wishes.files.get(path), Some(FileWish::Absent { .. } | FileWish::Theirs));
        !(self.claims.keys().all(entry) && self.files.keys().all(file))
    }

    /// Every folder that some claim says is ours.
    pub fn folders(&self) -> BTreeSet<Utf8PathBuf> {
        let entries = self.claims.values().flat_map(|claim| &claim.folders);
        entries.chain(self.files.values().flat_map(|claim| &claim.folders)).cloned().collect()
    }
}

impl Wish {
    /// What a person wishes who asks for an entry and says nothing else.
    pub const ASKED: Self = Self::Present { explicit: true, predecessor: Displace::Ask };
}

impl Target {
    /// A target at user scope.
    pub fn user(bridge: &str, harness: &str) -> Self {
        Self { bridge: bridge.to_owned(), harness: harness.to_owned(), scope: Scope::User }
    }

    /// The name of its entry: the bridge's id in every harness.
    pub fn name(&self) -> &str {
        &self.bridge
    }

    /// How its entry starts the launcher. Inside of a project the entry of a bridge
    /// that works in projects names its own; anywhere else it names none.
    pub fn launch(&self, launcher: &Utf8Path) -> Launch {
        let mut args = ["mcp", &self.bridge, "--for", &self.harness].map(str::to_owned).to_vec();
        if let Some(folder) = self.scope.project().filter(|_| bridge::works_in_projects(&self.bridge)) {
            args.extend(["--project".to_owned(), folder.to_string()]);
        }
        Launch { program: launcher.to_owned(), args }
    }
}

impl Edit {
    /// The texts of other programs' entries that this edit's claims hold: they may
    /// be secret, and are kept apart.
    pub fn displaced(&self) -> impl Iterator<Item = &str> {
        self.before.iter().chain(&self.after).filter_map(|claim| claim.seam.displaced())
    }
}

impl Scope {
    /// The project folder, at project scope.
    pub fn project(&self) -> Option<&Utf8Path> {
        match self {
            Self::Project(folder) => Some(folder),
            Self::User | Self::File(_) => None,
        }
    }

    /// The reach of a harness's site that serves this scope.
    pub fn reach(&self) -> Option<crate::harness::Reach> {
        match self {
            Self::User => Some(crate::harness::Reach::User),
            Self::Project(_) => Some(crate::harness::Reach::Project),
            Self::File(_) => None,
        }
    }
}

impl Plan {
    /// Whether applying it would change any file or claim.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Whether anything of it cannot be done.
    pub fn refuses(&self) -> bool {
        !self.refusals.is_empty() || !self.file_refusals.is_empty()
    }

    /// Names exactly these changes: the same files, found with the same bytes and left with
    /// the same. What was looked at is what is done where both have one digest.
    pub fn digest(&self) -> Digest {
        let mut text = String::new();
        for Change { file, .. } in &self.changes {
            let kept = |content: &Content| match Kept::of(content) {
                Kept::Absent => "-".to_owned(),
                Kept::Bytes(digest) => digest.to_string(),
            };
            // A path holds no NUL, so no two plans read alike.
            text.push_str(&format!("{}\0{}\0{}\n", file.path, kept(&file.before), kept(&file.after)));
        }
        Digest::of(text.as_bytes())
    }

    /// The diff of each change, for people: values that are not ours are covered.
    pub fn diffs(&self) -> Vec<Diff> {
        self.changes.iter().map(|change| Diff::of(change, &self.launcher)).collect()
    }
}
