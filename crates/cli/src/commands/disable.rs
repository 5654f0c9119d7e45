//! `disable`: takes entries out and leaves every file as it was.

use std::collections::BTreeMap;

use bascule_core::reconcile::{Drift, Target, Wish};

use super::enable::place;
use crate::arguments::Disable;
use crate::carry_out::{Order, carry_out, listed};
use crate::choose::to_disable;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;

/// Takes entries out.
pub(super) fn disable(run: &Run, arguments: &Disable) -> Result<Exit, Problem> {
    let choice = to_disable(run, &arguments.bridges, &arguments.place)?;
    let states = if arguments.keep { run.engine.drifts()? } else { Vec::new() };
    let is_edited =
        |target: &Target| states.iter().any(|(known, _, state)| known == target && *state == Ok(Drift::Edited));
    let wish = |target: Target| {
        let wish = if is_edited(&target) { Wish::Theirs } else { Wish::Absent };
        (target, wish)
    };
    let wishes: BTreeMap<Target, Wish> = choice.targets.into_iter().map(wish).collect();
    let mut typed = vec!["disable".to_owned()];
    typed.extend(arguments.bridges.iter().cloned().chain(place(&arguments.place)));
    if arguments.keep {
        typed.push("--keep".to_owned());
    }
    let bridges = listed(arguments.bridges.iter().cloned());
    let order = Order {
        command: "disable",
        wishes,
        typed,
        consent: arguments.consent,
        diff: arguments.diff,
        heading: run.say("disable-heading", &[("bridges", bridges.into())]),
        notes: Vec::new(),
    };
    carry_out(run, &order)
}
