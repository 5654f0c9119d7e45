//! The table of harnesses.

use super::Harness;

mod claude_code;

/// Every harness, in the order people see.
pub static ALL: &[&Harness] = &[&claude_code::CLAUDE_CODE];

/// The harness with this id.
pub fn find(id: &str) -> Option<&'static Harness> {
    ALL.iter().copied().find(|harness| harness.id == id)
}
