//! No engine to start: what a person is told, and what an agent.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::place::Place;

const TOOL: &str = "why_bascule_is_missing";

/// What the launcher says on its error output; its exit code must be 3.
fn told(place: &Place, arguments: &[&str]) -> String {
    let output = Command::new(place.launcher()).args(arguments).env("HOME", &place.root).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

/// The answers to these lines, as one client that says them all and closes.
fn answers(place: &Place, lines: &[String]) -> Vec<Value> {
    let mut child = Command::new(place.launcher())
        .args(["mcp", "bascule", "--for", "test"])
        .env("HOME", &place.root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    lines.iter().for_each(|line| writeln!(input, "{line}").unwrap());
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no message: {line}"))).collect()
}

fn request(id: u64, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

fn answer(place: &Place, method: &str, params: &Value) -> Value {
    answers(place, &[request(1, method, params)]).pop().expect("an answer")
}

#[test]
fn each_cause_is_named_in_both_languages() {
    let good = "contract = 1\nversion = 9.0.0\nlayout = user\n";
    let cases: [(&str, &str, &[&str]); 6] = [
        ("no note", "", &["current is not there", "current 不存在"]),
        ("an empty note", "\n", &["(contract is missing)", "无法使用（contract is missing）"]),
        ("another key", &format!("{good}x = 1\n"), &["line 4: unknown key \"x\""]),
        ("a way out", "contract = 1\nversion = ../../x\nlayout = user\n", &["line 2: no version has this value"]),
        ("a later launcher's note", "contract = 99\n{}\n", &["written for contract 99, later than 1"]),
        ("no engine", good, &["is not there. Somebody removed it, or a virus scanner took it away.", "杀毒软件"]),
    ];
    for (name, note, expected) in cases {
        let place = Place::bare();
        if !note.is_empty() {
            place.note(note);
        }
        let text = told(&place, &["enable"]);
        for words in expected.iter().chain(&["Install Bascule again", "重新安装 Bascule"]) {
            assert!(text.contains(words), "{name}: no {words:?} in\n{text}");
        }
        let listed = answer(&place, "tools/list", &json!({}));
        assert!(
            listed["result"]["tools"][0]["description"].as_str().unwrap().contains(expected[0]),
            "{name}: {listed}"
        );
    }
}

#[test]
#[cfg(unix)]
fn an_engine_that_may_not_run_is_told_from_one_that_is_gone() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new("user");
    let engine = place.engine("1.0.0");
    std::fs::remove_file(&engine).unwrap();
    std::fs::write(&engine, "x").unwrap();
    std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o600)).unwrap();
    let text = told(&place, &["status"]);
    assert!(text.contains("the system refused to run") && text.contains("系统拒绝运行"), "{text}");
}

#[test]
#[cfg(unix)]
fn an_engine_that_leads_back_to_the_launcher_is_none() {
    let place = Place::new("user");
    std::fs::remove_file(place.engine("1.0.0")).unwrap();
    std::os::unix::fs::symlink(place.launcher(), place.engine("1.0.0")).unwrap();
    assert!(told(&place, &[]).contains("is not there"));
}

#[test]
fn what_is_ours_is_listed_within_limits() {
    let place = Place::new("user");
    std::fs::remove_file(place.engine("1.0.0")).unwrap();
    assert!(told(&place, &[]).contains("There is no list of what Bascule wrote"));

    let list = place.root.join("owned.txt");
    std::fs::write(&list, "/home/x/.claude.json\tbascule\n\n/home/x/设置.json\t\u{1b}[31mbascule\u{7}\n").unwrap();
    let text = told(&place, &[]);
    assert!(text.contains("  /home/x/.claude.json → bascule\n  /home/x/设置.json → [31mbascule\n"), "{text}");
    let called = answer(&place, "tools/call", &json!({"name": TOOL, "arguments": {}}));
    let text = called["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("/home/x/设置.json") && text.contains("unless the user asks"), "{text}");
    assert!(!text.contains("重新安装"), "agents read English: {text}");

    for lines in ["x\n".repeat(501), format!("{}\n", "x".repeat(300 << 10))] {
        std::fs::write(&list, lines).unwrap();
        let text = told(&place, &[]);
        assert!(text.contains("The list is longer.") && text.len() < 20_000, "{} bytes", text.len());
    }
}

#[test]
fn another_engine_that_is_still_there_is_offered_as_it_is_typed() {
    let place = Place::new("user");
    place.add_engine("0.9.0");
    std::fs::remove_file(place.engine("1.0.0")).unwrap();
    let text = told(&place, &[]);
    let engine = place.engine("0.9.0");
    let typed = if cfg!(windows) { format!("\"{}\"", engine.display()) } else { format!("'{}'", engine.display()) };
    assert!(text.contains(&format!("  {typed} self use 0.9.0\n")), "{text}");
}

#[test]
fn a_machines_list_lies_with_the_person() {
    let place = Place::new("machine");
    std::fs::remove_file(place.engine("1.0.0")).unwrap();
    let home = place.root.join("home");
    std::fs::create_dir_all(home.join(".bascule")).unwrap();
    std::fs::write(home.join(".bascule").join("owned.txt"), "mine\n").unwrap();
    let variable = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    let output = Command::new(place.launcher()).env(variable, &home).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("  mine\n"));
}

