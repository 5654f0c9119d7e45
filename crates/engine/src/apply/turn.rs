//! One file's turn: from what it must be to what it will be, and what a kill left of it.

use std::io::ErrorKind;

use bascule_core::document::Content;
use bascule_core::reconcile::{Change, Deed, Drift, Fate, FileChange, Refusal};
use camino::{Utf8Path, Utf8PathBuf};

use super::{Applying, REPLAYS, Trouble};
use crate::disk::{Disk, DiskError, Like};
use crate::format::{Record, StoredLock, stored_change};

/// Whether a change is made or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It is the change of this number.
    On(usize),
    /// It is its inverse.
    Back,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Done,
    Moved,
}

impl<D: Disk> Applying<'_, D> {
    /// Makes one change happen: under its program's lock, on the bytes that are
    /// there now. On the way forward, newer bytes are kept and noted first.
    pub(super) fn perform(&self, change: &Change, lock: Option<&StoredLock>, way: Way) -> Result<Change, Trouble> {
        let mut change = change.clone();
        if change.file.before == change.file.after {
            // Where somebody deleted a file we made, its folders go with our note of it.
            return self.drop_folders(&change).map(|()| change);
        }
        if way == Way::Back && self.content(&change.file.path)? == change.file.after {
            // It never stood there, or is gone already: nothing needs the lock.
            return self.drop_folders(&change).map(|()| change);
        }
        if change.file.after != Content::Absent {
            self.make_folders(&change)?;
        }
        if let Some(lock) = lock {
            self.hold(lock)?;
        }
        let done = self.settle(&mut change, way);
        if let Some(lock) = lock {
            self.let_go(lock)?;
        }
        // Also a change that was refused leaves no folder behind.
        let dropped = self.drop_folders(&change);
        done?;
        dropped.map(|()| change)
    }

    fn make_folders(&self, change: &Change) -> Result<(), Trouble> {
        for folder in &change.file.folders {
            if self.store.disk.look(folder)?.is_none() {
                self.store.disk.make_folder(folder, change.file.mode)?;
            }
        }
        Ok(())
    }

    fn settle(&self, change: &mut Change, way: Way) -> Result<(), Trouble> {
        for _ in 0..=REPLAYS {
            let now = self.content(&change.file.path)?;
            match change.file.fate(&now) {
                Fate::After => return Ok(()),
                Fate::Before => {}
                Fate::Foreign => {
                    if self.in_force(change, &now) {
                        return Ok(());
                    }
                    self.replan(change, now, way)?;
                    if change.file.before == change.file.after {
                        return Ok(());
                    }
                }
            }
            if self.turn(change, way)? == Turn::Moved {
                continue;
            }
            if let Some(folder) =
                change.file.path.parent().filter(|folder| matches!(self.store.disk.look(folder), Ok(Some(_))))
            {
                self.store.disk.sync_folder(folder)?;
            }
            let now = self.content(&change.file.path)?;
            if now == change.file.after || self.in_force(change, &now) {
                return Ok(());
            }
        }
        Err(Trouble::Refused(Refusal::KeptChanging(change.file.path.clone())))
    }

    /// The same edits, on the bytes that are there now.
    fn replan(&self, change: &mut Change, now: Content, way: Way) -> Result<(), Trouble> {
        let (after, deed) = change.again(&now, self.launcher).map_err(Trouble::Refused)?;
        change.file.before = now;
        change.file.after = after;
        change.deed = deed;
        if let Way::On(index) = way {
            self.keep_originals(std::slice::from_ref(change))?;
            let record = Record::Replanned { change: index, to: Box::new(stored_change(change)) };
            self.store.note(self.revision, &record, true)?;
        }
        Ok(())
    }

    /// Whether every edit's result stands in a file that somebody else wrote after us.
    pub(super) fn in_force(&self, change: &Change, now: &Content) -> bool {
        let Deed::Entries(edits) = &change.deed else { return *now == change.file.after };
        edits.iter().all(|edit| match (&edit.after, &edit.before) {
            (Some(claim), _) => Drift::of(claim, now, self.launcher) == Ok(Drift::AsWritten),
            (None, Some(claim)) => matches!(Drift::of(claim, now, self.launcher), Ok(Drift::Gone)),
            (None, None) => true,
        })
    }

    /// One try to turn the file from before to after.
    fn turn(&self, change: &Change, way: Way) -> Result<Turn, Trouble> {
        let FileChange { path, before, after, mode, .. } = &change.file;
        let disk = self.store.disk;
        let temporary = self.temporary(path, way);
        if disk.look(&temporary)?.is_some() {
            disk.remove(&temporary)?;
        }
        let turn = match (before, after) {
            (Content::Absent, Content::Absent) => Turn::Done,
            (Content::Absent, Content::Bytes(bytes)) => {
                disk.write(&temporary, bytes, Like::New(*mode))?;
                if disk.place(&temporary, path)? { Turn::Done } else { Turn::Moved }
            }
            (_, Content::Bytes(bytes)) => {
                // Writing took long. Bytes that moved meanwhile must not be displaced even
                // for a moment: who reads ours then writes on without them.
                let ready = self.write_like(&temporary, bytes, path)? && self.content(path)? == *before;
                match ready.then(|| there(disk.exchange(&temporary, path))).transpose()?.flatten() {
                    Some(true) => self.confirmed(&temporary, path, before, after)?,
                    Some(false) => {
                        disk.replace(&temporary, path)?;
                        Turn::Done
                    }
                    None => Turn::Moved,
                }
            }
            (_, Content::Absent) => {
                if there(disk.place(path, &temporary))? != Some(true) {
                    Turn::Moved
                } else if self.content(&temporary)? == *before {
                    Turn::Done
                } else {
                    // Newer bytes than we meant to remove: back with them, unless
                    // somebody made the file anew meanwhile.
                    disk.place(&temporary, path)?;
                    Turn::Moved
                }
            }
            (_, Content::Kept(_)) => {
                return Err(Trouble::Refused(Refusal::System {
                    file: path.clone(),
                    problem: "its bytes are not at hand".to_owned(),
                }));
            }
        };
        if disk.look(&temporary)?.is_some() {
            disk.remove(&temporary)?;
        }
        Ok(turn)
    }

    /// Removes the folders that were made for a file that is not there, where nobody
    /// else put anything into them.
    fn drop_folders(&self, change: &Change) -> Result<(), Trouble> {
        let disk = self.store.disk;
        if disk.look(&change.file.path)?.is_some() {
            return Ok(());
        }
        for folder in change.file.folders.iter().rev() {
            if disk.look(folder)?.is_some() && disk.list(folder)?.is_empty() {
                disk.remove_folder(folder)?;
            }
        }
        Ok(())
    }

    /// A temporary file with the rights of the file it will replace; `false` where
    /// that file is gone.
    fn write_like(&self, temporary: &Utf8Path, bytes: &[u8], path: &Utf8Path) -> Result<bool, Trouble> {
        let disk = self.store.disk;
        let written = there(disk.write(temporary, bytes, Like::File(path)));
        match written {
            Ok(written) => return Ok(written.is_some()),
            Err(error) if error.source.kind() != ErrorKind::PermissionDenied => return Err(error.into()),
            Err(_) => {}
        }
        if disk.look(temporary)?.is_some() {
            disk.remove(temporary)?;
        }
        Err(Trouble::Refused(Refusal::Attributes(path.to_owned())))
    }

    /// After an exchange: were the displaced bytes the ones we meant to replace?
    /// If not, they go back, so that the last writer's bytes stand.
    fn confirmed(
        &self,
        temporary: &Utf8Path,
        path: &Utf8Path,
        meant: &Content,
        ours: &Content,
    ) -> Result<Turn, Trouble> {
        let disk = self.store.disk;
        if self.content(temporary)? == *meant {
            return Ok(Turn::Done);
        }
        disk.exchange(temporary, path)?;
        if self.content(temporary)? != *ours {
            // A third writer came after our exchange: theirs are the newest bytes,
            // and what we just put back is older.
            disk.exchange(temporary, path)?;
        }
        Ok(Turn::Moved)
    }

    /// Removes a temporary file that a kill or failure left on the way from one
    /// content to another. Where it holds a writer's bytes that our step displaced,
    /// they go back first.
    pub(super) fn clear_temporary(
        &self,
        temporary: &Utf8Path,
        path: &Utf8Path,
        from: &Content,
        to: &Content,
    ) -> Result<(), DiskError> {
        let disk = self.store.disk;
        let Some(kept) = disk.read(temporary)?.map(Content::Bytes) else { return Ok(()) };
        // Only once our bytes stand can the temporary file hold displaced ones;
        // until then it holds what we were about to write, perhaps cut short.
        if self.content(path)? == *to && kept != *from {
            match to {
                Content::Absent => drop(disk.place(temporary, path)?),
                Content::Bytes(_) | Content::Kept(_) => drop(disk.exchange(temporary, path)?),
            }
        }
        if disk.look(temporary)?.is_some() {
            disk.remove(temporary)?;
        }
        Ok(())
    }

    /// Beside the file; a different one each way, because what it may hold after a
    /// kill differs.
    pub(super) fn temporary(&self, path: &Utf8Path, way: Way) -> Utf8PathBuf {
        let name = path.file_name().unwrap_or_default();
        let ending = match way {
            Way::On(_) => "",
            Way::Back => "-back",
        };
        path.with_file_name(format!(".{name}.{}{ending}", self.signature()))
    }
}

/// `None` where the file went away under our hands: what is there now decides.
fn there<T>(result: Result<T, DiskError>) -> Result<Option<T>, DiskError> {
    match result {
        Err(error) if error.source.kind() == ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}
