//! Making a plan happen behind the journal, undoing it, recovering after a kill.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use bascule_core::document::Content;
use bascule_core::reconcile::{Change, Deed, Edit, FileChange, Kept, Refusal, inverse};
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, DiskError};
use crate::engine::{EngineError, now};
use crate::format::{FORMAT, FormatError, OutcomeName, Record, StoredChange, StoredLeft, StoredLock, stored_change};
use crate::history::Left;
use crate::journal::Store;

mod guard;
mod turn;

use turn::Way;

/// What happens while a plan is applied.
#[derive(Debug)]
pub enum Progress<'a> {
    /// Another Bascule holds the state; it is waited for.
    Waiting(&'a crate::lock::Holder),
    /// An interrupted change was found and is undone first.
    Recovering(u64),
    /// This file is about to change.
    Changing {
        /// Which, from 0.
        index: usize,
        /// How many there are.
        of: usize,
        /// The file.
        file: &'a Utf8Path,
    },
    /// Something failed or was cancelled, and the files changed so far go back.
    Undoing,
}

/// The answer to a [`Progress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Go on.
    Go,
    /// Stop here and put everything back.
    Stop,
}

/// What became of a plan.
#[derive(Debug)]
pub struct Applied {
    /// The revision's number.
    pub revision: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// The changes as they were made.
    pub changes: Vec<Change>,
}

/// How applying a plan ended.
#[derive(Debug)]
pub enum Outcome {
    /// Everything happened.
    Done,
    /// One failure undid it: nothing of it is left.
    Undone(Cause),
    /// One failure undid it, but for what is listed.
    Partly(Cause, Vec<Left>),
}

/// Why a plan was undone.
#[derive(Debug)]
pub enum Cause {
    /// The person stopped it.
    Stopped,
    /// A file or program did not let us.
    Refused {
        /// The file.
        file: Utf8PathBuf,
        /// Why.
        refusal: Refusal,
    },
    /// The disk failed.
    Disk(DiskError),
    /// It was interrupted earlier, and undone at this start.
    Interrupted,
}

impl Cause {
    /// What the disk answered on the way to `file`.
    fn of(file: &Utf8Path, error: DiskError) -> Self {
        if error.is_in_use() {
            Self::Refused { file: file.to_owned(), refusal: refusal_of(file, error) }
        } else {
            Self::Disk(error)
        }
    }

    /// A refused change stands in no file; one that the disk broke off may.
    fn may_have_reached(&self) -> bool {
        match self {
            Self::Refused { refusal, .. } => matches!(refusal, Refusal::InUse(_)),
            Self::Disk(_) => true,
            Self::Stopped | Self::Interrupted => false,
        }
    }
}

fn refusal_of(file: &Utf8Path, error: DiskError) -> Refusal {
    if error.is_in_use() {
        Refusal::InUse(error.path)
    } else {
        Refusal::System { file: file.to_owned(), problem: error.source.to_string() }
    }
}

/// How often the same edits are carried out again on bytes that moved.
const REPLAYS: usize = 3;

enum Trouble {
    Refused(Refusal),
    Engine(EngineError),
}

impl From<DiskError> for Trouble {
    fn from(error: DiskError) -> Self {
        Self::Engine(error.into())
    }
}

impl From<EngineError> for Trouble {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

pub(crate) struct Applying<'a, D> {
    pub(crate) store: Store<'a, D>,
    pub(crate) launcher: &'a Utf8Path,
    pub(crate) revision: u64,
    /// How long a writer without a lock is waited for.
    settle: Duration,
    /// How long the lock of a harness is waited for.
    lock_patience: Duration,
    /// The identities of the locks this revision made.
    locks: RefCell<BTreeSet<(u64, u64)>>,
}

impl<'a, D: Disk> Applying<'a, D> {
    pub(crate) fn new(
        store: Store<'a, D>,
        launcher: &'a Utf8Path,
        revision: u64,
        settle: Duration,
        lock_patience: Duration,
    ) -> Self {
        Self { store, launcher, revision, settle, lock_patience, locks: RefCell::default() }
    }

