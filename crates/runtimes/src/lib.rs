//! What runs in a child of the host: `bascule runtime <bridge>`.
//!
//! Each runtime speaks MCP on standard input and output, a message a line, and ends
//! when its input ends. A `command` bridge has a keeper around its own server.

#![deny(clippy::print_stdout)]

mod keeper;
mod start;
mod tree;

pub use keeper::{NotKept, PATIENCE, keep};
pub use start::{Environment, Start};
