//! `rollback`: takes back one change, everything in some programs, or everything.

use std::collections::BTreeMap;

use bascule_core::reconcile::{FileEdit, FileWish, Part, Refusal, Target, Wish, Wishes};
use bascule_engine::{EngineError, History};

use crate::arguments::Rollback;
use crate::carry_out::{Order, carry_out};
use crate::choose::known_programs;
use crate::companions::{all_leaving, leaving};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::told::readable_time;

/// Takes back.
pub(super) fn rollback(run: &Run, arguments: &Rollback) -> Result<Exit, Problem> {
    let mut typed = vec!["rollback".to_owned()];
    let (mut notes, mut refused_files) = (Vec::new(), Vec::new());
    let (wishes, heading): (Wishes, String) = if arguments.all || !arguments.harness.is_empty() {
        let named = known_programs(&arguments.harness)?;
        let owned = run.engine.history()?.receipt().claims.into_keys();
        let meant = owned.filter(|target| arguments.all || named.contains(&target.harness));
        let wishes: Wishes = meant.map(|target| (target, Wish::Absent)).collect();
        let companions = if arguments.all { all_leaving(run)? } else { leaving(run, &wishes)? };
        let wishes = companions.beside(wishes);
        notes.extend(companions.notes);
        refused_files = companions.refused;
        if arguments.all {
            typed.push("--all".to_owned());
            (wishes, run.say("rollback-heading-all", &[]))
        } else {
            typed.extend(named.iter().flat_map(|id| ["--harness".to_owned(), id.clone()]));
            let programs = run.words.list(named.iter().cloned());
            (wishes, run.say("rollback-heading-programs", &[("programs", programs.into())]))
        }
    } else {
        let history = run.engine.history()?;
        let newest = match arguments.number {
            Some(number) => Some(number),
            None => newest(run, &history)?,
        };
        let Some(number) = newest else {
            let id = if history.revisions.is_empty() { "history-empty" } else { "nothing-to-do" };
            run.voice.line(0, &run.say(id, &[]));
            run.voice.json(serde_json::json!({"command": "rollback", "changes": [], "refusals": [], "settled": [], "applied": null}));
            return Ok(Exit::Done);
        };
        let revision = history.revision(number).ok_or(EngineError::NoRevision(number))?;
        typed.push(number.to_string());
        let values = [
            ("number", number.to_string().into()),
            ("time", readable_time(revision.time).into()),
            ("what", (&revision.wish).into()),
        ];
        let wishes = run.engine.undo_wishes(number)?;
        let ours = |edit: &FileEdit| matches!(edit.part(), Some(Part::Launcher | Part::Engine));
        if revision.effective_files().any(|edit| ours(edit) && !wishes.files.contains_key(&edit.file)) {
            notes.push(run.say("note-programs-stay", &[]).into());
        }
        (wishes, run.say("rollback-heading", &values))
    };
    let (wishes, refused) = without_removed_bridges(run, wishes);
    let wishes = with_companions_of_entries_that_stay(run, wishes)?;
    let order = Order {
        command: "rollback",
        wishes,
        typed,
        consent: arguments.consent,
        diff: arguments.diff,
        heading,
        notes,
        refused,
        refused_files,
    };
    carry_out(run, &order)
}

/// The newest change that is still in effect and is not itself a rollback.
fn newest(run: &Run, history: &History) -> Result<Option<u64>, Problem> {
    for revision in history.revisions.iter().rev().filter(|revision| !revision.wish.starts_with("rollback")) {
        let holds = |wish: &Wish| matches!(wish, Wish::Before(past) if past.latest == past.revision);
        let holds_file = |wish: &FileWish| matches!(wish, FileWish::Before(past) if past.later.is_none());
        let wishes = run.engine.undo_wishes(revision.number)?;
        if wishes.entries.values().any(holds) || wishes.files.values().any(holds_file) {
            return Ok(Some(revision.number));
        }
    }
    Ok(None)
}

/// Leaves the skills and host plugins of bridges alone whose entries would stay: they go
/// with them. What belongs to a bridge that is no longer here does not come back.
fn with_companions_of_entries_that_stay(run: &Run, mut wishes: Wishes) -> Result<Wishes, Problem> {
    let stay = run.engine.plan(&wishes)?.refusals;
    let owned: Vec<Target> = run.engine.history()?.receipt().claims.into_keys().collect();
    let others =
        |bridge: &str| owned.iter().any(|target| target.bridge == bridge && !wishes.entries.contains_key(target));
    let refused = |bridge: &str| stay.iter().any(|(target, _)| target.bridge == bridge);
    let removed = |bridge: &str| run.engine.pack(bridge, crate::version()).is_none();
    wishes.files.retain(|_, wish| {
        let FileWish::Before(past) = wish else { return true };
        let (comes, goes) = (past.left.is_none(), past.found.is_none());
        match past.left.as_ref().or(past.found.as_ref()).map(|claim| &claim.part) {
            Some(Part::Skill(bridge) | Part::Plugin(bridge)) if comes && removed(bridge) => false,
            Some(Part::Skill(bridge)) => !refused(bridge),
            // One plugin serves every program its bridge is in.
            Some(Part::Plugin(bridge)) => !(refused(bridge) || goes && others(bridge)),
            Some(Part::Launcher | Part::Engine | Part::Login) | None => true,
        }
    });
    Ok(wishes)
}

/// Parts off the entries that would come back for a bridge that is no longer here:
/// they would start nothing.
fn without_removed_bridges(run: &Run, mut wishes: Wishes) -> (Wishes, Vec<(Target, Refusal)>) {
    let comes_back = |wish: &Wish| match wish {
        Wish::Before(past) => past.found.is_some() && past.left.is_none() && !past.silent,
        _ => false,
    };
    let gone = |target: &Target| run.engine.pack(&target.bridge, crate::version()).is_none();
    let (back, entries): (BTreeMap<_, _>, BTreeMap<_, _>) =
        std::mem::take(&mut wishes.entries).into_iter().partition(|(target, wish)| comes_back(wish) && gone(target));
    let refused = back.into_keys().map(|target| {
        let refusal = Refusal::BridgeRemoved { bridge: target.bridge.clone() };
        (target, refusal)
    });
    let refused = refused.collect();
    (Wishes { entries, ..wishes }, refused)
}
