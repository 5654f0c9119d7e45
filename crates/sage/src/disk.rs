//! The one place of this library that touches a disk, and only to read.

use std::fs;
use std::io::{self, Read as _};
use std::time::SystemTime;

use camino::Utf8Path;

/// The most names of one folder that are looked at.
const NAMES: usize = 200_000;

/// How a file or folder looked: enough to see cheaply that it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    bytes: u64,
    changed: Option<SystemTime>,
}

/// Why a file was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It has more bytes than the limit.
    TooLarge,
    /// The system refused, or it is no regular file.
    Failed(io::Error),
}

/// How a path looks now; `None` where there is nothing.
#[expect(clippy::disallowed_methods, reason = "the one place that looks at files")]
pub(crate) fn stamp(path: &Utf8Path) -> Option<Stamp> {
    let seen = fs::metadata(path).ok()?;
    // A folder's size says nothing on some systems.
    let bytes = if seen.is_dir() { 0 } else { seen.len() };
    Some(Stamp { bytes, changed: seen.modified().ok() })
}

/// The bytes of a regular file, at most `limit`.
#[expect(clippy::disallowed_methods, reason = "the one place that reads files")]
pub(crate) fn read(path: &Utf8Path, limit: u64) -> Result<Vec<u8>, Unread> {
    // A pipe or a device would hang or never end.
    if !fs::metadata(path).map_err(Unread::Failed)?.is_file() {
        return Err(Unread::Failed(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(Unread::Failed)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(Unread::Failed)?;
    if bytes.len() as u64 > limit { Err(Unread::TooLarge) } else { Ok(bytes) }
}

/// Whether a regular file is there.
#[expect(clippy::disallowed_methods, reason = "the one place that looks at files")]
pub(crate) fn is_file(path: &Utf8Path) -> bool {
    fs::metadata(path).is_ok_and(|seen| seen.is_file())
}

/// Whether a folder is there.
#[expect(clippy::disallowed_methods, reason = "the one place that looks at files")]
pub(crate) fn is_folder(path: &Utf8Path) -> bool {
    fs::metadata(path).is_ok_and(|seen| seen.is_dir())
}

/// The names in a folder, sorted; `None` where it cannot be listed. Names that are
/// not Unicode cannot stand in an include and are left out.
#[expect(clippy::disallowed_methods, reason = "the one place that looks at files")]
pub(crate) fn list(folder: &Utf8Path) -> Option<Vec<String>> {
    let entries = fs::read_dir(folder).ok()?.take(NAMES);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort_unstable();
    Some(names)
}
