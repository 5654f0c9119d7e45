//! What may follow `host` and the commands about what it keeps.

use clap::{Args, Subcommand};

use super::Shown;

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
