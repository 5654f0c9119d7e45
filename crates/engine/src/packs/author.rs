//! What an author of a bridge asks for: a new folder, a zip file.

use bascule_core::bridge::{PackTree, Version};
use bascule_core::reconcile::Mode;
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, Kind, Like};
use crate::engine::{Engine, EngineError};

/// What became of a file or folder that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is there now.
    New,
    /// It was there as it should be.
    Same,
    /// It took the place of an older pack of the same bridge.
    Renewed,
    /// Something else is there, and was left alone.
    Taken,
}

impl<D: Disk> Engine<D> {
    /// Writes these files into a folder that is missing or empty; anything else in it
    /// is left alone.
    pub fn write_new_folder(&self, folder: &Utf8Path, tree: &PackTree) -> Result<Written, EngineError> {
        let there = self.disk.look(folder)?;
        let usable = there.is_none_or(|stat| stat.kind == Kind::Folder);
        if !usable || !self.disk.list(folder)?.is_empty() {
            return Ok(Written::Taken);
        }
        self.write_files(folder, tree, Mode::Ordinary)?;
        Ok(Written::New)
    }

    /// Writes a zip file of a bridge. An older pack of the same bridge is exchanged;
    /// any other file is left alone.
    pub fn write_zip(&self, file: &Utf8Path, bytes: &[u8], id: &str, running: Version) -> Result<Written, EngineError> {
        let there = self.disk.look(file)?;
        if there.is_some_and(|stat| stat.kind != Kind::File) {
            return Ok(Written::Taken);
        }
        let old = self.disk.read(file)?;
        let (like, written) = match &old {
            Some(old) if old == bytes => return Ok(Written::Same),
            Some(old) if is_pack_of(old, id, running) => (Like::File(file), Written::Renewed),
            Some(_) => return Ok(Written::Taken),
            None => (Like::New(Mode::Ordinary), Written::New),
        };
        let temporary = Utf8PathBuf::from(format!("{file}.{}", std::process::id()));
        if self.disk.look(&temporary)?.is_some() {
            self.disk.remove(&temporary)?;
        }
        self.disk.write(&temporary, bytes, like)?;
        self.disk.replace(&temporary, file)?;
        Ok(written)
    }
}

fn is_pack_of(bytes: &[u8], id: &str, running: Version) -> bool {
    let manifest = PackTree::from_zip(bytes).ok().and_then(|tree| tree.read(running).ok());
    manifest.is_some_and(|manifest| manifest.id == id)
}
