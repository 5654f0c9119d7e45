//! `[[plugin]]` and `[steps]` in `bridge.toml`: the host app's side of a bridge, as far
//! as files make it up, and what only the person can do there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use camino::Utf8PathBuf;
use serde::Deserialize;
use toml::Spanned;

use super::manifest::Spoken;
use super::pack::{PackError, PackFile, PackProblem};
use super::rule::Rule;
use super::strict;
use super::tree::PackTree;
use crate::harness::Base;
use crate::machine::{Machine, Os};

/// The most `[[plugin]]` tables one bridge may have.
const PLUGINS_LIMIT: usize = 16;

/// The most folders inside each other that a place may name.
const DEPTH_LIMIT: usize = 8;

/// Files of a bridge's own that go into one folder of a host app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// The folder of the pack whose files go there, `plugin` or one below it.
    pub files: String,
    /// Where they go, on each system that has such a place.
    pub places: BTreeMap<Os, HostPlace>,
}

/// Where the files of a plugin go on one system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPlace {
    /// The folder they go into, and never leave.
    pub to: HostFolder,
    /// The folder that shows that the host app is here; where it is `None`, the files
    /// are placed in any case.
    pub app: Option<HostFolder>,
}

/// A folder below one of the roots every machine knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostFolder {
    root: Root,
    /// The path below it, with `/`.
    inside: String,
}

/// What only the person can do in the host app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Steps {
    /// After the bridge was enabled.
    #[serde(default, deserialize_with = "strict::maybe")]
    pub enable: Option<Spoken>,
    /// After its last entry went.
    #[serde(default, deserialize_with = "strict::maybe")]
    pub uninstall: Option<Spoken>,
}

/// A root that a place begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    Home,
    Config,
    AppData,
    LocalAppData,
    ApplicationSupport,
}

impl Steps {
    /// Every text of it.
    pub(super) fn texts(&self) -> impl Iterator<Item = &String> {
        self.enable.iter().chain(&self.uninstall).flat_map(|spoken| [&spoken.en, &spoken.zh_cn])
    }

    /// The same to change them.
    pub(super) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.enable.iter_mut().chain(&mut self.uninstall).flat_map(|spoken| [&mut spoken.en, &mut spoken.zh_cn])
    }
}

impl Plugin {
    /// Where its files go on this system; `None` where it has no place there.
    pub fn place(&self, os: Os) -> Option<&HostPlace> {
        self.places.get(&os)
    }

    /// The path of a file of the pack inside the folder it goes into; `None` where it
    /// is none of this plugin's.
    pub fn inside<'p>(&self, path: &'p str) -> Option<&'p str> {
        path.strip_prefix(&self.files)?.strip_prefix('/')
    }
}

impl HostFolder {
    /// The folder on this machine; `None` where its root is nowhere in particular.
    pub fn resolve(&self, machine: &Machine) -> Option<Utf8PathBuf> {
        let root =
            self.root.base().resolve(machine, None).pop().filter(|root| machine.os.is_absolute(root.as_str()))?;
        Some(self.inside.split('/').fold(root, |path, part| path.join(part)))
    }

    /// Reads `{root}/path/below/it` as it means a folder of this system.
    fn parse(text: &str, os: Os) -> Option<Self> {
        let (word, inside) = text.strip_prefix('{')?.split_once("}/")?;
        let root = Root::ALL.into_iter().find(|root| root.word() == word && root.is_on(os))?;
        let fits = is_path(inside) && inside.split('/').count() <= DEPTH_LIMIT;
        fits.then(|| Self { root, inside: inside.to_owned() })
    }
}

impl fmt::Display for HostFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}/{}", self.root.word(), self.inside)
    }
}

impl Root {
    const ALL: [Self; 5] = [Self::Home, Self::Config, Self::AppData, Self::LocalAppData, Self::ApplicationSupport];

    fn word(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Config => "config",
            Self::AppData => "appdata",
            Self::LocalAppData => "localappdata",
            Self::ApplicationSupport => "application-support",
        }
    }

    fn is_on(self, os: Os) -> bool {
        match self {
            Self::Home => true,
            Self::Config => os != Os::Windows,
            Self::AppData | Self::LocalAppData => os == Os::Windows,
            Self::ApplicationSupport => os == Os::Mac,
        }
    }

    fn base(self) -> Base {
        match self {
            Self::Home => Base::Home(""),
            Self::Config => Base::Xdg(""),
            Self::AppData => Base::AppData(""),
            Self::LocalAppData => Base::LocalAppData(""),
            Self::ApplicationSupport => Base::ApplicationSupport(""),
        }
    }
}

