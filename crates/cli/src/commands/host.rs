//! `host`: the background service, run, ended and looked at.

use std::time::{Duration, Instant};

use bascule_core::machine::Machine;
use bascule_core::runtime::HostTrouble;
use bascule_engine::{Disk, Engine, is_packaged};
use bascule_host::client::{BOUND, Host, NoHost};
use bascule_host::wire::{Ask, CauseShown, HealthShown, Role, Snapshot, Told};
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
    let bound = machine.var(BOUND).is_some();
    let mut engine = Engine::new(machine, programs.launcher());
    engine.root = programs.root().cloned();
    let config = Config {
        engine,
        program: own_path().unwrap_or_else(|| "bascule".into()),
        version: crate::version(),
        me: me.clone(),
        allow: format!("{me} allow"),
        sees_files: !is_packaged(),
        bound,
    };
    match live(config) {
        Ok(Lived::Whole | Lived::AnotherDoes) => Exit::Done,
        Err(_) => Exit::Unavailable,
    }
}

/// The program that is started as the background service: the engine that the launcher
/// starts, so that it is the newest; where none is installed, this one.
pub(super) fn host_program<D: Disk>(engine: &Engine<D>) -> Utf8PathBuf {
    engine.installed_engine().or_else(own_path).unwrap_or_else(|| "bascule".into())
}

/// Ends the background service; done when it is gone.
pub(super) fn stop(run: &Run) -> Result<Exit, Problem> {
    let (asked, held) = (end(run), run.engine.host_lock_is_held()?);
    let id = match (asked, held) {
        (_, true) => "host-stays",
        (true, false) => "host-stopped",
        (false, false) => "host-absent",
    };
    run.voice.line(0, &run.say(id, &[]));
    if held {
        run.voice.helped(&run.words, 0, &run.say("doctor-service-silent-mend", &[]), &[]);
    }
    run.voice.json(json!({"command": "host stop", "was_running": asked, "running": held}));
    Ok(if held { Exit::Unavailable } else { Exit::Done })
}

/// Asks the background service to end, running calls first, and waits until it has let
/// go of its lock or that takes too long; whether one was there to be asked.
pub(super) fn end(run: &Run) -> bool {
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
    ended.unwrap_or(false)
}

/// Tells a running service that settings or bridges changed on the disk; done once they
/// count, and once `settled` says of what it shows that all came of it that will, or that
/// takes too long. `None` where no service runs.
pub(super) fn reread(run: &Run, settled: impl Fn(&Snapshot) -> bool) -> Option<Snapshot> {
    let host = host_of(run);
    let told = block_on(async {
        host.ask_running(Ask::Reread).await.ok()?;
        let mut seen = None;
        for _ in 0..SETTLING {
            let Ok(Told::Snapshot(snapshot)) = host.ask_running(Ask::Status).await else { return seen };
            let done = settled(&snapshot);
            seen = Some(*snapshot);
            if done {
                return seen;
            }
            tokio::time::sleep(LOOK).await;
        }
        seen
    });
    told.ok().flatten()
}

/// Tells a running service that programs of ours were exchanged: one of another version
/// than is installed now makes room, so that the next call starts the installed one.
pub(super) fn exchanged(run: &Run) {
    let installed = run.engine.installed_version();
    let running = run.engine.host_note().ok().flatten().map(|note| note.version);
    if installed.is_some() && running.is_some() && installed != running {
        let host = host_of(run);
        // Where none runs any more, the next one is the installed one.
        let _ = block_on(host.ask_running(Ask::End { now: false }));
    }
}

/// How everything stands, and whether the service says so.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sight {
    /// How it stands.
    pub(super) snapshot: Snapshot,
    /// Whether the service says so.
    pub(super) service: Service,
    /// Why it does not run as it should, where that is known.
    pub(super) trouble: Option<HostTrouble>,
}

/// Whether the background service answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Service {
    /// It does.
    Runs,
    /// None runs.
    Absent,
    /// It is there and does not.
    Silent,
}

