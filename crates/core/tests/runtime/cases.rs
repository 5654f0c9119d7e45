//! Histories of one runtime: signals with their times, and the orders each brings.

use std::time::Duration;

use bascule_core::runtime::{Phase, Policy, health, step};

use crate::told::{at, orders, signal, stage};

/// Plays a history: time in milliseconds, signal, the orders expected, the phase after.
fn check(policy: &Policy, history: &[(u64, &str, &str, &str)]) -> Phase {
    let mut phase = Phase::default();
    for (place, (millis, words, expected, reached)) in history.iter().enumerate() {
        let (after, given) = step(policy, phase, signal(words), at(*millis));
        assert_eq!((orders(&given).as_str(), stage(&after)), (*expected, *reached), "{place}: {millis} {words}");
        phase = after;
    }
    phase
}

#[test]
fn it_starts_when_a_call_wants_it_and_is_probed_while_it_lives() {
    let phase = check(
        &Policy::default(),
        &[
            (0, "wanted", "start 1, wake 60000", "starting"),
            (0, "calls 1", "", "starting"),
            (5, "started 1", "", "starting"),
            (90, "ready 1", "release, wake 1090", "up"),
            (95, "wanted", "release", "up"),
            (300, "calls 0", "", "up"),
            (1_090, "time", "probe 1, wake 2090", "up"),
            (1_091, "answered 1", "wake 31091", "up"),
            (31_091, "time", "probe 1, wake 32091", "up"),
            (31_092, "answered 1", "wake 61092", "up"),
            // What is seen from here on is to be true soon.
            (40_000, "watched", "probe 1, wake 41000", "up"),
            (40_001, "answered 1", "wake 41001", "up"),
            (40_500, "watched", "", "up"),
            (41_001, "time", "probe 1, wake 42001", "up"),
            (41_002, "answered 1", "wake 42002", "up"),
            (41_500, "unwatched", "", "up"),
        ],
    );
    assert_eq!((phase.pid(), phase.starts(), health(&phase).word()), (Some(101), 1, "ready"));
}

#[test]
fn pauses_double_and_five_failures_in_ten_minutes_are_too_many() {
    let phase = check(
        &Policy::default(),
        &[
            (0, "wanted", "start 1, wake 60000", "starting"),
            (10, "exited 1", "away exited, wake 1010", "resting"),
            (500, "wanted", "", "resting"),
            (1_010, "time", "start 2, wake 61010", "starting"),
            (1_020, "ready 2", "release, wake 31020", "up"),
            (1_030, "exited 2", "wake 3030", "resting"),
            (3_030, "time", "start 3, wake 63030", "starting"),
            (3_040, "exited 3", "away exited, wake 7040", "resting"),
            (3_050, "wanted", "away exited", "resting"),
            (7_040, "time", "start 4, wake 67040", "starting"),
            (7_050, "exited 4", "away exited, wake 15050", "resting"),
            (15_050, "time", "start 5, wake 75050", "starting"),
            (15_060, "exited 5", "away exited", "failed"),
            (15_070, "wanted", "away exited", "failed"),
            (15_080, "stop", "", "failed"),
            (615_059, "wanted", "away exited", "failed"),
            (615_060, "wanted", "start 6, wake 675060", "starting"),
        ],
    );
    assert_eq!(phase.starts(), 6);
}

#[test]
fn a_stable_minute_begins_again_with_the_first_pause() {
    let quick = Policy { failures: 100, ..Policy::default() };
    for (lived, pause) in [(59_999, 2_000), (60_000, 1_000)] {
        let ended = 1_000 + lived;
        let history: Vec<(u64, &str)> =
            vec![(0, "wanted"), (0, "exited 1"), (1_000, "time"), (1_000, "ready 2"), (1_000, "watched")];
        let mut phase = Phase::default();
        for (millis, words) in history {
            phase = step(&quick, phase, signal(words), at(millis)).0;
        }
        let mut now = 1_000;
        while now + 900 < ended {
            now += 900;
            phase = step(&quick, phase, signal("time"), at(now)).0;
            phase = step(&quick, phase, signal("answered 2"), at(now)).0;
        }
        let (phase, _) = step(&quick, phase, signal("exited 2"), at(ended));
        assert_eq!(phase.alarm(&quick), Some(at(ended + pause)), "lived {lived}");
    }
}

