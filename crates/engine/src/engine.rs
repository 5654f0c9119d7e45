//! The engine: survey, plan, apply, history, over one disk and one state folder.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bascule_core::document::{Content, DocumentError};
use bascule_core::harness::{ConfigSite, Process};
use bascule_core::machine::Machine;
use bascule_core::reconcile::{
    Desired, Drift, FileClaim, Kept, Observed, Part, Plan, Predecessor, Receipt, Refusal, Step, Target, Wish, Wishes,
    reconcile,
};
use bascule_launcher::Root;
use camino::{Utf8Path, Utf8PathBuf};

use crate::apply::{Applied, Applying, Outcome, Pace, Progress};
use crate::disk::{Disk, DiskError, Kind, RealDisk};
use crate::environment;
use crate::format::FormatError;
use crate::history::{History, step_word};
use crate::journal::Store;
use crate::layout::Layout;
use crate::lock::{Holder, NotLocked, StateLock};
use crate::survey::{Program, Survey};

/// Why the engine could not do what it was asked, as a whole.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The disk failed.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// A file of the state folder cannot be used.
    #[error("{file}")]
    Format {
        /// The file.
        file: Utf8PathBuf,
        /// Why.
        source: FormatError,
    },
    /// Another Bascule holds the state and did not let go in time.
    #[error("held by {}", .0.description)]
    Held(Holder),
    /// The home folder is another user's: what we made there would be ours, not theirs.
    #[error("{home} belongs to user {owner}")]
    OtherUsersHome {
        /// The home folder.
        home: Utf8PathBuf,
        /// Its owner's id.
        owner: u32,
    },
    /// Something changed since the plan was shown, so that it would do something else.
    #[error("the plan is no longer what was shown")]
    Stale,
    /// No such revision.
    #[error("no change {0}")]
    NoRevision(u64),
}

/// How one claim stands: the entry, its file as its harness names it, and what
/// became of it, or why nobody can say.
pub type Standing = (Target, Utf8PathBuf, Result<Drift, Refusal>);

/// How one whole file of ours stands, and what it is for.
pub type FileStanding = (Utf8PathBuf, Part, Drift);

/// The engine.
pub struct Engine<D = RealDisk> {
    /// The disk.
    pub disk: D,
    /// The state folder.
    pub layout: Layout,
    /// The machine.
    pub machine: Machine,
    /// The program that entries start.
    pub launcher: Utf8PathBuf,
    /// The installation that program is part of, where it is one of ours.
    pub root: Option<Root>,
    /// How the entries of older programs look, by bridge.
    pub predecessors: BTreeMap<String, Vec<Predecessor>>,
    /// Sites the person named, by target.
    pub named: BTreeMap<Target, ConfigSite>,
    /// Finds a running process by its description.
    pub running: fn(&[Process]) -> Option<String>,
    /// Tells which programs run.
    pub running_programs: fn() -> Vec<Utf8PathBuf>,
    /// How long another Bascule is waited for.
    pub patience: Duration,
    /// How long, after the last change, files whose programs take no lock are watched
    /// for a writer that had looked before us and renames after us.
    pub settle: Duration,
    /// How long the lock of a harness's own program is waited for: longer than any of
    /// them takes to go stale, so that a dead program's lock is taken over instead.
    pub lock_patience: Duration,
}

impl Engine<RealDisk> {
    /// The engine on the real disk.
    pub fn new(machine: Machine, launcher: Utf8PathBuf) -> Self {
        Self::on(RealDisk, machine, launcher)
    }
}

impl<D: Disk> Engine<D> {
    /// The engine on a given disk.
    pub fn on(disk: D, machine: Machine, launcher: Utf8PathBuf) -> Self {
        Self {
            disk,
            layout: Layout::of(&machine),
            machine,
            launcher,
            root: None,
            predecessors: BTreeMap::new(),
            named: BTreeMap::new(),
            running: environment::running_process,
            running_programs: environment::running_programs,
            patience: Duration::from_secs(30),
            settle: Duration::from_millis(10),
            lock_patience: Duration::from_secs(15),
        }
    }

    /// An engine for the same machine and launcher on the real disk: for another thread.
    pub fn sibling(&self) -> Engine<RealDisk> {
        let engine = Engine::new(self.machine.clone(), self.launcher.clone());
        Engine { root: self.root.clone(), ..engine }
    }

    /// Every harness, and what shows that it is on this machine: never what we wrote.
    pub fn programs(&self) -> Vec<Program> {
        // Where nobody can say what we wrote, all of it counts.
        let receipt = self.history().map(|history| history.receipt()).unwrap_or_default();
        self.survey().programs(&receipt)
    }

    /// What was done so far. Empty where there is no state folder.
    pub fn history(&self) -> Result<History, EngineError> {
        History::read(&self.store())
    }

    /// A revision whose journal is open: it was interrupted, and is undone by the
    /// next apply or [`Engine::recover`].
    pub fn interrupted(&self) -> Result<Option<u64>, EngineError> {
        Ok(self.store().open_journal()?)
    }

