//! Runtimes that misbehave: what is shown is true, memory stays, nothing is left.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Home, problem_of};
use crate::play::{Ending, Play, Size, echoes, furnish};
use crate::seen::{Mounted, processes_of, until};

/// Something a runtime does wrong.
struct Fault {
    /// How its server is.
    manners: &'static [&'static str],
    /// Times of the service that are shorter than usual.
    tuning: &'static str,
    /// What is done, and what must be seen meanwhile.
    act: fn(&mut Play),
}

/// Plays a fault twice: its service is asked to end, and is killed.
fn check(fault: &Fault, size: Size) {
    [Ending::Asked, Ending::Killed].into_iter().for_each(|ending| play(fault, ending, size));
}

fn play(fault: &Fault, ending: Ending, size: Size) {
    let mut play = Play::with(fault.manners, fault.tuning, size);
    (fault.act)(&mut play);
    play.end(ending);
}

/// How many plays go on at once in the proof.
const SIDE_BY_SIDE: usize = 3;

const QUICK: &str = "first_pause_ms = 50\nlongest_pause_ms = 200";

const CRASHES: Fault = Fault { manners: &[], tuning: QUICK, act: crashes };
const CRASHES_AT_START: Fault = Fault { manners: &["--crash-at-start"], tuning: QUICK, act: crashes_at_start };
const HANGS_IN_A_CALL: Fault =
    Fault { manners: &[], tuning: "hang_ms = 4000\nfirst_pause_ms = 50", act: hangs_in_a_call };
const HANGS_UNASKED: Fault = Fault { manners: &[], tuning: "hang_ms = 4000\nfirst_pause_ms = 50", act: hangs_unasked };
const HANGS_AT_START: Fault =
    Fault { manners: &["--hang-after=0"], tuning: "startup_ms = 1000\nfirst_pause_ms = 50", act: hangs_at_start };
const FLOODS: Fault = Fault { manners: &[], tuning: "", act: floods };
const BREEDS: Fault = Fault { manners: &["--stubborn"], tuning: QUICK, act: breeds };
const STAYS: Fault = Fault { manners: &["--stubborn"], tuning: "", act: stays };
const IS_SLOW: Fault = Fault { manners: &["--slow=2500"], tuning: "", act: is_slow };
const BABBLES: Fault = Fault { manners: &["--garbage"], tuning: "", act: babbles };

fn is(state: &str) -> impl Fn(&Value) -> bool + use<> {
    let state = state.to_owned();
    move |toy| toy["health"]["state"] == state
}

fn crashes(play: &mut Play) {
    let mut adapter = play.adapter();
    for crash in 1..=5_u64 {
        let before = play.face.toy()["runtime"]["pid"].clone();
        let told = problem_of(&adapter.call(crash, "crash", &json!({"code": 9})));
        assert!(told.contains("may have run, and was not sent again") && told.contains("crashed on request"), "{told}");
        play.shows(&format!("crash {crash}"), |toy| toy["runtime"]["pid"] != before);
    }
    play.shows("five crashes are a failure", is("failed"));
    let toy = play.face.toy();
    assert!(toy["health"]["cause"]["text"].as_str().is_some_and(|text| text.contains("5 times in a row")), "{toy:#}");
    let said = toy["last_lines"].as_array().and_then(|lines| lines.last().cloned());
    assert_eq!(said, Some(json!("misbehaving_server: crashed on request")));
    let snapshot = play.face.status();
    assert_eq!(snapshot["notices"][0]["key"], "failed:toy", "{snapshot:#}");
    let seen: Value = serde_json::from_str(&play.home.run(&["host", "status", "--json"])).expect("JSON");
    assert!(seen.to_string().contains("5 times in a row"), "{seen:#}");

    let asked = Instant::now();
    let told = problem_of(&adapter.call(6, "echo", &json!({"text": "hello"})));
    assert!(told.contains("5 times in a row") && told.contains("crashed on request"), "{told}");
    assert!(asked.elapsed() < play.size.prompt(), "a call waited for what has failed");

    assert_eq!(play.face.ask(&json!({"try-again": {"bridge": "toy"}})), "done");
    play.shows("tried again", is("ready"));
    assert_eq!(play.face.status()["notices"], json!([]));
    assert!(echoes(&mut adapter, 7));
    problem_of(&adapter.call(8, "crash", &json!({"code": 9})));
    assert!(echoes(&mut adapter, 9), "a sixth crash is the first of its own row");
}

