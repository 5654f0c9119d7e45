//! `log`: what AI programs called, and what the program of a bridge wrote.

use bascule_core::harness;
use bascule_engine::AuditLine;
use bascule_runtimes::utc;
use serde_json::{Value, json};

use crate::arguments::Log;
use crate::choose::known_bridge;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::told;

/// How many of the last lines of a program are shown.
const LINES: usize = 200;

/// Shows the calls, the newest last.
pub(super) fn log(run: &Run, arguments: &Log) -> Result<Exit, Problem> {
    if let Some(bridge) = &arguments.output {
        return output(run, bridge);
    }
    let lines = run.engine.audit()?;
    if let Some(bridge) = arguments.bridge.as_ref().filter(|bridge| lines.iter().all(|line| line.bridge != **bridge)) {
        // One that is gone may still have been called.
        known_bridge(run, bridge)?;
    }
    let from = arguments.since.map_or(0, |since| since.millis(told::now()));
    let meant =
        |line: &&AuditLine| line.at_ms >= from && arguments.bridge.as_ref().is_none_or(|bridge| line.bridge == *bridge);
    let shown: Vec<&AuditLine> = lines.iter().filter(meant).collect();
    if shown.is_empty() {
        run.voice.line(0, &run.say(if lines.is_empty() { "log-empty" } else { "log-none" }, &[]));
    }
    shown.iter().for_each(|line| tell(run, line));
    let calls: Vec<Value> = shown.iter().map(|line| call_json(line)).collect();
    run.voice.json(json!({"command": "log", "calls": calls}));
    Ok(Exit::Done)
}

fn tell(run: &Run, line: &AuditLine) {
    let program = match &line.program {
        Some(id) => harness::find(id).map_or_else(|| plain(id), |harness| harness.name.to_owned()),
        None => run.say("log-someone", &[]),
    };
    let outcome = match line.outcome.as_str() {
        "done" => run.say("outcome-done", &[]),
        "failed" => run.say("outcome-failed", &[]),
        "refused" => run.say("outcome-refused", &[]),
        "closed" => run.say("outcome-closed", &[]),
        "unavailable" => run.say("outcome-unavailable", &[]),
        "cut-off" => run.say("outcome-cut-off", &[]),
        "cancelled" => run.say("outcome-cancelled", &[]),
        later => run.say("outcome-other", &[("word", plain(later).into())]),
    };
    let time = told::precise_time(line.at_ms / 1_000);
    let values = [
        ("time", time.into()),
        ("program", program.into()),
        ("bridge", plain(&line.bridge).into()),
        // An agent names tools as it likes, also ones that are none.
        ("tool", plain(&line.tool).into()),
        ("outcome", outcome.into()),
        ("millis", line.took_ms.to_string().into()),
    ];
    run.voice.verbatim(0, &run.say("log-line", &values));
}

fn call_json(line: &AuditLine) -> Value {
    json!({
        "time": utc(line.at_ms / 1_000), "harness": line.program, "bridge": line.bridge, "tool": line.tool,
        "arguments": line.arguments, "outcome": line.outcome, "millis": line.took_ms,
    })
}

fn output(run: &Run, bridge: &str) -> Result<Exit, Problem> {
    super::pause::serving(run, bridge)?;
    let file = bascule_host::log_file(&run.engine, bridge);
    let lines = run.engine.log_lines(&file, LINES).map_err(|error| Problem::Engine(error.into()))?;
    if lines.is_empty() {
        run.voice.line(0, &run.say("log-output-empty", &[("bridge", bridge.into())]));
    }
    lines.iter().for_each(|line| run.voice.verbatim(0, &plain(line)));
    run.voice.json(json!({"command": "log", "bridge": bridge, "file": file, "lines": lines}));
    Ok(Exit::Done)
}

/// A text of somebody else's without what would steer a terminal.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect()
}
