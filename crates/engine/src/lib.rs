//! What changes files: one door to the disk, a survey, a journal, `apply`, a history.
//!
//! Everything this room changes outside Bascule's own folder goes through
//! [`Engine::apply`], behind the journal. Decisions are made in `bascule-core`.

mod apply;
mod disk;
mod engine;
mod environment;
pub mod faulty;
pub mod format;
mod history;
mod journal;
mod layout;
mod lock;
mod survey;

pub use apply::{Applied, Outcome, Pace, Progress};
pub use disk::{Disk, DiskError, Kind, Like, RealDisk, Stat};
pub use engine::{Engine, EngineError};
pub use environment::{machine, running_process};
pub use history::{History, Left, Revision};
pub use layout::Layout;
pub use lock::Holder;
pub use survey::Program;
