//! The installation of our own programs: launcher, engines, and the note between them.

use std::collections::BTreeMap;

use bascule_core::digest::Digest;
use bascule_core::doctor::Trouble;
use bascule_core::install::{EngineThere, Installed, Launcher};
use bascule_core::reconcile::{Kept, Part, Receipt, Target};
use bascule_launcher::{Current, Layout, Root};
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, DiskError, Kind};
use crate::engine::{Engine, EngineError};

/// The installation a running engine is part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installation {
    root: Root,
    note: Option<Current>,
}

impl Installation {
    /// The installation of the engine at this path; `None` for a program that no
    /// launcher starts, such as one that was just built.
    pub fn of(disk: &impl Disk, engine: &Utf8Path) -> Option<Self> {
        let (root, _) = Root::of_engine(engine.as_std_path())?;
        let note = utf8(root.current()).and_then(|note| disk.read(&note).ok()?);
        Some(Self { note: note.and_then(|bytes| Current::parse(&bytes).ok()), root })
    }

    /// Where it lies.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// Whose it is; `None` where its note does not say so.
    pub fn layout(&self) -> Option<Layout> {
        self.note.as_ref().map(Current::layout)
    }

    /// The path entries name.
    pub fn launcher(&self) -> Option<Utf8PathBuf> {
        utf8(self.root.launcher())
    }

    /// The app the engine came from, where the system is sure that it is gone.
    pub fn missing_app(&self, disk: &impl Disk) -> Option<Utf8PathBuf> {
        let app = Utf8PathBuf::from(self.note.as_ref()?.app()?);
        matches!(disk.look(&app), Ok(None)).then_some(app)
    }
}

/// What is wrong with the programs that every entry needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramsSeen {
    /// With the one that an entry names.
    pub launcher: Option<Trouble>,
    /// With the one that it starts.
    pub engine: Option<Trouble>,
}

impl<D: Disk> Engine<D> {
    /// The app that the installed programs came from; `None` where their note names none
    /// or cannot be read.
    pub fn noted_app(&self, root: &Root) -> Option<Utf8PathBuf> {
        let note = self.disk.read(&utf8(root.current())?).ok()??;
        Current::parse(&note).ok()?.app().map(Utf8PathBuf::from)
    }

    /// What there is of an installation.
    pub fn installed(&self, root: &Root) -> Result<Installed, EngineError> {
        let claims = self.history()?.receipt().files;
        let read = |path: std::path::PathBuf| match utf8(path) {
            Some(path) => self.disk.read(&path).map(|bytes| bytes.map(|bytes| (path, bytes))),
            None => Ok(None),
        };
        let launcher = read(root.launcher())?.map(|(path, bytes)| {
            let sound = claims.get(&path).is_none_or(|claim| claim.digest == Digest::of(&bytes));
            Launcher { bytes, sound }
        });
        let noted = read(root.current())?.map(|(_, bytes)| bytes);
        let mut engines = BTreeMap::new();
        let versions = self.versions(root)?;
        // Only one of several can be of no more use.
        let running = if versions.len() > 1 { (self.running_programs)() } else { Vec::new() };
        for version in versions {
            let Some((path, bytes)) = read(root.engine(&version))? else { continue };
            let folder = path.parent().unwrap_or(&path);
            let in_use = running.iter().any(|program| program.starts_with(folder));
            engines.insert(version, EngineThere { digest: Digest::of(&bytes), in_use });
        }
        let note = noted.as_ref().and_then(|bytes| Current::parse(bytes).ok());
        Ok(Installed { root: root.clone(), note, noted: noted.map(|bytes| Digest::of(&bytes)), launcher, engines })
    }

    /// The version whose engine the launcher starts; `None` where no note says so.
    pub fn installed_version(&self) -> Option<String> {
        let note = self.disk.read(&utf8(self.root.as_ref()?.current())?).ok()??;
        Some(Current::parse(&note).ok()?.version().to_owned())
    }

    /// The engine the launcher starts; `None` where no note says so, or it is not there.
    pub fn installed_engine(&self) -> Option<Utf8PathBuf> {
        let engine = utf8(self.root.as_ref()?.engine(&self.installed_version()?))?;
        let there = self.disk.look(&engine).ok()?.is_some_and(|there| there.kind == Kind::File);
        there.then_some(engine)
    }

    /// Which of the two programs that every entry needs are gone. Their bytes are not
    /// read: the check-up does that.
    pub fn programs_seen(&self) -> ProgramsSeen {
        let gone = |file: &Utf8Path| matches!(self.disk.look(file), Ok(None)).then_some(Trouble::Gone);
        let engine = self.installed_version().and_then(|version| utf8(self.root.as_ref()?.engine(&version)));
        ProgramsSeen { launcher: gone(&self.launcher), engine: engine.and_then(|engine| gone(&engine)) }
    }

    /// What is wrong with the programs that entries start, where any do: entries that
    /// still start something else are `outdated`.
    pub(crate) fn examine_installation(
        &self,
        receipt: &Receipt,
        outdated: &[(Target, Utf8PathBuf)],
    ) -> Result<Vec<(Utf8PathBuf, Trouble)>, EngineError> {
        let Some(root) = &self.root else { return Ok(Vec::new()) };
        let placed = receipt.files.values().any(|claim| claim.part == Part::Launcher);
        if !placed && receipt.claims.len() <= outdated.len() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        let (launcher, current) = (utf8(root.launcher()), utf8(root.current()));
        if let Some(launcher) = launcher.filter(|launcher| *launcher == self.launcher) {
            found.extend(self.file_trouble(&launcher, receipt)?.map(|trouble| (launcher, trouble)));
        }
        let Some(current) = current else { return Ok(found) };
        match self.disk.read(&current)?.map(|bytes| Current::parse(&bytes)) {
            Some(Ok(note)) => {
                let Some(engine) = utf8(root.engine(note.version())) else { return Ok(found) };
                found.extend(self.file_trouble(&engine, receipt)?.map(|trouble| (engine, trouble)));
            }
            Some(Err(error)) => found.push((current, Trouble::Unusable(error.to_string()))),
            None => found.push((current, Trouble::Gone)),
        }
        Ok(found)
    }

    /// What is wrong with a program that must be there.
    fn file_trouble(&self, file: &Utf8Path, receipt: &Receipt) -> Result<Option<Trouble>, EngineError> {
        let Some(bytes) = self.disk.read(file)? else { return Ok(Some(Trouble::Gone)) };
        let written = receipt.files.get(file).map(|claim| Kept::Bytes(claim.digest));
        let changed = written.is_some_and(|written| written != Kept::Bytes(Digest::of(&bytes)));
        Ok(changed.then_some(Trouble::Changed))
    }

    fn versions(&self, root: &Root) -> Result<Vec<String>, DiskError> {
        match utf8(root.versions()) {
            Some(folder) => self.disk.list(&folder),
            None => Ok(Vec::new()),
        }
    }
}

fn utf8(path: std::path::PathBuf) -> Option<Utf8PathBuf> {
    Utf8PathBuf::from_path_buf(path).ok()
}
