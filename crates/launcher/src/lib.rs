//! What launcher and engine agree on: where things lie in an installation, and the
//! note `current` that names the engine to start.
//!
//! The launcher is the one path entries name. It never moves and is replaced only
//! when [`CONTRACT`] rises, so a launcher may be much older or newer than the engine
//! it starts: everything here is a promise to both.

mod current;
mod refused;
mod root;
mod streams;

pub use current::{Current, CurrentError, Layout};
pub use refused::Refused;
pub use root::Root;
pub use streams::keep_streams;

/// The number of the promise between launcher and engine.
///
/// A launcher reads every note of its own number and of lower ones. It rises when a
/// launcher that is already installed could no longer start a new engine.
pub const CONTRACT: u32 = 1;

/// The variable that hands the engine its state folder in the per-user layout.
pub const STATE_FOLDER: &str = "BASCULE_HOME";

/// What the launcher calls itself where it has to answer in the engine's place.
pub const SERVER_NAME: &str = "bascule-launcher";
