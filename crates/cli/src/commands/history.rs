//! `history`: what was done so far.

use std::collections::BTreeSet;

use bascule_core::reconcile::FileEdit;
use bascule_engine::{History, PastChange, Revision, RevisionOutcome, step_word};
use bascule_runtimes::utc;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::told;

/// Shows every change, newest first.
pub(super) fn history(run: &Run) -> Result<Exit, Problem> {
    let history = run.engine.history()?;
    let changes: Vec<Value> =
        history.revisions.iter().rev().map(|revision| revision_json(&history, revision)).collect();
    run.voice.json(json!({"command": "history", "changes": changes, "unfinished": run.engine.interrupted()?}));
    if history.revisions.is_empty() {
        run.voice.line(0, &run.say("history-empty", &[]));
    }
    for revision in history.revisions.iter().rev() {
        tell(run, &history, revision);
    }
    if let Some(number) = run.engine.interrupted()? {
        run.voice.line(0, &run.say("history-unfinished", &[("number", number.to_string().into())]));
    }
    Ok(Exit::Done)
}

/// The word for how a revision ended, stable.
pub(super) fn outcome_word(outcome: RevisionOutcome) -> &'static str {
    match outcome {
        RevisionOutcome::Done => "done",
        RevisionOutcome::Undone => "undone",
        RevisionOutcome::Partly => "partly",
    }
}

fn tell(run: &Run, history: &History, revision: &Revision) {
    let values = [
        ("number", revision.number.to_string().into()),
        ("time", told::readable_time(revision.time).into()),
        ("what", (&revision.wish).into()),
    ];
    run.voice.heading(&run.say("history-line", &values));
    let edits = revision.changes.iter().flat_map(PastChange::edits);
    let parts = revision.changes.iter().filter_map(|change| change.deed.file()?.part());
    let names: BTreeSet<String> = edits
        .map(|edit| told::program(&run.words, &edit.target))
        .chain(parts.map(|part| told::part(&run.words, part)))
        .collect();
    run.voice.line(4, &run.words.list(names));
    let ending = match revision.outcome {
        RevisionOutcome::Done if history.is_rolled_back(revision) => Some("history-rolled-back"),
        RevisionOutcome::Done => None,
        RevisionOutcome::Undone => Some("history-undone"),
        RevisionOutcome::Partly => Some("history-partly"),
    };
    if let Some(ending) = ending {
        run.voice.line(4, &run.say(ending, &[]));
    }
    for left in &revision.left {
        run.voice.line(4, &format!("{}: {}", run.path(&left.file), left.reason));
    }
}

fn revision_json(history: &History, revision: &Revision) -> Value {
    let files: Vec<Value> = revision
        .changes
        .iter()
        .map(|change| {
            let entries: Vec<Value> = change
                .edits()
                .iter()
                .map(|edit| {
                    let mut entry = told::target(&edit.target);
                    entry.insert("step".to_owned(), step_word(&edit.step).into());
                    entry.into()
                })
                .collect();
            let whole = change.deed.file().and_then(FileEdit::part).map(told::part_word);
            json!({"file": change.path.as_str(), "entries": entries, "whole": whole})
        })
        .collect();
    let left: Vec<Value> = revision
        .left
        .iter()
        .map(|left| json!({"file": left.file.as_str(), "code": left.code, "reason": left.reason}))
        .collect();
    json!({
        "number": revision.number, "time": utc(revision.time), "what": revision.wish,
        "outcome": outcome_word(revision.outcome), "rolled_back": history.is_rolled_back(revision),
        "files": files, "left": left,
    })
}
