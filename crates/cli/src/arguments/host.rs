//! What may follow `host` and the commands about what it keeps.

use bascule_core::permission::Allowed;
use clap::{Args, Subcommand, ValueEnum};

use super::Shown;
use crate::since::Since;

/// What concerns the background service.
#[derive(Debug, Args)]
pub(crate) struct Host {
    #[command(subcommand)]
    pub(crate) what: HostVerb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum HostVerb {
    Run,
    Stop(Shown),
    Status(Shown),
}

impl Host {
    pub(crate) fn json(&self) -> bool {
        match &self.what {
            HostVerb::Run => false,
            HostVerb::Stop(shown) | HostVerb::Status(shown) => shown.json,
        }
    }
}

/// What the background service starts for a bridge.
#[derive(Debug, Args)]
pub(crate) struct Runtime {
    #[arg(value_name = "BRIDGE")]
    pub(crate) bridge: String,
}

/// Bridges; none named is all of them.
#[derive(Debug, Args)]
pub(crate) struct Pausing {
    #[arg(id = "paused-bridges", value_name = "BRIDGE")]
    pub(crate) bridges: Vec<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

/// What AI programs may do with a bridge.
#[derive(Debug, Args)]
pub(crate) struct Allow {
    #[arg(id = "of-bridge", value_name = "BRIDGE")]
    pub(crate) bridge: String,
    #[arg(value_enum, value_name = "CHOICE")]
    pub(crate) choice: Option<Choice>,
    #[arg(long)]
    pub(crate) json: bool,
}

/// A choice of what AI programs may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Choice {
    Look,
    Build,
    Everything,
}

impl From<Choice> for Allowed {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Look => Self::LookOnly,
            Choice::Build => Self::Build,
            Choice::Everything => Self::Everything,
        }
    }
}

/// What AI programs did.
#[derive(Debug, Args)]
pub(crate) struct Log {
    #[arg(long = "bridge", id = "of-bridge", value_name = "BRIDGE")]
    pub(crate) bridge: Option<String>,
    #[arg(long, value_name = "WHEN", value_parser = Since::parse)]
    pub(crate) since: Option<Since>,
    /// What the program of a bridge wrote, instead.
    #[arg(long, value_name = "BRIDGE", conflicts_with_all = ["of-bridge", "since"])]
    pub(crate) output: Option<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a person is to know.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Notices {
    #[command(subcommand)]
    pub(crate) what: Option<NoticesVerb>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum NoticesVerb {
    Leave(NoticeLeave),
}

#[derive(Debug, Args)]
pub(crate) struct NoticeLeave {
    #[arg(value_name = "NOTICE")]
    pub(crate) notice: String,
    #[arg(long)]
    pub(crate) json: bool,
}

impl Notices {
    pub(crate) fn json(&self) -> bool {
        match &self.what {
            None => self.json,
            Some(NoticesVerb::Leave(leave)) => leave.json,
        }
    }
}

/// How everything stands.
#[derive(Debug, Args)]
pub(crate) struct Status {
    #[arg(long)]
    pub(crate) watch: bool,
    #[arg(long)]
    pub(crate) json: bool,
}
