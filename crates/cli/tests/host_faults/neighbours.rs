//! Neighbours that mean no good: refused or bounded, counted, and nobody else waits.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Home};
use crate::play::{Ending, Play, Size, adapter, echoes};
use crate::raw::{Raw, hello, token};
use crate::seen::{memory, until};

/// What neighbours may cost the service, in MiB, on top of what it needs anyway: one long
/// question has 4, and the system's memory allocator keeps some for the next.
const COST: u64 = 16;

/// Somebody who writes this, greeted before or not, is let go without a word and counted.
struct Intruder {
    name: &'static str,
    is_greeted: bool,
    says: fn(&Home) -> Vec<u8>,
}

const INTRUDERS: &[Intruder] = &[
    Intruder {
        name: "a web page",
        is_greeted: false,
        says: |_| b"POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://example.org\r\n\r\n{}\r\n".to_vec(),
    },
    Intruder {
        name: "no token",
        is_greeted: false,
        says: |_| b"{\"protocol\":1,\"oldest\":1,\"version\":\"0.1.0\",\"role\":\"command\"}\n".to_vec(),
    },
    Intruder { name: "no JSON", is_greeted: false, says: |_| b"{\"protocol\":\n".to_vec() },
    Intruder { name: "no text", is_greeted: false, says: |_| b"\xff\xfe\x00\n".to_vec() },
    Intruder { name: "an endless greeting", is_greeted: false, says: |_| vec![b'x'; 64 << 10] },
    Intruder { name: "an endless question", is_greeted: true, says: |_| vec![b'x'; 6 << 20] },
    Intruder { name: "half a question", is_greeted: true, says: |_| b"{\"ask\":{\"id\":1,\"ask\"\n".to_vec() },
    Intruder {
        name: "an unknown key",
        is_greeted: true,
        says: |_| b"{\"ask\":{\"id\":1,\"ask\":\"hold\",\"more\":1}}\n".to_vec(),
    },
    Intruder {
        name: "an unknown ask",
        is_greeted: true,
        says: |_| b"{\"ask\":{\"id\":1,\"ask\":\"rule\"}}\n".to_vec(),
    },
    Intruder {
        name: "a number used twice",
        is_greeted: true,
        says: |_| b"{\"ask\":{\"id\":1,\"ask\":\"hold\"}}\n".repeat(2),
    },
    Intruder {
        name: "too many questions",
        is_greeted: true,
        says: |_| {
            let ask = |id: u32| format!("{{\"ask\":{{\"id\":{id},\"ask\":\"hold\"}}}}\n");
            (0..65).map(ask).collect::<String>().into_bytes()
        },
    },
    Intruder {
        name: "a deep nest",
        is_greeted: true,
        says: |_| {
            let nest = "[".repeat(100_000);
            format!("{{\"ask\":{{\"id\":1,\"ask\":{{\"call\":{{\"bridge\":{nest}\n").into_bytes()
        },
    },
];

fn play() -> Play {
    Play::with(&[], "", Size::Small)
}

fn turned_away(face: &mut Raw) -> u64 {
    face.status()["host"]["turned_away"].as_u64().expect("a number")
}

/// Fails where the service needs more memory than before by more than may be.
fn is_cheap(play: &Play, before: u64, name: &str) {
    let (peak, now) = memory(play.host);
    println!("measured: {name}: memory {peak} MiB at most, {now} MiB now, {before} MiB before");
    assert!(peak <= before + COST, "{name}: {peak} MiB, {before} MiB before");
}

#[test]
fn whoever_speaks_something_else_is_let_go_and_counted() {
    let mut play = play();
    let mut adapter = play.adapter();
    assert!(echoes(&mut adapter, 1));
    let before = memory(play.host).0;
    for (id, Intruder { name, is_greeted, says }) in (2..).zip(INTRUDERS) {
        let counted = turned_away(&mut play.face);
        let mut intruder = if *is_greeted { Raw::command(&play.home) } else { Raw::connected(&play.home) };
        let begin = Instant::now();
        // It may be let go in the middle of a word.
        intruder.try_write(&says(&play.home));
        assert!(intruder.is_let_go(), "{name}: it was answered");
        assert!(begin.elapsed() < Duration::from_secs(1), "{name}: it was let go only after {:?}", begin.elapsed());
        until(Duration::from_secs(2), name, || turned_away(&mut play.face) == counted + 1);
        assert!(echoes(&mut adapter, id), "{name}");
    }
    is_cheap(&play, before, "whoever speaks something else");
    play.end(Ending::Asked);
}