/// Looks at how everything stands: asks the service, else looks itself.
pub(super) fn sight(run: &Run) -> Result<Sight, Problem> {
    match asked(run) {
        Ok(snapshot) => Ok(Sight { snapshot, service: Service::Runs, trouble: None }),
        Err(error) => at_rest(run, error.trouble(), &mut || obstacle(run)),
    }
}

/// How everything stands where nobody answers, as who was asked in vain told it. Where no
/// service runs, `obstacle` says what keeps one from starting.
pub(super) fn at_rest(
    run: &Run,
    told: Option<HostTrouble>,
    obstacle: &mut dyn FnMut() -> Option<HostTrouble>,
) -> Result<Sight, Problem> {
    let there = run.engine.host_lock_is_held().unwrap_or(false);
    let trouble = if there { told.or(Some(HostTrouble::Silent)) } else { obstacle() };
    let snapshot = bascule_host::at_rest(&run.engine, crate::version(), trouble.as_ref())?;
    Ok(Sight { snapshot, service: if there { Service::Silent } else { Service::Absent }, trouble })
}

/// What keeps a service from starting, as far as that is known.
pub(super) fn obstacle(run: &Run) -> Option<HostTrouble> {
    bascule_host::obstacle(&run.engine, &host_program(&run.engine))
}

/// Says whether the background service runs, and how it stands.
pub(super) fn status(run: &Run) -> Result<Exit, Problem> {
    let shown = snapshot(run);
    match &shown {
        Some(Snapshot { host, bridges, .. }) => {
            let since = told::readable_time(host.since);
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

/// How everything stands, where the background service runs. One that is about to listen
/// or to end is waited for.
pub(super) fn snapshot(run: &Run) -> Option<Snapshot> {
    asked(run).ok()
}

/// The same, or why it does not answer.
fn asked(run: &Run) -> Result<Snapshot, NoHost> {
    let host = host_of(run);
    let asked = block_on(async {
        let begin = Instant::now();
        loop {
            let error = match host.ask_running(Ask::Status).await {
                Ok(Told::Snapshot(snapshot)) => return Ok(*snapshot),
                Ok(_) => NoHost::NotRunning,
                Err(error) => error,
            };
            let over = begin.elapsed() >= APPEARING || matches!(error, NoHost::Turned { .. });
            if over || !run.engine.host_lock_is_held().unwrap_or(false) {
                return Err(error);
            }
            tokio::time::sleep(LOOK).await;
        }
    });
    asked.unwrap_or(Err(NoHost::NotRunning))
}

/// How a bridge stands, in words.
pub(super) fn health(run: &Run, health: &HealthShown) -> String {
    let state = match health.state.as_str() {
        "ready" => "health-ready",
        "starting" => "health-starting",
        "waiting" => "health-waiting",
        "paused" if health.cause.is_some() => "health-held",
        "paused" => "health-paused",
        "degraded" => "health-degraded",
        "stopped" => "health-stopped",
        _ => "health-failed",
    };
    let what = health.waits_for.as_deref().unwrap_or_default();
    let said = run.say(state, &[("what", what.into())]);
    match &health.cause {
        Some(cause) => format!("{said}: {}", explained(run, "", cause).sentence),
        None => said,
    }
}

/// A cause in words.
pub(super) fn explained(run: &Run, bridge: &str, cause: &CauseShown) -> bascule_words::Explained {
    let told = bascule_words::Told { bridge, code: &cause.code, what: cause.what.as_deref(), text: &cause.text };
    bascule_words::explained(&run.words, told)
}

/// How often it is looked whether what was asked came to be.
const SETTLING: u32 = 750;

/// How long a service that does not answer yet is asked again.
const APPEARING: Duration = Duration::from_secs(2);

/// How often an ending service is looked for, and how long after each other.
const STOPPING: u32 = 1_000;
const LOOK: Duration = Duration::from_millis(20);

/// The background service, for a command.
pub(super) fn host_of(run: &Run) -> Host {
    Host::new(run.engine.sibling(), host_program(&run.engine), Role::Command, run.me.clone())
}
