//! Files of bridges in folders of host apps: they come with the first entry, go with the
//! last one, and leave what the person has there as it was.

use serde_json::json;

use crate::home::{CURSOR, Expected, Home};

/// The manifest of a bridge with files for a host app.
pub(crate) const BRIDGE: &str = r#"format = 1
id = "own"
kind = "command"
name = { en = "Own", zh-CN = "自己的" }
summary = { en = "Mine.", zh-CN = "我的。" }
[command]
program = "no-such-program"
[[plugin]]
files = "plugin/add-on"
[plugin.windows]
to = "{home}/Host/add-ons/own"
app = "{home}/Host"
[plugin.macos]
to = "{home}/Host/add-ons/own"
app = "{home}/Host"
[plugin.linux]
to = "{home}/Host/add-ons/own"
app = "{home}/Host"
[steps.enable]
en = "Import the add-on."
zh-CN = "导入插件。"
[steps.uninstall]
en = "Switch the add-on off."
zh-CN = "关闭插件。"
"#;

const MAIN: &str = "Host/add-ons/own/main.js";
const MORE: &str = "Host/add-ons/own/parts/more.js";
const ENABLE: [&str; 4] = ["enable", "own", "--all", "--yes"];
const DISABLE: [&str; 4] = ["disable", "own", "--all", "--yes"];

/// A home with the host app, and the bridge in the folder `pack`.
fn with_the_host_app() -> Home {
    without_the_host_app().with("Host/app.txt", "the app")
}

fn without_the_host_app() -> Home {
    let pack = |home: Home, (path, text): (&str, &str)| home.with(&format!("pack/{path}"), text);
    let files = [("bridge.toml", BRIDGE), ("plugin/add-on/main.js", "one"), ("plugin/add-on/parts/more.js", "more")];
    files.into_iter().fold(Home::usual(), pack)
}

/// The same with the bridge added. Its server does not start, which is no reason not to.
fn added() -> Home {
    let home = with_the_host_app();
    home.ends(&["bridges", "add", "pack", "--yes"], 4);
    home
}

#[test]
fn a_host_app_is_found_by_its_folder() {
    let seen = |home: &Home| {
        let told = home.json(&["bridges", "--json"], 0);
        let bridges = told["bridges"].as_array().expect("bridges").clone();
        let of = |id: &str| bridges.iter().find(|one| one["id"] == id).expect("the bridge")["host_app"].clone();
        assert_eq!(of("bascule"), json!(null), "one that names no host app");
        (of("own")["found"].clone(), of("own")["folder"] == json!(home.path("Host").to_str().expect("UTF-8")))
    };
    assert_eq!(seen(&added()), (json!(true), true));
    let home = without_the_host_app();
    home.ends(&["bridges", "add", "pack", "--yes"], 4);
    assert_eq!(seen(&home), (json!(false), true));
}

fn exists(home: &Home, path: &str) -> bool {
    home.path(path).exists()
}

#[expect(clippy::disallowed_methods, reason = "a test plays the person")]
fn delete(home: &Home, path: &str) {
    std::fs::remove_file(home.path(path)).expect("it was there");
}

/// Runs `acts` between enabling and disabling, then compares with what was before, but
/// for what the person did: `left` are the files that stay, with their text.
#[track_caller]
fn life(acts: impl Fn(&Home), said: &Expected<'_>, left: &[(&str, &str)]) {
    let home = added();
    let before = home.files();
    home.ends(&ENABLE, 0);
    assert_eq!((home.read(MAIN).as_str(), home.read(MORE).as_str()), ("one", "more"));
    acts(&home);
    home.check(&DISABLE, said);
    for (path, text) in left {
        assert_eq!(home.read(path), *text, "{path}");
        delete(&home, path);
    }
    let mut now = home.files();
    now.retain(|path, _| !path.ends_with("bridge.toml") && !path.starts_with(home.path("pack")));
    let mut before = before;
    before.retain(|path, _| !path.starts_with(home.path("pack")));
    assert_eq!(now, before);
    assert_eq!(exists(&home, "Host/add-ons"), !left.is_empty(), "the folders we made go with their last file");
}