#[test]
fn every_revision_is_answered() {
    let place = Place::bare();
    for (asked, spoken) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let opening =
            json!({"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        let lines = [
            request(0, "initialize", &opening),
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string(),
            request(1, "tools/list", &json!({})),
            request(2, "tools/call", &json!({"name": TOOL, "arguments": {}})),
            json!({"jsonrpc": "2.0", "id": "text", "method": "ping"}).to_string(),
        ];
        let answers = answers(&place, &lines);
        assert_eq!(answers.len(), 4, "{answers:?}");
        assert_eq!(answers[0]["result"]["protocolVersion"], spoken);
        assert_eq!(answers[0]["result"]["serverInfo"]["name"], "bascule-launcher");
        assert_eq!(answers[1]["result"]["tools"][0]["name"], TOOL);
        assert_eq!(answers[2]["result"]["isError"], false);
        assert!(answers[2]["result"].get("resultType").is_none());
        assert_eq!(answers[3], json!({"jsonrpc": "2.0", "id": "text", "result": {}}));
    }
}

#[test]
fn the_revision_without_an_opening_is_answered() {
    let place = Place::bare();
    let in_form = |mut params: Value, revision: &str| {
        params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": revision});
        params
    };
    let found = answer(&place, "server/discover", &in_form(json!({}), "2026-07-28"));
    assert!(found["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")), "{found}");
    assert_eq!(found["result"]["resultType"], "complete");
    let listed = answer(&place, "tools/list", &in_form(json!({}), "2026-07-28"));
    assert_eq!((&listed["result"]["ttlMs"], &listed["result"]["cacheScope"]), (&json!(0), &json!("private")));
    let later = answer(&place, "tools/list", &in_form(json!({}), "2030-01-01"));
    assert_eq!(later["error"]["code"], -32022);
}

#[test]
fn what_is_no_known_request_is_an_error_and_ends_nothing() {
    let place = Place::bare();
    let lines = [
        "not json".to_owned(),
        "{}".to_owned(),
        "[]".to_owned(),
        "".to_owned(),
        json!({"jsonrpc": "2.0", "id": 1, "result": {}}).to_string(),
        json!({"jsonrpc": "2.0", "id": {}, "method": "ping"}).to_string(),
        request(2, "resources/list", &json!({})),
        request(3, "tools/call", &json!({"name": "find_asset"})),
        format!("[{},{}]", request(4, "ping", &json!({})), request(5, "no/such", &json!({}))),
        format!("\"{}\"", "x".repeat(5 << 20)),
        request(6, "ping", &json!({})),
    ];
    let answers = answers(&place, &lines);
    let code = |answer: &Value| answer["error"]["code"].as_i64();
    let codes: Vec<_> = answers.iter().map(code).collect();
    let expected =
        [Some(-32700), Some(-32600), Some(-32600), Some(-32600), Some(-32601), Some(-32602), None, Some(-32700), None];
    assert_eq!(codes, expected, "{answers:?}");
    assert!(answers[5]["error"]["message"].as_str().unwrap().contains(TOOL));
    assert_eq!((&answers[6][0]["id"], code(&answers[6][1])), (&json!(4), Some(-32601)));
    assert_eq!(answers[8]["id"], 6);
}

#[test]
fn each_answer_comes_before_the_next_question() {
    let place = Place::bare();
    let mut child =
        Command::new(place.launcher()).arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for id in 0..3 {
        writeln!(input, "{}", request(id, "ping", &json!({}))).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(&format!("\"id\":{id}")), "{line}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_launcher_outside_any_installation_says_so() {
    let output = Command::new(Path::new(env!("CARGO_BIN_EXE_bascule-launcher"))).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
}
