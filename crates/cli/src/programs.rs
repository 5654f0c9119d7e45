//! Where our own programs lie, and what can be put there.

use std::collections::BTreeMap;

use bascule_core::install::{App, Bringing, NotInstalled, bring_up};
use bascule_core::machine::Machine;
use bascule_core::reconcile::FileWish;
use bascule_engine::{Disk, Installation, Layout, Root, STATE_FOLDER, Whose};
use camino::{Utf8Path, Utf8PathBuf};

use crate::problem::Problem;
use crate::run::{Run, own_path};

/// Where the program lies that entries start.
#[derive(Clone, Debug)]
pub(crate) enum Programs {
    /// One that was named: nothing is put in place.
    Named(Utf8PathBuf),
    /// In the state folder, where they are put when they are missing or older.
    Own(Root),
    /// In everybody's installation, which only `self` touches.
    Shared(Root),
}

impl Programs {
    /// The programs of this machine: the installation that this engine is part of, else
    /// the one of the state folder.
    ///
    /// Settles the state folder, too: an engine knows it from where it lies, however it
    /// was started.
    pub(crate) fn find(disk: &impl Disk, machine: &mut Machine, named: Option<Utf8PathBuf>) -> Self {
        let installation = own_path().and_then(|own| Installation::of(disk, &own));
        let shared = installation.as_ref().is_some_and(|it| it.layout() == Some(Whose::Machine));
        if let Some(installation) = installation.as_ref().filter(|_| !shared)
            && let Some(root) = Utf8Path::from_path(installation.root().folder())
        {
            machine.env.insert(STATE_FOLDER.to_owned(), root.to_string());
        }
        // One folder under one name, also where a link leads to it.
        let usual = machine.home.join(".bascule");
        let real = |path: &Utf8Path| path.canonicalize_utf8().ok();
        let same = |folder: &Utf8Path| real(folder).is_some_and(|folder| real(&usual) == Some(folder));
        if machine.var(STATE_FOLDER).is_some_and(|folder| same(Utf8Path::new(folder))) {
            machine.env.remove(STATE_FOLDER);
        }
        match (named.or_else(|| named_for_tests(machine)), installation.filter(|_| shared)) {
            (Some(launcher), _) => Self::Named(launcher),
            (None, Some(installation)) => Self::Shared(installation.root().clone()),
            (None, None) => Self::Own(Root::at(Layout::of(machine).root())),
        }
    }

    /// The program entries start.
    pub(crate) fn launcher(&self) -> Utf8PathBuf {
        match self {
            Self::Named(launcher) => launcher.clone(),
            // The folder's own path is UTF-8, and so is what is added to it.
            Self::Own(root) | Self::Shared(root) => {
                Utf8PathBuf::from_path_buf(root.launcher()).unwrap_or_else(|_| "bascule".into())
            }
        }
    }

    /// The installation, where there is one.
    pub(crate) fn root(&self) -> Option<&Root> {
        match self {
            Self::Named(_) => None,
            Self::Own(root) | Self::Shared(root) => Some(root),
        }
    }
}

/// Debug builds can be told what entries start, so that a test need not copy a large
/// program into each of its homes.
fn named_for_tests(machine: &Machine) -> Option<Utf8PathBuf> {
    machine.var("BASCULE_LAUNCHER").filter(|_| cfg!(debug_assertions)).map(Utf8PathBuf::from)
}

/// The wishes that make our own programs whole before an entry names them; none where
/// they are not this run's to place.
pub(crate) fn needed(run: &Run) -> Result<BTreeMap<Utf8PathBuf, FileWish>, Problem> {
    let Programs::Own(root) = &run.programs else { return Ok(BTreeMap::new()) };
    let there = run.engine.installed(root)?;
    let bringing = bringing(run, None, App::AsNoted, Whose::User)?;
    bring_up(&there, &bringing).map_err(Problem::from)
}

/// What can be put in place: this program and the launcher beside it, or those of a folder.
pub(crate) fn bringing(run: &Run, from: Option<&Utf8Path>, app: App, layout: Whose) -> Result<Bringing, Problem> {
    let end = std::env::consts::EXE_SUFFIX;
    let (engine, version) = match from {
        None => (own_path().ok_or(Problem::NoProgram("bascule".into()))?, env!("CARGO_PKG_VERSION").to_owned()),
        Some(folder) => {
            let engine = folder.join(format!("bascule{end}"));
            let version = version_of(&engine)?;
            (engine, version)
        }
    };
    let launcher = engine.with_file_name(format!("bascule-launcher{end}"));
    let read = |path: &Utf8Path| run.engine.disk.read(path).map_err(|error| Problem::Engine(error.into()));
    let bytes = read(&engine)?.ok_or(Problem::NoProgram(engine))?;
    Ok(Bringing { version, engine: bytes, launcher: read(&launcher)?, app, layout })
}

/// The version a program says it has.
#[expect(clippy::disallowed_methods, reason = "a program that is installed says itself which version it is")]
fn version_of(program: &Utf8Path) -> Result<String, Problem> {
    let said = std::process::Command::new(program).arg("--version").output();
    let said = said.map_err(|_| Problem::NoProgram(program.to_owned()))?;
    let text = String::from_utf8_lossy(&said.stdout);
    let version = text.trim_end().strip_prefix("bascule ").map(str::to_owned);
    version.ok_or_else(|| Problem::NoProgram(program.to_owned()))
}

/// The installation a command means: the one that was named, else this run's own.
pub(crate) fn meant(run: &Run, machine: Option<&Utf8PathBuf>) -> Result<(Root, Whose), Problem> {
    match (machine, &run.programs) {
        (Some(folder), _) => {
            let folder = camino::absolute_utf8(folder).map_err(|_| Problem::Relative(folder.clone()))?;
            Ok((Root::at(folder), Whose::Machine))
        }
        (None, Programs::Own(root)) => Ok((root.clone(), Whose::User)),
        (None, Programs::Shared(root)) => Ok((root.clone(), Whose::Machine)),
        (None, Programs::Named(_)) => Ok((Root::at(run.engine.layout.root()), Whose::User)),
    }
}

impl From<NotInstalled> for Problem {
    fn from(error: NotInstalled) -> Self {
        Self::NotInstalled(error)
    }
}
