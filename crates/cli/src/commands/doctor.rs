//! `doctor`: what is wrong and how to mend it; `--fix` does what takes nothing away.

mod service;

use bascule_core::doctor::{Examined, Finding, Fix, Idle, Severity, Trouble, findings};
use bascule_core::harness;
use bascule_core::harness::PolicyEffect;
use bascule_core::machine::Os;
use bascule_core::plugin::PluginWish;
use bascule_core::reconcile::{Displace, Step, Target, Wish, Wishes};
use bascule_engine::{BUILT_IN, Disk as _, EngineError, Outcome};
use bascule_words::Way;
use camino::Utf8Path;
use serde_json::{Value, json};

pub(super) use service::examine as examine_service;

use crate::arguments::Doctor;
use crate::carry_out::{apply, recover};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::programs::{Programs, needed};
use crate::run::Run;
use crate::told::program;

/// A finding for a person.
#[derive(Debug)]
pub(super) struct Told {
    /// What is wrong.
    pub(super) sentence: String,
    /// What to do.
    pub(super) mend: String,
    /// Commands that do it.
    pub(super) ways: Vec<Way>,
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
    let mut unusable = None;
    if arguments.fix {
        // The rest can be judged only once its entries are all in or all out.
        match recover(run) {
            Err(Problem::Engine(EngineError::Format { file, source })) => unusable = Some((file, source.to_string())),
            recovered => recovered?,
        }
    }
    let mut examined = run.engine.examine(crate::version())?;
    examined.service = service::examine(run)?;
    let is_told = |file: &camino::Utf8Path| examined.unusable.iter().any(|(known, _)| known == file);
    if let Some(unusable) = unusable.filter(|(file, _)| !is_told(file)) {
        examined.unusable.push(unusable);
    }
    let mut found = findings(&examined);
    if let Some(number) = interrupted.filter(|_| examined.unusable.is_empty()) {
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
    // The journal, the state folder and the background service are one thing each.
    3 + examined.unusable.len()
        + examined.entries.len()
        + examined.servers.len()
        + examined.projects.len()
        + examined.policies.len()
        + examined.unreadable.len()
        + examined.skills.len()
        + examined.plugins.len()
}

/// Mends what can be mended without taking anything away; whether it is mended now.
fn mend(run: &Run, finding: &Finding, fix: Fix) -> Result<bool, Problem> {
    let wish = |explicit| Wish::Present { explicit, predecessor: Displace::Ask };
    match (fix, finding) {
        (Fix::Recover, _) => Ok(run.engine.interrupted()?.is_none()),
        (Fix::MakePrivate, Finding::StateShared(path)) => Ok(run.engine.disk.make_private(path).is_ok()),
        (Fix::Adopt, Finding::EntryWithoutReceipt { target, .. }) => {
            applied(run, target, wish(true), |step| *step == Step::Adopt)
        }
        // Only an entry that is there is mended: none is put in that somebody took out.
        (Fix::Renew, Finding::EntryOutdated { target, .. }) => {
            applied(run, target, wish(false), |step| !matches!(step, Step::Put(_)))
        }
        (Fix::PutBack, _) => placed(run, &Wishes { files: needed(run)?, ..Wishes::default() }),
        (Fix::PutPluginBack, Finding::PluginGone { bridge, file }) => {
            let back = run.engine.plugin_wishes([(bridge.as_str(), PluginWish::PutBack)], crate::version())?;
            let there = run.engine.disk.look(file).map_err(EngineError::from)?.is_some();
            Ok(there || (back.wishes.files.contains_key(file) && placed(run, &back.wishes)?))
        }
        (Fix::TakeOver | Fix::ClearNote | Fix::EndOrphan, Finding::Service(trouble)) => service::mend(run, trouble),
        (
            Fix::MakePrivate
            | Fix::Adopt
            | Fix::Renew
            | Fix::PutPluginBack
            | Fix::TakeOver
            | Fix::ClearNote
            | Fix::EndOrphan,
            _,
        ) => Ok(false),
    }
}

/// Puts files of ours in place; whether they are.
fn placed(run: &Run, wishes: &Wishes) -> Result<bool, Problem> {
    let plan = run.engine.plan(wishes)?;
    if plan.refuses() || plan.is_empty() {
        // What was mended together with another finding needs nothing more.
        return Ok(!plan.refuses());
    }
    let applied = apply(run, wishes, &plan, "doctor --fix")?;
    Ok(applied.is_none_or(|applied| matches!(applied.outcome, Outcome::Done)))
}

fn applied(run: &Run, target: &Target, wish: Wish, may: impl Fn(&Step) -> bool) -> Result<bool, Problem> {
    let mut wishes = Wishes::from_iter([(target.clone(), wish)]);
    // What an entry names stands before it does.
    wishes.files = needed(run)?;
    let plan = run.engine.plan(&wishes)?;
    let mut edits = plan.changes.iter().flat_map(|change| change.edits());
    if plan.refuses() || plan.is_empty() || edits.any(|edit| !may(&edit.step)) {
        return Ok(false);
    }
    let applied = apply(run, &wishes, &plan, "doctor --fix")?;
    Ok(applied.is_none_or(|applied| matches!(applied.outcome, Outcome::Done)))
}

/// A finding in words.
pub(super) fn told(run: &Run, finding: &Finding) -> Told {
    let words = &run.words;
    let doctor_fix = || vec![Way::from(vec!["doctor".to_owned(), "--fix".to_owned()])];
    let entry = |target: &Target, file: &camino::Utf8Path, sentence: &str, mend: &str, ways| {
        let values = [
            ("program", program(words, target).into()),
            ("bridge", (&target.bridge).into()),
            ("file", run.path(file).into()),
        ];
        Told {
            sentence: run.say(sentence, &values),
            mend: run.say(mend, &[]),
            ways,
            harness: Some(target.harness.clone()),
            bridge: Some(target.bridge.clone()),
            file: Some(file.to_string()),
        }
    };
    let of_program = |harness: &str, file: Option<String>, sentence: String, mend: String| Told {
        sentence,
        mend,
        ways: vec![],
        harness: Some(harness.to_owned()),
        bridge: None,
        file,
    };
    let on = |target: &Target, verb: &str, more: &[&str]| Way::from(bascule_words::on(target, verb, more));
    match finding {
        Finding::Interrupted(number) => Told {
            sentence: run.say("doctor-interrupted", &[("number", number.to_string().into())]),
            mend: run.say("doctor-interrupted-mend", &[]),
            ways: doctor_fix(),
            harness: None,
            bridge: None,
            file: None,
        },
        Finding::StateUnusable { file, problem } => {
            let aside = format!("{}.aside", run.path(file));
            Told {
                sentence: run
                    .say("problem-state-file", &[("file", run.path(file).into()), ("problem", problem.into())]),
                mend: run.say("doctor-state-unusable-mend", &[("aside", aside.into())]),
                ways: vec![],
                harness: None,
                bridge: None,
                file: Some(file.to_string()),
            }
        }
        Finding::Program { file, trouble } => {
            let values = |more: Vec<(&'static str, bascule_words::Value<'static>)>| {
                let mut values = vec![("file", bascule_words::Value::from(run.path(file)))];
                values.extend(more);
                values
            };
            let sentence = match (trouble, run.engine.machine.os) {
                (Trouble::Gone, Os::Windows) => run.say("doctor-program-gone-windows", &values(vec![])),
                (Trouble::Gone, Os::Mac | Os::Linux) => run.say("doctor-program-gone", &values(vec![])),
                (Trouble::Changed, _) => run.say("doctor-program-changed", &values(vec![])),
                (Trouble::Unusable(why), _) => {
                    run.say("doctor-program-unusable", &values(vec![("problem", why.clone().into())]))
                }
            };
            let ways = if matches!(run.programs, Programs::Own(_)) { doctor_fix() } else { vec![] };
            let mend = if ways.is_empty() { "doctor-program-mend-shared" } else { "doctor-program-mend" };
            Told { sentence, mend: run.say(mend, &[]), ways, harness: None, bridge: None, file: Some(file.to_string()) }
        }
        Finding::Service(trouble) => service::told(run, trouble),
        Finding::EntryIdle { target, file, idle } => {
            let ways = vec![on(target, "disable", &[])];
            match idle {
                Idle::NoBridge => entry(target, file, "doctor-bridge-unknown", "doctor-bridge-unknown-mend", ways),
                Idle::NoCommand(command) => {
                    let values = [
                        ("program", program(words, target).into()),
                        ("bridge", (&target.bridge).into()),
                        ("command", command.into()),
                    ];
                    let sentence = run.say("doctor-bridge-command-missing", &values);
                    Told { sentence, ..entry(target, file, "doctor-entry-gone", "doctor-bridge-command-mend", ways) }
                }
            }
        }
        Finding::ConfigUnusable { harness, refusal } => {
            let mend = bascule_words::remedy(words, &refusal.remedy(), &Target::user(BUILT_IN, harness));
            let reason = bascule_words::refusal(words, refusal);
            let sentence = run.say("refused-line", &[("program", called(harness).into()), ("reason", reason.into())]);
            Told { ways: mend.ways, ..of_program(harness, None, sentence, mend.sentence) }
        }
        Finding::EntryUnreadable { target, refusal } => {
            let mend = bascule_words::remedy(words, &refusal.remedy(), target);
            let values =
                [("program", program(words, target).into()), ("reason", bascule_words::refusal(words, refusal).into())];
            let sentence = run.say("refused-line", &values);
            Told {
                bridge: Some(target.bridge.clone()),
                ways: mend.ways,
                ..of_program(&target.harness, None, sentence, mend.sentence)
            }
        }
        Finding::EntryEdited { target, file } => {
            let ways = bascule_words::keep_or_restore(words, target);
            entry(target, file, "doctor-entry-edited", "remedy-keep-or-restore", ways)
        }
        Finding::EntryGone { target, file } => {
            let ways = vec![on(target, "enable", &[]), on(target, "disable", &[])];
            entry(target, file, "doctor-entry-gone", "doctor-entry-gone-mend", ways)
        }
        Finding::EntryTaken { target, file } => {
            let ways = vec![on(target, "disable", &[])];
            entry(target, file, "doctor-entry-taken", "doctor-entry-taken-mend", ways)
        }
        Finding::EntryOutdated { target, file } => {
            entry(target, file, "doctor-entry-outdated", "doctor-entry-outdated-mend", doctor_fix())
        }
        Finding::EntryWithoutReceipt { target, file, as_ours: true } => {
            let mut ways = doctor_fix();
            ways.push(on(target, "disable", &[]));
            entry(target, file, "doctor-entry-without-record", "doctor-entry-without-record-mend", ways)
        }
        Finding::EntryWithoutReceipt { target, file, as_ours: false } => {
            let ways = bascule_words::keep_or_restore(words, target);
            entry(target, file, "doctor-entry-of-theirs", "remedy-keep-or-restore", ways.into_iter().skip(1).collect())
        }
        Finding::CommandMissing { harness, file, name, command } => {
            let values = [
                ("program", called(harness).into()),
                ("name", name.into()),
                // A whole command line in this place may hold a secret behind the program.
                ("command", command.as_str().split(" -").next().unwrap_or_default().into()),
                ("file", run.path(file).into()),
            ];
            let sentence = run.say("doctor-command-missing", &values);
            of_program(harness, Some(file.to_string()), sentence, run.say("doctor-command-missing-mend", &[]))
        }
        Finding::ProjectLost { bridge, folder, gone } => {
            let id = if *gone { "projects-gone" } else { "projects-none" };
            let told = run.say(id, &[("folder", run.path(folder).into()), ("bridge", bridge.into())]);
            Told {
                sentence: told,
                mend: run.say("projects-choose-again", &[]),
                ways: super::projects::choose_again(bridge, folder),
                harness: None,
                bridge: Some(bridge.clone()),
                file: Some(folder.to_string()),
            }
        }
        Finding::StateShared(path) => Told {
            sentence: run.say("doctor-state-shared", &[("path", run.path(path).into())]),
            mend: run.say("doctor-state-shared-mend", &[]),
            ways: doctor_fix(),
            harness: None,
            bridge: None,
            file: Some(path.to_string()),
        },
        Finding::SkillOutdated { bridge, folder } => Told {
            sentence: run.say("doctor-skill-outdated", &of_skill(run, bridge, folder)),
            mend: run.say("doctor-skill-outdated-mend", &[]),
            ways: vec![Way::from(["skills", "sync", bridge].map(str::to_owned).to_vec())],
            harness: None,
            bridge: Some(bridge.clone()),
            file: Some(folder.to_string()),
        },
        Finding::SkillChanged { bridge, folder, files } => {
            let [bridge_value, folder_value] = of_skill(run, bridge, folder);
            let values = [bridge_value, folder_value, ("files", run.words.list(files.iter().cloned()).into())];
            Told {
                sentence: run.say("doctor-skill-changed", &values),
                mend: run.say("doctor-skill-changed-mend", &[]),
                ways: vec![],
                harness: None,
                bridge: Some(bridge.clone()),
                file: Some(folder.to_string()),
            }
        }
        Finding::PluginGone { bridge, file } => of_plugin(run, bridge, file, GONE, doctor_fix()),
        Finding::PluginChanged { bridge, file } => of_plugin(run, bridge, file, CHANGED, vec![]),
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
    run.voice.helped(&run.words, 2, &told.mend, &run.offers(&told.ways));
}

fn finding_json(run: &Run, finding: &Finding, told: &Told, fixed: bool) -> Value {
    let severity = match finding.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    json!({
        "code": finding.code(), "severity": severity, "sentence": told.sentence,
        "remedy": crate::told::remedy(run, Some(&told.mend), &told.ways),
        "harness": told.harness, "bridge": told.bridge, "file": told.file,
        "fixable": finding.fix().is_some(), "fixed": fixed,
    })
}

fn of_skill<'a>(run: &Run, bridge: &'a str, folder: &Utf8Path) -> [(&'static str, bascule_words::Value<'a>); 2] {
    [("bridge", bridge.into()), ("folder", run.path(folder).into())]
}

/// What is wrong with a file in a host app, and the mend.
type OfPlugin = (&'static str, &'static str);
const GONE: OfPlugin = ("doctor-plugin-gone", "doctor-plugin-gone-mend");
const CHANGED: OfPlugin = ("doctor-plugin-changed", "doctor-plugin-changed-mend");

fn of_plugin(run: &Run, bridge: &str, file: &Utf8Path, (sentence, mend): OfPlugin, ways: Vec<Way>) -> Told {
    let values = [("bridge", bridge.into()), ("file", run.path(file).into())];
    Told {
        sentence: run.say(sentence, &values),
        mend: run.say(mend, &[]),
        ways,
        harness: None,
        bridge: Some(bridge.to_owned()),
        file: Some(file.to_string()),
    }
}

fn called(id: &str) -> &str {
    harness::find(id).map_or(id, |harness| harness.name)
}
