//! Changes one after another, with people and other programs in between: what each
//! leaves, and what taking it back gives.

#![expect(clippy::disallowed_methods, reason = "a test plays the person and other programs in a throwaway home")]

#[path = "home.rs"]
mod home;

use std::fs;

use bascule_core::reconcile::{Drift, Target, Wish};
use bascule_engine::{Engine, EngineError, Outcome, Pace, RealDisk};

use home::{Home, Wishes, absent, disabled, enabled, granted, is_done, present, refused, rolled_back, theirs};

const CURSOR: &str = ".cursor/mcp.json";
const CODEX: &str = ".codex/config.toml";
const PREDECESSOR: &str = "{\"mcpServers\": {\"old-demo\": {\"command\": \"old-demo-server\"}}}\n";

fn cursor() -> Target {
    Target::user("demo", "cursor")
}

fn codex() -> Target {
    Target::user("demo", "codex")
}

/// Two bridges in one file.
fn both(harness: &str) -> [Target; 2] {
    [Target::user("demo", harness), Target::user("second", harness)]
}

/// A home whose Codex was enabled in `.zz`, and now keeps its files in `.codex`.
fn codex_moved(now: &str) -> Home {
    let home = Home::with(&[(".zz/config.toml", "# a\n")]);
    let mut engine = home.real();
    engine.machine.env.insert("CODEX_HOME".into(), home.path.join(".zz").to_string());
    enabled(&engine, &[codex()]);
    home.write(CODEX, now);
    home
}

#[test]
fn an_entry_that_moves_to_an_earlier_path_keeps_its_claim() {
    let home = codex_moved("# b\n");
    let before = home.shown();
    let engine = home.real();
    enabled(&engine, &[codex()]);
    assert_eq!(engine.drifts().unwrap().len(), 1, "the claim is lost");
    assert_eq!(refused(&rolled_back(&engine, 2)), [""; 0]);
    assert_eq!(home.shown(), before);
}

#[test]
fn an_entry_whose_new_place_is_taken_does_not_move() {
    let home = codex_moved("[mcp_servers.demo]\ncommand = \"x\"\n");
    let before = home.shown();
    let (plan, _) = enabled(&home.real(), &[codex()]);
    assert_eq!(refused(&plan), ["slot-taken"]);
    assert_eq!(home.shown(), before);
}

#[test]
fn rollback_of_a_removal_puts_two_entries_into_an_edited_file() {
    let home = Home::new();
    let engine = home.real();
    enabled(&engine, &both("cursor"));
    disabled(&engine, &both("cursor"));
    home.write(CURSOR, "{\"x\": 1}\n");
    assert_eq!(refused(&rolled_back(&engine, 2)), [""; 0]);
    let text = home.read(CURSOR);
    assert!(text.contains("demo") && text.contains("second"), "{text}");
}

#[test]
fn folders_we_made_go_after_the_rollback_of_a_removal() {
    let home = Home::new();
    let engine = home.real();
    enabled(&engine, &both("cursor"));
    disabled(&engine, &[cursor()]);
    rolled_back(&engine, 2);
    disabled(&engine, &both("cursor"));
    assert_eq!(home.shown(), "");
}

#[test]
fn folders_we_made_go_after_the_rollback_of_an_upgrade() {
    let home = Home::new();
    enabled(&home.real(), &[cursor()]);
    let upgraded = Engine { launcher: "/new/bascule".into(), ..home.real() };
    enabled(&upgraded, &[cursor()]);
    let engine = home.real();
    rolled_back(&engine, 2);
    disabled(&engine, &[cursor()]);
    assert_eq!(home.shown(), "");
}

#[test]
fn an_entry_edited_while_we_disable_stays_and_keeps_its_claim() {
    let home = Home::with(&[(CURSOR, "{}\n")]);
    let engine = home.real();
    enabled(&engine, &[cursor()]);
    let edited = home.read(CURSOR).replace("\"mcp\",", "\"mcp\", \"--mine\",");
    assert!(edited.contains("--mine"));
    overtaken(&home, &engine, &absent(&[cursor()]), &edited);
    assert_eq!(home.read(CURSOR), edited);
    let drifts = engine.drifts().unwrap();
    assert!(matches!(drifts.as_slice(), [(_, _, Ok(Drift::Edited))]), "{drifts:?}");
}

