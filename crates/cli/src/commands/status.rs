//! `status`: bridges times programs, and how each entry stands.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::harness::{Reach, Status};
use bascule_core::plugin::PluginStanding;
use bascule_core::reconcile::{Drift, Plan, Refusal, Step, Target, Wish};
use bascule_core::runtime::HostTrouble;
use bascule_engine::EngineError;
use bascule_host::trouble_shown;
use bascule_runtimes::utc;
use camino::Utf8PathBuf;
use serde_json::{Map, Value, json};

use super::host::{Service, Sight, explained, sight};
use super::{notices, projects, settings, standing};
use crate::arguments;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::told;
use crate::wrap::{columns, padded};

/// How one bridge stands in one program.
#[derive(Debug)]
enum Standing {
    Owned(Utf8PathBuf, Result<Drift, Refusal>),
    /// Our entry is there, and no note of it.
    Unnoted(Utf8PathBuf),
    Absent,
}

/// Shows how everything stands.
pub(super) fn status(run: &Run, arguments: &arguments::Status) -> Result<Exit, Problem> {
    if arguments.watch {
        return super::status_watch::watch(run);
    }
    let report = look(run, &sight(run)?)?;
    run.voice.json(report);
    Ok(Exit::Done)
}

/// Tells how everything stands, once, and hands back the same for programs.
pub(super) fn look(run: &Run, sight: &Sight) -> Result<Value, Problem> {
    let entries = run.engine.drifts()?;
    let mut bridges: Vec<String> = run.engine.packs(crate::version()).into_iter().map(|(id, _)| id).collect();
    for (target, ..) in &entries {
        if !bridges.contains(&target.bridge) {
            bridges.push(target.bridge.clone());
        }
    }
    let plugins = run.engine.plugin_standings(crate::version())?;
    let writable = |program: &bascule_engine::Program| {
        program.found.is_some()
            && program.harness.status == Status::Active
            && program.harness.site(Reach::User).is_some()
    };
    let here: Vec<_> = run.engine.programs().into_iter().filter(writable).collect();
    let mut report: Vec<Value> = Vec::new();
    for bridge in &bridges {
        let mut rows: Vec<(Target, Standing)> = Vec::new();
        let mut listed: BTreeSet<Target> = BTreeSet::new();
        for (target, file, state) in entries.iter().filter(|(target, ..)| target.bridge == *bridge) {
            listed.insert(target.clone());
            rows.push((target.clone(), Standing::Owned(file.clone(), state.clone())));
        }
        let absent = here.iter().map(|program| Target::user(bridge, program.harness.id));
        let absent: Vec<Target> = absent.filter(|target| !listed.contains(target)).collect();
        let unnoted = unnoted(run, &absent)?;
        rows.extend(absent.into_iter().map(|target| {
            let standing = unnoted.get(&target).cloned().map_or(Standing::Absent, Standing::Unnoted);
            (target, standing)
        }));
        tell(run, bridge, &rows);
        let mut told: Vec<Value> = Vec::new();
        for worker in projects::working(run, std::slice::from_ref(bridge)) {
            for project in worker.projects(run)? {
                projects::tell(run, bridge, &project);
                told.push(projects::project_json(&project));
            }
        }
        let plugin = plugins.iter().find(|plugin| plugin.bridge == *bridge);
        plugin.into_iter().for_each(|plugin| tell_plugin(run, plugin));
        let entries = rows.iter().map(row_json).collect::<Vec<_>>();
        let mut one = Map::from_iter([
            ("id".to_owned(), bridge.as_str().into()),
            ("entries".to_owned(), entries.into()),
            ("projects".to_owned(), told.into()),
            ("plugin".to_owned(), plugin.map(plugin_json).into()),
        ]);
        // A bridge whose files cannot be used is not kept by anybody.
        if let Some(shown) = sight.snapshot.bridges.iter().find(|shown| shown.id == *bridge) {
            standing::tell(run, shown, sight.snapshot.host.since);
            one.append(&mut standing::report(run, shown));
        }
        report.push(one.into());
    }
    if here.is_empty() && entries.is_empty() {
        run.voice.line(0, &run.say("nothing-found", &[]));
    }
    let unfinished = run.engine.interrupted()?;
    if let Some(number) = unfinished {
        run.voice.line(0, &run.say("history-unfinished", &[("number", number.to_string().into())]));
    }
    tell_service(run, sight);
    let snapshot = &sight.snapshot;
    if !snapshot.notices.is_empty() {
        run.voice.heading(&run.say("status-notices", &[("notices", snapshot.notices.len().into())]));
        notices::tell(run, 2, &snapshot.notices)?;
    }
    standing::tell_questions(run, &snapshot.questions);
    Ok(json!({
        "command": "status", "bridges": report, "unfinished": unfinished, "service": service_json(run, sight),
        "notices": notices::report(run, &snapshot.notices)?, "questions": standing::questions(&snapshot.questions),
        "preferences": settings::preferences(run, &snapshot.face),
    }))
}

