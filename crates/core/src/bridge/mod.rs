//! Bridges: what makes one host app usable by an agent.
//!
//! A pack is a `bridge.toml` and its tools. Reading one is strict: a key nobody
//! knows, a tool nobody grouped or a schema this version cannot check is an error
//! with file, line and mend, never a silent loss.

mod builtin;
mod manifest;
mod pack;
mod recorded;
mod schema;
#[cfg(test)]
mod tests;
mod tool;

pub use builtin::{built_in, built_in_skill};
pub use manifest::{BridgeManifest, ChildCommand, Group, Kind, Predecessor, Sentences, Spoken, command_manifest};
pub use pack::{PackError, PackFile, PackProblem, Version};
pub use recorded::recorded_text;
pub use schema::{ArgumentProblem, Schema};
pub use tool::{Annotations, Tool};
