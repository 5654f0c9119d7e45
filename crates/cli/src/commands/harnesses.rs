//! `harnesses`: the AI programs that are here, and why we think so.

use bascule_core::harness::{Advice, Elsewhere, Reach, Reload, Side, Status};
use bascule_core::reconcile::Target;
use bascule_engine::{BUILT_IN, Program};
use bascule_words::Words;
use camino::Utf8PathBuf;
use serde_json::{Value, json};

use crate::arguments::Harnesses;
use crate::carry_out::reload;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;

/// Lists programs.
pub(super) fn harnesses(run: &Run, arguments: &Harnesses) -> Result<Exit, Problem> {
    let programs = run.engine.programs();
    let (found, absent): (Vec<&Program>, Vec<&Program>) = programs.iter().partition(|program| program.found.is_some());
    let targets = programs.iter().map(|program| Target::user(BUILT_IN, program.harness.id));
    let observed = run.engine.observe(targets)?;
    let running = |program: &Program| {
        let sight = observed.sites.get(&Target::user(BUILT_IN, program.harness.id));
        sight.is_some_and(|sight| sight.running.is_some())
    };
    let file = |program: &Program| -> Option<Utf8PathBuf> {
        let sight = observed.sites.get(&Target::user(BUILT_IN, program.harness.id))?;
        sight.site.as_ref().ok().map(|site| site.file.clone())
    };
    let elsewhere = run.engine.elsewhere();
    let shown = if arguments.all { programs.iter().collect() } else { found.clone() };
    run.voice.json(json!({
        "command": "harnesses",
        "harnesses": shown.iter().map(|program| program_json(run, program, file(program), running(program))).collect::<Vec<_>>(),
        "elsewhere": elsewhere.iter().map(|home| json!({
            "what": side(&run.words, home), "because": home.because, "advice": advice(&run.words, home),
        })).collect::<Vec<_>>(),
    }));
    if found.is_empty() {
        run.voice.line(0, &run.say("nothing-found", &[]));
    } else {
        run.voice.heading(&run.say("harnesses-found", &[("programs", found.len().into())]));
    }
    for program in &found {
        tell(run, program, file(program));
    }
    if arguments.all {
        run.voice.heading(&run.say("harnesses-absent", &[]));
        for program in absent {
            let values = [("program", program.harness.name.into()), ("id", program.harness.id.into())];
            run.voice.line(2, &run.say("harnesses-absent-line", &values));
        }
    }
    tell_elsewhere(run, &elsewhere);
    Ok(Exit::Done)
}

/// Homes out of reach, and what to do about each.
pub(super) fn tell_elsewhere(run: &Run, homes: &[Elsewhere]) {
    for home in homes {
        let values = [("what", side(&run.words, home).into()), ("because", (&home.because).into())];
        run.voice.line(0, &run.say("elsewhere-line", &values));
        run.voice.line(2, &advice(&run.words, home));
    }
}

fn tell(run: &Run, program: &Program, file: Option<Utf8PathBuf>) {
    let harness = program.harness;
    let found = program.found.as_ref().map(|path| run.path(path)).unwrap_or_default();
    let values = [("program", harness.name.into()), ("id", harness.id.into()), ("found", found.into())];
    run.voice.line(2, &run.say("harnesses-line", &values));
    match (harness.status, file) {
        (Status::Retired, _) => run.voice.line(4, &run.say("harnesses-retired", &[])),
        (Status::Manual(snippet), _) => {
            run.voice.line(4, &run.say("harnesses-manual", &[("menu", snippet.menu.into())]));
        }
        (Status::Active, Some(file)) => {
            run.voice.line(4, &run.say("harnesses-file", &[("file", run.path(&file).into())]));
        }
        (Status::Active, None) if harness.site(Reach::Project).is_some() => {
            run.voice.line(4, &run.say("harnesses-project-only", &[]));
        }
        (Status::Active, None) => {}
    }
}

fn program_json(run: &Run, program: &Program, file: Option<Utf8PathBuf>, running: bool) -> Value {
    let harness = program.harness;
    let scopes: Vec<&str> = [("user", Reach::User), ("project", Reach::Project)]
        .into_iter()
        .filter(|(_, reach)| harness.site(*reach).is_some())
        .map(|(word, _)| word)
        .collect();
    let (status, menu) = match harness.status {
        Status::Active => ("active", None),
        Status::Retired => ("retired", None),
        Status::Manual(snippet) => ("by-hand", Some(snippet.menu)),
    };
    json!({
        "id": harness.id, "name": harness.name, "vendor": harness.vendor, "status": status, "menu": menu,
        "found": program.found.as_ref().map(|path| path.as_str()), "scopes": scopes,
        "file": file.as_ref().map(|file| file.as_str()), "running": running,
        "reload": {"kind": reload_word(harness.reload), "sentence": reload(&run.words, harness.reload)},
    })
}

/// The stable word for what makes a changed settings file count.
fn reload_word(reload: Reload) -> &'static str {
    match reload {
        Reload::Live => "live",
        Reload::NewSession => "new-session",
        Reload::Restart | Reload::Unsure => "restart",
        Reload::QuitFully => "quit-fully",
        Reload::Refresh => "refresh",
        Reload::Command(_) => "command",
    }
}

fn side(words: &Words, home: &Elsewhere) -> String {
    match &home.side {
        Side::Windows => words.say("elsewhere-windows", &[]),
        Side::Distribution(name) => words.say("elsewhere-distribution", &[("name", name.into())]),
        Side::EditorWindow(editor) => words.say("elsewhere-window", &[("editor", (*editor).into())]),
        Side::ContainerHost => words.say("elsewhere-container", &[]),
    }
}

fn advice(words: &Words, home: &Elsewhere) -> String {
    match home.side.advice() {
        Advice::RunOnWindows => words.say("elsewhere-run-on-windows", &[]),
        Advice::RunInDistribution => words.say("elsewhere-run-in-distribution", &[]),
        Advice::RunWhereTheWindowIs => words.say("elsewhere-run-at-window", &[]),
        Advice::RunOutsideTheContainer => words.say("elsewhere-run-outside", &[]),
    }
}
