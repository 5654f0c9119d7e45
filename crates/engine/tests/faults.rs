//! The disk fails or dies at every effect of every kind of plan.
//!
//! After the next start every file nobody else wrote is byte for byte as before or
//! as after, all of them alike; no temporary file and no lock of ours is left; and
//! the history says what is true.

#[path = "home.rs"]
mod home;

use std::io::ErrorKind;

use bascule_core::digest::Digest;
use bascule_core::install::{App, Bringing, install};
use bascule_core::plugin::{self, PluginFolder, PluginSight, PluginWish};
use bascule_core::reconcile::{Displace, Drift, FileWish, Mode, Part, Placing, Scope, Target};
use bascule_core::skill::{SkillPackage, SkillWish};
use bascule_engine::faulty::{Fault, FaultyDisk};
use bascule_engine::{Disk as _, Engine, Pace, RealDisk, Root, Whose};

use home::{Home, Tree, Wishes, absent, granted, present};

/// One kind of plan: how the home comes to be, and what is wished then.
struct Case {
    name: &'static str,
    prepare: fn(&Home),
    wishes: fn(&Home, &Engine<RealDisk>) -> Wishes,
}

const CASES: &[Case] = &[
    Case { name: "enable in a file", prepare: claude_file, wishes: |_, _| present(&[claude()]) },
    Case { name: "enable where nothing is", prepare: |_| {}, wishes: |_, _| present(&[cursor(), claude()]) },
    Case { name: "enable many", prepare: several_files, wishes: |home, _| present(&many(home)) },
    Case { name: "replace a predecessor", prepare: predecessor_file, wishes: |_, _| present(&[claude()]) },
    Case { name: "disable many", prepare: several_enabled, wishes: |home, _| absent(&many(home)) },
    Case { name: "disable what we made", prepare: made_enabled, wishes: |_, _| absent(&[cursor()]) },
    Case { name: "disable one of two", prepare: two_enabled, wishes: |_, _| absent(&[Target::user("demo", "cursor")]) },
    Case { name: "roll back many", prepare: several_enabled, wishes: |_, engine| engine.undo_wishes(1).unwrap() },
    Case { name: "roll back a removal", prepare: removed, wishes: |_, engine| engine.undo_wishes(2).unwrap() },
    Case { name: "place files and an entry", prepare: somebodys_file, wishes: |home, _| files(home, Some("ours")) },
    Case { name: "take files and an entry away", prepare: files_placed, wishes: |home, _| files(home, None) },
    Case { name: "replace files", prepare: files_placed, wishes: |home, _| files(home, Some("newer")) },
    Case { name: "bring a skill up to date", prepare: skill_placed, wishes: |_, engine| skill(engine, "two", true) },
    Case { name: "take a skill away", prepare: skill_placed, wishes: |_, engine| skill(engine, "two", false) },
    Case { name: "place a plugin with an entry", prepare: host_app, wishes: |home, _| plugin(home, Some("ours")) },
    Case { name: "take a plugin and its entry away", prepare: plugin_placed, wishes: |home, _| plugin(home, None) },
    Case { name: "roll back files", prepare: files_placed, wishes: |_, engine| engine.undo_wishes(1).unwrap() },
    Case { name: "put programs in place", prepare: |_| {}, wishes: |home, engine| programs(home, engine, "1.0.0") },
    Case { name: "upgrade and sweep", prepare: two_versions, wishes: |home, engine| programs(home, engine, "3.0.0") },
    Case { name: "roll back an upgrade", prepare: two_versions, wishes: |_, engine| engine.undo_wishes(2).unwrap() },
    Case { name: "move the launcher", prepare: several_enabled_elsewhere, wishes: |home, _| present(&many(home)) },
];

#[test]
fn a_failing_effect_leaves_all_before_or_all_after() {
    let kinds = [
        ErrorKind::StorageFull,
        ErrorKind::PermissionDenied,
        ErrorKind::ReadOnlyFilesystem,
        ErrorKind::CrossesDevices,
        ErrorKind::NotFound,
    ];
    // What a kind means is decided above the disk, the same on every system.
    let tried = if cfg!(windows) { &kinds[..1] } else { &kinds[..] };
    for kind in tried {
        each_effect(Fault::Fail(*kind));
    }
}

#[test]
fn a_disk_that_stays_full_leaves_all_before_or_all_after() {
    each_effect(Fault::Stay(ErrorKind::StorageFull));
}

#[test]
fn a_death_at_any_effect_leaves_all_before_or_all_after() {
    each_effect(Fault::Die);
}

