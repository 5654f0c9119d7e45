//! What was done, revision by revision, and what we own by it.

use std::collections::BTreeMap;

use bascule_core::reconcile::{
    Claim, Deed, Edit, FileEdit, FilePast, FileWish, Kept, Mode, Part, Past, Receipt, Step, Target, Wish, Wishes,
};
use camino::Utf8PathBuf;

use crate::disk::Disk;
use crate::engine::EngineError;
use crate::format::{FormatError, OutcomeName, Record, StoredChange};
use crate::journal::Store;
use crate::layout::revision_of;

/// All revisions, oldest first.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The revisions.
    pub revisions: Vec<Revision>,
}

/// One applied plan.
#[derive(Clone, Debug)]
pub struct Revision {
    /// Its number, from 1.
    pub number: u64,
    /// When it began: seconds since 1970, UTC.
    pub time: u64,
    /// What was asked for, in words of the command line.
    pub wish: String,
    /// Whether it holds: nothing of an undone one is left.
    pub outcome: RevisionOutcome,
    /// The changes, one a file.
    pub changes: Vec<PastChange>,
    /// What could not be undone.
    pub left: Vec<Left>,
}

/// How a revision ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevisionOutcome {
    /// Everything in it happened.
    Done,
    /// It failed or was cancelled, and nothing of it is left.
    Undone,
    /// It failed, and was undone but for what is listed.
    Partly,
}

/// A change of an earlier revision.
#[derive(Clone, Debug)]
pub struct PastChange {
    /// The file behind symbolic links.
    pub path: Utf8PathBuf,
    /// What was there.
    pub before: Kept,
    /// What was there afterwards.
    pub after: Kept,
    /// What it was about; the values that went in are not kept.
    pub deed: Deed,
    /// The rights of a file it made.
    pub mode: Mode,
}

/// A change that could not be undone, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The file.
    pub file: Utf8PathBuf,
    /// The refusal's stable code.
    pub code: String,
    /// The refusal in English.
    pub reason: String,
}

impl History {
    pub(crate) fn read<D: Disk>(store: &Store<'_, D>) -> Result<Self, EngineError> {
        let mut revisions = Vec::new();
        for name in store.disk.list(&store.layout.histories())? {
            let Some(number) = revision_of(&name) else { continue };
            let file = store.layout.history(number);
            let revision = Revision::read(store, number, store.records(&file)?)
                .map_err(|source| EngineError::Format { file: file.clone(), source })?;
            revisions.push(revision);
        }
        Ok(Self { revisions })
    }

    /// The number the next revision gets.
    pub fn next(&self) -> u64 {
        self.revisions.last().map_or(1, |revision| revision.number + 1)
    }

    /// A revision by its number.
    pub fn revision(&self, number: u64) -> Option<&Revision> {
        self.revisions.iter().find(|revision| revision.number == number)
    }

    /// Whether a later change took this one back as a whole, and still holds.
    pub fn is_rolled_back(&self, revision: &Revision) -> bool {
        let back = format!("rollback {}", revision.number);
        let later = self.revisions.iter().filter(|later| later.number > revision.number);
        let mut backs = later.filter(|later| later.outcome == RevisionOutcome::Done && later.wish == back);
        backs.any(|back| !self.is_rolled_back(back))
    }

    /// Everything we own.
    pub fn receipt(&self) -> Receipt {
        self.receipt_after(u64::MAX)
    }

