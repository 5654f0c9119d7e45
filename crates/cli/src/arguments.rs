//! The command line as types. What each word means to a person stands in the
//! catalogue under `help-…`; here is only what may follow what.

use bascule_core::departure::Share;
use bascule_words::Lang;
use camino::Utf8PathBuf;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Everything that may stand on the command line.
#[derive(Debug, Parser)]
#[command(name = "bascule", version, disable_help_subcommand = true, infer_long_args = false)]
pub(crate) struct Arguments {
    /// The language to speak.
    #[arg(long, global = true, value_name = "LANG", value_parser = language)]
    pub(crate) lang: Option<String>,
    /// The program that entries start, for tests.
    #[arg(long, global = true, hide = true, value_name = "PATH")]
    pub(crate) launcher: Option<Utf8PathBuf>,
    /// What to do; nothing means `setup`.
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Setup(Setup),
    Harnesses(Harnesses),
    Bridges(Bridges),
    Projects(Projects),
    Plan(Wanted),
    Enable(Enable),
    Disable(Disable),
    Status(Shown),
    Verify(Verify),
    History(Shown),
    Rollback(Rollback),
    Skills(Skills),
    Doctor(Doctor),
    Configure(Configure),
    Demo(Demo),
    Uninstall(Uninstall),
    Index(Index),
    Query(Query),
    #[command(name = "self")]
    Own(Own),
    Mcp(Mcp),
}

