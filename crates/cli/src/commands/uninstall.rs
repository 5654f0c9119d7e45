//! `uninstall`: takes everything of ours off this machine, and says what only the
//! person can do.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::departure::{ByHand, Departure, Share, departure};
use bascule_core::harness;
use bascule_core::reconcile::Plan;
use bascule_engine::{EngineError, FileLock, Outcome, Pace, PluginWishes, SkillWishes};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value, json};

use super::host::end;
use crate::arguments::Uninstall;
use crate::carry_out::{Order, apply, recover, report_applied, show, show_diff};
use crate::choose::absolute;
use crate::companions::told as told_plugins;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::{Run, spoken};
use crate::skills::told as told_skills;
use crate::told;
use crate::voice::{Reply, chosen};

/// What is about to be taken away.
struct Offered {
    departure: Departure,
    order: Order,
    plan: Plan,
    /// What goes: neither spared nor still needed.
    shares: BTreeSet<Share>,
    /// Something of ours runs and is to end.
    ends: bool,
    /// The state folder goes too.
    forgets: bool,
}

impl Offered {
    fn is_nothing(&self) -> bool {
        self.plan.is_empty() && !self.forgets && !self.ends
    }
}

/// Takes everything away that is not spared.
pub(super) fn uninstall(run: &Run, arguments: &Uninstall) -> Result<Exit, Problem> {
    if !arguments.consent.dry_run {
        recover(run)?;
    }
    let mut spared: BTreeSet<Share> = arguments.spare.iter().copied().map(Share::from).collect();
    loop {
        let offered = offer(run, arguments, &spared)?;
        tell(run, &offered, &spared);
        if offered.is_nothing() {
            let exit = if offered.plan.refuses() { Exit::Refused } else { Exit::Done };
            if !offered.plan.refuses() {
                run.voice.line(0, &run.say("nothing-to-do", &[]));
            }
            return Ok(told_json(run, &offered, Map::new(), "kept", exit));
        }
        if !arguments.consent.yes {
            let mut with_yes = offered.order.typed.clone();
            with_yes.push("--yes".to_owned());
            let command = run.typed(&with_yes);
            let mut report = Map::new();
            report.insert("apply_command".to_owned(), command.as_str().into());
            if arguments.consent.dry_run {
                run.voice.line(0, &run.say("apply-with", &[]));
                run.voice.verbatim(2, &command);
                return Ok(told_json(run, &offered, report, "kept", Exit::Done));
            }
            if !run.voice.can_ask() {
                run.voice.aside(&run.say("problem-needs-yes", &[]));
                run.voice.aside_verbatim(2, &command);
                return Ok(told_json(run, &offered, report, "kept", Exit::Refused));
            }
            match ask(run, &offered, &mut spared) {
                Answer::Yes => {}
                Answer::Again => continue,
                Answer::No => {
                    run.voice.line(0, &run.say("problem-declined", &[]));
                    return Ok(Exit::Refused);
                }
            }
        }
        match carry_out(run, &offered) {
            Err(Problem::Engine(EngineError::Stale)) => run.voice.aside(&run.say("plan-again", &[])),
            done => return done,
        }
    }
}

enum Answer {
    Yes,
    No,
    Again,
}

/// Yes, no, the lines, or numbers of what stays.
fn ask(run: &Run, offered: &Offered, spared: &mut BTreeSet<Share>) -> Answer {
    match run.voice.decide(&run.say("uninstall-ask", &[])) {
        Reply::Yes => Answer::Yes,
        Reply::No => Answer::No,
        Reply::Other(answer) if answer == "d" => {
            for diff in offered.plan.diffs() {
                run.voice.verbatim(2, &run.path(&diff.file));
                show_diff(run, &diff);
            }
            Answer::Again
        }
        Reply::Other(answer) => {
            match chosen(&answer, &Share::ALL) {
                Some(chosen) => {
                    for share in chosen {
                        if !spared.remove(&share) {
                            spared.insert(share);
                        }
                    }
                }
                None => run.voice.line(0, &run.say("uninstall-known-answers", &[])),
            }
            Answer::Again
        }
    }
}

