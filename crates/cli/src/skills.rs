//! Skills beside entries: what enabling and disabling a bridge means for its skill,
//! and what is said of skills.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::harness::{self, Harness, Reach};
use bascule_core::reconcile::{Edit, OTHER, Scope, Target, Wish, Wishes};
use bascule_core::skill::{self, SkillNote, SkillPackage, SkillWish};
use bascule_engine::{PackFault, SkillIn, SkillWishes};

use crate::carry_out::Note;
use crate::companions::Manner;
use crate::problem::Problem;
use crate::run::Run;

/// The skills that come with entries: of each bridge that has one, where the programs
/// of those entries read it which can be made.
pub(crate) fn beside_entries(run: &Run, wishes: &Wishes, manner: Manner) -> Result<(SkillWishes, Vec<Note>), Problem> {
    let refused = run.engine.plan(wishes)?.refusals;
    let comes = |(target, wish): &(&Target, &Wish)| {
        let wanted = matches!(wish, Wish::Present { .. } | Wish::Restored);
        wanted && target.harness != OTHER && refused.iter().all(|(refused, _)| refused != *target)
    };
    let mut programs: BTreeMap<(&str, &Scope), Vec<&'static Harness>> = BTreeMap::new();
    for (target, _) in wishes.entries.iter().filter(comes) {
        let readers = programs.entry((&target.bridge, &target.scope)).or_default();
        readers.extend(harness::find(&target.harness));
    }
    let mut notes = Vec::new();
    let mut packages: BTreeMap<&str, SkillPackage> = BTreeMap::new();
    for bridge in programs.keys().map(|(bridge, _)| *bridge).collect::<BTreeSet<_>>() {
        match run.engine.skill_package(bridge, crate::version()) {
            Some(Ok(package)) => drop(packages.insert(bridge, package)),
            Some(Err(fault)) => {
                let reason = fault_sentence(run, &fault);
                let values = [("bridge", bridge.into()), ("reason", reason.into())];
                notes.push(run.say("skills-unusable", &values).into());
            }
            None => {}
        }
    }
    let mut orders: Vec<(SkillIn, SkillWish<'_>)> = Vec::new();
    for ((bridge, scope), readers) in &programs {
        let (Some(package), Some(reach)) = (packages.get(bridge), scope.reach()) else { continue };
        let places = skill::places(&run.engine.machine, readers, reach, scope.project());
        let folders = run.engine.skill_folders(bridge, places.into_iter().map(|place| place.folder));
        let wish = SkillWish::Install { package, older: manner.older, restore: manner.restore };
        orders.extend(folders.into_iter().map(|folder| (folder, wish)));
    }
    let skills = run.engine.skill_wishes(orders)?;
    notes.extend(told(run, &skills.told));
    Ok((skills, notes))
}

/// The skills that go with entries: where the last entry of a bridge in a scope goes,
/// its skill there; where its very last goes, its skill everywhere.
pub(crate) fn after_entries(run: &Run, wishes: &Wishes) -> Result<(SkillWishes, Vec<Note>), Problem> {
    let plan = run.engine.plan(wishes)?;
    let goes = |edit: &&Edit| edit.before.is_some() && edit.after.is_none();
    let edits = plan.changes.iter().flat_map(|change| change.edits());
    let going: BTreeSet<&Target> = edits.filter(goes).map(|edit| &edit.target).collect();
    let owned: Vec<Target> = run.engine.history()?.receipt().claims.into_keys().collect();
    let left: Vec<&Target> = owned.iter().filter(|target| !going.contains(target)).collect();
    let mut orders: BTreeSet<SkillIn> = BTreeSet::new();
    for target in going {
        if !left.iter().any(|other| other.bridge == target.bridge) {
            let mine = run.engine.skills(&[])?.into_iter().filter(|one| one.bridge == target.bridge);
            orders.extend(mine);
        }
        let beside = |other: &&Target| other.bridge == target.bridge && other.scope == target.scope;
        if let (Some(reach), false) = (target.scope.reach(), left.iter().any(beside)) {
            let places = skill::every_place(&run.engine.machine, reach, target.scope.project());
            orders.extend(run.engine.skill_folders(&target.bridge, places));
        }
    }
    let skills = run.engine.skill_wishes(orders.into_iter().map(|one| (one, SkillWish::Remove)))?;
    let notes = told(run, &skills.told);
    Ok((skills, notes))
}

/// The skills that go with a bridge: all of it, everywhere.
pub(crate) fn with_bridge(run: &Run, bridge: &str) -> Result<(SkillWishes, Vec<Note>), Problem> {
    let mine = run.engine.skills(&[])?.into_iter().filter(|one| one.bridge == bridge);
    let skills = run.engine.skill_wishes(mine.map(|one| (one, SkillWish::Remove)))?;
    let notes = told(run, &skills.told);
    Ok((skills, notes))
}

/// The programs that keep skills in a reach and are here.
pub(crate) fn found(run: &Run, reach: Reach) -> Vec<&'static Harness> {
    let here = run.engine.programs().into_iter().filter(|program| program.found.is_some());
    let keeps = |harness: &&'static Harness| {
        !skill::places(&run.engine.machine, &[harness], reach, Some(&run.engine.machine.home)).is_empty()
    };
    here.map(|program| program.harness).filter(keeps).collect()
}

/// What to know of skills, in words.
pub(crate) fn told(run: &Run, told: &[SkillNote]) -> Vec<Note> {
    let sentence = |note: &SkillNote| match note {
        SkillNote::Edited(file) => run.say("skills-note-edited", &[("file", run.path(file).into())]),
        SkillNote::Beside(file) => run.say("skills-note-beside", &[("file", run.path(file).into())]),
        SkillNote::Deleted(path) => run.say("skills-note-deleted", &[("path", run.path(path).into())]),
        SkillNote::Kept(file) => run.say("skills-note-kept", &[("file", run.path(file).into())]),
        SkillNote::OlderStays(folder) => run.say("skills-note-older-stays", &[("folder", run.path(folder).into())]),
    };
    told.iter().map(|note| sentence(note).into()).collect()
}

/// Why a bridge's files cannot be used, as a sentence.
pub(crate) fn fault_sentence(run: &Run, fault: &PackFault) -> String {
    match fault {
        PackFault::Pack(error) => bascule_words::pack_error(&run.words, error).0,
        PackFault::Disk(error) => crate::problem::disk(&run.words, error),
    }
}
