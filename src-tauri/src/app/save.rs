//! The one file that the app itself writes: where the person saves something.

use std::io;
use std::path::Path;

/// Writes a text into a file that the person chose a moment ago for it.
#[expect(clippy::disallowed_methods, reason = "the person chose this file, for this text, in the system's dialog")]
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    std::fs::write(path, text)
}
