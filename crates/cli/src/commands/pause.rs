//! `pause` and `resume`: nothing runs for a bridge, until the person wants it again.

use bascule_core::bridge::Kind;
use bascule_host::wire::{Ask, BridgeShown, Snapshot};
use serde_json::json;

use super::host::{host_of, reread};
use crate::arguments::Pausing;
use crate::carry_out::watch;
use crate::choose::{distinct, known_bridge};
use crate::exit::Exit;
use crate::mcp::block_on;
use crate::problem::Problem;
use crate::run::Run;

/// Pauses, and waits until nothing of these bridges runs.
pub(super) fn pause(run: &Run, arguments: &Pausing) -> Result<Exit, Problem> {
    let named = distinct(&arguments.bridges);
    for bridge in &named {
        serving(run, bridge)?;
    }
    let mut after = run.engine.settings()?;
    let before = after.clone();
    after.pause(&named);
    // A pause that is there already makes no state folder.
    let changed = after != before
        && run
            .engine
            .change_settings("pause", &mut |progress| watch(run, &progress), |settings| settings.pause(&named))?;
    let meant = |bridge: &BridgeShown| named.is_empty() || named.contains(&bridge.id);
    let left = |snapshot: &Snapshot| -> Vec<String> {
        let left = snapshot.bridges.iter().filter(|bridge| meant(bridge) && bridge.runtime.is_some());
        left.map(|bridge| bridge.id.clone()).collect()
    };
    let still = reread(run, |snapshot| left(snapshot).is_empty()).map(|snapshot| left(&snapshot)).unwrap_or_default();
    let bridges = run.words.list(named.iter().cloned());
    let id = match (changed, named.is_empty()) {
        (true, true) => "paused-all",
        (true, false) => "paused-some",
        (false, true) => "paused-all-already",
        (false, false) => "paused-already",
    };
    run.voice.line(0, &run.say(id, &[("bridges", (&bridges).into())]));
    let resume: Vec<String> = ["resume".to_owned()].into_iter().chain(named.iter().cloned()).collect();
    let resume = run.typed(&resume);
    run.voice.line(0, &run.say("pause-back", &[]));
    run.voice.verbatim(2, &resume);
    if !still.is_empty() {
        let still = run.words.list(still.iter().cloned());
        run.voice.error(&run.words, &run.say("paused-still-there", &[("bridges", still.into())]));
    }
    run.voice.json(json!({
        "command": "pause", "bridges": named, "all": named.is_empty(), "changed": changed,
        "still_running": still, "resume_command": resume,
    }));
    Ok(if still.is_empty() { Exit::Done } else { Exit::Partly })
}

/// Ends a pause; a bridge that failed is tried again.
pub(super) fn resume(run: &Run, arguments: &Pausing) -> Result<Exit, Problem> {
    let named = distinct(&arguments.bridges);
    let mut after = run.engine.settings()?;
    let before = after.clone();
    for bridge in named.iter().filter(|bridge| !before.paused.contains(*bridge)) {
        serving(run, bridge)?;
    }
    let packs = run.engine.packs(crate::version()).into_iter();
    let runs = packs.filter(|(_, pack)| pack.as_ref().is_ok_and(|manifest| manifest.kind != Kind::Engine));
    let known: Vec<String> = runs.map(|(id, _)| id).collect();
    after.resume(&named, &known);
    let changed = after != before
        && run.engine.change_settings("resume", &mut |progress| watch(run, &progress), |settings| {
            settings.resume(&named, &known);
        })?;
    let shown = reread(run, |_| true);
    let failed = shown
        .iter()
        .flat_map(|snapshot| &snapshot.bridges)
        .filter(|bridge| bridge.health.state == "failed" && (named.is_empty() || named.contains(&bridge.id)));
    let failed: Vec<String> = failed.map(|bridge| bridge.id.clone()).collect();
    if !failed.is_empty() {
        let host = host_of(run);
        let tried = block_on(async {
            for bridge in &failed {
                host.ask_running(Ask::TryAgain { bridge: bridge.clone() }).await?;
            }
            Ok::<(), bascule_host::client::NoHost>(())
        });
        // Where the service ended meanwhile, the next call tries anew.
        let _ = tried;
    }
    let list = |names: &[String]| run.words.list(names.iter().cloned());
    let id = match (changed, named.is_empty()) {
        (true, true) => "resumed-all",
        (true, false) => "resumed-some",
        (false, _) if !failed.is_empty() => "resumed-tried",
        (false, true) => "resumed-all-already",
        (false, false) => "resumed-already",
    };
    let bridges = if id == "resumed-tried" { list(&failed) } else { list(&named) };
    run.voice.line(0, &run.say(id, &[("bridges", bridges.into())]));
    run.voice.json(json!({
        "command": "resume", "bridges": named, "all": named.is_empty(), "changed": changed, "tried_again": failed,
    }));
    Ok(Exit::Done)
}

/// Refuses a bridge that is not here, and one that nothing runs for.
pub(super) fn serving(run: &Run, bridge: &str) -> Result<(), Problem> {
    known_bridge(run, bridge)?;
    match run.engine.pack(bridge, crate::version()) {
        Some(Ok(manifest)) if manifest.kind == Kind::Engine => Err(Problem::RunsNothing(bridge.to_owned())),
        Some(_) | None => Ok(()),
    }
}
