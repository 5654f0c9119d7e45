//! Signals, orders and phases as short words, so that a case is a table.

use std::time::Duration;

use bascule_core::runtime::{
    Beat, Condition, Exit, Moment, Order, Phase, Run, Signal, Stage, Then, Unavailable, Unstartable,
};

/// The moment so many milliseconds after the start.
pub(crate) fn at(millis: u64) -> Moment {
    Moment(Duration::from_millis(millis))
}

/// The signal of some words; a process has the number of its run and 100.
pub(crate) fn signal(words: &str) -> Signal {
    let parts: Vec<&str> = words.split(' ').collect();
    let number = |place: usize| parts[place].parse::<u64>().unwrap();
    match parts[0] {
        "wanted" => Signal::Wanted,
        "started" => Signal::Started { run: Run(number(1)), pid: 100 + u32::try_from(number(1)).unwrap() },
        "missing" => Signal::CouldNotStart { run: Run(number(1)), why: Unstartable::Missing("npx".to_owned()) },
        "ready" => Signal::Ready(Run(number(1))),
        "exited" => Signal::Exited { run: Run(number(1)), how: Exit::Code(7) },
        "answered" => Signal::ProbeAnswered(Run(number(1))),
        "told" => Signal::Told {
            run: Run(number(1)),
            condition: match parts[2] {
                "ready" => Condition::Ready,
                "waiting" => Condition::Waiting("EDA".to_owned()),
                "degraded" => Condition::Degraded("no licence".to_owned()),
                other => panic!("{other}"),
            },
        },
        "calls" => Signal::CallsOpen(u32::try_from(number(1)).unwrap()),
        "watched" => Signal::Watched(true),
        "unwatched" => Signal::Watched(false),
        "pause" => Signal::Pause,
        "resume" => Signal::Resume,
        "stop" => Signal::Stop,
        "replaced" => Signal::Replaced,
        "again" => Signal::TryAgain,
        "time" => Signal::Time,
        other => panic!("no signal {other}"),
    }
}

/// Orders as words.
pub(crate) fn orders(orders: &[Order]) -> String {
    let words = orders.iter().map(|order| match order {
        Order::Start(run) => format!("start {}", run.0),
        Order::Probe(run) => format!("probe {}", run.0),
        Order::AskToEnd(run) => format!("end {}", run.0),
        Order::Kill(run) => format!("kill {}", run.0),
        Order::WakeAt(moment) => format!("wake {}", moment.0.as_millis()),
        Order::Release => "release".to_owned(),
        Order::TurnAway(Unavailable::Failing(cause)) => format!("away {}", cause.code()),
        Order::TurnAway(why) => format!("away {}", why.code()),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A phase as a word.
pub(crate) fn stage(phase: &Phase) -> &'static str {
    match phase.stage() {
        Stage::Off => "off",
        Stage::Starting { .. } => "starting",
        Stage::Up { pulse, .. } => match pulse.beat {
            Beat::Well { .. } => "up",
            Beat::Unwell { .. } => "unwell",
        },
        Stage::Resting { .. } => "resting",
        Stage::Stopping { then: Then::Off, .. } => "ends",
        Stage::Stopping { then: Then::Pause, .. } => "ends-paused",
        Stage::Stopping { then: Then::Begin, .. } => "ends-anew",
        Stage::Paused => "paused",
        Stage::Failed { .. } => "failed",
    }
}