#[test]
fn one_that_hangs_with_a_call_open_is_shown_within_three_seconds_and_ended_when_its_patience_is_over() {
    let policy = Policy::default();
    let phase = check(
        &policy,
        &[
            (0, "wanted", "start 1, wake 60000", "starting"),
            (0, "calls 1", "", "starting"),
            (100, "ready 1", "release, wake 1100", "up"),
            (1_100, "time", "probe 1, wake 2100", "up"),
            (2_100, "time", "probe 1, wake 3100", "up"),
            (3_100, "time", "wake 4100", "unwell"),
            (4_100, "time", "probe 1, wake 5100", "unwell"),
        ],
    );
    assert_eq!(health(&phase).word(), "degraded");
    let (mut phase, mut now) = (phase, 5_100);
    while stage(&phase) == "unwell" {
        phase = step(&policy, phase, signal("time"), at(now)).0;
        now += 1_000;
    }
    let ended = now - 1_000;
    assert!((121_100..122_200).contains(&ended), "{ended}");
    let (phase, given) = step(&policy, phase, signal("time"), at(ended + 5_000));
    assert_eq!(orders(&given), format!("kill 1, wake {}", ended + 10_000));
    let (phase, _) = step(&policy, phase, signal("exited 1"), at(ended + 5_001));
    assert_eq!(stage(&phase), "resting", "a hang is a failure");
}

#[test]
fn without_calls_it_is_left_alone_for_less_long_and_a_call_given_up_counts_as_its_beginning() {
    let history = [
        (0, "wanted", "start 1, wake 60000", "starting"),
        (0, "ready 1", "release, wake 30000", "up"),
        (30_000, "time", "probe 1, wake 31000", "up"),
        (31_000, "time", "probe 1, wake 32000", "up"),
        (32_000, "time", "wake 33000", "unwell"),
        (33_000, "time", "probe 1, wake 34000", "unwell"),
        (34_000, "time", "wake 35000", "unwell"),
        (35_000, "time", "probe 1, wake 36000", "unwell"),
        (36_000, "time", "wake 37000", "unwell"),
        (37_000, "time", "probe 1, wake 38000", "unwell"),
    ];
    let idle = [(40_000, "time", "end 1, wake 45000", "ends-anew")];
    check(&Policy::default(), &[&history[..], &idle].concat());
    let called = [
        (37_500, "calls 1", "", "unwell"),
        (38_000, "time", "wake 39000", "unwell"),
        (38_500, "calls 0", "", "unwell"),
        (39_000, "time", "probe 1, wake 40000", "unwell"),
        (40_000, "time", "wake 41000", "unwell"),
        (44_000, "time", "probe 1, wake 45000", "unwell"),
        (48_500, "time", "end 1, wake 53500", "ends-anew"),
    ];
    check(&Policy::default(), &[&history[..], &called].concat());
}

#[test]
fn no_call_is_sent_to_one_that_is_given_up_in_the_same_moment() {
    let due = Policy { silence_busy: Duration::ZERO, misses: 1, ..Policy::default() };
    check(
        &due,
        &[
            (0, "wanted", "start 1, wake 60000", "starting"),
            (0, "calls 1", "", "starting"),
            (0, "ready 1", "release, wake 1000", "up"),
            (1_000, "time", "probe 1, wake 2000", "up"),
            (2_000, "wanted", "end 1, wake 7000", "ends-anew"),
            (2_010, "exited 1", "wake 3010", "resting"),
            (3_010, "time", "start 2, wake 63010", "starting"),
            (3_020, "ready 2", "release, wake 4020", "up"),
        ],
    );
}

