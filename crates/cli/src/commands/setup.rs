//! `setup`: the wizard in the terminal, and what runs without any command.

use std::collections::BTreeSet;

use bascule_core::reconcile::{Displace, Plan, Target, Wish, Wishes};
use bascule_engine::{BUILT_IN, EngineError, Outcome};

use super::{demo, enable, harnesses, verify};
use crate::arguments::{Consent, Demo, Setup, Wanted, Where};
use crate::carry_out::{apply, change_line, notes, recover, report_applied, show_diff, tell_refusals, whole_files};
use crate::choose::to_enable;
use crate::companions::{Manner, coming};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::programs::needed;
use crate::run::Run;
use crate::told;
use crate::voice::{Reply, chosen};

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
            no_skill: false,
            diff: false,
            json: false,
        };
        return enable::enable(run, &crate::arguments::Enable { wanted, consent: Consent::SHOWN });
    }
    recover(run)?;
    run.voice.heading(&run.say("setup-welcome", &[]));
    run.voice.line(0, &run.say("setup-promise", &[]));
    let built_in = bridges.iter().all(|bridge| bridge == BUILT_IN);
    if built_in {
        run.voice.line(0, &run.say("setup-gain", &[]));
    }
    let choice = to_enable(run, "setup", &bridges, &Where { all: true, ..Where::default() })?;
    show_programs(run);
    if choice.targets.is_empty() {
        return offer_demo(run, yes);
    }
    let typed = format!("setup --bridge {}", bridges.join(" --bridge "));
    let mut left_out = BTreeSet::new();
    let (wishes, plan, applied) = loop {
        let Some((wishes, plan)) = decide(run, &choice.targets, &mut left_out, yes)? else {
            run.voice.line(0, &run.say("problem-declined", &[]));
            return Ok(Exit::Refused);
        };
        if plan.is_empty() {
            run.voice.line(0, &run.say("nothing-to-do", &[]));
            break (wishes, plan, None);
        }
        match apply(run, &wishes, &plan, &typed) {
            Err(Problem::Engine(EngineError::Stale)) => run.voice.aside(&run.say("plan-again", &[])),
            applied => break (wishes, plan, applied?),
        }
    };
    if let Some(applied) = applied {
        let mut report = serde_json::Map::new();
        let exit = report_applied(run, &plan, Some(&applied), &mut report);
        if !matches!(applied.outcome, Outcome::Done) {
            return Ok(exit);
        }
    }
    run.voice.heading(&run.say("setup-proof", &[]));
    let verdicts = verify::prove(run, |target| wishes.entries.contains_key(target))?;
    verify::tell(run, &verdicts);
    if let Some(good) = verdicts.iter().find(|verdict| verdict.is_good()).filter(|_| built_in) {
        let program = told::program(&run.words, &good.target);
        run.voice.line(0, &run.say("setup-try", &[("program", program.into())]));
    }
    Ok(match !plan.refuses() && verdicts.iter().all(verify::Verdict::is_good) {
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
    let agreed = !yes && run.voice.decide(&run.say("setup-offer-demo", &[])) == Reply::Yes;
    if agreed { demo::demo(run, &Demo { keep: false }) } else { Ok(Exit::Done) }
}

/// What a person said yes to.
type Decided = (Wishes, Plan);

/// Shows the plan, lets programs be left out, until the answer is yes or no.
fn decide(
    run: &Run,
    targets: &BTreeSet<Target>,
    left_out: &mut BTreeSet<Target>,
    yes: bool,
) -> Result<Option<Decided>, Problem> {
    let programs = needed(run)?;
    loop {
        let wish = Wish::Present { explicit: true, predecessor: Displace::Ask };
        let wishes: Wishes = targets.difference(left_out).map(|target| (target.clone(), wish.clone())).collect();
        let companions = coming(run, &wishes, Manner { older: Displace::Ask, restore: false }, true)?;
        let mut wishes = companions.beside(wishes);
        if !wishes.entries.is_empty() {
            wishes.files.extend(programs.clone());
        }
        let mut plan = run.engine.plan(&wishes)?;
        plan.file_refusals.extend(companions.refused);
        let refused = |target: &Target| plan.refusals.iter().any(|(refused, _)| refused == target);
        let numbered: Vec<&Target> = targets.iter().filter(|target| !refused(target)).collect();
        show_plan(run, &numbered, left_out, &plan);
        notes(run, &wishes.entries.keys().cloned().collect())
            .iter()
            .chain(&companions.notes)
            .for_each(|note| note.tell(run));
        if yes || (plan.is_empty() && left_out.is_empty()) {
            return Ok(Some((wishes, plan)));
        }
        match run.voice.decide(&run.say("setup-ask", &[])) {
            Reply::Yes => return Ok(Some((wishes, plan))),
            Reply::No => return Ok(None),
            Reply::Other(answer) if answer == "d" => plan.diffs().iter().for_each(|diff| {
                run.voice.verbatim(2, &run.path(&diff.file));
                show_diff(run, diff);
            }),
            Reply::Other(answer) => match chosen(&answer, &numbered) {
                Some(chosen) => {
                    for target in chosen {
                        if !left_out.remove(target) {
                            left_out.insert(target.clone());
                        }
                    }
                }
                None => run.voice.line(0, &run.say("setup-known-answers", &[])),
            },
        }
    }
}

fn show_plan(run: &Run, numbered: &[&Target], left_out: &BTreeSet<Target>, plan: &Plan) {
    run.voice.heading(&run.say("setup-plan", &[]));
    let diffs = plan.diffs();
    for (index, target) in numbered.iter().enumerate() {
        let number = index + 1;
        let changed = plan.changes.iter().position(|change| change.edits().iter().any(|edit| edit.target == **target));
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
    whole_files(run, plan).iter().for_each(|line| run.voice.line(2, line));
    tell_refusals(run, plan);
}
