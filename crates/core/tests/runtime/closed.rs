//! Every signal in every phase: what follows, as a table. What the table does not name
//! changes nothing.

use bascule_core::runtime::{Phase, Policy, step};

use crate::told::{at, signal, stage};

/// The phases, by the signals that lead there, each with its time in milliseconds. Run 3
/// is the one that lives where one does.
const PHASES: &[(&str, &str)] = &[
    ("off", "0 wanted; 0 stop; 0 exited 1; 0 wanted; 0 stop; 0 exited 2"),
    ("starting", "off; 0 wanted"),
    ("starting, older", "starting; 0 replaced"),
    ("up", "starting; 0 started 3; 0 ready 3"),
    ("up, called", "up; 0 calls 1"),
    ("up, called, older", "up, called; 0 replaced"),
    ("up, degraded", "up; 0 told 3 degraded"),
    ("up, asked", "up; 30000 time"),
    ("unwell", "up, asked; 31000 time; 32000 time"),
    ("resting", "up; 0 exited 3"),
    ("ends", "up; 0 stop"),
    ("ends-paused", "up; 0 pause"),
    ("ends-anew", "up; 0 replaced"),
    ("ends-anew, unwell", "unwell; 38000 time; 40000 time"),
    ("paused", "up; 0 pause; 0 exited 3"),
    (
        "failed",
        "up; 0 exited 3; 1000 time; 1000 missing 4; 3000 time; 3000 missing 5; 7000 time; 7000 missing 6; 15000 time; 15000 missing 7",
    ),
    ("failed, long ago", "failed; 615000 time"),
];

const SIGNALS: &[&str] = &[
    "wanted",
    "started 3",
    "started 9",
    "missing 3",
    "ready 3",
    "exited 3",
    "exited 2",
    "answered 3",
    "told 3 waiting",
    "calls 1",
    "calls 0",
    "watched",
    "unwatched",
    "pause",
    "resume",
    "stop",
    "replaced",
    "again",
    "time",
];

/// The phase a history of signals leads to, and its time.
fn reached(history: &str) -> (Phase, u64) {
    let (mut phase, mut now) = (Phase::default(), 0);
    for part in history.split("; ") {
        if let Some((_, before)) = PHASES.iter().find(|(name, _)| *name == part) {
            (phase, now) = reached(before);
            continue;
        }
        let (millis, words) = part.split_once(' ').unwrap();
        now = millis.parse().unwrap();
        phase = step(&Policy::default(), phase, signal(words), at(now)).0;
    }
    (phase, now)
}

#[test]
fn every_signal_has_its_meaning_in_every_phase() {
    let mut table = String::new();
    for (name, history) in PHASES {
        let (phase, now) = reached(history);
        assert_eq!(stage(&phase), name.split(',').next().unwrap(), "{name}");
        table += &format!("{name}\n");
        for words in SIGNALS {
            let (after, orders) = step(&Policy::default(), phase.clone(), signal(words), at(now));
            if after == phase && orders.is_empty() {
                continue;
            }
            let orders = crate::told::orders(&orders);
            let line = format!("  {words}: {}; {orders}", stage(&after));
            table += line.trim_end_matches([';', ' ']);
            table += "\n";
        }
    }
    for (place, (line, expected)) in table.lines().zip(include_str!("closed.txt").lines()).enumerate() {
        assert_eq!(line, expected, "closed.txt:{}", place + 1);
    }
    assert_eq!(table.lines().count(), include_str!("closed.txt").lines().count());
}
