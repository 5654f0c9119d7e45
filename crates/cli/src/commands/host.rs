//! `host`: the background service, run, ended and looked at.

use std::time::Duration;

use bascule_core::machine::Machine;
use bascule_engine::{Disk, Engine};
use bascule_host::client::Host;
use bascule_host::wire::{Ask, HealthShown, Role, Snapshot, Told};
use bascule_host::{Config, Lived, live};
use camino::Utf8PathBuf;
use serde_json::json;

use crate::exit::Exit;
use crate::mcp::block_on;
use crate::problem::Problem;
use crate::programs::Programs;
use crate::run::{Run, own_path, typed_name};
use crate::told;

/// Lives as the background service until it is told to end or has nothing to do.
///
/// Nobody reads along: what it has to say stands in its log.
pub(super) fn run_host(machine: Machine, programs: &Programs) -> Exit {
    let me = typed_name(&machine, programs);
    let mut engine = Engine::new(machine, programs.launcher());
    engine.root = programs.root().cloned();
    let config = Config {
        engine,
        program: own_path().unwrap_or_else(|| "bascule".into()),
        version: crate::version(),
        resume: format!("{me} resume"),
        allow: format!("{me} allow"),
        sees_files: true,
    };
    match live(config) {
        Ok(Lived::Whole | Lived::AnotherDoes) => Exit::Done,
        Err(_) => Exit::Unavailable,
    }
}

/// The program that is started as the background service: the engine that the launcher
/// starts, so that it is the newest; where none is installed, this one.
pub(super) fn host_program<D: Disk>(engine: &Engine<D>, programs: &Programs) -> Utf8PathBuf {
    let installed = programs.root().and_then(|root| {
        let version = engine.installed_version()?;
        Utf8PathBuf::from_path_buf(root.engine(&version)).ok().filter(|program| program.is_file())
    });
    installed.or_else(own_path).unwrap_or_else(|| "bascule".into())
}

/// Ends the background service; done when it is gone.
pub(super) fn stop(run: &Run) -> Result<Exit, Problem> {
    let host = host_of(run);
    let before = run.engine.host_note().ok().flatten().map(|note| note.pid);
    // An AI program that is at work may have started another one already.
    let stays = || {
        let another = || run.engine.host_note().ok().flatten().is_some_and(|note| Some(note.pid) != before);
        run.engine.host_lock_is_held().is_ok_and(|held| held) && !another()
    };
    let ended = block_on(async {
        // It answers before it ends, and lets go of its lock last.
        let asked = host.ask_running(Ask::End { now: false }).await.is_ok();
        for _ in 0..STOPPING {
            if !stays() {
                break;
            }
            tokio::time::sleep(LOOK).await;
        }
        asked
    });
    let (asked, held) = (ended.unwrap_or(false), stays());
    let id = match (asked, held) {
        (_, true) => "host-stays",
        (true, false) => "host-stopped",
        (false, false) => "host-absent",
    };
    run.voice.line(0, &run.say(id, &[]));
    run.voice.json(json!({"command": "host stop", "was_running": asked, "running": held}));
    Ok(if held { Exit::Unavailable } else { Exit::Done })
}

/// Says whether the background service runs, and how it stands.
pub(super) fn status(run: &Run) -> Result<Exit, Problem> {
    let shown = snapshot(run);
    match &shown {
        Some(Snapshot { host, bridges, .. }) => {
            let since = told::time(host.since);
            let values = [("version", (&host.version).into()), ("since", (&since).into())];
            run.voice.line(0, &run.say("host-running", &values));
            for bridge in bridges.iter().filter(|bridge| bridge.runtime.is_some()) {
                let pid = bridge.runtime.as_ref().map_or(0, |runtime| runtime.pid).to_string();
                let state = health(run, &bridge.health);
                let values = [("bridge", (&bridge.id).into()), ("state", (&state).into()), ("pid", (&pid).into())];
                run.voice.line(2, &run.say("host-runtime", &values));
            }
        }
        None => run.voice.line(0, &run.say("host-absent", &[])),
    }
    run.voice.json(json!({"command": "host status", "running": shown.is_some(), "snapshot": shown}));
    Ok(Exit::Done)
}

/// How everything stands, where the background service runs.
pub(super) fn snapshot(run: &Run) -> Option<Snapshot> {
    let host = host_of(run);
    match block_on(host.ask_running(Ask::Status)) {
        Ok(Ok(Told::Snapshot(snapshot))) => Some(*snapshot),
        Ok(Ok(_) | Err(_)) | Err(_) => None,
    }
}

/// How a bridge stands, in words.
pub(super) fn health(run: &Run, health: &HealthShown) -> String {
    let state = match health.state.as_str() {
        "ready" => "health-ready",
        "starting" => "health-starting",
        "waiting" => "health-waiting",
        "paused" => "health-paused",
        "degraded" => "health-degraded",
        "stopped" => "health-stopped",
        _ => "health-failed",
    };
    let what = health.waits_for.as_deref().unwrap_or_default();
    let said = run.say(state, &[("what", what.into())]);
    match &health.cause {
        Some(cause) => format!("{said}: {}", cause.text),
        None => said,
    }
}

/// How often an ending service is looked for, and how long after each other.
const STOPPING: u32 = 1_000;
const LOOK: Duration = Duration::from_millis(20);

/// The background service, for a command.
pub(super) fn host_of(run: &Run) -> Host {
    Host::new(run.engine.sibling(), host_program(&run.engine, &run.programs), Role::Command)
}
