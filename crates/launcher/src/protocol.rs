//! An MCP server of one tool on standard input and output, where no engine is left
//! to be one.
//!
//! It speaks the revisions with `initialize` and the one without; a request it does
//! not know is an error.

use std::io::{self, BufRead, Write};

use bascule_launcher::SERVER_NAME;
use serde_json::{Value, json};

use crate::notice::Notice;
use crate::sentences::Lang;

/// The revisions that open with `initialize`, oldest first.
const WITH_INITIALIZE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The revision without: every request describes its client.
const STATELESS: &str = "2026-07-28";

/// The one tool.
const TOOL: &str = "why_bascule_is_missing";

/// The most bytes of one message.
const MESSAGE_LIMIT: u64 = 4 << 20;

/// Answers until the input ends.
pub(crate) fn serve(notice: &Notice) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = io::Read::take(&mut input, MESSAGE_LIMIT).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if line.last() != Some(&b'\n') && read as u64 == MESSAGE_LIMIT {
            // What is left of a line that is too long is no message either.
            input.skip_until(b'\n')?;
        }
        if let Some(answer) = answered(&line, notice) {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
}

/// The answer to a line; `None` where it asks nothing.
fn answered(line: &[u8], notice: &Notice) -> Option<Value> {
    if line.trim_ascii().is_empty() {
        return None;
    }
    match serde_json::from_slice(line) {
        // One revision lets a client send several messages at once.
        Ok(Value::Array(batch)) if !batch.is_empty() => {
            let answers: Vec<Value> = batch.iter().filter_map(|message| answer(message, notice)).collect();
            (!answers.is_empty()).then(|| answers.into())
        }
        Ok(message) => answer(&message, notice),
        Err(_) => Some(error(&Value::Null, -32700, "this is not JSON")),
    }
}

fn answer(message: &Value, notice: &Notice) -> Option<Value> {
    let Some(method) = message.get("method") else {
        // A response to a request nobody here makes is no request.
        let response = message.get("result").is_some() || message.get("error").is_some();
        return (!response).then(|| error(&Value::Null, -32600, "this is no request"));
    };
    let id = message.get("id")?;
    let (Some(method), true) = (method.as_str(), id.is_string() || id.is_number()) else {
        return Some(error(&Value::Null, -32600, "this is no request"));
    };
    let none = Value::Null;
    let params = message.get("params").unwrap_or(&none);
    let revision = params.pointer("/_meta/io.modelcontextprotocol~1protocolVersion");
    if let Some(revision) = revision.filter(|revision| *revision != STATELESS) {
        let mut refused = error(id, -32022, "unsupported protocol version");
        refused["error"]["data"] = json!({"supported": [STATELESS], "requested": revision});
        return Some(refused);
    }
    let mut answer = match method {
        "initialize" => result(id, opened(params, notice)),
        "server/discover" => result(id, discovered(notice)),
        "ping" => result(id, json!({})),
        "tools/list" => result(id, json!({"tools": [tool(notice)]})),
        "tools/call" => match params.get("name").and_then(Value::as_str) {
            Some(TOOL) => {
                let content = json!([{"type": "text", "text": notice.for_agents()}]);
                result(id, json!({"content": content, "isError": false}))
            }
            name => {
                let cause = notice.cause(Lang::English);
                let name = name.unwrap_or_default();
                error(id, -32602, &format!("unknown tool {name:?}. {cause} Call {TOOL} for what to do."))
            }
        },
        _ => error(id, -32601, &format!("there is no method {method:?} here")),
    };
    if revision.is_some()
        && let Some(result) = answer.get_mut("result")
    {
        result["resultType"] = "complete".into();
        if method == "tools/list" {
            result["ttlMs"] = 0.into();
            result["cacheScope"] = "private".into();
        }
    }
    Some(answer)
}

/// The revision the client asked for, else the newest that opens like this.
fn opened(params: &Value, notice: &Notice) -> Value {
    let asked = params.get("protocolVersion").and_then(Value::as_str);
    let newest = WITH_INITIALIZE[WITH_INITIALIZE.len() - 1];
    let spoken = WITH_INITIALIZE.into_iter().find(|known| Some(*known) == asked).unwrap_or(newest);
    json!({
        "protocolVersion": spoken,
        "capabilities": {"tools": {}},
        "serverInfo": server(),
        "instructions": instructions(notice),
    })
}

fn discovered(notice: &Notice) -> Value {
    let all = WITH_INITIALIZE.into_iter().chain([STATELESS]);
    json!({
        "supportedVersions": all.collect::<Vec<_>>(),
        "capabilities": {"tools": {}},
        "instructions": instructions(notice),
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {"io.modelcontextprotocol/serverInfo": server()},
    })
}

fn server() -> Value {
    json!({"name": SERVER_NAME, "title": "Bascule", "version": env!("CARGO_PKG_VERSION")})
}

fn instructions(notice: &Notice) -> String {
    format!("{} Call {TOOL} for what to do, and tell the user.", notice.cause(Lang::English))
}

fn tool(notice: &Notice) -> Value {
    json!({
        "name": TOOL,
        "title": "Why Bascule is missing",
        "description": format!(
            "{} Tells how to install Bascule again, and lists the files and entries it left, \
             so that they can be removed by hand. It only looks.",
            notice.cause(Lang::English)
        ),
        "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
        "annotations": {
            "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
        },
    })
}

fn result(id: &Value, result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}