/// `[[plugin]]` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PluginIn {
    files: Spanned<String>,
    #[serde(default, deserialize_with = "strict::optional")]
    windows: Option<Spanned<PlaceIn>>,
    #[serde(default, deserialize_with = "strict::optional")]
    macos: Option<Spanned<PlaceIn>>,
    #[serde(default, deserialize_with = "strict::optional")]
    linux: Option<Spanned<PlaceIn>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceIn {
    to: Spanned<String>,
    app: Option<Spanned<String>>,
}

/// Reads the tables as they are written.
///
/// Refuses a folder of the pack outside of `plugin`, and a place that is not below a
/// root of its system or could lead out of it.
pub(super) fn read(file: PackFile<'_>, written: &[Spanned<PluginIn>]) -> Result<Vec<Plugin>, PackError> {
    let error = |span, key: &str, rule| file.error_in(&span, PackProblem::Rule { key: key.to_owned(), rule });
    if let Some(more) = written.get(PLUGINS_LIMIT) {
        return Err(error(more.span(), "plugin", Rule::ManyPlugins));
    }
    let mut plugins = Vec::with_capacity(written.len());
    for plugin in written {
        let PluginIn { files, windows, macos, linux } = plugin.as_ref();
        let folder = files.as_ref();
        let below = folder == "plugin" || folder.starts_with("plugin/");
        if !(below && is_path(folder) && folder.split('/').count() <= DEPTH_LIMIT) {
            return Err(error(files.span(), "plugin.files", Rule::PluginFiles));
        }
        let mut places = BTreeMap::new();
        for (os, place) in [(Os::Windows, windows), (Os::Mac, macos), (Os::Linux, linux)] {
            let Some(place) = place.as_ref().map(Spanned::as_ref) else { continue };
            let folder = |text: &Spanned<String>, key: &str| {
                HostFolder::parse(text.as_ref(), os).ok_or_else(|| error(text.span(), key, rule_of(os)))
            };
            let to = folder(&place.to, "plugin.to")?;
            let app = place.app.as_ref().map(|app| folder(app, "plugin.app")).transpose()?;
            places.insert(os, HostPlace { to, app });
        }
        if places.is_empty() {
            let rule = Rule::PluginNowhere;
            return Err(error(plugin.span(), "plugin", rule));
        }
        plugins.push(Plugin { files: folder.clone(), places });
    }
    Ok(plugins)
}

/// Holds the plugins against the files of their pack.
///
/// Refuses a folder without files, and two files that would go to one place on some
/// system.
pub(super) fn agree(file: PackFile<'_>, plugins: &[Plugin], tree: &PackTree) -> Result<(), PackError> {
    let mut taken: BTreeSet<(Os, String)> = BTreeSet::new();
    for plugin in plugins {
        let at = file.text.find(&format!("\"{}\"", plugin.files)).unwrap_or(0);
        let mut inside = tree.files().filter_map(|(path, _)| plugin.inside(path)).peekable();
        if inside.peek().is_none() {
            return Err(file.error_at(at, PackProblem::MissingFile(plugin.files.clone())));
        }
        for path in inside {
            for (os, place) in &plugin.places {
                if !taken.insert((*os, format!("{}/{path}", place.to).to_lowercase())) {
                    let rule = Rule::PluginTwins;
                    return Err(file.error_at(at, PackProblem::Rule { key: "plugin.to".to_owned(), rule }));
                }
            }
        }
    }
    Ok(())
}

fn rule_of(os: Os) -> Rule {
    match os {
        Os::Windows => Rule::PlaceOnWindows,
        Os::Mac => Rule::PlaceOnMac,
        Os::Linux => Rule::PlaceOnLinux,
    }
}

/// Names that lead downwards on every system. Windows drops dots and blanks at the end
/// of a name, so that `.. ` would lead upwards there.
fn is_path(path: &str) -> bool {
    let fits = |name: &str| {
        !name.is_empty()
            && !name.ends_with(['.', ' '])
            && !name.chars().any(|c| c.is_control() || "\\:*?\"<>|{}".contains(c))
    };
    path.split('/').all(fits)
}