#[test]
fn a_second_death_while_recovering_changes_nothing() {
    for case in CASES {
        let (before, after, effects) = rehearsed(case);
        for at in (1..=effects).step_by(3) {
            // A death means the same on every system, and takes long where wine plays it.
            for again in (1..12).step_by(if cfg!(windows) { 5 } else { 1 }) {
                let home = Home::new();
                (case.prepare)(&home);
                let wishes = (case.wishes)(&home, &home.real());
                let broken = home.engine(FaultyDisk::new(RealDisk, at, Fault::Die));
                let _ = granted(&broken, &wishes);
                let _ = home.engine(FaultyDisk::new(RealDisk, again, Fault::Die)).recover(&mut |_| Pace::Go);
                settled(&home, &before, &after, &format!("{}, death at {at}, then at {again}", case.name));
            }
        }
    }
}

fn each_effect(fault: Fault) {
    for case in CASES {
        let (before, after, effects) = rehearsed(case);
        for at in 1..=effects {
            let home = Home::new();
            (case.prepare)(&home);
            let wishes = (case.wishes)(&home, &home.real());
            let broken = home.engine(FaultyDisk::new(RealDisk, at, fault));
            let _ = granted(&broken, &wishes);
            settled(
                &home,
                &before,
                &after,
                &format!("{}, {fault:?} at {at} of {effects} ({:?})", case.name, broken.disk.names().get(at - 1)),
            );
        }
    }
}

/// An entry with whole files around it: two in a folder of ours, one over somebody's.
fn files(home: &Home, text: Option<&str>) -> Wishes {
    let wish = |part: Part| match text {
        Some(text) => FileWish::Present(Placing {
            part,
            bytes: text.into(),
            mode: Mode::Executable,
            explicit: true,
            over: Displace::Replace,
            known: Vec::new(),
        }),
        None => FileWish::Absent { part, known: Vec::new() },
    };
    let entries = if text.is_some() { present(&[cursor()]) } else { absent(&[cursor()]) };
    let skill = Part::Skill("demo".to_owned());
    let files = [
        (home.path.join("tools/bin/launcher"), wish(Part::Launcher)),
        (home.path.join(".cursor/skills/demo/SKILL.md"), wish(skill.clone())),
        (home.path.join(".cursor/skills/demo/more/one.md"), wish(skill.clone())),
        (home.path.join("skills/theirs.md"), wish(skill)),
    ];
    Wishes { files: files.into(), ..entries }
}

/// An entry and two files in a host app's folder, one of them over somebody's.
fn plugin(home: &Home, text: Option<&str>) -> Wishes {
    let folder = home.path.join("host/add-ons");
    let files = [folder.join("theirs.js"), folder.join("demo/main.js")];
    let digest = |file: &camino::Utf8PathBuf| Some((file.clone(), Digest::of(&RealDisk.read(file).unwrap()?)));
    let mut sight = PluginSight { there: files.iter().filter_map(digest).collect(), ..PluginSight::default() };
    let Some(text) = text else {
        sight.claims = sight.there.clone();
        let decision = plugin::decide("demo", &sight, PluginWish::Remove);
        return Wishes { files: decision.files, ..absent(&[cursor()]) };
    };
    let files = files.into_iter().map(|file| (file, text.into())).collect();
    sight.folders = vec![PluginFolder { folder, missing_app: None, files }];
    let decision = plugin::decide("demo", &sight, PluginWish::Install { replace: true, restore: false });
    Wishes { files: decision.files, ..present(&[cursor()]) }
}

fn host_app(home: &Home) {
    home.write("host/add-ons/theirs.js", "theirs");
}

fn plugin_placed(home: &Home) {
    host_app(home);
    granted(&home.real(), &plugin(home, Some("ours"))).unwrap();
}

/// A skill whose one reference has this name, wanted or not.
fn skill(engine: &Engine<RealDisk>, reference: &str, wanted: bool) -> Wishes {
    let files = ["SKILL.md".to_owned(), format!("references/{reference}.md")];
    let package = SkillPackage {
        bridge: "demo".to_owned(),
        version: reference.to_owned(),
        description: "d".to_owned(),
        files: files.map(|name| (name, reference.into())).into(),
        older: Vec::new(),
    };
    let wish = match wanted {
        true => SkillWish::Install { package: &package, older: Displace::Ask, restore: false },
        false => SkillWish::Remove,
    };
    let folders = engine.skill_folders("demo", [engine.machine.home.join(".agents/skills")]);
    engine.skill_wishes(folders.into_iter().map(|folder| (folder, wish))).unwrap().wishes
}

fn skill_placed(home: &Home) {
    let engine = home.real();
    granted(&engine, &skill(&engine, "one", true)).unwrap();
}

fn somebodys_file(home: &Home) {
    home.write("skills/theirs.md", "theirs");
}

fn files_placed(home: &Home) {
    somebodys_file(home);
    granted(&home.real(), &files(home, Some("ours"))).unwrap();
}

