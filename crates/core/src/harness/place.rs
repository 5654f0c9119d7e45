//! Places on a machine and what is looked for there.

use camino::{Utf8Path, Utf8PathBuf};

use super::EVERYWHERE;
use super::elsewhere::leads_elsewhere;
use crate::machine::{Machine, Os};

/// One file a site may be.
#[derive(Debug)]
pub struct Place {
    /// The systems on which it is meant.
    pub os: &'static [Os],
    /// The file.
    pub file: Base,
    /// Its rank among the places of the site.
    pub standing: Standing,
    /// What shows that the installed version reads this place; none: it always may.
    pub evidence: &'static [Trace],
}

/// The rank of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Written, and made where no file exists yet.
    Preferred,
    /// Written where it exists already.
    Alternative,
    /// The place of an earlier version: cleaned; written only where its evidence
    /// is found and no evidence of a current place is.
    Former,
}

/// A place on the machine, relative to something the machine decides.
///
/// Tails are written with `/` and joined by the system's own separator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Under the home folder.
    Home(&'static str),
    /// Under `$XDG_CONFIG_HOME`, by default `~/.config`.
    Xdg(&'static str),
    /// Under `%APPDATA%`.
    AppData(&'static str),
    /// Under `%LOCALAPPDATA%`.
    LocalAppData(&'static str),
    /// Under `~/Library/Application Support`.
    ApplicationSupport(&'static str),
    /// Under the project folder.
    Project(&'static str),
    /// Under each packaged app's folder `%LOCALAPPDATA%\Packages\<prefix>*`.
    Package {
        /// How the package folder's name begins.
        prefix: &'static str,
        /// The path inside it.
        tail: &'static str,
    },
    /// Under the folder an environment variable names, where it is set and absolute.
    Var {
        /// The variable.
        name: &'static str,
        /// The path inside that folder; empty where the variable names the file itself.
        tail: &'static str,
        /// What counts where the variable is not set; none: there is no such place.
        or: Option<&'static Base>,
    },
    /// An absolute path of the system.
    Root(&'static str),
}

/// Something whose presence shows that a harness is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// A file or folder.
    Exists(Base),
    /// A program on PATH, on Windows as `.exe` or `.cmd`. Folders of PATH that lead
    /// to the other side of a border do not count: see [`super::Elsewhere`].
    Program(&'static str),
    /// A macOS application, `/Applications/<name>.app` or `~/Applications/<name>.app`.
    App(&'static str),
    /// A packaged Windows app whose folder name begins so.
    Package(&'static str),
    /// An editor extension: a folder in `~/.vscode/extensions` that begins so.
    Extension(&'static str),
}

/// A question about the disk that decides a [`Trace`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Probe {
    /// Is there anything at this path?
    Exists(Utf8PathBuf),
    /// Does this folder hold a name that begins so?
    Holds {
        /// The folder to list.
        folder: Utf8PathBuf,
        /// The beginning of the name.
        prefix: String,
    },
}

impl Place {
    /// A place on every system, preferred.
    pub const fn preferred(file: Base) -> Self {
        Self { os: EVERYWHERE, file, standing: Standing::Preferred, evidence: &[] }
    }

    /// A place on every system, written where it exists.
    pub const fn alternative(file: Base) -> Self {
        Self { os: EVERYWHERE, file, standing: Standing::Alternative, evidence: &[] }
    }

    /// The place of an earlier version on every system.
    pub const fn former(file: Base) -> Self {
        Self { os: EVERYWHERE, file, standing: Standing::Former, evidence: &[] }
    }

    /// The same place on these systems only.
    #[must_use]
    pub const fn on(mut self, os: &'static [Os]) -> Self {
        self.os = os;
        self
    }

    /// The same place, read by the installed version where one of these is found.
    #[must_use]
    pub const fn shown_by(mut self, evidence: &'static [Trace]) -> Self {
        self.evidence = evidence;
        self
    }
}

impl Base {
    /// The absolute paths it stands for: none where the machine has no such place,
    /// several for packaged apps.
    pub fn resolve(self, machine: &Machine, project: Option<&Utf8Path>) -> Vec<Utf8PathBuf> {
        let under = |root: Utf8PathBuf, tail: &str| vec![join(root, tail)];
        let only =
            |os: Os, root: Utf8PathBuf, tail: &str| if machine.os == os { under(root, tail) } else { Vec::new() };
        match self {
            Self::Home(tail) => under(machine.home.clone(), tail),
            Self::Xdg(tail) => under(machine.xdg_config(), tail),
            Self::AppData(tail) => only(Os::Windows, machine.app_data(), tail),
            Self::LocalAppData(tail) => only(Os::Windows, machine.local_app_data(), tail),
            Self::ApplicationSupport(tail) => only(Os::Mac, machine.application_support(), tail),
            Self::Project(tail) => project.map_or_else(Vec::new, |root| under(root.to_owned(), tail)),
            Self::Root(path) if machine.os.is_absolute(path) => vec![path.into()],
            Self::Root(_) => Vec::new(),
            Self::Package { prefix, tail } => {
                let root = machine.local_app_data().join("Packages");
                let named = machine.packages.iter().filter(|name| name.starts_with(prefix));
                named.map(|name| join(root.join(name), tail)).collect()
            }
            Self::Var { name, tail, or } => match machine.var(name) {
                Some(folder) if machine.os.is_absolute(folder) => under(folder.into(), tail),
                _ => or.map_or_else(Vec::new, |base| base.resolve(machine, project)),
            },
        }
    }
}

impl Trace {
    /// The questions whose answer decides it; the first yes is the reason shown.
    pub fn probes(self, machine: &Machine) -> Vec<Probe> {
        match self {
            Self::Exists(base) => base.resolve(machine, None).into_iter().map(Probe::Exists).collect(),
            Self::Program(name) => {
                let endings: &[&str] = if machine.os == Os::Windows { &[".exe", ".cmd"] } else { &[""] };
                let separator = if machine.os == Os::Windows { ';' } else { ':' };
                let folders = machine.var("PATH").unwrap_or_default().split(separator);
                let here = folders.filter(|folder| machine.os.is_absolute(folder) && !leads_elsewhere(machine, folder));
                let named = |folder: &str| -> Vec<Probe> {
                    let path = |ending: &&str| Probe::Exists(Utf8Path::new(folder).join(format!("{name}{ending}")));
                    endings.iter().map(path).collect()
                };
                here.flat_map(named).collect()
            }
            Self::App(name) if machine.os == Os::Mac => vec![
                Probe::Exists(Utf8PathBuf::from("/Applications").join(format!("{name}.app"))),
                Probe::Exists(machine.home.join("Applications").join(format!("{name}.app"))),
            ],
            Self::App(_) => Vec::new(),
            Self::Package(prefix) => {
                Base::Package { prefix, tail: "" }.resolve(machine, None).into_iter().map(Probe::Exists).collect()
            }
            Self::Extension(prefix) => vec![Probe::Holds {
                folder: machine.home.join(".vscode").join("extensions"),
                prefix: prefix.to_owned(),
            }],
        }
    }
}

fn join(root: Utf8PathBuf, tail: &str) -> Utf8PathBuf {
    tail.split('/').filter(|part| !part.is_empty()).fold(root, |path, part| path.join(part))
}
