//! What the host starts: `bascule runtime`, over pipes.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Home, PROMPT, home_with_toy, names_of, problem_of, toy_server};
use crate::mods::write_mod;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A runtime for mods, opened.
fn mods() -> Client {
    let mut client = Client::runtime("ra3-mod-xml", Home::new());
    assert_eq!(client.open("2025-11-25")["serverInfo"]["name"], "bascule-ra3-mod-xml");
    let told = client.next();
    assert_eq!((&told["method"], &told["params"]["state"]), (&json!("notifications/bascule/state"), &json!("ready")));
    client
}

fn call_from(folder: &Path, tool: &str, arguments: &Value) -> Value {
    let place = json!({"flag": null, "folder": folder.to_str(), "roots": []});
    json!({"name": tool, "arguments": arguments, "_meta": {"bascule/where": place}})
}

fn asked_from(client: &mut Client, id: u64, folder: &Path, tool: &str, arguments: &Value) -> Value {
    client.ask(id, "tools/call", &call_from(folder, tool, arguments))["result"].take()
}

fn add_unit(project: &Path, id: &str) {
    let entry = project.join("Data/Mod.xml");
    let text = std::fs::read_to_string(&entry).expect("a file");
    std::fs::write(&entry, text.replace("</AssetDecl", &format!("<Unit id=\"{id}\"/></AssetDecl"))).expect("a file");
}

#[test]
fn one_runtime_serves_many_projects_by_where_a_call_comes_from() {
    let kept = folder();
    let (one, two) = (write_mod(kept.path(), "one"), write_mod(kept.path(), "two"));
    let mut client = mods();
    assert!(names_of(&client.ask(1, "tools/list", &json!({}))).contains(&"find_asset".to_owned()));
    for (id, (folder, name)) in (2..).zip([(&one, "one"), (&two, "two"), (&one.join("Data"), "one")]) {
        let told = asked_from(&mut client, id, folder, "find_asset", &json!({"id": format!("{name}Gun")}));
        let told = &told["structuredContent"];
        assert_eq!((&told["total"], &told["index"]["chosen_by"]), (&json!(1), &json!("folder")), "{told:#}");
    }
    let nowhere = client.call(10, "find_asset", &json!({"id": "x"}));
    assert!(problem_of(&nowhere).starts_with("PROJECT_NONE"));
    let strange = json!({"name": "get_status", "arguments": {}, "_meta": {"bascule/where": {"flag": "a/b"}}});
    assert!(problem_of(&client.ask(11, "tools/call", &strange)).contains("flag is not an absolute path"));
    let ended = client.close();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(ended.after < PROMPT);
}

