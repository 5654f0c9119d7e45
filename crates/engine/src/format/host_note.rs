//! `instances/host.json`: where the running host is reached, for this person alone.

use serde::{Deserialize, Serialize};

use super::FormatError;

/// The format of the note this program writes.
const NOTE_FORMAT: u32 = 1;

/// Where the running host is reached. It stays behind where the host was killed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostNote {
    /// The format; its other keys are the same in every one.
    format: u32,
    /// The host's process.
    pub pid: u32,
    /// When that process started, in seconds since 1970: a process id is used again.
    pub started: u64,
    /// The host's version of Bascule.
    pub version: String,
    /// Its socket, or its pipe.
    pub endpoint: String,
    /// What every client shows it. A secret of this person's.
    pub token: String,
    /// It has said that it ends: whoever looks waits for its successor.
    #[serde(default)]
    pub leaving: bool,
}

impl std::fmt::Debug for HostNote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { pid, started, version, endpoint, .. } = self;
        f.debug_struct("HostNote")
            .field("pid", pid)
            .field("started", started)
            .field("version", version)
            .field("endpoint", endpoint)
            .finish_non_exhaustive()
    }
}

impl HostNote {
    /// A note of this version.
    pub fn new(pid: u32, started: u64, version: String, endpoint: String, token: String) -> Self {
        Self { format: NOTE_FORMAT, pid, started, version, endpoint, token, leaving: false }
    }
    /// The same of a host that has said that it ends.
    pub fn leaving(self) -> Self {
        Self { leaving: true, ..self }
    }
}

/// Reads the note. A later one has these keys too, and maybe more.
pub(crate) fn host_note(bytes: &[u8]) -> Result<HostNote, FormatError> {
    serde_json::from_slice(bytes).map_err(FormatError::Json)
}

/// The text of the note.
pub(crate) fn host_note_text(note: &HostNote) -> String {
    // A struct of texts and numbers always has a JSON form.
    serde_json::to_string(note).unwrap_or_default()
}
