//! Taking everything off a machine.

use crate::home::{CURSOR, Expected, Home};

const ENABLE: [&str; 4] = ["enable", "bascule", "--all", "--yes"];

/// Uninstalls after `prepare`; what stays must be what the person had, and the state
/// folder is gone where `gone`.
#[track_caller]
fn check(prepare: impl Fn(&Home), line: &[&str], expected: &Expected<'_>, gone: bool) -> Home {
    let home = Home::usual();
    let before = home.files();
    home.ends(&ENABLE, 0);
    prepare(&home);
    home.check(&[&["uninstall"], line].concat(), expected);
    assert_eq!(!home.path(".bascule").exists(), gone, "{line:?}");
    if gone {
        assert_eq!(home.files(), before, "{line:?}");
    }
    home
}

fn edit(home: &Home) {
    home.write(".cursor/mcp.json", &home.read(".cursor/mcp.json").replace("\"--for\"", "\"--loud\", \"--for\""));
}

#[test]
fn everything_goes_and_running_it_again_is_safe() {
    let done = Expected { code: 0, out: &["Bascule is gone."], err: &[] };
    let home = check(|_| {}, &["--yes"], &done, true);
    home.check(&["uninstall", "--yes"], &Expected { code: 0, out: &["Nothing needs"], err: &[] });
    assert!(!home.path(".bascule").exists());
}

#[test]
fn nothing_goes_unasked() {
    let shown = ["removes", ".bascule goes."];
    check(|_| {}, &["--dry-run"], &Expected { code: 0, out: &shown[1..], err: &[] }, false);
    check(|_| {}, &[], &Expected { code: 5, out: &shown[1..], err: &["uninstall --yes"] }, false);
}

#[test]
fn an_entry_the_person_changed_stays_with_what_it_needs_unless_they_say_so() {
    let partly = Expected { code: 4, out: &["--edited", "--anyway"], err: &["Somebody changed our entry"] };
    let only_it = |home: &Home| {
        home.ends(&["disable", "bascule", "--harness", "codex", "--yes"], 0);
        edit(home);
    };
    let home = check(only_it, &["--yes"], &partly, false);
    assert!(home.read(".cursor/mcp.json").contains("--loud"));
    let home = check(edit, &["--yes"], &partly, false);
    assert!(!home.read(".codex/config.toml").contains("bascule"));
    check(edit, &["--yes", "--edited"], &Expected { code: 0, out: &["Bascule is gone."], err: &[] }, true);
}

#[test]
fn anyway_leaves_the_changed_entry_alone() {
    let said = Expected { code: 4, out: &[], err: &["Somebody changed our entry"] };
    let home = Home::usual();
    home.ends(&ENABLE, 0);
    edit(&home);
    home.check(&["uninstall", "--yes", "--anyway"], &said);
    assert!(!home.path(".bascule").exists());
    assert!(home.read(".cursor/mcp.json").contains("--loud"));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test loses the state folder of its own home")]
fn what_no_history_knows_is_found() {
    let lose = |home: &Home| std::fs::remove_dir_all(home.path(".bascule")).expect("a state folder");
    let home = Home::usual();
    home.ends(&ENABLE, 0);
    lose(&home);
    home.ends(&["uninstall", "--yes"], 0);
    for file in [".cursor/mcp.json", ".codex/config.toml"] {
        assert!(!home.read(file).contains("bascule"), "{}", home.read(file));
    }
    assert!(!home.path(".bascule").exists());
}

#[test]
fn entries_in_projects_are_found_where_a_note_or_the_working_folder_names_them() {
    let projects = ["mods/one", "mods/二", "here", "far"];
    let files: Vec<String> = projects.iter().map(|folder| format!("{folder}/.cursor/mcp.json")).collect();
    let home = files.iter().fold(Home::usual(), |home, file| home.with(file, CURSOR));
    let home =
        home.with("mods/one/Data/Mod.xml", "<AssetDeclaration/>").with("mods/二/Data/Mod.xml", "<AssetDeclaration/>");
    for folder in projects {
        home.ends(&["enable", "bascule", "--harness", "cursor", "--project", folder, "--yes"], 0);
    }
    home.ends(&["projects", "add", "mods/one"], 0);
    home.ends(&["projects", "add", "mods/二"], 0);
    let noted = home.read(".bascule/projects.toml");
    home.forget();
    home.write(".bascule/projects.toml", &noted);
    let done = home.run_in("here", &["uninstall", "--yes"]);
    assert!(done.code == Some(0) && done.out.contains("no notes of project folders"), "{done:#?}");
    let left: Vec<bool> = files.iter().map(|file| home.read(file) != CURSOR).collect();
    assert_eq!(left, [false, false, false, true], "only what nobody can know of stays");
    assert!(!home.path(".bascule").exists());
    let done = home.run_in("far", &["uninstall", "--yes"]);
    assert!(done.code == Some(0) && home.read(&files[3]) == CURSOR, "{done:#?}");
    // In the home folder a file of the person's is no project's.
    let home = Home::usual();
    home.ends(&ENABLE, 0);
    home.forget();
    let told = home.json(&["uninstall", "--dry-run", "--json"], 0);
    assert!(!told["changes"].to_string().contains(r#""scope":"project""#), "{told:#}");
    home.ends(&["uninstall", "--yes"], 0);
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}

#[test]
fn what_only_the_person_can_do_is_a_list() {
    let rename = |home: &Home| {
        let text = home.read(".cursor/mcp.json").replace("\"bascule\": {", "\"mine too\": {");
        home.write(".cursor/mcp.json", &text);
    };
    let home = Home::usual();
    home.ends(&ENABLE, 0);
    rename(&home);
    let listed = ["Only you can do this", "Cursor", "“mine too”"];
    home.check(&["uninstall", "--yes"], &Expected { code: 0, out: &listed, err: &[] });
    assert!(home.read(".cursor/mcp.json").contains("mine too"));
}

#[test]
fn a_part_can_stay() {
    let home = Home::usual();
    home.ends(&ENABLE, 0);
    home.check(
        &["uninstall", "--spare", "data", "--yes"],
        &Expected { code: 0, out: &["Its own folder: history, kept files, added servers: stays"], err: &[] },
    );
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
    assert!(home.path(".bascule/history").exists());
    let home = Home::usual();
    home.ends(&ENABLE, 0);
    let stay = ["Bascule itself: stays", "stay as long as something above needs them"];
    home.check(&["uninstall", "--spare", "entries", "--yes"], &Expected { code: 0, out: &stay, err: &[] });
    assert!(home.read(".cursor/mcp.json").contains("bascule"), "what entries need stays with them");
    assert!(home.path(".bascule/history").exists());
}
