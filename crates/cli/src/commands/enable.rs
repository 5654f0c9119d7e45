//! `enable`, and `plan`, which is the same without doing it.

use std::collections::BTreeSet;

use bascule_core::reconcile::{Displace, OTHER, Refusal, Target, Wish, Wishes};

use crate::arguments::{Consent, Enable, Wanted, Where};
use crate::carry_out::{Note, Order, carry_out, notes};
use crate::choose::{Choice, distinct, to_enable};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;

/// Puts entries in.
pub(super) fn enable(run: &mut Run, arguments: &Enable) -> Result<Exit, Problem> {
    put_in(run, "enable", &arguments.wanted, arguments.consent)
}

/// Shows what `enable` would do.
pub(super) fn plan(run: &mut Run, wanted: &Wanted) -> Result<Exit, Problem> {
    put_in(run, "plan", wanted, Consent { dry_run: true, yes: false })
}

fn put_in(run: &mut Run, command: &'static str, wanted: &Wanted, consent: Consent) -> Result<Exit, Problem> {
    let Choice { targets, named, by_hand, absent } = to_enable(run, command, &wanted.bridges, &wanted.place)?;
    run.engine.named = named;
    let predecessor = match (wanted.replace, wanted.leave) {
        (true, _) => Displace::Replace,
        (_, true) => Displace::Leave,
        (false, false) => Displace::Ask,
    };
    let mut wishes: Wishes =
        targets.iter().map(|target| (target.clone(), Wish::Present { explicit: true, predecessor })).collect();
    if wanted.restore || wanted.keep {
        for target in edited(run, &wishes)? {
            wishes.entries.insert(target, if wanted.restore { Wish::Restored } else { Wish::Theirs });
        }
    }
    let mut notes = notes(run, &targets);
    if !absent.is_empty() {
        let names = run.words.list(absent.iter().map(|harness| harness.name.to_owned()));
        notes.push(run.say("note-not-found", &[("programs", names.into())]).into());
    }
    if !by_hand.is_empty() {
        let names = run.words.list(by_hand.iter().map(|harness| harness.name.to_owned()));
        let example = by_hand.first().map_or("", |harness| harness.id);
        let command = run.typed(&["configure", "--harness", example, "--print"].map(str::to_owned));
        let sentence = run.say("note-by-hand", &[("programs", names.into())]);
        notes.push(Note { sentence, command: Some(command) });
    }
    if targets.is_empty() {
        run.voice.line(0, &run.say("nothing-found", &[]));
        let ways = [vec!["harnesses".to_owned(), "--all".to_owned()], vec!["demo".to_owned()]];
        let offers = run.offers(&ways.map(bascule_words::Way::from));
        run.voice.help(&run.words, 0, &run.say("nothing-found-mend", &[]), &offers);
    }
    let bridges = run.words.list(distinct(&wanted.bridges));
    let order = Order {
        command,
        wishes,
        typed: typed(wanted),
        consent,
        diff: wanted.diff,
        heading: run.say("enable-heading", &[("bridges", bridges.into())]),
        notes,
        refused: Vec::new(),
    };
    carry_out(run, &order)
}

/// The targets whose entries somebody changed, whether or not we have a note of them.
pub(super) fn edited(run: &Run, wishes: &Wishes) -> Result<BTreeSet<Target>, Problem> {
    let refusals = run.engine.plan(wishes)?.refusals.into_iter();
    let edited = refusals.filter(|(_, refusal)| matches!(refusal, Refusal::EditedSince { .. }));
    Ok(edited.map(|(target, _)| target).collect())
}

/// The command as it is typed.
fn typed(wanted: &Wanted) -> Vec<String> {
    let mut line = vec!["enable".to_owned()];
    line.extend(wanted.bridges.iter().cloned());
    line.extend(place(&wanted.place));
    for (flag, on) in [
        ("--replace", wanted.replace),
        ("--leave", wanted.leave),
        ("--restore", wanted.restore),
        ("--keep", wanted.keep),
    ] {
        if on {
            line.push(flag.to_owned());
        }
    }
    line
}

/// Which programs and how far, as it is typed. Paths stand there in full, so that
/// the line works in any folder.
pub(super) fn place(place: &Where) -> Vec<String> {
    let mut line = Vec::new();
    for harness in &place.harness {
        line.extend(["--harness".to_owned(), harness.clone()]);
    }
    if place.all {
        line.push("--all".to_owned());
    }
    let whole = |path: &camino::Utf8PathBuf| camino::absolute_utf8(path).unwrap_or_else(|_| path.clone()).into_string();
    if let Some(folder) = &place.project {
        line.extend(["--scope", "project", "--project"].map(str::to_owned));
        line.push(whole(folder));
    }
    if place.harness.iter().any(|harness| harness == OTHER) || place.harness.is_empty() && !place.all {
        let parts = [
            ("--file", place.file.as_ref().map(whole)),
            ("--dialect", place.dialect.clone()),
            ("--key", place.key.clone()),
            ("--shape", place.shape.clone()),
        ];
        for (flag, value) in parts {
            line.extend(value.map(|value| [flag.to_owned(), value]).into_iter().flatten());
        }
    }
    line
}
