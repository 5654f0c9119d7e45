//! What may follow `settings`.

use camino::Utf8PathBuf;
use clap::{Args, Subcommand, ValueEnum};

/// How the tray and the window are.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Settings {
    #[command(subcommand)]
    pub(crate) what: Option<SettingsVerb>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SettingsVerb {
    Set(SettingsSet),
}

#[derive(Debug, Args)]
pub(crate) struct SettingsSet {
    #[arg(value_enum, value_name = "SETTING")]
    pub(crate) setting: Setting,
    #[arg(id = "setting-value", value_name = "VALUE")]
    pub(crate) value: String,
    /// The app that starts at login; nothing means the one this program came with.
    #[arg(id = "login-app", long = "app", value_name = "PATH")]
    pub(crate) app: Option<Utf8PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Setting {
    Language,
    Theme,
    Toasts,
    Login,
    /// A notice's code that does not pop up any more.
    Mute,
    Unmute,
    /// The version that has offered what it brings.
    #[value(hide = true)]
    Offered,
}

impl Settings {
    pub(crate) fn json(&self) -> bool {
        match &self.what {
            None => self.json,
            Some(SettingsVerb::Set(set)) => set.json,
        }
    }
}

impl Setting {
    /// The word it is chosen by.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Language => "language",
            Self::Theme => "theme",
            Self::Toasts => "toasts",
            Self::Login => "login",
            Self::Mute => "mute",
            Self::Unmute => "unmute",
            Self::Offered => "offered",
        }
    }

    /// The values it has; none where any will do.
    pub(crate) fn values(self) -> &'static [&'static str] {
        match self {
            Self::Language => &["system", "en", "zh-CN"],
            Self::Theme => &["system", "light", "dark"],
            Self::Toasts => &["all", "none"],
            Self::Login => &["on", "off"],
            Self::Mute | Self::Unmute | Self::Offered => &[],
        }
    }
}
