//! What changes files: one door to the disk, a survey, a journal, `apply`, a history.
//!
//! Everything this room changes outside Bascule's own folder goes through
//! [`Engine::apply`], behind the journal. Decisions are made in `bascule-core`.

mod apply;
mod disk;
mod engine;
mod environment;
mod examine;
pub mod faulty;
mod foreign;
pub mod format;
mod history;
mod host_place;
mod installation;
mod journal;
mod layout;
mod lock;
mod packs;
mod plugins;
mod projects;
mod service;
mod skills;
mod survey;

pub use apply::Cause;
pub use apply::{Applied, Outcome, Pace, Progress};
pub use bascule_launcher::{CurrentError, Layout as Whose, Refused, Root, SERVER_NAME, STATE_FOLDER, keep_streams};
pub use disk::{Disk, DiskError, Kind, Like, RealDisk, Stat, is_packaged};
pub use engine::{Engine, EngineError, FileStanding, Standing};
pub use environment::{OS, machine, peak_memory, running_process, started};
#[cfg(windows)]
pub use environment::{person_of, this_person};
pub use format::{AuditLine, Face, FormatError, HostNote, Registered, Settings, Tuning};
pub use history::{History, Left, PastChange, Revision, RevisionOutcome, step_word};
pub use installation::{Installation, ProgramsSeen};
pub use layout::Layout;
pub use lock::{FileLock, Holder};
pub use packs::{Added, BUILT_IN, PackFault, SourceFault, Written};
pub use plugins::{HostAppSeen, PluginWishes};
pub use projects::NotExported;
pub use skills::{SkillIn, SkillWishes};
pub use survey::Program;
