//! What became of an entry since we wrote it.

use camino::Utf8Path;
use serde_json::Value;

use super::Claim;
use crate::digest::Digest;
use crate::document::{ConfigDocument, Content, DocumentError};

/// The state of an entry we own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drift {
    /// It means what we wrote, however the file is laid out now.
    AsWritten,
    /// It still starts our launcher, but something in it was changed.
    Edited,
    /// It is not there any more.
    Gone,
    /// Something else stands under its name.
    Taken,
}

impl Drift {
    /// The state of `claim` in `content`, for a launcher at `launcher`.
    pub fn of(claim: &Claim, content: &Content, launcher: &Utf8Path) -> Result<Self, DocumentError> {
        let entry = ConfigDocument::read(claim.dialect, content)?.entry(&claim.slot)?;
        Ok(match entry {
            None => Self::Gone,
            Some(entry) if entry_digest(&entry) == claim.entry => Self::AsWritten,
            Some(entry) if starts_launcher(&entry, launcher) => Self::Edited,
            Some(_) => Self::Taken,
        })
    }
}

/// The digest of an entry's meaning: the order of its keys and its layout do not count.
pub fn entry_digest(entry: &Value) -> Digest {
    Digest::of(sorted(entry).to_string().as_bytes())
}

/// Whether an entry starts our launcher: one of its texts is the launcher's path and
/// one is the word `mcp`; or a launcher of that name elsewhere with `mcp` and `--for`,
/// as one of another version or place writes it.
///
/// Shape does not matter: an entry somebody moved into another form is still ours.
pub fn is_ours(entry: &Value, launcher: &Utf8Path) -> bool {
    let mut texts = Vec::new();
    collect(entry, &mut texts);
    let here = texts.iter().any(|text| Utf8Path::new(text) == launcher);
    let elsewhere = texts.contains(&"--for") && texts.iter().any(|text| is_launcher(text, launcher));
    texts.contains(&"mcp") && (here || elsewhere)
}

/// Whether an entry under a name we own still starts a launcher of ours: who wrote it is
/// known from the claim, so its arguments may have been changed.
fn starts_launcher(entry: &Value, launcher: &Utf8Path) -> bool {
    let mut texts = Vec::new();
    collect(entry, &mut texts);
    texts.contains(&"mcp") && texts.iter().any(|text| is_launcher(text, launcher))
}

/// The launcher an entry starts: this one, or one of its name at another path.
pub fn launcher_in<'v>(entry: &'v Value, launcher: &Utf8Path) -> Option<&'v str> {
    let mut texts = Vec::new();
    collect(entry, &mut texts);
    let here = texts.iter().find(|text| Utf8Path::new(text) == launcher);
    here.or_else(|| texts.iter().find(|text| is_launcher(text, launcher))).copied()
}

fn is_launcher(text: &str, launcher: &Utf8Path) -> bool {
    file_stem(text) == file_stem(launcher.as_str())
}

/// Whether an entry is what a launcher of this name, here or at another path, writes
/// where this one would write `ours`: nobody edited it.
pub fn written_by_any(entry: &Value, ours: &Value, launcher: &Utf8Path) -> bool {
    match (entry, ours) {
        (Value::String(text), Value::String(own)) if own == launcher.as_str() => {
            text == own || (file_stem(text).is_some() && is_launcher(text, launcher))
        }
        (Value::Array(list), Value::Array(own)) => {
            list.len() == own.len() && list.iter().zip(own).all(|(item, own)| written_by_any(item, own, launcher))
        }
        (Value::Object(map), Value::Object(own)) => {
            map.len() == own.len()
                && own.iter().all(|(key, own)| map.get(key).is_some_and(|item| written_by_any(item, own, launcher)))
        }
        _ => entry == ours,
    }
}

/// The name of a program file; both separators count, because an entry may have
/// been written on another system.
fn file_stem(path: &str) -> Option<&str> {
    let name = path.rsplit(['/', '\\']).next().filter(|name| name.len() < path.len())?;
    Some(name.strip_suffix(".exe").unwrap_or(name))
}

fn collect<'v>(value: &'v Value, texts: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(list) => list.iter().for_each(|item| collect(item, texts)),
        Value::Object(map) => map.values().for_each(|item| collect(item, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut pairs: Vec<_> = map.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            pairs.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(pairs.into_iter().collect())
        }
        Value::Array(list) => Value::Array(list.iter().map(sorted).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}
