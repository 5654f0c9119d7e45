//! The built-in bridge, spoken to in every revision of the protocol.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::client::{Client, PROMPT, names_of, problem_of};

const TOOLS: [&str; 4] = ["list_bridges", "list_programs", "diagnose", "show_changes"];

/// The `_meta` of a stateless request.
fn stateless(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    });
    params
}

#[test]
fn every_revision_with_initialize_is_spoken() {
    let cases = [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        // Later and unknown ones get the newest that opens like this.
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ];
    for (asked, spoken) in cases {
        let mut client = Client::bascule();
        let opened = client.open(asked);
        assert_eq!(opened["protocolVersion"], spoken, "asked for {asked}");
        let server = json!({"name": "bascule", "title": "Bascule", "version": env!("CARGO_PKG_VERSION")});
        assert_eq!(opened["serverInfo"], server);
        let list = client.ask(1, "tools/list", &json!({}));
        assert_eq!(names_of(&list), TOOLS);
        let answer = client.call(2, "show_changes", &json!({"limit": 1}));
        let result = &answer["result"];
        assert_eq!(result["isError"], false, "{answer}");
        assert!(result["structuredContent"]["changes"].is_array(), "{answer}");
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().expect("a text")).expect("JSON");
        assert_eq!(text, result["structuredContent"]);
        assert!(result.get("resultType").is_none(), "a key of the stateless revision: {answer}");
        assert_eq!(client.ask(3, "ping", &json!({}))["result"], json!({}));
        let ended = client.close();
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "asked for {asked}");
    }
}

#[test]
fn the_stateless_revision_needs_no_opening() {
    let mut client = Client::bascule();
    let discovered = client.ask(1, "server/discover", &stateless(json!({})));
    let versions = discovered["result"]["supportedVersions"].as_array().expect("versions");
    assert!(versions.contains(&json!("2026-07-28")), "{discovered}");
    let list = client.ask(2, "tools/list", &stateless(json!({})));
    assert_eq!(names_of(&list), TOOLS);
    assert_eq!(list["result"]["resultType"], "complete");
    assert!(list["result"]["ttlMs"].is_number() && list["result"]["cacheScope"].is_string(), "{list}");
    let params = stateless(json!({"name": "diagnose", "arguments": {}}));
    let answer = client.ask(3, "tools/call", &params);
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    assert!(answer["result"]["structuredContent"]["findings"].is_array(), "{answer}");
    let mut unknown = stateless(json!({}));
    unknown["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2030-01-01".into();
    assert_eq!(client.ask(4, "tools/list", &unknown)["error"]["code"], -32022);
    assert_eq!(client.ask(5, "tools/list", &json!({}))["error"]["code"], -32602);
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn a_probe_may_go_on_with_initialize() {
    let mut client = Client::bascule();
    client.ask(1, "server/discover", &stateless(json!({})));
    assert_eq!(client.open("2025-06-18")["protocolVersion"], "2025-06-18");
    assert_eq!(names_of(&client.ask(2, "tools/list", &json!({}))), TOOLS);
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn every_tool_says_that_it_only_looks() {
    let mut client = Client::bascule();
    client.open("2025-11-25");
    let list = client.ask(1, "tools/list", &json!({}));
    for tool in list["result"]["tools"].as_array().expect("tools") {
        let hints = json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true,
                           "openWorldHint": false});
        assert_eq!(tool["annotations"], hints, "{}", tool["name"]);
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{}", tool["name"]);
        assert_eq!(tool["outputSchema"]["type"], "object", "{}", tool["name"]);
    }
}

#[test]
fn bad_calls_are_told_what_is_wrong() {
    let mut client = Client::bascule();
    client.open("2025-11-25");
    let unknown = client.call(1, "enable_everything", &json!({}));
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    assert!(unknown["error"]["message"].as_str().is_some_and(|m| m.contains("list_bridges")), "{unknown}");
    let cases = [
        (json!({"limits": 3}), "unknown parameter \"limits\"; known are: limit"),
        (json!({"limit": 0}), "limit must be at least 1"),
        (json!({"limit": "3"}), "limit must be a whole number, not a text"),
    ];
    for (id, (arguments, expected)) in (10..).zip(cases) {
        let text = problem_of(&client.call(id, "show_changes", &arguments));
        assert!(text.contains(expected) && text.contains("What to do:"), "{text}");
    }
    assert_eq!(client.ask(20, "resources/list", &json!({}))["error"]["code"], -32601);
    assert_eq!(client.ask(21, "no/such/method", &json!({}))["error"]["code"], -32601);
}

#[test]
fn lines_that_are_no_messages_change_nothing() {
    let mut client = Client::bascule();
    client.open("2025-11-25");
    for line in ["{not json", "", "   ", "\u{feff}", "]", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\""] {
        client.say_line(line);
    }
    assert_eq!(client.ask(1, "ping", &json!({}))["result"], json!({}));
    client.say_line("[1,2,3]");
    client.say_line("42");
    // JSON that is no message is answered without an id; both ways are allowed.
    client.request(2, "ping", &json!({}));
    let answer = std::iter::repeat_with(|| client.next()).find(|message| message["id"] == 2).expect("an answer");
    assert_eq!(answer["result"], json!({}));
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn a_thousand_calls_are_answered_once_each() {
    let mut client = Client::bascule();
    client.open("2025-11-25");
    for id in 1..=1_000 {
        client.request(id, "tools/call", &json!({"name": "list_bridges", "arguments": {}}));
    }
    let mut answered = HashSet::new();
    while answered.len() < 1_000 {
        let answer = client.next();
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        assert!(answered.insert(answer["id"].as_u64().expect("a number")), "answered twice: {answer}");
    }
    let ended = client.close();
    assert_eq!((ended.code, ended.rest.len()), (Some(0), 0));
}

#[test]
fn requests_piped_before_the_end_are_answered() {
    let mut client = Client::bascule();
    client.open("2025-11-25");
    client.request(1, "tools/call", &json!({"name": "list_bridges", "arguments": {}}));
    let ended = client.close();
    assert_eq!(ended.code, Some(0));
    assert!(ended.rest.iter().any(|message| message["id"] == 1), "{:?}", ended.rest);
}

#[test]
fn a_client_that_says_nothing_is_no_failure() {
    let ended = Client::bascule().close();
    assert_eq!((ended.code, ended.rest.len(), ended.stderr.as_str()), (Some(0), 0, ""));
    assert!(ended.after < PROMPT, "{:?}", ended.after);
}