#[test]
fn whoever_has_no_token_or_another_protocol_is_told_so_and_counted() {
    let mut play = play();
    let right = hello(&token(&play.home), json!("command"));
    let with = |key: &str, value: Value| {
        let mut hello = right.clone();
        hello[key] = value;
        hello
    };
    let cases = [
        (with("token", json!("")), "token"),
        (with("token", json!("0".repeat(32))), "token"),
        // Not even the age of somebody else's program is of interest.
        (
            hello("", json!("command")).as_object().map_or(Value::Null, |hello| {
                let mut hello = hello.clone();
                hello.insert("protocol".into(), json!(99));
                hello.insert("oldest".into(), json!(99));
                hello.into()
            }),
            "token",
        ),
        (with("protocol", json!(0)), "too-old"),
    ];
    for (hello, why) in cases {
        let counted = turned_away(&mut play.face);
        let mut stranger = Raw::connected(&play.home);
        assert_eq!(stranger.greet(&hello)["turned-away"]["why"], why, "{hello}");
        assert!(stranger.is_let_go());
        until(Duration::from_secs(2), why, || turned_away(&mut play.face) == counted + 1);
    }
    assert_eq!(play.face.status()["host"]["leaving"], false);
    play.end(Ending::Asked);
}

/// Connects and greets as nobody; 3 where it cannot connect, 4 where it is let go.
const STRANGER: &str = "use IO::Socket::UNIX; $SIG{PIPE} = 'IGNORE'; my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or exit 3; \
                        $s->autoflush(1); print $s \"$ARGV[1]\\n\"; my $l = <$s>; exit(defined $l ? 0 : 4);";

#[test]
fn another_user_is_refused_by_the_system_and_by_us() {
    let mut play = play();
    let socket = play.home.path().join("host.sock");
    let greeting = hello(&token(&play.home), json!("command")).to_string();
    let stranger = || {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "perl", "-e", STRANGER]);
        command.arg(&socket).arg(&greeting).current_dir("/").output().ok().and_then(|output| output.status.code())
    };
    let (Some(3), true) = (stranger(), rustix::process::geteuid().is_root()) else {
        assert_ne!(stranger(), Some(0), "somebody else was let in");
        return println!("skipped: this person may start nothing as somebody else, or perl is not there");
    };
    // Whatever the rights of the files: who it is counts.
    let open = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("rights");
    };
    open(play.home.path(), 0o755);
    open(&socket, 0o666);
    let counted = turned_away(&mut play.face);
    assert_eq!(stranger(), Some(4), "let go without a word, though it has the token");
    assert_eq!(turned_away(&mut play.face), counted + 1);
    play.end(Ending::Asked);
}

/// How long calls take: the middle one and the longest of so many.
fn calls(adapter: &mut Client, first: u64) -> (Duration, Duration) {
    let mut took: Vec<Duration> = (first..first + 100)
        .map(|id| {
            let begin = Instant::now();
            assert!(echoes(adapter, id));
            begin.elapsed()
        })
        .collect();
    took.sort();
    (took[50], took[99])
}

/// An adapter's calls go on at once while this is done again and again by `count`
/// neighbours at the same time.
fn check(name: &str, count: usize, mut neighbour: impl FnMut(&Home, &AtomicBool) + Clone + Send + 'static) {
    let mut play = play();
    let mut adapter = play.adapter();
    let (usual, _) = calls(&mut adapter, 1_000);
    let before = memory(play.host).0;
    let ending = Arc::new(AtomicBool::new(false));
    let neighbours: Vec<_> = (0..count)
        .map(|_| {
            let (home, ending) = (play.home.clone(), Arc::clone(&ending));
            let mut neighbour = neighbour.clone();
            std::thread::spawn(move || {
                while !ending.load(Ordering::Relaxed) {
                    neighbour(&home, &ending);
                }
            })
        })
        .collect();
    std::thread::sleep(Duration::from_secs(1));
    let (meanwhile, longest) = calls(&mut adapter, 2_000);
    println!(
        "measured: {name}: a call took {meanwhile:?} (at most {longest:?}), {usual:?} without: {:.1} times",
        meanwhile.as_secs_f64() / usual.as_secs_f64()
    );
    is_cheap(&play, before, name);
    ending.store(true, Ordering::Relaxed);
    neighbours.into_iter().for_each(|neighbour| neighbour.join().expect("a neighbour"));
    assert!(
        meanwhile < (usual * 5).max(Duration::from_millis(50)),
        "{name}: a call took {meanwhile:?}, else {usual:?}"
    );
    assert!(longest < Duration::from_secs(2), "{name}: a call took {longest:?}");
    let _ = &mut neighbour;
    drop(adapter);
    until(Duration::from_secs(10), "all are gone", || play.face.status()["host"]["adapters"] == 0);
    play.end(Ending::Asked);
}