#[test]
fn a_name_taken_while_we_enable_leaves_no_claim() {
    let home = Home::with(&[(CURSOR, "{}\n")]);
    let engine = home.real();
    let taken = "{\"mcpServers\": {\"demo\": {\"command\": \"x\"}}}";
    overtaken(&home, &engine, &present(&[cursor()]), taken);
    assert_eq!(home.read(CURSOR), taken);
    assert!(engine.drifts().unwrap().is_empty(), "{:?}", engine.drifts());
}

/// Somebody writes `text` into the file after we began: we undo.
fn overtaken(home: &Home, engine: &Engine<RealDisk>, wishes: &Wishes, text: &str) {
    let plan = engine.plan(wishes).unwrap();
    let applied = engine.apply(wishes, &plan, "test", &mut |_| {
        home.write(CURSOR, text);
        Pace::Go
    });
    let outcome = applied.unwrap().unwrap().outcome;
    assert!(matches!(outcome, Outcome::Undone(_)), "{outcome:?}");
}

#[test]
fn a_byte_order_mark_returns_with_the_last_entry() {
    let file = ".gemini/config/mcp_config.json";
    let home = Home::with(&[(file, "\u{feff}{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n")]);
    let before = home.shown();
    let engine = home.real();
    let [demo, second] = both("antigravity");
    enabled(&engine, &[demo.clone(), second.clone()]);
    disabled(&engine, &[demo]);
    assert!(!home.read(file).starts_with('\u{feff}'), "the mark came back while the second entry still stands");
    disabled(&engine, &[second]);
    assert_eq!(home.shown(), before);
}

#[test]
fn rollback_of_an_entry_put_back_takes_it_out_of_an_edited_file() {
    let home = Home::with(&[(CURSOR, "{}\n")]);
    let engine = home.real();
    enabled(&engine, &[cursor()]);
    home.write(CURSOR, "{}\n");
    enabled(&engine, &[cursor()]);
    edit_elsewhere(&home, CURSOR);
    assert_eq!(refused(&rolled_back(&engine, 2)), [""; 0]);
    assert!(!home.read(CURSOR).contains("demo"), "{}", home.shown());
}

#[test]
fn rollback_of_a_removed_replacement_does_not_bring_its_predecessor() {
    let home = Home::with(&[(CURSOR, PREDECESSOR)]);
    let engine = home.real();
    enabled(&engine, &[cursor()]);
    disabled(&engine, &[cursor()]);
    edit_elsewhere(&home, CURSOR);
    assert_eq!(refused(&rolled_back(&engine, 2)), [""; 0]);
    assert!(!home.read(CURSOR).contains("old-demo"), "{}", home.shown());
}

#[test]
fn the_older_change_may_be_rolled_back_first() {
    let home = Home::with(&[(CURSOR, "{}\n")]);
    let before = home.shown();
    let engine = home.real();
    let [demo, second] = both("cursor");
    enabled(&engine, &[demo]);
    enabled(&engine, &[second]);
    assert_eq!(refused(&rolled_back(&engine, 1)), [""; 0]);
    assert_eq!(refused(&rolled_back(&engine, 2)), [""; 0]);
    assert_eq!(home.shown(), before);
}

#[test]
fn rollback_leaves_what_became_theirs() {
    for ground in ["{}\n", "{\"mcpServers\": {\"q\": {}}}\n"] {
        let home = Home::with(&[(CURSOR, ground)]);
        let engine = home.real();
        enabled(&engine, &both("cursor"));
        granted(&engine, &theirs(&[cursor()])).unwrap();
        assert_eq!(refused(&rolled_back(&engine, 1)), ["changed-later"]);
        assert!(home.read(CURSOR).contains("\"demo\""), "{}", home.shown());
    }
}

#[test]
fn a_missing_claude_config_folder_is_made_and_goes_again() {
    let home = Home::new();
    let mut engine = home.real();
    engine.machine.env.insert("CLAUDE_CONFIG_DIR".into(), home.path.join("cc").to_string());
    let target = Target::user("demo", "claude-code");
    let (plan, applied) = enabled(&engine, std::slice::from_ref(&target));
    assert!(is_done(applied.as_ref()), "{:?} {applied:?}", plan.refusals);
    disabled(&engine, &[target]);
    assert_eq!(home.shown(), "");
}

