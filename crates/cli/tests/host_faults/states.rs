//! State folders that are not as they should be: it works, or what is wrong and what
//! helps is said.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Home};
use crate::play::{furnish, home_with};
use crate::seen::{Mounted, host_pid, note, nothing_left, processes_of, signal, until};

/// What an agent and a person got.
struct Asked {
    agent: String,
    person: String,
    took: Duration,
}

const WORKS: &str = "works";

/// Calls as an agent and as a person.
fn asked(home: &Home) -> Asked {
    let begin = Instant::now();
    let mut adapter = Client::start_program(Path::new(env!("CARGO_BIN_EXE_bascule")), "toy", home.clone());
    adapter.open("2025-11-25");
    let answer = adapter.call(1, "echo", &json!({"text": "hello"}));
    let agent = match answer["result"]["structuredContent"]["text"].as_str() {
        Some("hello") => WORKS.to_owned(),
        _ => answer["result"]["content"][0]["text"].as_str().map_or_else(|| answer.to_string(), str::to_owned),
    };
    drop(adapter);
    let person = query(home.path(), &["query", "toy", "echo", "--arg", "text=hello"]);
    Asked { agent, person, took: begin.elapsed() }
}

fn query(home: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bascule"));
    let output = command.args(arguments).env("BASCULE_HOME", home).env("LC_ALL", "C").output().expect("it starts");
    match output.status.code() {
        Some(0) => WORKS.to_owned(),
        code => format!("{code:?}: {}", String::from_utf8_lossy(&output.stderr)),
    }
}

/// Fails unless both were told all of these words.
fn check(home: &Home, words: &[&str]) {
    let Asked { agent, person, took } = asked(home);
    println!("measured: both answered within {:.1} s; the agent: {agent}; the person: {person}", took.as_secs_f64());
    for (who, told) in [("the agent", &agent), ("the person", &person)] {
        for word in words {
            assert!(told.contains(word), "{who} is not told {word:?}: {told}");
        }
    }
    assert!(took < Duration::from_secs(20), "it took {took:?}");
}

/// A home whose tools are known and whose service has ended.
fn used() -> (Home, String) {
    let (home, tag) = home_with(&[], "");
    use_once(&home);
    (home, tag)
}

/// Fails unless the step of the background service is shown bad for this reason, with
/// what helps, and the service with it.
fn shows_trouble(home: &Home, code: &str, named: &str) {
    let told: Value = serde_json::from_str(&home.run(&["status", "--json"])).expect("JSON");
    let toy = told["bridges"].as_array().expect("bridges").iter().find(|bridge| bridge["id"] == "toy");
    let chain = toy.expect("the bridge")["chain"].as_array().expect("steps");
    let host = chain.iter().find(|link| link["step"] == "host").expect("its step");
    assert_eq!((&host["standing"], &host["cause"]["code"]), (&json!("bad"), &json!(code)), "{host:#}");
    assert_eq!(told["service"]["cause"], host["cause"], "{told:#}");
    let (sentence, mend) = (&host["cause"]["sentence"], &host["cause"]["remedy"]["sentence"]);
    assert!(sentence.as_str().is_some_and(|text| text.contains(named)) && mend.is_string(), "{host:#}");
    let seen = query(home.path(), &["status"]);
    assert_eq!(seen, WORKS, "it says so, and does not fail");
}

/// Fails unless nothing is shown to be wrong with the background service.
fn shows_none(home: &Home) {
    let told: Value = serde_json::from_str(&home.run(&["status", "--json"])).expect("JSON");
    assert!(told["service"]["cause"].is_null(), "{told:#}");
}

fn start(home: &Home) {
    assert_eq!(query(home.path(), &["query", "toy", "echo", "--arg", "text=hello"]), WORKS);
}

fn use_once(home: &Home) {
    start(home);
    home.run(&["host", "stop"]);
}

#[test]
fn what_a_killed_service_left_is_no_obstacle() {
    let (home, tag) = used();
    start(&home);
    let before = host_pid(&home);
    signal(before, "KILL");
    nothing_left(&home, &tag);
    assert!(home.path().join("host.sock").exists(), "its socket stayed");
    check(&home, &[WORKS]);
    assert_ne!(host_pid(&home), before);
}

#[test]
fn a_note_that_names_a_process_of_somebody_else_is_no_obstacle() {
    let (home, tag) = used();
    start(&home);
    signal(host_pid(&home), "KILL");
    nothing_left(&home, &tag);
    let mut note = note(home.path()).expect("it stayed");
    note["pid"] = std::process::id().into();
    std::fs::write(home.path().join("instances/host.json"), note.to_string()).expect("a note");
    check(&home, &[WORKS]);
    home.run(&["host", "stop"]);
    nothing_left(&home, &tag);
}

