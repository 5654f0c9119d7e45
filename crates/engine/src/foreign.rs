//! What somebody else made of the entries we own.

use std::collections::BTreeMap;

use bascule_core::document::{ConfigDocument, Content};
use bascule_core::notice::{EntrySeen, EntryStanding, Foreign, ForeignState};
use bascule_core::reconcile::{Claim, Drift, Target, entry_digest};
use camino::Utf8Path;

use crate::disk::Disk;
use crate::engine::{Engine, EngineError};

impl<D: Disk> Engine<D> {
    /// Every entry we own and what stands in its place now; `None` while a change of ours
    /// is under way, when nothing that stands there says anything.
    pub fn entries_seen(&self) -> Result<Option<BTreeMap<Target, EntrySeen>>, EngineError> {
        let receipt = self.history()?.receipt();
        let observed = self.observe([])?;
        // Looked at last: what began in between is under way now.
        if self.interrupted()?.is_some() {
            return Ok(None);
        }
        let seen = receipt.claims.iter().map(|(target, claim)| {
            let content = observed.files.get(&claim.file).map(|sight| &sight.content);
            let standing = content.and_then(|content| standing(claim, content, &self.launcher));
            let standing = standing.unwrap_or(EntryStanding::Unknown);
            (target.clone(), EntrySeen { file: claim.file.clone(), standing })
        });
        Ok(Some(seen.collect()))
    }
}

/// What stands there; `None` where the file cannot be read as what it is.
fn standing(claim: &Claim, content: &Content, launcher: &Utf8Path) -> Option<EntryStanding> {
    let drift = Drift::of(claim, content, launcher).ok()?;
    let Some(foreign) = Foreign::of(drift) else { return Some(EntryStanding::AsWritten) };
    let entry = ConfigDocument::read(claim.dialect, content).ok()?.entry(&claim.slot).ok()?;
    let entry = entry.map(|entry| entry_digest(&entry));
    Some(EntryStanding::Foreign(ForeignState { foreign, entry }))
}
