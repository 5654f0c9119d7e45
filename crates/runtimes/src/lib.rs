//! What runs in a child of the host: `bascule runtime <bridge>`.
//!
//! Each runtime speaks MCP on standard input and output, a message a line, and ends
//! when its input ends. An `index` bridge is answered from indexes of projects; a
//! `command` bridge has a keeper around its own server.

#![deny(clippy::print_stdout)]

mod index;
mod indexes;
mod keeper;
mod lines;
mod serve;
mod tree;
mod utc;
mod whereabouts;

pub use index::serve_index;
pub use indexes::{Built, Chosen, Indexes, PATIENCE as CALL_PATIENCE, timed};
pub use keeper::{NotKept, PATIENCE, keep};
pub use serve::{Ask, Call, Card, Limits, REVISIONS, State, Voice, serve};
pub use utc::utc;
pub use whereabouts::{Misplaced, Whereabouts};
