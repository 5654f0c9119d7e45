//! Why a whole command could not be done: the error in words, and the exit code.

use bascule_engine::{EngineError, FormatError, PackFault};
use bascule_words::{Way, Words};
use camino::Utf8PathBuf;
use serde_json::json;

use crate::exit::Exit;
use crate::mcp::AdapterError;
use crate::run::Run;

/// Why a command ended before it did anything.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Problem {
    /// The engine could not.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No bridge of this id.
    #[error("no bridge {bridge:?}")]
    UnknownBridge {
        /// What was typed.
        bridge: String,
        /// What may have been meant.
        similar: Option<String>,
    },
    /// The bridge is there, but its files cannot be used.
    #[error("{bridge} cannot be used")]
    BridgeFile {
        /// Its id.
        bridge: String,
        /// Why.
        source: PackFault,
    },
    /// A bridge without a skill.
    #[error("{0:?} has no skill")]
    NoSkill(String),
    /// Its id is taken.
    #[error("{0:?} is there already")]
    BridgeExists(String),
    /// Not a name a bridge may have.
    #[error("{0:?} cannot be a bridge's id")]
    BridgeName(String),
    /// Part of the program.
    #[error("{0:?} is built in")]
    BridgeBuiltIn(String),
    /// Entries for it stand in config files.
    #[error("{0:?} is enabled")]
    BridgeInUse(String),
    /// No program of this id.
    #[error("no program {harness:?}")]
    UnknownProgram {
        /// What was typed.
        harness: String,
        /// What may have been meant.
        similar: Vec<String>,
    },
    /// Neither `--harness` nor `--all`.
    #[error("no program named")]
    WhichProgram {
        /// The command's word.
        verb: &'static str,
        /// The bridges that were named.
        bridges: Vec<String>,
    },
    /// No bridge named.
    #[error("no bridge named")]
    WhichBridge {
        /// The command's word.
        verb: &'static str,
    },
    /// A project folder that is not there.
    #[error("{0} is no folder")]
    NoFolder(Utf8PathBuf),
    /// Project scope without a folder.
    #[error("no project folder named")]
    WhichProject,
    /// User scope together with a project folder.
    #[error("user scope has no project folder")]
    UserInProject,
    /// A path that is not UTF-8 or not absolute.
    #[error("{0} is not absolute")]
    Relative(Utf8PathBuf),
    /// `--harness other` lacks what it needs.
    #[error("other needs a file, a dialect and a key")]
    OtherNeeds,
    /// What belongs to `--harness other` alone.
    #[error("only with other")]
    OtherAlone,
    /// No language of config files.
    #[error("no dialect {0:?}")]
    Dialect(String),
    /// No entry shape.
    #[error("no shape {0:?}")]
    Shape(String),
    /// Not a path of keys.
    #[error("{0:?} is not a path of keys")]
    Key(String),
    /// The adapter ended with an error.
    #[error(transparent)]
    Adapter(#[from] AdapterError),
}

/// A problem as it is told: a stable code, a sentence, a mend with commands.
#[derive(Debug)]
struct Told {
    code: &'static str,
    sentence: String,
    mend: Option<String>,
    ways: Vec<Way>,
    exit: Exit,
}

impl Problem {
    /// Says it, in text on standard error and as JSON where that was asked for.
    pub(crate) fn tell(&self, run: &Run) -> Exit {
        let told = self.told(&run.words);
        let offers = run.offers(&told.ways);
        let commands: Vec<&str> = offers.iter().map(|offer| offer.command.as_str()).collect();
        run.voice.error(&run.words, &told.sentence);
        if let Some(mend) = &told.mend {
            run.voice.help(&run.words, 0, mend, &offers);
        }
        run.voice.json(json!({
            "error": {"code": told.code, "sentence": told.sentence, "help": told.mend, "commands": commands},
        }));
        told.exit
    }

