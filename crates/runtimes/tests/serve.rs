//! The small MCP server over pipes.

use std::io::{BufRead as _, BufReader, PipeReader, PipeWriter, Write as _};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bascule_core::bridge::{Version, built_in};
use bascule_host::call::CallProblem;
use bascule_runtimes::{Ask, Call, Card, Limits, State, Voice, serve};
use serde_json::{Value, json};

struct Served {
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    serving: JoinHandle<std::io::Result<()>>,
}

/// A server whose calls do what their `id` says: wait, panic, refuse or come back.
fn served(limits: Limits) -> Served {
    let version = Version { major: 0, minor: 1, patch: 0 };
    let manifest = built_in("ra3-mod-xml", version).expect("built in").expect("our own pack");
    let ask: Arc<Ask> = Arc::new(|call: &Call| {
        let id = call.arguments.get("id").and_then(Value::as_str).unwrap_or_default();
        match id.split_once(' ').unwrap_or((id, "")) {
            ("wait", ms) => std::thread::sleep(Duration::from_millis(ms.parse().expect("a number"))),
            ("panic", _) => panic!("on request"),
            ("refuse", _) => return Err(CallProblem { cause: "no".to_owned(), mend: Some("ask".to_owned()) }),
            _ => {}
        }
        Ok(json!({"id": id, "where": call.meta.get("bascule/where")}))
    });
    let (theirs, input) = std::io::pipe().expect("a pipe");
    let (output, ours) = std::io::pipe().expect("a pipe");
    let card = Card { limits, ..Card::of(&manifest) };
    let serving = std::thread::spawn(move || serve(card, ask, BufReader::new(theirs), Voice::over(ours)));
    Served { input: Some(input), output: BufReader::new(output), serving }
}

const LIMITS: Limits = Limits { line: 1_000, calls: 3 };

impl Served {
    fn say(&mut self, line: &str) {
        self.input.as_mut().expect("open").write_all(format!("{line}\n").as_bytes()).expect("it reads");
    }

    fn call(&mut self, number: u32, id: &str) {
        let params = json!({"name": "find_asset", "arguments": {"id": id}, "_meta": {"bascule/where": number}});
        self.say(&json!({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}).to_string());
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        serde_json::from_str(&line).expect("one message a line")
    }
}

