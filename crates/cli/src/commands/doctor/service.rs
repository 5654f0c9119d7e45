//! The check-up of the background service: looked at, told and mended.

use bascule_core::doctor::{Life, Service, ServiceTrouble, StateTrouble};
use bascule_engine::EngineError;
use bascule_words::Way;

use super::super::host::{end, host_program, snapshot};
use super::Told;
use crate::problem::Problem;
use crate::run::Run;

/// Looks at the service and what it needs. Starts none.
pub(in crate::commands) fn examine(run: &Run) -> Result<Service, EngineError> {
    let mut service = run.engine.examine_service(&host_program(&run.engine))?;
    service.taken = bascule_host::endpoint_taken(&run.engine)?;
    service.life = life(run)?;
    if service.life == Life::Answers
        && let Some(snapshot) = snapshot(run)
    {
        let outdated = snapshot.bridges.into_iter().filter(|bridge| bridge.older_build);
        service.outdated = outdated.map(|bridge| bridge.id).collect();
    }
    Ok(service)
}

fn life(run: &Run) -> Result<Life, EngineError> {
    if !run.engine.host_lock_is_held()? {
        return Ok(Life::Absent);
    }
    let note = run.engine.host_note().ok().flatten();
    let installed = run.engine.installed_version();
    // Not asked: a client that is newer would end it by asking.
    if let (Some(note), Some(installed)) = (&note, installed)
        && note.version != installed
    {
        return Ok(Life::Older { version: note.version.clone(), installed });
    }
    Ok(match snapshot(run) {
        Some(_) => Life::Answers,
        // It may just have ended.
        None if !run.engine.host_lock_is_held()? => Life::Absent,
        None => Life::Silent { pid: note.map(|note| note.pid) },
    })
}

/// Mends what can be mended without taking anything away; whether it is mended now.
pub(super) fn mend(run: &Run, trouble: &ServiceTrouble) -> Result<bool, Problem> {
    match trouble {
        ServiceTrouble::Older { .. } | ServiceTrouble::Outdated(_) => {
            end(run);
            Ok(!run.engine.host_lock_is_held()?)
        }
        ServiceTrouble::Stale(_) => Ok(run.engine.clear_host_note()?),
        ServiceTrouble::Orphan(orphan) => Ok(run.engine.end_orphan(orphan)),
        ServiceTrouble::State(_)
        | ServiceTrouble::Settings { .. }
        | ServiceTrouble::Silent { .. }
        | ServiceTrouble::Taken(_) => Ok(false),
    }
}

/// A trouble in words.
pub(super) fn told(run: &Run, trouble: &ServiceTrouble) -> Told {
    let fix = || vec![Way::from(vec!["doctor".to_owned(), "--fix".to_owned()])];
    let plain = |sentence: String, mend: String, ways: Vec<Way>| Told {
        sentence,
        mend,
        ways,
        harness: None,
        bridge: None,
        file: None,
    };
    let of_bridge = |bridge: &String, told: Told| Told { bridge: Some(bridge.clone()), ..told };
    let of_file = |file: &camino::Utf8Path, told: Told| Told { file: Some(file.to_string()), ..told };
    match trouble {
        ServiceTrouble::State(StateTrouble::ReadOnly(path)) => {
            let sentence = run.say("doctor-state-read-only", &[("path", run.path(path).into())]);
            of_file(path, plain(sentence, run.say("doctor-state-read-only-mend", &[]), vec![]))
        }
        ServiceTrouble::State(StateTrouble::Full(path)) => {
            let sentence = run.say("doctor-state-full", &[("path", run.path(path).into())]);
            of_file(path, plain(sentence, run.say("doctor-state-full-mend", &[]), vec![]))
        }
        ServiceTrouble::Settings { file, problem } => {
            // What a parser draws around the place does not fit into a sentence.
            let problem = problem.split_whitespace().collect::<Vec<_>>().join(" ");
            let values = [("file", run.path(file).into()), ("problem", problem.into())];
            let sentence = run.say("doctor-settings-unusable", &values);
            let aside = format!("{}.aside", run.path(file));
            let mend = run.say("doctor-settings-unusable-mend", &[("aside", aside.into())]);
            of_file(file, plain(sentence, mend, vec![]))
        }
        ServiceTrouble::Silent { pid } => {
            let sentence = match pid {
                Some(pid) => run.say("doctor-service-silent-process", &[("pid", pid.to_string().into())]),
                None => run.say("doctor-service-silent", &[]),
            };
            plain(sentence, run.say("doctor-service-silent-mend", &[]), vec![])
        }
        ServiceTrouble::Older { version, installed } => {
            let values = [("version", version.into()), ("installed", installed.into())];
            plain(run.say("doctor-service-older", &values), run.say("doctor-take-over-mend", &[]), fix())
        }
        ServiceTrouble::Taken(folder) => {
            let sentence = run.say("doctor-endpoint-taken", &[("folder", folder.into())]);
            of_file(folder, plain(sentence, run.say("doctor-endpoint-taken-mend", &[]), vec![]))
        }
        ServiceTrouble::Stale(file) => {
            let sentence = run.say("doctor-service-stale", &[("file", run.path(file).into())]);
            of_file(file, plain(sentence, run.say("doctor-service-stale-mend", &[]), fix()))
        }
        ServiceTrouble::Outdated(bridge) => {
            let sentence = run.say("doctor-serving-older", &[("bridge", bridge.into())]);
            of_bridge(bridge, plain(sentence, run.say("doctor-take-over-mend", &[]), fix()))
        }
        ServiceTrouble::Orphan(orphan) => {
            let values = [("pid", orphan.pid.to_string().into()), ("bridge", (&orphan.bridge).into())];
            let told = plain(run.say("doctor-orphaned", &values), run.say("doctor-orphaned-mend", &[]), fix());
            of_bridge(&orphan.bridge, told)
        }
    }
}