#[test]
fn what_is_no_note_and_no_socket_is_no_obstacle() {
    let (home, _) = used();
    std::fs::write(home.path().join("instances/host.json"), "{\"format\": 1").expect("half a note");
    std::fs::write(home.path().join("host.sock"), "a file").expect("a file");
    check(&home, &[WORKS]);
}

#[test]
fn a_folder_in_the_place_of_the_socket_is_named() {
    let (home, _) = used();
    std::fs::create_dir(home.path().join("host.sock")).expect("a folder");
    check(&home, &["host.sock", "bascule doctor"]);
    shows_trouble(&home, "host-cannot-start", "host.sock");
}

#[test]
fn a_lock_that_cannot_be_one_is_named() {
    for name in ["host.lock", "start.lock"] {
        let (home, _) = used();
        std::fs::remove_file(home.path().join(name)).expect("it is free");
        std::fs::create_dir(home.path().join(name)).expect("a folder");
        check(&home, &[name, "bascule doctor"]);
        shows_trouble(&home, "host-cannot-start", name);
        // Whoever takes the home away asks for its service first.
        std::fs::remove_dir(home.path().join(name)).expect("removed");
    }
}

#[test]
fn a_program_that_is_gone_is_named() {
    let (home, _) = used();
    let program = home.path().join("a copy of it");
    std::fs::copy(env!("CARGO_BIN_EXE_bascule"), &program).expect("copied");
    let mut adapter = Client::start_program(&program, "toy", home.clone());
    adapter.open("2025-11-25");
    // Once this is answered the adapter waits for nothing that it would start another for.
    assert_eq!(adapter.call(1, "echo", &json!({"text": "hello"}))["result"]["structuredContent"]["text"], "hello");
    home.run(&["host", "stop"]);
    std::fs::remove_file(&program).expect("removed");
    let told = adapter.call(2, "echo", &json!({"text": "hello"}));
    let told = told["result"]["content"][0]["text"].as_str().unwrap_or_default();
    assert!(told.contains("a copy of it is not there") && told.contains("install Bascule again"), "{told}");
}

#[test]
fn a_lock_that_somebody_else_holds_is_named() {
    let (home, _) = used();
    let lock = std::fs::File::options().write(true).open(home.path().join("host.lock")).expect("a lock");
    lock.lock().expect("it is free");
    check(&home, &["host.lock"]);
    drop(lock);
    check(&home, &[WORKS]);
}

#[test]
fn a_service_that_stands_still_is_named_by_its_process() {
    let (home, _) = used();
    start(&home);
    let pid = host_pid(&home);
    signal(pid, "STOP");
    check(&home, &[&format!("process {pid}"), "does not answer"]);
    signal(pid, "CONT");
    check(&home, &[WORKS]);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let home = Home::new();
    let Some(disk) = Mounted::small(home.path(), "size=8m,mode=700") else { return };
    furnish(&home, &[], "");
    use_once(&home);
    assert!(disk.remount("ro"));
    let folder = home.path().to_str().expect("UTF-8");
    check(&home, &["Read-only file system", folder, "can be written"]);
    shows_trouble(&home, "read-only", folder);
    assert!(disk.remount("rw"));
    shows_none(&home);
    check(&home, &[WORKS]);
    home.run(&["host", "stop"]);
}

#[test]
fn a_full_disk_is_named() {
    let home = Home::new();
    let Some(_disk) = Mounted::small(home.path(), "size=2m,mode=700") else { return };
    furnish(&home, &[], "");
    use_once(&home);
    let filling = home.path().join("filling");
    std::fs::write(&filling, vec![1; 4 << 20]).expect_err("it does not fit");
    check(&home, &["No space left on device", "make room"]);
    shows_trouble(&home, "disk-full", home.path().to_str().expect("UTF-8"));
    std::fs::remove_file(filling).expect("removed");
    shows_none(&home);
    check(&home, &[WORKS]);
    home.run(&["host", "stop"]);
}

#[test]
fn settings_of_a_newer_version_are_kept_and_let_nobody_do_more() {
    let (home, _) = used();
    let newer = "format = 99\nwhatever = \"this means\"\n";
    std::fs::write(home.path().join("settings.toml"), newer).expect("settings");
    check(&home, &["settings.toml", "newer"]);
    assert_eq!(std::fs::read_to_string(home.path().join("settings.toml")).expect("a file"), newer);
    let shown: Value = serde_json::from_str(&home.run(&["host", "status", "--json"])).expect("JSON");
    let problem = shown["snapshot"]["host"]["settings_problem"].as_str().unwrap_or_default();
    assert!(problem.contains("newer"), "{shown:#}");
}