/// Text or JSON.
#[derive(Debug, Args)]
pub(crate) struct Shown {
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Setup {
    #[arg(long, short)]
    pub(crate) yes: bool,
    #[arg(long, value_name = "BRIDGE", default_value = "bascule")]
    pub(crate) bridge: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Harnesses {
    /// Also those not found.
    #[arg(long)]
    pub(crate) all: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Bridges {
    #[command(subcommand)]
    pub(crate) what: Option<BridgesVerb>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BridgesVerb {
    New(BridgeNew),
    Check(BridgeCheck),
    Pack(BridgePack),
    Add(BridgeAdd),
    Update(BridgeUpdate),
    Remove(BridgeRemove),
}

#[derive(Debug, Args)]
pub(crate) struct BridgeNew {
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// The folder to write; where it is left out, one of this name.
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<Utf8PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BridgeCheck {
    #[arg(value_name = "DIR|FILE.zip")]
    pub(crate) pack: Utf8PathBuf,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BridgePack {
    #[arg(value_name = "DIR")]
    pub(crate) folder: Utf8PathBuf,
    /// The zip file to write; where it is left out, one of the bridge's name here.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<Utf8PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BridgeAdd {
    /// A pack, or with a command the id the bridge gets.
    #[arg(value_name = "DIR|FILE.zip|ID")]
    pub(crate) what: String,
    /// What people call it.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// A variable set for the server.
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    pub(crate) env: Vec<(String, String)>,
    /// The folder it starts in.
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<String>,
    #[arg(long, short)]
    pub(crate) yes: bool,
    #[arg(long)]
    pub(crate) json: bool,
    /// The server's program and its arguments; everything after it is its own.
    #[arg(long, value_name = "PROGRAM", num_args = 1.., allow_hyphen_values = true, conflicts_with = "server")]
    pub(crate) command: Vec<String>,
    /// The same after `--`.
    #[arg(value_name = "COMMAND", last = true)]
    pub(crate) server: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct BridgeUpdate {
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// The newer pack; where it is left out, what it was added from.
    #[arg(value_name = "DIR|FILE.zip")]
    pub(crate) source: Option<Utf8PathBuf>,
    #[arg(long, short)]
    pub(crate) yes: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BridgeRemove {
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    #[arg(long)]
    pub(crate) diff: bool,
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) consent: Consent,
}

impl Bridges {
    /// Whether the answer is JSON.
    pub(crate) fn json(&self) -> bool {
        match &self.what {
            None => self.json,
            Some(BridgesVerb::New(new)) => new.json,
            Some(BridgesVerb::Check(check)) => check.json,
            Some(BridgesVerb::Pack(pack)) => pack.json,
            Some(BridgesVerb::Add(add)) => add.json,
            Some(BridgesVerb::Update(update)) => update.json,
            Some(BridgesVerb::Remove(remove)) => remove.json,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Projects {
    #[command(subcommand)]
    pub(crate) what: ProjectsVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ProjectsVerb {
    List(ProjectsList),
    Add(ProjectAdd),
    Remove(ProjectRemove),
}

#[derive(Debug, Args)]
pub(crate) struct ProjectsList {
    #[arg(long, value_name = "BRIDGE")]
    pub(crate) bridge: Option<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ProjectAdd {
    #[arg(value_name = "DIR")]
    pub(crate) folder: Utf8PathBuf,
    #[arg(long, value_name = "BRIDGE")]
    pub(crate) bridge: Option<String>,
    /// What it is built with, where that is not found from the project.
    #[arg(long, value_name = "DIR")]
    pub(crate) sdk: Option<Utf8PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ProjectRemove {
    #[arg(value_name = "DIR")]
    pub(crate) folder: Utf8PathBuf,
    #[arg(long, value_name = "BRIDGE")]
    pub(crate) bridge: Option<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

impl Projects {
    /// Whether the answer is JSON.
    pub(crate) fn json(&self) -> bool {
        match &self.what {
            ProjectsVerb::List(list) => list.json,
            ProjectsVerb::Add(add) => add.json,
            ProjectsVerb::Remove(remove) => remove.json,
        }
    }
}

/// Which programs, and how far it reaches.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Where {
    #[arg(long, value_name = "ID")]
    pub(crate) harness: Vec<String>,
    #[arg(long, conflicts_with = "harness")]
    pub(crate) all: bool,
    #[arg(long, value_enum, value_name = "SCOPE")]
    pub(crate) scope: Option<ScopeWord>,
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<Utf8PathBuf>,
    #[arg(long, value_name = "PATH")]
    pub(crate) file: Option<Utf8PathBuf>,
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) dialect: Option<String>,
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    #[arg(long, value_name = "SHAPE")]
    pub(crate) shape: Option<String>,
}

/// How far an entry reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScopeWord {
    User,
    Project,
}

/// What is wanted, without doing it.
#[derive(Debug, Args)]
pub(crate) struct Wanted {
    #[arg(value_name = "BRIDGE")]
    pub(crate) bridges: Vec<String>,
    #[command(flatten)]
    pub(crate) place: Where,
    #[arg(long, conflicts_with = "leave")]
    pub(crate) replace: bool,
    #[arg(long)]
    pub(crate) leave: bool,
    #[arg(long, conflicts_with = "keep")]
    pub(crate) restore: bool,
    #[arg(long)]
    pub(crate) keep: bool,
    #[arg(long)]
    pub(crate) no_skill: bool,
    #[arg(long)]
    pub(crate) diff: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Enable {
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    #[command(flatten)]
    pub(crate) consent: Consent,
}

/// Whether it happens.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Consent {
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,
    #[arg(long, short)]
    pub(crate) yes: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Disable {
    #[arg(value_name = "BRIDGE")]
    pub(crate) bridges: Vec<String>,
    #[command(flatten)]
    pub(crate) place: Where,
    #[arg(long)]
    pub(crate) keep: bool,
    #[arg(long)]
    pub(crate) diff: bool,
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) consent: Consent,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    #[arg(value_name = "BRIDGE")]
    pub(crate) bridges: Vec<String>,
    #[arg(long, value_name = "ID")]
    pub(crate) harness: Vec<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Rollback {
    #[arg(value_name = "NUMBER")]
    pub(crate) number: Option<u64>,
    #[arg(long, value_name = "ID", conflicts_with = "number")]
    pub(crate) harness: Vec<String>,
    #[arg(long, conflicts_with_all = ["number", "harness"])]
    pub(crate) all: bool,
    #[arg(long)]
    pub(crate) diff: bool,
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) consent: Consent,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Skills {
    #[command(subcommand)]
    pub(crate) what: Option<SkillsVerb>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SkillsVerb {
    Install(SkillsInstall),
    List(Shown),
    Sync(SkillsSome),
    Remove(SkillsSome),
}

#[derive(Debug, Args)]
pub(crate) struct SkillsInstall {
    #[command(flatten)]
    pub(crate) some: SkillsSome,
    #[arg(long, conflicts_with = "leave")]
    pub(crate) replace: bool,
    #[arg(long)]
    pub(crate) leave: bool,
    #[arg(long)]
    pub(crate) restore: bool,
}

/// Which skills, and what becomes of them.
#[derive(Debug, Args)]
pub(crate) struct SkillsSome {
    #[arg(value_name = "BRIDGE")]
    pub(crate) bridges: Vec<String>,
    #[command(flatten)]
    pub(crate) place: SkillsPlace,
    #[arg(long)]
    pub(crate) diff: bool,
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) consent: Consent,
}

/// Where skills are.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SkillsPlace {
    #[arg(long, value_name = "ID")]
    pub(crate) harness: Vec<String>,
    #[arg(long, value_enum, value_name = "SCOPE")]
    pub(crate) scope: Option<ScopeWord>,
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<Utf8PathBuf>,
    /// Just this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["harness", "scope", "project"])]
    pub(crate) dir: Option<Utf8PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Doctor {
    #[arg(long)]
    pub(crate) fix: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Configure {
    #[arg(long, value_name = "ID", required = true)]
    pub(crate) harness: String,
    #[arg(long, value_name = "BRIDGE", default_value = "bascule")]
    pub(crate) bridge: String,
    #[arg(long, required = true)]
    pub(crate) print: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Leave the folder for looking at.
    #[arg(long)]
    pub(crate) keep: bool,
}

/// What concerns Bascule's own programs.
#[derive(Debug, Args)]
pub(crate) struct Own {
    #[command(subcommand)]
    pub(crate) what: OwnVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum OwnVerb {
    Install(SelfInstall),
    Use(SelfUse),
}

#[derive(Debug, Args)]
pub(crate) struct SelfInstall {
    /// The folder that holds what is put in place; nothing means this program's own.
    #[arg(long, value_name = "DIR")]
    pub(crate) from: Option<Utf8PathBuf>,
    /// The app it came with.
    #[arg(long, value_name = "PATH")]
    pub(crate) app: Option<Utf8PathBuf>,
    /// The folder of an installation for everybody.
    #[arg(long, value_name = "DIR")]
    pub(crate) machine: Option<Utf8PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) consent: Consent,
}

#[derive(Debug, Args)]
pub(crate) struct SelfUse {
    #[arg(value_name = "VERSION")]
    pub(crate) wanted_version: String,
    #[arg(long, value_name = "DIR")]
    pub(crate) machine: Option<Utf8PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) consent: Consent,
}

#[derive(Debug, Args)]
pub(crate) struct Uninstall {
    #[arg(long, value_enum, value_name = "SHARE")]
    pub(crate) spare: Vec<ShareWord>,
    /// Also entries the person changed.
    #[arg(long)]
    pub(crate) edited: bool,
    /// Also what something left behind still needs.
    #[arg(long)]
    pub(crate) anyway: bool,
    #[arg(long)]
    pub(crate) diff: bool,
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) consent: Consent,
}

/// What of ours can stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShareWord {
    Entries,
    Skills,
    Plugins,
    Program,
    Data,
}

impl From<ShareWord> for Share {
    fn from(word: ShareWord) -> Self {
        match word {
            ShareWord::Entries => Self::Entries,
            ShareWord::Skills => Self::Skills,
            ShareWord::Plugins => Self::Plugins,
            ShareWord::Program => Self::Program,
            ShareWord::Data => Self::Data,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Mcp {
    #[arg(value_name = "BRIDGE")]
    pub(crate) bridge: String,
    /// The AI program this entry was written for.
    #[arg(long = "for", value_name = "ID")]
    pub(crate) program: Option<String>,
    /// The project it is about, where that is not decided call by call.
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<Utf8PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Index {
    #[arg(long, value_name = "DIR", conflicts_with = "entry")]
    pub(crate) project: Option<Utf8PathBuf>,
    /// Files that streams begin with.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(crate) entry: Vec<Utf8PathBuf>,
    #[arg(long, value_name = "DIR")]
    pub(crate) sdk: Option<Utf8PathBuf>,
    /// Where a snapshot goes.
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<Utf8PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Query {
    #[arg(value_name = "BRIDGE")]
    pub(crate) bridge: String,
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,
    /// An argument of the tool.
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    pub(crate) arg: Vec<(String, String)>,
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<Utf8PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

/// A language Bascule speaks.
fn language(text: &str) -> Result<String, &'static str> {
    match Lang::of_tag(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err("not a language Bascule speaks"),
    }
}

fn variable(text: &str) -> Result<(String, String), &'static str> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        Some(_) | None => Err("not NAME=VALUE"),
    }
}
