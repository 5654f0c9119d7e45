//! `setup`: the wizard in the terminal, and what runs without any command.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::reconcile::{Displace, Plan, Target, Wish};
use bascule_engine::{BUILT_IN, Outcome};

use super::{demo, enable, harnesses, verify};
use crate::arguments::{Consent, Demo, Setup, Wanted, Where};
use crate::carry_out::{apply, change_line, notes, recover, report_applied, show_diff, tell_refusal};
use crate::choose::to_enable;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::told;

/// Leads a person through it; without a terminal shows the plan and the command
/// that applies it.
pub(super) fn setup(run: &mut Run, arguments: Option<&Setup>) -> Result<Exit, Problem> {
    let bridges = arguments.map_or_else(|| vec![BUILT_IN.to_owned()], |arguments| arguments.bridge.clone());
    let yes = arguments.is_some_and(|arguments| arguments.yes);
    if !run.voice.can_ask() && !yes {
        let place = Where { all: true, ..Where::default() };
        let wanted = Wanted {
            bridges,
            place,
            replace: false,
            leave: false,
            restore: false,
            keep: false,
            diff: false,
            json: false,
        };
        return enable::enable(
            run,
            &crate::arguments::Enable { wanted, consent: Consent { dry_run: true, yes: false } },
        );
    }
    recover(run)?;
    run.voice.heading(&run.say("setup-welcome", &[]));
    run.voice.line(0, &run.say("setup-promise", &[]));
    let choice = to_enable(run, &bridges, &Where { all: true, ..Where::default() })?;
    show_programs(run);
    if choice.targets.is_empty() {
        return offer_demo(run, yes);
    }
    let Some((wishes, plan)) = decide(run, &choice.targets, yes)? else {
        run.voice.line(0, &run.say("problem-declined", &[]));
        return Ok(Exit::Refused);
    };
    if plan.is_empty() {
        run.voice.line(0, &run.say("nothing-to-do", &[]));
    } else {
        let mut report = serde_json::Map::new();
        let typed = format!("setup --bridge {}", bridges.join(" --bridge "));
        let Some(applied) = apply(run, &wishes, &plan, &typed)? else { return Ok(Exit::Done) };
        let exit = report_applied(run, &plan, Some(&applied), &mut report);
        if !matches!(applied.outcome, Outcome::Done) {
            return Ok(exit);
        }
    }
    run.voice.heading(&run.say("setup-proof", &[]));
    let verdicts = verify::prove(run, |target| wishes.contains_key(target))?;
    verify::tell(run, &verdicts);
    Ok(match plan.refusals.is_empty() && verdicts.iter().all(verify::Verdict::is_good) {
        true => Exit::Done,
        false => Exit::Partly,
    })
}

fn show_programs(run: &Run) {
    let found: Vec<_> = run.engine.programs().into_iter().filter(|program| program.found.is_some()).collect();
    if !found.is_empty() {
        run.voice.heading(&run.say("harnesses-found", &[("programs", found.len().into())]));
    }
    for program in &found {
        let path = program.found.as_ref().map(|path| run.path(path)).unwrap_or_default();
        let values = [("program", program.harness.name.into()), ("found", path.into())];
        run.voice.line(2, &run.say("setup-found", &values));
    }
    harnesses::tell_elsewhere(run, &run.engine.elsewhere());
}

fn offer_demo(run: &Run, yes: bool) -> Result<Exit, Problem> {
    run.voice.line(0, &run.say("nothing-found", &[]));
    let agreed =
        !yes && matches!(run.voice.ask(&run.say("setup-offer-demo", &[])).as_deref(), Some("y" | "yes" | "是" | "好"));
    if agreed { demo::demo(run, &Demo { keep: false }) } else { Ok(Exit::Done) }
}

/// What a person said yes to.
type Decided = (BTreeMap<Target, Wish>, Plan);

/// Shows the plan, lets programs be left out, until the answer is yes or no.
fn decide(run: &Run, targets: &BTreeSet<Target>, yes: bool) -> Result<Option<Decided>, Problem> {
    let mut left_out: BTreeSet<Target> = BTreeSet::new();
    let numbered: Vec<&Target> = targets.iter().collect();
    loop {
        let wish = Wish::Present { explicit: true, predecessor: Displace::Ask };
        let wishes: BTreeMap<Target, Wish> =
            targets.difference(&left_out).map(|target| (target.clone(), wish.clone())).collect();
        let plan = run.engine.plan(&wishes)?;
        show_plan(run, &numbered, &left_out, &plan);
        for note in notes(run, &wishes.keys().cloned().collect()) {
            run.voice.line(0, &note);
        }
        if yes || plan.is_empty() {
            return Ok(Some((wishes, plan)));
        }
        match run.voice.ask(&run.say("setup-ask", &[])).as_deref() {
            Some("y" | "yes" | "是" | "好") => return Ok(Some((wishes, plan))),
            Some("d") => plan.diffs().iter().for_each(|diff| {
                run.voice.verbatim(2, &run.path(&diff.file));
                show_diff(run, diff);
            }),
            Some(answer) => {
                match answer.parse::<usize>().ok().and_then(|number| numbered.get(number.checked_sub(1)?)) {
                    Some(target) => {
                        if !left_out.remove(*target) {
                            left_out.insert((*target).clone());
                        }
                    }
                    None => return Ok(None),
                }
            }
            None => return Ok(None),
        }
    }
}

fn show_plan(run: &Run, numbered: &[&Target], left_out: &BTreeSet<Target>, plan: &Plan) {
    run.voice.heading(&run.say("setup-plan", &[]));
    let diffs = plan.diffs();
    for (index, target) in numbered.iter().enumerate() {
        let number = index + 1;
        let changed = plan.changes.iter().position(|change| change.edits.iter().any(|edit| edit.target == **target));
        let line = match changed {
            _ if left_out.contains(*target) => {
                run.say("setup-left-out", &[("program", told::program(&run.words, target).into())])
            }
            Some(place) => change_line(run, &plan.changes[place], &diffs[place]),
            None if plan.settled.contains(target) => {
                run.say("setup-settled", &[("program", told::program(&run.words, target).into())])
            }
            None => continue,
        };
        run.voice.line(2, &format!("{number}. {line}"));
    }
    if !plan.refusals.is_empty() {
        run.voice.aside(&run.say("plan-refused", &[]));
        for (target, refusal) in &plan.refusals {
            tell_refusal(run, target, refusal);
        }
    }
}
