//! Any bytes on the socket, before and after the greeting, in pieces of any length: a
//! message or a clean refusal, and never more memory than has arrived.

#![no_main]

#[path = "../held.rs"]
mod held;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| held::fuzzed(data));
