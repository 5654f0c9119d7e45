//! The decision, one target after the other.

mod sight;

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;

use super::carry::{carry, unparsable};
use super::{
    Change, Claim, Deed, Desired, Displace, Drift, Edit, FileChange, FileSight, Kept, Mode, Observed, Past, Plan,
    Predecessor, Receipt, Refusal, Step, Target, Wish, entry_digest, file, inverse, is_ours, written_by_any,
};
use crate::document::{ConfigDocument, Content, Ground, Seam, SeamKind};
use crate::harness::{self, Harness, Lock};

/// Decides what must change so that the wishes come true.
///
/// Total: every target ends in a change, in a refusal, or settled; one target's
/// refusal never stops another. Pure: the same values give the same plan.
pub fn reconcile(desired: &Desired, receipt: &Receipt, observed: &Observed) -> Plan {
    let made = receipt.folders().into_iter().chain(desired.wishes.folders.iter().cloned()).collect();
    let mut work = Work { desired, observed, claims: receipt.claims.clone(), files: BTreeMap::new(), made };
    let mut plan = Plan { launcher: desired.launcher.clone(), ..Plan::default() };
    for (target, wish) in &desired.wishes.entries {
        match work.grant(target, wish) {
            Ok(true) => {}
            Ok(false) => plan.settled.push(target.clone()),
            Err(refusal) => plan.refusals.push((target.clone(), refusal)),
        }
    }
    let entries = work.files.into_values().filter(|change| !change.edits.is_empty()).map(InFile::into_change);
    plan.changes = entries.collect();
    for (path, wish) in &desired.wishes.files {
        let Some(sight) = observed.files.get(path) else { continue };
        match file::decide(path, wish, receipt.files.get(path), sight, &work.made) {
            Ok(change) => plan.changes.extend(change),
            Err(refusal) => plan.file_refusals.push((path.clone(), refusal)),
        }
    }
    plan.changes.sort_by_key(file::turn);
    plan
}

/// What to do with an entry of ours that a person edited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edited {
    Ask,
    Overwrite,
}

struct Work<'a> {
    desired: &'a Desired,
    observed: &'a Observed,
    /// The claims as they stand after the edits decided so far.
    claims: BTreeMap<Target, Claim>,
    /// The changes so far, by the real path of their file.
    files: BTreeMap<Utf8PathBuf, InFile>,
    /// The folders that are ours.
    made: BTreeSet<Utf8PathBuf>,
}

/// A change of entries in the making.
#[derive(Clone)]
struct InFile {
    file: FileChange,
    lock: Option<Lock>,
    edits: Vec<Edit>,
}

impl InFile {
    fn into_change(self) -> Change {
        Change { file: self.file, lock: self.lock, deed: Deed::Entries(self.edits) }
    }
}

