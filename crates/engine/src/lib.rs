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
pub mod format;
mod history;
mod journal;
mod layout;
mod lock;
mod packs;
mod survey;

pub use apply::Cause;
pub use apply::{Applied, Outcome, Pace, Progress};
pub use disk::{Disk, DiskError, Kind, Like, RealDisk, Stat};
pub use engine::{Engine, EngineError, FileStanding, Standing};
pub use environment::{machine, running_process};
pub use format::FormatError;
pub use history::{History, Left, PastChange, Revision, RevisionOutcome, step_word};
pub use layout::Layout;
pub use lock::Holder;
pub use packs::{BUILT_IN, PackFault};
pub use survey::Program;