    /// What we owned once this revision had closed.
    fn receipt_after(&self, number: u64) -> Receipt {
        let (mut claims, mut files) = (BTreeMap::new(), BTreeMap::new());
        for revision in self.revisions.iter().filter(|revision| revision.number <= number) {
            for edit in revision.effective() {
                match (&edit.after, &edit.before) {
                    (Some(claim), _) => {
                        claims.insert(edit.target.clone(), claim.clone());
                    }
                    // What could not be undone may still stand there: it stays ours.
                    (None, Some(_)) if revision.outcome == RevisionOutcome::Partly => {}
                    // An entry that moved leaves its old place, which is no longer the claim's.
                    (None, Some(gone)) if claims.get(&edit.target).is_some_and(|now| !same_place(now, gone)) => {}
                    (None, _) => {
                        claims.remove(&edit.target);
                    }
                }
            }
            for edit in revision.effective_changes().filter_map(|change| change.deed.file()) {
                match &edit.after {
                    Some(claim) => {
                        files.insert(edit.file.clone(), claim.clone());
                    }
                    None if edit.before.is_some() && revision.outcome == RevisionOutcome::Partly => {}
                    None => {
                        files.remove(&edit.file);
                    }
                }
            }
        }
        Receipt { claims, files }
    }

    /// The wishes that take a revision back: each entry and file as it found it.
    pub(crate) fn undo<D: Disk>(&self, store: &Store<'_, D>, number: u64) -> Result<Wishes, EngineError> {
        let revision = self.revision(number).ok_or(EngineError::NoRevision(number))?;
        let (found, left, now) = (self.receipt_after(number - 1), self.receipt_after(number), self.receipt());
        let mut wishes = Wishes::default();
        for target in revision.effective().map(|edit| &edit.target) {
            let mine = || revision.effective().filter(|edit| edit.target == *target);
            // An entry that was ours without a receipt is known from the edit alone.
            let adopted = mine().next().and_then(|edit| edit.before.as_ref());
            let (found, left) = (found.claims.get(target).or(adopted), left.claims.get(target));
            let Some(place) = found.or(left) else { continue };
            let Some(change) = revision.effective_changes().find(|change| change.edits_in(target, place)) else {
                continue;
            };
            let before = store.content(change.before);
            let same = match (now.claims.get(target), left) {
                (Some(now), Some(left)) => same_place(now, left) && now.entry == left.entry,
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            };
            let past = Past {
                revision: number,
                found: found.cloned(),
                left: left.cloned(),
                silent: mine().all(|edit| matches!(edit.step, Step::Adopt | Step::Release)),
                before,
                after: change.after,
                company: change.edits().iter().map(|edit| edit.target.clone()).collect(),
                latest: if same { number } else { self.latest(target) },
            };
            wishes.entries.insert(target.clone(), Wish::Before(Box::new(past)));
        }
        for change in revision.effective_changes() {
            let Some(edit) = change.deed.file() else { continue };
            let touched = |later: &&Revision| later.effective_files().any(|other| other.file == edit.file);
            let last = self.revisions.iter().rev().find(touched).map_or(number, |revision| revision.number);
            let past = FilePast {
                found: edit.before.clone(),
                left: edit.after.clone(),
                before: store.content(change.before),
                after: change.after,
                mode: change.mode,
                later: (last != number && now.files.get(&edit.file) != edit.after.as_ref()).then_some(last),
            };
            wishes.files.insert(edit.file.clone(), FileWish::Before(Box::new(past)));
        }
        spare_programs(&mut wishes, &now);
        Ok(wishes)
    }

    fn latest(&self, target: &Target) -> u64 {
        let touched = |revision: &&Revision| revision.effective().any(|edit| edit.target == *target);
        self.revisions.iter().rev().find(touched).map_or(0, |revision| revision.number)
    }
}

/// Leaves our own programs as they are where a later revision changed any of them, and
/// where taking the launcher away would leave entries that start nothing.
fn spare_programs(wishes: &mut Wishes, now: &Receipt) {
    let program = |past: &FilePast| {
        let part = past.left.as_ref().or(past.found.as_ref()).map(|claim| &claim.part);
        part.filter(|part| matches!(part, Part::Launcher | Part::Engine)).cloned()
    };
    let pasts =
        || wishes.files.values().filter_map(|wish| if let FileWish::Before(past) = wish { Some(past) } else { None });
    let changed = pasts().any(|past| program(past).is_some() && past.later.is_some());
    let goes = pasts().any(|past| program(past) == Some(Part::Launcher) && past.found.is_none());
    let stays = |(target, claim): (&Target, &Claim)| match wishes.entries.get(target) {
        Some(Wish::Before(past)) => past.found.is_some() || past.left.as_ref() != Some(claim),
        _ => true,
    };
    if changed || (goes && now.claims.iter().any(stays)) {
        wishes.files.retain(|_, wish| !matches!(wish, FileWish::Before(past) if program(past).is_some()));
    }
}

