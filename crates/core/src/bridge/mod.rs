//! Bridges: what makes one host app usable by an agent.
//!
//! A pack is a `bridge.toml` and its tools. Reading one is strict: a key nobody
//! knows, a tool nobody grouped or a schema this version cannot check is an error
//! with file, line and mend, never a silent loss.

mod builtin;
mod groups;
mod manifest;
mod offered;
mod pack;
mod plugin;
mod recorded;
mod rule;
mod schema;
mod strict;
mod template;
#[cfg(test)]
mod tests;
mod tool;
mod tree;
mod zipped;

pub use builtin::{BUILT_INS, built_in, built_in_after, built_in_skill, works_in_projects};
pub use groups::Group;
pub use manifest::{
    BridgeManifest, ChildCommand, IndexSource, Kind, Predecessor, Reader, Sentences, Spoken, command_manifest,
};
pub use offered::{Malformed, RESERVED};
pub use pack::{PackError, PackFile, PackProblem, Version};
pub use plugin::{HostFolder, HostPlace, Plugin, Steps};
pub use recorded::recorded_text;
pub use rule::Rule;
pub use schema::{ArgumentProblem, Schema};
pub use template::template;
pub use tool::{Annotations, Tool};
pub use tree::{FILE_LIMIT, FILES_LIMIT, PackTree, TREE_LIMIT, TreeError, TreeProblem};