    /// Applies the changes in order. On one failure everything so far is undone;
    /// where that fails for lack of disk, the journal stays open and the error
    /// comes back: the next start undoes the rest.
    pub(crate) fn run(
        &self,
        mut changes: Vec<Change>,
        wish: &str,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<Applied, EngineError> {
        self.keep_originals(&changes)?;
        let begun = Record::Begun {
            format: FORMAT,
            revision: self.revision,
            time: now(),
            wish: wish.to_owned(),
            changes: changes.iter().map(stored_change).collect(),
        };
        self.store.note(self.revision, &begun, true)?;
        self.store.disk.sync_folder(&self.store.layout.journals())?;
        let of = changes.len();
        for index in 0..of {
            let file = changes[index].file.path.clone();
            let done = match progress(Progress::Changing { index, of, file: &file }) {
                Pace::Stop => Err(Cause::Stopped),
                Pace::Go => self.forward(&changes[index], index)?,
            };
            match done {
                Ok(change) => changes[index] = change,
                Err(cause) => return self.backward(changes, index, cause, progress),
            }
        }
        if let Err(cause) = self.outlast(&mut changes)? {
            return self.backward(changes, of, cause, progress);
        }
        self.close(OutcomeName::Done, Vec::new())?;
        Ok(Applied { revision: self.revision, outcome: Outcome::Done, changes })
    }

    /// One change on its way forward; what keeps it from happening undoes the plan.
    fn forward(&self, change: &Change, index: usize) -> Result<Result<Change, Cause>, EngineError> {
        match self.perform(change, StoredLock::of(change).as_ref(), Way::On(index)) {
            Ok(change) => Ok(Ok(change)),
            Err(Trouble::Refused(refusal)) => Ok(Err(Cause::Refused { file: change.file.path.clone(), refusal })),
            Err(Trouble::Engine(EngineError::Disk(error))) => Ok(Err(Cause::of(&change.file.path, error))),
            Err(Trouble::Engine(error)) => Err(error),
        }
    }

    /// Undoes the changes before the one of this number, and that one where it may
    /// have reached its file.
    fn backward(
        &self,
        changes: Vec<Change>,
        index: usize,
        cause: Cause,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<Applied, EngineError> {
        progress(Progress::Undoing);
        self.store.mend(self.revision)?;
        let reached = changes.len().min(if cause.may_have_reached() { index + 1 } else { index });
        let made = changes[..reached].iter().map(|change| (change.clone(), StoredLock::of(change)));
        let left = self.undo(&made.collect::<Vec<_>>(), Strictness::Retry)?;
        let outcome = self.close_undone(cause, left, &changes)?;
        Ok(Applied { revision: self.revision, outcome, changes })
    }

    /// Waits for writers without a lock that had looked at their file before we
    /// changed it and rename only now, and makes our change again over theirs.
    fn outlast(&self, changes: &mut [Change]) -> Result<Result<(), Cause>, EngineError> {
        for _ in 0..REPLAYS {
            if changes.iter().all(|change| change.lock.is_some() || change.file.before == change.file.after) {
                break;
            }
            thread::sleep(self.settle);
            let mut overtaken = false;
            for (index, change) in changes.iter_mut().enumerate() {
                match self.content(&change.file.path) {
                    Err(error) => return Ok(Err(Cause::of(&change.file.path, error))),
                    Ok(now) if now == change.file.after || self.in_force(change, &now) => continue,
                    Ok(_) => overtaken = true,
                }
                match self.forward(change, index)? {
                    Ok(done) => *change = done,
                    Err(cause) => return Ok(Err(cause)),
                }
            }
            if !overtaken {
                break;
            }
        }
        Ok(Ok(()))
    }

    /// Ends an interrupted revision: a closed journal is committed, an open one undone.
    pub(crate) fn recover(&self) -> Result<Outcome, EngineError> {
        let file = self.store.layout.journal(self.revision);
        self.store.mend(self.revision)?;
        let mut records = self.store.records(&file)?.into_iter();
        let Some(Record::Begun { changes: planned, .. }) = records.next() else {
            // Killed before its first line was whole: nothing was begun.
            self.store.disk.remove(&file)?;
            return Ok(Outcome::Undone(Cause::Interrupted));
        };
        let format = |source| EngineError::Format { file: file.clone(), source };
        let mut variants: Vec<Vec<StoredChange>> = planned.into_iter().map(|change| vec![change]).collect();
        let mut closed = None;
        for record in records {
            match record {
                Record::Begun { .. } => return Err(format(FormatError::Order("a journal that begins twice"))),
                Record::Replanned { change, to } => {
                    let known = variants.get_mut(change);
                    known.ok_or_else(|| format(FormatError::Order("a change that was not planned")))?.push(*to);
                }
                Record::Locked { identity, .. } => {
                    self.locks.borrow_mut().insert(identity);
                }
                Record::Closed { outcome, left, .. } => closed = Some((outcome, left)),
            }
        }
        let mut made = Vec::with_capacity(variants.len());
        for known in &variants {
            made.push((self.revived(known).map_err(format)?, known[0].lock.clone()));
        }
        if let Some((outcome, left)) = closed {
            // Killed between its last line and its renaming: it had ended already.
            self.store.commit(self.revision)?;
            let changes: Vec<Change> = made.into_iter().map(|(change, _)| change).collect();
            return Ok(match outcome {
                OutcomeName::Done => Outcome::Done,
                OutcomeName::Undone => Outcome::Undone(Cause::Interrupted),
                OutcomeName::Partly => Outcome::Partly(Cause::Interrupted, named(&left, &changes)),
            });
        }
        let left = self.undo(&made, Strictness::Settle)?;
        let changes: Vec<Change> = made.into_iter().map(|(change, _)| change).collect();
        self.close_undone(Cause::Interrupted, left, &changes)
    }

    /// Closes a revision that was undone, but for what is left.
    fn close_undone(&self, cause: Cause, left: Vec<StoredLeft>, changes: &[Change]) -> Result<Outcome, EngineError> {
        let (name, outcome) = match left.as_slice() {
            [] => (OutcomeName::Undone, Outcome::Undone(cause)),
            _ => (OutcomeName::Partly, Outcome::Partly(cause, named(&left, changes))),
        };
        self.close(name, left)?;
        Ok(outcome)
    }

    fn close(&self, outcome: OutcomeName, left: Vec<StoredLeft>) -> Result<(), EngineError> {
        self.store.note(self.revision, &Record::Closed { outcome, time: now(), left }, true)?;
        self.store.commit(self.revision)?;
        Ok(())
    }

    /// Keeps what the plan's files hold now, and every entry it displaces.
    fn keep_originals(&self, changes: &[Change]) -> Result<(), DiskError> {
        for change in changes {
            if let Content::Bytes(bytes) = &change.file.before {
                self.store.keep(bytes)?;
            }
            for text in change.edits().iter().flat_map(Edit::displaced) {
                self.store.keep(text.as_bytes())?;
            }
        }
        self.store.disk.sync_folder(&self.store.layout.originals())
    }

    /// The change to undo, of all that one change became: the one whose result is
    /// in the file, otherwise the last. What it wrote is known by digest alone.
    fn revived(&self, known: &[StoredChange]) -> Result<Change, FormatError> {
        let now = self.content(&known[0].path).ok();
        let mut revived = None;
        for stored in known {
            let before = self.store.content(stored.before()?);
            let after = match stored.after()? {
                Kept::Absent => Content::Absent,
                Kept::Bytes(digest) => Content::Kept(digest),
            };
            let stands = now.as_ref() == Some(&after);
            let change = Change {
                file: FileChange {
                    path: stored.path.clone(),
                    before,
                    after,
                    folders: stored.folders.clone(),
                    mode: stored.mode(),
                },
                lock: None,
                deed: stored.deed(&self.store)?,
            };
            if stands {
                return Ok(change);
            }
            revived = Some(change);
        }
        revived.ok_or(FormatError::Order("a change without any record"))
    }

    /// Undoes changes, last first. What cannot be undone is left and listed.
    fn undo(
        &self,
        made: &[(Change, Option<StoredLock>)],
        strictness: Strictness,
    ) -> Result<Vec<StoredLeft>, EngineError> {
        let mut left = Vec::new();
        for (index, (change, lock)) in made.iter().enumerate().rev() {
            let undone = self.clear_way(index, change, lock.as_ref()).and_then(|()| {
                let back = inverted(change).map_err(Trouble::Refused)?;
                self.perform(&back, lock.as_ref(), Way::Back)
            });
            let refusal = match undone {
                Ok(_) => continue,
                Err(Trouble::Refused(refusal)) => refusal,
                Err(Trouble::Engine(EngineError::Disk(error))) if strictness == Strictness::Settle => {
                    refusal_of(&change.file.path, error)
                }
                Err(Trouble::Engine(error)) => return Err(error),
            };
            left.push(StoredLeft { change: index, code: refusal.code().to_owned(), reason: refusal.to_string() });
        }
        left.reverse();
        Ok(left)
    }

    /// Removes what an interrupted step left around a file.
    fn clear_way(&self, index: usize, change: &Change, lock: Option<&StoredLock>) -> Result<(), Trouble> {
        let FileChange { path, before, after, .. } = &change.file;
        if let Some(lock) = lock {
            self.let_go(lock)?;
        }
        self.clear_temporary(&self.temporary(path, Way::On(index)), path, before, after)?;
        self.clear_temporary(&self.temporary(path, Way::Back), path, after, before)?;
        Ok(())
    }

    /// What our temporary files and lock owners are called after.
    fn signature(&self) -> String {
        format!("bascule-{}", self.revision)
    }

    fn content(&self, path: &Utf8Path) -> Result<Content, DiskError> {
        Ok(self.store.disk.read(path)?.map_or(Content::Absent, Content::Bytes))
    }
}

/// What a disk error means while undoing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strictness {
    /// The journal stays open, the next start tries again.
    Retry,
    /// This was that start: the file is left and listed.
    Settle,
}

fn inverted(change: &Change) -> Result<Change, Refusal> {
    let FileChange { path, before, after, folders, mode } = change.file.clone();
    let deed = match &change.deed {
        Deed::Entries(edits) => {
            Deed::Entries(edits.iter().rev().map(|edit| inverse(edit, &before)).collect::<Result<_, _>>()?)
        }
        Deed::File(edit) => Deed::File(Box::new(edit.inverse())),
    };
    Ok(Change { file: FileChange { path, before: after, after: before, folders, mode }, lock: change.lock, deed })
}

fn named(left: &[StoredLeft], changes: &[Change]) -> Vec<Left> {
    let name = |left: &StoredLeft| Left {
        file: changes[left.change].file.path.clone(),
        code: left.code.clone(),
        reason: left.reason.clone(),
    };
    left.iter().map(name).collect()
}
