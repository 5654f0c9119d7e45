//! What may follow `self` and `uninstall`.

use bascule_core::departure::Share;
use camino::Utf8PathBuf;
use clap::{Args, Subcommand, ValueEnum};

use super::Consent;

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
    Live,
    Entries,
    Skills,
    Plugins,
    Program,
    Data,
}

impl From<ShareWord> for Share {
    fn from(word: ShareWord) -> Self {
        match word {
            ShareWord::Live => Self::Live,
            ShareWord::Entries => Self::Entries,
            ShareWord::Skills => Self::Skills,
            ShareWord::Plugins => Self::Plugins,
            ShareWord::Program => Self::Program,
            ShareWord::Data => Self::Data,
        }
    }
}
