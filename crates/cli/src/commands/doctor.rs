//! `doctor`: what is wrong and how to mend it; `--fix` does what takes nothing away.

use std::collections::BTreeMap;

use bascule_core::doctor::{Examined, Finding, Fix, Severity, findings};
use bascule_core::harness;
use bascule_core::harness::PolicyEffect;
use bascule_core::reconcile::{Displace, Step, Target, Wish};
use bascule_engine::{Disk as _, Outcome};
use serde_json::{Value, json};

use crate::arguments::Doctor;
use crate::carry_out::{apply, recover};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::told::program;

/// A finding for a person.
#[derive(Debug)]
pub(super) struct Told {
    /// What is wrong.
    pub(super) sentence: String,
    /// What to do.
    pub(super) mend: String,
    /// Commands that do it, the arguments after the program's name.
    pub(super) commands: Vec<Vec<String>>,
    /// The program concerned.
    pub(super) harness: Option<String>,
    /// The bridge concerned.
    pub(super) bridge: Option<String>,
    /// The file concerned.
    pub(super) file: Option<String>,
}

/// Examines, tells, and with `--fix` mends.
pub(super) fn doctor(run: &Run, arguments: &Doctor) -> Result<Exit, Problem> {
    let interrupted = run.engine.interrupted()?.filter(|_| arguments.fix);
    if arguments.fix {
        // The rest can be judged only once its entries are all in or all out.
        recover(run)?;
    }
    let examined = run.engine.examine()?;
    let mut found = findings(&examined);
    if let Some(number) = interrupted {
        found.retain(|finding| !matches!(finding, Finding::Interrupted(_)));
        found.insert(0, Finding::Interrupted(number));
    }
    let mut report: Vec<Value> = Vec::new();
    let mut open = 0;
    for finding in &found {
        let told = told(run, finding);
        let fixed = match (arguments.fix, finding.fix()) {
            (true, Some(fix)) => mend(run, finding, fix)?,
            (true, None) | (false, _) => false,
        };
        open += usize::from(!fixed && finding.severity() != Severity::Note);
        show(run, finding, &told, fixed);
        report.push(finding_json(run, finding, &told, fixed));
    }
    run.voice.json(json!({"command": "doctor", "checked": checked(&examined), "findings": report}));
    if found.is_empty() {
        run.voice.line(0, &run.say("doctor-well", &[("checked", checked(&examined).into())]));
    }
    if !arguments.fix && found.iter().any(|finding| finding.fix().is_some()) {
        run.voice.line(0, &run.say("doctor-can-fix", &[]));
        run.voice.verbatim(2, &run.typed(&["doctor".to_owned(), "--fix".to_owned()]));
    }
    Ok(if open == 0 { Exit::Done } else { Exit::Partly })
}

/// How many things were looked at.
pub(super) fn checked(examined: &Examined) -> usize {
    // The journal and the state folder are one thing each.
    2 + examined.entries.len() + examined.servers.len() + examined.policies.len() + examined.unreadable.len()
}

/// Mends what can be mended without taking anything away; whether it is mended now.
fn mend(run: &Run, finding: &Finding, fix: Fix) -> Result<bool, Problem> {
    let wish = |explicit| Wish::Present { explicit, predecessor: Displace::Ask };
    match (fix, finding) {
        (Fix::Recover, _) => Ok(run.engine.interrupted()?.is_none()),
        (Fix::MakePrivate, Finding::StateShared(path)) => Ok(run.engine.disk.make_private(path).is_ok()),
        (Fix::Adopt, Finding::EntryWithoutReceipt { target, .. }) => applied(run, target, wish(true)),
        (Fix::Renew, Finding::EntryOutdated { target, .. }) => applied(run, target, wish(false)),
        (Fix::MakePrivate | Fix::Adopt | Fix::Renew, _) => Ok(false),
    }
}

fn applied(run: &Run, target: &Target, wish: Wish) -> Result<bool, Problem> {
    let wishes = BTreeMap::from([(target.clone(), wish)]);
    let plan = run.engine.plan(&wishes)?;
    let mut edits = plan.changes.iter().flat_map(|change| &change.edits);
    // Only an entry that is there is mended: none is put in that somebody took out.
    if !plan.refusals.is_empty() || plan.is_empty() || edits.any(|edit| matches!(edit.step, Step::Put(_))) {
        return Ok(false);
    }
    let applied = apply(run, &wishes, &plan, "doctor --fix")?;
    Ok(applied.is_none_or(|applied| matches!(applied.outcome, Outcome::Done)))
}

