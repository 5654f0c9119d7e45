//! The files of a pack as values: what may be in one, before anything of it is used.

use std::collections::BTreeMap;

use crate::digest::Digest;

/// The most files a pack may have.
pub const FILES_LIMIT: usize = 1_000;

/// The largest file of a pack: 16 MiB.
pub const FILE_LIMIT: usize = 16 << 20;

/// The largest pack, all its files together, and the largest zip file: 64 MiB.
pub const TREE_LIMIT: usize = 64 << 20;

/// The longest path of a file inside a pack: a state folder's own path comes before
/// it, and some systems stop at 260 characters in all.
const PATH_LIMIT: usize = 120;

/// Names that mean devices on Windows, whatever ending they carry.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// What Bascule itself keeps beside the files of a pack.
const KEPT: [&str; 2] = ["added.json", "tools.json"];

/// The files of a pack, each under its path with `/` between the parts.
///
/// Whatever is in one fits every system: no path leads out of it, no two paths are
/// one where letters have no case, and the limits hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackTree {
    files: BTreeMap<String, Vec<u8>>,
    /// Every file and folder by its path in lower case, with the path as written.
    seen: BTreeMap<String, Node>,
    size: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    path: String,
    folder: bool,
}

/// Why a file may not be in a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct TreeError {
    /// The path as the pack writes it.
    pub path: String,
    /// What is wrong with it.
    pub problem: TreeProblem,
}

/// What can be wrong with the files of a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeProblem {
    /// The path leads out of the pack, or does not say where it leads.
    #[error("the path leads out of the pack")]
    Outside,
    /// A name in it does not exist on every system.
    #[error("the name {0:?} does not work on every system")]
    Name(String),
    /// The path is too long for some systems.
    #[error("the path is longer than {limit} characters")]
    LongPath {
        /// The most characters.
        limit: usize,
    },
    /// A symbolic link, a device, a pipe.
    #[error("neither a file nor a folder")]
    NotAFile,
    /// Another path is the same one, or is the same one where letters have no case.
    #[error("the same as {0}")]
    Twin(String),
    /// A file where the pack has a folder of this name, or the other way round.
    #[error("both a file and a folder")]
    FileAndFolder,
    /// A name that Bascule keeps for itself.
    #[error("the name is kept for Bascule")]
    Kept,
    /// The file is too large.
    #[error("larger than {limit} bytes")]
    LargeFile {
        /// The most bytes.
        limit: usize,
    },
    /// The pack is too large.
    #[error("all files together are larger than {limit} bytes")]
    LargeTree {
        /// The most bytes.
        limit: usize,
    },
    /// There are too many files.
    #[error("more than {limit} files")]
    ManyFiles {
        /// The most files.
        limit: usize,
    },
    /// It grows more than text and programs do.
    #[error("it unpacks to more than {ratio} times its size")]
    Bomb {
        /// The most that is unpacked of each byte.
        ratio: usize,
    },
    /// It is no zip file, or one that is damaged, encrypted or packed in a way few
    /// programs read; the reader's own words.
    #[error("not a zip file that can be read: {0}")]
    Zip(String),
    /// A pack without its manifest.
    #[error("the file is missing")]
    NoManifest {
        /// The folder inside that has one.
        inside: Option<String>,
    },
    /// A text that is not UTF-8.
    #[error("not UTF-8 text")]
    NotText,
    /// A folder of the pack has something else in it than it may.
    #[error("only JSON files, one a tool, are in tools/")]
    NotATool,
}

