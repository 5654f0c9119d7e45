//! A service and clients of other versions: one makes room, or says what helps; and a
//! service that was stopped for a while.
//!
//! The other versions are played from their lines on the socket, which other versions
//! will speak whatever became of our types.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Home, names_of};
use crate::play::{Ending, Play, Size, adapter, echoes, home_with};
use crate::raw::{Raw, hello, token};
use crate::seen::{host_pid, nothing_left, signal, until};

/// What a service of another version came to.
#[derive(Debug, Default)]
struct Played {
    /// What it was asked, in order.
    asked: Vec<Value>,
}

/// A service of another version that holds the lock, greets with `greeting`, knows the
/// tools named, and ends where it is asked to or called.
fn other_version(home: &Home, version: &str, greeting: fn(&str) -> Value, tools: &[&str]) -> JoinHandle<Played> {
    let instances = home.path().join("instances");
    std::fs::create_dir_all(&instances).expect("a folder");
    let lock = std::fs::File::create(home.path().join("host.lock")).expect("a lock");
    lock.lock().expect("it is free");
    let socket = home.path().join("host.sock");
    let _ = std::fs::remove_file(&socket);
    let listener = UnixListener::bind(&socket).expect("a socket");
    let note = json!({"format": 1, "pid": std::process::id(), "started": 1, "version": version,
                      "endpoint": socket, "token": "t"});
    std::fs::write(instances.join("host.json"), note.to_string()).expect("a note");
    let listed: Vec<Value> =
        tools.iter().map(|name| json!({"name": name, "inputSchema": {"type": "object"}})).collect();
    let (version, home) = (version.to_owned(), home.path().to_owned());
    std::thread::spawn(move || {
        let mut played = Played::default();
        'life: for stream in listener.incoming() {
            let mut stream = stream.expect("a client");
            let mut lines = BufReader::new(stream.try_clone().expect("a handle")).lines();
            let Some(Ok(_hello)) = lines.next() else { continue };
            let greeting = greeting(&version);
            writeln!(stream, "{greeting}").expect("the client reads");
            if greeting.get("welcome").is_none() {
                break;
            }
            for line in lines {
                let Ok(line) = line else { break };
                let message: Value = serde_json::from_str(&line).expect("a message");
                let (id, ask) = (&message["ask"]["id"], &message["ask"]["ask"]);
                played.asked.push(ask.clone());
                if ask.get("end").is_some() {
                    let _ = writeln!(stream, "{}", json!({"told": {"id": id, "told": "done"}}));
                    break 'life;
                }
                if ask.get("tools").is_some() {
                    writeln!(stream, "{}", json!({"told": {"id": id, "told": {"tools": listed}}})).expect("it reads");
                }
                if ask.get("call").is_some() {
                    writeln!(stream, "\"leaving\"").expect("it reads");
                    writeln!(stream, "{}", json!({"told": {"id": id, "told": "not-begun"}})).expect("it reads");
                    break 'life;
                }
            }
        }
        // As a service leaves: note and socket first, the lock last.
        std::fs::remove_file(home.join("instances/host.json")).expect("its note");
        std::fs::remove_file(home.join("host.sock")).expect("its socket");
        drop(lock);
        played
    })
}

fn welcome(version: &str) -> Value {
    json!({"welcome": {"protocol": 1, "version": version, "pid": 1}})
}

#[test]
fn an_older_service_makes_room_for_a_newer_one() {
    let (home, tag) = home_with(&[], "");
    let older = other_version(&home, "0.0.1", welcome, &[]);
    let begin = Instant::now();
    let mut adapter = adapter(&home);
    assert!(echoes(&mut adapter, 1));
    println!("measured: an older service was replaced within {:.2} s", begin.elapsed().as_secs_f64());
    let played = older.join().expect("it ended");
    assert!(played.asked.iter().any(|ask| ask["end"]["now"] == false), "{played:?}");
    drop(adapter);
    home.run(&["host", "stop"]);
    nothing_left(&home, &tag);
}

#[test]
fn a_service_that_is_too_old_for_us_makes_room() {
    let (home, tag) = home_with(&[], "");
    let turned = |version: &str| json!({"turned-away": {"why": "too-new", "version": version}});
    let older = other_version(&home, "0.0.1", turned, &[]);
    let mut adapter = adapter(&home);
    assert!(echoes(&mut adapter, 1));
    older.join().expect("it ended");
    drop(adapter);
    home.run(&["host", "stop"]);
    nothing_left(&home, &tag);
}

