//! The life of a skill in every kind of folder: what Bascule wrote goes on and away,
//! what the person wrote, changed or deleted stays as they left it.

#![expect(clippy::disallowed_methods, reason = "a test builds and reads its own throwaway home")]

#[path = "home.rs"]
mod home;

use std::collections::BTreeMap;

use bascule_core::bridge::Version;
use bascule_core::harness::{self, Reach};
use bascule_core::reconcile::{Displace, Wishes};
use bascule_core::skill::{MARKER, OlderSkill, SkillNote, SkillPackage, SkillWish, places};
use bascule_engine::{BUILT_IN, Engine, RealDisk, SkillIn, SkillWishes};
use camino::Utf8PathBuf;
use home::{Home, granted, is_done};

/// The folders skills go into: one that programs share, one program's own, a
/// project's, one the person named.
const PLACES: [&str; 4] = [".agents/skills", ".claude/skills", "work/mod/.agents/skills", "my skills/x"];

/// What happens to the skill in one step.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// A person asks for this version.
    Install(u8),
    /// The same, and says what happens to an older program's skill.
    Over(u8, Displace),
    /// The same, over what the person changed.
    Restore(u8),
    /// It is brought up to this version.
    Sync(u8),
    Remove,
    /// A change of Bascule's is taken back.
    RollBack(u64),
    /// The person writes or deletes a file of the folder.
    Write(&'static str, &'static str),
    Delete(&'static str),
    /// The person takes our newer file for theirs.
    Take(&'static str),
    /// The state folder is lost.
    Forget,
}

use Act::{Delete, Forget, Install, Over, Remove, Restore, RollBack, Sync, Take, Write};

/// The skill in three versions: the page changes each time, one reference goes, one comes.
fn package(version: u8) -> SkillPackage {
    let reference = if version == 1 { "references/one.md" } else { "references/two.md" };
    let files = [("SKILL.md", format!("page {version}")), (reference, "more".to_owned())];
    SkillPackage {
        bridge: "demo".into(),
        version: format!("{version}.0.0"),
        description: "d".into(),
        files: files.map(|(name, text)| (name.to_owned(), text.into_bytes())).into(),
        older: vec![OlderSkill { file: ".old.json".into(), contains: "old-demo".into() }],
    }
}

fn one(home: &Home, place: &str) -> SkillIn {
    SkillIn { bridge: "demo".into(), folder: home.path.join(place).join("demo") }
}

/// The files of the skill's folder but the marker, as one line.
fn shown(home: &Home, place: &str) -> String {
    let inside = format!("{place}/demo/");
    let files = home.tree().into_iter().filter_map(|(name, bytes)| {
        let name = name.strip_prefix(&inside)?.to_owned();
        let listed = !name.is_empty() && !name.ends_with('/') && name != MARKER;
        listed.then(|| format!("{name}={}", String::from_utf8(bytes).unwrap()))
    });
    files.collect::<Vec<_>>().join(", ")
}

fn said(skills: &SkillWishes, plan: &bascule_core::reconcile::Plan) -> String {
    let note = |note: &SkillNote| match note {
        SkillNote::Edited(_) => "edited",
        SkillNote::Beside(_) => "beside",
        SkillNote::Deleted(_) => "deleted",
        SkillNote::Kept(_) => "kept",
        SkillNote::OlderStays(_) => "older-stays",
    };
    let refused = skills.refused.iter().chain(&plan.file_refusals).map(|(_, refusal)| refusal.code());
    skills.told.iter().map(note).chain(refused).collect::<Vec<_>>().join(" ")
}

fn perform(home: &Home, engine: &Engine<RealDisk>, place: &str, act: Act) -> String {
    let path = |name: &str| format!("{place}/demo/{name}");
    let carry = |wish: SkillWish<'_>| {
        let skills = engine.skill_wishes([(one(home, place), wish)]).unwrap();
        let (plan, applied) = granted(engine, &skills.wishes).unwrap();
        assert!(
            applied.is_none() || is_done(applied.as_ref()),
            "{act:?}: {:?}",
            applied.map(|applied| applied.outcome)
        );
        let again = engine.skill_wishes([(one(home, place), wish)]).unwrap();
        let settled = engine.plan(&again.wishes).unwrap();
        assert!(settled.changes.is_empty(), "{act:?} is not done at once: {:?}", settled.changes);
        said(&skills, &plan)
    };
    let install = |version, older, restore| carry(SkillWish::Install { package: &package(version), older, restore });
    match act {
        Install(version) => install(version, Displace::Ask, false),
        Over(version, older) => install(version, older, false),
        Restore(version) => install(version, Displace::Ask, true),
        Sync(version) => carry(SkillWish::Sync(&package(version))),
        Remove => carry(SkillWish::Remove),
        RollBack(number) => {
            let (plan, _) = granted(engine, &engine.undo_wishes(number).unwrap()).unwrap();
            said(&SkillWishes::default(), &plan)
        }
        Write(name, text) => {
            home.write(&path(name), text);
            String::new()
        }
        Delete(name) => {
            std::fs::remove_file(home.path.join(path(name))).unwrap();
            String::new()
        }
        Take(name) => {
            std::fs::rename(home.path.join(path(&format!("{name}.new"))), home.path.join(path(name))).unwrap();
            String::new()
        }
        Forget => {
            std::fs::remove_dir_all(engine.layout.root().as_std_path()).unwrap();
            String::new()
        }
    }
}

