//! `bridges remove`: disconnected everywhere first, in one plan; then its folder goes.

use bascule_core::bridge::BUILT_INS;
use bascule_core::reconcile::{Wish, Wishes};
use bascule_engine::Settings;
use bascule_host::wire::Snapshot;
use serde_json::{Map, Value};

use super::super::disable::willing;
use super::super::host::{self, reread};
use crate::arguments::{BridgeRemove, Where};
use crate::carry_out::{Order, carried, tell_refusals, watch};
use crate::choose::to_disable;
use crate::companions::of_bridge;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::told;

/// Removes a bridge that was added. One entry that cannot be taken out keeps it, and
/// all the others.
pub(in crate::commands) fn remove(run: &mut Run, remove: &BridgeRemove) -> Result<Exit, Problem> {
    let id = &remove.id;
    if BUILT_INS.contains(&id.as_str()) {
        return Err(Problem::BridgeBuiltIn(id.clone()));
    }
    let unknown = || Problem::UnknownBridge { bridge: id.clone(), similar: None };
    let pack = run.engine.pack(id, crate::version()).ok_or_else(unknown)?;
    let owned = run.engine.history()?.receipt().claims.keys().any(|target| target.bridge == *id);
    // A bridge whose files cannot be used is looked for where our notes know it.
    let wishes = if pack.is_ok() || owned { wishes(run, id)? } else { Wishes::default() };
    let companions = of_bridge(run, id)?;
    let wishes = companions.beside(wishes);
    let mut plan = run.engine.plan(&wishes)?;
    plan.file_refusals.extend(companions.refused.iter().cloned());
    let mut report = Map::from_iter([("command".to_owned(), Value::from("bridges remove"))]);
    let end = |run: &Run, mut report: Map<String, Value>, removed: bool| {
        report.insert("removed".to_owned(), removed.into());
        run.voice.json(report.into());
    };
    if plan.refuses() {
        run.voice.error(&run.words, &run.say("bridges-kept", &[("bridge", id.into())]));
        tell_refusals(run, &plan);
        report.append(&mut told::plan(run, &plan));
        end(run, report, false);
        return Ok(Exit::Refused);
    }
    if !plan.is_empty() {
        let order = Order {
            command: "bridges remove",
            wishes,
            typed: ["bridges", "remove", id].map(str::to_owned).to_vec(),
            consent: remove.consent,
            diff: remove.diff,
            heading: run.say("bridges-remove-heading", &[("bridge", id.into())]),
            notes: companions.notes,
            refused: Vec::new(),
            refused_files: Vec::new(),
        };
        let (exit, carried) = carried(run, &order)?;
        report = carried;
        if exit != Exit::Done {
            if exit == Exit::Partly {
                run.voice.error(&run.words, &run.say("bridges-kept", &[("bridge", id.into())]));
            }
            end(run, report, false);
            return Ok(exit);
        }
    }
    if remove.consent.dry_run {
        end(run, report, false);
        return Ok(Exit::Done);
    }
    let was_paused = still(run, id);
    match run.engine.remove_pack(id, &mut |progress| watch(run, &progress)) {
        Ok(true) => choose(run, |settings| settings.forget(id)),
        kept => {
            if !was_paused {
                choose(run, |settings| {
                    settings.paused.remove(id);
                });
            }
            reread(run, |_| true);
            return Err(kept.map_or_else(Problem::Engine, |_| unknown()));
        }
    }
    reread(run, |_| true);
    run.voice.line(0, &run.say("bridges-removed", &[("bridge", id.into())]));
    end(run, report, true);
    Ok(Exit::Done)
}

/// Pauses a bridge that the service runs something for: a program in a folder that goes
/// would keep it on some systems. Whether it was paused before.
fn still(run: &Run, id: &String) -> bool {
    let runs = |snapshot: &Snapshot| snapshot.bridges.iter().any(|bridge| bridge.id == *id && bridge.runtime.is_some());
    let was_paused = run.engine.settings().is_ok_and(|settings| settings.paused.contains(id));
    if host::snapshot(run).is_some_and(|snapshot| runs(&snapshot)) {
        choose(run, |settings| {
            settings.paused.insert(id.clone());
        });
        reread(run, |snapshot| !runs(snapshot));
    }
    was_paused
}

/// Changes what was chosen about a bridge. What cannot be read says nothing about it.
fn choose(run: &Run, change: impl FnOnce(&mut Settings)) {
    let _ = run.engine.change_settings("bridges remove", &mut |progress| watch(run, &progress), change);
}

/// Its entries in every program and every project, also those that no note knows.
fn wishes(run: &mut Run, id: &String) -> Result<Wishes, Problem> {
    let everywhere = Where { all: true, ..Where::default() };
    let choice = to_disable(run, std::slice::from_ref(id), &everywhere)?;
    run.engine.named = choice.named;
    willing(run, choice.targets.into_iter().map(|target| (target, Wish::Absent)).collect())
}