#[test]
fn one_answer_does_not_make_it_well_and_one_miss_not_unwell() {
    check(
        &Policy::default(),
        &[
            (0, "wanted", "start 1, wake 60000", "starting"),
            (0, "watched", "", "starting"),
            (0, "ready 1", "release, wake 1000", "up"),
            (1_000, "time", "probe 1, wake 2000", "up"),
            (2_000, "time", "probe 1, wake 3000", "up"),
            (2_500, "answered 1", "wake 3500", "up"),
            (3_500, "time", "probe 1, wake 4500", "up"),
            (4_500, "time", "probe 1, wake 5500", "up"),
            (5_500, "time", "wake 6500", "unwell"),
            (6_500, "time", "probe 1, wake 7500", "unwell"),
            (6_600, "answered 1", "wake 7600", "unwell"),
            (7_600, "time", "probe 1, wake 8600", "unwell"),
            (8_600, "time", "wake 9600", "unwell"),
            (9_600, "time", "probe 1, wake 10600", "unwell"),
            (9_601, "answered 1", "wake 10601", "unwell"),
            (10_601, "time", "probe 1, wake 11601", "unwell"),
            (10_602, "answered 1", "wake 11602", "up"),
        ],
    );
}

#[test]
fn a_machine_that_slept_is_no_missed_probe_no_late_start_and_no_failure() {
    let hours = 9 * 3_600_000;
    let phase = check(
        &Policy::default(),
        &[
            (0, "wanted", "start 1, wake 60000", "starting"),
            (hours, "time", &format!("wake {}", hours + 60_000), "starting"),
            (hours, "ready 1", &format!("release, wake {}", hours + 30_000), "up"),
            (hours + 30_000, "time", &format!("probe 1, wake {}", hours + 31_000), "up"),
            // Asleep with a probe out.
            (2 * hours, "time", &format!("probe 1, wake {}", 2 * hours + 1_000), "up"),
            (2 * hours + 1_000, "time", &format!("probe 1, wake {}", 2 * hours + 2_000), "up"),
            // Asleep with one missed; the first news is not the alarm.
            (3 * hours, "calls 1", &format!("probe 1, wake {}", 3 * hours + 1_000), "up"),
            (3 * hours + 1_000, "time", &format!("probe 1, wake {}", 3 * hours + 2_000), "up"),
            (3 * hours + 1_001, "answered 1", &format!("wake {}", 3 * hours + 2_001), "up"),
            (3 * hours + 1_002, "exited 1", &format!("wake {}", 3 * hours + 2_002), "resting"),
            // A pause that elapsed meanwhile is over.
            (4 * hours, "time", &format!("start 2, wake {}", 4 * hours + 60_000), "starting"),
            (4 * hours, "stop", &format!("end 2, away stopped, wake {}", 4 * hours + 5_000), "ends"),
            // So is the patience of a stop.
            (5 * hours, "time", &format!("kill 2, wake {}", 5 * hours + 5_000), "ends"),
        ],
    );
    assert_eq!(phase.starts(), 2);
}

#[test]
fn a_pause_wins_and_resuming_starts_nothing() {
    check(
        &Policy::default(),
        &[
            (0, "wanted", "start 1, wake 60000", "starting"),
            (1, "pause", "end 1, away paused, wake 5001", "ends-paused"),
            (2, "started 1", "end 1", "ends-paused"),
            (3, "ready 1", "", "ends-paused"),
            (4, "wanted", "away paused", "ends-paused"),
            (5, "again", "", "ends-paused"),
            (6, "replaced", "", "ends-paused"),
            (7, "stop", "", "ends-paused"),
            (5_001, "time", "kill 1, wake 10001", "ends-paused"),
            (5_002, "exited 1", "", "paused"),
            (5_003, "wanted", "away paused", "paused"),
            (5_004, "again", "", "paused"),
            (5_005, "replaced", "", "paused"),
            (5_006, "time", "", "paused"),
            (5_007, "resume", "", "off"),
            (5_008, "time", "", "off"),
            (5_009, "wanted", "start 2, wake 65009", "starting"),
        ],
    );
}

