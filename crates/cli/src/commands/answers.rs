//! What the built-in bridge answers. Agents read English.

use bascule_core::doctor::{Severity, findings};
use bascule_core::machine::Machine;
use bascule_core::reconcile::{Drift, Refusal, Target};
use bascule_engine::{Engine, EngineError, RealDisk, RevisionOutcome};
use bascule_host::call::CallProblem;
use bascule_runtimes::utc;
use bascule_words::{Lang, Words};
use serde_json::{Map, Value, json};

use super::{doctor, history};
use crate::programs::Programs;
use crate::run::Run;
use crate::voice::{Form, Terminal, Voice};

/// Answers a call of one of the bridge's tools.
pub(super) fn answer(
    machine: &Machine,
    place: &Programs,
    tool: &str,
    arguments: &Map<String, Value>,
) -> Result<Value, CallProblem> {
    let engine = {
        let mut engine = Engine::new(machine.clone(), place.launcher());
        engine.root = place.root().cloned();
        engine
    };
    let asked = |name: &str| arguments.get(name).and_then(Value::as_str).map(str::to_owned);
    let (program, bridge) = (asked("program"), asked("bridge"));
    let found = match tool {
        "list_bridges" => bridges(&engine),
        "list_programs" => programs(&engine, program.as_deref(), bridge.as_deref()),
        "diagnose" => diagnose(&engine, place, program.as_deref(), bridge.as_deref()),
        _ => changes(&engine, arguments.get("limit").and_then(Value::as_u64).unwrap_or(20)),
    };
    found.map_err(|error| CallProblem {
        cause: error.to_string(),
        mend: Some("ask the user to run: bascule doctor".to_owned()),
    })
}

fn bridges(engine: &Engine<RealDisk>) -> Result<Value, EngineError> {
    let owned: Vec<Target> = engine.history()?.receipt().claims.into_keys().collect();
    let bridges = engine.packs(crate::version()).into_iter().filter_map(|(id, pack)| {
        let manifest = pack.ok()?;
        let programs: Vec<&str> =
            owned.iter().filter(|target| target.bridge == id).map(|target| target.harness.as_str()).collect();
        let kind = match manifest.kind {
            bascule_core::bridge::Kind::Engine => "engine",
            bascule_core::bridge::Kind::Index(_) => "index",
            bascule_core::bridge::Kind::Command(_) => "command",
        };
        Some(json!({
            "id": id, "name": manifest.name.en, "summary": manifest.summary.en, "kind": kind,
            "tools": manifest.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), "programs": programs,
        }))
    });
    Ok(json!({"bridges": bridges.collect::<Vec<_>>()}))
}

fn programs(engine: &Engine<RealDisk>, program: Option<&str>, bridge: Option<&str>) -> Result<Value, EngineError> {
    let drifts = engine.drifts()?;
    let ids: Vec<String> = engine.packs(crate::version()).into_iter().map(|(id, _)| id).collect();
    let wanted: Vec<String> = ids.into_iter().filter(|id| bridge.is_none_or(|bridge| bridge == id)).collect();
    let mut listed = Vec::new();
    for here in engine.programs() {
        let Some(found) = here.found.filter(|_| program.is_none_or(|program| program == here.harness.id)) else {
            continue;
        };
        let targets: Vec<Target> = wanted.iter().map(|id| Target::user(id, here.harness.id)).collect();
        let observed = engine.observe(targets.iter().cloned())?;
        let mut entry = json!({"id": here.harness.id, "name": here.harness.name, "found": [found.as_str()]});
        let site = targets.first().and_then(|target| observed.sites.get(target)).map(|sight| &sight.site);
        if let Some(Ok(site)) = site {
            entry["config"] = site.file.as_str().into();
        }
        let state = |target: &Target| {
            let known = drifts.iter().find(|(known, ..)| known == target).map(|(_, _, state)| state);
            let (state, reason) = match (known, observed.sites.get(target).map(|sight| &sight.site)) {
                (Some(Ok(Drift::AsWritten)), _) => ("enabled", None),
                (Some(Ok(Drift::Edited)), _) => ("edited", None),
                (Some(Ok(Drift::Gone)), _) => ("gone", None),
                (Some(Ok(Drift::Taken)), _) => ("blocked", Some("another server has its name".to_owned())),
                (Some(Err(refusal)), _) => ("blocked", Some(refusal.to_string())),
                (None, Some(Err(refusal))) => ("blocked", Some(refusal.to_string())),
                (None, Some(Ok(_)) | None) => match status_refusal(here.harness) {
                    Some(refusal) => ("blocked", Some(refusal.to_string())),
                    None => ("disabled", None),
                },
            };
            let mut line = json!({"id": target.bridge, "state": state});
            if let Some(reason) = reason {
                line["reason"] = reason.into();
            }
            line
        };
        entry["bridges"] = targets.iter().map(state).collect::<Vec<_>>().into();
        listed.push(entry);
    }
    Ok(json!({"programs": listed}))
}