/// A life: what happens, what the last step says, and what stands in the folder then.
#[track_caller]
fn check(acts: &[Act], notes: &str, expected: &str) {
    for place in PLACES {
        let home = Home::with(&[("notes.txt", "mine")]);
        let engine = home.real();
        let mut last = String::new();
        for act in acts {
            last = perform(&home, &engine, place, *act);
        }
        let there = shown(&home, place);
        assert_eq!((last.as_str(), there.as_str()), (notes, expected), "{place}: {acts:?}\n{}", home.shown());
        let by_person = acts.iter().any(|act| matches!(act, Write(..)));
        if expected.is_empty() && !by_person && matches!(acts.last(), Some(Remove | RollBack(_))) {
            assert_eq!(home.tree().into_keys().collect::<Vec<_>>(), ["notes.txt"], "{place}: {acts:?}");
        }
    }
}

const FIRST: &str = "SKILL.md=page 1, references/one.md=more";
const SECOND: &str = "SKILL.md=page 2, references/two.md=more";

#[test]
fn it_comes_goes_on_and_goes() {
    check(&[Install(1)], "", FIRST);
    check(&[Install(1), Install(1)], "", FIRST);
    check(&[Install(1), Sync(1)], "", FIRST);
    check(&[Install(1), Sync(2)], "", SECOND);
    check(&[Install(1), Install(2)], "", SECOND);
    check(&[Install(1), Remove], "", "");
    check(&[Install(1), Sync(2), Remove], "", "");
    check(&[Remove], "", "");
    check(&[Sync(1)], "", "");
    // Taken back, each step.
    check(&[Install(1), RollBack(1)], "", "");
    check(&[Install(1), Sync(2), RollBack(2)], "", FIRST);
    check(&[Install(1), Sync(2), RollBack(2), RollBack(1)], "", "");
    check(&[Install(1), Remove, RollBack(2)], "", FIRST);
}

