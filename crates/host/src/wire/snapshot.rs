//! How everything stands, as one value: all that a face shows is drawn from it.

use serde::{Deserialize, Serialize};

/// How everything stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// Rises with every change.
    pub number: u64,
    /// When it was made, in seconds since 1970.
    pub at: u64,
    /// The background service itself.
    pub host: HostShown,
    /// Every bridge, in the order people see them.
    pub bridges: Vec<BridgeShown>,
    /// Every entry of ours, by bridge and program.
    pub entries: Vec<EntryShown>,
    /// What a person is to know, the newest first.
    pub notices: Vec<NoticeShown>,
    /// What a person is asked.
    pub questions: Vec<QuestionShown>,
    /// What they chose of tray and window.
    #[serde(default)]
    pub face: FaceShown,
}

/// What a person chose of tray and window; where that cannot be read, what was read last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaceShown {
    /// The tag of a language; `None` for the system's.
    pub language: Option<String>,
    /// `light` or `dark`; `None` for the system's.
    pub theme: Option<String>,
    /// Nothing pops up.
    pub quiet: bool,
    /// The kinds of notices that do not pop up.
    pub muted: Vec<String>,
}

/// The background service.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostShown {
    /// Its version.
    pub version: String,
    /// Its process.
    pub pid: u32,
    /// When it started, in seconds since 1970.
    pub since: u64,
    /// The version that is installed, where it is another.
    pub installed: Option<String>,
    /// It is about to end.
    pub leaving: bool,
    /// It may read and write the files of AI programs: not inside a packaged app.
    pub sees_files: bool,
    /// It could not leave the job of whoever started it, and ends with it.
    #[serde(default)]
    pub bound: bool,
    /// How many adapters are connected.
    pub adapters: u32,
    /// How many connections were turned away since it started.
    pub turned_away: u64,
    /// How many lines of the audit log could not be written.
    pub audit_lost: u64,
    /// Why the settings cannot be read, where they cannot.
    pub settings_problem: Option<String>,
}

/// One bridge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BridgeShown {
    /// Its id.
    pub id: String,
    /// How it stands.
    pub health: HealthShown,
    /// The steps from an AI program to the host app, in order.
    pub chain: Vec<LinkShown>,
    /// Its runtime, where one runs.
    pub runtime: Option<RuntimeShown>,
    /// How often its runtime was started again since the host started.
    pub restarts: u64,
    /// The last lines its runtime wrote, where it failed.
    pub last_lines: Vec<String>,
    /// How many calls run now.
    pub running_calls: u32,
    /// How many calls its runtime answered since the host started.
    pub calls: u64,
    /// The programs whose adapters are connected, each once.
    pub programs: Vec<String>,
    /// What agents may do: `look`, `build` or `everything`.
    pub allows: String,
    /// The runtime is of an older build than is installed.
    pub older_build: bool,
}

/// How a bridge stands: a word for programs, and what goes with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HealthShown {
    /// `ready`, `starting`, `waiting`, `paused`, `degraded`, `stopped` or `failed`.
    pub state: String,
    /// What it waits for.
    pub waits_for: Option<String>,
    /// What is wrong.
    pub cause: Option<CauseShown>,
}

/// Something that is wrong: a word for programs, an English sentence for logs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CauseShown {
    /// The word.
    pub code: String,
    /// The sentence.
    pub text: String,
    /// What it names: a program, a file, a number of seconds, somebody's own words.
    pub what: Option<String>,
}

/// One step of a bridge's chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkShown {
    /// `config`, `launcher`, `engine`, `host`, `runtime` or `host-app`.
    pub step: String,
    /// `good`, `older`, `unknown`, `waiting` or `bad`.
    pub standing: String,
    /// What is wrong where it is bad, what is awaited where it waits.
    pub cause: Option<CauseShown>,
}

/// A runtime that runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuntimeShown {
    /// Its process.
    pub pid: u32,
    /// When it started, in seconds since 1970.
    pub since: u64,
}

/// One entry of ours in a program's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryShown {
    /// The bridge.
    pub bridge: String,
    /// The program's id.
    pub program: String,
    /// The project's folder, where it is a project's.
    pub project: Option<String>,
    /// The file.
    pub file: String,
    /// `as-written`, `edited`, `gone`, `taken` or `unreadable`.
    pub state: String,
}

/// What a person is to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoticeShown {
    /// Names it, for [`super::Ask::Leave`].
    pub key: String,
    /// What it is about, in a word for programs.
    pub kind: String,
    /// The bridge.
    pub bridge: String,
    /// The program, where it is about an entry.
    pub program: Option<String>,
    /// The file, where it is about one.
    pub file: Option<String>,
    /// What is wrong, where a bridge failed.
    pub cause: Option<CauseShown>,
    /// When it was seen first, in seconds since 1970; `None` where no host watched.
    pub since: Option<u64>,
    /// More in an English sentence, for logs.
    pub text: String,
}

/// A call that waits for a person's yes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionShown {
    /// Names it, for [`super::Ask::Decide`].
    pub number: u64,
    /// The bridge.
    pub bridge: String,
    /// The tool.
    pub tool: String,
    /// What people fear of it: `delete`, `run` ...
    pub group: String,
    /// The program that calls, where it is known.
    pub program: Option<String>,
}