/// A finding in words.
pub(super) fn told(run: &Run, finding: &Finding) -> Told {
    let words = &run.words;
    let doctor_fix = || vec![vec!["doctor".to_owned(), "--fix".to_owned()]];
    let entry = |target: &Target, file: &camino::Utf8Path, sentence: &str, mend: &str, commands| {
        let values = [
            ("program", program(words, target).into()),
            ("bridge", (&target.bridge).into()),
            ("file", run.path(file).into()),
        ];
        Told {
            sentence: run.say(sentence, &values),
            mend: run.say(mend, &[]),
            commands,
            harness: Some(target.harness.clone()),
            bridge: Some(target.bridge.clone()),
            file: Some(file.to_string()),
        }
    };
    let of_program = |harness: &str, file: Option<String>, sentence: String, mend: String| Told {
        sentence,
        mend,
        commands: vec![],
        harness: Some(harness.to_owned()),
        bridge: None,
        file,
    };
    let on = |target: &Target, verb: &str, more: &[&str]| bascule_words::on(target, verb, more);
    match finding {
        Finding::Interrupted(number) => Told {
            sentence: run.say("doctor-interrupted", &[("number", number.to_string().into())]),
            mend: run.say("doctor-interrupted-mend", &[]),
            commands: doctor_fix(),
            harness: None,
            bridge: None,
            file: None,
        },
        Finding::ConfigUnusable { harness, refusal } => {
            let mend = bascule_words::remedy(words, &refusal.remedy(), &Target::user("", harness));
            let reason = bascule_words::refusal(words, refusal);
            let sentence = run.say("refused-line", &[("program", called(harness).into()), ("reason", reason.into())]);
            of_program(harness, None, sentence, mend.sentence)
        }
        Finding::EntryUnreadable { target, refusal } => {
            let mend = bascule_words::remedy(words, &refusal.remedy(), target);
            let values =
                [("program", program(words, target).into()), ("reason", bascule_words::refusal(words, refusal).into())];
            let sentence = run.say("refused-line", &values);
            Told {
                bridge: Some(target.bridge.clone()),
                commands: mend.commands,
                ..of_program(&target.harness, None, sentence, mend.sentence)
            }
        }
        Finding::EntryEdited { target, file } => {
            let commands = vec![on(target, "disable", &["--keep"]), on(target, "enable", &["--restore"])];
            entry(target, file, "doctor-entry-edited", "remedy-keep-or-restore", commands)
        }
        Finding::EntryGone { target, file } => {
            let commands = vec![on(target, "enable", &[]), on(target, "disable", &[])];
            entry(target, file, "doctor-entry-gone", "doctor-entry-gone-mend", commands)
        }
        Finding::EntryTaken { target, file } => {
            let commands = vec![on(target, "disable", &[])];
            entry(target, file, "doctor-entry-taken", "doctor-entry-taken-mend", commands)
        }
        Finding::EntryOutdated { target, file } => {
            entry(target, file, "doctor-entry-outdated", "doctor-entry-outdated-mend", doctor_fix())
        }
        Finding::EntryWithoutReceipt { target, file } => {
            let mut commands = doctor_fix();
            commands.push(on(target, "disable", &[]));
            entry(target, file, "doctor-entry-without-record", "doctor-entry-without-record-mend", commands)
        }
        Finding::CommandMissing { harness, file, name, command } => {
            let values = [
                ("program", called(harness).into()),
                ("name", name.into()),
                ("command", command.as_str().into()),
                ("file", run.path(file).into()),
            ];
            let sentence = run.say("doctor-command-missing", &values);
            of_program(harness, Some(file.to_string()), sentence, run.say("doctor-command-missing-mend", &[]))
        }
        Finding::StateShared(path) => Told {
            sentence: run.say("doctor-state-shared", &[("path", run.path(path).into())]),
            mend: run.say("doctor-state-shared-mend", &[]),
            commands: doctor_fix(),
            harness: None,
            bridge: None,
            file: Some(path.to_string()),
        },
        Finding::Policy { harness, file, effect } => {
            let id = match effect {
                PolicyEffect::Exclusive => "doctor-policy-exclusive",
                PolicyEffect::Restricts => "doctor-policy-restricts",
            };
            let sentence = run.say(id, &[("program", called(harness).into()), ("file", file.into())]);
            let mend = run.say("remedy-ask-administrator", &[("file", file.into())]);
            of_program(harness, Some(file.to_string()), sentence, mend)
        }
        Finding::ProgramRunning { harness, process } => {
            let sentence = run.say("doctor-program-running", &[("program", called(harness).into())]);
            of_program(harness, None, sentence, run.say("remedy-quit", &[("process", process.into())]))
        }
    }
}

fn show(run: &Run, finding: &Finding, told: &Told, fixed: bool) {
    let severity = match finding.severity() {
        Severity::Error => run.say("doctor-error", &[]),
        Severity::Warning => run.say("doctor-warning", &[]),
        Severity::Note => run.say("doctor-note", &[]),
    };
    let values =
        [("severity", severity.into()), ("sentence", (&told.sentence).into()), ("code", finding.code().into())];
    run.voice.line(0, &run.say("doctor-line", &values));
    if fixed {
        run.voice.line(2, &run.say("doctor-fixed", &[]));
        return;
    }
    run.voice.line(2, &run.say("help-line", &[("text", (&told.mend).into())]));
    for command in &told.commands {
        run.voice.verbatim(8, &run.typed(command));
    }
}

fn finding_json(run: &Run, finding: &Finding, told: &Told, fixed: bool) -> Value {
    let severity = match finding.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let commands: Vec<String> = told.commands.iter().map(|command| run.typed(command)).collect();
    json!({
        "code": finding.code(), "severity": severity, "sentence": told.sentence,
        "remedy": {"sentence": told.mend, "commands": commands},
        "harness": told.harness, "bridge": told.bridge, "file": told.file,
        "fixable": finding.fix().is_some(), "fixed": fixed,
    })
}

fn called(id: &str) -> &str {
    harness::find(id).map_or(id, |harness| harness.name)
}