#[test]
fn a_newer_service_that_does_not_know_us_is_told_with_what_helps() {
    let (home, _) = home_with(&[], "");
    let turned = |version: &str| json!({"turned-away": {"why": "too-old", "version": version}});
    let newer = other_version(&home, "9.0.0", turned, &[]);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_bascule"))
        .args(["query", "toy", "echo", "--arg", "text=hello"])
        .env("BASCULE_HOME", home.path())
        .output()
        .expect("it starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("9.0.0") && told.contains("restart this AI program"), "{told}");
    newer.join().expect("it ended");
}

#[test]
fn an_adapter_that_stays_learns_the_tools_of_the_next_service() {
    let (home, tag) = home_with(&[], "");
    let before = other_version(&home, env!("CARGO_PKG_VERSION"), welcome, &["old"]);
    let mut stays = Client::start_program(Path::new(env!("CARGO_BIN_EXE_bascule")), "toy", home.clone());
    stays.open("2025-11-25");
    assert_eq!(names_of(&stays.wait_for_tool("old")), ["old"]);
    // What has not begun goes to the successor, which this call starts.
    let begin = Instant::now();
    stays.request(6, "tools/call", &json!({"name": "echo", "arguments": {"text": "hello"}}));
    let (mut answered, mut listed) = (false, false);
    let mut id = 100;
    while !(answered && listed) {
        let message = stays.within(Duration::from_secs(10)).expect("an answer, and a word about tools");
        // Asked only where it was told: it is told of the first tools, too.
        if message["method"] == "notifications/tools/list_changed" {
            id += 1;
            stays.request(id, "tools/list", &json!({}));
        }
        answered |= message["result"]["structuredContent"]["text"] == "hello";
        listed |= message["result"]["tools"].is_array() && names_of(&message).contains(&"echo".to_owned());
    }
    println!("measured: answered and told of other tools within {:.2} s", begin.elapsed().as_secs_f64());
    before.join().expect("it ended");
    assert!(echoes(&mut stays, 8));
    drop(stays);
    home.run(&["host", "stop"]);
    nothing_left(&home, &tag);
}

#[test]
fn a_client_newer_than_us_makes_the_service_leave_and_calls_end_first() {
    let mut play = Play::with(&[], "", Size::Small);
    let mut adapter = play.adapter();
    adapter.request(1, "tools/call", &json!({"name": "wait", "arguments": {"ms": 1500}}));
    let mut face = Raw::command(&play.home);
    face.until_toy(Duration::from_secs(5), "a call runs", |toy| toy["running_calls"] == 1);
    let mut newer = hello(&token(&play.home), json!("command"));
    (newer["protocol"], newer["oldest"], newer["version"]) = (json!(99), json!(99), json!("9.0.0"));
    let mut newcomer = Raw::connected(&play.home);
    assert_eq!(newcomer.greet(&newer)["turned-away"]["why"], "too-new");
    assert_eq!(adapter.answer(1)["result"]["content"][0]["text"], "waited", "a running call finishes");
    // The next call finds the successor.
    assert!(echoes(&mut adapter, 2));
    let before = std::mem::replace(&mut play.host, host_pid(&play.home));
    assert_ne!(before, play.host);
    drop((adapter, face));
    play.end(Ending::Asked);
}

#[test]
fn a_service_that_was_stopped_for_a_while_goes_on_as_if_nothing_were() {
    let mut play = Play::with(&[], "hang_ms = 3000", Size::Small);
    let (mut adapter, mut other) = (play.adapter(), play.adapter());
    assert!(echoes(&mut other, 1));
    let before = play.face.toy();
    adapter.request(1, "tools/call", &json!({"name": "wait", "arguments": {"ms": 2000}}));
    play.shows("a call runs", |toy| toy["running_calls"] == 1);
    signal(play.host, "STOP");
    other.request(2, "tools/call", &json!({"name": "echo", "arguments": {"text": "hello"}}));
    std::thread::sleep(Duration::from_secs(6));
    signal(play.host, "CONT");
    let begin = Instant::now();
    assert_eq!(adapter.answer(1)["result"]["content"][0]["text"], "waited");
    assert_eq!(other.answer(2)["result"]["structuredContent"]["text"], "hello");
    println!("measured: both calls were answered {:.2} s after the service went on", begin.elapsed().as_secs_f64());
    // Long enough for probes that were missed to be held against it.
    let watched = Instant::now();
    while watched.elapsed() < Duration::from_secs(4) {
        let toy = play.face.toy();
        let same = |key: &str| toy[key] == before[key];
        assert!(toy["health"]["state"] == "ready" && same("runtime") && same("restarts"), "{toy:#}");
        std::thread::sleep(Duration::from_millis(100));
    }
    until(Duration::from_secs(2), "calls go on", || echoes(&mut adapter, 3));
    drop((adapter, other));
    play.end(Ending::Killed);
}
