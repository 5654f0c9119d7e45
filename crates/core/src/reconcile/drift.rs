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
            Some(entry) if is_ours(&entry, launcher) => Self::Edited,
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
    let elsewhere =
        texts.contains(&"--for") && texts.iter().any(|text| file_stem(text) == file_stem(launcher.as_str()));
    texts.contains(&"mcp") && (here || elsewhere)
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