impl Work<'_> {
    /// Decides one target: whether anything changes for it.
    fn grant(&mut self, target: &Target, wish: &Wish) -> Result<bool, Refusal> {
        let claim = self.claims.get(target).cloned();
        match (wish, claim) {
            (Wish::Present { explicit, predecessor }, None) => self.enter(target, *explicit, *predecessor, Edited::Ask),
            (Wish::Present { explicit, predecessor }, Some(claim)) => {
                self.keep(target, &claim, *explicit, *predecessor)
            }
            (Wish::Absent, Some(claim)) => self.leave(target, &claim, Edited::Ask),
            (Wish::Absent, None) => self.clean(target, Edited::Ask),
            (Wish::AbsentAnyway, Some(claim)) => self.leave(target, &claim, Edited::Overwrite),
            (Wish::AbsentAnyway, None) => self.clean(target, Edited::Overwrite),
            (Wish::Restored, Some(claim)) => self.restore(target, &claim),
            (Wish::Restored, None) => self.enter(target, true, Displace::Ask, Edited::Overwrite),
            (Wish::Theirs, Some(claim)) => self.edit(target, Step::Release, Some(&claim), None),
            (Wish::Theirs, None) => Ok(false),
            (Wish::Before(past), claim) => self.undo(target, past, claim.as_ref()),
        }
    }

    /// No claim yet: our entry goes in where its place is free.
    fn enter(&mut self, target: &Target, explicit: bool, displace: Displace, theirs: Edited) -> Result<bool, Refusal> {
        let site = self.writable_site(target)?;
        let claim = self.fresh_claim(target, &site);
        let entry = self.entry(target, &site);
        let content = self.content(&claim.file)?;
        let document = ConfigDocument::read(claim.dialect, &content).map_err(|error| unparsable(&claim.file, error))?;
        let others = document.entries(&claim.slot.container).map_err(|error| unparsable(&claim.file, error))?;
        let there = others.iter().find(|(name, _)| *name == claim.slot.name).map(|(_, value)| value);
        let patterns = self.desired.predecessors.get(&target.bridge).map_or(&[] as &[Predecessor], Vec::as_slice);
        let old = others.iter().find(|(name, value)| patterns.iter().any(|pattern| pattern.matches(name, value)));
        match (there, old) {
            (Some(value), _) if entry_digest(value) == entry_digest(&entry) => {
                self.edit(target, Step::Adopt, None, Some(claim))
            }
            (Some(value), _) if is_ours(value, &self.desired.launcher) => {
                if theirs == Edited::Ask && !written_by_any(value, &entry, &self.desired.launcher) {
                    return Err(edited(&claim));
                }
                if explicit {
                    let adopted = Claim { entry: entry_digest(value), ..claim.clone() };
                    self.edit(target, Step::Rewrite(entry), Some(&adopted), Some(claim))
                } else {
                    Ok(false)
                }
            }
            (_, Some((name, _))) => match displace {
                Displace::Replace => self.edit(target, Step::Replace { old: name.clone(), entry }, None, Some(claim)),
                Displace::Leave if there.is_none() => self.edit(target, Step::Put(entry), None, Some(claim)),
                Displace::Leave | Displace::Ask => Err(Refusal::Predecessor { file: claim.file, name: name.clone() }),
            },
            (Some(_), None) => Err(Refusal::SlotTaken { file: claim.file, name: claim.slot.name }),
            (None, None) => self.edit(target, Step::Put(entry), None, Some(claim)),
        }
    }

    /// A claim is there and wished: it is brought up to date, or left to its person.
    fn keep(&mut self, target: &Target, claim: &Claim, explicit: bool, displace: Displace) -> Result<bool, Refusal> {
        match self.drift(claim)? {
            Drift::AsWritten => {
                let site = self.site(target)?;
                let fresh = self.fresh_claim(target, &site);
                let entry = self.entry(target, &site);
                let moved = fresh.file != claim.file || fresh.slot != claim.slot;
                if !moved && fresh.entry == claim.entry {
                    return Ok(false);
                }
                self.writable_site(target)?;
                if moved {
                    self.unblocked(&claim.file)?;
                    return self.relocate(target, claim, Step::Put(entry), fresh);
                }
                let after = Claim { entry: entry_digest(&entry), ..claim.clone() };
                self.edit(target, Step::Rewrite(entry), Some(claim), Some(after))
            }
            Drift::Gone if explicit => {
                self.claims.remove(target);
                self.enter(target, explicit, displace, Edited::Ask)
            }
            Drift::Gone => Ok(false),
            Drift::Edited => Err(edited(claim)),
            Drift::Taken => Err(Refusal::SlotTaken { file: claim.file.clone(), name: claim.slot.name.clone() }),
        }
    }

    /// A claim is there and not wished: what is still ours goes.
    fn leave(&mut self, target: &Target, claim: &Claim, theirs: Edited) -> Result<bool, Refusal> {
        match self.drift(claim)? {
            Drift::Edited if theirs == Edited::Ask => Err(edited(claim)),
            Drift::AsWritten | Drift::Edited => {
                self.unblocked(&claim.file)?;
                self.quiet(target)?;
                self.edit(target, Step::Remove, Some(claim), None)
            }
            Drift::Gone | Drift::Taken => self.edit(target, Step::Release, Some(claim), None),
        }
    }

    /// No claim and none wished: an entry that starts our launcher is ours even
    /// without a receipt, and goes too; but one a person edited is theirs to judge.
    fn clean(&mut self, target: &Target, theirs: Edited) -> Result<bool, Refusal> {
        let Some(site) = self.observed.sites.get(target).and_then(|sight| sight.site.as_ref().ok()).cloned() else {
            return Ok(false);
        };
        let claim = self.fresh_claim(target, &site);
        let content = self.content(&claim.file)?;
        let found = ConfigDocument::read(claim.dialect, &content).and_then(|document| document.entry(&claim.slot));
        match found.map_err(|error| unparsable(&claim.file, error))? {
            Some(value) if is_ours(&value, &self.desired.launcher) => {
                if theirs == Edited::Ask && !written_by_any(&value, &self.entry(target, &site), &self.desired.launcher)
                {
                    return Err(edited(&claim));
                }
                self.unblocked(&claim.file)?;
                self.quiet(target)?;
                let adopted = Claim { entry: entry_digest(&value), ..claim };
                self.edit(target, Step::Remove, Some(&adopted), None)
            }
            _ => Ok(false),
        }
    }

    /// Our entry goes back over the person's changes in it.
    fn restore(&mut self, target: &Target, claim: &Claim) -> Result<bool, Refusal> {
        match self.drift(claim)? {
            Drift::AsWritten => Ok(false),
            Drift::Gone => self.keep(target, claim, true, Displace::Ask),
            Drift::Taken => Err(Refusal::SlotTaken { file: claim.file.clone(), name: claim.slot.name.clone() }),
            Drift::Edited => {
                let site = self.writable_site(target)?;
                let entry = self.entry(target, &site);
                let after = Claim { entry: entry_digest(&entry), ..claim.clone() };
                self.edit(target, Step::Rewrite(entry), Some(claim), Some(after))
            }
        }
    }

    /// What stood there before a revision comes back: all its bytes where the file
    /// is still as the revision left it and everything it did there goes back,
    /// otherwise this entry alone.
    fn undo(&mut self, target: &Target, past: &Past, claim: Option<&Claim>) -> Result<bool, Refusal> {
        if past.latest != past.revision {
            return Err(Refusal::ChangedLater { later: past.latest });
        }
        let Some(place) = past.left.as_ref().or(past.found.as_ref()) else { return Ok(false) };
        let now = self.observed.files.get(&place.file).map(|sight| &sight.content);
        let whole = now.is_some_and(|content| Kept::of(content) == past.after) && self.all_go_back(past);
        if past.silent {
            // With the whole file its receipt goes back too. Otherwise an entry taken
            // into it leaves it, and what one inherited is still its own to take away.
            let step = if past.found.is_some() { Step::Adopt } else { Step::Release };
            let goes = past.left.is_some() && (whole || past.found.is_none());
            return if goes { self.edit(target, step, claim, past.found.clone()) } else { Ok(false) };
        }
        if let Some(claim) = claim.filter(|_| !whole) {
            match self.drift(claim)? {
                Drift::AsWritten => {}
                Drift::Edited => return Err(edited(claim)),
                // An entry the person deleted is not brought back, and there is nothing left to take out.
                Drift::Gone | Drift::Taken => return self.edit(target, Step::Release, Some(claim), None),
            }
        }
        self.unblocked(&place.file)?;
        self.quiet(target)?;
        let made = Edit {
            target: target.clone(),
            step: Step::Put(Value::Null),
            before: past.found.clone(),
            after: past.left.clone(),
        };
        let back = inverse(&made, &past.before)?.step;
        // A claim whose entry was gone already when the revision found it has nothing to come back to.
        let found = past.found.clone().filter(|_| back != Step::Remove);
        match (&found, claim) {
            _ if whole => {
                let step = Step::Whole { kept: past.before.clone(), otherwise: Box::new(back) };
                self.edit(target, step, claim, found)
            }
            (Some(found), Some(claim)) if found.file != claim.file || found.slot != claim.slot => match back {
                Step::Rewrite(old) => self.relocate(target, claim, Step::Put(old), found.clone()),
                step => self.edit(target, step, Some(claim), Some(found.clone())),
            },
            _ => self.edit(target, back, claim, found),
        }
    }

    /// Whether every entry a revision edited in a file is wished back, and none was
    /// changed since.
    fn all_go_back(&self, past: &Past) -> bool {
        past.company.iter().all(|target| match self.desired.wishes.entries.get(target) {
            Some(Wish::Before(other)) => other.revision == past.revision && other.latest == past.revision,
            _ => false,
        })
    }

    /// An entry leaves one place and enters another: both, or neither.
    fn relocate(&mut self, target: &Target, claim: &Claim, step: Step, to: Claim) -> Result<bool, Refusal> {
        let (claims, files) = (self.claims.clone(), self.files.clone());
        let moved =
            self.edit(target, Step::Remove, Some(claim), None).and_then(|_| self.edit(target, step, None, Some(to)));
        moved.inspect_err(|_| {
            self.claims = claims;
            self.files = files;
        })
    }

    /// Carries a step out on the file as the edits so far leave it, and notes it.
    fn edit(
        &mut self,
        target: &Target,
        step: Step,
        before: Option<&Claim>,
        after: Option<Claim>,
    ) -> Result<bool, Refusal> {
        let Some(place) = after.as_ref().or(before) else { return Ok(false) };
        let file = place.file.clone();
        let content = self.content(&file)?;
        let heir = before.filter(|_| after.is_none()).and_then(|gone| self.heir(target, gone));
        // The mark returns with the last entry that needs it gone.
        let leaving = before.map(|claim| match heir {
            Some(_) => Claim { seam: Seam { bom: false, ..claim.seam.clone() }, ..claim.clone() },
            None => claim.clone(),
        });
        let (next, left) = carry(&step, leaving.as_ref(), after.as_ref(), &content)?;
        let Some(sight) = self.observed.files.get(&file) else { return Ok(false) };
        let left = left.map(|claim| match &step {
            Step::Put(_) | Step::Replace { .. } if content == Content::Absent => {
                Claim { folders: self.folders_of(&file, sight), ..claim }
            }
            Step::Put(_) | Step::Replace { .. } => Claim { folders: Vec::new(), ..claim },
            Step::Rewrite(_) | Step::Remove | Step::Adopt | Step::Release | Step::Whole { .. } => claim,
        });
        let change = self.files.entry(sight.real.clone()).or_insert_with(|| InFile {
            file: FileChange {
                path: sight.real.clone(),
                before: sight.content.clone(),
                after: sight.content.clone(),
                folders: sight.missing.clone(),
                mode: if target.scope.project().is_some() { Mode::Ordinary } else { Mode::Private },
            },
            lock: None,
            edits: Vec::new(),
        });
        change.lock = change.lock.or_else(|| harness::find(&target.harness).and_then(Harness::lock));
        change.file.after = next;
        if change.file.after == Content::Absent {
            change.file.folders = before.map_or_else(Vec::new, |claim| claim.folders.clone());
        }
        let edit = Edit { target: target.clone(), step, before: before.cloned(), after: left.clone() };
        change.edits.push(edit);
        match left {
            Some(claim) => self.claims.insert(target.clone(), claim),
            None => self.claims.remove(target),
        };
        if let (Some(heir), Some(gone)) = (heir, before) {
            self.bequeath(gone, heir);
        }
        Ok(true)
    }

    /// The folders above a new file that are ours: those it needs, and those some
    /// other claim made, so that whichever leaves last takes them away.
    fn folders_of(&self, file: &Utf8Path, sight: &FileSight) -> Vec<Utf8PathBuf> {
        let made = self.made.iter().filter(|folder| file.starts_with(folder)).chain(&sight.missing);
        made.cloned().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Another entry of ours in the same container as one that leaves.
    fn heir(&self, leaving: &Target, gone: &Claim) -> Option<Target> {
        let beside = |claim: &Claim| claim.file == gone.file && claim.slot.container == gone.slot.container;
        self.claims.iter().find(|(target, claim)| *target != leaving && beside(claim)).map(|(target, _)| target.clone())
    }

    /// Hands what an outgoing entry's seam made around it (container, file, folders,
    /// the mark it took out) to another entry of ours that still needs it, so that
    /// the last one to leave takes it away.
    fn bequeath(&mut self, gone: &Claim, heir: Target) {
        let Some(before) = self.claims.get(&heir).cloned() else { return };
        let mut after = before.clone();
        after.seam.bom |= gone.seam.bom;
        if let (
            SeamKind::Inserted { ground, layers: made, hollow },
            SeamKind::Inserted { ground: Ground::Document, layers: own, hollow: None },
        ) = (&gone.seam.kind, &before.seam.kind)
            && let (Some((_, around)), [entry]) = (made.split_last(), own.as_slice())
        {
            let layers = around.iter().chain([entry]).cloned().collect();
            after.seam.kind = SeamKind::Inserted { ground: ground.clone(), layers, hollow: hollow.clone() };
            after.folders.clone_from(&gone.folders);
        }
        if after == before {
            return;
        }
        self.claims.insert(heir.clone(), after.clone());
        let Some(real) = self.observed.files.get(&gone.file).map(|sight| &sight.real) else { return };
        if let Some(change) = self.files.get_mut(real) {
            let noted =
                change.edits.iter_mut().find(|edit| edit.target == heir && edit.after.as_ref() == Some(&before));
            match noted {
                Some(edit) => edit.after = Some(after),
                None => {
                    let edit = Edit { target: heir, step: Step::Adopt, before: Some(before), after: Some(after) };
                    change.edits.push(edit);
                }
            }
        }
    }
}

impl Predecessor {
    /// Whether an entry is one of these.
    pub fn matches(&self, name: &str, entry: &Value) -> bool {
        let named = self.names.is_empty() || self.names.iter().any(|known| known == name);
        let command = self.command.as_deref().is_none_or(|fragment| contains_text(entry, fragment));
        named && command
    }
}

fn contains_text(value: &Value, fragment: &str) -> bool {
    match value {
        Value::String(text) => text.contains(fragment),
        Value::Array(list) => list.iter().any(|item| contains_text(item, fragment)),
        Value::Object(map) => map.values().any(|item| contains_text(item, fragment)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn edited(claim: &Claim) -> Refusal {
    Refusal::EditedSince { file: claim.file.clone(), name: claim.slot.name.clone() }
}
