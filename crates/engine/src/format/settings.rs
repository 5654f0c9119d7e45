//! `settings.toml`: what a person chose, by bridge.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::FormatError;

/// The format of `settings.toml` this program writes.
const SETTINGS_FORMAT: u32 = 1;

/// What a person chose. Its default is what nobody chose anything comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// All bridges are paused, also those added later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_paused: bool,
    /// The paused bridges.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub paused: BTreeSet<String>,
    /// What agents may do through a bridge, in the word of `bascule_core::permission`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub allow: BTreeMap<String, String>,
    /// What somebody else did to entries of ours and the person left so: the notice's
    /// key, and what stood there then.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub left: BTreeMap<String, String>,
    /// How the tray and the window are.
    #[serde(default, skip_serializing_if = "Face::is_usual")]
    pub face: Face,
    /// How the background service runs; what is not said has its usual value.
    #[serde(default, skip_serializing_if = "Tuning::is_usual")]
    pub host: Tuning,
}

/// How the tray and the window are; `None` for as the system says, or as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// `en` or `zh-CN`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// `light` or `dark`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// Nothing pops up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quiet: bool,
    /// The notices that do not pop up any more, by their code.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub muted: BTreeSet<String>,
    /// The version that has offered what it brings; none has before the first start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offered: Option<String>,
}

impl Face {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Times of the background service, in milliseconds; `None` for the usual one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// How long it stays with nothing to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_ms: Option<u64>,
    /// The pause before a first restart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_pause_ms: Option<u64>,
    /// The longest pause before a restart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_pause_ms: Option<u64>,
    /// How long a runtime may take to become ready.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub startup_ms: Option<u64>,
    /// How long a runtime that answers nothing is left alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hang_ms: Option<u64>,
}

impl Tuning {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl Settings {
    /// Whether a bridge is paused.
    pub fn is_paused(&self, bridge: &str) -> bool {
        self.all_paused || self.paused.contains(bridge)
    }

    /// Pauses these bridges; none named is all of them.
    pub fn pause(&mut self, named: &[String]) {
        if named.is_empty() {
            self.all_paused = true;
        } else if !self.all_paused {
            self.paused.extend(named.iter().cloned());
        }
    }

    /// Ends the pause of these bridges; none named is all of them. Where all were paused,
    /// the others of those `known` stay so.
    pub fn resume(&mut self, named: &[String], known: &[String]) {
        if named.is_empty() {
            self.paused.clear();
        } else if self.all_paused {
            self.paused.extend(known.iter().cloned());
        }
        self.all_paused = false;
        self.paused.retain(|bridge| !named.contains(bridge));
    }

    /// Forgets what was chosen about a bridge that is gone: another one of its name starts
    /// with what nobody chose.
    pub fn forget(&mut self, bridge: &str) {
        self.paused.remove(bridge);
        self.allow.remove(bridge);
        self.left.retain(|key, _| key.split(':').nth(1) != Some(bridge));
    }
}

#[derive(Serialize, Deserialize)]
struct Stored {
    format: u32,
    #[serde(flatten)]
    settings: Settings,
}

/// Only the version: a later file may hold anything else.
#[derive(Deserialize)]
struct Age {
    format: u32,
}

/// Reads `settings.toml`.
///
/// Refuses a later format and a key nobody knows.
pub(crate) fn settings(text: &str) -> Result<Settings, FormatError> {
    let wrong = |error: toml::de::Error| FormatError::Toml(error.to_string());
    let mut table: toml::Table = text.parse().map_err(wrong)?;
    let age: Age = table.clone().try_into().map_err(wrong)?;
    if age.format > SETTINGS_FORMAT {
        return Err(FormatError::Newer(age.format));
    }
    table.remove("format");
    table.try_into().map_err(wrong)
}

/// The text of `settings.toml`.
pub(crate) fn settings_text(settings: &Settings) -> Result<String, FormatError> {
    let stored = Stored { format: SETTINGS_FORMAT, settings: settings.clone() };
    toml::to_string(&stored).map_err(|error| FormatError::Toml(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_told_apart() {
        let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let of = |all_paused, paused: &[&str]| Settings {
            all_paused,
            paused: paused.iter().map(|name| (*name).to_owned()).collect(),
            ..Settings::default()
        };
        let known = named(&["a", "b", "c"]);
        let pauses = [
            (of(false, &[]), named(&["a"]), of(false, &["a"])),
            (of(false, &["a"]), named(&["a"]), of(false, &["a"])),
            (of(false, &["a"]), named(&[]), of(true, &["a"])),
            (of(true, &[]), named(&["a"]), of(true, &[])),
        ];
        for (mut settings, named, expected) in pauses {
            settings.pause(&named);
            assert_eq!(settings, expected, "pause {named:?}");
        }
        let resumes = [
            (of(false, &["a", "b"]), named(&["a"]), of(false, &["b"])),
            (of(false, &["b"]), named(&["a"]), of(false, &["b"])),
            (of(true, &["a"]), named(&[]), of(false, &[])),
            (of(true, &[]), named(&["a"]), of(false, &["b", "c"])),
        ];
        for (mut settings, named, expected) in resumes {
            settings.resume(&named, &known);
            assert_eq!(settings, expected, "resume {named:?}");
        }
    }

    #[test]
    fn what_was_chosen_about_a_bridge_goes_with_it() {
        let text = "format = 1\npaused = [\"a\", \"b\"]\n\n[allow]\na = \"everything\"\n\n[left]\n\"entry:a:cursor\" = \"entry-gone\"\n";
        let mut settings = settings(text).expect("settings");
        settings.forget("a");
        assert_eq!(settings_text(&settings).expect("text"), "format = 1\npaused = [\"b\"]\n");
    }

    #[test]
    fn settings_are_read_strictly_and_as_they_were_written() {
        let cases = [
            ("format = 1\n", Ok(Settings::default())),
            (
                "format = 1\npaused = [\"a\"]\n\n[allow]\nb = \"look\"\n\n[face]\ntheme = \"dark\"\nquiet = true\n\n[host]\nidle_ms = 5\n",
                Ok(Settings {
                    paused: BTreeSet::from(["a".to_owned()]),
                    allow: BTreeMap::from([("b".to_owned(), "look".to_owned())]),
                    face: Face { theme: Some("dark".to_owned()), quiet: true, ..Face::default() },
                    host: Tuning { idle_ms: Some(5), ..Tuning::default() },
                    ..Settings::default()
                }),
            ),
            ("format = 1\npaused = \"a\"\n", Err("invalid type")),
            ("format = 1\nallows = 1\n", Err("unknown field")),
            ("format = 1\n[host]\nidle = 1\n", Err("unknown field")),
            ("format = 2\nallows = 1\n", Err("newer than this program")),
            ("", Err("missing field")),
        ];
        for (text, expected) in cases {
            match (settings(text), expected) {
                (Ok(found), Ok(expected)) => {
                    assert_eq!(found, expected, "{text}");
                    assert_eq!(settings_text(&found).expect("text"), text);
                }
                (Err(error), Err(words)) => assert!(error.to_string().contains(words), "{text}: {error}"),
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }
}
