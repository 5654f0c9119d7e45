//! Launcher and engines, put in place by the real program and started through the
//! path that entries name.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "a test lays out files and starts programs")]

mod adapter;
#[expect(dead_code, reason = "each test file uses its own part")]
#[path = "../commands/home.rs"]
mod home;
mod upgrade;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use home::{Expected, Home};
use serde_json::{Value, json};

const ENABLE: &[&str] = &["enable", "bascule", "--harness", "cursor", "--yes"];
const LAUNCHER: &str = ".bascule/bin/bascule";

/// A home in which entries start the launcher, as a person's do.
pub(crate) fn home() -> Home {
    let launcher = Path::new(env!("CARGO_BIN_EXE_bascule")).with_file_name("bascule-launcher");
    assert!(launcher.exists(), "run `cargo build -p bascule-launcher` first");
    // Nothing is named: an empty variable is one that is not set.
    Home::usual().env("BASCULE_LAUNCHER", "")
}

fn engine(home: &Home) -> PathBuf {
    home.path(".bascule/versions").join(env!("CARGO_PKG_VERSION")).join("bascule")
}

/// Runs a program in a home with nothing but what a harness passes on.
fn run(program: &Path, home: &Home, line: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(program);
    let done = command.args(line).env_clear().env("HOME", home.path("")).env("PATH", "/usr/bin:/bin").output();
    let done = done.expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

fn codes(home: &Home, line: &[&str], code: i32) -> Vec<Value> {
    let told = home.json(line, code);
    told["findings"].as_array().expect("findings").iter().map(|one| one["code"].clone()).collect()
}

#[test]
fn enable_puts_the_programs_in_place_and_rollback_takes_them_away() {
    let home = home();
    let before = home.files();
    home.check(&ENABLE[..4], &Expected { code: 5, out: &["Bascule itself: writes 4 files"], err: &["--yes"] });
    home.ends(ENABLE, 0);
    let launcher = home.path(LAUNCHER);
    let entry: Value = serde_json::from_str(&home.read(".cursor/mcp.json")).expect("JSON");
    assert_eq!(entry["mcpServers"]["bascule"]["command"], launcher.to_str().expect("UTF-8"));
    // It is of use where a program passes on nothing at all.
    let mut bare = Command::new(&launcher);
    let status = bare.args(["status", "--json"]).env_clear().output().expect("the launcher runs");
    let told: Value = serde_json::from_slice(&status.stdout).expect("JSON");
    assert_eq!(told["bridges"][0]["id"], "bascule", "{told:#}");
    home.check(ENABLE, &Expected { code: 0, out: &["Nothing needs to change"], err: &[] });
    home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
    // Printed commands name the launcher, and work as printed.
    let (code, out, _) = run(&launcher, &home, &["disable", "bascule", "--all", "--dry-run"]);
    let line = out.lines().find(|line| line.contains(" --yes")).expect("a command").trim();
    assert_eq!((code, line.starts_with(launcher.to_str().expect("UTF-8"))), (Some(0), true), "{out}");
    home.ends(&["rollback", "--yes"], 0);
    assert_eq!(home.files(), before);
    for gone in ["bin", "versions", "current"] {
        assert!(!home.path(".bascule").join(gone).exists(), "{gone} is left");
    }
}

#[test]
fn programs_that_entries_need_stay_when_an_older_change_is_taken_back() {
    let home = home();
    home.ends(ENABLE, 0);
    home.ends(&["enable", "bascule", "--harness", "codex", "--yes"], 0);
    home.ends(&["rollback", "1", "--yes"], 0);
    assert!(!home.read(".cursor/mcp.json").contains("bascule") && home.read(".codex/config.toml").contains("bascule"));
    home.check(&["verify"], &Expected { code: 0, out: &["Codex: “bascule” works"], err: &[] });
}

#[test]
fn a_launcher_that_vanished_is_put_back() {
    let home = home();
    home.ends(ENABLE, 0);
    let whole = std::fs::read(home.path(LAUNCHER)).expect("a launcher");
    std::fs::remove_file(home.path(LAUNCHER)).expect("removed");
    let out = ["[program-gone]", "virus scanner", "doctor --fix"];
    home.check(&["doctor"], &Expected { code: 4, out: &out, err: &[] });
    let told = home.json(&["verify", "--json"], 5);
    assert_eq!(told["entries"][0]["failed_step"], "launcher", "{told:#}");
    // The engine alone can do it: what it needs lies beside it.
    let (code, out, err) = run(&engine(&home), &home, &["doctor", "--fix"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert_eq!(std::fs::read(home.path(LAUNCHER)).expect("a launcher"), whole);
    let mode = std::fs::metadata(home.path(LAUNCHER)).expect("a launcher").permissions().mode();
    assert_eq!(mode & 0o111, 0o111);

    std::fs::write(home.path(LAUNCHER), "damaged").expect("written");
    assert_eq!(codes(&home, &["doctor", "--json"], 4), [json!("program-damaged")]);
    home.ends(&["doctor", "--fix"], 0);
    assert_eq!(std::fs::read(home.path(LAUNCHER)).expect("a launcher"), whole);

    for (damage, code) in [("contract = 1\nversion = ../x\n", "program-damaged"), ("", "program-damaged")] {
        std::fs::write(home.path(".bascule/current"), damage).expect("written");
        assert_eq!(codes(&home, &["doctor", "--json"], 4), [json!(code)]);
        home.ends(&["doctor", "--fix"], 0);
        home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
    }
    std::fs::remove_file(engine(&home)).expect("removed");
    assert_eq!(codes(&home, &["doctor", "--json"], 4), [json!("program-gone")]);
    let told = home.json(&["verify", "--json"], 5);
    assert_eq!(told["entries"][0]["failed_step"], "engine", "{told:#}");
    assert!(told["entries"][0]["reason"].as_str().expect("a reason").contains("is not there"), "{told:#}");
    home.ends(&["doctor", "--fix"], 0);
    home.check(&["verify"], &Expected { code: 0, out: &["Cursor: “bascule” works"], err: &[] });
}

#[test]
fn what_the_system_does_not_allow_is_a_step_of_its_own() {
    let home = home();
    home.ends(ENABLE, 0);
    let launcher = home.path(LAUNCHER);
    std::fs::set_permissions(&launcher, std::fs::Permissions::from_mode(0o600)).expect("rights");
    let told = home.json(&["verify", "--json"], 5);
    assert_eq!(told["entries"][0]["failed_step"], "allowed", "{told:#}");
    home.check(&["verify"], &Expected { code: 5, out: &["was not allowed to start"], err: &[] });
}

#[test]
fn entries_that_name_another_path_are_brought_to_the_launcher() {
    for line in [&["doctor", "--fix"][..], ENABLE] {
        let home = home();
        home.ends(&[ENABLE, &["--launcher", "/opt/older/bascule"]].concat(), 0);
        assert!(home.read(".cursor/mcp.json").contains("/opt/older/bascule"));
        home.ends(line, 0);
        let text = home.read(".cursor/mcp.json");
        assert!(text.contains(home.path(LAUNCHER).to_str().expect("UTF-8")) && !text.contains("/opt/older"), "{text}");
        home.check(&["verify"], &Expected { code: 0, out: &["works"], err: &[] });
    }
}

#[test]
fn everybodys_installation_holds_programs_and_each_person_their_state() {
    let home = home();
    let place = home.path("opt/bascule");
    let shared = place.to_str().expect("UTF-8");
    let line = ["self", "install", "--machine", shared, "--yes"];
    home.check(&line, &Expected { code: 0, out: &["Putting Bascule", "opt/bascule"], err: &[] });
    home.check(&line, &Expected { code: 0, out: &["Nothing needs to change"], err: &[] });
    let launcher = place.join("bin/bascule");
    let (code, out, err) = run(&launcher, &home, ENABLE);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(home.read(".cursor/mcp.json").contains(launcher.to_str().expect("UTF-8")));
    assert!(!home.path(".bascule/bin").exists() && home.path(".bascule/history").exists());
    assert_eq!(std::fs::metadata(place.join("current")).expect("a note").permissions().mode() & 0o044, 0o044);
    let (code, out, err) = run(&launcher, &home, &["verify"]);
    assert_eq!(code, Some(0), "{out}{err}");
    // Entries that would start nothing hold it.
    let out = ["Bascule itself stays"];
    home.check(&["rollback", "1", "--yes"], &Expected { code: 0, out: &out, err: &[] });
    assert!(launcher.exists());
    home.ends(&["disable", "bascule", "--all", "--yes"], 0);
    home.ends(&["rollback", "1", "--yes"], 0);
    assert!(!place.exists(), "something is left of it");
}

#[test]
fn what_cannot_be_put_in_place_is_told() {
    let home = home();
    let folder = home.path("no launcher here");
    std::fs::create_dir(&folder).expect("a folder");
    let from = folder.to_str().expect("UTF-8");
    home.check(&["self", "install", "--from", from], &Expected { code: 3, out: &[], err: &["is not Bascule"] });
    upgrade::stand_in(&folder, "1.0.0", "exit 0");
    std::fs::remove_file(folder.join("bascule-launcher")).expect("removed");
    home.check(&["self", "install", "--from", from], &Expected { code: 3, out: &[], err: &["bascule-launcher"] });
    upgrade::stand_in(&folder, "../1", "exit 0");
    home.check(&["self", "install", "--from", from], &Expected { code: 3, out: &[], err: &["cannot be used"] });
    home.check(&["self", "use", "9.9.9"], &Expected { code: 3, out: &[], err: &["Version 9.9.9 is not here"] });
    home.ends(&["self"], 2);
}

#[test]
fn uninstall_takes_the_program_away_that_runs_it() {
    let home = home();
    let before = home.files();
    home.ends(ENABLE, 0);
    let (code, out, err) = run(&home.path(LAUNCHER), &home, &["uninstall", "--yes"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("Bascule is gone."), "{out}");
    assert_eq!(home.files(), before);
    assert!(!home.path(".bascule").exists());
}
