//! Its tools.

use std::io::Write as _;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};

use crate::{Server, flood, garbage, processes};

/// The tools and the names of their arguments.
const TOOLS: [(&str, &[&str]); 16] = [
    ("echo", &["text"]),
    ("look", &["variable"]),
    ("wait", &["ms"]),
    ("crash", &["code"]),
    ("hang", &[]),
    ("flood", &["megabytes"]),
    ("huge", &["megabytes"]),
    ("garbage", &["lines"]),
    ("endless", &["megabytes"]),
    ("batch", &["answers"]),
    ("nest", &["megabytes"]),
    ("pester", &["requests"]),
    ("spawn", &["children", "sessions", "relay"]),
    ("fill", &["folder", "megabytes"]),
    ("grow", &[]),
    ("report", &["state", "for", "cause"]),
];

/// The tools as a list shows them.
pub(crate) fn listed(grown: bool) -> Vec<Value> {
    let extra = grown.then_some(("extra", &[] as &[&str]));
    let tool = |(name, arguments): (&str, &[&str])| {
        let properties: serde_json::Map<String, Value> =
            arguments.iter().map(|argument| ((*argument).to_owned(), json!({}))).collect();
        json!({
            "name": name, "description": format!("Does {name}."),
            "inputSchema": {"type": "object", "properties": properties},
        })
    };
    TOOLS.into_iter().chain(extra).map(tool).collect()
}

/// Does what a tool does; the result of its call.
pub(crate) fn called(server: &Server, name: &str, arguments: &Value) -> Value {
    let number = |argument: &str| arguments[argument].as_u64().unwrap_or_default();
    match name {
        "echo" => {
            let text = arguments["text"].as_str().unwrap_or_default();
            let mut told = told(text);
            told["structuredContent"] = json!({"text": text, "pid": std::process::id()});
            told
        }
        "look" => {
            let variable = std::env::var(arguments["variable"].as_str().unwrap_or("PATH")).ok();
            let folder = std::env::current_dir().ok();
            let seen = json!({
                "folder": folder, "arguments": std::env::args().skip(1).collect::<Vec<_>>(), "variable": variable,
            });
            let mut told = told(&seen.to_string());
            told["structuredContent"] = seen;
            told
        }
        "wait" => {
            std::thread::sleep(Duration::from_millis(number("ms")));
            told("waited")
        }
        "crash" => {
            eprintln!("misbehaving_server: crashed on request");
            std::process::exit(arguments["code"].as_i64().and_then(|code| i32::try_from(code).ok()).unwrap_or(9));
        }
        "hang" => {
            server.hangs.store(true, Ordering::SeqCst);
            told("nobody reads this")
        }
        "flood" => {
            flood(number("megabytes"));
            told("flooded")
        }
        "huge" => told(&"x".repeat(usize::try_from(number("megabytes") << 20).unwrap_or_default())),
        "garbage" => {
            garbage(number("lines"));
            told("said")
        }
        "endless" => {
            endless(number("megabytes"));
            told("said")
        }
        "batch" => {
            let ids = (0..number("answers")).map(|id| if id % 2 == 0 { json!(id + 1_000_000) } else { json!("who") });
            server.say(&ids.map(|id| json!({"jsonrpc": "2.0", "id": id, "result": {}})).collect());
            told("said")
        }
        "nest" => {
            nest(number("megabytes"));
            told("said")
        }
        "pester" => {
            for id in 0..number("requests") {
                server.say(&json!({"jsonrpc": "2.0", "id": id, "method": "roots/list"}));
            }
            server.deaf.store(false, Ordering::SeqCst);
            told("said")
        }
        "spawn" => {
            processes::start(&server.manner, number("children"), number("sessions"), number("relay"));
            told("started")
        }
        "fill" => fill(arguments["folder"].as_str().unwrap_or_default(), number("megabytes")),
        "grow" => {
            server.grown.store(true, Ordering::SeqCst);
            server.say(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
            told("grown")
        }
        "extra" if server.grown.load(Ordering::SeqCst) => told("extra"),
        "report" => {
            server
                .say(&json!({"jsonrpc": "2.0", "method": "notifications/bascule/state", "params": arguments.clone()}));
            told("reported")
        }
        _ => json!({"content": [{"type": "text", "text": format!("no tool {name}")}], "isError": true}),
    }
}

fn told(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}], "isError": false})
}

/// A line that does not end, as long as somebody reads it.
fn endless(megabytes: u64) {
    let bytes = vec![b'x'; 1 << 20];
    let mut out = std::io::stdout().lock();
    for _ in 0..megabytes {
        if out.write_all(&bytes).is_err() {
            return;
        }
    }
}

/// A batch in a batch in a batch, with many values in the innermost.
fn nest(megabytes: u64) {
    const DEPTH: usize = 100;
    let values = "0,".repeat(usize::try_from(megabytes << 19).unwrap_or_default());
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{}{values}0{}", "[".repeat(DEPTH), "]".repeat(DEPTH)).and_then(|()| out.flush());
}

/// Fills a folder that a test made; tells how many files of 1 MiB fit.
fn fill(folder: &str, megabytes: u64) -> Value {
    let bytes = vec![0x5A; 1 << 20];
    let fitted = (0..megabytes).take_while(|number| {
        let path = std::path::Path::new(folder).join(format!("filled-{number}.bin"));
        std::fs::File::create(path).and_then(|mut file| file.write_all(&bytes)).is_ok()
    });
    told(&fitted.count().to_string())
}