#[test]
fn it_opens_in_a_revision_both_speak_and_lists_the_tools_of_the_manifest() {
    let revisions = [("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("2999-01-01", "2025-11-25")];
    for (asked, spoken) in revisions {
        let mut served = served(LIMITS);
        let params = json!({"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}});
        served.say(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).to_string());
        let opening = served.next()["result"].take();
        assert_eq!(opening["protocolVersion"], spoken);
        assert_eq!(opening["serverInfo"]["name"], "bascule-ra3-mod-xml");
        served.say(r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#);
        assert_eq!(served.next()["params"], json!({"state": "ready"}));
        served.say(r#"{"jsonrpc": "2.0", "id": "list", "method": "tools/list"}"#);
        let list = served.next();
        let names: Vec<_> = list["result"]["tools"].as_array().expect("tools").iter().map(|it| &it["name"]).collect();
        assert!(names.contains(&&json!("get_status")), "{names:?}");
    }
}

#[test]
fn what_is_no_message_is_answered_by_its_error_and_the_next_one_as_ever() {
    let long = format!("\"{}\"", "x".repeat(2_000));
    let cases = [
        ("{", json!(null), -32700),
        ("\u{7f}\u{0}", json!(null), -32700),
        (&long, json!(null), -32600),
        ("[]", json!(null), -32600),
        ("7", json!(null), -32600),
        (r#"{"id": 1, "method": "ping"}"#, json!(1), -32600),
        (r#"{"jsonrpc": "2.0", "id": 1}"#, json!(1), -32600),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": 7}"#, json!(1), -32600),
        (r#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, json!(null), -32600),
        (r#"{"jsonrpc": "2.0", "id": [1], "method": "ping"}"#, json!(null), -32600),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}"#, json!(1), -32602),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}"#, json!(1), -32601),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}"#, json!(1), -32602),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "nope"}}"#, json!(1), -32602),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_status", "_meta": 1}}"#,
            json!(1),
            -32602,
        ),
    ];
    let ignored = [
        "",
        "  ",
        r#"{"jsonrpc": "2.0", "id": 9, "result": {}}"#,
        r#"{"jsonrpc": "2.0", "method": "notifications/other"}"#,
        r#"{"jsonrpc": "2.0", "method": "ping", "params": 3}"#,
    ];
    let mut served = served(LIMITS);
    for (line, id, code) in cases {
        ignored.iter().for_each(|line| served.say(line));
        served.say(line);
        let answer = served.next();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{line}: {answer}");
        served.say(r#"{"jsonrpc": "2.0", "id": "p", "method": "ping"}"#);
        assert_eq!(served.next(), json!({"jsonrpc": "2.0", "id": "p", "result": {}}), "after {line}");
    }
}

#[test]
fn pings_are_answered_while_calls_run_and_calls_beyond_the_limit_are_told_so() {
    let mut served = served(LIMITS);
    (1..=3).for_each(|number| served.call(number, "wait 600"));
    served.call(4, "x");
    assert_eq!((&served.next()["error"]["code"], ()), (&json!(-32000), ()));
    served.call(3, "x");
    assert_eq!(served.next()["error"]["code"], -32600, "an id that is in use");
    let began = Instant::now();
    served.say(r#"{"jsonrpc": "2.0", "id": 5, "method": "ping"}"#);
    assert_eq!(served.next()["id"], 5);
    assert!(began.elapsed() < Duration::from_millis(500));
    let mut answered: Vec<_> = (0..3).map(|_| served.next()["id"].clone()).collect();
    answered.sort_by_key(Value::as_u64);
    assert_eq!(answered, [1, 2, 3]);
    served.call(6, "here");
    assert_eq!(served.next()["result"]["structuredContent"], json!({"id": "here", "where": 6}));
}

#[test]
fn a_cancelled_call_is_not_answered() {
    let mut served = served(LIMITS);
    served.call(1, "wait 200");
    served.call(2, "wait 400");
    served.say(r#"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}"#);
    assert_eq!(served.next()["id"], 2);
}

#[test]
fn problems_panics_and_wrong_arguments_are_results_an_agent_reads() {
    let mut served = served(LIMITS);
    let cases = [("refuse", "no\nWhat to do: ask"), ("panic", "Bascule failed while answering")];
    for (id, text) in cases {
        served.call(1, id);
        let result = served.next()["result"].take();
        assert_eq!(result["isError"], true);
        assert!(result["content"][0]["text"].as_str().is_some_and(|told| told.starts_with(text)), "{result}");
    }
    let wrong = json!({"name": "find_asset", "arguments": {"id": "x", "unknown": 1}});
    served.say(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": wrong}).to_string());
    let result = served.next()["result"].take();
    assert_eq!(result["isError"], true);
    assert!(result["content"][0]["text"].as_str().is_some_and(|told| told.starts_with("find_asset:")), "{result}");
}

#[test]
fn it_is_over_at_once_when_its_input_ends() {
    let mut served = served(LIMITS);
    served.call(1, "wait 5000");
    served.input = None;
    let began = Instant::now();
    served.serving.join().expect("no panic").expect("no error");
    assert!(began.elapsed() < Duration::from_secs(2));
}

#[test]
fn conditions_are_told_in_one_form() {
    let (output, ours) = std::io::pipe().expect("a pipe");
    let voice = Voice::over(ours);
    let states = [
        (State::Ready, json!({"state": "ready"})),
        (State::Waiting("the EDA".to_owned()), json!({"state": "waiting", "for": "the EDA"})),
        (State::Degraded("half of it".to_owned()), json!({"state": "degraded", "cause": "half of it"})),
    ];
    let mut lines = BufReader::new(output).lines();
    for (state, params) in states {
        voice.report(&state);
        let line: Value = serde_json::from_str(&lines.next().expect("a line").expect("text")).expect("JSON");
        assert_eq!(line, json!({"jsonrpc": "2.0", "method": "notifications/bascule/state", "params": params}));
    }
}
