//! The page about JSON output names every key that is ever printed.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::home::{BROKEN, Home};

const PAGE: &str = include_str!("../../../../docs/json.md");

fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, inner)| {
            found.insert(key.clone());
            // An entry is in its program's words and a schema in its tool's, not in ours.
            if !["entry", "input_schemas"].contains(&key.as_str()) {
                keys(inner, found);
            }
        }),
        Value::Array(list) => list.iter().for_each(|inner| keys(inner, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_key_is_described() {
    let zed = if cfg!(windows) { "AppData/Roaming/Zed/settings.json" } else { ".config/zed/settings.json" };
    let home = Home::usual().with(".zed/x", "").with(zed, BROKEN);
    home.write("p/README", "");
    home.write("mod/Data/Mod.xml", "");
    home.write("pack/bridge.toml", &crate::plugins::BRIDGE.replace("\"own\"", "\"plug\""));
    home.write("pack/plugin/add-on/main.js", "");
    home.write("Host/app.txt", "");
    let project = home.path("p");
    let project = project.to_str().expect("UTF-8");
    let lines: &[(&[&str], i32)] = &[
        (&["plan", "bascule", "--all"], 0),
        (&["plan", "bascule", "--harness", "cursor", "--project", project], 0),
        (&["enable", "bascule", "--all", "--yes"], 4),
        (&["enable", "bascule", "--harness", "other", "--file", "f", "--dialect", "json", "--key", "k", "--yes"], 0),
        (&["status"], 0),
        (&["verify"], 0),
        (&["harnesses", "--all"], 0),
        (&["bridges"], 0),
        (&["skills"], 0),
        (&["skills", "install", "--dir", "x", "--yes"], 0),
        (&["doctor"], 4),
        (&["configure", "--harness", "cursor", "--print"], 0),
        (&["rollback", "--yes"], 0),
        (&["history"], 0),
        (&["disable", "bascule", "--all", "--yes"], 0),
        (&["rollback", "99", "--yes"], 2),
        (&["bridges", "new", "own"], 0),
        (&["bridges", "check", "own"], 0),
        (&["bridges", "check", "p"], 5),
        (&["bridges", "pack", "own"], 0),
        (&["bridges", "add", "own"], 5),
        (&["bridges", "add", "false", "--env", "A=b", "--yes", "--", "/bin/false"], 4),
        (&["bridges", "update", "false"], 2),
        (&["enable", "false", "--harness", "cursor", "--yes"], 0),
        (&["bridges", "remove", "false", "--yes"], 0),
        (&["bridges", "add", "pack", "--yes"], 4),
        (&["enable", "plug", "--harness", "cursor", "--yes"], 0),
        (&["projects", "add", "mod"], 0),
        (&["projects", "list"], 0),
        (&["status"], 0),
        (&["bridges"], 0),
        (&["projects", "remove", "mod"], 0),
        (&["allow", "ra3-mod-xml"], 0),
        (&["pause"], 0),
        (&["resume"], 0),
        (&["query", "ra3-mod-xml", "list_projects"], 0),
        (&["log"], 0),
        (&["log", "--output", "ra3-mod-xml"], 0),
        (&["enable", "bascule", "--harness", "cursor", "--yes"], 0),
        (&["notices"], 0),
        (&["settings"], 0),
        (&["settings", "set", "theme", "dark"], 0),
        (&["support"], 0),
        (&["status"], 0),
        (&["host", "stop"], 0),
        (&["uninstall", "--yes"], 0),
    ];
    let mut found = BTreeSet::new();
    for &(line, code) in lines {
        let at = line.iter().position(|word| *word == "--").unwrap_or(line.len());
        let line = [&line[..at], &["--json"], &line[at..]].concat();
        keys(&home.json(&line, code), &mut found);
    }
    let missing: Vec<_> = found.iter().filter(|key| !PAGE.contains(&format!("`{key}`"))).collect();
    assert!(missing.is_empty(), "not described: {missing:?}");
    assert!(found.len() > 50, "{found:?}");
}
