//! Projects on the disk: which folders are one, which were registered.

use bascule_core::project::{Candidate, Found};
use camino::{Utf8Path, Utf8PathBuf};

use crate::apply::{Pace, Progress};
use crate::disk::{Disk, DiskError, Kind, Like};
use crate::engine::{Engine, EngineError};
use crate::format::{self, Registered};
use bascule_core::reconcile::Mode;

/// How many folders above a named one may be the project.
const ABOVE: usize = 12;

/// Why a file a person named was not written.
#[derive(Debug, thiserror::Error)]
pub enum NotExported {
    /// Something else is there, and stays.
    #[error("{0} is something else")]
    Taken(Utf8PathBuf),
    /// The disk failed.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

impl<D: Disk> Engine<D> {
    /// The projects registered for a bridge; none where there is no registry.
    pub fn registered(&self, bridge: &str) -> Result<Vec<Registered>, EngineError> {
        let mut projects = self.all_registered()?;
        projects.retain(|project| project.bridge == bridge);
        Ok(projects)
    }

    /// The projects registered for a bridge, and what the disk shows of each.
    pub fn projects(&self, bridge: &str, marker: &str) -> Result<Vec<Candidate>, EngineError> {
        let registered = self.registered(bridge)?;
        Ok(registered.iter().map(|project| self.candidate(&project.folder, marker)).collect())
    }

