//! The command line as types. What each word means to a person stands in the
//! catalogue under `help-…`; here is only what may follow what.

mod bridges;
mod host;
mod own;
mod settings;

use bascule_core::digest::Digest;
use bascule_words::Lang;
use camino::Utf8PathBuf;
use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use bridges::*;
pub(crate) use host::*;
pub(crate) use own::*;
pub(crate) use settings::*;

/// Everything that may stand on the command line.
#[derive(Debug, Parser)]
#[command(name = "bascule", version, disable_help_subcommand = true, infer_long_args = false)]
pub(crate) struct Arguments {
    /// The language to speak.
    #[arg(long, global = true, value_name = "LANG", value_parser = language)]
    pub(crate) lang: Option<String>,
    /// JSON values on one line each, with steps of the work among them.
    #[arg(long, global = true)]
    pub(crate) steps: bool,
    /// The end of standard input is a Ctrl-C: for who starts this and may end itself.
    #[arg(long, global = true, hide = true)]
    pub(crate) tied: bool,
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
    Status(Status),
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
    Pause(Pausing),
    Resume(Pausing),
    Allow(Allow),
    Log(Log),
    Notices(Notices),
    Settings(Settings),
    Support(Shown),
    Host(Host),
    Mcp(Mcp),
    #[command(hide = true)]
    Runtime(Runtime),
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
    /// Only these changes, as a plan named them; anything else is refused.
    #[arg(long, value_name = "PLAN")]
    pub(crate) only_plan: Option<Digest>,
}

impl Consent {
    /// Nothing happens; it is shown.
    pub(crate) const SHOWN: Self = Self { dry_run: true, yes: false, only_plan: None };
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