fn status_refusal(harness: &bascule_core::harness::Harness) -> Option<Refusal> {
    match harness.status {
        bascule_core::harness::Status::Active => None,
        bascule_core::harness::Status::Retired => Some(Refusal::Retired),
        bascule_core::harness::Status::Manual(_) => Some(Refusal::ByHand),
    }
}

fn diagnose(
    engine: &Engine<RealDisk>,
    place: &Programs,
    program: Option<&str>,
    bridge: Option<&str>,
) -> Result<Value, EngineError> {
    let mut examined = engine.examine(crate::version())?;
    let quiet = Terminal { asks: false, shows_progress: false, shows: false, colour: false, width: crate::wrap::WIDTH };
    let voice = Voice { form: Form::Json, steps: false, terminal: quiet };
    let run = Run::new(engine.machine.clone(), place.clone(), Words::new(Lang::English), voice);
    examined.service = doctor::examine_service(&run)?;
    let mut found = Vec::new();
    for finding in findings(&examined) {
        let told = doctor::told(&run, &finding);
        let concerns = |wanted: Option<&str>, is: Option<&str>| wanted.is_none_or(|wanted| is == Some(wanted));
        if !concerns(program, told.harness.as_deref()) || !concerns(bridge, told.bridge.as_deref()) {
            continue;
        }
        let severity = match finding.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let mend = std::iter::once(told.mend.clone()).chain(told.ways.iter().map(|way| run.typed(&way.arguments)));
        let mut line = json!({"code": finding.code(), "severity": severity, "cause": told.sentence});
        line["mend"] = mend.collect::<Vec<_>>().join(" ").into();
        for (key, value) in [("program", told.harness), ("bridge", told.bridge), ("path", told.file)] {
            if let Some(value) = value {
                line[key] = value.into();
            }
        }
        found.push(line);
    }
    Ok(json!({"checked": doctor::checked(&examined), "findings": found}))
}

fn changes(engine: &Engine<RealDisk>, limit: u64) -> Result<Value, EngineError> {
    let past = engine.history()?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let changes: Vec<Value> = past
        .revisions
        .iter()
        .rev()
        .take(limit)
        .map(|revision| {
            let targets = || revision.changes.iter().flat_map(|change| change.edits()).map(|edit| &edit.target);
            let distinct = |names: Vec<&str>| {
                let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
                names.sort();
                names.dedup();
                names
            };
            json!({
                "number": revision.number,
                "time": utc(revision.time),
                "action": revision.wish.split(' ').next().unwrap_or_default(),
                "bridges": distinct(targets().map(|target| target.bridge.as_str()).collect()),
                "programs": distinct(targets().map(|target| target.harness.as_str()).collect()),
                "files": revision.changes.iter().map(|change| change.path.as_str()).collect::<Vec<_>>(),
                "outcome": history::outcome_word(revision.outcome),
                "rolled_back": revision.outcome != RevisionOutcome::Undone && past.is_rolled_back(revision),
            })
        })
        .collect();
    Ok(json!({"total": past.revisions.len(), "changes": changes}))
}