    /// Notes a project; `false`, and nothing happens, where it is noted just so.
    pub fn register(
        &self,
        project: &Registered,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<bool, EngineError> {
        self.change_registered("projects add", progress, |projects| {
            if projects.contains(project) {
                return false;
            }
            let same = |other: &Registered| other.bridge == project.bridge && other.folder == project.folder;
            match projects.iter_mut().find(|other| same(other)) {
                Some(other) => *other = project.clone(),
                None => projects.push(project.clone()),
            }
            true
        })
    }

    /// Forgets a project, whether or not its folder is there; `false`, and nothing
    /// happens, where it is not noted.
    pub fn unregister(
        &self,
        bridge: &str,
        folder: &Utf8Path,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<bool, EngineError> {
        self.change_registered("projects remove", progress, |projects| {
            let before = projects.len();
            projects.retain(|project| project.bridge != bridge || project.folder != folder);
            projects.len() < before
        })
    }

    /// Changes the registry under the lock of the state folder. An empty one leaves no
    /// file.
    fn change_registered(
        &self,
        wish: &str,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
        change: impl FnOnce(&mut Vec<Registered>) -> bool,
    ) -> Result<bool, EngineError> {
        self.own_home()?;
        self.store().prepare()?;
        let _lock = self.lock(wish, progress)?;
        let mut projects = self.all_registered()?;
        if !change(&mut projects) {
            return Ok(false);
        }
        let file = self.layout.projects();
        if projects.is_empty() {
            self.disk.remove(&file)?;
        } else {
            let broken = |source| EngineError::Format { file: file.clone(), source };
            self.put_file(&file, &format::projects_text(&projects).map_err(broken)?)?;
        }
        self.disk.sync_folder(self.layout.root())?;
        Ok(true)
    }

    pub(crate) fn all_registered(&self) -> Result<Vec<Registered>, EngineError> {
        let file = self.layout.projects();
        let Some(bytes) = self.disk.read(&file)? else { return Ok(Vec::new()) };
        let projects = format::registered(&String::from_utf8_lossy(&bytes));
        projects.map_err(|source| EngineError::Format { file, source })
    }

    /// What the disk shows of a folder: a project holds the file `marker`, a path with
    /// `/` whose case does not count.
    pub fn candidate(&self, folder: &Utf8Path, marker: &str) -> Candidate {
        self.sought(folder, marker, 1)
    }

    /// The same, where the nearest folder above counts too.
    pub fn candidate_upwards(&self, folder: &Utf8Path, marker: &str) -> Candidate {
        self.sought(folder, marker, ABOVE)
    }

    /// Writes a file a person named, whole or not at all.
    ///
    /// Refuses to put it where there is anything but a file of the same sort: one that
    /// begins with `magic`.
    pub fn export(&self, file: &Utf8Path, bytes: &[u8], magic: &[u8]) -> Result<(), NotExported> {
        if let Some(there) = self.disk.look(file)? {
            let same = there.kind == Kind::File && self.disk.read(file)?.is_some_and(|old| old.starts_with(magic));
            if !same {
                return Err(NotExported::Taken(file.to_owned()));
            }
        }
        let beside = Utf8PathBuf::from(format!("{file}.{}", std::process::id()));
        self.disk.write(&beside, bytes, Like::New(Mode::Ordinary))?;
        if let Err(error) = self.disk.replace(&beside, file) {
            // What is left over helps nobody; the first error is the one that counts.
            drop(self.disk.remove(&beside));
            return Err(error.into());
        }
        Ok(())
    }

    fn sought(&self, folder: &Utf8Path, marker: &str, levels: usize) -> Candidate {
        let found = match folder.ancestors().take(levels).find(|above| self.holds(above, marker)) {
            Some(project) => Found::Project(project.to_owned()),
            None if self.is_folder(folder) => Found::NoProject,
            None => Found::Gone,
        };
        Candidate { folder: folder.to_owned(), found }
    }

    fn holds(&self, folder: &Utf8Path, marker: &str) -> bool {
        let mut at = folder.to_owned();
        for part in marker.split('/') {
            // A folder that cannot be listed holds nothing that could be read.
            let names = self.disk.list(&at).unwrap_or_default();
            let Some(name) = names.into_iter().find(|name| name.eq_ignore_ascii_case(part)) else { return false };
            at.push(name);
        }
        true
    }

    fn is_folder(&self, folder: &Utf8Path) -> bool {
        match self.disk.look(folder) {
            Ok(Some(stat)) => matches!(stat.kind, Kind::Folder | Kind::Link),
            Ok(None) | Err(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bascule_core::machine::{Machine, Os};

    #[test]
    fn a_project_is_found_at_a_folder_or_above_it() {
        let kept = tempfile::tempdir().expect("a folder");
        let root = Utf8PathBuf::from_path_buf(kept.path().to_owned()).expect("UTF-8");
        let engine = Engine::new(Machine::new(Os::Linux, root.clone()), "/opt/bascule".into());
        for folder in ["mod", "mod/data", "mod/data/units", "plain"] {
            engine.disk.make_folder(&root.join(folder), Mode::Private).expect("a folder");
        }
        let file = root.join("mod/data/MOD.xml");
        engine.disk.write(&file, b"", Like::New(Mode::Private)).expect("a file");
        let project = || Found::Project(root.join("mod"));
        let cases = [
            ("mod", project(), project()),
            ("mod/data/units", Found::NoProject, project()),
            ("plain", Found::NoProject, Found::NoProject),
            ("gone", Found::Gone, Found::Gone),
        ];
        for (folder, here, upwards) in cases {
            let folder = root.join(folder);
            assert_eq!(engine.candidate(&folder, "Data/Mod.xml").found, here, "{folder}");
            assert_eq!(engine.candidate_upwards(&folder, "Data/Mod.xml").found, upwards, "{folder}");
        }
        assert_eq!(engine.registered("a").expect("no registry"), Vec::new());
    }

    #[test]
    fn projects_are_noted_once_changed_and_forgotten() {
        let kept = tempfile::tempdir().expect("a folder");
        let root = Utf8PathBuf::from_path_buf(kept.path().to_owned()).expect("UTF-8");
        let engine = Engine::new(Machine::new(Os::Linux, root.clone()), "/opt/bascule".into());
        let mut go = |_: Progress<'_>| Pace::Go;
        let project = |bridge: &str, folder: &str, sdk: Option<&str>| Registered {
            bridge: bridge.to_owned(),
            folder: root.join(folder),
            sdk: sdk.map(|sdk| root.join(sdk)),
        };
        let (one, other) = (project("b", "one", None), project("b", "other", None));
        assert!(engine.register(&one, &mut go).expect("noted"));
        assert!(!engine.register(&one, &mut go).expect("looked"));
        assert!(engine.register(&project("c", "one", None), &mut go).expect("noted"));
        assert!(engine.register(&other, &mut go).expect("noted"));
        let with_sdk = project("b", "one", Some("sdk"));
        assert!(engine.register(&with_sdk, &mut go).expect("changed"));
        assert_eq!(engine.registered("b").expect("read"), [with_sdk, other]);
        for (bridge, folder) in [("b", "one"), ("b", "other"), ("c", "one")] {
            assert!(engine.unregister(bridge, &root.join(folder), &mut go).expect("forgotten"));
            assert!(!engine.unregister(bridge, &root.join(folder), &mut go).expect("looked"));
        }
        assert_eq!(engine.disk.read(&engine.layout.projects()).expect("looked"), None);

        // What a later version wrote is read by nobody and written over by nobody.
        let newer = b"format = 2\nmore = 1\n";
        engine.disk.write(&engine.layout.projects(), newer, Like::New(Mode::Private)).expect("a file");
        assert!(engine.register(&one, &mut go).is_err());
        assert_eq!(engine.disk.read(&engine.layout.projects()).expect("read"), Some(newer.to_vec()));
    }

    #[test]
    fn an_export_replaces_only_its_own_sort() {
        let kept = tempfile::tempdir().expect("a folder");
        let root = Utf8PathBuf::from_path_buf(kept.path().to_owned()).expect("UTF-8");
        let engine = Engine::new(Machine::new(Os::Linux, root.clone()), "/opt/bascule".into());
        let file = root.join("out.gz");
        for bytes in [b"GZ1", b"GZ2"] {
            engine.export(&file, bytes, b"GZ").expect("written");
            assert_eq!(engine.disk.read(&file).expect("read"), Some(bytes.to_vec()));
        }
        assert!(matches!(engine.export(&root, b"GZ3", b"GZ"), Err(NotExported::Taken(_))));
        let other = root.join("notes.txt");
        engine.disk.write(&other, b"mine", Like::New(Mode::Private)).expect("a file");
        assert!(matches!(engine.export(&other, b"GZ3", b"GZ"), Err(NotExported::Taken(_))));
        assert_eq!(engine.disk.read(&other).expect("read"), Some(b"mine".to_vec()));
        assert_eq!(engine.disk.list(&root).expect("listed"), ["notes.txt", "out.gz"]);
    }
}