#[test]
fn what_the_person_changed_stays() {
    let edited = Write("SKILL.md", "mine");
    check(&[Install(1), edited, Sync(1)], "", "SKILL.md=mine, references/one.md=more");
    // What we wrote is still the newest: nothing lies beside it.
    check(&[Install(1), edited, Install(1)], "edited", "SKILL.md=mine, references/one.md=more");
    let beside = "SKILL.md=mine, SKILL.md.new=page 2, references/two.md=more";
    check(&[Install(1), edited, Sync(2)], "edited beside", beside);
    check(&[Install(1), edited, Install(2)], "edited beside", beside);
    check(&[Install(1), edited, Sync(2), Sync(2)], "edited beside", beside);
    let newer = "SKILL.md=mine, SKILL.md.new=page 3, references/two.md=more";
    check(&[Install(1), edited, Sync(2), Sync(3)], "edited beside", newer);
    check(&[Install(1), edited, Sync(2), Forget, Sync(3)], "edited beside", newer);
    // The person takes our version, by hand or by the command.
    check(&[Install(1), edited, Sync(2), Take("SKILL.md"), Sync(2)], "", SECOND);
    check(&[Install(1), edited, Sync(2), Write("SKILL.md", "page 2"), Sync(2)], "", SECOND);
    check(&[Install(1), edited, Sync(2), Restore(2)], "", SECOND);
    check(&[Install(1), edited, Over(1, Displace::Replace)], "edited", "SKILL.md=mine, references/one.md=more");
    check(&[Install(1), edited, Restore(1), Remove], "", "");
    check(&[Install(1), edited, Restore(1), RollBack(2)], "", "SKILL.md=mine, references/one.md=more");
    // Our suggestion is theirs too once they changed it, and stays away once deleted.
    let theirs = Write("SKILL.md.new", "half mine");
    check(&[Install(1), edited, Sync(2), theirs, Sync(3)], "edited", &newer.replace("page 3", "half mine"));
    let without = "SKILL.md=mine, references/two.md=more";
    check(&[Install(1), edited, Sync(2), Delete("SKILL.md.new"), Sync(3)], "edited", without);
    // A file of an older version goes unless it was changed.
    let changed = Write("references/one.md", "mine");
    check(&[Install(1), changed, Sync(2)], "kept", "SKILL.md=page 2, references/one.md=mine, references/two.md=more");
    // Removal leaves what is theirs, and takes our newer files.
    check(&[Install(1), edited, Remove], "kept", "SKILL.md=mine");
    check(&[Install(1), edited, Sync(2), Remove], "kept", "SKILL.md=mine");
    check(&[Install(1), edited, Remove, Remove], "", "SKILL.md=mine");
    check(&[Install(1), Write("notes.md", "mine"), Remove], "", "notes.md=mine");
    // Their own file where the new version has one.
    let own = Write("references/two.md", "mine");
    check(
        &[Install(1), own, Sync(2)],
        "edited beside",
        "SKILL.md=page 2, references/two.md=mine, references/two.md.new=more",
    );
    check(&[Install(1), own, Sync(2), Remove], "", "references/two.md=mine");
}

#[test]
fn what_the_person_deleted_comes_back_only_when_they_ask() {
    let deleted = Delete("SKILL.md");
    check(&[Install(1), deleted, Sync(2)], "deleted", "references/two.md=more");
    check(&[Install(1), deleted, Sync(2), Sync(3)], "deleted", "references/two.md=more");
    check(&[Install(1), deleted, Forget, Sync(2)], "deleted", "references/two.md=more");
    check(&[Install(1), deleted, Install(1)], "", FIRST);
    check(&[Install(1), deleted, Install(2)], "", SECOND);
    check(&[Install(1), deleted, Remove], "", "");
    let all = [Install(1), deleted, Delete("references/one.md")];
    check(&[&all[..], &[Sync(2)]].concat(), "deleted", "");
    check(&[&all[..], &[Delete(MARKER), Sync(2)]].concat(), "deleted", "");
    check(&[&all[..], &[Remove]].concat(), "", "");
    check(&[&all[..], &[Install(2)]].concat(), "", SECOND);
    // The marker alone is no wish: our notes still say what is ours.
    check(&[Install(1), Delete(MARKER), Sync(2)], "", SECOND);
    check(&[Install(1), Delete(MARKER), Remove], "", "");
}

