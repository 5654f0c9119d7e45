//! Any bytes read as TOML: a clean refusal, or put and remove give the same bytes back.

#![no_main]

#[path = "../../tests/spliced/dice.rs"]
mod dice;
#[path = "../../tests/spliced/grow/mod.rs"]
#[expect(dead_code, reason = "shared with the tests, which use more of it")]
mod grow;
#[path = "../../tests/spliced/held.rs"]
mod held;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| held::fuzzed(data, grow::toml::grow));