#[test]
fn a_plugin_comes_with_the_first_entry_and_goes_with_the_last() {
    life(
        |_| {},
        &Expected { code: 0, out: &["Add-on for own", "Left for you", "Switch the add-on off."], err: &[] },
        &[],
    );
    let home = added();
    home.ends(&["enable", "own", "--harness", "cursor", "--yes"], 0);
    home.ends(&["enable", "own", "--harness", "codex", "--yes"], 0);
    home.ends(&["disable", "own", "--harness", "cursor", "--yes"], 0);
    assert!(exists(&home, MAIN), "another program still needs it");
    // Nor does taking back the change that brought it.
    home.ends(&["enable", "own", "--harness", "cursor", "--yes"], 0);
    home.ends(&["rollback", "1", "--yes"], 0);
    assert!(exists(&home, MAIN) && home.read(".cursor/mcp.json") == CURSOR);
    home.ends(&["disable", "own", "--harness", "codex", "--yes"], 0);
    assert!(!exists(&home, "Host/add-ons"));
    home.ends(&["rollback", "--yes"], 0);
    assert!(exists(&home, MAIN), "a removal can be taken back");
}

#[test]
fn what_the_person_does_to_it_is_theirs() {
    let kept = Expected { code: 0, out: &["is yours from now on"], err: &[] };
    life(|home| home.write(MAIN, "mine"), &kept, &[(MAIN, "mine")]);
    let quiet = Expected { code: 0, out: &[], err: &[] };
    life(|home| delete(home, MAIN), &quiet, &[]);
    life(|home| home.write("Host/add-ons/own/mine.txt", "mine"), &quiet, &[("Host/add-ons/own/mine.txt", "mine")]);
    let renewed = |home: &Home| {
        home.write(MAIN, "mine");
        home.check(&ENABLE, &Expected { code: 0, out: &["You changed"], err: &[] });
        assert_eq!(home.read(MAIN), "mine");
        home.ends(&[&ENABLE[..], &["--restore"]].concat(), 0);
        assert_eq!(home.read(MAIN), "one");
    };
    life(renewed, &quiet, &[]);
}

#[test]
fn a_file_of_somebody_elses_is_left_unless_they_say_so_and_returns() {
    let home = added();
    home.write(MAIN, "theirs");
    let before = home.files();
    home.check(&ENABLE, &Expected { code: 4, out: &[], err: &["not Bascule's", "main.js"] });
    assert_eq!((home.read(MAIN).as_str(), home.read(MORE).as_str()), ("theirs", "more"));
    home.ends(&DISABLE, 0);
    assert_eq!(home.files(), before);
    home.ends(&[&ENABLE[..], &["--replace"]].concat(), 0);
    assert_eq!(home.read(MAIN), "one");
    home.ends(&DISABLE, 0);
    assert_eq!(home.files(), before);
}

#[test]
fn a_host_app_that_is_not_here_is_no_failure() {
    let home = without_the_host_app();
    let only_where = ["only where", "Import the add-on."];
    home.check(&["bridges", "add", "pack", "--yes"], &Expected { code: 4, out: &only_where, err: &[] });
    home.check(&ENABLE, &Expected { code: 0, out: &["is not there, so nothing is put into it"], err: &[] });
    assert!(!exists(&home, "Host"));
    home.write("Host/app.txt", "the app");
    home.ends(&ENABLE, 0);
    assert_eq!(home.read(MAIN), "one");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let home = added().with("elsewhere/kept.txt", "kept");
    home.write("Host/add-ons/kept.txt", "kept");
    std::os::unix::fs::symlink(home.path("elsewhere"), home.path("Host/add-ons/own")).expect("a link");
    home.check(&ENABLE, &Expected { code: 4, out: &[], err: &["is a link"] });
    assert!(!exists(&home, "elsewhere/main.js") && home.read(".cursor/mcp.json").contains("own"));
}

#[test]
fn it_is_shown_before_it_is_added_and_told_as_json() {
    let home = with_the_host_app();
    let shown = [home.shown(MAIN), home.shown(MORE)];
    let out = ["inside another program’s folder", &shown[0], &shown[1], "leaves for you to do: Import the add-on."];
    home.check(&["bridges", "add", "pack"], &Expected { code: 5, out: &out, err: &[] });
    let told = home.json(&["bridges", "add", "pack", "--json", "--yes"], 4);
    assert_eq!(told["bridge"]["plugins"][0]["files"].as_array().map(Vec::len), Some(2), "{told:#}");
    let plan = home.json(&["enable", "own", "--all", "--json", "--yes"], 0);
    let whole: Vec<_> = plan["changes"].as_array().expect("a list").iter().map(|one| one["whole"].clone()).collect();
    assert_eq!(whole.iter().filter(|whole| **whole == json!({"plugin": "own"})).count(), 2, "{plan:#}");
}

