//! `skills`: installs, lists, brings up to date and removes skills. Needs no project,
//! no entry and no index.

use std::collections::BTreeSet;

use bascule_core::harness::Harness;
use bascule_core::reconcile::{Displace, Scope};
use bascule_core::skill::{self, SkillPackage, SkillWish};
use bascule_engine::{SkillIn, SkillWishes};
use camino::Utf8PathBuf;
use serde_json::{Value, json};

use super::enable::place;
use crate::arguments::{Skills, SkillsInstall, SkillsPlace, SkillsSome, SkillsVerb, Where};
use crate::carry_out::{Note, Order, carry_out};
use crate::choose::{absolute, distinct, existing, known_bridge, known_programs, scope};
use crate::companions::Manner;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::skills::{fault_sentence, found, told};

/// Does what the line says; without a verb, lists.
pub(super) fn skills(run: &Run, arguments: &Skills) -> Result<Exit, Problem> {
    match &arguments.what {
        None | Some(SkillsVerb::List(_)) => list(run),
        Some(SkillsVerb::Install(wanted)) => install(run, wanted),
        Some(SkillsVerb::Sync(some)) => sync(run, some),
        Some(SkillsVerb::Remove(some)) => remove(run, some),
    }
}

/// Lists the skills that are ours, and those that could be installed.
fn list(run: &Run) -> Result<Exit, Problem> {
    let mut installed: Vec<Value> = Vec::new();
    for one in run.engine.skills(&[])? {
        let Some(standing) = run.engine.skill_standing(&one)? else { continue };
        let newest = match run.engine.skill_package(&one.bridge, crate::version()) {
            Some(Ok(package)) => Some(package.version),
            Some(Err(_)) | None => None,
        };
        let version = standing.version.clone();
        let values = [
            ("bridge", (&one.bridge).into()),
            ("folder", run.path(&one.folder).into()),
            ("version", version.as_deref().unwrap_or("?").into()),
        ];
        run.voice.line(0, &run.say("skills-line", &values));
        let outdated = newest.as_ref().filter(|newest| version.as_ref() != Some(newest));
        if let Some(newest) = outdated {
            run.voice.line(2, &run.say("skills-newer", &[("version", newest.into())]));
        }
        for (id, files) in [
            ("skills-edited", &standing.edited),
            ("skills-deleted", &standing.deleted),
            ("skills-beside", &standing.beside),
        ] {
            if !files.is_empty() {
                run.voice.line(2, &run.say(id, &[("files", run.words.list(files.iter().cloned()).into())]));
            }
        }
        installed.push(json!({
            "bridge": one.bridge, "folder": one.folder, "version": version, "newest": newest,
            "outdated": outdated.is_some(), "edited": standing.edited, "deleted": standing.deleted,
            "beside": standing.beside,
        }));
    }
    let mut available: Vec<Value> = Vec::new();
    for (id, _) in run.engine.packs(crate::version()) {
        match run.engine.skill_package(&id, crate::version()) {
            Some(Ok(package)) => {
                available.push(json!({
                    "bridge": id, "version": package.version, "description": package.description, "problem": null,
                }));
                if installed.iter().all(|skill| skill["bridge"] != id.as_str()) {
                    run.voice.line(0, &run.say("skills-available", &[("bridge", (&id).into())]));
                    run.voice.verbatim(2, &run.typed(&["skills", "install", &id].map(str::to_owned)));
                }
            }
            Some(Err(fault)) => {
                let reason = fault_sentence(run, &fault);
                available.push(json!({"bridge": id, "problem": reason}));
                run.voice.line(0, &run.say("skills-unusable", &[("bridge", id.into()), ("reason", reason.into())]));
            }
            None => {}
        }
    }
    run.voice.json(json!({"command": "skills", "skills": installed, "available": available}));
    Ok(Exit::Done)
}

fn install(run: &Run, wanted: &SkillsInstall) -> Result<Exit, Problem> {
    let packages = packages(run, &wanted.some.bridges)?;
    let places = places(run, &wanted.some.place)?;
    let older = match (wanted.replace, wanted.leave) {
        (true, _) => Displace::Replace,
        (_, true) => Displace::Leave,
        (false, false) => Displace::Ask,
    };
    let manner = Manner { older, restore: wanted.restore };
    let mut notes: Vec<Note> = Vec::new();
    if places.is_empty() {
        notes.push(run.say("skills-no-place", &[]).into());
    }
    let orders = packages.iter().flat_map(|package| {
        let wish = SkillWish::Install { package, older: manner.older, restore: manner.restore };
        run.engine.skill_folders(&package.bridge, places.iter().cloned()).into_iter().map(move |one| (one, wish))
    });
    let skills = run.engine.skill_wishes(orders.collect::<Vec<_>>())?;
    let mut flags = Vec::new();
    for (flag, on) in [("--replace", wanted.replace), ("--leave", wanted.leave), ("--restore", wanted.restore)] {
        flags.extend(on.then(|| flag.to_owned()));
    }
    let heading = run.say("skills-install-heading", &[]);
    ordered(run, "install", &wanted.some, flags, skills, heading, notes)
}