#[test]
fn whoever_sends_a_byte_at_a_time_keeps_nobody_waiting() {
    check("a byte at a time", 20, |home, ending| {
        let mut slow = Raw::command(home);
        while !ending.load(Ordering::Relaxed) && slow.try_write(b" ") {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
}

#[test]
fn whoever_never_reads_keeps_nobody_waiting() {
    check("who never reads", 1, |home, ending| {
        let mut deaf = Raw::greeted(home, json!("face"));
        deaf.watch();
        let asked = deaf.nag(ending);
        println!("measured: who never reads could ask {asked} times");
        assert!(asked < 200, "it was listened to {asked} times");
    });
}

#[test]
fn whoever_floods_with_questions_keeps_nobody_waiting() {
    check("endless questions", 3, |home, _| {
        let mut loud = Raw::command(home);
        loud.try_write(&vec![b'x'; 6 << 20]);
        std::thread::sleep(Duration::from_millis(50));
    });
}

#[test]
fn many_values_in_one_question_cost_no_more_than_its_bytes() {
    check("many values", 1, |home, _| {
        let mut large = Raw::command(home);
        let values = "0,".repeat((4 << 20) / 2 - 200);
        let asked = format!(
            "{{\"ask\":{{\"id\":1,\"ask\":{{\"call\":{{\"bridge\":\"nobody\",\"tool\":\"t\",\"arguments\":{{\"a\":[{values}0]}}}}}}}}}}\n"
        );
        large.try_write(asked.as_bytes());
        assert!(large.is_let_go());
    });
}

#[test]
fn a_crowd_is_bounded_and_whoever_is_in_stays_in() {
    let mut play = play();
    let mut adapter = play.adapter();
    let (usual, _) = calls(&mut adapter, 1_000);
    let before = memory(play.host).0;
    let greeting = hello(&token(&play.home), json!("command"));
    let mut crowd: Vec<Raw> = (0..600).map(|_| Raw::connected(&play.home)).collect();
    let mut refused = 0;
    for one in &mut crowd {
        let greeted = one.try_greet(&greeting);
        if greeted.get("welcome").is_none() {
            assert_eq!(greeted["turned-away"]["why"], "crowded", "{greeted}");
            refused += 1;
        }
    }
    let (meanwhile, longest) = calls(&mut adapter, 2_000);
    println!(
        "measured: a crowd of 600, {refused} refused: a call took {meanwhile:?} (at most {longest:?}), {usual:?} without"
    );
    assert!((80..=100).contains(&refused), "{refused} of 600 were refused");
    assert!(meanwhile < (usual * 5).max(Duration::from_millis(50)));
    assert!(turned_away(&mut play.face) >= refused);
    is_cheap(&play, before, "a crowd");
    drop(crowd);
    let home = play.home.clone();
    until(Duration::from_secs(10), "there is room again", || {
        Raw::connected(&home).greet(&greeting).get("welcome").is_some()
    });
    play.end(Ending::Asked);
}

#[test]
fn whoever_connects_and_says_nothing_is_let_go_soon() {
    let mut play = play();
    let counted = turned_away(&mut play.face);
    let crowd: Vec<Raw> = (0..600).map(|_| Raw::connected(&play.home)).collect();
    let mut newcomer = adapter(&play.home);
    assert!(echoes(&mut newcomer, 1), "another may come meanwhile");
    until(Duration::from_secs(10), "all are let go", || turned_away(&mut play.face) >= counted + 600);
    drop(crowd);
    play.end(Ending::Asked);
}

/// A runtime that does this costs neither memory nor the calls of another one.
fn check_runtime(name: &str, tool: &str, arguments: &Value, cost: u64, told: &str) {
    let play = play();
    let mut adapter = play.adapter();
    assert!(echoes(&mut adapter, 1));
    let before = memory(play.host).0;
    let begin = Instant::now();
    let answer = adapter.call(2, tool, arguments).to_string();
    let took = begin.elapsed();
    let (peak, now) = memory(play.host);
    println!(
        "measured: {name}: answered after {took:?}; memory {peak} MiB at most, {now} MiB now, {before} MiB before"
    );
    assert!(answer.contains(told), "{name}: {answer:.500}");
    assert!(peak <= before + cost, "{name}: {peak} MiB, {before} MiB before");
    let begin = Instant::now();
    assert!(echoes(&mut adapter, 3), "{name}");
    assert!(begin.elapsed() < Duration::from_secs(10));
    println!("measured: {name}: another call {:?} later", begin.elapsed());
    let now = memory(play.host).1;
    assert!(now <= before + COST, "{name}: {now} MiB stay, {before} MiB before");
    drop(adapter);
    let Play { home, tag, .. } = play;
    home.run(&["host", "stop"]);
    crate::seen::nothing_left(&home, &tag);
}

#[test]
fn a_line_of_a_runtime_that_is_too_long_ends_it() {
    check_runtime("17 MiB in a line", "huge", &json!({"megabytes": 17}), 20, "may have run, and was not sent again");
}

#[test]
fn a_line_of_a_runtime_without_end_ends_it() {
    check_runtime(
        "a line without end",
        "endless",
        &json!({"megabytes": 200}),
        20,
        "may have run, and was not sent again",
    );
}

#[test]
fn answers_that_nobody_asked_for_are_passed_over() {
    check_runtime("answers to nobody", "batch", &json!({"answers": 20_000}), 20, "said");
}

#[test]
fn nested_batches_are_no_messages() {
    check_runtime("nested batches", "nest", &json!({"megabytes": 1}), 40, "said");
}

#[test]
fn a_runtime_that_asks_and_does_not_listen_costs_no_memory() {
    check_runtime("questions of a runtime", "pester", &json!({"requests": 200_000}), 20, "said");
}
