//! `support`: what somebody needs who helps from afar, for the person to read first.

use bascule_host::log_file;
use bascule_runtimes::utc;
use serde_json::{Map, Value, json};

use super::answers::answer;
use super::host::{Service, sight};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::told;

/// The tools of the built-in bridge whose answers belong to it: what agents may read holds
/// no contents of files, and no value of a variable.
const ANSWERS: [&str; 4] = ["list_bridges", "list_programs", "diagnose", "list_changes"];

/// How many lines of the background service's own log belong to it. What servers wrote
/// does not: nobody knows what stands there.
const LOG_LINES: usize = 50;

/// Prints it, and changes nothing.
pub(super) fn support(run: &Run) -> Result<Exit, Problem> {
    let mut parts = Map::new();
    parts.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    parts.insert("system".to_owned(), format!("{} {}", std::env::consts::OS, std::env::consts::ARCH).into());
    parts.insert("state_folder".to_owned(), run.engine.layout.root().as_str().into());
    parts.insert("launcher".to_owned(), run.engine.launcher.as_str().into());
    parts.insert("service".to_owned(), service(run));
    let quiet = Map::new();
    for tool in ANSWERS {
        // What cannot be found out is what somebody who helps has to know.
        let found = answer(&run.engine.machine, &run.programs, tool, &quiet);
        parts.insert(tool.to_owned(), found.unwrap_or_else(|problem| json!({"problem": problem.cause})));
    }
    let home = run.engine.machine.home.as_str();
    let text = format!("{:#}\n", without(home, parts.into()));
    let name = format!("bascule-support-{}.txt", &utc(told::now())[..10]);
    for line in text.lines() {
        run.voice.verbatim(0, line);
    }
    run.voice.json(json!({"command": "support", "name": name, "text": text}));
    Ok(Exit::Done)
}

fn service(run: &Run) -> Value {
    let log = run.engine.log_lines(&log_file(&run.engine, "host"), LOG_LINES).unwrap_or_default();
    let sight = match sight(run) {
        Ok(sight) => sight,
        Err(problem) => return json!({"problem": problem.to_string(), "log": log}),
    };
    let word = match sight.service {
        Service::Runs => "runs",
        Service::Absent => "absent",
        Service::Silent => "silent",
    };
    let host = &sight.snapshot.host;
    let bridges: Map<String, Value> = sight
        .snapshot
        .bridges
        .iter()
        .map(|bridge| {
            let cause = bridge.health.cause.as_ref().map(|cause| cause.code.as_str());
            (bridge.id.clone(), json!({"state": bridge.health.state, "cause": cause, "restarts": bridge.restarts}))
        })
        .collect();
    json!({
        "state": word, "version": host.version, "turned_away": host.turned_away, "bridges": bridges, "log": log,
    })
}

/// The same without the way to the person's home, which holds their name.
fn without(home: &str, value: Value) -> Value {
    match value {
        Value::String(text) => text.replace(home, "~").into(),
        Value::Array(values) => values.into_iter().map(|value| without(home, value)).collect(),
        Value::Object(map) => {
            map.into_iter().map(|(key, value)| (key.replace(home, "~"), without(home, value))).collect()
        }
        value => value,
    }
}
