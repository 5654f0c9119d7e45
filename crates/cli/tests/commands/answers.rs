//! What the built-in bridge answers an agent, held against its own schemas.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::home::{BROKEN, Home};

/// Opens a conversation, calls each tool, and returns the structured results.
fn asked(home: &Home, calls: &[(&str, Value)]) -> Vec<Value> {
    let mut command = home.command(&["mcp", "bascule", "--for", "test"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("runs");
    let mut input = child.stdin.take().expect("an input");
    let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    let mut request = |id: usize, method: &str, params: &Value| -> Value {
        let line = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(input, "{line}").expect("heard");
        loop {
            let line = lines.next().expect("an answer").expect("UTF-8");
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            if answer["id"] == id {
                return answer["result"].clone();
            }
        }
    };
    let client =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    request(0, "initialize", &client);
    let listed = request(1, "tools/list", &json!({}));
    let mut results = Vec::new();
    for (index, (tool, arguments)) in calls.iter().enumerate() {
        let result = request(index + 2, "tools/call", &json!({"name": tool, "arguments": arguments}));
        assert_eq!(result["isError"], false, "{tool}: {result:#}");
        let tools = listed["tools"].as_array().expect("tools");
        let schema = &tools.iter().find(|one| one["name"] == *tool).expect("listed")["outputSchema"];
        fits(&result["structuredContent"], schema, tool);
        results.push(result["structuredContent"].clone());
    }
    drop(input);
    assert_eq!(child.wait().expect("ends").code(), Some(0));
    results
}

/// The part of JSON Schema our own schemas use.
fn fits(value: &Value, schema: &Value, place: &str) {
    let right = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some("boolean") => value.is_boolean(),
        other => panic!("{place}: {other:?}"),
    };
    assert!(right, "{place} is {value} against {schema}");
    if let Some(choices) = schema["enum"].as_array() {
        assert!(choices.contains(value), "{place} is {value}, not one of {choices:?}");
    }
    if let (Some(map), Some(known)) = (value.as_object(), schema["properties"].as_object()) {
        for key in schema["required"].as_array().into_iter().flatten() {
            assert!(map.contains_key(key.as_str().expect("a key")), "{place} lacks {key}: {value}");
        }
        for (key, inner) in map {
            fits(inner, known.get(key).unwrap_or_else(|| panic!("{place} has {key}")), &format!("{place}.{key}"));
        }
    }
    for item in value.as_array().into_iter().flatten() {
        fits(item, &schema["items"], &format!("{place}[]"));
    }
}

#[test]
fn an_agent_learns_what_is_connected_and_what_is_wrong() {
    let home = Home::usual().with(".config/goose/config.yaml", "x: [\n");
    home.ends(&["enable", "bascule", "--harness", "cursor", "--harness", "codex", "--yes"], 0);
    home.ends(&["rollback", "--harness", "codex", "--yes"], 0);
    home.write(".codex/config.toml", BROKEN);
    let calls = [
        ("list_bridges", json!({})),
        ("list_programs", json!({})),
        ("diagnose", json!({})),
        ("show_changes", json!({"limit": 1})),
        ("list_programs", json!({"program": "cursor"})),
        ("diagnose", json!({"program": "cursor"})),
    ];
    let results = asked(&home, &calls);
    assert_eq!(results[0]["bridges"][0]["programs"], json!(["cursor"]));
    let programs = results[1]["programs"].as_array().expect("programs");
    let cursor = programs.iter().find(|program| program["id"] == "cursor").expect("cursor");
    assert_eq!(cursor["bridges"][0], json!({"id": "bascule", "state": "enabled"}));
    let codes: Vec<_> = results[2]["findings"].as_array().expect("findings").iter().map(|one| &one["code"]).collect();
    assert!(codes.contains(&&json!("config-unusable")), "{codes:?}");
    assert_eq!((&results[3]["total"], &results[3]["changes"][0]["number"]), (&json!(2), &json!(2)));
    assert_eq!(results[4]["programs"].as_array().map(Vec::len), Some(1));
    assert_eq!(results[5]["findings"], json!([]));
}