#[test]
fn the_marker_alone_proves_what_is_ours() {
    check(&[Install(1), Forget, Sync(2)], "", SECOND);
    check(&[Install(1), Forget, Remove], "", "");
    check(&[Install(1), Forget, Install(2), Remove], "", "");
    check(&[Install(1), Write("SKILL.md", "mine"), Forget, Remove], "kept", "SKILL.md=mine");
    check(&[Install(1), Forget, Delete(MARKER), Install(2)], "folder-taken", FIRST);
    check(&[Install(1), Forget, Delete(MARKER), Remove], "", FIRST);
    // One that is no marker of ours proves nothing, one that leads out even less.
    let zeros = "0000000000000000000000000000000000000000000000000000000000000000";
    let leads_out: &str =
        Box::leak(format!(r#"{{"format":1,"bridge":"demo","version":"1","files":{{"../x":"{zeros}"}}}}"#).into());
    for marker in ["{", "{}", leads_out, r#"{"format":1,"bridge":"other","version":"1","files":{}}"#] {
        check(&[Write("SKILL.md", "theirs"), Write(MARKER, marker), Install(1)], "folder-taken", "SKILL.md=theirs");
        check(&[Write("SKILL.md", "theirs"), Write(MARKER, marker), Remove], "", "SKILL.md=theirs");
    }
    let later = r#"{"format":2,"bridge":"demo"}"#;
    check(&[Write(MARKER, later), Write("SKILL.md", "later"), Install(1)], "newer-format", "SKILL.md=later");
}

#[test]
fn a_folder_that_is_not_ours_is_never_touched() {
    let theirs = Write("SKILL.md", "theirs");
    check(&[theirs, Install(1)], "folder-taken", "SKILL.md=theirs");
    check(&[theirs, Over(1, Displace::Replace)], "folder-taken", "SKILL.md=theirs");
    check(&[theirs, Restore(1)], "folder-taken", "SKILL.md=theirs");
    check(&[theirs, Sync(1)], "", "SKILL.md=theirs");
    check(&[theirs, Remove], "", "SKILL.md=theirs");
}

#[test]
fn an_older_programs_skill_is_asked_about_and_returns() {
    let older = [Write("SKILL.md", "older"), Write(".old.json", "{\"by\":\"old-demo\"}")];
    let then = |acts: &[Act]| [&older[..], acts].concat();
    let before = ".old.json={\"by\":\"old-demo\"}, SKILL.md=older";
    check(&then(&[Install(1)]), "older-skill", before);
    check(&then(&[Over(1, Displace::Leave)]), "older-stays", before);
    check(&then(&[Over(1, Displace::Replace)]), "", ".old.json=, SKILL.md=page 1, references/one.md=more");
    check(&then(&[Over(1, Displace::Replace), Sync(2)]), "", ".old.json=, SKILL.md=page 2, references/two.md=more");
    check(&then(&[Over(1, Displace::Replace), Remove]), "", before);
    check(&then(&[Over(1, Displace::Replace), Sync(2), Remove]), "", before);
    check(&then(&[Over(1, Displace::Replace), RollBack(1)]), "", before);
}

#[cfg(unix)]
#[test]
fn two_ways_into_one_folder_are_one() {
    let home = Home::new();
    let engine = home.real();
    std::fs::create_dir_all(home.path.join(".agents/skills")).unwrap();
    std::fs::create_dir_all(home.path.join(".claude")).unwrap();
    std::os::unix::fs::symlink("../.agents/skills", home.path.join(".claude/skills")).unwrap();
    let both = [".agents/skills", ".claude/skills"].map(|place| home.path.join(place));
    let folders = engine.skill_folders("demo", both);
    assert_eq!(folders.into_iter().collect::<Vec<_>>(), [one(&home, ".agents/skills")]);
    perform(&home, &engine, ".agents/skills", Install(1));
    assert_eq!(engine.skills(&[]).unwrap().into_iter().collect::<Vec<_>>(), [one(&home, ".agents/skills")]);
    perform(&home, &engine, ".agents/skills", Remove);
    assert!(home.path.join(".claude/skills").exists(), "the folders were there before us");
}

#[test]
fn every_skill_goes_at_once_also_without_our_notes() {
    for forget in [false, true] {
        let home = Home::with(&[("notes.txt", "mine")]);
        let engine = home.real();
        for place in &PLACES[..2] {
            perform(&home, &engine, place, Install(1));
        }
        if forget {
            perform(&home, &engine, PLACES[0], Forget);
        }
        let all = engine.every_skill_removed().unwrap();
        granted(&engine, &all.wishes).unwrap();
        assert_eq!(home.tree().into_keys().collect::<Vec<_>>(), ["notes.txt"], "forgotten: {forget}");
    }
}

/// Files by their path in the home, with their text.
type Files<'t> = &'t [(&'t str, &'t str)];

/// VS Code reads skills from the folder whose presence shows Copilot CLI.
#[test]
fn what_we_wrote_shows_no_program() {
    let ours = Install(1);
    let theirs: (&str, &str) = (".copilot/config.json", "{}");
    let cases: [(Files<'_>, &[Act], Files<'_>, bool); 7] = [
        (&[], &[ours], &[], false),
        (&[], &[ours, Sync(2)], &[], false),
        (&[], &[ours, Write("SKILL.md", "mine")], &[], false),
        (&[], &[ours], &[theirs], true),
        (&[theirs], &[ours], &[], true),
        // Another skill came from somebody who has the program.
        (&[], &[ours], &[(".copilot/skills/other/SKILL.md", "theirs")], true),
        // The folder was there before us, and stays a sign.
        (&[(".copilot/skills/demo/.keep", "")], &[], &[], true),
    ];
    for (before, acts, after, shows) in cases {
        let home = Home::with(before);
        let engine = home.real();
        for act in acts {
            perform(&home, &engine, ".copilot/skills", *act);
        }
        for (name, text) in after {
            home.write(name, text);
        }
        let programs = engine.programs();
        let copilot = programs.iter().find(|program| program.harness.id == "copilot-cli").unwrap();
        assert_eq!(copilot.found.is_some(), shows, "{before:?} {acts:?} {after:?}\n{}", home.shown());
    }
}

#[test]
fn a_skill_goes_where_the_programs_that_are_here_read_it() {
    let home = Home::new();
    let machine = home.machine();
    let cases: [(&[&str], &[&str]); 6] = [
        (&[], &[".agents/skills"]),
        (&["cursor", "codex"], &[".agents/skills"]),
        (&["cursor", "claude-code"], &[".agents/skills", ".claude/skills"]),
        (&["claude-code"], &[".claude/skills"]),
        // Amp reads a folder of its own and Claude Code's.
        (&["amp", "claude-code"], &[".claude/skills"]),
        // One that keeps no skills on disk has no place.
        (&["claude-desktop"], &[]),
    ];
    for (programs, expected) in cases {
        let programs: Vec<_> = programs.iter().map(|id| harness::find(id).unwrap()).collect();
        let found = places(&machine, &programs, Reach::User, None);
        let folders: Vec<Utf8PathBuf> = found.into_iter().map(|place| place.folder).collect();
        let expected: Vec<Utf8PathBuf> = expected.iter().map(|place| home.path.join(place)).collect();
        assert_eq!(folders, expected, "{:?}", programs.iter().map(|harness| harness.id).collect::<Vec<_>>());
    }
    let project = home.path.join("mod");
    let programs = ["cursor", "claude-code"].map(|id| harness::find(id).unwrap());
    let found = places(&machine, &programs, Reach::Project, Some(&project));
    let folders: Vec<Utf8PathBuf> = found.into_iter().map(|place| place.folder).collect();
    assert_eq!(folders, [project.join(".agents/skills"), project.join(".claude/skills")]);
}

#[test]
fn bridges_bring_their_skills() {
    let home = Home::new();
    let engine = home.real();
    let running = Version { major: 0, minor: 1, patch: 0 };
    let own = engine.skill_package(BUILT_IN, running).expect("it has one").expect("it is right");
    assert_eq!(own.version, "0.1.0");
    assert!(own.files.contains_key("SKILL.md"), "{:?}", own.files.keys());
    let manifest = "format = 1\nid = \"mine\"\nkind = \"command\"\n[name]\nen = \"a\"\nzh-CN = \"a\"\n\
                    [summary]\nen = \"a\"\nzh-CN = \"a\"\n[command]\nprogram = \"x\"\n";
    home.write(".bascule/bridges/mine/bridge.toml", manifest);
    assert!(engine.skill_package("mine", running).is_none(), "a bridge without a skill");
    home.write(".bascule/bridges/mine/skill/SKILL.md", "---\nname: mine\ndescription: x\n---\n[more](deep/a.md)\n");
    let broken = engine.skill_package("mine", running).expect("there").unwrap_err().to_string();
    assert_eq!(
        broken,
        "skill/SKILL.md, line 5, column 1: deep/a.md breaks its rule: a link leads to a file of the \
                        skill, relative to the page it stands in"
    );
    home.write(".bascule/bridges/mine/skill/deep/a.md", "more");
    let first = engine.skill_package("mine", running).expect("there").expect("right");
    home.write(".bascule/bridges/mine/skill/deep/a.md", "even more");
    let second = engine.skill_package("mine", running).expect("there").expect("right");
    assert_ne!(first.version, second.version, "without a version of its own its contents are its version");
    home.write(".bascule/bridges/mine/bridge.toml", manifest.replace("kind", "version = \"2.1\"\nkind"));
    assert_eq!(engine.skill_package("mine", running).expect("there").expect("right").version, "2.1.0");
    assert!(engine.skill_package("none", running).is_none());
}

#[test]
fn the_files_of_a_skill_are_as_the_package_has_them() {
    let home = Home::new();
    let engine = home.real();
    perform(&home, &engine, PLACES[0], Install(1));
    let written: BTreeMap<String, Vec<u8>> = package(1).files;
    for (name, bytes) in written {
        assert_eq!(home.read(&format!("{}/demo/{name}", PLACES[0])).into_bytes(), bytes);
    }
    assert_eq!(granted(&engine, &Wishes::default()).unwrap().0.changes.len(), 0);
}
