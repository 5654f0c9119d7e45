//! JSON, JSON with comments, JSONC and JSON5.

use serde_json::Value;

use super::Dialect;
use super::{Container, DocumentError, SeamKind, Slot, Spliced};

/// Parses with the locating parser alone.
pub(super) fn check(text: &str, dialect: Dialect) -> Result<(), DocumentError> {
    todo!()
}

/// What the second parser reads.
pub(super) fn meaning(text: &str, dialect: Dialect) -> Result<Value, DocumentError> {
    todo!()
}

/// The entries of a container in document order.
pub(super) fn entries(
    text: &str,
    dialect: Dialect,
    container: &Container,
) -> Result<Vec<(String, Value)>, DocumentError> {
    todo!()
}

/// Puts a new entry in.
pub(super) fn put(text: &str, dialect: Dialect, slot: &Slot, entry: &Value) -> Result<Spliced, DocumentError> {
    todo!()
}

/// Exchanges the entry called `old` for ours; hands back the new text and the old entry's text.
pub(super) fn replace(
    text: &str,
    dialect: Dialect,
    old: &str,
    slot: &Slot,
    entry: &Value,
) -> Result<(String, String), DocumentError> {
    todo!()
}

/// Takes our entry out; `None` where nothing but what we made is left.
pub(super) fn remove(
    text: &str,
    dialect: Dialect,
    slot: &Slot,
    seam: &SeamKind,
) -> Result<Option<String>, DocumentError> {
    todo!()
}