fn sync(run: &Run, some: &SkillsSome) -> Result<Exit, Problem> {
    let meant = meant(run, some)?;
    let bridges: BTreeSet<&String> = meant.iter().map(|one| &one.bridge).collect();
    let mut packages: Vec<SkillPackage> = Vec::new();
    let mut notes: Vec<Note> = Vec::new();
    for bridge in bridges {
        match run.engine.skill_package(bridge, crate::version()) {
            Some(Ok(package)) => packages.push(package),
            Some(Err(fault)) => {
                let values = [("bridge", bridge.into()), ("reason", fault_sentence(run, &fault).into())];
                notes.push(run.say("skills-unusable", &values).into());
            }
            None => notes.push(run.say("skills-without-bridge", &[("bridge", bridge.into())]).into()),
        }
    }
    let orders = meant.into_iter().filter_map(|one| {
        let package = packages.iter().find(|package| package.bridge == one.bridge)?;
        Some((one, SkillWish::Sync(package)))
    });
    let skills = run.engine.skill_wishes(orders.collect::<Vec<_>>())?;
    ordered(run, "sync", some, Vec::new(), skills, run.say("skills-sync-heading", &[]), notes)
}

fn remove(run: &Run, some: &SkillsSome) -> Result<Exit, Problem> {
    let orders = meant(run, some)?.into_iter().map(|one| (one, SkillWish::Remove));
    let skills = run.engine.skill_wishes(orders)?;
    ordered(run, "remove", some, Vec::new(), skills, run.say("skills-remove-heading", &[]), Vec::new())
}

/// Carries out what was decided.
fn ordered(
    run: &Run,
    verb: &str,
    some: &SkillsSome,
    flags: Vec<String>,
    skills: SkillWishes,
    heading: String,
    mut notes: Vec<Note>,
) -> Result<Exit, Problem> {
    let mut typed = vec!["skills".to_owned(), verb.to_owned()];
    typed.extend(distinct(&some.bridges));
    typed.extend(place(&some.place.as_where()));
    if let Some(folder) = &some.place.dir {
        typed.extend(["--dir".to_owned(), absolute(folder)?.into_string()]);
    }
    typed.extend(flags);
    notes.extend(told(run, &skills.told));
    let order = Order {
        command: "skills",
        wishes: skills.wishes,
        typed,
        consent: some.consent,
        diff: some.diff,
        heading,
        notes,
        refused: Vec::new(),
        refused_files: skills.refused,
    };
    carry_out(run, &order)
}

/// The skills a line names; all there are where it names none.
fn packages(run: &Run, bridges: &[String]) -> Result<Vec<SkillPackage>, Problem> {
    let named = distinct(bridges);
    let all = || run.engine.packs(crate::version()).into_iter().map(|(id, _)| id).collect();
    let ids: Vec<String> = if named.is_empty() { all() } else { named.clone() };
    let mut packages = Vec::new();
    for id in ids {
        if !named.is_empty() {
            known_bridge(run, &id)?;
        }
        match run.engine.skill_package(&id, crate::version()) {
            Some(Ok(package)) => packages.push(package),
            Some(Err(source)) => return Err(Problem::BridgeFile { bridge: id, source }),
            None if named.is_empty() => {}
            None => return Err(Problem::NoSkill(id)),
        }
    }
    Ok(packages)
}

/// The folders a line means a skill to go into.
fn places(run: &Run, place: &SkillsPlace) -> Result<Vec<Utf8PathBuf>, Problem> {
    if let Some(folder) = &place.dir {
        return Ok(vec![absolute(folder)?]);
    }
    let scope = in_scope(run, place)?;
    let Some(reach) = scope.reach() else { return Ok(Vec::new()) };
    let named = known_programs(&place.harness)?;
    let programs: Vec<&'static Harness> = match named.is_empty() {
        true => found(run, reach),
        false => named.iter().filter_map(|id| bascule_core::harness::find(id)).collect(),
    };
    let places = skill::places(&run.engine.machine, &programs, reach, scope.project());
    Ok(places.into_iter().map(|place| place.folder).collect())
}

/// The skills of ours that a line means: those of these bridges, in these places;
/// everywhere where it names none.
fn meant(run: &Run, some: &SkillsSome) -> Result<BTreeSet<SkillIn>, Problem> {
    let place = &some.place;
    let within = match (&place.dir, &place.project, place.scope, place.harness.is_empty()) {
        (None, None, None, true) => None,
        (Some(_), ..) | (.., false) => Some(places(run, place)?),
        (None, ..) => {
            let scope = in_scope(run, place)?;
            scope.reach().map(|reach| skill::every_place(&run.engine.machine, reach, scope.project()))
        }
    };
    let found = run.engine.skills(within.as_deref().unwrap_or_default())?;
    let named = distinct(&some.bridges);
    for bridge in named.iter().filter(|bridge| found.iter().all(|one| one.bridge != **bridge)) {
        known_bridge(run, bridge)?;
    }
    let here = |one: &SkillIn| match &within {
        None => true,
        Some(places) => run.engine.skill_folders(&one.bridge, places.iter().cloned()).contains(one),
    };
    Ok(found.into_iter().filter(|one| (named.is_empty() || named.contains(&one.bridge)) && here(one)).collect())
}

fn in_scope(run: &Run, place: &SkillsPlace) -> Result<Scope, Problem> {
    let scope = scope(&place.as_where())?;
    if let Scope::Project(folder) = &scope {
        existing(run, folder)?;
    }
    Ok(scope)
}

impl SkillsPlace {
    fn as_where(&self) -> Where {
        Where { harness: self.harness.clone(), scope: self.scope, project: self.project.clone(), ..Where::default() }
    }
}
