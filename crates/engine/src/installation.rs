//! The installation a running engine is part of.

use bascule_launcher::{Current, Root};
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::Disk;

/// Where launcher and engines lie, found from the engine's own path.
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

fn utf8(path: std::path::PathBuf) -> Option<Utf8PathBuf> {
    Utf8PathBuf::from_path_buf(path).ok()
}