#[test]
fn a_newer_pack_brings_its_files_up_to_date() {
    let home = added();
    home.ends(&ENABLE, 0);
    home.write("pack/plugin/add-on/main.js", "two");
    home.write("pack/plugin/add-on/third.js", "third");
    delete(&home, "pack/plugin/add-on/parts/more.js");
    home.ends(&["bridges", "update", "own", "--yes"], 4);
    assert_eq!((home.read(MAIN).as_str(), home.read("Host/add-ons/own/third.js").as_str()), ("two", "third"));
    assert!(!exists(&home, "Host/add-ons/own/parts"));
    // What was agreed to is what is placed: a file that changed since is not.
    delete(&home, MAIN);
    home.write(".bascule/bridges/own/plugin/add-on/main.js", "planted");
    home.ends(&["doctor", "--fix"], 4);
    home.ends(&ENABLE, 0);
    assert!(!exists(&home, MAIN));
    home.ends(&["bridges", "remove", "own", "--yes"], 0);
    assert!(!exists(&home, "Host/add-ons"));
}

#[test]
fn what_vanished_or_changed_is_told_and_comes_back() {
    let home = added();
    home.ends(&ENABLE, 0);
    home.check(&["status"], &Expected { code: 0, out: &["Add-on: 2 files in place"], err: &[] });
    delete(&home, MAIN);
    home.write(MORE, "mine");
    let out = ["main.js is not there any more", "more.js was changed since"];
    home.check(&["status"], &Expected { code: 0, out: &out, err: &[] });
    let told = home.json(&["status", "--json"], 0);
    let own = told["bridges"].as_array().expect("a list").iter().find(|one| one["id"] == "own").expect("the bridge");
    assert_eq!(own["plugin"]["gone"].as_array().map(Vec::len), Some(1), "{own:#}");
    home.check(&["doctor"], &Expected { code: 4, out: &["[plugin-gone]", "[plugin-changed]"], err: &[] });
    home.check(&["doctor", "--fix"], &Expected { code: 4, out: &["This is mended now."], err: &[] });
    assert_eq!((home.read(MAIN).as_str(), home.read(MORE).as_str()), ("one", "mine"));
}

#[test]
fn uninstall_takes_it_away_and_lists_what_is_left_to_do() {
    let home = with_the_host_app();
    let before = home.files();
    home.ends(&["bridges", "add", "pack", "--yes"], 4);
    home.ends(&ENABLE, 0);
    let told = home.json(&["uninstall", "--dry-run", "--json"], 0);
    assert_eq!(told["shares"]["plugins"], "goes");
    let steps = json!({"kind": "steps", "bridge": "own", "steps": "Switch the add-on off."});
    assert!(told["by_hand"].as_array().expect("a list").contains(&steps), "{told:#}");
    let stay = Expected { code: 0, out: &["Add-ons inside other programs: stays"], err: &[] };
    home.check(&["uninstall", "--spare", "plugins", "--yes"], &stay);
    assert!(exists(&home, MAIN) && home.read(".cursor/mcp.json") == CURSOR);
    home.ends(&ENABLE, 0);
    let done = ["Only you can do this", "“own”: Switch the add-on off.", "Bascule is gone."];
    home.check(&["uninstall", "--yes"], &Expected { code: 0, out: &done, err: &[] });
    assert_eq!(home.files(), before);
    assert!(!exists(&home, "Host/add-ons") && !exists(&home, ".bascule"));
}

#[test]
fn bascules_own_folder_is_no_host_apps() {
    let own = BRIDGE.replace("{home}/Host/add-ons/own", "{home}/.bascule/history");
    let home = with_the_host_app().with("pack/bridge.toml", &own);
    home.ends(&["bridges", "add", "pack", "--yes"], 4);
    home.check(&ENABLE, &Expected { code: 4, out: &[], err: &["not Bascule's", ".bascule"] });
    assert!(!exists(&home, ".bascule/history/main.js"));
}
