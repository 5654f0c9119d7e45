//! An MCP server on standard input and output that misbehaves as it is told, for the
//! tests of whoever has to live with such servers.
//!
//! Its arguments say how it is from the start. Each may stand once, all together:
//!
//! | argument | what it does |
//! |---|---|
//! | `--tag=TEXT` | nothing; every process it starts has the same argument, so that a test finds them all |
//! | `--crash-at-start` | complains on standard error and ends with 9 before it reads anything |
//! | `--crash-after=N` | answers N calls, then ends with 9 in the middle of the next |
//! | `--hang-after=N` | answers N calls, then nothing any more, pings included, and stays; 0: not even `initialize` |
//! | `--slow=MS` | answers each call only after MS milliseconds, pings at once |
//! | `--slow-start=MS` | answers `initialize` only after MS milliseconds |
//! | `--flood=MB` | writes MB MiB to standard error at its start |
//! | `--children=N` | starts N children at its start |
//! | `--sessions=N` | starts N processes, each in a session of its own and orphaned at once |
//! | `--relay=N` | starts N processes that each start their successor and end, on and on, in new sessions |
//! | `--stubborn` | ignores the end of its input and every signal that can be ignored, as do its children |
//! | `--garbage` | writes two lines that are no messages before each answer |
//! | `--exit=CODE` | ends with CODE where its input ends |
//!
//! Its tools do the same on request, and answer when they have done it:
//!
//! | tool | arguments | what it does |
//! |---|---|---|
//! | `echo` | `text` | answers the text, and in `structuredContent` its pid |
//! | `look` | `variable` | tells its folder, its arguments and one variable |
//! | `wait` | `ms` | answers after that time; meanwhile other calls are answered |
//! | `crash` | `code` | ends at once, without an answer |
//! | `hang` | | answers nothing any more and stays |
//! | `flood` | `megabytes` | writes to standard error |
//! | `huge` | `megabytes` | answers so much text |
//! | `garbage` | `lines` | writes lines that are no messages |
//! | `endless` | `megabytes` | writes so much without the end of a line |
//! | `batch` | `answers` | writes so many answers to nobody's questions, in one line |
//! | `nest` | `megabytes` | writes a batch in a batch in a batch, so large |
//! | `pester` | `requests` | asks its client so many things, and reads nothing meanwhile |
//! | `spawn` | `children`, `sessions`, `relay` | starts processes as the arguments of these names do |
//! | `fill` | `folder`, `megabytes` | writes files of 1 MiB into that folder, as many as fit |
//! | `grow` | | from now on has a tool `extra` too, and says so by `notifications/tools/list_changed` |
//! | `report` | `state`, `for`, `cause` | sends `notifications/bascule/state` with these |
//!
//! What it starts ends by itself after ten minutes, so that a failed test leaves
//! nothing for ever. All of it has inherited standard error: who reads that to its end
//! knows that none is left.

#![expect(
    clippy::disallowed_methods,
    reason = "a test server misbehaves with its own environment, files and processes"
)]

mod manner;
mod processes;
mod tools;

use std::io::{BufRead as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use manner::Manner;

/// What it ends with where it crashes by itself.
const CRASHED: i32 = 9;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let manner = match Manner::read(&arguments) {
        Ok(manner) => manner,
        Err(unknown) => {
            eprintln!("misbehaving_server: what is {unknown}? Its source tells its arguments.");
            std::process::exit(2);
        }
    };
    if manner.stubborn {
        processes::ignore_signals();
    }
    if let Some(role) = manner.role {
        return processes::play(role, &manner);
    }
    if manner.crash_at_start {
        eprintln!("misbehaving_server: the licence file is missing");
        std::process::exit(CRASHED);
    }
    processes::start(&manner, manner.children, manner.sessions, manner.relay);
    flood(manner.flood);
    Server { hangs: AtomicBool::new(manner.hang_after == Some(0)), manner, ..Server::default() }.serve();
}

#[derive(Default)]
struct Server {
    manner: Manner,
    /// Nothing is answered any more.
    hangs: AtomicBool,
    /// Its input is not read.
    deaf: AtomicBool,
    /// There is a tool more.
    grown: AtomicBool,
    /// Calls so far.
    calls: AtomicU64,
}

impl Server {
    fn serve(self) {
        let server = Arc::new(self);
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
            server.receive(message);
            while server.deaf.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        if server.manner.stubborn {
            std::thread::sleep(processes::LIFE);
        }
        std::process::exit(server.manner.exit);
    }

    fn receive(self: &Arc<Self>, message: Value) {
        let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id").cloned()) else { return };
        if self.hangs.load(Ordering::SeqCst) {
            return;
        }
        match method {
            "initialize" => {
                std::thread::sleep(Duration::from_millis(self.manner.slow_start));
                let version = message["params"]["protocolVersion"].as_str().unwrap_or("2025-11-25");
                let info = json!({"name": "misbehaving", "version": "1.0.0"});
                let capabilities = json!({"tools": {"listChanged": true}});
                self.answer(&id, json!({"protocolVersion": version, "capabilities": capabilities, "serverInfo": info}));
            }
            "ping" => self.answer(&id, json!({})),
            "tools/list" => {
                self.answer(&id, json!({"tools": tools::listed(self.grown.load(Ordering::SeqCst))}));
            }
            "tools/call" => self.call(id, message["params"].clone()),
            _ => self.say(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "what?"}})),
        }
    }

    fn call(self: &Arc<Self>, id: Value, params: Value) {
        let before = self.calls.fetch_add(1, Ordering::SeqCst);
        if self.manner.crash_after.is_some_and(|calls| before >= calls) {
            eprintln!("misbehaving_server: that was one call too many");
            std::process::exit(CRASHED);
        }
        if self.manner.hang_after.is_some_and(|calls| before >= calls) {
            self.hangs.store(true, Ordering::SeqCst);
            return;
        }
        let server = Arc::clone(self);
        // Before the next line is read.
        self.deaf.store(params["name"] == "pester", Ordering::SeqCst);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(server.manner.slow));
            let name = params["name"].as_str().unwrap_or_default();
            let result = tools::called(&server, name, &params["arguments"]);
            if !server.hangs.load(Ordering::SeqCst) {
                server.answer(&id, result);
            }
        });
    }

    fn answer(&self, id: &Value, result: Value) {
        if self.manner.garbage {
            garbage(2);
        }
        self.say(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }

    fn say(&self, message: &Value) {
        let mut out = std::io::stdout().lock();
        // Who reads it may be gone; the input ends then too.
        let _ = writeln!(out, "{message}").and_then(|()| out.flush());
    }
}

/// Lines that are no messages: a word, and half an object.
fn garbage(lines: u64) {
    let mut out = std::io::stdout().lock();
    for line in 0..lines {
        let _ = writeln!(out, "{}", if line % 2 == 0 { "Loading plug-ins ..." } else { "{\"jsonrpc\": \"2.0\", \"id" });
    }
    let _ = out.flush();
}

fn flood(megabytes: u64) {
    let line = [b"x".repeat(1023), b"\n".to_vec()].concat();
    let mut err = std::io::stderr().lock();
    for _ in 0..megabytes * 1024 {
        if err.write_all(&line).is_err() {
            return;
        }
    }
}