fn tell_service(run: &Run, sight: &Sight) {
    let host = &sight.snapshot.host;
    match sight.service {
        Service::Runs => {
            let since = told::readable_time(host.since);
            let values = [("version", (&host.version).into()), ("since", since.into())];
            run.voice.line(0, &run.say("host-running", &values));
            if host.bound {
                run.voice.line(2, &run.say("host-bound", &[]));
            }
        }
        Service::Absent | Service::Silent => match &sight.trouble {
            None => run.voice.line(0, &run.say("host-absent", &[])),
            Some(HostTrouble::Silent) => {
                run.voice.line(0, &run.say("doctor-service-silent", &[]));
                run.voice.helped(&run.words, 2, &run.say("doctor-service-silent-mend", &[]), &[]);
            }
            Some(trouble) => {
                let told = explained(run, "", &trouble_shown(trouble));
                let step = bascule_words::step(&run.words, "host");
                let values = [("step", step.as_ref().into()), ("what", told.sentence.as_str().into())];
                run.voice.line(0, &run.say("chain-bad", &values));
                if let Some(mend) = &told.mend {
                    run.voice.helped(&run.words, 2, mend, &run.offers(&told.ways));
                }
            }
        },
    }
    if let Some(problem) = &host.settings_problem {
        run.voice.line(0, &run.say("status-settings-broken", &[("problem", problem.into())]));
        let doctor = vec![bascule_words::Way::from(vec!["doctor".to_owned()])];
        run.voice.helped(&run.words, 2, &run.say("standing-mend-doctor", &[]), &run.offers(&doctor));
    }
}

fn service_json(run: &Run, sight: &Sight) -> Value {
    let host = &sight.snapshot.host;
    let state = match sight.service {
        Service::Runs => "runs",
        Service::Absent => "absent",
        Service::Silent => "silent",
    };
    let cause = sight.trouble.as_ref().map(|trouble| standing::told_cause(run, "", &trouble_shown(trouble)));
    let runs = sight.service == Service::Runs;
    json!({
        "state": state, "version": runs.then_some(&host.version), "installed": host.installed,
        "process": runs.then_some(host.pid), "bound": host.bound, "since": runs.then(|| utc(host.since)),
        "cause": cause, "settings_problem": host.settings_problem, "turned_away": host.turned_away, "log_lost": host.audit_lost,
    })
}

/// The targets whose entry stands in its file though no note knows it, with the file.
fn unnoted(run: &Run, targets: &[Target]) -> Result<BTreeMap<Target, Utf8PathBuf>, Problem> {
    let plan = match run.engine.plan(&targets.iter().map(|target| (target.clone(), Wish::ASKED)).collect()) {
        Err(EngineError::OtherUsersHome { .. }) => Plan::default(),
        plan => plan?,
    };
    let edits = plan.changes.into_iter().flat_map(|change| change.edits().to_vec());
    let there = edits.filter_map(|edit| match edit.step {
        Step::Adopt | Step::Rewrite(_) => Some((edit.target, edit.after?.file)),
        _ => None,
    });
    let edited = plan.refusals.into_iter().filter_map(|(target, refusal)| match refusal {
        Refusal::EditedSince { file, .. } => Some((target, file)),
        _ => None,
    });
    Ok(there.chain(edited).collect())
}

fn tell(run: &Run, bridge: &str, rows: &[(Target, Standing)]) {
    run.voice.heading(bridge);
    let names: Vec<String> = rows.iter().map(|(target, _)| told::program(&run.words, target)).collect();
    let width = names.iter().map(|name| columns(name)).max().unwrap_or(0).min(30);
    for ((_, standing), name) in rows.iter().zip(&names) {
        let state = state(run, standing);
        run.voice.line(2, &format!("{}  {state}", padded(name, width)));
        if let Standing::Owned(file, _) | Standing::Unnoted(file) = standing {
            run.voice.verbatim(4 + width, &run.path(file));
        }
    }
}

fn tell_plugin(run: &Run, plugin: &PluginStanding) {
    if plugin.gone.is_empty() && plugin.edited.is_empty() {
        run.voice.line(2, &run.say("plugins-state-well", &[("files", plugin.files.into())]));
    }
    for (files, id) in [(&plugin.gone, "plugins-state-gone"), (&plugin.edited, "plugins-state-edited")] {
        files.iter().for_each(|file| run.voice.line(2, &run.say(id, &[("file", run.path(file).into())])));
    }
}

fn plugin_json(plugin: &PluginStanding) -> Value {
    json!({"files": plugin.files, "gone": plugin.gone, "edited": plugin.edited})
}

fn state(run: &Run, standing: &Standing) -> String {
    match standing {
        Standing::Owned(_, Ok(Drift::AsWritten)) => run.say("state-as-written", &[]),
        Standing::Owned(_, Ok(Drift::Edited)) => run.say("state-edited", &[]),
        Standing::Owned(_, Ok(Drift::Gone)) => run.say("state-gone", &[]),
        Standing::Owned(_, Ok(Drift::Taken)) => run.say("state-taken", &[]),
        Standing::Owned(_, Err(refusal)) => bascule_words::refusal(&run.words, refusal),
        Standing::Unnoted(_) => run.say("state-unnoted", &[]),
        Standing::Absent => run.say("state-absent", &[]),
    }
}

fn row_json((target, standing): &(Target, Standing)) -> Value {
    let mut row = told::target(target);
    let (state, path, problem) = match standing {
        Standing::Owned(file, Ok(drift)) => (told::drift_word(*drift), Some(file), None),
        Standing::Owned(file, Err(refusal)) => ("unreadable", Some(file), Some(refusal.code())),
        Standing::Unnoted(file) => ("unnoted", Some(file), None),
        Standing::Absent => ("absent", None, None),
    };
    row.insert("state".to_owned(), state.into());
    row.insert("path".to_owned(), path.map(|path| path.as_str()).into());
    row.insert("problem".to_owned(), problem.into());
    row.into()
}