#[cfg(unix)]
#[test]
fn a_file_behind_an_unreadable_link_is_not_gone() {
    let home = Home::with(&[(CURSOR, "{}\n")]);
    let engine = home.real();
    enabled(&engine, &[cursor()]);
    let odd = home.path.as_std_path().join(not_utf8());
    fs::rename(home.path.join(CURSOR), &odd).unwrap();
    std::os::unix::fs::symlink(&odd, home.path.join(CURSOR)).unwrap();
    let (plan, _) = disabled(&engine, &[cursor()]);
    assert_eq!(plan.refusals.len(), 1, "{:?}", plan.refusals);
    assert!(fs::read_to_string(&odd).unwrap().contains("demo"));
    assert_eq!(engine.drifts().unwrap().len(), 1);
}

#[cfg(unix)]
#[test]
fn a_folder_we_made_stays_where_somebody_put_a_file_into_it() {
    let home = Home::new();
    let engine = home.real();
    enabled(&engine, &[cursor()]);
    let foreign = home.path.as_std_path().join(".cursor").join(not_utf8());
    fs::write(&foreign, "").unwrap();
    let (_, applied) = disabled(&engine, &[cursor()]);
    assert!(is_done(applied.as_ref()), "{applied:?}");
    assert!(foreign.exists());
}

#[cfg(unix)]
fn not_utf8() -> &'static std::ffi::OsStr {
    std::os::unix::ffi::OsStrExt::from_bytes(b"\xff.json")
}

#[test]
fn rollback_of_an_adopted_entry_brings_back_its_own_fields() {
    let orphan = "{\"mcpServers\": {\"demo\": {\"command\": \"/opt/bascule/bin/bascule\", \"args\": [\"mcp\", \"demo\"], \"env\": {\"A\": \"b\"}}}}\n";
    let home = Home::with(&[(CURSOR, orphan)]);
    let engine = home.real();
    assert_eq!(refused(&granted(&engine, &present(&[cursor()])).unwrap().0), ["edited-since"]);
    granted(&engine, &Wishes::from_iter([(cursor(), Wish::Restored)])).unwrap();
    assert!(!home.read(CURSOR).contains("\"env\""), "{}", home.shown());
    edit_elsewhere(&home, CURSOR);
    assert_eq!(refused(&rolled_back(&engine, 1)), [""; 0]);
    assert!(home.read(CURSOR).contains("\"env\""), "{}", home.shown());
}

#[test]
fn a_predecessor_that_comes_after_the_plan_is_not_replaced() {
    let home = Home::with(&[(CURSOR, "{\"mcpServers\": {}}\n")]);
    let engine = home.real();
    let wishes = present(&[cursor()]);
    let plan = engine.plan(&wishes).unwrap();
    home.write(CURSOR, PREDECESSOR);
    let applied = engine.apply(&wishes, &plan, "test", &mut |_| Pace::Go);
    assert!(matches!(applied, Err(EngineError::Stale)), "{applied:?}");
    assert!(home.read(CURSOR).contains("old-demo"));
}

#[test]
fn an_entry_that_moved_within_its_file_rolls_back_after_an_edit() {
    let file = ".config/opencode/opencode.json";
    let home = Home::with(&[(file, "{\n  \"mcp\": {}\n}\n")]);
    let engine = home.real();
    let target = [Target::user("demo", "opencode")];
    enabled(&engine, &target);
    let newer_format = home.read(file).replacen("\"mcp\": {", "\"mcp\": { \"servers\": { \"q\": {} },", 1);
    assert!(newer_format.contains("servers"));
    home.write(file, newer_format);
    enabled(&engine, &target);
    edit_elsewhere(&home, file);
    assert_eq!(refused(&rolled_back(&engine, 2)), [""; 0], "{}", home.shown());
}

