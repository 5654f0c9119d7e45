//! Making a plan happen behind the journal, undoing it, recovering after a kill.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::thread;
use std::time::{Duration, Instant};

use bascule_core::document::Content;
use bascule_core::reconcile::{Change, Drift, Edit, Fate, FileChange, Kept, Mode, Refusal, inverse, replay};
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, DiskError, Kind, Like};
use crate::engine::{EngineError, now};
use crate::format::{
    FORMAT, FormatError, Originals as _, OutcomeName, Record, StoredChange, StoredLeft, StoredLock, stored_change,
};
use crate::history::Left;
use crate::journal::Store;

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

/// How often the same edits are carried out again on bytes that moved.
const REPLAYS: usize = 3;
/// How long a lock of a harness is waited for beyond its staleness.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);
const LOCK_PAUSE: Duration = Duration::from_millis(15);

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
    /// The identities of the locks this revision made.
    locks: RefCell<BTreeSet<(u64, u64)>>,
}

impl<'a, D: Disk> Applying<'a, D> {
    pub(crate) fn new(store: Store<'a, D>, launcher: &'a Utf8Path, revision: u64, settle: Duration) -> Self {
        Self { store, launcher, revision, settle, locks: RefCell::default() }
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
            Err(Trouble::Engine(EngineError::Disk(error))) => Ok(Err(Cause::Disk(error))),
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
        // A refused change stands in no file; one that failed may.
        let reached = changes.len().min(if matches!(cause, Cause::Disk(_)) { index + 1 } else { index });
        let made = changes[..reached].iter().map(|change| (change.clone(), StoredLock::of(change)));
        let left = self.undo(&made.collect::<Vec<_>>(), Strictness::Retry)?;
        let (name, outcome) = match left.as_slice() {
            [] => (OutcomeName::Undone, Outcome::Undone(cause)),
            _ => (OutcomeName::Partly, Outcome::Partly(cause, named(&left, &changes))),
        };
        self.close(name, left)?;
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
                    Err(error) => return Ok(Err(Cause::Disk(error))),
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
                    known.ok_or_else(|| format(FormatError::Order("a change that was not planned")))?.push(to);
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
        let (name, outcome) = match left.as_slice() {
            [] => (OutcomeName::Undone, Outcome::Undone(Cause::Interrupted)),
            _ => (OutcomeName::Partly, Outcome::Partly(Cause::Interrupted, named(&left, &changes))),
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
            for text in change.edits.iter().flat_map(Edit::displaced) {
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
            let before = match stored.before()? {
                Kept::Absent => Content::Absent,
                Kept::Bytes(digest) => self.store.bytes(digest).map_or(Content::Kept(digest), Content::Bytes),
            };
            let after = match stored.after()? {
                Kept::Absent => Content::Absent,
                Kept::Bytes(digest) => Content::Kept(digest),
            };
            let stands = now.as_ref() == Some(&after);
            let restored = stored.edits.iter().cloned().map(|edit| edit.restored(&self.store));
            let change = Change {
                file: FileChange {
                    path: stored.path.clone(),
                    before,
                    after,
                    folders: stored.folders.clone(),
                    mode: stored.mode(),
                },
                lock: None,
                edits: restored.collect::<Result<_, _>>()?,
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
                    Refusal::System { file: change.file.path.clone(), problem: error.source.to_string() }
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

    /// Makes one change happen: under its program's lock, on the bytes that are
    /// there now. On the way forward, newer bytes are kept and noted first.
    fn perform(&self, change: &Change, lock: Option<&StoredLock>, way: Way) -> Result<Change, Trouble> {
        let mut change = change.clone();
        if change.file.before == change.file.after {
            return Ok(change);
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
        done?;
        self.drop_folders(&change)?;
        Ok(change)
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
        let replayed = replay(&change.edits, &now, self.launcher).map_err(Trouble::Refused)?;
        change.file.before = now;
        change.file.after = replayed.content;
        change.edits = replayed.edits;
        if let Way::On(index) = way {
            self.keep_originals(std::slice::from_ref(change))?;
            let record = Record::Replanned { change: index, to: stored_change(change) };
            self.store.note(self.revision, &record, true)?;
        }
        Ok(())
    }

    /// Whether every edit's result stands in a file that somebody else wrote after us.
    fn in_force(&self, change: &Change, now: &Content) -> bool {
        change.edits.iter().all(|edit| match (&edit.after, &edit.before) {
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

    /// Removes the folders that were made for a file that is gone, where nobody
    /// else put anything into them.
    fn drop_folders(&self, change: &Change) -> Result<(), Trouble> {
        if change.file.after != Content::Absent {
            return Ok(());
        }
        let disk = self.store.disk;
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
    fn clear_temporary(
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

    /// Takes the lock of a harness the way its own program does.
    fn hold(&self, lock: &StoredLock) -> Result<(), Trouble> {
        let disk = self.store.disk;
        let start = Instant::now();
        let patience = Duration::from_secs(lock.stale) + LOCK_PATIENCE;
        loop {
            match disk.look(&lock.path)? {
                None if self.try_hold(lock)? => return Ok(()),
                // One that we could not give back a moment ago.
                Some(stat) if self.locks.borrow().contains(&stat.identity) => return Ok(()),
                // Its holder is dead: the program itself would take it over now.
                Some(stat) if stat.age > Duration::from_secs(lock.stale) => self.clear_folder(&lock.path)?,
                None | Some(_) if start.elapsed() > patience => {
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
    fn let_go(&self, lock: &StoredLock) -> Result<(), DiskError> {
        self.clear_folder(&self.staged(lock))?;
        match self.store.disk.look(&lock.path)? {
            Some(stat) if stat.kind == Kind::Folder && self.locks.borrow().contains(&stat.identity) => {
                self.clear_folder(&lock.path)
            }
            _ => Ok(()),
        }
    }

    /// What our temporary files and lock owners are called after.
    fn signature(&self) -> String {
        format!("bascule-{}", self.revision)
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

    fn content(&self, path: &Utf8Path) -> Result<Content, DiskError> {
        Ok(self.store.disk.read(path)?.map_or(Content::Absent, Content::Bytes))
    }

    /// Beside the file; a different one each way, because what it may hold after a
    /// kill differs.
    fn temporary(&self, path: &Utf8Path, way: Way) -> Utf8PathBuf {
        let name = path.file_name().unwrap_or_default();
        let ending = match way {
            Way::On(_) => "",
            Way::Back => "-back",
        };
        path.with_file_name(format!(".{name}.{}{ending}", self.signature()))
    }
}

/// Whether a change is made or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
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

/// What a disk error means while undoing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strictness {
    /// The journal stays open, the next start tries again.
    Retry,
    /// This was that start: the file is left and listed.
    Settle,
}

/// `None` where the file went away under our hands: what is there now decides.
fn there<T>(result: Result<T, DiskError>) -> Result<Option<T>, DiskError> {
    match result {
        Err(error) if error.source.kind() == ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

fn inverted(change: &Change) -> Result<Change, Refusal> {
    let FileChange { path, before, after, folders, mode } = change.file.clone();
    let edits = change.edits.iter().rev().map(|edit| inverse(edit, &before)).collect::<Result<_, _>>()?;
    Ok(Change { file: FileChange { path, before: after, after: before, folders, mode }, lock: change.lock, edits })
}

fn named(left: &[StoredLeft], changes: &[Change]) -> Vec<Left> {
    let name = |left: &StoredLeft| Left {
        file: changes[left.change].file.path.clone(),
        code: left.code.clone(),
        reason: left.reason.clone(),
    };
    left.iter().map(name).collect()
}
