//! `projects.toml`: the projects a person registered, by bridge.

use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

use super::FormatError;

/// The format of `projects.toml` this program writes.
const PROJECTS_FORMAT: u32 = 1;

/// One registered project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registered {
    /// The bridge it is for.
    pub bridge: String,
    /// Its folder, absolute.
    pub folder: Utf8PathBuf,
    /// The folder of what it is built with, where it cannot be found from its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sdk: Option<Utf8PathBuf>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredProjects {
    format: u32,
    #[serde(default, rename = "project")]
    projects: Vec<Registered>,
}

/// Only the version: a later file may hold anything else.
#[derive(Deserialize)]
struct Age {
    format: u32,
}

/// Reads `projects.toml`.
///
/// Refuses a later format, a key nobody knows, and a folder that is not absolute.
pub(crate) fn registered(text: &str) -> Result<Vec<Registered>, FormatError> {
    let wrong = |error: toml::de::Error| FormatError::Toml(error.to_string());
    let age: Age = toml::from_str(text).map_err(wrong)?;
    if age.format > PROJECTS_FORMAT {
        return Err(FormatError::Newer(age.format));
    }
    let stored: StoredProjects = toml::from_str(text).map_err(wrong)?;
    match stored.projects.iter().find(|one| !one.folder.is_absolute()) {
        Some(one) => Err(FormatError::Toml(format!("the folder {} is not absolute", one.folder))),
        None => Ok(stored.projects),
    }
}

/// The text of `projects.toml`.
pub(crate) fn projects_text(projects: &[Registered]) -> Result<String, FormatError> {
    let stored = StoredProjects { format: PROJECTS_FORMAT, projects: projects.to_vec() };
    toml::to_string(&stored).map_err(|error| FormatError::Toml(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projects_are_read_strictly() {
        let absolute = if cfg!(windows) { "C:/mods/a" } else { "/mods/a" };
        let whole = format!("format = 1\n[[project]]\nbridge = \"b\"\nfolder = \"{absolute}\"\n");
        let cases = [
            (whole.clone(), Ok(1)),
            ("format = 1\n".to_owned(), Ok(0)),
            (format!("{whole}sdk = \"{absolute}\"\n"), Ok(1)),
            (format!("{whole}name = \"a\"\n"), Err("unknown field")),
            (whole.replace(absolute, "mods/a"), Err("is not absolute")),
            (whole.replace("format = 1", "format = 2\nmore = 1"), Err("newer than this program")),
            (String::new(), Err("missing field")),
            ("format = ".to_owned(), Err("")),
        ];
        for (text, expected) in cases {
            match (registered(&text), expected) {
                (Ok(found), Ok(count)) => assert_eq!(found.len(), count, "{text}"),
                (Err(error), Err(words)) => assert!(error.to_string().contains(words), "{text}: {error}"),
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let absolute = if cfg!(windows) { "C:/mods/a \"b\"" } else { "/mods/a \"b\"" };
        let project = |sdk: Option<&str>| Registered {
            bridge: "b".to_owned(),
            folder: absolute.into(),
            sdk: sdk.map(Utf8PathBuf::from),
        };
        for projects in [vec![], vec![project(None)], vec![project(Some("/sdk")), project(None)]] {
            let text = projects_text(&projects).expect("text");
            assert_eq!(registered(&text).expect("read"), projects, "{text}");
        }
    }
}
