//! The settings of the tray and the window.

use serde_json::json;

use crate::home::{CURSOR, Expected, Home, toy};

#[test]
fn a_choice_is_kept_and_the_usual_one_needs_no_file() {
    let home = Home::usual();
    let shown = home.json(&["settings", "--json"], 0);
    let usual = json!(["system", "system", "all", "off", [], null]);
    let keys = ["language", "theme", "toasts", "login", "muted", "offered"];
    assert_eq!(json!(keys.map(|key| &shown[key])), usual, "{shown:#}");
    assert!(!home.path(".bascule").exists(), "looking makes nothing");

    let cases = [
        ("language", "zh-CN", json!("zh-CN")),
        ("theme", "dark", json!("dark")),
        ("toasts", "none", json!("none")),
        ("offered", "0.1.0", json!("0.1.0")),
    ];
    for (setting, value, expected) in &cases {
        let set = home.json(&["settings", "set", setting, value, "--json"], 0);
        assert_eq!((&set["changed"], &set[*setting]), (&json!(true), expected), "{set:#}");
        let again = home.json(&["settings", "set", setting, value, "--json"], 0);
        assert_eq!(again["changed"], false);
    }
    home.ends(&["settings", "set", "mute", "failed"], 0);
    assert_eq!(home.json(&["settings", "--json"], 0)["muted"], json!(["failed"]));
    let back =
        [("language", "system"), ("theme", "system"), ("toasts", "all"), ("offered", "none"), ("unmute", "failed")];
    for (setting, value) in back {
        home.ends(&["settings", "set", setting, value], 0);
    }
    let shown = home.json(&["settings", "--json"], 0);
    assert_eq!(json!(keys.map(|key| &shown[key])), usual, "{shown:#}");
    assert!(!home.path(".bascule/settings.toml").exists());
}

#[test]
fn what_somebody_wrote_that_nobody_knows_is_as_if_nothing_were_chosen() {
    let home =
        Home::usual().with(".bascule/settings.toml", "format = 1\n\n[face]\nlanguage = \"zh\"\ntheme = \"auto\"\n");
    let chosen = |value: &serde_json::Value| json!([value["language"], value["speaks"], value["theme"]]);
    let expected = json!(["zh-CN", "zh-CN", "system"]);
    assert_eq!(chosen(&home.json(&["settings", "--json"], 0)), expected);
    assert_eq!(chosen(&home.json(&["status", "--json"], 0)["preferences"]), expected);
}

#[test]
fn what_a_setting_cannot_be_is_refused_with_what_it_can() {
    let home = Home::usual();
    let cases =
        [("theme", "pink", "system, light, dark"), ("login", "maybe", "on, off"), ("colour", "red", "language")];
    for (setting, value, known) in cases {
        home.check(&["settings", "set", setting, value], &Expected { code: 2, out: &[], err: &[known] });
    }
    home.check(&["settings", "set", "login", "on"], &Expected { code: 3, out: &[], err: &["--app"] });
    assert!(!home.path(".bascule").exists());
}

#[test]
fn the_app_starts_at_login_by_a_file_that_uninstall_takes_along() {
    let home = Home::usual();
    let before = home.files();
    let app = home.path("an app");
    let on = ["settings", "set", "login", "on", "--app", app.to_str().expect("UTF-8"), "--json"];
    assert_eq!(home.json(&on, 0)["login"], "on");
    assert_eq!(home.json(&on, 0)["changed"], false);
    let made: Vec<_> = home.files().into_iter().filter(|file| !before.contains_key(&file.0)).collect();
    assert_eq!(made.len(), 1, "{made:?}");
    assert!(String::from_utf8_lossy(&made[0].1).contains("--at-login") || cfg!(windows));
    assert_eq!(home.json(&["settings", "set", "login", "off", "--json"], 0)["login"], "off");
    assert_eq!(home.files(), before);
    home.json(&on, 0);
    home.ends(&["uninstall", "--yes"], 0);
    assert_eq!(home.files(), before);
}

#[test]
fn what_is_handed_to_who_helps_holds_nothing_secret() {
    let secret = CURSOR.replace("\"x\"", "\"--key\", \"sk-secret\"");
    let home = Home::usual().with(".cursor/mcp.json", &secret).env("SOME_KEY", "sk-secret");
    let [program, manner] = toy("plain");
    let add = ["bridges", "add", "toy", "--yes", "--env", "KEY=sk-secret", "--", &program, &manner, "sk-secret"];
    assert!(matches!(home.run(&add).code, Some(0 | 4)));
    home.ends(&["enable", "toy", "--harness", "cursor", "--yes"], 0);
    home.ends(&["query", "toy", "echo", "--arg", "text=sk-secret"], 0);
    let shown = home.json(&["support", "--json"], 0);
    let text = shown["text"].as_str().expect("a text");
    assert!(!text.contains("sk-secret") && !text.contains(&home.path("").display().to_string()), "{text}");
    let parts: serde_json::Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(parts["list_changes"]["changes"][0]["files"][0], "~/.cursor/mcp.json", "{text}");
    assert_eq!(
        (&parts["service"]["state"], &parts["service"]["bridges"]["toy"]["state"]),
        (&json!("runs"), &json!("ready"))
    );
    assert!(parts["service"]["log"].as_array().is_some_and(|lines| !lines.is_empty()), "{text}");
}
