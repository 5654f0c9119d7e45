//! The background service among what goes wrong: runtimes that misbehave, state folders
//! that are not as they should be, neighbours that mean no good, versions that differ.
//!
//! Real processes throughout. The plain tests play each fault small; the proofs, run by
//! `cargo xtask ci` and `cargo xtask drill`, play them at their full size.

#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "a test starts programs and builds its own throwaway home")]

#[expect(dead_code, reason = "each test file uses its own part")]
#[path = "../adapter/client.rs"]
mod client;
mod faults;
mod neighbours;
mod play;
mod raw;
mod seen;
mod states;
mod told;
mod versions;