#[test]
fn what_was_paused_is_not_forgotten_where_it_cannot_be_read() {
    // A newer version's, no TOML, and no file at all.
    for broken in [Some("format = 99\n"), Some("format = 1\npaused = [\"toy\n"), None] {
        println!("settings: {broken:?}");
        let (home, tag) = used();
        home.run(&["pause", "toy"]);
        let (file, kept) = (home.path().join("settings.toml"), home.path().join("kept"));
        std::fs::rename(&file, &kept).expect("renamed");
        match broken {
            Some(text) => std::fs::write(&file, text).expect("written"),
            None => std::fs::create_dir(&file).expect("a folder"),
        }
        let shown = || {
            let told: Value = serde_json::from_str(&home.run(&["status", "--json"])).expect("JSON");
            let bridges = told["bridges"].as_array().expect("bridges").clone();
            bridges.into_iter().find(|bridge| bridge["id"] == "toy").expect("the bridge")
        };
        let counts_as_paused = |where_asked: &str| {
            let health = &shown()["health"];
            assert_eq!(health["state"], "paused", "{where_asked}: {health:#}");
            assert_eq!(health["cause"]["code"], "settings-unusable", "{where_asked}: {health:#}");
            let mend = health["cause"]["remedy"]["commands"].to_string();
            assert!(mend.contains("doctor"), "{where_asked}: {health:#}");
        };
        counts_as_paused("where no service runs");
        // The adapter asks the file, for no service runs; the person's call starts one.
        check(&home, &["what the user paused cannot be read", "settings.toml", "doctor"]);
        counts_as_paused("where a service runs");
        let runtime = &shown()["chain"].as_array().expect("steps").last().expect("a step").clone();
        assert_eq!((&runtime["standing"], &runtime["cause"]["code"]), (&json!("bad"), &json!("settings-unusable")));
        let services = processes_of(&home, &tag);
        assert_eq!(services.len(), 1, "only the service runs: {services:?}");
        if file.is_dir() {
            std::fs::remove_dir(&file).expect("removed");
        }
        std::fs::rename(&kept, &file).expect("renamed");
        until(Duration::from_secs(5), "the file is read again", || shown()["health"]["cause"].is_null());
        check(&home, &["paused by the user"]);
        home.run(&["resume", "toy"]);
        check(&home, &[WORKS]);
        home.run(&["host", "stop"]);
        nothing_left(&home, &tag);
    }
}

#[test]
fn a_history_of_a_newer_version_stops_no_call_and_stays() {
    for place in ["history", "journal"] {
        let (home, _) = used();
        let folder = home.path().join(place);
        std::fs::create_dir_all(&folder).expect("a folder");
        let newer = "{\"format\":99,\"what\":\"nobody knows\"}\n";
        std::fs::write(folder.join("7.jsonl"), newer).expect("a file");
        check(&home, &[WORKS]);
        assert_eq!(std::fs::read_to_string(folder.join("7.jsonl")).expect("a file"), newer);
    }
}

#[test]
fn a_home_of_somebody_else_is_left_alone() {
    let kept = tempfile::tempdir().expect("a folder");
    if std::os::unix::fs::chown(kept.path(), Some(65_534), Some(65_534)).is_err() {
        return println!("skipped: this person may not give a folder away");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_bascule"));
    command.args(["query", "ra3-mod-xml", "list_projects"]).env_remove("BASCULE_HOME").env("HOME", kept.path());
    let output = command.env("LC_ALL", "C").output().expect("it starts");
    let told = String::from_utf8_lossy(&output.stderr);
    println!("measured: {told}");
    assert!(!output.status.success() && told.contains(kept.path().to_str().expect("UTF-8")), "{told}");
    assert_eq!(std::fs::read_dir(kept.path()).expect("a folder").count(), 0, "nothing was made in it");
}

#[test]
fn a_path_too_long_for_a_socket_is_no_obstacle() {
    let home = Home::below(&["a-rather-long-name-of-a-folder"; 6].join("/"));
    let tag = furnish(&home, &[], "");
    check(&home, &[WORKS]);
    let endpoint = note(home.path()).expect("a note")["endpoint"].as_str().expect("an endpoint").to_owned();
    let folder = Path::new(&endpoint).parent().expect("a folder").to_owned();
    assert!(!folder.starts_with(home.path()) && endpoint.len() <= 100, "{endpoint}");
    assert_eq!(std::fs::metadata(&folder).expect("a folder").permissions().mode() & 0o777, 0o700);
    home.run(&["host", "stop"]);
    nothing_left(&home, &tag);
    // Somebody else could have been there first.
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o777)).expect("rights");
    check(&home, &[folder.to_str().expect("UTF-8"), "belongs to somebody else"]);
    std::fs::remove_dir(folder).expect("removed");
}
