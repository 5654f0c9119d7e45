//! `audit.jsonl`: what agents called, a line each. Arguments are named by digest alone.

use serde::{Deserialize, Serialize};

/// The format of the lines this program writes.
const AUDIT_FORMAT: u32 = 1;

/// One call of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditLine {
    /// The format; a later one has more keys.
    format: u32,
    /// When it began, in milliseconds since 1970.
    pub at_ms: u64,
    /// The AI program, where its entry says which.
    pub program: Option<String>,
    /// The bridge.
    pub bridge: String,
    /// The tool, as it was named.
    pub tool: String,
    /// The SHA-256 of the arguments as JSON.
    pub arguments: String,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// `done`, `failed` (the tool said so), `refused`, `closed` (not allowed),
    /// `unavailable`, `cut-off` or `cancelled`.
    pub outcome: String,
}

impl AuditLine {
    /// A line of this version.
    pub fn new(bridge: String, tool: String, program: Option<String>, arguments: String) -> Self {
        Self { format: AUDIT_FORMAT, at_ms: 0, program, bridge, tool, arguments, took_ms: 0, outcome: String::new() }
    }

    /// The line as it is written, with its end.
    pub fn text(&self) -> String {
        // A struct of texts and numbers always has a JSON form.
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads a line; `None` where it is none, as a kill may have left one half written.
    pub fn parse(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }
}