/// What would go. What our own entries and files still need stays, unless asked for all
/// the same: an entry that was refused starts the launcher, and its way back is in the
/// state folder.
fn offer(run: &Run, arguments: &Uninstall, spared: &BTreeSet<Share>) -> Result<Offered, Problem> {
    let mut shares: BTreeSet<Share> = Share::ALL.into_iter().filter(|share| !spared.contains(share)).collect();
    let skills = match shares.contains(&Share::Skills) {
        true => run.engine.every_skill_removed()?,
        false => SkillWishes::default(),
    };
    let plugins = match shares.contains(&Share::Plugins) {
        true => run.engine.every_plugin_removed(crate::version())?,
        false => PluginWishes::default(),
    };
    let here = absolute(Utf8Path::new(".")).ok();
    let presence =
        run.engine.presence(skills.wishes.clone(), plugins.wishes.clone(), here.as_deref(), crate::version())?;
    let planned = |shares: &BTreeSet<Share>| -> Result<(Departure, Plan), Problem> {
        let leaving = departure(&presence, shares, arguments.edited);
        let mut plan = run.engine.plan(&leaving.wishes)?;
        plan.file_refusals.extend(skills.refused.iter().cloned());
        Ok((leaving, plan))
    };
    let (mut leaving, mut plan) = planned(&shares)?;
    let needed = plan.refuses() || presence.receipt.stays(&leaving.wishes);
    // What runs needs its program and its folder, whatever else is said.
    if (needed && !arguments.anyway) || spared.contains(&Share::Live) {
        shares.remove(&Share::Program);
        shares.remove(&Share::Data);
        (leaving, plan) = planned(&shares)?;
    }
    let mut typed = vec!["uninstall".to_owned()];
    typed.extend(spared.iter().flat_map(|share| ["--spare".to_owned(), share.word().to_owned()]));
    let flags = [("--edited", arguments.edited), ("--anyway", arguments.anyway)];
    typed.extend(flags.into_iter().filter(|(_, on)| *on).map(|(flag, _)| flag.to_owned()));
    let order = Order {
        command: "uninstall",
        wishes: leaving.wishes.clone(),
        typed,
        consent: arguments.consent,
        diff: arguments.diff,
        heading: run.say("uninstall-heading", &[]),
        notes: told_skills(run, &skills.told).into_iter().chain(told_plugins(run, &plugins.told)).collect(),
        refused: Vec::new(),
        refused_files: skills.refused.clone(),
    };
    // Taking entries out that no history knows makes a state folder of its own.
    let forgets = shares.contains(&Share::Data) && (run.engine.has_state()? || !plan.is_empty());
    let ends = shares.contains(&Share::Live) && run.engine.host_lock_is_held()?;
    Ok(Offered { departure: leaving, order, plan, shares, ends, forgets })
}

fn tell(run: &Run, offered: &Offered, spared: &BTreeSet<Share>) {
    run.voice.heading(&run.say("uninstall-shares", &[]));
    for (index, share) in Share::ALL.into_iter().enumerate() {
        let name = run.say(sentence_of(share), &[]);
        let id = if offered.shares.contains(&share) { "uninstall-goes" } else { "uninstall-stays" };
        let line = run.say(id, &[("share", name.into())]);
        run.voice.line(2, &format!("{}. {line}", index + 1));
    }
    show(run, &offered.order, &offered.plan);
    let folder = run.path(run.engine.layout.root());
    if offered.forgets {
        run.voice.line(0, &run.say("uninstall-forgets", &[("folder", folder.into())]));
    } else if Share::ALL.iter().any(|share| !offered.shares.contains(share) && !spared.contains(share)) {
        run.voice.line(0, &run.say("uninstall-needs", &[]));
    }
    by_hand(run, &offered.departure);
}

/// What people call a share of ours.
fn sentence_of(share: Share) -> &'static str {
    match share {
        Share::Live => "share-live",
        Share::Entries => "share-entries",
        Share::Skills => "share-skills",
        Share::Plugins => "share-plugins",
        Share::Program => "share-program",
        Share::Data => "share-data",
    }
}

/// What only the person can do, as a list with steps.
fn by_hand(run: &Run, departure: &Departure) {
    if departure.by_hand.is_empty() {
        return;
    }
    run.voice.heading(&run.say("uninstall-by-hand", &[]));
    for thing in &departure.by_hand {
        let program = |id: &str| harness::find(id).map_or(id.to_owned(), |harness| harness.name.to_owned());
        let line = match thing {
            ByHand::Renamed { harness, file, name } => run.say(
                "by-hand-renamed",
                &[("program", program(harness).into()), ("file", run.path(file).into()), ("name", name.into())],
            ),
            ByHand::Pasted { harness, menu } => {
                run.say("by-hand-pasted", &[("program", program(harness).into()), ("menu", (*menu).into())])
            }
            ByHand::LostProjects => run.say("by-hand-lost-projects", &[]),
            ByHand::Steps { bridge, steps } => {
                run.say("by-hand-steps", &[("bridge", bridge.into()), ("steps", spoken(&run.words, steps).into())])
            }
        };
        run.voice.line(2, &line);
    }
}