fn crashes_at_start(play: &mut Play) {
    let told = play.face.call("echo", &json!({"text": "hello"}));
    assert!(told.to_string().contains("the licence file is missing"), "{told:#}");
    play.face.until_toy(Duration::from_secs(20), "five starts are a failure", is("failed"));
    let toy = play.face.toy();
    assert_eq!((&toy["restarts"], &toy["runtime"]), (&json!(4), &Value::Null), "{toy:#}");
    assert!(toy["last_lines"].to_string().contains("the licence file is missing"), "{toy:#}");
}

fn hangs(toy: &Value) -> bool {
    toy["health"]["state"] == "degraded" && toy["health"]["cause"]["code"] == "no-answer"
}

fn hangs_in_a_call(play: &mut Play) {
    let (mut adapter, mut other) = (play.adapter(), play.adapter());
    adapter.request(1, "tools/call", &json!({"name": "hang", "arguments": {}}));
    play.shows("a hang in a call", |toy| hangs(toy) && toy["running_calls"] == 1);
    let told = problem_of(&adapter.answer(1));
    assert!(told.contains("may have run, and was not sent again"), "{told}");
    assert!(echoes(&mut other, 1), "another adapter works again");
}

fn hangs_unasked(play: &mut Play) {
    let mut adapter = play.adapter();
    adapter.request(1, "tools/call", &json!({"name": "hang", "arguments": {}}));
    play.shows("a call runs", |toy| toy["running_calls"] == 1);
    adapter.notify("notifications/cancelled", &json!({"requestId": 1}));
    play.shows("a hang without a call", |toy| hangs(toy) && toy["running_calls"] == 0);
    play.face.until_toy(Duration::from_secs(20), "it was started again", is("ready"));
    assert!(echoes(&mut adapter, 2));
}

fn hangs_at_start(play: &mut Play) {
    let told = play.face.call("echo", &json!({"text": "hello"})).to_string();
    assert!(told.contains("was not ready within 1 s"), "{told}");
    play.shows("a start that comes to nothing", |toy| toy["health"]["cause"]["code"] == "not-ready");
}

fn floods(play: &mut Play) {
    let (mut flooded, mut other) = (play.adapter(), play.adapter());
    let mut usual = Duration::ZERO;
    for id in 1..=50 {
        let begin = Instant::now();
        assert!(echoes(&mut other, id));
        usual = usual.max(begin.elapsed());
    }
    let begin = Instant::now();
    flooded.request(1, "tools/call", &json!({"name": "flood", "arguments": {"megabytes": play.size.of(10, 100)}}));
    let (mut longest, mut calls) = (Duration::ZERO, 0_u64);
    let answer = loop {
        if let Some(answer) = flooded.within(Duration::ZERO) {
            break answer;
        }
        let begin = Instant::now();
        assert!(echoes(&mut other, 1_000 + calls));
        longest = longest.max(begin.elapsed());
        calls += 1;
    };
    assert_eq!(answer["result"]["content"][0]["text"], "flooded");
    println!(
        "measured: flooded in {:.1} s; meanwhile {calls} calls, the longest {longest:?}, before it {usual:?}",
        begin.elapsed().as_secs_f64()
    );
    assert!(longest < Duration::from_secs(1).max(usual * 10), "a call took {longest:?}, without the flood {usual:?}");
    play.shows("who floods is ready", is("ready"));
    let logs = ["toy.log", "toy.log.1"].map(|name| play.home.path().join("logs").join(name));
    let size: u64 = logs.iter().filter_map(|log| std::fs::metadata(log).ok()).map(|log| log.len()).sum();
    assert!(size > 0 && size <= 2 << 20, "its log has {size} bytes");
}

