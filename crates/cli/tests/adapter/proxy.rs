//! A foreign server behind a `command` bridge, well-behaved and otherwise.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, PROMPT, names_of, problem_of};

fn recorded(name: &str) -> Value {
    json!({"format": 1, "tools": [{"name": name, "inputSchema": {"type": "object"}}]})
}

#[test]
fn results_and_tools_pass_unchanged() {
    let mut client = Client::toy("plain");
    client.open("2025-11-25");
    let list = client.wait_for_tool("cancelled");
    assert_eq!(list["result"]["tools"][0]["x-own-key"], json!([1, 2.5]));
    let params = json!({"name": "echo", "arguments": {"a": [1, null]}, "_meta": {"mine": "yes", "progressToken": 5}});
    let expected = json!({"content": [{"type": "hologram", "depth": 3}], "structuredContent": [{"a": [1, null]}],
                          "isError": false, "_meta": {"seen": "yes"}, "x-more": null});
    assert_eq!(client.ask(1, "tools/call", &params)["result"], expected);
    let refused = client.call(2, "refuse", &json!({}));
    let error = json!({"code": -31000, "message": "this tool always refuses", "data": {"why": "toy"}});
    assert_eq!(refused["error"], error);
    assert_eq!(client.call(3, "no_such_tool", &json!({}))["error"]["code"], -32602);
    let big = client.call(4, "big", &json!({}));
    assert_eq!(big["result"]["content"][0]["text"].as_str().map(str::len), Some(4 << 20));
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn a_server_without_initialize_serves_old_clients() {
    let mut client = Client::toy("stateless");
    client.open("2024-11-05");
    let answer = client.call(1, "echo", &json!({"a": 1}));
    assert_eq!(answer["result"]["structuredContent"], json!([{"a": 1}]), "{answer}");
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn recorded_tools_are_listed_at_once_and_corrected_later() {
    let mut client = Client::command(&crate::client::toy_server(), &["plain"], Some(&recorded("old")));
    let opened = client.open("2025-11-25");
    assert_eq!(opened["serverInfo"]["name"], "bascule-toy");
    assert_eq!(opened["capabilities"]["tools"]["listChanged"], true);
    client.request(1, "tools/list", &json!({}));
    // The list may already be the corrected one; the word of the change comes once.
    let mut told = 0;
    let mut listed = None;
    while listed.is_none() || told == 0 {
        let message = client.next();
        match message["method"].as_str() {
            Some("notifications/tools/list_changed") => told += 1,
            Some(other) => panic!("{other}"),
            None => listed = Some(names_of(&message)),
        }
    }
    assert!(listed.is_some_and(|names| names == ["old"] || names.len() == 10));
    let names = names_of(&client.ask(2, "tools/list", &json!({})));
    assert_eq!(names.len(), 10);
    let written = std::fs::read_to_string(client.home.path().join("bridges/toy/tools.json")).expect("recorded");
    let written: Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(written["tools"][0]["x-own-key"], json!([1, 2.5]), "recorded with every key");
    client.call(3, "grow", &json!({}));
    let change = client.within(Duration::from_secs(5)).expect("word of the change");
    assert_eq!(change["method"], "notifications/tools/list_changed");
    assert!(names_of(&client.ask(4, "tools/list", &json!({}))).contains(&"grown".to_owned()));
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn a_stateless_client_subscribes_to_changes() {
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                      "io.modelcontextprotocol/clientCapabilities": {}});
    let mut client = Client::toy("plain");
    let list = client.ask(1, "tools/list", &json!({"_meta": meta}));
    assert_eq!(names_of(&list).len(), 10, "an unrecorded server is waited for");
    client.request(2, "subscriptions/listen", &json!({"_meta": meta, "notifications": {"toolsListChanged": true}}));
    assert_eq!(client.next()["method"], "notifications/subscriptions/acknowledged");
    client.request(3, "tools/call", &json!({"_meta": meta, "name": "grow", "arguments": {}}));
    let messages = [client.next(), client.next()];
    let told = messages.iter().find(|message| message.get("method").is_some()).expect("word of the change");
    assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
    assert_eq!(told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 2, "{told}");
    let answer = messages.iter().find(|message| message["id"] == 3).expect("an answer");
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    let ended = client.close();
    assert_eq!(ended.code, Some(0));
    assert!(ended.after < PROMPT, "{:?}", ended.after);
}

#[test]
fn a_server_that_never_lists_is_not_shown_as_empty() {
    let mut client = Client::toy("die");
    client.open("2025-11-25");
    let list = client.ask(1, "tools/list", &json!({}));
    assert!(list["error"]["message"].as_str().is_some_and(|text| text.contains("licence file")), "{list}");
}

#[test]
fn a_silent_server_holds_up_neither_the_list_nor_the_end() {
    let mut client = Client::command(&crate::client::toy_server(), &["mute"], Some(&recorded("old")));
    client.open("2025-11-25");
    assert_eq!(names_of(&client.ask(1, "tools/list", &json!({}))), ["old"]);
    client.request(2, "tools/call", &json!({"name": "old", "arguments": {}}));
    assert_eq!(client.ask(3, "ping", &json!({}))["result"], json!({}));
    let ended = client.close();
    assert_eq!(ended.code, Some(0));
    assert!(ended.after < PROMPT, "{:?}", ended.after);
}

#[test]
fn progress_comes_before_the_answer_and_in_order() {
    let mut client = Client::toy("plain");
    client.open("2025-11-25");
    let params = json!({"name": "slow", "arguments": {"steps": 5}, "_meta": {"progressToken": "mine"}});
    client.wait_for_tool("slow");
    client.request(1, "tools/call", &params);
    let mut steps = Vec::new();
    loop {
        let message = client.next();
        match message["method"].as_str() {
            Some("notifications/progress") => {
                assert_eq!(message["params"]["progressToken"], "mine", "{message}");
                assert_eq!(message["params"]["message"], "working", "{message}");
                steps.push(message["params"]["progress"].as_f64().expect("a number"));
            }
            Some(_) => {}
            None => break,
        }
    }
    assert_eq!(steps, [1.0, 2.0, 3.0, 4.0, 5.0]);
    assert!(client.within(Duration::from_millis(200)).is_none(), "nothing after the answer");
}

#[test]
fn calls_run_side_by_side_and_a_cancelled_one_is_never_answered() {
    let mut client = Client::toy("plain");
    client.open("2025-11-25");
    client.wait_for_tool("slow");
    let began = Instant::now();
    for id in 1..=10 {
        client.request(id, "tools/call", &json!({"name": "slow", "arguments": {"steps": 10}}));
    }
    let params = json!({"name": "slow", "arguments": {"steps": 2000}, "_meta": {"progressToken": 11}});
    client.request(11, "tools/call", &params);
    // Its first progress shows that the server works on it.
    let working = |message: &Value| message["params"]["progressToken"] == 11;
    while !working(&client.next()) {}
    client.notify("notifications/cancelled", &json!({"requestId": 11, "reason": "enough"}));
    let answers = std::iter::repeat_with(|| client.next()).filter_map(|message| message["id"].as_u64());
    let answered: Vec<_> = answers.take(10).collect();
    assert!(began.elapsed() < Duration::from_secs(3), "one after the other: {:?}", began.elapsed());
    assert!(!answered.contains(&11), "{answered:?}");
    let told = client.call(12, "cancelled", &json!({}));
    assert_eq!(told["result"]["structuredContent"]["count"], 1, "the server was told: {told}");
    assert!(client.close().rest.iter().all(|message| message["id"] != 11));
}

#[test]
fn what_a_server_asks_of_the_client_is_refused() {
    let mut client = Client::toy("plain");
    client.open("2025-11-25");
    let reply = client.call(1, "ask", &json!({}))["result"]["structuredContent"].clone();
    assert_eq!((&reply["id"], &reply["error"]["code"]), (&json!("mine"), &json!(-32601)), "{reply}");
}

/// How a person is told to look.
const STATUS: &str = if cfg!(windows) { "bascule.exe status" } else { "bascule status" };

#[test]
fn a_dead_server_is_told_and_started_again_by_the_next_call() {
    let mut client = Client::toy("plain");
    client.open("2025-11-25");
    for round in 0..2 {
        let text = problem_of(&client.call(10 + round, "crash", &json!({})));
        for expected in ["while it worked on crash", ": 7", "out of cheese", "may have run, and was not sent again"] {
            assert!(text.contains(expected), "{expected:?} is missing: {text}");
        }
        let answer = client.call(20 + round, "echo", &json!({"round": round}));
        assert_eq!(answer["result"]["structuredContent"], json!([{"round": round}]), "{answer}");
    }
    // The third time the pause is longer than a call waits, and the call is told why.
    problem_of(&client.call(30, "crash", &json!({})));
    let text = problem_of(&client.call(31, "echo", &json!({})));
    for expected in ["code 7", "3 times in a row", "out of cheese", STATUS] {
        assert!(text.contains(expected), "{expected:?} is missing: {text}");
    }
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let cases: [(&str, &[&str], &[&str]); 3] = [
        (&crate::client::toy_server(), &["die"], &["code 3", "the licence file is missing"]),
        ("no-such-program-anywhere", &[], &["no-such-program-anywhere cannot be started", STATUS]),
        (env!("CARGO_BIN_EXE_bascule"), &["--version"], &["(printed where only MCP may stand) bascule 0."]),
    ];
    for (program, args, expected) in cases {
        let mut client = Client::command(program, args, Some(&recorded("old")));
        client.open("2025-11-25");
        let text = problem_of(&client.call(1, "old", &json!({})));
        for expected in expected {
            assert!(text.contains(expected), "{expected:?} is missing: {text}");
        }
        assert_eq!(client.close().code, Some(0));
    }
}

#[test]
fn noise_where_messages_stand_is_survived() {
    let mut client = Client::toy("noise");
    client.open("2025-11-25");
    assert_eq!(client.call(1, "echo", &json!({}))["result"]["structuredContent"], json!([{}]));
}

#[test]
fn a_flood_of_log_is_cut_and_holds_up_nothing() {
    let mut client = Client::toy("plain");
    client.open("2025-11-25");
    let answer = client.call(1, "flood", &json!({}));
    assert_eq!(answer["result"]["content"][0]["text"], "flooded", "{answer}");
    let home = client.home.clone();
    let ended = client.close();
    assert_eq!(ended.code, Some(0));
    assert_eq!(ended.stderr, "", "it is the background service's to keep");
    let kept = std::fs::metadata(home.path().join("logs/toy.log")).expect("a log").len();
    assert!(kept < 2 << 20, "8 MiB became {kept} bytes");
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_outlives_its_adapter_and_ends_with_the_background_service_whatever_ends_that() {
    use crate::client::runs;
    for (manner, how) in [("plain", "stop"), ("stay", "stop"), ("stay", "TERM"), ("plain", "KILL"), ("stay", "KILL")] {
        let mut client = Client::toy(manner);
        client.open("2025-11-25");
        let family = client.call(1, "family", &json!({}))["result"]["structuredContent"].clone();
        let (server, grandchild) = (family["me"].as_u64().expect("a pid"), family["child"].as_u64().expect("a pid"));
        assert!(runs(server) && runs(grandchild));
        let home = client.home.clone();
        let ended = client.close();
        assert_eq!(ended.code, Some(0), "{manner} {how}");
        assert!(ended.after < PROMPT, "{manner} {how}: {:?}", ended.after);
        assert!(runs(server) && runs(grandchild), "{manner} {how}: other programs may use it");
        if how == "stop" {
            home.run(&["host", "stop"]);
        } else {
            let status: Value = serde_json::from_str(&home.run(&["host", "status", "--json"])).expect("JSON");
            let pid = status["snapshot"]["host"]["pid"].as_u64().expect("a pid").to_string();
            std::process::Command::new("kill").args([&format!("-{how}"), &pid]).status().expect("kill");
        }
        let began = Instant::now();
        while runs(server) || runs(grandchild) {
            assert!(began.elapsed() < Duration::from_secs(10), "{manner} {how}: {family} still runs");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn an_end_while_calls_run_comes_within_a_second() {
    let mut client = Client::toy("plain");
    client.open("2025-11-25");
    client.wait_for_tool("slow");
    for id in 1..=5 {
        client.request(id, "tools/call", &json!({"name": "slow", "arguments": {"steps": 2000}}));
    }
    client.ask(6, "ping", &json!({}));
    let ended = client.close();
    assert_eq!(ended.code, Some(0));
    assert!(ended.after < PROMPT, "{:?}", ended.after);
}

#[test]
fn a_client_that_reads_nothing_does_not_hold_up_the_end() {
    let mut client = Client::toy("plain");
    client.open("2025-11-25");
    client.wait_for_tool("big");
    client.stop_reading();
    for id in 1..=8 {
        client.request(id, "tools/call", &json!({"name": "big", "arguments": {}}));
    }
    std::thread::sleep(Duration::from_millis(500));
    let ended = client.close();
    assert_eq!(ended.code, Some(0));
    assert!(ended.after < PROMPT, "{:?}", ended.after);
}
