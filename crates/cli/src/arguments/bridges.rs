//! What may follow `bridges`, `projects` and `skills`.

use camino::Utf8PathBuf;
use clap::{Args, Subcommand};

use super::{Consent, ScopeWord, Shown, variable};

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
    #[arg(long = "dir", id = "new-folder", value_name = "DIR")]
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
