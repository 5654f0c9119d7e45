//! Carrying one step out on some content, now or again on newer content.

use camino::Utf8Path;

use super::{Change, Claim, Deed, Drift, Edit, Refusal, Step, entry_digest, file};
use crate::document::{ConfigDocument, Content, DocumentError, Problem, SeamKind};

impl Change {
    /// Carries the same deed out on content that moved under it: the file's new
    /// content, and the edits with the seams this content gave them.
    ///
    /// Refuses where the same can no longer be done: the slot was taken, our entry
    /// changed, the file no longer parses; a whole file has no other bytes to spare.
    pub fn again(&self, now: &Content, launcher: &Utf8Path) -> Result<(Content, Deed), Refusal> {
        let edits = match &self.deed {
            Deed::Entries(edits) => edits,
            Deed::File(edit) => return Ok((file::replay(edit, &self.file, now)?, self.deed.clone())),
        };
        let mut content = now.clone();
        let mut done = Vec::with_capacity(edits.len());
        for edit in edits {
            let (next, edit) = again(edit, &content, launcher)?;
            content = next;
            done.push(edit);
        }
        Ok((content, Deed::Entries(done)))
    }
}

/// The edit that undoes `edit`, whose file held `before` when it was made.
///
/// The entry's old value is read from those bytes, never made anew. Refuses where
/// they no longer parse.
pub fn inverse(edit: &Edit, before: &Content) -> Result<Edit, Refusal> {
    let old_entry = |claim: &Claim| {
        let entry = ConfigDocument::read(claim.dialect, before).and_then(|document| document.entry(&claim.slot));
        entry.map_err(|error| unparsable(&claim.file, error))
    };
    let step = match (&edit.step, &edit.before, &edit.after) {
        (Step::Adopt, _, _) => Step::Release,
        (Step::Release, _, _) => Step::Adopt,
        (_, Some(claim), Some(_)) => old_entry(claim)?.map_or(Step::Remove, Step::Rewrite),
        (_, Some(claim), None) => old_entry(claim)?.map_or(Step::Release, |entry| match &claim.seam.kind {
            // What it had displaced stands there again, and is displaced again.
            SeamKind::Replaced { name, .. } => Step::Replace { old: name.clone(), entry },
            SeamKind::Inserted { .. } => Step::Put(entry),
        }),
        (_, None, _) => Step::Remove,
    };
    Ok(Edit { target: edit.target.clone(), step, before: edit.after.clone(), after: edit.before.clone() })
}

fn again(edit: &Edit, content: &Content, launcher: &Utf8Path) -> Result<(Content, Edit), Refusal> {
    let step = match &edit.step {
        Step::Whole { otherwise, .. } => otherwise.as_ref(),
        step => step,
    };
    if let (Step::Put(_) | Step::Rewrite(_) | Step::Replace { .. }, Some(wanted)) = (step, &edit.after)
        && Drift::of(wanted, content, launcher).map_err(|error| unparsable(&wanted.file, error))? == Drift::AsWritten
    {
        return Ok((content.clone(), Edit { step: Step::Adopt, ..edit.clone() }));
    }
    if let (Step::Remove | Step::Rewrite(_), Some(owned)) = (step, &edit.before) {
        let drift = Drift::of(owned, content, launcher).map_err(|error| unparsable(&owned.file, error))?;
        match drift {
            Drift::AsWritten => {}
            Drift::Gone if *step == Step::Remove => {
                return Ok((content.clone(), Edit { step: Step::Release, ..edit.clone() }));
            }
            Drift::Gone | Drift::Edited | Drift::Taken => {
                return Err(Refusal::EditedSince { file: owned.file.clone(), name: owned.slot.name.clone() });
            }
        }
    }
    let (content, after) = carry(step, edit.before.as_ref(), edit.after.as_ref(), content)?;
    Ok((content, Edit { step: step.clone(), after, ..edit.clone() }))
}

/// Carries one step out: `before` is what is owned now, `after` says where and in
/// what form something will be. The claim that is left comes back.
pub(super) fn carry(
    step: &Step,
    before: Option<&Claim>,
    after: Option<&Claim>,
    content: &Content,
) -> Result<(Content, Option<Claim>), Refusal> {
    let Some(claim) = after.or(before) else { return Ok((content.clone(), None)) };
    let refused = |error: DocumentError| match error.problem {
        Problem::Occupied(name) => Refusal::SlotTaken { file: claim.file.clone(), name },
        _ => unparsable(&claim.file, error),
    };
    let document = || ConfigDocument::read(claim.dialect, content);
    let left = |entry, seam| Some(Claim { seam, entry: entry_digest(entry), ..claim.clone() });
    match step {
        Step::Put(entry) => {
            let put = document().and_then(|document| document.put(&claim.slot, entry, claim.bom));
            let (content, seam) = put.map_err(refused)?;
            Ok((content, left(entry, seam)))
        }
        Step::Rewrite(entry) => {
            let content = document().and_then(|document| document.rewrite(&claim.slot, entry)).map_err(refused)?;
            Ok((content, left(entry, before.unwrap_or(claim).seam.clone())))
        }
        Step::Replace { old, entry } => {
            let replaced = document().and_then(|document| document.replace(old, &claim.slot, entry, claim.bom));
            let (content, seam) = replaced.map_err(refused)?;
            Ok((content, left(entry, seam)))
        }
        Step::Remove => {
            let owned = before.unwrap_or(claim);
            let content = document().and_then(|document| document.remove(&owned.slot, &owned.seam)).map_err(refused)?;
            Ok((content, None))
        }
        Step::Adopt | Step::Release => Ok((content.clone(), after.cloned())),
        Step::Whole { kept, .. } => Ok((kept.clone(), after.cloned())),
    }
}

pub(super) fn unparsable(file: &Utf8Path, error: DocumentError) -> Refusal {
    Refusal::Unparsable { file: file.to_owned(), error }
}
