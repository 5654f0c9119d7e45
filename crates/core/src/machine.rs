//! The machine as a value: what paths and detection depend on.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8PathBuf;

/// The operating systems whose config places differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Os {
    /// Windows 10 and later.
    Windows,
    /// macOS.
    Mac,
    /// Linux and other Unixes that follow the XDG base directories.
    Linux,
}

impl Os {
    /// Whether `path` is absolute on this system, whichever system asks.
    pub fn is_absolute(self, path: &str) -> bool {
        let bytes = path.as_bytes();
        match self {
            Self::Windows => {
                path.starts_with(r"\\") || (bytes.len() > 2 && bytes[1] == b':' && matches!(bytes[2], b'\\' | b'/'))
            }
            Self::Mac | Self::Linux => path.starts_with('/'),
        }
    }
}

/// Everything about the machine that decides where a config file lies.
///
/// Built once by the engine from the real environment, or by a test from a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The operating system.
    pub os: Os,
    /// The person's home folder, absolute.
    pub home: Utf8PathBuf,
    /// The environment variables as they were at the start.
    pub env: BTreeMap<String, String>,
    /// Folder names under `%LOCALAPPDATA%\Packages` (Windows), empty elsewhere.
    pub packages: BTreeSet<String>,
    /// The tag of the language the desktop speaks, where the system keeps that
    /// elsewhere than in the environment (Windows, macOS).
    pub language: Option<String>,
}

impl Machine {
    /// A machine with nothing set but its system and home.
    pub fn new(os: Os, home: impl Into<Utf8PathBuf>) -> Self {
        Self { os, home: home.into(), env: BTreeMap::new(), packages: BTreeSet::new(), language: None }
    }

    /// The same machine with one environment variable set.
    #[must_use]
    pub fn with_env(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.to_owned(), value.to_owned());
        self
    }

    /// An environment variable, or `None` where it is unset or empty. On Windows
    /// its name has no case: PATH is usually written `Path` there.
    pub fn var(&self, name: &str) -> Option<&str> {
        let any_case = || match self.os {
            Os::Windows => self.env.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value),
            Os::Mac | Os::Linux => None,
        };
        self.env.get(name).or_else(any_case).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// `%APPDATA%`, or its usual place under the home folder.
    pub fn app_data(&self) -> Utf8PathBuf {
        self.var("APPDATA").map_or_else(|| self.home.join("AppData").join("Roaming"), Into::into)
    }

    /// `%LOCALAPPDATA%`, or its usual place under the home folder.
    pub fn local_app_data(&self) -> Utf8PathBuf {
        self.var("LOCALAPPDATA").map_or_else(|| self.home.join("AppData").join("Local"), Into::into)
    }

    /// `$XDG_CONFIG_HOME` where it is absolute (the base directory standard ignores
    /// relative values), or `~/.config`.
    pub fn xdg_config(&self) -> Utf8PathBuf {
        self.var("XDG_CONFIG_HOME")
            .filter(|value| self.os.is_absolute(value))
            .map_or_else(|| self.home.join(".config"), Into::into)
    }

    /// `~/Library/Application Support`.
    pub fn application_support(&self) -> Utf8PathBuf {
        self.home.join("Library").join("Application Support")
    }
}