impl PackTree {
    /// Takes a file in.
    ///
    /// Refuses a path that leads out of the pack, that some system cannot have or
    /// would take for another one, and what is over a limit.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), TreeError> {
        self.admit(path, bytes.len())?;
        let mut parent = path;
        while let Some((folder, _)) = parent.rsplit_once('/') {
            self.note(folder, true);
            parent = folder;
        }
        self.note(path, false);
        self.size += bytes.len();
        self.files.insert(path.to_owned(), bytes);
        Ok(())
    }

    /// Whether a file of this size may come in under this path: asked before its
    /// bytes are read.
    pub fn admit(&self, path: &str, size: usize) -> Result<(), TreeError> {
        let error = |problem| Err(TreeError { path: path.to_owned(), problem });
        check_path(path)?;
        if KEPT.contains(&path.to_lowercase().as_str()) {
            return error(TreeProblem::Kept);
        }
        if let Some(problem) = self.in_the_way(path, false) {
            return error(problem);
        }
        if self.files.len() >= FILES_LIMIT {
            return error(TreeProblem::ManyFiles { limit: FILES_LIMIT });
        }
        if size > FILE_LIMIT {
            return error(TreeProblem::LargeFile { limit: FILE_LIMIT });
        }
        if size > TREE_LIMIT - self.size {
            return error(TreeProblem::LargeTree { limit: TREE_LIMIT });
        }
        Ok(())
    }

    /// Every file with its bytes, in the order of the paths.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// The bytes of one file.
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// Whether a file or folder has this path.
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path) || self.files.keys().any(|file| file.starts_with(&format!("{path}/")))
    }

    /// The text of one file; `None` where there is none.
    pub(super) fn text(&self, path: &str) -> Option<Result<&str, TreeError>> {
        let problem = || TreeError { path: path.to_owned(), problem: TreeProblem::NotText };
        self.file(path).map(|bytes| std::str::from_utf8(bytes).map_err(|_| problem()))
    }

    /// The digest of all paths and contents: the same for a folder and its zip.
    pub fn digest(&self) -> Digest {
        let listed: String = self.digests().iter().map(|(path, digest)| format!("{digest} {path}\n")).collect();
        Digest::of(listed.as_bytes())
    }

    /// The digest of every file.
    pub fn digests(&self) -> BTreeMap<String, Digest> {
        self.files().map(|(path, bytes)| (path.to_owned(), Digest::of(bytes))).collect()
    }

    /// The sum of all sizes.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    fn in_the_way(&self, path: &str, folder: bool) -> Option<TreeProblem> {
        if let Some(node) = self.seen.get(&path.to_lowercase()) {
            return match (node.path == path, node.folder == folder) {
                (true, true) if folder => None,
                (_, true) => Some(TreeProblem::Twin(node.path.clone())),
                (_, false) => Some(TreeProblem::FileAndFolder),
            };
        }
        let (parent, _) = path.rsplit_once('/')?;
        self.in_the_way(parent, true)
    }

    fn note(&mut self, path: &str, folder: bool) {
        self.seen.insert(path.to_lowercase(), Node { path: path.to_owned(), folder });
    }
}

/// Refuses a path that is not inside the pack on every system.
pub(super) fn check_path(path: &str) -> Result<(), TreeError> {
    let error = |problem| Err(TreeError { path: path.to_owned(), problem });
    let drive = path.as_bytes().get(1) == Some(&b':');
    if path.is_empty() || path.starts_with('/') || path.contains('\\') || drive {
        return error(TreeProblem::Outside);
    }
    if path.chars().count() > PATH_LIMIT {
        return error(TreeProblem::LongPath { limit: PATH_LIMIT });
    }
    for name in path.split('/') {
        if matches!(name, "" | "." | "..") {
            return error(TreeProblem::Outside);
        }
        if !works_everywhere(name) {
            return error(TreeProblem::Name(name.to_owned()));
        }
    }
    Ok(())
}

fn works_everywhere(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let numbered = ["com", "lpt"].iter().any(|device| {
        let number = stem.strip_prefix(device).unwrap_or_default();
        number.chars().count() == 1 && number.chars().all(|c| c.is_ascii_digit() || "¹²³".contains(c))
    });
    !name.chars().any(|c| c.is_control() || "<>:\"|?*".contains(c))
        && !name.ends_with(['.', ' '])
        && !DEVICES.contains(&stem.as_str())
        && !numbered
}