fn breeds(play: &mut Play) {
    let mut adapter = play.adapter();
    let count = play.size.of(20, 500_usize);
    let spawn = json!({"children": count - count / 5, "sessions": count / 5});
    let (home, tag) = (play.home.clone(), play.tag.clone());
    let there = || processes_of(&home, &tag).len() > count;
    for (id, ends) in [(1, true), (3, false)] {
        let begin = Instant::now();
        assert_eq!(adapter.call(id, "spawn", &spawn)["result"]["content"][0]["text"], "started");
        until(Duration::from_secs(60), "all are started", there);
        println!("measured: {count} started within {:.1} s", begin.elapsed().as_secs_f64());
        play.shows("who breeds is ready", is("ready"));
        if ends {
            let before = play.face.toy()["runtime"]["pid"].clone();
            problem_of(&adapter.call(id + 1, "crash", &json!({})));
            play.shows("its end", |toy| toy["runtime"]["pid"] != before);
            // Host, keeper and server of the next start.
            until(Duration::from_secs(20), "its children end with it", || processes_of(&home, &tag).len() <= 3);
        }
    }
}

fn stays(play: &mut Play) {
    let mut adapter = play.adapter();
    assert!(echoes(&mut adapter, 1));
    play.shows("who will not end is ready", is("ready"));
}

fn is_slow(play: &mut Play) {
    let (mut adapter, mut other) = (play.adapter(), play.adapter());
    adapter.request(1, "tools/call", &json!({"name": "echo", "arguments": {"text": "hello"}}));
    other.request(1, "tools/call", &json!({"name": "echo", "arguments": {"text": "hello"}}));
    play.shows("two slow calls", |toy| toy["running_calls"] == 2 && is("ready")(toy));
    for adapter in [adapter, other] {
        assert_eq!(adapter.answer(1)["result"]["structuredContent"]["text"], "hello");
    }
    play.shows("they are over", |toy| toy["running_calls"] == 0 && is("ready")(toy));
}

fn babbles(play: &mut Play) {
    let mut adapter = play.adapter();
    let lines = play.size.of(2_000, 200_000);
    assert_eq!(adapter.call(1, "garbage", &json!({"lines": lines}))["result"]["content"][0]["text"], "said");
    assert!(echoes(&mut adapter, 2));
    play.shows("who babbles is ready", is("ready"));
}

/// The whole state folder lies on a disk that its runtime fills.
fn fills_its_disk(ending: Ending, size: Size) {
    let home = Home::new();
    let Some(disk) = Mounted::small(home.path(), "size=8m,mode=700") else { return };
    let tag = furnish(&home, &[], "");
    let mut play = Play::begin(home.clone(), tag, size);
    let mut adapter = play.adapter();
    let filled = adapter.call(1, "fill", &json!({"folder": home.path(), "megabytes": 64}));
    assert_ne!(filled["result"]["content"][0]["text"], "64", "it was filled: {filled}");
    until(Duration::from_secs(10), "not a byte is left", || {
        std::fs::write(home.path().join("last"), vec![0; 4096]).is_err()
    });
    // What the last page of the log still holds goes on for a while.
    let begin = Instant::now();
    let mut id = 2;
    while play.face.status()["host"]["audit_lost"] == 0 {
        assert!(echoes(&mut adapter, id), "calls go on");
        id += 1;
        assert!(begin.elapsed() < Duration::from_secs(20), "no line of the audit was lost in {id} calls");
    }
    play.shows("who filled its disk is ready", is("ready"));
    let begin = Instant::now();
    while !play.face.status()["notices"].to_string().contains("\"audit\"") {
        assert!(begin.elapsed() < size.prompt(), "the loss is told: {:#}", play.face.status());
    }
    // Once there is room again, lines are kept again.
    for file in std::fs::read_dir(home.path()).expect("a folder").filter_map(Result::ok) {
        if file.file_name().to_string_lossy().starts_with("filled-") {
            std::fs::remove_file(file.path()).expect("removed");
        }
    }
    let lost = play.face.status()["host"]["audit_lost"].clone();
    let lines = || std::fs::read_to_string(home.path().join("audit.jsonl")).unwrap_or_default().lines().count();
    let before = lines();
    assert!(echoes(&mut adapter, id));
    until(Duration::from_secs(5), "the audit goes on", || lines() > before);
    assert_eq!(play.face.status()["host"]["audit_lost"], lost);
    drop(adapter);
    play.end(ending);
    drop(disk);
}