#[test]
fn a_child_that_no_kill_ends_is_killed_again_and_said_so() {
    let phase = check(
        &Policy::default(),
        &[
            (0, "wanted", "start 1, wake 60000", "starting"),
            (0, "started 1", "", "starting"),
            (0, "ready 1", "release, wake 30000", "up"),
            (10, "stop", "end 1, away stopped, wake 5010", "ends"),
            (20, "wanted", "", "ends-anew"),
            (5_010, "time", "kill 1, wake 10010", "ends-anew"),
            (10_010, "time", "kill 1, wake 15010", "ends-anew"),
        ],
    );
    let told = health(&phase);
    assert_eq!(told.word(), "degraded", "{told:?}");
    let (phase, given) = step(&Policy::default(), phase, signal("exited 1"), at(10_500));
    assert_eq!((orders(&given).as_str(), stage(&phase)), ("start 2, wake 70500", "starting"));
}

#[test]
fn a_newer_build_waits_for_the_last_call_and_starts_with_a_clean_record() {
    let history = [
        (0, "wanted", "start 1, wake 60000", "starting"),
        (0, "exited 1", "away exited, wake 1000", "resting"),
        (1_000, "time", "start 2, wake 61000", "starting"),
        (1_000, "calls 2", "", "starting"),
        (1_000, "ready 2", "release, wake 2000", "up"),
        (1_100, "replaced", "", "up"),
        (1_200, "calls 1", "", "up"),
    ];
    let phase = check(&Policy::default(), &history);
    assert!(phase.is_outdated() && health(&phase).word() == "ready", "to show, no alarm");
    let rest = [
        (1_300, "calls 0", "end 2, wake 6300", "ends-anew"),
        (1_400, "exited 2", "start 3, wake 61400", "starting"),
        (1_500, "exited 3", "away exited, wake 2500", "resting"),
    ];
    assert!(!check(&Policy::default(), &[&history[..], &rest].concat()).is_outdated());
}

#[test]
fn stopping_and_asking_again_is_no_way_around_a_pause() {
    check(
        &Policy::default(),
        &[
            (0, "wanted", "start 1, wake 60000", "starting"),
            (0, "exited 1", "away exited, wake 1000", "resting"),
            (10, "stop", "away stopped", "off"),
            (20, "wanted", "wake 1000", "resting"),
            (30, "again", "start 2, wake 60030", "starting"),
        ],
    );
}

#[test]
fn what_cannot_start_is_said_at_once_though_it_is_tried_again() {
    check(
        &Policy::default(),
        &[
            (0, "wanted", "start 1, wake 60000", "starting"),
            (0, "missing 1", "away program-missing, wake 1000", "resting"),
            (1_000, "time", "start 2, wake 61000", "starting"),
            (61_000, "time", "away not-ready, end 2, wake 66000", "ends-anew"),
            (61_001, "exited 2", "wake 63001", "resting"),
        ],
    );
}

#[test]
fn what_it_says_of_itself_is_shown_while_it_lives() {
    let up = [(0, "wanted", "start 1, wake 60000", "starting"), (0, "told 1 waiting", "", "starting")];
    let ready = [(0, "ready 1", "release, wake 30000", "up")];
    let shown = |more: &[(u64, &str, &str, &str)]| health(&check(&Policy::default(), &[&up[..], more].concat())).word();
    assert_eq!(shown(&[]), "starting");
    assert_eq!(shown(&ready), "waiting");
    assert_eq!(shown(&[ready[0], (1, "told 1 degraded", "", "up")]), "degraded");
    assert_eq!(shown(&[ready[0], (1, "told 1 ready", "", "up")]), "ready");
    assert_eq!(shown(&[ready[0], (1, "exited 1", "wake 1001", "resting")]), "degraded");
}
