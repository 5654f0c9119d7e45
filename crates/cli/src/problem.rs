//! Why a whole command could not be done: the error in words, and the exit code.

mod causes;
mod nearest;

use bascule_core::bridge::{ArgumentProblem, Malformed};
use bascule_core::install::NotInstalled;
use bascule_core::project::ProjectProblem;
use bascule_engine::{EngineError, NotExported, PackFault};
use bascule_sage::NotAMod;
use bascule_words::{Way, Words};
use camino::Utf8PathBuf;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::mcp::AdapterError;
use crate::run::Run;

use causes::{detail, engine, not_installed, project};
pub(crate) use nearest::nearest;

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
    /// A bridge that nothing runs for.
    #[error("nothing runs for {0:?}")]
    RunsNothing(String),
    /// A setting has no such value.
    #[error("{setting} cannot be {value:?}")]
    SettingValue {
        /// The setting.
        setting: &'static str,
        /// What was typed.
        value: String,
        /// The values it has.
        known: &'static [&'static str],
    },
    /// No app that could start at login.
    #[error("no app is known")]
    NoApp,
    /// What would happen is not what was agreed to.
    #[error("the plan changed")]
    PlanChanged,
    /// What runs of ours could not be ended.
    #[error("the host does not end")]
    ServiceStays,
    /// No notice of this name about an entry.
    #[error("no notice {0:?}")]
    NoNotice(String),
    /// Its id is taken.
    #[error("{0:?} is there already")]
    BridgeExists(String),
    /// Not a name a bridge may have.
    #[error("{0:?} cannot be a bridge's id")]
    BridgeName(String),
    /// Part of the program.
    #[error("{0:?} is built in")]
    BridgeBuiltIn(String),
    /// The id of a bridge that ships.
    #[error("{0:?} is reserved")]
    BridgeReserved(String),
    /// Nobody noted where a bridge came from.
    #[error("no source of {0:?}")]
    BridgeNoSource(String),
    /// The pack is another bridge's.
    #[error("{source_path} holds {found:?}")]
    BridgeOther {
        /// What was to be exchanged.
        bridge: String,
        /// What the pack is.
        found: String,
        /// The pack.
        source_path: Utf8PathBuf,
    },
    /// A pack that is not a bridge that works.
    #[error("{place} is malformed")]
    Malformed {
        /// The folder or file.
        place: Utf8PathBuf,
        /// Everything that is wrong.
        wrong: Vec<Malformed>,
    },
    /// No pack lies there.
    #[error("no pack at {0}")]
    NoPack(Utf8PathBuf),
    /// Something else lies where a file or folder was asked for.
    #[error("{path} is something else")]
    ThereAlready {
        /// The place.
        path: Utf8PathBuf,
        /// The option that names another one.
        option: &'static str,
    },
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
    /// A folder that is no project of a bridge.
    #[error("{folder} is no project of {bridge}")]
    NotAProject {
        /// The folder.
        folder: Utf8PathBuf,
        /// The bridge.
        bridge: String,
        /// The file it lacks.
        marker: String,
        /// The project above it, where there is one.
        above: Option<Utf8PathBuf>,
    },
    /// Several bridges work in projects, and none was named.
    #[error("projects of which bridge")]
    ProjectsOfWhich(Vec<String>),
    /// A bridge that has no projects.
    #[error("{0:?} has no projects")]
    NoProjects(String),
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
    /// A program of ours that should be there is not, or does not say what it is.
    #[error("{0} is no program of ours")]
    NoProgram(Utf8PathBuf),
    /// Our own programs cannot be put in place.
    #[error(transparent)]
    NotInstalled(NotInstalled),
    /// The adapter ended with an error.
    #[error(transparent)]
    Adapter(#[from] AdapterError),
    /// No project was chosen.
    #[error(transparent)]
    Project(#[from] ProjectProblem),
    /// What was named is no mod.
    #[error(transparent)]
    NotAMod(#[from] NotAMod),
    /// A snapshot that was not written.
    #[error(transparent)]
    Export(#[from] NotExported),
    /// The bridge has no such tool.
    #[error("{bridge} has no tool {tool:?}")]
    UnknownTool {
        /// The bridge.
        bridge: String,
        /// What was typed.
        tool: String,
        /// The tools it has.
        known: Vec<String>,
    },
    /// Arguments that do not fit the tool.
    #[error(transparent)]
    ToolArguments(#[from] ArgumentProblem),
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
        let details: Vec<Value> = self.details().iter().map(|one| detail(run, one)).collect();
        let mut error = json!({
            "code": told.code, "sentence": told.sentence, "help": told.mend, "commands": commands,
        });
        if !details.is_empty() {
            error["problems"] = details.into();
        }
        run.voice.json(json!({"error": error}));
        told.exit
    }

    fn details(&self) -> &[Malformed] {
        if let Self::Malformed { wrong, .. } = self { wrong } else { &[] }
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
                let (sentence, mend) = bascule_words::pack_error(words, error);
                Told { mend: Some(mend), ..plain("bridge-file", Exit::Unavailable, sentence) }
            }
            Self::BridgeFile { source: PackFault::Disk(error), .. } => {
                plain("disk", Exit::Unavailable, disk(words, error))
            }
            Self::NoSkill(bridge) => Told {
                mend: Some(say("problem-no-skill-mend", &[])),
                ways: vec![typed(&["skills"])],
                ..plain("no-skill", Exit::Usage, say("problem-no-skill", &[("bridge", bridge.into())]))
            },
            Self::RunsNothing(bridge) => {
                plain("runs-nothing", Exit::Usage, say("problem-runs-nothing", &[("bridge", bridge.into())]))
            }
            Self::SettingValue { setting, value, known } => {
                let values = [("value", value.into()), ("what", (*setting).into())];
                let known = say("problem-bad-value-known", &[("known", known.join(", ").into())]);
                plain("bad-value", Exit::Usage, words.row(&[&say("problem-bad-value", &values), &known]))
            }
            Self::NoApp => Told {
                mend: Some(say("problem-no-app-mend", &[])),
                ..plain("no-app", Exit::Unavailable, say("problem-no-app", &[]))
            },
            Self::PlanChanged => Told {
                mend: Some(say("problem-plan-changed-mend", &[])),
                ..plain("plan-changed", Exit::Refused, say("problem-stale", &[]))
            },
            Self::ServiceStays => Told {
                mend: Some(say("doctor-service-silent-mend", &[])),
                ways: vec![typed(&["doctor"])],
                ..plain("service-stays", Exit::Refused, say("problem-service-stays", &[]))
            },
            Self::NoNotice(notice) => Told {
                mend: Some(say("problem-no-notice-mend", &[])),
                ways: vec![typed(&["notices"])],
                ..plain("no-notice", Exit::Usage, say("problem-no-notice", &[("notice", notice.into())]))
            },
            Self::BridgeExists(bridge) => Told {
                mend: Some(say("problem-bridge-exists-mend", &[])),
                ways: vec![typed(&["bridges", "update", bridge]), typed(&["bridges", "remove", bridge])],
                ..plain("bridge-exists", Exit::Refused, say("problem-bridge-exists", &[("bridge", bridge.into())]))
            },
            Self::BridgeReserved(bridge) => {
                plain("bridge-reserved", Exit::Refused, say("problem-bridge-reserved", &[("bridge", bridge.into())]))
            }
            Self::BridgeNoSource(bridge) => Told {
                mend: Some(say("problem-bridge-no-source-mend", &[])),
                ..plain("bridge-no-source", Exit::Usage, say("problem-bridge-no-source", &[("bridge", bridge.into())]))
            },
            Self::BridgeOther { bridge, found, source_path } => {
                let values = [("bridge", bridge.into()), ("found", found.into()), ("source", source_path.into())];
                Told {
                    mend: Some(say("problem-bridge-other-mend", &[])),
                    ways: vec![typed(&["bridges", "add", source_path.as_str()])],
                    ..plain("bridge-other", Exit::Refused, say("problem-bridge-other", &values))
                }
            }
            Self::Malformed { place, wrong } => {
                let values = [("place", place.into()), ("count", wrong.len().into())];
                plain("malformed", Exit::Refused, say("bridges-malformed", &values))
            }
            Self::NoPack(path) => Told {
                mend: Some(say("problem-no-pack-mend", &[])),
                ways: vec![typed(&["bridges", "add", "my-server", "--", "npx", "-y", "some-mcp-server"])],
                ..plain("no-pack", Exit::Usage, say("problem-no-pack", &[("path", path.into())]))
            },
            Self::ThereAlready { path, option } => Told {
                mend: Some(say("problem-there-already-mend", &[("option", (*option).into())])),
                ..plain("there-already", Exit::Refused, say("problem-there-already", &[("path", path.into())]))
            },
            Self::BridgeName(bridge) => {
                plain("bridge-name", Exit::Usage, say("problem-bridge-name", &[("bridge", bridge.into())]))
            }
            Self::BridgeBuiltIn(bridge) => {
                plain("bridge-built-in", Exit::Refused, say("problem-bridge-built-in", &[("bridge", bridge.into())]))
            }
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
            Self::NotAProject { folder, bridge, marker, above } => {
                let values = [("folder", folder.into()), ("bridge", bridge.into()), ("file", marker.into())];
                let sentence = say("projects-not-one", &values);
                match above {
                    None => plain("not-a-project", Exit::Usage, sentence),
                    Some(above) => Told {
                        mend: Some(say("projects-above", &[("folder", above.into())])),
                        ways: vec![typed(&["projects", "add", above.as_str(), "--bridge", bridge])],
                        ..plain("not-a-project", Exit::Usage, sentence)
                    },
                }
            }
            Self::ProjectsOfWhich(bridges) => {
                let bridges = words.list(bridges.iter().cloned());
                plain("which-bridge", Exit::Usage, say("projects-of-which", &[("bridges", bridges.into())]))
            }
            Self::NoProjects(bridge) => {
                plain("no-projects", Exit::Usage, say("projects-not-its", &[("bridge", bridge.into())]))
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
            Self::Project(problem) => project(words, problem),
            Self::NotAMod(NotAMod::NoEntry(folder)) => {
                plain("no-mod", Exit::Usage, say("problem-no-mod", &[("path", folder.into())]))
            }
            Self::NotAMod(NotAMod::NoSdk(folder)) => {
                plain("no-folder", Exit::Usage, say("problem-no-folder", &[("path", folder.into())]))
            }
            Self::NotAMod(NotAMod::NoFile(file)) => {
                plain("no-file", Exit::Usage, say("problem-no-file", &[("path", file.into())]))
            }
            Self::Export(NotExported::Taken(file)) => {
                plain("taken", Exit::Refused, say("problem-export-taken", &[("path", file.into())]))
            }
            Self::Export(NotExported::Disk(error)) => plain("disk", Exit::Unavailable, disk(words, error)),
            Self::UnknownTool { bridge, tool, known } => Told {
                mend: Some(say("problem-unknown-tool-mend", &[("known", known.join(", ").into())])),
                ..plain(
                    "unknown-tool",
                    Exit::Usage,
                    say("problem-unknown-tool", &[("bridge", bridge.into()), ("tool", tool.into())]),
                )
            },
            Self::ToolArguments(problem) => {
                let values = [("problem", problem.to_string().into())];
                plain("tool-arguments", Exit::Usage, say("problem-tool-arguments", &values))
            }
            Self::NoProgram(path) => {
                plain("no-program", Exit::Unavailable, say("problem-no-program", &[("path", path.into())]))
            }
            Self::NotInstalled(error) => not_installed(words, error),
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

/// What the system said about a path.
pub(crate) fn disk(words: &Words, error: &bascule_engine::DiskError) -> String {
    let values = [("path", (&error.path).into()), ("problem", error.source.to_string().into())];
    words.say("problem-disk", &values)
}
