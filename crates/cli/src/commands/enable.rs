//! `enable`, and `plan`, which is the same without doing it.

use std::collections::BTreeSet;

use bascule_core::reconcile::{Displace, OTHER, Refusal, Target, Wish, Wishes};

use super::projects;
use crate::arguments::{Consent, Enable, ScopeWord, Wanted, Where};
use crate::carry_out::{Note, Order, carry_out, notes};
use crate::choose::{Choice, absolute, distinct, to_enable};
use crate::companions::{Manner, coming};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::programs::needed;
use crate::run::Run;

/// Puts entries in.
pub(super) fn enable(run: &mut Run, arguments: &Enable) -> Result<Exit, Problem> {
    put_in(run, "enable", &arguments.wanted, arguments.consent)
}

/// Shows what `enable` would do.
pub(super) fn plan(run: &mut Run, wanted: &Wanted) -> Result<Exit, Problem> {
    put_in(run, "plan", wanted, Consent::SHOWN)
}

fn put_in(run: &mut Run, command: &'static str, wanted: &Wanted, consent: Consent) -> Result<Exit, Problem> {
    let folder = wanted.place.project.as_ref().map(|folder| absolute(folder)).transpose()?;
    let workers = if folder.is_some() { projects::working(run, &wanted.bridges) } else { Vec::new() };
    if let Some(folder) = &folder {
        workers.iter().try_for_each(|worker| worker.is_project(run, folder))?;
    }
    let mut place = wanted.place.clone();
    if place.scope == Some(ScopeWord::User) && !workers.is_empty() {
        // The entry is the person's own and names no project; the folder is noted.
        place.project = None;
    }
    let Choice { targets, named, by_hand, absent } = to_enable(run, command, &wanted.bridges, &place)?;
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
    if !targets.is_empty() {
        wishes.files = needed(run)?;
    }
    let mut notes = notes(run, &targets);
    if let Some(folder) = folder.as_ref().filter(|_| !workers.is_empty()) {
        let bridges = run.words.list(workers.iter().map(|worker| format!("“{}”", worker.bridge())));
        let values = [("folder", run.path(folder).into()), ("bridges", bridges.into())];
        notes.push(run.say("projects-will-note", &values).into());
    }
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
    let manner = Manner { older: predecessor, restore: wanted.restore };
    let companions = coming(run, &wishes, manner, !wanted.no_skill)?;
    wishes = companions.beside(wishes);
    notes.extend(companions.notes);
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
        refused_files: companions.refused,
    };
    let exit = carry_out(run, &order)?;
    if let Some(folder) = folder.filter(|_| matches!(exit, Exit::Done | Exit::Partly) && !consent.dry_run) {
        workers.iter().try_for_each(|worker| worker.note(run, &folder))?;
    }
    Ok(exit)
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
        ("--no-skill", wanted.no_skill),
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
    if let Some(folder) = &place.project {
        let scope = if place.scope == Some(ScopeWord::User) { "user" } else { "project" };
        line.extend(["--scope", scope, "--project"].map(str::to_owned));
        line.push(whole(folder));
    }
    if place.harness.iter().any(|harness| harness == OTHER) || place.harness.is_empty() && !place.all {
        let parts = [
            ("--file", place.file.as_deref().map(whole)),
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

/// A path in full.
pub(super) fn whole(path: &camino::Utf8Path) -> String {
    camino::absolute_utf8(path).unwrap_or_else(|_| path.to_owned()).into_string()
}
