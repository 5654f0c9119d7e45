//! What stays alive: one process a person, which owns every runtime and tells how it stands.
//!
//! Adapters, the command line and faces reach it over a local socket ([`wire`]) as a
//! [`client`]; it starts runtimes as child processes and obeys
//! `bascule_core::runtime::step`.

pub mod call;
pub mod client;
mod endpoint;
pub mod process;
pub mod wire;
