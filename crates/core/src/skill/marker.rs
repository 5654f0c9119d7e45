//! The marker: a small file in a skill's folder that says what in it is ours.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;

/// Its name inside the skill's folder.
pub const MARKER: &str = ".bascule.json";

/// The format this version writes.
const FORMAT: u32 = 1;

/// The largest marker that is read: 64 KiB.
const LIMIT: usize = 64 << 10;

/// What in a skill's folder is ours, also where no receipt says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// The bridge whose skill it is.
    pub bridge: String,
    /// The version of the skill that was written last.
    pub version: String,
    /// How many folders were made for it, from the skill's own upwards.
    pub made: usize,
    /// Each file of ours by its path inside the folder, as we wrote it last.
    pub files: BTreeMap<String, Digest>,
}

/// Why a marker cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkerProblem {
    /// A newer Bascule wrote it.
    #[error("written in format {0}, newer than this version knows")]
    Newer(u32),
    /// It is none of ours.
    #[error("not a marker of Bascule's: {0}")]
    Strange(String),
}

impl Marker {
    /// Reads a marker. Refuses what this version would not have written.
    pub fn read(bytes: &[u8]) -> Result<Self, MarkerProblem> {
        let strange = |why: String| MarkerProblem::Strange(why);
        if bytes.len() > LIMIT {
            return Err(strange("larger than 65536 bytes".to_owned()));
        }
        let age: Age = serde_json::from_slice(bytes).map_err(|error| strange(error.to_string()))?;
        if age.format > FORMAT {
            return Err(MarkerProblem::Newer(age.format));
        }
        let stored: Stored = serde_json::from_slice(bytes).map_err(|error| strange(error.to_string()))?;
        let file = |(path, digest): (String, String)| {
            let digest = digest.parse().map_err(|_| strange(format!("{path} has no digest")))?;
            // A path that leads elsewhere would make somebody else's file ours.
            let inside = !path.contains(['\\', ':']) && path.split('/').all(|part| !matches!(part, "" | "." | ".."));
            if inside { Ok((path, digest)) } else { Err(strange(format!("{path} leads out of the folder"))) }
        };
        let files = stored.files.into_iter().map(file).collect::<Result<_, _>>()?;
        Ok(Self { bridge: stored.bridge, version: stored.version, made: stored.made, files })
    }

    /// The marker as it is written.
    pub fn bytes(&self) -> Vec<u8> {
        let stored = Stored {
            format: FORMAT,
            bridge: self.bridge.clone(),
            version: self.version.clone(),
            made: self.made,
            files: self.files.iter().map(|(path, digest)| (path.clone(), digest.to_string())).collect(),
        };
        // A struct of texts and numbers always has a JSON form.
        let mut bytes = serde_json::to_vec_pretty(&stored).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }
}

#[derive(Deserialize)]
struct Age {
    format: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    format: u32,
    bridge: String,
    version: String,
    #[serde(default)]
    made: usize,
    files: BTreeMap<String, String>,
}
