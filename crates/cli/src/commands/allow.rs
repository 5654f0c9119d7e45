//! `allow`: what AI programs may do with a bridge, shown and chosen.

use bascule_core::bridge::{BridgeManifest, Group};
use bascule_core::permission::{Allowed, Permit, permit};
use serde_json::{Value, json};

use super::host::reread;
use super::pause::serving;
use crate::arguments::Allow;
use crate::carry_out::watch;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;

/// The groups, from what nobody fears to what cannot be undone.
const GROUPS: [Group; 4] = [Group::Look, Group::Build, Group::Delete, Group::Run];

/// Shows the choice, or makes another.
pub(super) fn allow(run: &Run, arguments: &Allow) -> Result<Exit, Problem> {
    serving(run, &arguments.bridge)?;
    let manifest = match run.engine.pack(&arguments.bridge, crate::version()) {
        Some(Ok(manifest)) => manifest,
        Some(Err(source)) => return Err(Problem::BridgeFile { bridge: arguments.bridge.clone(), source }),
        None => return Err(Problem::UnknownBridge { bridge: arguments.bridge.clone(), similar: None }),
    };
    let settings = run.engine.settings()?;
    let now = Allowed::chosen(settings.allow.get(&manifest.id).map(String::as_str), false, manifest.usual_choice());
    match arguments.choice {
        None => {
            show(run, &manifest, now);
            report(run, &manifest, now, false);
        }
        Some(choice) => {
            let chosen = Allowed::from(choice);
            let changed = chosen != now && choose(run, &manifest, chosen)?;
            // It counts before anybody is told that it does.
            reread(run, |_| true);
            let what = bascule_words::allows(&run.words, chosen);
            let id = if changed { "allow-done" } else { "allow-already" };
            run.voice.line(0, &run.say(id, &[("bridge", (&manifest.id).into()), ("what", what.into())]));
            report(run, &manifest, chosen, changed);
        }
    }
    Ok(Exit::Done)
}

/// Keeps a choice. What is usual for the bridge needs no note, and goes along where that
/// changes.
fn choose(run: &Run, manifest: &BridgeManifest, chosen: Allowed) -> Result<bool, Problem> {
    let bridge = &manifest.id;
    let change = |settings: &mut bascule_engine::Settings| {
        if chosen == manifest.usual_choice() {
            settings.allow.remove(bridge);
        } else {
            settings.allow.insert(bridge.clone(), chosen.word().to_owned());
        }
    };
    Ok(run.engine.change_settings("allow", &mut |progress| watch(run, &progress), change)?)
}

fn show(run: &Run, manifest: &BridgeManifest, now: Allowed) {
    run.voice.heading(&run.say("allow-heading", &[("bridge", (&manifest.id).into())]));
    for choice in Allowed::ALL {
        let what = bascule_words::allows(&run.words, choice);
        let id = if choice == now { "allow-line-chosen" } else { "allow-line" };
        run.voice.line(2, &run.say(id, &[("word", choice.word().into()), ("what", what.into())]));
    }
    if manifest.tools.is_empty() {
        run.voice.line(0, &run.say("allow-no-tools", &[]));
    }
    let groups = groups(manifest);
    if !groups.is_empty() {
        run.voice.line(0, &run.say("allow-tools-heading", &[]));
    }
    for (group, tools) in groups {
        let group = bascule_words::group(&run.words, group.key());
        let tools = run.words.list(tools);
        run.voice.line(2, &run.say("allow-tools", &[("group", group.as_ref().into()), ("tools", tools.into())]));
    }
    run.voice.line(0, &run.say("allow-with", &[]));
    for choice in Allowed::ALL.into_iter().filter(|choice| *choice != now) {
        run.voice.verbatim(2, &run.typed(&["allow", &manifest.id, choice.word()].map(str::to_owned)));
    }
}

/// The tools that are known, by what people fear of them.
fn groups(manifest: &BridgeManifest) -> Vec<(Group, Vec<String>)> {
    let of = |group: Group| {
        let tools = manifest.tools.iter().filter(move |tool| manifest.group_of(tool) == group);
        (group, tools.map(|tool| tool.name.clone()).collect::<Vec<_>>())
    };
    GROUPS.into_iter().map(of).filter(|(_, tools)| !tools.is_empty()).collect()
}

fn report(run: &Run, manifest: &BridgeManifest, now: Allowed, changed: bool) {
    let becomes = |choice: Allowed, group: Group| match permit(choice, group, None) {
        Permit::Go => "goes",
        Permit::Ask => "asks",
        Permit::Closed => "closed",
    };
    let choices = Allowed::ALL.map(|choice| {
        let groups: serde_json::Map<String, Value> =
            GROUPS.into_iter().map(|group| (group.key().to_owned(), becomes(choice, group).into())).collect();
        let sentence = bascule_words::allows(&run.words, choice);
        json!({"choice": choice.word(), "sentence": sentence, "groups": groups})
    });
    let groups = groups(manifest).into_iter().map(|(group, tools)| (group.key().to_owned(), Value::from(tools)));
    let tools: serde_json::Map<String, Value> = groups.collect();
    run.voice.json(json!({
        "command": "allow", "bridge": manifest.id, "allows": now.word(), "changed": changed,
        "choices": choices, "tools": tools,
    }));
}
