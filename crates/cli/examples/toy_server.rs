//! A tiny MCP server with bad manners on request, for the tests of the adapter.
//!
//! The first argument says how it behaves: `plain`, `mute` (never answers), `die`
//! (complains and ends), `noise` (prints what is no message), `environment`
//! (prints its variables and ends), `stateless` (knows
//! no `initialize`), `stay` (ignores the end of its input), `grown` (has one tool more
//! from the start).

#![expect(clippy::disallowed_methods, reason = "a test server misbehaves with its own environment and processes")]

use std::collections::HashSet;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

fn main() {
    let manner = std::env::args().nth(1).unwrap_or_default();
    match manner.as_str() {
        "die" => {
            eprintln!("toy: the licence file is missing");
            std::process::exit(3);
        }
        "mute" => {
            let mut ignored = String::new();
            while std::io::stdin().read_line(&mut ignored).is_ok_and(|count| count > 0) {}
        }
        "environment" => {
            let variables: Vec<_> = std::env::vars().map(|(name, value)| format!("{name}={value}")).collect();
            println!("{}", variables.join(" "));
        }
        "noise" => {
            println!("Welcome to toy!");
            Toy::default().serve(&manner);
        }
        "grown" => Toy { grown: Arc::new(Mutex::new(true)), ..Toy::default() }.serve(&manner),
        _ => Toy::default().serve(&manner),
    }
    if manner == "stay" {
        std::thread::sleep(Duration::from_secs(60));
    }
}

#[derive(Clone, Default)]
struct Toy {
    cancelled: Arc<Mutex<HashSet<String>>>,
    grown: Arc<Mutex<bool>>,
    /// The answer to the last request this server made of its client.
    answered: Arc<Mutex<Option<Value>>>,
}

impl Toy {
    fn serve(&self, manner: &str) {
        for line in std::io::stdin().lock().lines() {
            let Ok(message) = serde_json::from_str::<Value>(&line.expect("text")) else { continue };
            let id = message["id"].clone();
            let Some(method) = message["method"].as_str() else {
                *self.answered.lock().expect("unpoisoned") = Some(message);
                continue;
            };
            let stateless = manner == "stateless";
            match method {
                "initialize" if stateless => refuse(&id, -32601, "no initialize here"),
                "initialize" => answer(
                    &id,
                    json!({"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                           "serverInfo": {"name": "toy", "version": "9.8.7"}}),
                ),
                "server/discover" if stateless => answer(
                    &id,
                    json!({"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "resultType": "complete",
                           "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "toy", "version": "9.8.7"}}}),
                ),
                _ if stateless
                    && message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] != "2026-07-28" =>
                {
                    refuse(&id, -32602, "_meta is missing");
                }
                "tools/list" => answer(&id, self.page(message["params"]["cursor"].as_str())),
                "tools/call" => {
                    let toy = self.clone();
                    std::thread::spawn(move || toy.call(&id, &message["params"]));
                }
                "notifications/cancelled" => {
                    let id = message["params"]["requestId"].to_string();
                    self.cancelled.lock().expect("unpoisoned").insert(id);
                }
                _ if id.is_null() => {}
                other => refuse(&id, -32601, other),
            }
        }
    }

    /// Two pages, so that cursors are followed.
    fn page(&self, cursor: Option<&str>) -> Value {
        let tool = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}, "x-own-key": [1, 2.50]});
        if cursor.is_none() {
            let names = ["echo", "slow", "crash", "ask", "grow", "family", "refuse"];
            return json!({"tools": names.map(tool), "nextCursor": "more"});
        }
        let mut names = vec!["flood", "big", "cancelled"];
        if *self.grown.lock().expect("unpoisoned") {
            names.push("grown");
        }
        json!({"tools": names.into_iter().map(tool).collect::<Vec<_>>()})
    }

    fn call(&self, id: &Value, params: &Value) {
        let arguments = &params["arguments"];
        match params["name"].as_str().unwrap_or_default() {
            "echo" => answer(
                id,
                json!({"content": [{"type": "hologram", "depth": 3}], "structuredContent": [arguments],
                       "isError": false, "_meta": {"seen": params["_meta"]["mine"]}, "x-more": null}),
            ),
            "slow" => self.slow(id, params),
            "crash" => {
                eprintln!("toy: out of cheese");
                std::process::exit(7);
            }
            "ask" => {
                say(&json!({"jsonrpc": "2.0", "id": "mine", "method": "sampling/createMessage", "params": {}}));
                for _ in 0..200 {
                    if let Some(reply) = self.answered.lock().expect("unpoisoned").take() {
                        return answer(id, json!({"content": [], "structuredContent": reply}));
                    }
                    std::thread::sleep(Duration::from_millis(10));
                }
                refuse(id, -32000, "nobody answered");
            }
            "grow" => {
                *self.grown.lock().expect("unpoisoned") = true;
                say(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
                answer(id, json!({"content": []}));
            }
            "family" => {
                #[expect(clippy::zombie_processes, reason = "the test asks whether the adapter ends it")]
                let child = std::process::Command::new("sleep").arg("60").spawn().expect("sleep");
                answer(
                    id,
                    json!({"content": [], "structuredContent": {"me": std::process::id(), "child": child.id()}}),
                );
            }
            "flood" => {
                let line = vec![b'x'; 8 << 10];
                for _ in 0..1_024 {
                    std::io::stderr().write_all(&line).expect("stderr");
                    std::io::stderr().write_all(b"\n").expect("stderr");
                }
                answer(id, json!({"content": [{"type": "text", "text": "flooded"}]}));
            }
            "big" => answer(id, json!({"content": [{"type": "text", "text": "y".repeat(4 << 20)}]})),
            "cancelled" => {
                let count = self.cancelled.lock().expect("unpoisoned").len();
                answer(id, json!({"content": [], "structuredContent": {"count": count}}));
            }
            _ => refuse(id, -31000, "this tool always refuses"),
        }
    }

    fn slow(&self, id: &Value, params: &Value) {
        let steps = params["arguments"]["steps"].as_u64().unwrap_or(1);
        let token = &params["_meta"]["progressToken"];
        for step in 1..=steps {
            if !token.is_null() {
                let params = json!({"progressToken": token, "progress": step, "total": steps, "message": "working"});
                say(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}));
            }
            std::thread::sleep(Duration::from_millis(50));
            if self.cancelled.lock().expect("unpoisoned").contains(&id.to_string()) {
                return;
            }
        }
        answer(id, json!({"content": [{"type": "text", "text": "done"}]}));
    }
}

fn answer(id: &Value, result: Value) {
    say(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
}

fn refuse(id: &Value, code: i32, message: &str) {
    let error = json!({"code": code, "message": message, "data": {"why": "toy"}});
    say(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
}

fn say(message: &Value) {
    let mut out = std::io::stdout().lock();
    // A client that is gone does not listen any more.
    let _ = writeln!(out, "{message}").and_then(|()| out.flush());
}
