//! What a person was told outlives the service that told it; what nobody looked at is
//! true once somebody does.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Home;
use crate::play::{home_with, start_and_call};
use crate::raw::Raw;
use crate::seen::{nothing_left, servers_of, signal, until};

const QUICK: &str = "first_pause_ms = 20\nlongest_pause_ms = 50";

fn notices(home: &Home) -> Vec<Value> {
    let told: Value = serde_json::from_str(&home.run(&["notices", "--json"])).expect("JSON");
    told["notices"].as_array().expect("notices").clone()
}

/// Calls until the bridge has failed and that is told.
fn until_failed(home: &Home) -> Value {
    start_and_call(home);
    until(Duration::from_secs(20), "it has failed", || notices(home).iter().any(|one| one["notice"] == "failed:toy"));
    notices(home).remove(0)
}

#[test]
fn what_lasts_is_told_once_also_by_the_next_service() {
    let (home, tag) = home_with(&["--crash-at-start"], QUICK);
    let first = until_failed(&home);
    let file = home.path().join("notices.json");
    until(Duration::from_secs(5), "it is kept", || file.exists());
    let kept = || {
        let changed = std::fs::metadata(&file).and_then(|file| file.modified()).expect("a time");
        (std::fs::read_to_string(&file).expect("a file"), changed)
    };
    let before = kept();
    // Long enough for another second to be another time.
    std::thread::sleep(Duration::from_millis(1_100));
    home.run(&["host", "stop"]);
    nothing_left(&home, &tag);
    assert_eq!(notices(&home), std::slice::from_ref(&first), "where no service runs");
    for ending in ["stop", "kill"] {
        assert_eq!(until_failed(&home), first, "the next service");
        assert_eq!(notices(&home).len(), 1);
        assert_eq!(kept(), before, "it was not written anew");
        match ending {
            "stop" => drop(home.run(&["host", "stop"])),
            _ => signal(crate::seen::host_pid(&home), "KILL"),
        }
        nothing_left(&home, &tag);
    }
    // A pause ends the episode, and nothing of it is kept.
    start_and_call(&home);
    home.run(&["pause", "toy"]);
    until(Duration::from_secs(5), "nothing is told any more", || notices(&home).is_empty());
    until(Duration::from_secs(5), "nothing is kept", || !file.exists());
}

#[test]
fn what_a_newer_version_kept_stays_as_it_is() {
    let (home, _) = home_with(&["--crash-at-start"], QUICK);
    let (file, newer) = (home.path().join("notices.json"), "{\"format\":99,\"open\":\"whatever\"}\n");
    std::fs::write(&file, newer).expect("written");
    let first = until_failed(&home);
    assert!(first["since"].is_string(), "{first:#}");
    home.run(&["host", "stop"]);
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), newer);
}

#[test]
fn a_hang_that_nobody_watched_is_shown_to_who_looks() {
    let (home, tag) = home_with(&[], "");
    start_and_call(&home);
    let servers = servers_of(&tag);
    assert_eq!(servers.len(), 1);
    let mut looks = Raw::command(&home);
    assert_eq!(looks.toy()["health"]["state"], "ready");
    signal(servers[0], "STOP");
    // Longer than a sign of life counts.
    std::thread::sleep(Duration::from_millis(1_200));
    let begin = Instant::now();
    let toy = looks.toy();
    println!("measured: shown within {:.2} s", begin.elapsed().as_secs_f64());
    assert_eq!((&toy["health"]["state"], &toy["health"]["cause"]["code"]), (&json!("degraded"), &json!("no-answer")));
    assert!(begin.elapsed() < Duration::from_secs(3));
    signal(servers[0], "CONT");
    until(Duration::from_secs(5), "it is well again", || looks.toy()["health"]["state"] == "ready");
    let begin = Instant::now();
    looks.toy();
    assert!(begin.elapsed() < Duration::from_millis(500), "who is well answers at once");
}
