//! What comes and goes with entries: the skills of their bridges, the files these have
//! for a host app, and what only the person can do there.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::bridge::{BridgeManifest, Spoken, Steps};
use bascule_core::plugin::{PluginNote, PluginWish};
use bascule_core::reconcile::{Displace, Edit, Part, Refusal, Target, Wish, Wishes};
use bascule_engine::{PluginWishes, SkillWishes};
use camino::Utf8PathBuf;

use crate::carry_out::Note;
use crate::problem::Problem;
use crate::run::{Run, spoken};
use crate::skills;

/// Wishes beside those for entries, and what to say about them.
#[derive(Debug, Default)]
pub(crate) struct Companions {
    /// The wishes for files.
    pub(crate) wishes: Wishes,
    /// What to tell.
    pub(crate) notes: Vec<Note>,
    /// What stays as it is, and why.
    pub(crate) refused: Vec<(Utf8PathBuf, Refusal)>,
}

/// What to do with what stands where a skill or a file for a host app goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// What is somebody else's.
    pub(crate) older: Displace,
    /// Ours goes over what the person changed in it.
    pub(crate) restore: bool,
}

/// What comes with these entries: without the skills of their bridges where they are not wanted.
pub(crate) fn coming(run: &Run, wishes: &Wishes, manner: Manner, with_skills: bool) -> Result<Companions, Problem> {
    let mut coming = Companions::default();
    if with_skills {
        coming.take_skills(skills::beside_entries(run, wishes, manner)?);
    }
    let manifests = manifests(run, wishes);
    if !manifests.values().any(|manifest| !manifest.plugins.is_empty() || manifest.steps.enable.is_some()) {
        return Ok(coming);
    }
    let refused = run.engine.plan(wishes)?.refusals;
    let wanted = wishes.entries.iter().filter(|(_, wish)| matches!(wish, Wish::Present { .. } | Wish::Restored));
    let made = wanted.filter(|(target, _)| refused.iter().all(|(refused, _)| refused != *target));
    let bridges: BTreeSet<&str> = made.map(|(target, _)| target.bridge.as_str()).collect();
    let wish = PluginWish::Install { replace: manner.older == Displace::Replace, restore: manner.restore };
    coming.take_plugins(run, run.engine.plugin_wishes(bridges.iter().map(|id| (*id, wish)), crate::version())?);
    let steps = |manifest: &BridgeManifest| manifest.steps.enable.clone();
    coming.steps(run, bridges.iter().filter_map(|id| Some((*id, steps(manifests.get(*id)?)?))));
    Ok(coming)
}

/// What goes with these entries: a bridge's files in a host app go with its very last
/// entry.
pub(crate) fn leaving(run: &Run, wishes: &Wishes) -> Result<Companions, Problem> {
    let mut leaving = Companions::default();
    leaving.take_skills(skills::after_entries(run, wishes)?);
    let receipt = run.engine.history()?.receipt();
    let placed = receipt.files.values().any(|claim| matches!(claim.part, Part::Plugin(_)));
    let says = |manifest: &BridgeManifest| !manifest.plugins.is_empty() || manifest.steps.uninstall.is_some();
    if !placed && !manifests(run, wishes).values().any(says) {
        return Ok(leaving);
    }
    let plan = run.engine.plan(wishes)?;
    let goes = |edit: &&Edit| edit.before.is_some() && edit.after.is_none();
    let edits = plan.changes.iter().flat_map(|change| change.edits());
    let going: BTreeSet<&Target> = edits.filter(goes).map(|edit| &edit.target).collect();
    let owned: Vec<Target> = receipt.claims.into_keys().collect();
    let stays = |bridge: &str| owned.iter().any(|other| other.bridge == bridge && !going.contains(other));
    let bridges: BTreeSet<&str> =
        going.iter().map(|target| target.bridge.as_str()).filter(|bridge| !stays(bridge)).collect();
    leaving.take_bridges(run, &bridges)?;
    Ok(leaving)
}

/// What goes with a bridge as a whole.
pub(crate) fn of_bridge(run: &Run, bridge: &str) -> Result<Companions, Problem> {
    let mut leaving = Companions::default();
    leaving.take_skills(skills::with_bridge(run, bridge)?);
    leaving.take_bridges(run, &[bridge].into())?;
    Ok(leaving)
}

