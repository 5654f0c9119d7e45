//! Values of core as JSON and as short text: the same in every command.

use std::time::{SystemTime, UNIX_EPOCH};

use bascule_core::harness;
use bascule_core::reconcile::{Diff, Drift, FileEdit, Line, Part, Plan, Refusal, Scope, Target};
use bascule_engine::step_word;
use bascule_runtimes::utc;
use bascule_words::{Mend, Way, Words};
use camino::Utf8PathBuf;
use serde_json::{Map, Value, json};

use crate::run::Run;

/// A target: bridge, harness, scope, and the folder or file of that scope.
pub(crate) fn target(target: &Target) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("bridge".to_owned(), target.bridge.as_str().into());
    map.insert("harness".to_owned(), target.harness.as_str().into());
    let (scope, place) = match &target.scope {
        Scope::User => ("user", None),
        Scope::Project(folder) => ("project", Some(("project", folder))),
        Scope::File(file) => ("file", Some(("file", file))),
    };
    map.insert("scope".to_owned(), scope.into());
    if let Some((key, path)) = place {
        map.insert(key.to_owned(), path.as_str().into());
    }
    map
}

/// A plan: what changes with its diff, what is refused, what is already so.
pub(crate) fn plan(run: &Run, plan: &Plan) -> Map<String, Value> {
    let changes: Vec<Value> = plan
        .changes
        .iter()
        .zip(plan.diffs())
        .map(|(change, diff)| {
            let entries: Vec<Value> = change
                .edits()
                .iter()
                .map(|edit| {
                    let mut entry = target(&edit.target);
                    entry.insert("step".to_owned(), step_word(&edit.step).into());
                    entry.into()
                })
                .collect();
            let whole = change.deed.file().and_then(FileEdit::part).map(part_word);
            json!({
                "file": diff.file.as_str(), "made": diff.made, "removed": diff.removed,
                "lines_in": diff.lines_in, "lines_out": diff.lines_out,
                "entries": entries, "whole": whole, "diff": lines(&diff),
            })
        })
        .collect();
    let refusals: Vec<Value> = plan
        .refusals
        .iter()
        .map(|(refused, refusal)| {
            let mut entry = target(refused);
            entry.insert("code".to_owned(), refusal.code().into());
            entry.insert("sentence".to_owned(), bascule_words::refusal(&run.words, refusal).into());
            entry
                .insert("remedy".to_owned(), mend(run, &bascule_words::remedy(&run.words, &refusal.remedy(), refused)));
            entry.into()
        })
        .collect();
    let of_file = |(file, refusal): &(Utf8PathBuf, Refusal)| {
        json!({
            "file": file.as_str(), "code": refusal.code(), "sentence": bascule_words::refusal(&run.words, refusal),
            "remedy": mend(run, &bascule_words::file_remedy(&run.words, &refusal.remedy())),
        })
    };
    let refusals: Vec<Value> = refusals.into_iter().chain(plan.file_refusals.iter().map(of_file)).collect();
    let settled: Vec<Value> = plan.settled.iter().map(|settled| target(settled).into()).collect();
    let mut map = Map::new();
    map.insert("changes".to_owned(), changes.into());
    map.insert("refusals".to_owned(), refusals.into());
    map.insert("settled".to_owned(), settled.into());
    map.insert("plan".to_owned(), plan.digest().to_string().into());
    map
}

/// What helps.
pub(crate) fn mend(run: &Run, mend: &Mend) -> Value {
    let mut told = remedy(run, Some(&mend.sentence), &mend.ways);
    told["kind"] = mend.kind.into();
    told
}

/// A remedy: what to do, and the ways to do it here, each as its words and as it is typed.
pub(crate) fn remedy(run: &Run, sentence: Option<&str>, ways: &[Way]) -> Value {
    let commands: Vec<String> = ways.iter().map(|way| run.typed(&way.arguments)).collect();
    let ways: Vec<Value> = ways
        .iter()
        .zip(&commands)
        .map(|(way, command)| json!({"label": way.label, "arguments": way.arguments, "command": command}))
        .collect();
    json!({"sentence": sentence, "commands": commands, "ways": ways})
}

/// What people call a program.
pub(crate) fn program(words: &Words, target: &Target) -> String {
    let name = match &target.scope {
        Scope::File(file) => return file.to_string(),
        Scope::User | Scope::Project(_) => {
            harness::find(&target.harness).map_or(target.harness.as_str(), |harness| harness.name)
        }
    };
    match &target.scope {
        Scope::Project(folder) => {
            let values = [("program", name.into()), ("folder", folder.file_name().unwrap_or(folder.as_str()).into())];
            words.say("program-in-project", &values)
        }
        Scope::User | Scope::File(_) => name.to_owned(),
    }
}

/// What a whole file of ours is for, as people say it.
pub(crate) fn part(words: &Words, part: &Part) -> String {
    match part {
        Part::Launcher | Part::Engine => words.say("part-program", &[]),
        Part::Skill(bridge) => words.say("part-skill", &[("bridge", bridge.into())]),
        Part::Plugin(bridge) => words.say("part-plugin", &[("bridge", bridge.into())]),
        Part::Login => words.say("part-login", &[]),
    }
}

/// What a whole file of ours is for, stable.
pub(crate) fn part_word(part: &Part) -> Value {
    match part {
        Part::Launcher => "launcher".into(),
        Part::Engine => "engine".into(),
        Part::Skill(bridge) => json!({"skill": bridge}),
        Part::Plugin(bridge) => json!({"plugin": bridge}),
        Part::Login => "login".into(),
    }
}

/// Whether the program asks its person before it starts this entry. Only the program
/// knows the answer it was given.
pub(crate) fn asks(target: &Target) -> bool {
    let site = target.scope.reach().and_then(|reach| harness::find(&target.harness)?.site(reach));
    site.is_some_and(|site| site.asks)
}

/// The stable word of a drift.
pub(crate) fn drift_word(drift: Drift) -> &'static str {
    match drift {
        Drift::AsWritten => "as-written",
        Drift::Edited => "edited",
        Drift::Gone => "gone",
        Drift::Taken => "taken",
    }
}

/// Now, in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Seconds since 1970 as people read it.
pub(crate) fn readable_time(seconds: u64) -> String {
    let time = utc(seconds);
    format!("{} {} UTC", &time[..10], &time[11..16])
}

/// The same to the second.
pub(crate) fn precise_time(seconds: u64) -> String {
    let time = utc(seconds);
    format!("{} {} UTC", &time[..10], &time[11..19])
}

fn lines(diff: &Diff) -> Vec<Value> {
    let line = |line: &Option<Line>| match line {
        None => json!({"kind": "gap"}),
        Some(Line::Same(text)) => json!({"kind": "same", "text": text}),
        Some(Line::In(text)) => json!({"kind": "in", "text": text}),
        Some(Line::Out(text)) => json!({"kind": "out", "text": text}),
    };
    diff.lines.iter().map(line).collect()
}
