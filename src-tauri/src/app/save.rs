//! The app's own door to the disk: what the person saves, and what the web view keeps.

use std::io;
use std::path::Path;

/// Writes a text into a file that the person chose a moment ago for it.
#[expect(clippy::disallowed_methods, reason = "the person chose this file, for this text, in the system's dialog")]
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    std::fs::write(path, text)
}

/// Takes a folder of the web view's away, with all in it.
#[expect(clippy::disallowed_methods, reason = "the folder is this app's alone, and goes with it")]
pub(super) fn drop_folder(folder: &Path) -> io::Result<()> {
    std::fs::remove_dir_all(folder)
}
