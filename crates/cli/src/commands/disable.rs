//! `disable`: takes entries out and leaves every file as it was.

use std::collections::BTreeSet;

use bascule_core::reconcile::{Refusal, Target, Wish, Wishes};

use super::enable::{edited, place};
use crate::arguments::Disable;
use crate::carry_out::{Order, carry_out};
use crate::choose::{distinct, to_disable};
use crate::companions::leaving;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;

/// Takes entries out.
pub(super) fn disable(run: &mut Run, arguments: &Disable) -> Result<Exit, Problem> {
    let choice = to_disable(run, &arguments.bridges, &arguments.place)?;
    run.engine.named = choice.named;
    let mut wishes: Wishes = choice.targets.into_iter().map(|target| (target, Wish::Absent)).collect();
    if arguments.keep {
        for target in edited(run, &wishes)? {
            wishes.entries.insert(target, Wish::Theirs);
        }
    }
    let wishes = if arguments.place.all { willing(run, wishes)? } else { wishes };
    let mut typed = vec!["disable".to_owned()];
    typed.extend(arguments.bridges.iter().cloned().chain(place(&arguments.place)));
    if arguments.keep {
        typed.push("--keep".to_owned());
    }
    let companions = leaving(run, &wishes)?;
    let wishes = companions.beside(wishes);
    let bridges = run.words.list(distinct(&arguments.bridges));
    let order = Order {
        command: "disable",
        wishes,
        typed,
        consent: arguments.consent,
        diff: arguments.diff,
        heading: run.say("disable-heading", &[("bridges", bridges.into())]),
        notes: companions.notes,
        refused: Vec::new(),
        refused_files: companions.refused,
    };
    carry_out(run, &order)
}

/// The wishes without programs that have no entry of ours as far as we know and
/// whose files cannot be looked into: their trouble is none of this command's.
pub(super) fn willing(run: &Run, mut wishes: Wishes) -> Result<Wishes, Problem> {
    let owned: BTreeSet<Target> = run.engine.history()?.receipt().claims.into_keys().collect();
    for (target, refusal) in run.engine.plan(&wishes)?.refusals {
        let edited = matches!(refusal, Refusal::EditedSince { .. });
        if !owned.contains(&target) && !edited {
            wishes.entries.remove(&target);
        }
    }
    Ok(wishes)
}
