//! What was done, revision by revision, and what we own by it.

use std::collections::BTreeMap;

use bascule_core::document::Content;
use bascule_core::reconcile::{Claim, Edit, Kept, Past, Receipt, Step, Target, Wish};
use camino::Utf8PathBuf;

use crate::disk::Disk;
use crate::engine::EngineError;
use crate::format::{FormatError, Originals as _, OutcomeName, Record, StoredChange};
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
    /// The edits in it; the values that went in are not kept.
    pub edits: Vec<Edit>,
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

    /// Everything we own.
    pub fn receipt(&self) -> Receipt {
        let mut claims = BTreeMap::new();
        for edit in self.revisions.iter().flat_map(Revision::effective) {
            match &edit.after {
                Some(claim) => claims.insert(edit.target.clone(), claim.clone()),
                None => claims.remove(&edit.target),
            };
        }
        Receipt { claims }
    }

    /// The wishes that take a revision back: each entry as it found it.
    pub(crate) fn undo<D: Disk>(
        &self,
        store: &Store<'_, D>,
        number: u64,
    ) -> Result<BTreeMap<Target, Wish>, EngineError> {
        let revision = self.revision(number).ok_or(EngineError::NoRevision(number))?;
        let receipt = self.receipt();
        let file = store.layout.history(number);
        let mut pasts: BTreeMap<Target, Past> = BTreeMap::new();
        for change in revision.effective_changes() {
            let before = match change.before {
                Kept::Absent => Content::Absent,
                Kept::Bytes(digest) => {
                    let bytes = store.bytes(digest);
                    Content::Bytes(bytes.map_err(|source| EngineError::Format { file: file.clone(), source })?)
                }
            };
            for edit in &change.edits {
                let current = receipt.claims.get(&edit.target);
                let fresh = Past {
                    revision: number,
                    step: edit.step.clone(),
                    found: edit.before.clone(),
                    left: edit.after.clone(),
                    before: before.clone(),
                    after: change.after,
                    latest: number,
                };
                // An entry that moved from one file to another has two edits: the
                // place it comes back to is the first one's.
                let mut past = match pasts.remove(&edit.target) {
                    Some(earlier) => Past { left: edit.after.clone(), ..earlier },
                    None => fresh,
                };
                past.latest = if current == past.left.as_ref() { number } else { self.latest(&edit.target) };
                pasts.insert(edit.target.clone(), past);
            }
        }
        Ok(pasts.into_iter().map(|(target, past)| (target, Wish::Before(Box::new(past)))).collect())
    }

    fn latest(&self, target: &Target) -> u64 {
        let touched = |revision: &&Revision| revision.effective().any(|edit| edit.target == *target);
        self.revisions.iter().rev().find(touched).map_or(0, |revision| revision.number)
    }
}

impl Revision {
    /// The edits that hold.
    pub fn effective(&self) -> impl Iterator<Item = &Edit> {
        self.effective_changes().flat_map(|change| &change.edits)
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
                    *changes.get_mut(change).ok_or(FormatError::Order("a change that was not planned"))? = to;
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
        path: stored.path,
        edits: stored.edits.into_iter().map(|edit| edit.restored(store)).collect::<Result<_, _>>()?,
    })
}

impl PastChange {
    /// The claims it left, by target.
    pub fn claims(&self) -> impl Iterator<Item = (&Target, &Claim)> {
        self.edits.iter().filter_map(|edit| Some((&edit.target, edit.after.as_ref()?)))
    }
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
