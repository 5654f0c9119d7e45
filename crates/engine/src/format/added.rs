//! `added.json` in a bridge's folder: where it came from and what was agreed to.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

use super::{FormatError, Version};
use crate::packs::Added;

/// The version this program writes.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    format: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<Utf8PathBuf>,
    digest: String,
    files: BTreeMap<String, String>,
}

/// The text of `added.json`.
pub(crate) fn added_text(added: &Added) -> Result<String, FormatError> {
    let files = added.files.iter().map(|(path, digest)| (path.clone(), digest.to_string())).collect();
    let stored = Stored { format: FORMAT, source: added.source.clone(), digest: added.digest.to_string(), files };
    Ok(format!("{}\n", serde_json::to_string_pretty(&stored)?))
}

/// Reads it back; refuses what a newer program wrote and what nobody of us did.
pub(crate) fn read_added(bytes: &[u8]) -> Result<Added, FormatError> {
    let version: Version = serde_json::from_slice(bytes)?;
    if version.format > FORMAT {
        return Err(FormatError::Newer(version.format));
    }
    let stored: Stored = serde_json::from_slice(bytes)?;
    let files = stored.files.into_iter().map(|(path, digest)| Ok((path, digest.parse()?)));
    let files = files.collect::<Result<_, FormatError>>()?;
    Ok(Added { source: stored.source, digest: stored.digest.parse()?, files })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bascule_core::digest::Digest;

    #[test]
    fn what_was_agreed_to_comes_back_and_anything_else_is_refused() {
        let added = Added {
            source: Some("/a/b.zip".into()),
            digest: Digest::of(b"x"),
            files: [("a".to_owned(), Digest::of(b"a"))].into(),
        };
        let text = added_text(&added).expect("text");
        assert_eq!(read_added(text.as_bytes()).expect("read"), added);
        let newer = text.replace("\"format\": 1", "\"format\": 2, \"more\": 1");
        assert!(matches!(read_added(newer.as_bytes()), Err(FormatError::Newer(2))));
        for bad in ["", "{}", &text.replace("source", "sauce"), &text.replace(&added.digest.to_string(), "0")] {
            assert!(read_added(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