fn carry_out(run: &Run, offered: &Offered) -> Result<Exit, Problem> {
    let mut report = Map::new();
    report.insert("applied".to_owned(), Value::Null);
    let mut exit = if offered.plan.refuses() { Exit::Partly } else { Exit::Done };
    // Before any file goes, and nobody starts it again while they do.
    let alone = if offered.shares.contains(&Share::Live) { alone(run)? } else { None };
    if offered.ends {
        run.voice.line(0, &run.say("uninstall-ended", &[]));
    }
    report.insert("ended".to_owned(), offered.ends.into());
    if !offered.plan.is_empty() {
        let typed = run.line_of(&offered.order.typed);
        let applied = apply(run, &offered.order.wishes, &offered.plan, &typed)?;
        let undone = applied.as_ref().is_some_and(|applied| !matches!(applied.outcome, Outcome::Done));
        if undone || !offered.forgets {
            exit = report_applied(run, &offered.plan, applied.as_ref(), &mut report);
        } else if let Some(applied) = &applied {
            report.insert("applied".to_owned(), json!({"change": applied.revision, "outcome": "done"}));
        }
        if undone {
            return Ok(told_json(run, offered, report, "kept", exit));
        }
    }
    // A lock that is held cannot be taken away everywhere.
    drop(alone);
    let mut data = "kept";
    if offered.forgets {
        let left = run.engine.forget(&mut |_| Pace::Go)?;
        data = if left.is_empty() { "removed" } else { "partly" };
        run.voice.line(0, &run.say("uninstall-done", &[]));
        report_left(run, &left);
        if !left.is_empty() {
            exit = Exit::Partly;
        }
        report.insert("left".to_owned(), left.iter().map(|path| path.as_str()).collect::<Vec<_>>().into());
    }
    by_hand(run, &offered.departure);
    Ok(told_json(run, offered, report, data, exit))
}

/// Ends what runs of ours, and keeps the place of the host so that no AI program starts
/// another one meanwhile; `None` where there is no state folder it could live in.
fn alone(run: &Run) -> Result<Option<FileLock>, Problem> {
    for _ in 0..TRIES {
        if !run.engine.has_state()? {
            return Ok(None);
        }
        if let Some(lock) = run.engine.take_host_lock()? {
            return Ok(Some(lock));
        }
        end(run);
    }
    Err(Problem::ServiceStays)
}

/// How often a service is ended that an AI program started again in between.
const TRIES: u32 = 3;

fn report_left(run: &Run, left: &[Utf8PathBuf]) {
    if left.is_empty() {
        return;
    }
    let folder = run.path(run.engine.layout.root());
    run.voice.line(0, &run.say("uninstall-not-ours", &[("folder", folder.into())]));
    left.iter().for_each(|path| run.voice.verbatim(2, &run.path(path)));
}

fn told_json(run: &Run, offered: &Offered, more: Map<String, Value>, data: &str, exit: Exit) -> Exit {
    let by_hand = |thing: &ByHand| match thing {
        ByHand::Renamed { harness, file, name } => {
            json!({"kind": "renamed", "harness": harness, "file": file.as_str(), "name": name})
        }
        ByHand::Pasted { harness, menu } => json!({"kind": "pasted", "harness": harness, "menu": menu}),
        ByHand::LostProjects => json!({"kind": "lost-projects"}),
        ByHand::Steps { bridge, steps } => {
            json!({"kind": "steps", "bridge": bridge, "steps": spoken(&run.words, steps)})
        }
    };
    let shares: BTreeMap<&str, &str> = Share::ALL
        .into_iter()
        .map(|share| (share.word(), if offered.shares.contains(&share) { "goes" } else { "stays" }))
        .collect();
    let mut report = Map::new();
    report.insert("command".to_owned(), "uninstall".into());
    report.insert("shares".to_owned(), json!(shares));
    report.append(&mut told::plan(run, &offered.plan));
    report.insert("by_hand".to_owned(), offered.departure.by_hand.iter().map(by_hand).collect::<Vec<_>>().into());
    report.insert("data".to_owned(), data.into());
    report.extend(more);
    run.voice.json(report.into());
    exit
}