    fn told(&self, words: &Words) -> Told {
        let say = |id: &str, values: &[(&str, bascule_words::Value<'_>)]| words.say(id, values);
        let plain = |code, exit, sentence| Told { code, sentence, mend: None, ways: vec![], exit };
        match self {
            Self::Engine(error) => engine(words, error),
            Self::UnknownBridge { bridge, similar } => {
                let known = say("problem-unknown-bridge-mend", &[]);
                let mend = similar.as_ref().map(|name| meant(words, [name]));
                Told {
                    code: "unknown-bridge",
                    sentence: say("problem-unknown-bridge", &[("bridge", bridge.into())]),
                    mend: Some(mend.map_or_else(|| known.clone(), |mend| words.row(&[&mend, &known]))),
                    ways: vec![typed(&["bridges"])],
                    exit: Exit::Usage,
                }
            }
            Self::BridgeFile { source: PackFault::Pack(error), .. } => {
                let place = format!("{}:{}:{}", error.file, error.line, error.column);
                let problem = error.problem.to_string();
                let values = [("place", place.into()), ("problem", problem.into())];
                Told {
                    mend: Some(error.problem.mend()),
                    ..plain("bridge-file", Exit::Unavailable, say("problem-bridge-file", &values))
                }
            }
            Self::BridgeFile { source: PackFault::Disk(error), .. } => {
                plain("disk", Exit::Unavailable, disk(words, error))
            }
            Self::NoSkill(bridge) => Told {
                mend: Some(say("problem-no-skill-mend", &[])),
                ways: vec![typed(&["skills"])],
                ..plain("no-skill", Exit::Usage, say("problem-no-skill", &[("bridge", bridge.into())]))
            },
            Self::BridgeExists(bridge) => {
                plain("bridge-exists", Exit::Refused, say("problem-bridge-exists", &[("bridge", bridge.into())]))
            }
            Self::BridgeName(bridge) => {
                plain("bridge-name", Exit::Usage, say("problem-bridge-name", &[("bridge", bridge.into())]))
            }
            Self::BridgeBuiltIn(bridge) => {
                plain("bridge-built-in", Exit::Refused, say("problem-bridge-built-in", &[("bridge", bridge.into())]))
            }
            Self::BridgeInUse(bridge) => Told {
                code: "bridge-in-use",
                sentence: say("problem-bridge-in-use", &[("bridge", bridge.into())]),
                mend: Some(say("problem-bridge-in-use-mend", &[])),
                ways: vec![typed(&["disable", bridge, "--all"])],
                exit: Exit::Refused,
            },
            Self::UnknownProgram { harness, similar } => {
                let known = say("remedy-see-programs", &[]);
                let mend = (!similar.is_empty()).then(|| meant(words, similar));
                Told {
                    code: "unknown-program",
                    sentence: say("problem-unknown-program", &[("harness", harness.into())]),
                    mend: Some(mend.map_or_else(|| known.clone(), |mend| words.row(&[&mend, &known]))),
                    ways: vec![typed(&["harnesses", "--all"])],
                    exit: Exit::Usage,
                }
            }
            Self::WhichProgram { verb, bridges } => {
                let all = std::iter::once((*verb).to_owned()).chain(bridges.iter().cloned());
                let all: Vec<String> = all.chain(["--all".to_owned()]).collect();
                let mend = match *verb {
                    "disable" => say("problem-which-program-disable", &[]),
                    "plan" => say("problem-which-program-plan", &[]),
                    _ => say("problem-which-program-mend", &[]),
                };
                Told {
                    code: "which-program",
                    sentence: say("problem-which-program", &[]),
                    mend: Some(mend),
                    ways: vec![all.into(), typed(&["harnesses"])],
                    exit: Exit::Usage,
                }
            }
            Self::WhichBridge { verb } => {
                let id = if *verb == "disable" { "problem-which-bridge-disable" } else { "problem-which-bridge" };
                Told {
                    code: "no-argument",
                    sentence: say(id, &[]),
                    mend: Some(say("problem-which-bridge-mend", &[])),
                    ways: vec![typed(&[verb, bascule_engine::BUILT_IN, "--all"]), typed(&["bridges"])],
                    exit: Exit::Usage,
                }
            }
            Self::NoFolder(path) => plain("no-folder", Exit::Usage, say("problem-no-folder", &[("path", path.into())])),
            Self::WhichProject => plain("which-project", Exit::Usage, say("problem-scope-project", &[])),
            Self::UserInProject => {
                let values = [("what", "--scope user".into()), ("other", "--project".into())];
                plain("conflict", Exit::Usage, say("problem-conflict", &values))
            }
            Self::Relative(path) => plain("relative", Exit::Usage, say("problem-relative", &[("path", path.into())])),
            Self::OtherNeeds => plain("other-needs", Exit::Usage, say("problem-other-needs", &[])),
            Self::OtherAlone => plain("other-alone", Exit::Usage, say("problem-other-alone", &[])),
            Self::Dialect(dialect) => {
                plain("dialect", Exit::Usage, say("problem-dialect", &[("dialect", dialect.into())]))
            }
            Self::Shape(shape) => {
                let values = [("shape", shape.into()), ("known", crate::choose::SHAPES.join(", ").into())];
                plain("shape", Exit::Usage, say("problem-shape", &values))
            }
            Self::Key(key) => plain("key", Exit::Usage, say("problem-key", &[("key", key.into())])),
            Self::Adapter(error) => {
                plain("adapter", Exit::Unavailable, say("problem-adapter", &[("problem", error.to_string().into())]))
            }
        }
    }
}

/// The names that may have been meant.
fn meant<'n>(words: &Words, names: impl IntoIterator<Item = &'n String>) -> String {
    let names = words.list(names.into_iter().map(|name| format!("“{name}”")));
    words.say("problem-similar", &[("name", names.into())])
}

/// A command of ours.
fn typed(arguments: &[&str]) -> Way {
    arguments.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>().into()
}

fn engine(words: &Words, error: &EngineError) -> Told {
    let say = |id: &str, values: &[(&str, bascule_words::Value<'_>)]| words.say(id, values);
    let (code, exit, sentence) = match error {
        EngineError::Disk(error) => ("disk", Exit::Unavailable, disk(words, error)),
        EngineError::Format { file, source: FormatError::Newer(_) } => {
            ("newer-format", Exit::Unavailable, say("problem-newer", &[("file", file.into())]))
        }
        EngineError::Format { file, source } => {
            let values = [("file", file.into()), ("problem", source.to_string().into())];
            ("state-file", Exit::Unavailable, say("problem-state-file", &values))
        }
        EngineError::Held(holder) => {
            ("held", Exit::Unavailable, say("problem-held", &[("holder", (&holder.description).into())]))
        }
        EngineError::OtherUsersHome { home, .. } => {
            ("other-users-home", Exit::Refused, say("problem-other-home", &[("home", home.into())]))
        }
        EngineError::Stale => ("stale", Exit::Refused, say("problem-stale", &[])),
        EngineError::NoRevision(number) => {
            ("no-change", Exit::Usage, say("problem-no-change", &[("number", number.to_string().into())]))
        }
    };
    let (mend, ways) = match error {
        EngineError::Disk(_) => (None, vec![]),
        EngineError::Format { source: FormatError::Newer(_), .. } => (Some(say("remedy-use-newer", &[])), vec![]),
        EngineError::Format { .. } => (Some(say("problem-state-file-mend", &[])), vec![typed(&["doctor"])]),
        EngineError::Held(_) | EngineError::Stale => (Some(say("remedy-try-again", &[])), vec![]),
        EngineError::OtherUsersHome { .. } => (Some(say("problem-other-home-mend", &[])), vec![]),
        EngineError::NoRevision(_) => (Some(say("problem-no-change-mend", &[])), vec![typed(&["history"])]),
    };
    Told { code, sentence, mend, ways, exit }
}

/// What the system said about a path.
pub(crate) fn disk(words: &Words, error: &bascule_engine::DiskError) -> String {
    let values = [("path", (&error.path).into()), ("problem", error.source.to_string().into())];
    words.say("problem-disk", &values)
}

/// The name nearest to what was typed, where one is near.
pub(crate) fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let typed = typed.to_lowercase();
    let scored = names.into_iter().map(|name| (distance(&typed, name), name));
    let (distance, name) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + typed.chars().count() / 4).then(|| name.to_owned())
}

/// How many letters must change to turn one word into the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, against) in other.iter().enumerate() {
            let kept = diagonal + usize::from(letter != *against);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        let names = ["cursor", "claude-code", "codex", "zed"];
        assert_eq!(nearest("cursr", names).as_deref(), Some("cursor"));
        assert_eq!(nearest("Claude-Code", names).as_deref(), Some("claude-code"));
        assert_eq!(nearest("notepad", names), None);
    }
}
