//! The launcher's looks at its own folder. It changes nothing anywhere.

#![expect(clippy::disallowed_methods, reason = "the launcher looks into its own folder, without the engine")]

use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// A file's bytes up to a limit, and one more where it is longer.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The names in a folder, sorted; none where it cannot be looked into.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    names
}
