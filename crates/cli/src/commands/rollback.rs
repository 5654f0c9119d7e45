//! `rollback`: takes back one change, everything in some programs, or everything.

use std::collections::BTreeMap;

use bascule_core::reconcile::{Target, Wish};
use bascule_engine::EngineError;

use crate::arguments::Rollback;
use crate::carry_out::{Order, carry_out};
use crate::choose::known_program;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::told::readable_time;

/// Takes back.
pub(super) fn rollback(run: &Run, arguments: &Rollback) -> Result<Exit, Problem> {
    let mut typed = vec!["rollback".to_owned()];
    let (wishes, heading): (BTreeMap<Target, Wish>, String) = if arguments.all || !arguments.harness.is_empty() {
        for harness in arguments.harness.iter().filter(|harness| *harness != bascule_core::reconcile::OTHER) {
            known_program(harness)?;
        }
        let owned = run.engine.history()?.receipt().claims.into_keys();
        let meant = owned.filter(|target| arguments.all || arguments.harness.contains(&target.harness));
        let wishes = meant.map(|target| (target, Wish::Absent)).collect();
        if arguments.all {
            typed.push("--all".to_owned());
            (wishes, run.say("rollback-heading-all", &[]))
        } else {
            typed.extend(arguments.harness.iter().flat_map(|id| ["--harness".to_owned(), id.clone()]));
            let programs = run.words.list(arguments.harness.iter().cloned());
            (wishes, run.say("rollback-heading-programs", &[("programs", programs.into())]))
        }
    } else {
        let history = run.engine.history()?;
        let newest = history.revisions.iter().rev().find(|revision| revision.effective().next().is_some());
        let Some(number) = arguments.number.or(newest.map(|revision| revision.number)) else {
            run.voice.line(0, &run.say("history-empty", &[]));
            run.voice.json(serde_json::json!({"command": "rollback", "changes": [], "refusals": [], "settled": [], "applied": null}));
            return Ok(Exit::Done);
        };
        let revision = history.revision(number).ok_or(EngineError::NoRevision(number))?;
        typed.push(number.to_string());
        let values = [
            ("number", number.to_string().into()),
            ("time", readable_time(revision.time).into()),
            ("what", (&revision.wish).into()),
        ];
        (run.engine.undo_wishes(number)?, run.say("rollback-heading", &values))
    };
    let order = Order {
        command: "rollback",
        wishes,
        typed,
        consent: arguments.consent,
        diff: arguments.diff,
        heading,
        notes: Vec::new(),
    };
    carry_out(run, &order)
}