/// The home before and after, and how many effects lie between.
fn rehearsed(case: &Case) -> (Tree, Tree, usize) {
    let home = Home::new();
    (case.prepare)(&home);
    let before = home.tree();
    let wishes = (case.wishes)(&home, &home.real());
    let counting = home.engine(FaultyDisk::new(RealDisk, 0, Fault::Die));
    let (plan, applied) = granted(&counting, &wishes).unwrap();
    assert!(plan.refusals.is_empty(), "{}: {:?}", case.name, plan.refusals);
    assert!(applied.is_some(), "{}: nothing to do", case.name);
    let after = home.tree();
    assert_ne!(before, after, "{}", case.name);
    (before, after, counting.disk.effects())
}

/// The next start, and what must be true after it.
fn settled(home: &Home, before: &Tree, after: &Tree, context: &str) {
    let engine = home.real();
    engine.recover(&mut |_| Pace::Go).unwrap_or_else(|error| panic!("{context}: {error} ({error:?})"));
    let now = home.tree();
    assert!(
        now == *before || now == *after,
        "{context}: neither before nor after:\n{}",
        differences(&now, before, after)
    );
    assert_eq!(engine.interrupted().unwrap(), None, "{context}");
    for (target, file, drift) in engine.drifts().unwrap() {
        assert_eq!(drift, Ok(Drift::AsWritten), "{context}: {target:?} in {file}");
    }
    let left: Vec<&String> = now.keys().filter(|name| name.contains(".bascule-") || name.contains(".lock")).collect();
    assert!(left.is_empty(), "{context}: left behind: {left:?}");
    for folder in [engine.layout.journals(), engine.layout.originals()] {
        let unfinished = engine.disk.list(&folder).unwrap().into_iter().find(|name| name.ends_with(".tmp"));
        assert_eq!(unfinished, None, "{context}: left behind in {folder}");
    }
}

fn differences(now: &Tree, before: &Tree, after: &Tree) -> String {
    let names: std::collections::BTreeSet<_> = now.keys().chain(before.keys()).chain(after.keys()).collect();
    let text = |tree: &Tree, name: &str| {
        tree.get(name).map_or("(absent)".to_owned(), |bytes| String::from_utf8_lossy(bytes).into_owned())
    };
    let line = |name: &String| {
        format!(
            "--- {name}\nnow:\n{}\nbefore:\n{}\nafter:\n{}\n",
            text(now, name),
            text(before, name),
            text(after, name)
        )
    };
    names.into_iter().map(line).collect()
}

fn claude() -> Target {
    Target::user("demo", "claude-code")
}

fn cursor() -> Target {
    Target::user("demo", "cursor")
}

fn many(home: &Home) -> [Target; 4] {
    let project = Scope::Project(home.path.join("work"));
    [claude(), cursor(), Target::user("demo", "codex"), Target { scope: project, ..claude() }]
}

const CLAUDE: &str =
    "{\n  \"numStartups\": 7,\n  \"mcpServers\": {\n    \"mine\": {\n      \"command\": \"npx\"\n    }\n  }\n}";

fn claude_file(home: &Home) {
    home.write(".claude.json", CLAUDE);
}

fn several_files(home: &Home) {
    claude_file(home);
    home.write(".cursor/mcp.json", "{ }\n");
    home.write(".codex/config.toml", "# mine\nmodel = \"o9\"\n");
    home.write("work/readme", "");
}

fn predecessor_file(home: &Home) {
    home.write(".claude.json", "{\"mcpServers\": {\"old-demo\": {\"command\": \"old-demo-server\", \"env\": {\"TOKEN\": \"s3cret\"}}, \"b\": {}}}");
}

fn several_enabled(home: &Home) {
    several_files(home);
    granted(&home.real(), &present(&many(home))).unwrap();
}

fn several_enabled_elsewhere(home: &Home) {
    several_files(home);
    let mut engine = home.real();
    engine.launcher = "/elsewhere/bascule".into();
    granted(&engine, &present(&many(home))).unwrap();
}

/// Launcher, engine and note of this version in an installation of its own.
fn programs(home: &Home, engine: &Engine<RealDisk>, version: &str) -> Wishes {
    let there = engine.installed(&Root::at(home.path.join("opt"))).unwrap();
    let bringing = Bringing {
        version: version.to_owned(),
        engine: format!("engine {version}").into_bytes(),
        launcher: Some(b"launcher".to_vec()),
        app: App::None,
        layout: Whose::Machine,
    };
    Wishes { files: install(&there, &bringing).unwrap(), ..Wishes::default() }
}

fn two_versions(home: &Home) {
    for version in ["1.0.0", "2.0.0"] {
        granted(&home.real(), &programs(home, &home.real(), version)).unwrap();
    }
}

fn made_enabled(home: &Home) {
    granted(&home.real(), &present(&[cursor()])).unwrap();
}

fn two_enabled(home: &Home) {
    granted(&home.real(), &present(&[cursor(), Target::user("second", "cursor")])).unwrap();
}

fn removed(home: &Home) {
    several_enabled(home);
    granted(&home.real(), &absent(&many(home))).unwrap();
}
