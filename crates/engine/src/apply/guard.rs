//! The lock that a harness takes around its own writes, taken the same way.

use std::thread;
use std::time::{Duration, Instant};

use bascule_core::reconcile::{Mode, Refusal};
use camino::{Utf8Path, Utf8PathBuf};

use super::{Applying, Trouble};
use crate::disk::{Disk, DiskError, Kind, Like};
use crate::engine::now;
use crate::format::{Record, StoredLock};

const LOCK_PAUSE: Duration = Duration::from_millis(15);

impl<D: Disk> Applying<'_, D> {
    /// Takes the lock of a harness the way its own program does.
    pub(super) fn hold(&self, lock: &StoredLock) -> Result<(), Trouble> {
        let disk = self.store.disk;
        let start = Instant::now();
        loop {
            match disk.look(&lock.path)? {
                None if self.try_hold(lock)? => return Ok(()),
                // One that we could not give back a moment ago.
                Some(stat) if self.locks.borrow().contains(&stat.identity) => return Ok(()),
                // Its holder is dead: the program itself would take it over now.
                Some(stat) if stat.age > Duration::from_secs(lock.stale) => self.clear_folder(&lock.path)?,
                None | Some(_) if start.elapsed() > self.lock_patience => {
                    return Err(Trouble::Refused(Refusal::LockHeld(lock.path.clone())));
                }
                None | Some(_) => thread::sleep(LOCK_PAUSE),
            }
        }
    }

    /// One try; `false` where somebody was quicker. The lock is made aside and
    /// noted in the journal before it is in force, so that after a kill nobody can
    /// take it for the program's own.
    fn try_hold(&self, lock: &StoredLock) -> Result<bool, Trouble> {
        let disk = self.store.disk;
        let staged = self.staged(lock);
        self.clear_folder(&staged)?;
        disk.make_folder(&staged, Mode::Ordinary)?;
        if lock.owned {
            let owner = format!("owner.{}.{}.{}", std::process::id(), now() * 1000, self.signature());
            disk.write(&staged.join(owner), b"", Like::New(Mode::Ordinary))?;
        }
        if let Some(stat) = disk.look(&staged)? {
            // Unsynced: it survives a kill, and a power cut leaves a lock that is stale by its age.
            let record = Record::Locked { path: lock.path.clone(), identity: stat.identity };
            self.store.note(self.revision, &record, false)?;
            self.locks.borrow_mut().insert(stat.identity);
        }
        let held = disk.place(&staged, &lock.path)?;
        if !held {
            self.clear_folder(&staged)?;
        }
        Ok(held)
    }

    /// Gives a lock of ours back, known by its identity; where somebody took it
    /// over, it is theirs.
    pub(super) fn let_go(&self, lock: &StoredLock) -> Result<(), DiskError> {
        self.clear_folder(&self.staged(lock))?;
        match self.store.disk.look(&lock.path)? {
            Some(stat) if stat.kind == Kind::Folder && self.locks.borrow().contains(&stat.identity) => {
                self.clear_folder(&lock.path)
            }
            _ => Ok(()),
        }
    }

    fn staged(&self, lock: &StoredLock) -> Utf8PathBuf {
        format!("{}.tmp.{}", lock.path, self.signature()).into()
    }

    /// Removes a folder and the files in it.
    fn clear_folder(&self, folder: &Utf8Path) -> Result<(), DiskError> {
        let disk = self.store.disk;
        if disk.look(folder)?.is_none() {
            return Ok(());
        }
        for name in disk.list(folder)? {
            disk.remove(&folder.join(name))?;
        }
        disk.remove_folder(folder)
    }
}
