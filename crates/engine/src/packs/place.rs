//! Bridges into the state folder and out of it: all of one or none of it.
//!
//! Everything of a bridge lies in its own folder. A new one is written beside and
//! renamed into place; an old one is renamed away before it is taken apart. What a
//! kill left in between is put right before the next change.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::bridge::{PackTree, RESERVED};
use bascule_core::digest::Digest;
use bascule_core::reconcile::Mode;
use camino::{Utf8Path, Utf8PathBuf};

use crate::apply::{Pace, Progress};
use crate::disk::{Disk, Kind, Like};
use crate::engine::{Engine, EngineError};
use crate::format::{added_text, read_added};
use crate::lock::StateLock;

/// What was agreed to when a bridge was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// The folder or zip file it came from; `None` where it was a command.
    pub source: Option<Utf8PathBuf>,
    /// The digest of all its files.
    pub digest: Digest,
    /// The digest of each.
    pub files: BTreeMap<String, Digest>,
}

const AGREED: &str = "added.json";

/// A bridge that a newer one takes the place of, where two folders cannot be exchanged.
pub(super) const OLD: &str = "old";

/// A bridge that is being written.
const NEW: &str = "new";

/// A bridge that is being taken apart.
const GONE: &str = "gone";

/// The id that a name among the bridges stands for.
pub(super) fn id_of(name: String) -> String {
    let aside = name.strip_prefix('.').and_then(|rest| rest.strip_suffix(OLD)?.strip_suffix('.'));
    aside.map(str::to_owned).unwrap_or(name)
}

impl<D: Disk> Engine<D> {
    /// What was agreed to when a bridge was added; `None` where that was not noted.
    pub fn added(&self, id: &str) -> Result<Option<Added>, EngineError> {
        let Some(folder) = self.standing(id)? else { return Ok(None) };
        let file = folder.join(AGREED);
        let Some(bytes) = self.disk.read(&file)? else { return Ok(None) };
        read_added(&bytes).map(Some).map_err(|source| EngineError::Format { file, source })
    }

    /// Adds a bridge; `false`, and nothing happens, where its id is taken or reserved.
    pub fn add_pack(
        &self,
        id: &str,
        tree: &PackTree,
        source: Option<&Utf8Path>,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<bool, EngineError> {
        if RESERVED.contains(&id) {
            return Ok(false);
        }
        let _lock = self.placing("add", id, progress)?;
        let folder = self.pack_folder(id);
        if self.disk.look(&folder)?.is_some() {
            return Ok(false);
        }
        let staged = self.stage(id, tree, source)?;
        self.disk.replace(&staged, &folder)?;
        self.disk.sync_folder(&self.layout.bridges())?;
        Ok(true)
    }

    /// Exchanges a bridge for a newer pack; `false`, and nothing happens, where there
    /// is none of this id.
    pub fn update_pack(
        &self,
        id: &str,
        tree: &PackTree,
        source: Option<&Utf8Path>,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<bool, EngineError> {
        let _lock = self.placing("update", id, progress)?;
        let folder = self.pack_folder(id);
        if self.disk.look(&folder)?.is_none() {
            return Ok(false);
        }
        let staged = self.stage(id, tree, source)?;
        if !self.disk.exchange(&staged, &folder)? {
            self.disk.replace(&folder, &self.aside(id, OLD))?;
            self.disk.replace(&staged, &folder)?;
        }
        self.disk.sync_folder(&self.layout.bridges())?;
        self.settle(id)?;
        Ok(true)
    }

    /// Removes a bridge a person added, with everything in its folder; `false` where
    /// there is none of this id.
    pub fn remove_pack(&self, id: &str, progress: &mut dyn FnMut(Progress<'_>) -> Pace) -> Result<bool, EngineError> {
        if self.disk.look(&self.layout.bridges())?.is_none() {
            return Ok(false);
        }
        let _lock = self.lock(&format!("bridges remove {id}"), progress)?;
        self.settle(id)?;
        let folder = self.pack_folder(id);
        if self.disk.look(&folder)?.is_none() {
            return Ok(false);
        }
        self.disk.replace(&folder, &self.aside(id, GONE))?;
        self.disk.sync_folder(&self.layout.bridges())?;
        self.settle(id)?;
        Ok(true)
    }

    /// Begins to place a bridge: the lock, with what an earlier run left put right.
    fn placing(
        &self,
        verb: &str,
        id: &str,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<StateLock, EngineError> {
        self.own_home()?;
        self.store().prepare()?;
        let lock = self.lock(&format!("bridges {verb} {id}"), progress)?;
        self.settle(id)?;
        Ok(lock)
    }

    /// Puts right what a kill left: an old bridge without a new one comes back, and
    /// what is half written or half taken apart goes.
    fn settle(&self, id: &str) -> Result<(), EngineError> {
        let (folder, old) = (self.pack_folder(id), self.aside(id, OLD));
        if self.disk.look(&folder)?.is_none() && self.disk.look(&old)?.is_some() {
            self.disk.replace(&old, &folder)?;
        }
        for what in [OLD, NEW, GONE] {
            self.take_apart(&self.aside(id, what))?;
        }
        Ok(())
    }

    /// A name beside the bridge that is no bridge: ids hold no dots.
    pub(super) fn aside(&self, id: &str, what: &str) -> Utf8PathBuf {
        self.layout.bridges().join(format!(".{id}.{what}"))
    }

    fn stage(&self, id: &str, tree: &PackTree, source: Option<&Utf8Path>) -> Result<Utf8PathBuf, EngineError> {
        let staged = self.aside(id, NEW);
        self.write_files(&staged, tree, Mode::Private)?;
        let file = staged.join(AGREED);
        let added = Added { source: source.map(Utf8Path::to_owned), digest: tree.digest(), files: tree.digests() };
        let text = added_text(&added).map_err(|source| EngineError::Format { file: file.clone(), source })?;
        self.disk.write(&file, text.as_bytes(), Like::New(Mode::Private))?;
        Ok(staged)
    }

    /// Writes the files of a pack into a folder, made where it is missing.
    pub(super) fn write_files(&self, root: &Utf8Path, tree: &PackTree, mode: Mode) -> Result<(), EngineError> {
        if self.disk.look(root)?.is_none() {
            self.disk.make_folder(root, mode)?;
        }
        let mut made: BTreeSet<Utf8PathBuf> = BTreeSet::new();
        for (path, bytes) in tree.files() {
            let folders: Vec<&Utf8Path> = Utf8Path::new(path).ancestors().skip(1).collect();
            for folder in folders.into_iter().rev().filter(|folder| !folder.as_str().is_empty()) {
                if made.insert(folder.to_owned()) {
                    self.disk.make_folder(&root.join(folder), mode)?;
                }
            }
            self.disk.write(&root.join(path), bytes, Like::New(mode))?;
        }
        Ok(())
    }

    /// Removes a folder of ours with all that is in it. Links go; what they lead to
    /// stays.
    fn take_apart(&self, path: &Utf8Path) -> Result<(), EngineError> {
        match self.disk.look(path)?.map(|stat| stat.kind) {
            None => {}
            Some(Kind::Folder) => {
                for name in self.disk.list(path)? {
                    self.take_apart(&path.join(name))?;
                }
                self.disk.remove_folder(path)?;
            }
            Some(Kind::File | Kind::Link | Kind::Other) => self.disk.remove(path)?,
        }
        Ok(())
    }
}