impl Revision {
    /// The edits that hold.
    pub fn effective(&self) -> impl Iterator<Item = &Edit> {
        self.effective_changes().flat_map(PastChange::edits)
    }

    /// What it did to whole files, as far as it holds.
    pub fn effective_files(&self) -> impl Iterator<Item = &FileEdit> {
        self.effective_changes().filter_map(|change| change.deed.file())
    }

    /// The changes that hold.
    pub fn effective_changes(&self) -> impl Iterator<Item = &PastChange> {
        self.changes.iter().filter(|change| match self.outcome {
            RevisionOutcome::Done => true,
            RevisionOutcome::Undone => false,
            RevisionOutcome::Partly => self.left.iter().any(|left| left.file == change.path),
        })
    }

    fn read<D: Disk>(store: &Store<'_, D>, number: u64, records: Vec<Record>) -> Result<Self, FormatError> {
        let mut records = records.into_iter();
        let Some(Record::Begun { time, wish, mut changes, .. }) = records.next() else {
            return Err(FormatError::Order("a history file that does not begin"));
        };
        let mut closed = None;
        for record in records {
            match record {
                Record::Begun { .. } => return Err(FormatError::Order("a history file that begins twice")),
                Record::Replanned { change, to } => {
                    *changes.get_mut(change).ok_or(FormatError::Order("a change that was not planned"))? = *to;
                }
                Record::Locked { .. } => {}
                Record::Closed { outcome, left, .. } => closed = Some((outcome, left)),
            }
        }
        let (outcome, left) = closed.ok_or(FormatError::Order("a history file that does not end"))?;
        let left = left.into_iter().filter_map(|left| {
            let file = changes.get(left.change)?.path.clone();
            Some(Left { file, code: left.code, reason: left.reason })
        });
        let left = left.collect();
        let outcome = match outcome {
            OutcomeName::Done => RevisionOutcome::Done,
            OutcomeName::Undone => RevisionOutcome::Undone,
            OutcomeName::Partly => RevisionOutcome::Partly,
        };
        let changes = changes.into_iter().map(|change| past_change(store, change)).collect::<Result<_, _>>()?;
        Ok(Self { number, time, wish, outcome, changes, left })
    }
}

fn past_change<D: Disk>(store: &Store<'_, D>, stored: StoredChange) -> Result<PastChange, FormatError> {
    Ok(PastChange {
        before: stored.before()?,
        after: stored.after()?,
        deed: stored.deed(store)?,
        mode: stored.mode(),
        path: stored.path,
    })
}

impl PastChange {
    /// The edits of entries in it; none where it was a whole file.
    pub fn edits(&self) -> &[Edit] {
        self.deed.edits()
    }

    /// Whether it edited this entry at this place.
    fn edits_in(&self, target: &Target, place: &Claim) -> bool {
        let at = |claim: &Option<Claim>| claim.as_ref().is_some_and(|claim| same_place(claim, place));
        self.edits().iter().any(|edit| edit.target == *target && (at(&edit.before) || at(&edit.after)))
    }
}

fn same_place(one: &Claim, other: &Claim) -> bool {
    one.file == other.file && one.slot == other.slot
}

/// The word for what an edit did, stable for JSON output.
pub fn step_word(step: &Step) -> &'static str {
    match step {
        Step::Put(_) => "put",
        Step::Rewrite(_) => "rewritten",
        Step::Replace { .. } => "replaced",
        Step::Remove => "removed",
        Step::Adopt => "adopted",
        Step::Release => "released",
        Step::Whole { .. } => "restored",
    }
}