#[test]
fn pings_are_answered_while_an_index_is_built() {
    let kept = folder();
    let big = write_mod(kept.path(), "big");
    let mut text = "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\">\n".to_owned();
    (0..200_000).for_each(|n| writeln!(text, "<Unit id=\"u{n}\"/>").expect("a text"));
    std::fs::write(big.join("Data/Mod.xml"), text + "</AssetDeclaration>\n").expect("a file");
    let mut client = mods();
    let began = Instant::now();
    client.request(1, "tools/call", &call_from(&big, "find_asset", &json!({"id": "u199999"})));
    let mut pings = 0;
    loop {
        let asked = Instant::now();
        client.request(100 + pings, "ping", &json!({}));
        let message = client.next();
        if message["id"] == 1 {
            assert_eq!(message["result"]["structuredContent"]["total"], 1, "{message}");
            break;
        }
        assert_eq!(message["id"], 100 + pings);
        assert!(asked.elapsed() < Duration::from_millis(500), "a ping took {:?}", asked.elapsed());
        pings += 1;
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(pings > 2, "it was built in {:?}", began.elapsed());
}

#[test]
fn a_change_is_seen_by_the_next_call_whether_or_not_it_was_noticed() {
    let kept = folder();
    let one = write_mod(kept.path(), "one");
    let mut client = mods();
    for (id, unit) in (1..).zip(["first", "second", "third"]) {
        add_unit(&one, unit);
        let told = asked_from(&mut client, id, &one, "find_asset", &json!({"id": unit}));
        let told = &told["structuredContent"];
        assert_eq!((&told["total"], &told["index"]["state"]), (&json!(1), &json!("ready")), "{told:#}");
    }
    // A map that is added begins a stream of its own, though no known file names it.
    let maps = one.join("Data/AdditionalMaps");
    std::fs::create_dir_all(&maps).expect("a folder");
    let map = "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\"><Unit id=\"OfTheMap\"/></AssetDeclaration>";
    std::fs::write(maps.join("mapmetadata_new.xml"), map).expect("a file");
    let told = asked_from(&mut client, 9, &one, "find_asset", &json!({"id": "OfTheMap"}));
    assert_eq!(told["structuredContent"]["total"], 1, "{told:#}");
}

#[test]
#[cfg(target_os = "linux")]
fn an_index_is_built_anew_before_anybody_asks() {
    let kept = folder();
    let one = write_mod(kept.path(), "one");
    let mut client = mods();
    asked_from(&mut client, 1, &one, "get_status", &json!({}));
    let counted = |client: &mut Client, id| {
        let listed = asked_from(client, id, &one, "list_projects", &json!({}));
        listed["structuredContent"]["projects"][0]["index"]["assets_all"].as_u64()
    };
    let wait_for = |client: &mut Client, number| {
        let began = Instant::now();
        for id in 2.. {
            if counted(client, id) == Some(number) {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(10), "nothing was noticed");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait_for(&mut client, 2);
    add_unit(&one, "third");
    wait_for(&mut client, 3);
    // What a new index reads for the first time is watched too.
    let entry = one.join("Data/Mod.xml");
    let text = std::fs::read_to_string(&entry).expect("a file");
    std::fs::create_dir_all(one.join("Data/New")).expect("a folder");
    let part = "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\"><Unit id=\"p\"/></AssetDeclaration>";
    std::fs::write(one.join("Data/New/part.xml"), part).expect("a file");
    let include = "<Include type=\"all\" source=\"New/part.xml\"/></Includes>";
    std::fs::write(&entry, text.replace("</Includes>", include)).expect("a file");
    wait_for(&mut client, 4);
    std::fs::write(one.join("Data/New/part.xml"), part.replace("<Unit id=\"p\"/>", "")).expect("a file");
    wait_for(&mut client, 3);
}

#[test]
fn what_is_too_long_or_no_message_costs_nobody_anything() {
    let mut client = mods();
    client.say_line("{\"jsonrpc\": \"2.0\", \"id\"");
    assert_eq!(client.next()["error"]["code"], -32700);
    client.say_line(&"x".repeat((16 << 20) + 1));
    let refused = client.next();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&Value::Null, &json!(-32600)), "{refused}");
    assert_eq!(client.ask(1, "ping", &json!({}))["result"], json!({}));
}

#[test]
fn a_foreign_server_is_kept_as_it_is() {
    let mut client = Client::runtime("toy", home_with_toy(&toy_server(), &["plain"], None));
    client.open("2025-11-25");
    let answer = client.call(1, "echo", &json!({"a": [1, null]}));
    assert_eq!(answer["result"]["content"], json!([{"type": "hologram", "depth": 3}]), "{answer}");
    let ended = client.close();
    assert_eq!(ended.code, Some(0));
    assert!(ended.after < PROMPT);
}

#[test]
fn an_end_is_passed_on_with_its_code_and_what_does_not_start_is_named() {
    let ended = Client::runtime("toy", home_with_toy(&toy_server(), &["die"], None)).close();
    assert_eq!(ended.code, Some(3));
    assert!(ended.stderr.contains("the licence file is missing"), "{}", ended.stderr);
    let ended = Client::runtime("toy", home_with_toy("no-such-program-anywhere", &[], None)).close();
    assert_eq!(ended.code, Some(3));
    assert!(ended.stderr.contains("no-such-program-anywhere cannot be started: "), "{}", ended.stderr);
    let ended = Client::runtime("bascule", Home::new()).close();
    assert_eq!(ended.code, Some(2));
    let ended = Client::runtime("nobody", Home::new()).close();
    assert!(ended.code != Some(0) && ended.stderr.contains("nobody"), "{:?} {}", ended.code, ended.stderr);
}