#[test]
fn a_runtime_that_crashes_is_started_again_until_it_has_failed() {
    check(&CRASHES, Size::Small);
}

#[test]
fn a_runtime_that_crashes_at_its_start_has_failed_soon() {
    check(&CRASHES_AT_START, Size::Small);
}

#[test]
fn a_runtime_that_hangs_in_a_call_is_shown_and_ended() {
    check(&HANGS_IN_A_CALL, Size::Small);
}

#[test]
fn a_runtime_that_hangs_without_a_call_is_shown_and_ended() {
    check(&HANGS_UNASKED, Size::Small);
}

#[test]
fn a_runtime_that_never_becomes_ready_is_ended() {
    check(&HANGS_AT_START, Size::Small);
}

#[test]
fn a_flood_of_words_costs_neither_memory_nor_time() {
    check(&FLOODS, Size::Small);
}

#[test]
fn all_that_a_runtime_starts_ends_with_it() {
    check(&BREEDS, Size::Small);
}

#[test]
fn a_runtime_that_will_not_end_is_ended() {
    check(&STAYS, Size::Small);
}

#[test]
fn a_slow_runtime_is_no_ill_one() {
    check(&IS_SLOW, Size::Small);
}

#[test]
fn what_is_no_message_is_passed_over() {
    check(&BABBLES, Size::Small);
}

#[test]
fn a_full_disk_stops_no_call_and_is_told() {
    fills_its_disk(Ending::Asked, Size::Small);
}

#[test]
#[ignore = "a proof: cargo xtask drill --only faults"]
fn what_runtimes_do_wrong_is_shown_truly_and_leaves_nothing() {
    let rounds = std::env::var("BASCULE_FAULTS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1_u32);
    let faults: [&'static Fault; 10] = [
        &CRASHES,
        &CRASHES_AT_START,
        &HANGS_IN_A_CALL,
        &HANGS_UNASKED,
        &HANGS_AT_START,
        &FLOODS,
        &BREEDS,
        &STAYS,
        &IS_SLOW,
        &BABBLES,
    ];
    // The last one is a disk that is full, which needs more than a server.
    let kinds: Vec<Option<&'static Fault>> = faults.iter().copied().map(Some).chain([None]).collect();
    let each = |kind: Option<&'static Fault>| [(kind, Ending::Asked), (kind, Ending::Killed)];
    let plays = Mutex::new((0..rounds).flat_map(|_| kinds.iter().copied().flat_map(each)));
    let next = || plays.lock().unwrap_or_else(PoisonError::into_inner).next();
    // Each play has a home and a host of its own, and waits for most of its time.
    thread::scope(|scope| {
        for _ in 0..SIDE_BY_SIDE {
            scope.spawn(|| {
                while let Some((fault, ending)) = next() {
                    match fault {
                        Some(fault) => play(fault, ending, Size::Full),
                        None => fills_its_disk(ending, Size::Full),
                    }
                }
            });
        }
    });
    println!(
        "proof: {} faults of runtimes, {rounds} times each with an end that was asked for and a kill: shown within 3 s, under {} MiB, nothing left",
        kinds.len(),
        crate::play::MEMORY
    );
}
