//! What was changed lately, as far as it can be taken back.

use std::collections::BTreeSet;

use bascule_core::reconcile::{Part, Step};
use bascule_engine::{History, PastChange, Revision, RevisionOutcome};

use crate::view::{self, Change, ChangeKind};

/// The changes that hold, the newest first: neither taken back nor way back themselves,
/// nor about Bascule's own programs, which a person never chose.
pub(super) fn changes(history: &History) -> Vec<Change> {
    let held = history.revisions.iter().rev().filter(|revision| {
        revision.outcome == RevisionOutcome::Done
            && !history.is_rolled_back(revision)
            && !revision.wish.starts_with("rollback ")
    });
    held.filter_map(change).collect()
}

fn change(revision: &Revision) -> Option<Change> {
    let edits: Vec<_> = revision.changes.iter().flat_map(PastChange::edits).collect();
    let of_parts = revision.changes.iter().filter_map(|change| match change.deed.file()?.part()? {
        Part::Skill(bridge) | Part::Plugin(bridge) => Some(bridge.clone()),
        Part::Launcher | Part::Engine | Part::Login => None,
    });
    let bridges: BTreeSet<String> = edits.iter().map(|edit| edit.target.bridge.clone()).chain(of_parts).collect();
    if bridges.is_empty() {
        return None;
    }
    let is_out = |step: &Step| matches!(step, Step::Remove | Step::Release);
    let kind = match edits.first() {
        None => ChangeKind::Other,
        Some(_) if edits.iter().all(|edit| is_out(&edit.step)) => ChangeKind::Disconnected,
        Some(_) => ChangeKind::Connected,
    };
    let programs = edits.iter().map(|edit| view::program(&edit.target.harness)).collect();
    Some(Change { number: revision.number, kind, bridges, programs })
}
