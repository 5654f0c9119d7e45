//! Everything a mod's streams reach: files with how they are reached, assets,
//! defines, diagnostics.

mod build;
mod entry;

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use crate::diagnostic::Diagnostic;
use crate::disk::{self, Stamp};
use crate::includes::{Asked, Profile, Roots};
use crate::xml::Place;

pub use entry::{Job, NotAMod};

/// A file of an index, by its number.
pub type FileId = u32;

/// What was read, and how it hangs together.
///
/// It answers for the disk as it was: [`Index::is_stale`] says whether that is still
/// so.
#[derive(Debug)]
pub struct Index {
    /// The folders it was built over.
    pub roots: Roots,
    /// The streams, each with the file it begins with.
    pub streams: Vec<Stream>,
    /// Every file a stream reaches.
    pub files: Vec<File>,
    /// Every asset of these files, by file, in order.
    pub assets: Vec<Asset>,
    /// Every define of these files, by file, in order.
    pub defines: Vec<Define>,
    /// Compiled streams the mod refers to. They are not read.
    pub referenced: Vec<Referenced>,
    /// What is worth telling, by file.
    pub diagnostics: Vec<Diagnostic>,
    /// Diagnostics beyond those that are kept.
    pub more_diagnostics: usize,
    pub(crate) by_id: BTreeMap<String, Vec<usize>>,
    pub(crate) by_path: BTreeMap<String, FileId>,
    pub(crate) stamps: Vec<Option<Stamp>>,
    pub(crate) asked: Vec<Asked>,
}

/// A stream: what is compiled together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// `static`, or `global:` and the file's name.
    pub name: String,
    /// The file it begins with.
    pub entry: FileId,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Where it is, as it is spelled on the disk.
    pub path: Utf8PathBuf,
    /// Whose it is.
    pub origin: Origin,
    /// How each stream reaches it; at least one does.
    pub reaches: Vec<Reach>,
}

/// Whose a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The mod's own.
    Project,
    /// The SDK's.
    Sdk,
    /// Neither: found beside the mod.
    Elsewhere,
}

/// How a stream reaches a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The stream, by its number.
    pub stream: usize,
    /// As a document or as a fragment.
    pub role: Role,
    /// Whether what it holds is compiled.
    pub mode: Mode,
    /// The include that leads to it first; `None` for the entry.
    pub via: Option<(FileId, Place)>,
    /// Its turn among the files of its mode: of two definitions the earlier wins.
    pub turn: u32,
}

/// As what a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// By an include: its assets, includes and defines count.
    Document,
    /// Spliced into an element of a document.
    Fragment,
    /// Spliced into a fragment.
    Nested,
}

/// Whether assets of a file are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// They are.
    All,
    /// Where something refers to them. Everything below an include of type instance
    /// is so, also through includes of type all.
    Instance,
}

/// An asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its type; case counts.
    pub kind: String,
    /// Its id; case does not count.
    pub id: String,
    /// What it inherits from, as it is written.
    pub inherit_from: Option<String>,
    /// The file it stands in.
    pub file: FileId,
    /// Where its id stands.
    pub place: Place,
    /// The lines of its element, first and last.
    pub lines: (u32, u32),
}

/// A define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// Its name; case counts.
    pub name: String,
    /// Its value as it is written.
    pub value: String,
    /// It may replace one of the same name.
    pub overrides: bool,
    /// The file it stands in.
    pub file: FileId,
    /// Where it stands.
    pub place: Place,
}

/// A compiled stream that is referred to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referenced {
    /// The source as it is written.
    pub source: String,
    /// The file the source leads to, where there is one.
    pub target: Option<Utf8PathBuf>,
    /// The file that refers to it.
    pub file: FileId,
    /// Where.
    pub place: Place,
}

/// An index in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Files some stream compiles, and fragments spliced into them.
    pub files_all: usize,
    /// Files that are only visible.
    pub files_instance: usize,
    /// Fragments that only other fragments splice; in neither number above.
    pub fragments_nested: usize,
    /// Assets of compiled files.
    pub assets_all: usize,
    /// Assets of files that are only visible.
    pub assets_instance: usize,
    /// Different pairs of type and id among all of them.
    pub assets_distinct: usize,
    /// Defines.
    pub defines: usize,
    /// Compiled streams that are referred to.
    pub referenced: usize,
    /// Diagnostics.
    pub diagnostics: usize,
}

impl File {
    /// How it is reached at its strongest, by documents before fragments.
    pub fn mode(&self) -> Mode {
        self.reaches.iter().map(|reach| reach.mode).min().unwrap_or(Mode::Instance)
    }

    /// The strongest way its own assets count; `None` where it is only spliced in.
    pub fn document_mode(&self) -> Option<Mode> {
        self.reaches.iter().filter(|reach| reach.role == Role::Document).map(|reach| reach.mode).min()
    }

    fn is_only_nested(&self) -> bool {
        self.reaches.iter().all(|reach| reach.role == Role::Nested)
    }
}

impl Origin {
    /// Its stable word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Sdk => "sdk",
            Self::Elsewhere => "elsewhere",
        }
    }
}

impl Index {
    /// The index in numbers.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts {
            defines: self.defines.len(),
            referenced: self.referenced.len(),
            diagnostics: self.diagnostics.len() + self.more_diagnostics,
            ..Counts::default()
        };
        for file in &self.files {
            match file.mode() {
                // Beyond the longest chain that is followed.
                _ if file.reaches.is_empty() => {}
                _ if file.is_only_nested() => counts.fragments_nested += 1,
                Mode::All => counts.files_all += 1,
                Mode::Instance => counts.files_instance += 1,
            }
        }
        let mut distinct = BTreeSet::new();
        for asset in &self.assets {
            match self.files[asset.file as usize].document_mode() {
                Some(Mode::All) => counts.assets_all += 1,
                Some(Mode::Instance) | None => counts.assets_instance += 1,
            }
            distinct.insert((asset.kind.as_str(), asset.id.to_lowercase()));
        }
        counts.assets_distinct = distinct.len();
        counts
    }

    /// Whether every record of the mod's own files is in it.
    pub fn is_complete(&self) -> bool {
        self.more_diagnostics == 0 && !self.diagnostics.iter().any(|told| told.cause.loses_records())
    }

    /// Whether a file is no longer as it was, or a source would lead elsewhere.
    pub fn is_stale(&self) -> bool {
        let mut files = self.files.iter().zip(&self.stamps);
        files.any(|(file, then)| disk::stamp(&file.path) != *then) || self.asked.iter().any(Asked::differs)
    }

    /// Every folder whose files or names it depends on. Some may not be there.
    pub fn folders(&self) -> BTreeSet<&Utf8Path> {
        let of_files = self.files.iter().filter_map(|file| file.path.parent());
        of_files.chain(self.asked.iter().map(Asked::folder)).collect()
    }

    /// A path as it is told: below the mod's folder relative and with `/`, else whole.
    pub fn shown(&self, path: &Utf8Path) -> String {
        shown(&self.roots, path)
    }

    /// The search order it was built with.
    pub fn profile(&self) -> Profile {
        self.roots.profile
    }

    pub(crate) fn file(&self, id: FileId) -> &File {
        &self.files[id as usize]
    }
}

fn shown(roots: &Roots, path: &Utf8Path) -> String {
    match path.strip_prefix(&roots.project) {
        Ok(below) => below.as_str().replace('\\', "/"),
        Err(_) => path.to_string(),
    }
}
