//! The background service under load: killed, crowded, replaced.
//!
//! Proofs, run by `cargo xtask ci` in a short form and by `cargo xtask drill` in a long one.

// It looks at processes as Linux tells them.
#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_methods, reason = "a test starts programs and builds its own throwaway home")]

#[expect(dead_code, reason = "each test file uses its own part")]
#[path = "../adapter/client.rs"]
mod client;
mod crowd;
mod upgrade;

use std::time::{Duration, Instant};

use client::{home_with_toy, toy_server};
use crowd::Crowd;

/// How often the host is killed.
fn rounds() -> u32 {
    std::env::var("BASCULE_HOST_KILLS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(3)
}

#[test]
#[ignore = "a proof: cargo xtask drill --only host"]
fn a_killed_host_costs_nobody_more_than_the_calls_that_ran() {
    let home = home_with_toy(&toy_server(), &["plain"], None);
    let crowd = Crowd::calling(&home, 20);
    crowd.all_answered_since(Instant::now(), Duration::from_secs(20));
    let mut slowest = Duration::ZERO;
    for round in 0..rounds() {
        // Never at the same point of what they do.
        std::thread::sleep(Duration::from_millis(100 + u64::from(round % 7) * 37));
        let host = crowd::host_pid(&home).expect("a host");
        crowd::kill(host, "KILL");
        let killed = Instant::now();
        slowest = slowest.max(crowd.all_answered_since(killed, Duration::from_secs(10)));
        crowd::gone(&[host]);
    }
    let tally = crowd.end();
    assert_eq!(tally.unanswered, 0, "{tally:?}");
    assert_eq!(tally.other, Vec::<String>::new(), "answers that are neither right nor say that they may have run");
    assert!(tally.cut_off <= rounds() as usize * 20, "{tally:?}");
    println!(
        "proof: host killed {} times under 20 adapters: {} calls, each answered once, {} cut off and said so; every adapter worked again within {:.2} s",
        rounds(),
        tally.answered + tally.cut_off,
        tally.cut_off,
        slowest.as_secs_f64()
    );
    assert!(slowest < Duration::from_secs(2), "an adapter was without answer for {slowest:?}");
}

#[test]
#[ignore = "a proof: cargo xtask drill --only host"]
fn fifty_adapters_at_once_have_one_host_and_fifty_answers() {
    for _ in 0..rounds().min(10) {
        let home = home_with_toy(&toy_server(), &["plain"], None);
        let begun = Instant::now();
        let crowd = Crowd::calling(&home, 50);
        crowd.all_answered_since(begun, Duration::from_secs(30));
        let hosts = crowd::hosts_of(&home);
        let tally = crowd.end();
        assert_eq!(hosts.len(), 1, "{hosts:?}");
        assert_eq!((tally.unanswered, tally.cut_off, tally.other), (0, 0, Vec::new()));
    }
    println!("proof: 50 adapters at once, {} times: one host, 50 answers", rounds().min(10));
}

#[test]
#[ignore = "a proof: cargo xtask drill --only host"]
fn a_host_that_makes_room_fails_at_most_one_call_of_each_adapter() {
    let home = home_with_toy(&toy_server(), &["plain"], None);
    let crowd = Crowd::calling(&home, 10);
    crowd.all_answered_since(Instant::now(), Duration::from_secs(20));
    let times = rounds().min(20);
    let mut slowest = Duration::ZERO;
    for _ in 0..times {
        let before = crowd::host_pid(&home).expect("a host");
        let asked = Instant::now();
        home.run(&["host", "stop"]);
        slowest = slowest.max(crowd.all_answered_since(asked, Duration::from_secs(10)));
        assert_ne!(crowd::host_pid(&home), Some(before), "its successor answers");
    }
    let tally = crowd.end();
    assert_eq!((tally.unanswered, &tally.other), (0, &Vec::new()), "{tally:?}");
    assert!(tally.cut_off <= 10 * times as usize, "{tally:?}");
    println!(
        "proof: host replaced {times} times under 10 adapters: {} calls, {} of them failed; every adapter worked again within {:.2} s",
        tally.answered + tally.cut_off,
        tally.cut_off,
        slowest.as_secs_f64()
    );
}