    /// The plan for these wishes, from the disk as it is now. Changes nothing.
    pub fn plan(&self, wishes: &Wishes) -> Result<Plan, EngineError> {
        self.own_home()?;
        let receipt = self.history()?.receipt();
        let mut observed = self.survey().observe(wishes.entries.keys().cloned(), &receipt);
        wishes.files.keys().for_each(|file| self.survey().see(&mut observed, file));
        for wish in wishes.entries.values() {
            // A file that nothing else leads to any more: its claim is gone, and a
            // file the person named has no harness.
            if let Wish::Before(past) = wish {
                let claims = past.left.iter().chain(&past.found);
                claims.for_each(|claim| self.survey().see(&mut observed, &claim.file));
            }
        }
        let mut plan = reconcile(&self.desired(wishes), &receipt, &observed);
        for change in &mut plan.changes {
            if let Content::Kept(digest) = change.file.after {
                change.file.after = self.store().content(Kept::Bytes(digest));
            }
        }
        Ok(plan)
    }

    /// The wishes that take a revision back.
    pub fn undo_wishes(&self, revision: u64) -> Result<Wishes, EngineError> {
        self.history()?.undo(&self.store(), revision)
    }

    /// Makes the wishes come true: what `shown` showed, or nothing.
    ///
    /// Takes the state lock, finishes what an earlier run left, plans again, and
    /// refuses with [`EngineError::Stale`] where other entries would be edited than
    /// `shown` says. Files whose other bytes moved meanwhile get the same edits.
    pub fn apply(
        &self,
        wishes: &Wishes,
        shown: &Plan,
        wish: &str,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<Option<Applied>, EngineError> {
        self.own_home()?;
        self.store().prepare()?;
        let _lock = self.lock(wish, progress)?;
        self.recover_open(progress)?;
        let plan = self.plan(wishes)?;
        if intent(&plan) != intent(shown) {
            return Err(EngineError::Stale);
        }
        if plan.is_empty() {
            return Ok(None);
        }
        let revision = self.history()?.next();
        let applied = self.applying(revision).run(plan.changes, wish, progress)?;
        self.list_owned();
        Ok(Some(applied))
    }

    /// Undoes what an interrupted run left, if anything.
    pub fn recover(
        &self,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<Option<(u64, Outcome)>, EngineError> {
        if self.interrupted()?.is_none() && self.store().half_written()?.is_empty() {
            return Ok(None);
        }
        self.own_home()?;
        let _lock = self.lock("recover", progress)?;
        self.recover_open(progress)
    }

    /// Whether there is a state folder.
    pub fn has_state(&self) -> Result<bool, EngineError> {
        Ok(self.disk.look(self.layout.root())?.is_some())
    }

    /// Removes the state folder, after everything of ours is gone: what it holds is
    /// ours, but anything else in it stays, and then so does the folder. What stays
    /// comes back.
    ///
    /// Not a plan: it takes the journal away. Running it again goes on where it ended.
    pub fn forget(&self, progress: &mut dyn FnMut(Progress<'_>) -> Pace) -> Result<Vec<Utf8PathBuf>, EngineError> {
        if self.disk.look(self.layout.root())?.is_none() {
            return Ok(Vec::new());
        }
        let lock = self.lock("uninstall", progress)?;
        for path in self.layout.ours() {
            remove_tree(&self.disk, &path)?;
        }
        drop(lock);
        remove_tree(&self.disk, &self.layout.state_lock())?;
        let left: Vec<Utf8PathBuf> =
            self.disk.list(self.layout.root())?.into_iter().map(|name| self.layout.root().join(name)).collect();
        if left.is_empty() {
            self.disk.remove_folder(self.layout.root())?;
        }
        Ok(left)
    }

    /// The state of every claim: as written, edited, gone, taken.
    pub fn drifts(&self) -> Result<Vec<Standing>, EngineError> {
        let receipt = self.history()?.receipt();
        let observed = self.survey().observe([], &receipt);
        let drift = |(target, claim): (&Target, &bascule_core::reconcile::Claim)| {
            let sight = &observed.files[&claim.file];
            let unparsable = |error: DocumentError| Refusal::Unparsable { file: claim.file.clone(), error };
            let unread = sight.blocked.clone().filter(|_| sight.content == Content::Absent);
            let state = match unread {
                Some(refusal) => Err(refusal),
                None => Drift::of(claim, &sight.content, &self.launcher).map_err(unparsable),
            };
            (target.clone(), claim.file.clone(), state)
        };
        Ok(receipt.claims.iter().map(drift).collect())
    }

    /// The state of every whole file of ours.
    pub fn file_drifts(&self) -> Result<Vec<FileStanding>, EngineError> {
        let receipt = self.history()?.receipt();
        let observed = self.survey().observe([], &receipt);
        let standing = |(file, claim): (&Utf8PathBuf, &FileClaim)| {
            let state = match Kept::of(&observed.files[file].content) {
                Kept::Absent => Drift::Gone,
                Kept::Bytes(digest) if digest == claim.digest => Drift::AsWritten,
                Kept::Bytes(_) => Drift::Edited,
            };
            (file.clone(), claim.part.clone(), state)
        };
        Ok(receipt.files.iter().map(standing).collect())
    }

    /// What the disk shows of these targets and of every claim.
    pub fn observe(&self, targets: impl IntoIterator<Item = Target>) -> Result<Observed, EngineError> {
        Ok(self.survey().observe(targets, &self.history()?.receipt()))
    }

    fn desired(&self, wishes: &Wishes) -> Desired {
        Desired { launcher: self.launcher.clone(), wishes: wishes.clone(), predecessors: self.predecessors.clone() }
    }

    pub(crate) fn lock(
        &self,
        wish: &str,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<StateLock, EngineError> {
        let description = format!("{} ({wish})", std::process::id());
        let waiting = |holder: &Holder| {
            progress(Progress::Waiting(holder));
        };
        StateLock::take(&self.layout.state_lock(), &description, self.patience, waiting).map_err(|error| match error {
            NotLocked::Held(holder) => EngineError::Held(holder),
            NotLocked::Disk(error) => EngineError::Disk(error),
        })
    }

    fn recover_open(
        &self,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
    ) -> Result<Option<(u64, Outcome)>, EngineError> {
        for path in self.store().half_written()? {
            self.disk.remove(&path)?;
        }
        let Some(revision) = self.store().open_journal()? else { return Ok(None) };
        progress(Progress::Recovering(revision));
        let outcome = self.applying(revision).recover()?;
        self.list_owned();
        Ok(Some((revision, outcome)))
    }

    /// Writes what we own where the launcher finds it once everything else of ours
    /// is gone. What was applied stays applied where this fails: the next apply makes
    /// the list anew.
    fn list_owned(&self) {
        let Ok(history) = self.history() else { return };
        drop(self.store().write_anew(&self.layout.owned(), owned(&history.receipt()).as_bytes()));
    }

    fn applying(&self, revision: u64) -> Applying<'_, D> {
        Applying::new(self.store(), &self.launcher, revision, self.settle, self.lock_patience)
    }

    /// Refuses to work in somebody else's home, above all as root.
    pub(crate) fn own_home(&self) -> Result<(), EngineError> {
        let owner = self.disk.look(&self.machine.home)?.map(|stat| stat.owner);
        match owner {
            Some(owner) if effective_user().is_some_and(|user| user != owner) => {
                Err(EngineError::OtherUsersHome { home: self.machine.home.clone(), owner })
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn survey(&self) -> Survey<'_, D> {
        Survey { disk: &self.disk, machine: &self.machine, running: &self.running, named: &self.named }
    }

    pub(crate) fn store(&self) -> Store<'_, D> {
        Store { disk: &self.disk, layout: &self.layout }
    }
}

/// Removes a file, or a folder with all that is in it. A link is removed, not followed.
fn remove_tree<D: Disk>(disk: &D, path: &Utf8Path) -> Result<(), DiskError> {
    match disk.look(path)?.map(|stat| stat.kind) {
        None => Ok(()),
        Some(Kind::Folder) => {
            for name in disk.list(path)? {
                remove_tree(disk, &path.join(name))?;
            }
            disk.remove_folder(path)
        }
        Some(_) => disk.remove(path),
    }
}

/// Everything a receipt owns: `<file><tab><entry's name>`, or `<file>` alone where the
/// whole file is ours.
fn owned(receipt: &Receipt) -> String {
    let entries = receipt.claims.values().map(|claim| format!("{}\t{}\n", claim.file, claim.slot.name));
    entries.chain(receipt.files.keys().map(|file| format!("{file}\n"))).collect()
}

/// What a plan would do to which entries and files, whatever the other bytes are.
fn intent(plan: &Plan) -> BTreeSet<(Utf8PathBuf, Option<Target>, String)> {
    let edits = plan.changes.iter().flat_map(|change| {
        let path = &change.file.path;
        change.edits().iter().map(move |edit| {
            // A file that is no longer as a revision left it gets this one edit instead.
            let what = if let Step::Whole { otherwise, .. } = &edit.step { otherwise } else { &edit.step };
            let mut step = step_word(what).to_owned();
            if let Step::Replace { old, .. } = what {
                step.push_str(old);
            }
            (path.clone(), Some(edit.target.clone()), step)
        })
    });
    let whole = plan.changes.iter().filter(|change| change.deed.file().is_some()).map(|change| {
        let becomes = match Kept::of(&change.file.after) {
            Kept::Absent => "absent".to_owned(),
            Kept::Bytes(digest) => digest.to_string(),
        };
        (change.file.path.clone(), None, becomes)
    });
    edits.chain(whole).collect()
}

/// Seconds since 1970, UTC.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs())
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such id")]
fn effective_user() -> Option<u32> {
    Some(rustix::process::geteuid().as_raw())
}

#[cfg(not(unix))]
fn effective_user() -> Option<u32> {
    None
}