/// All skills, and all files in host apps.
pub(crate) fn all_leaving(run: &Run) -> Result<Companions, Problem> {
    let mut leaving = Companions::default();
    let skills = run.engine.every_skill_removed()?;
    let notes = skills::told(run, &skills.told);
    leaving.take_skills((skills, notes));
    leaving.take_plugins(run, run.engine.every_plugin_removed(crate::version())?);
    Ok(leaving)
}

/// What a host app's files become after their bridge was exchanged.
pub(crate) fn renewed(run: &Run, bridge: &str) -> Result<Companions, Problem> {
    let mut renewed = Companions::default();
    let receipt = run.engine.history()?.receipt();
    let entries = receipt.claims.keys().any(|target| target.bridge == bridge);
    let files = receipt.files.values().any(|claim| claim.part == Part::Plugin(bridge.to_owned()));
    if entries || files {
        renewed.take_plugins(run, run.engine.plugin_wishes([(bridge, PluginWish::Update)], crate::version())?);
    }
    Ok(renewed)
}

/// What to know of files in host apps, in words.
pub(crate) fn told(run: &Run, told: &[PluginNote]) -> Vec<Note> {
    let sentence = |note: &PluginNote| match note {
        PluginNote::Edited(file) => run.say("plugins-note-edited", &[("file", run.path(file).into())]),
        PluginNote::Kept(file) => run.say("plugins-note-kept", &[("file", run.path(file).into())]),
        PluginNote::Deleted(file) => run.say("plugins-note-deleted", &[("file", run.path(file).into())]),
        PluginNote::NoApp(folder) => run.say("plugins-note-no-app", &[("folder", run.path(folder).into())]),
    };
    told.iter().map(|note| sentence(note).into()).collect()
}

impl Companions {
    /// These wishes beside others.
    pub(crate) fn beside(&self, mut wishes: Wishes) -> Wishes {
        wishes.files.extend(self.wishes.files.clone());
        wishes.folders.extend(self.wishes.folders.iter().cloned());
        wishes
    }

    fn take_skills(&mut self, (skills, notes): (SkillWishes, Vec<Note>)) {
        self.notes.extend(notes);
        self.take(skills.wishes, skills.refused);
    }

    fn take_plugins(&mut self, run: &Run, plugins: PluginWishes) {
        self.notes.extend(told(run, &plugins.told));
        self.take(plugins.wishes, plugins.refused);
    }

    fn take(&mut self, wishes: Wishes, refused: Vec<(Utf8PathBuf, Refusal)>) {
        self.wishes.files.extend(wishes.files);
        self.wishes.folders.extend(wishes.folders);
        self.refused.extend(refused);
    }

    /// The host apps' sides of bridges go, and their persons are told what is left.
    fn take_bridges(&mut self, run: &Run, bridges: &BTreeSet<&str>) -> Result<(), Problem> {
        let orders = bridges.iter().map(|bridge| (*bridge, PluginWish::Remove));
        self.take_plugins(run, run.engine.plugin_wishes(orders, crate::version())?);
        let steps = |bridge: &str| match run.engine.pack(bridge, crate::version()) {
            Some(Ok(BridgeManifest { steps: Steps { uninstall, .. }, .. })) => uninstall,
            Some(Err(_)) | None => None,
        };
        self.steps(run, bridges.iter().filter_map(|bridge| Some((*bridge, steps(bridge)?))));
        Ok(())
    }

    fn steps<'b>(&mut self, run: &Run, steps: impl Iterator<Item = (&'b str, Spoken)>) {
        for (bridge, steps) in steps {
            let values = [("bridge", bridge.into()), ("steps", spoken(&run.words, &steps).into())];
            self.notes.push(run.say("plugins-note-steps", &values).into());
        }
    }
}

/// The bridges of these entries, as far as they can be used.
fn manifests(run: &Run, wishes: &Wishes) -> BTreeMap<String, BridgeManifest> {
    let bridges: BTreeSet<&String> = wishes.entries.keys().map(|target| &target.bridge).collect();
    let manifest = |bridge: &String| Some((bridge.clone(), run.engine.pack(bridge, crate::version())?.ok()?));
    bridges.into_iter().filter_map(manifest).collect()
}
