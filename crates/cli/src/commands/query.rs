//! `query`: calls one tool of a bridge, as an agent would, and ends.

use std::time::{Duration, Instant};

use bascule_core::bridge::{BridgeManifest, Kind, Tool};
use bascule_host::call::{Answer, ToolCall};
use bascule_runtimes::{Indexes, Whereabouts};
use serde_json::{Map, Value, json};

use super::answers;
use super::host::host_of;
use crate::arguments::Query;
use crate::choose::known_bridge;
use crate::exit::Exit;
use crate::mcp::{CallProblem, block_on};
use crate::problem::Problem;
use crate::run::Run;

/// Nobody waits here but the person who asked.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// Calls a tool and prints its answer.
pub(super) fn query(run: &Run, query: &Query) -> Result<Exit, Problem> {
    known_bridge(run, &query.bridge)?;
    let manifest = match run.engine.pack(&query.bridge, crate::version()) {
        Some(Ok(manifest)) => manifest,
        Some(Err(source)) => return Err(Problem::BridgeFile { bridge: query.bridge.clone(), source }),
        None => return Err(Problem::UnknownBridge { bridge: query.bridge.clone(), similar: None }),
    };
    let tool = manifest.tool(&query.tool);
    // A server that was never seen may have tools that nobody noted.
    let unlisted = matches!(manifest.kind, Kind::Command(_)) && manifest.tools.is_empty();
    if tool.is_none() && !unlisted {
        let known = manifest.tools.iter().map(|tool| tool.name.clone()).collect();
        return Err(Problem::UnknownTool { bridge: query.bridge.clone(), tool: query.tool.clone(), known });
    }
    let arguments = arguments(tool, &query.arg);
    if let Some(tool) = tool {
        tool.check(&arguments)?;
    }
    let answered = called(run, query, &manifest, arguments)?;
    Ok(tell(run, query, answered))
}

fn called(
    run: &Run,
    query: &Query,
    manifest: &BridgeManifest,
    arguments: Map<String, Value>,
) -> Result<Result<Value, CallProblem>, Problem> {
    if manifest.kind == Kind::Engine {
        let answer = answers::answer(&run.engine.machine, &run.programs, &query.tool, &arguments);
        return Ok(answer.map(|answer| json!({"structuredContent": answer, "isError": false})));
    }
    let mut meta = Map::new();
    if let Kind::Index(source) = &manifest.kind {
        let here = Whereabouts::here(query.project.clone());
        if query.tool != "list_projects" {
            // What a person named wrongly is said in their own language.
            let indexes = Indexes::new(run.engine.sibling(), &manifest.id, source);
            indexes.chosen(arguments.get("project").and_then(Value::as_str), &here)??;
        }
        meta.insert(Whereabouts::KEY.to_owned(), here.to_value());
    }
    let call =
        || ToolCall { name: query.tool.clone(), arguments: arguments.clone(), meta: meta.clone(), progress: None };
    let host = host_of(run);
    let answered = block_on(async {
        let begin = Instant::now();
        loop {
            let answer = host.call(&manifest.id, call()).await;
            // An agent calls again; a person waits here until the index is built.
            let building = matches!(&answer, Answer::Result(result) if is_building(result));
            if !building || begin.elapsed() > PATIENCE {
                return answer;
            }
        }
    });
    Ok(match answered.map_err(|error| CallProblem::bare(error.to_string())) {
        Err(problem) | Ok(Answer::Problem(problem)) => Err(problem),
        Ok(Answer::Result(result)) => Ok(result),
        Ok(Answer::Refused(error)) => Err(CallProblem::bare(error.message)),
    })
}

fn is_building(result: &Value) -> bool {
    texts(result).iter().any(|text| text.starts_with("INDEX_BUILDING"))
}

/// The arguments as JSON, each of the type that the tool's schema names.
fn arguments(tool: Option<&Tool>, pairs: &[(String, String)]) -> Map<String, Value> {
    let of_type = |name: &str| {
        let schema = tool.and_then(|tool| tool.listed().get("inputSchema"))?;
        schema.get("properties")?.get(name)?.get("type")?.as_str()
    };
    let typed = |(name, text): &(String, String)| {
        let value = match of_type(name) {
            Some("string") | None => Value::from(text.as_str()),
            // What does not parse stays a text: the schema then says what it must be.
            Some(_) => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str())),
        };
        (name.clone(), value)
    };
    pairs.iter().map(typed).collect()
}

fn tell(run: &Run, query: &Query, answered: Result<Value, CallProblem>) -> Exit {
    let told = |answer: Value, error: Option<Value>| {
        run.voice.json(json!({
            "command": "query", "bridge": query.bridge, "tool": query.tool, "answer": answer, "problem": error,
        }));
    };
    match answered {
        Ok(result) if result.get("isError").and_then(Value::as_bool) == Some(true) => {
            let text = texts(&result).join("\n");
            run.voice.error(&run.words, &run.say("query-failed", &[("tool", (&query.tool).into())]));
            text.lines().for_each(|line| run.voice.aside_verbatim(2, line));
            told(Value::Null, Some(json!({"cause": text, "mend": null})));
            Exit::Unavailable
        }
        Ok(result) => {
            match result.get("structuredContent") {
                Some(answer) => {
                    run.voice.verbatim(0, &format!("{answer:#}"));
                    told(answer.clone(), None);
                }
                None => {
                    texts(&result).iter().for_each(|text| run.voice.verbatim(0, text));
                    told(result, None);
                }
            }
            Exit::Done
        }
        Err(problem) => {
            run.voice.error(&run.words, &run.say("query-failed", &[("tool", (&query.tool).into())]));
            let lines = std::iter::once(&problem.cause).chain(&problem.mend);
            lines.flat_map(|text| text.lines()).for_each(|line| run.voice.aside_verbatim(2, line));
            told(Value::Null, Some(json!({"cause": problem.cause, "mend": problem.mend})));
            Exit::Unavailable
        }
    }
}

/// The texts of a `tools/call` result.
fn texts(result: &Value) -> Vec<String> {
    let content = result.get("content").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let shown = |part: &Value| match part.get("text").and_then(Value::as_str) {
        Some(text) => text.to_owned(),
        None => part.to_string(),
    };
    content.iter().map(shown).collect()
}
