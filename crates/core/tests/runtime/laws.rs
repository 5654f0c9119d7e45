//! Laws of the world, on a thousand crashes and on histories that chance made.

use std::time::Duration;

use bascule_core::runtime::{Condition, Policy, Run, Signal, Stage};
use proptest::prelude::*;

use crate::told::stage;
use crate::world::{Behaviour, World};

#[test]
fn a_thousand_crashes_end_in_a_child_that_works() {
    let crashes = (0..1_000_u64).map(|place| Behaviour {
        missing: place % 17 == 3,
        ready: (place % 5 != 0).then_some(place % 90),
        crash: (place % 11 != 7).then_some(100 + place % 700),
        hang: Some(place % 1_000),
        stubborn: place % 3 == 0,
        survives: u32::from(place % 29 == 0),
        answer: 1,
    });
    let works = Behaviour { ready: Some(10), ..Behaviour::default() };
    let mut world = World::new(Policy::default(), crashes.chain([works]).collect());
    let (mut clicks, mut waits) = (0, 0);
    while world.phase.starts() <= 1_000 {
        world.give(Signal::Wanted);
        world.run(60_000);
        if let Stage::Failed { .. } = world.phase.stage() {
            if world.phase.starts().is_multiple_of(2) {
                clicks += 1;
                world.give(Signal::TryAgain);
            } else {
                waits += 1;
                world.run(600_000);
            }
        }
    }
    world.run(3_600_000);
    assert_eq!((stage(&world.phase), world.phase.starts()), ("up", 1_001));
    let hours = world.now.0.as_secs() / 3600;
    println!("1,000 failures: {clicks} clicks, {waits} windows waited for, {hours} hours, {} alarms", world.alarms);
    // No alarm is closer than half a second to the next on average, however bad it is.
    assert!(Duration::from_millis(500) * world.alarms < world.now.0);
}

#[test]
fn by_itself_a_crash_loop_stops_after_five() {
    let crashes = Behaviour { ready: Some(1), crash: Some(50), ..Behaviour::default() };
    let mut world = World::new(Policy::default(), vec![crashes]);
    world.give(Signal::Wanted);
    world.run(86_400_000);
    assert_eq!((stage(&world.phase), world.phase.starts()), ("failed", 5));
}

#[test]
fn a_quiet_hour_costs_two_alarms_a_minute_for_each_probe_and_no_more() {
    let works = Behaviour { ready: Some(10), answer: 1, ..Behaviour::default() };
    let mut world = World::new(Policy::default(), vec![works]);
    world.give(Signal::Wanted);
    world.run(3_600_000);
    assert!(world.alarms <= 120, "{}", world.alarms);
}

/// Something that happens from outside.
#[derive(Clone, Debug)]
enum Event {
    Signal(Signal),
    Run(u64),
    Sleep(u64),
}

fn event() -> impl Strategy<Value = Event> {
    let signal = prop_oneof![
        4 => Just(Signal::Wanted),
        2 => (0_u32..3).prop_map(Signal::CallsOpen),
        1 => any::<bool>().prop_map(Signal::Watched),
        1 => Just(Signal::Pause),
        2 => Just(Signal::Resume),
        1 => Just(Signal::Stop),
        1 => Just(Signal::Replaced),
        1 => Just(Signal::TryAgain),
        1 => Just(Signal::Time),
        1 => (0_u64..6).prop_map(|run| Signal::ProbeAnswered(Run(run))),
        1 => (0_u64..6).prop_map(|run| Signal::Ready(Run(run))),
        1 => (0_u64..6).prop_map(|run| Signal::Told {
            run: Run(run),
            condition: Condition::Degraded("broken".to_owned()),
        }),
    ];
    prop_oneof![
        5 => signal.prop_map(Event::Signal),
        2 => (0_u64..200).prop_map(Event::Run),
        2 => (200_u64..20_000).prop_map(Event::Run),
        1 => (20_000_u64..700_000).prop_map(Event::Run),
        1 => (1_000_u64..50_000_000).prop_map(Event::Sleep),
    ]
}

fn behaviour() -> impl Strategy<Value = Behaviour> {
    let maybe = |most: u64| prop_oneof![1 => Just(None), 2 => (0..most).prop_map(Some)];
    let how = (maybe(5_000), maybe(90_000), maybe(60_000), 0_u64..3_000);
    (any::<u8>(), how, any::<bool>(), 0_u32..3).prop_map(
        |(missing, (ready, crash, hang, answer), stubborn, survives)| Behaviour {
            missing: missing < 30,
            ready,
            crash,
            hang,
            answer,
            stubborn,
            survives,
        },
    )
}

/// A policy whose every span is a small one, or the product's.
fn policy() -> impl Strategy<Value = Policy> {
    let span = || (0_u64..2_000).prop_map(Duration::from_millis);
    let spans = prop::array::uniform9(span());
    let short = (spans, 1_u32..6, 1_u32..4, 1_u32..4).prop_map(|(spans, failures, misses, answers)| {
        let [pause, more, stable, grace, idle, needed, patience, busy, quiet] = spans;
        Policy {
            first_pause: pause,
            longest_pause: pause + more,
            stable_after: stable,
            failures,
            window: stable * 10,
            call_patience: patience,
            start_grace: grace,
            probe_idle: idle,
            probe_needed: needed,
            probe_patience: patience,
            misses,
            answers,
            silence_busy: busy,
            silence_idle: quiet,
            stop_patience: patience + Duration::from_millis(1),
            late: Duration::from_secs(5),
        }
    });
    prop_oneof![2 => Just(Policy::default()), 1 => short]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_laws_hold_whatever_happens(
        policy in policy(),
        behaviours in prop::collection::vec(behaviour(), 1..12),
        events in prop::collection::vec(event(), 0..60),
    ) {
        let mut world = World::new(policy, behaviours);
        for event in events {
            match event {
                Event::Signal(signal) => world.give(signal),
                Event::Run(millis) => world.run(millis),
                Event::Sleep(millis) => world.sleep(millis),
            }
        }
    }

    #[test]
    fn one_that_answers_is_never_ended_however_the_clock_jumps(
        events in prop::collection::vec(event(), 0..60),
        answer in 0_u64..900,
    ) {
        let works = Behaviour { ready: Some(10), answer, ..Behaviour::default() };
        let mut world = World::new(Policy::default(), vec![works]);
        world.give(Signal::Wanted);
        for event in events {
            match event {
                Event::Signal(signal @ (Signal::Wanted | Signal::CallsOpen(_) | Signal::Watched(_) | Signal::Time)) => {
                    world.give(signal);
                }
                Event::Signal(_) => {}
                Event::Run(millis) => world.run(millis),
                // A shorter nap is no more than a late alarm.
                Event::Sleep(millis) => world.sleep(6_000 + millis),
            }
        }
        world.run(10_000);
        prop_assert_eq!((world.asked_to_end, world.phase.starts(), stage(&world.phase)), (0, 1, "up"));
    }

    #[test]
    fn a_call_is_answered_in_the_end(
        behaviours in prop::collection::vec(behaviour(), 1..12),
        events in prop::collection::vec(event(), 0..40),
    ) {
        let mut world = World::new(Policy::default(), behaviours);
        for event in events {
            match event {
                Event::Signal(signal) => world.give(signal),
                Event::Run(millis) => world.run(millis),
                Event::Sleep(millis) => world.sleep(millis),
            }
        }
        world.give(Signal::Wanted);
        world.run(3_600_000);
        prop_assert!(!world.waiting);
    }
}
