//! What reaches a disk, with its version: read older, never write over newer.
//!
//! A journal is a file of JSON lines. Renamed into the history it is the receipt of
//! its revision. No value of a config file is ever in it but the names of entries
//! and white space; contents are named by digest and lie in `originals/`.

mod added;
mod audit;
mod claim;
mod host_note;
mod notices;
mod projects;
mod record;
mod settings;

pub(crate) use added::{added_text, read_added};
pub use audit::AuditLine;
pub use claim::FormatError;
pub(crate) use claim::Originals;
pub use host_note::HostNote;
pub(crate) use host_note::{host_note, host_note_text};
pub(crate) use notices::{notices, notices_text};
pub use projects::Registered;
pub(crate) use projects::{projects_text, registered};
pub(crate) use record::{OutcomeName, Record, StoredChange, StoredLeft, StoredLock, stored_change};
pub use settings::{Face, Settings, Tuning};
pub(crate) use settings::{settings, settings_text};

/// The version of the journal and history format this program writes.
pub const FORMAT: u32 = 1;

/// Only the version of a first line: a newer one may hold anything else.
#[derive(serde::Deserialize)]
pub(crate) struct Version {
    /// The format of the journal.
    pub(crate) format: u32,
}