/// A person adds a key of their own, so that the file is no longer as we left it.
fn edit_elsewhere(home: &Home, file: &str) {
    home.write(file, home.read(file).replacen('{', "{\"x\": 1,", 1));
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_refused_without_waiting_for_its_writer() {
    let home = Home::new();
    fs::create_dir(home.path.join(".cursor")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(home.path.join(CURSOR)).status().unwrap();
    assert!(made.success(), "{made}");
    let engine = home.real();
    let (answer, answered) = std::sync::mpsc::channel();
    std::thread::spawn(move || answer.send(engine.plan(&present(&[cursor()])).unwrap()));
    let plan = answered.recv_timeout(std::time::Duration::from_secs(3)).expect("the plan hangs");
    assert_eq!(plan.refusals.len(), 1, "{:?}", plan.refusals);
}

const JSON: &[&str] =
    &["", "\n", "{}", "{ }\n", "{\n}\n", "{\"mcpServers\": {}}", "{\"mcpServers\":{ }}\n", "{\"a\":1}", "\u{feff}{}"];
const TOML: &[&str] = &["", "\n", "# a\n", "a = 1", "[mcp_servers]\n", "[mcp_servers.x]\ncommand = \"a\"\n"];
const YAML: &[&str] = &[
    "",
    "\n",
    "# a\n",
    "a: 1",
    "extensions:\n",
    "extensions: {}\n",
    "mcp_servers:\n",
    "extensions:\n  x:\n    a: 1\n",
];

#[test]
fn two_bridges_leave_a_json_file_in_any_order() {
    leave_no_trace("cursor", CURSOR, JSON);
}

#[test]
fn two_bridges_leave_a_json_file_that_may_have_a_mark_in_any_order() {
    leave_no_trace("antigravity", ".gemini/config/mcp_config.json", JSON);
}

#[test]
fn two_bridges_leave_a_toml_file_of_tables_in_any_order() {
    leave_no_trace("codex", CODEX, TOML);
}

#[test]
fn two_bridges_leave_a_toml_file_of_lists_in_any_order() {
    leave_no_trace("mistral-vibe", ".vibe/config.toml", TOML);
}

#[test]
fn two_bridges_leave_a_yaml_file_of_extensions_in_any_order() {
    leave_no_trace("goose", ".config/goose/config.yaml", YAML);
}

#[test]
fn two_bridges_leave_a_yaml_file_of_servers_in_any_order() {
    leave_no_trace("hermes", ".hermes/config.yaml", YAML);
}

/// On each ground, and on none: two bridges come together or one by one, and go
/// together or in either order. The bytes are as before.
fn leave_no_trace(harness: &str, file: &str, grounds: &[&str]) {
    let [demo, second] = both(harness);
    let together = || vec![vec![demo.clone(), second.clone()]];
    let one_by_one = || vec![vec![demo.clone()], vec![second.clone()]];
    let backwards = || vec![vec![second.clone()], vec![demo.clone()]];
    for ground in grounds.iter().copied().map(Some).chain([None]) {
        for (comings, goings) in [
            (together(), together()),
            (together(), one_by_one()),
            (together(), backwards()),
            (one_by_one(), one_by_one()),
            (one_by_one(), backwards()),
        ] {
            let home = Home::new();
            if let Some(ground) = ground {
                home.write(file, ground);
            }
            let before = home.shown();
            let engine = home.real();
            for coming in &comings {
                enabled(&engine, coming);
            }
            let between = home.shown();
            let refusals: Vec<_> = goings.iter().map(|going| disabled(&engine, going).0.refusals).collect();
            let context = format!("{harness} on {ground:?}, {comings:?}, {goings:?}: {refusals:?}\n{between}");
            assert_eq!(home.shown(), before, "{context}");
        }
    }
}

#[test]
fn a_lost_original_of_the_past_blocks_no_other_change() {
    let home = Home::with(&[(CURSOR, PREDECESSOR)]);
    let engine = home.real();
    enabled(&engine, &[cursor()]);
    disabled(&engine, &[cursor()]);
    enabled(&engine, &[codex()]);
    for original in home.path.join(".bascule/originals").read_dir_utf8().unwrap() {
        fs::remove_file(original.unwrap().path()).unwrap();
    }
    let (_, applied) = disabled(&engine, &[codex()]);
    assert!(is_done(applied.as_ref()), "{applied:?}");
}
