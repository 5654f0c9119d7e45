//! `projects`, and `enable` with a project folder.

use serde_json::json;

use crate::home::{CURSOR, Expected, Home};

const BRIDGE: &str = "ra3-mod-xml";

/// A home with two mods, one in a folder with Chinese characters and a space.
fn with_mods() -> Home {
    Home::usual()
        .with("mods/one/Data/Mod.xml", "<AssetDeclaration/>")
        .with("mods/一 二/data/mod.xml", "<AssetDeclaration/>")
        .with("plain/notes.txt", "")
}

fn states(home: &Home) -> Vec<serde_json::Value> {
    let told = home.json(&["projects", "list", "--json"], 0);
    let list = told["bridges"][0]["projects"].as_array().expect("a list").clone();
    list.iter().map(|project| project["state"].clone()).collect()
}

/// What the entry of the bridge in this file starts the launcher with.
fn arguments_in(home: &Home, file: &str) -> serde_json::Value {
    let text = home.read(file);
    let settings: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    settings["mcpServers"][BRIDGE]["args"].clone()
}

#[test]
fn projects_are_noted_listed_and_forgotten() {
    let home = with_mods();
    let before = home.files();
    home.check(&["projects", "list"], &Expected { code: 0, out: &["No project of “ra3-mod-xml”"], err: &[] });
    assert!(!home.path(".bascule").exists(), "a look leaves no trace");
    home.check(&["projects", "add", "mods/one"], &Expected { code: 0, out: &["is noted as a project"], err: &[] });
    home.check(&["projects", "add", "mods/one/."], &Expected { code: 0, out: &["is already noted"], err: &[] });
    home.ends(&["projects", "add", "mods/一 二", "--bridge", BRIDGE, "--sdk", "sdk"], 0);
    assert_eq!(states(&home), [json!("found"), json!("found")]);
    let in_order = format!("{}: in order", home.shown("mods/one"));
    home.check(&["projects", "list"], &Expected { code: 0, out: &[&in_order, &home.shown("mods/一 二")], err: &[] });
    assert!(home.read(".bascule/projects.toml").contains("sdk = "));
    home.ends(&["projects", "remove", "mods/one"], 0);
    home.check(&["projects", "remove", "mods/one"], &Expected { code: 0, out: &["is not noted"], err: &[] });
    home.ends(&["projects", "remove", "mods/一 二"], 0);
    assert!(!home.path(".bascule/projects.toml").exists());
    assert_eq!(home.files(), before, "no file of a project is touched");
}

#[test]
fn a_folder_that_is_gone_is_told_everywhere_and_can_be_chosen_again() {
    let home = with_mods();
    home.ends(&["projects", "add", "mods/one"], 0);
    rename(&home, "mods/one", "mods/moved");
    let gone = format!("{}: the folder is not there any more", home.shown("mods/one"));
    let out = [gone.as_str(), "bascule projects add", "projects remove"];
    for line in [&["projects", "list"][..], &["status"]] {
        home.check(line, &Expected { code: 0, out: &out, err: &[] });
    }
    let ran = home.check(&["doctor"], &Expected { code: 4, out: &["[project-lost]", "not there any more"], err: &[] });
    assert_eq!(states(&home), [json!("gone")]);
    assert_eq!(home.json(&["status", "--json"], 0)["bridges"][1]["projects"][0]["state"], "gone");
    // What is printed works as printed.
    let line = ran.out.lines().find(|line| line.contains("projects remove")).expect("a command").trim();
    let arguments: Vec<&str> = line.split(' ').skip(1).collect();
    home.ends(&arguments, 0);
    home.ends(&["projects", "add", "mods/moved"], 0);
    home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
    rename(&home, "mods/moved/Data/Mod.xml", "mods/moved/Data/Other.xml");
    home.check(&["doctor"], &Expected { code: 4, out: &["it is no project of"], err: &[] });
    assert_eq!(states(&home), [json!("no-project")]);
}

#[test]
fn enable_notes_the_project_and_names_it_only_inside_of_it() {
    let home = with_mods();
    let user = ["enable", BRIDGE, "--harness", "cursor", "--scope", "user", "--project", "mods/one"];
    let expected =
        Expected { code: 5, out: &["is noted as a project of “ra3-mod-xml”, too"], err: &["nobody here"] };
    let ran = home.check(&user, &expected);
    assert!(!home.path(".bascule/projects.toml").exists(), "nothing is noted before a yes");
    let line = ran.err.lines().last().expect("a command").trim();
    let arguments: Vec<&str> = line.split(' ').skip(1).collect();
    home.ends(&arguments, 0);
    assert_eq!(arguments_in(&home, ".cursor/mcp.json"), json!(["mcp", BRIDGE, "--for", "cursor"]));
    assert_eq!(states(&home), [json!("found")]);
    home.check(&[&user[..], &["--yes"]].concat(), &Expected { code: 0, out: &["Nothing needs"], err: &[] });
    assert_eq!(states(&home), [json!("found")]);

    home.ends(&["enable", BRIDGE, "--harness", "cursor", "--project", "mods/一 二", "--yes"], 0);
    let folder = home.path("mods/一 二");
    let named = folder.display().to_string();
    let named = if cfg!(windows) { named.replace('/', "\\") } else { named };
    let expected = json!(["mcp", BRIDGE, "--for", "cursor", "--project", named]);
    assert_eq!(arguments_in(&home, "mods/一 二/.cursor/mcp.json"), expected);
    assert_eq!(states(&home), [json!("found"), json!("found")]);
    home.check(&["status"], &Expected { code: 0, out: &["Cursor in 一 二", "connected"], err: &[] });
    home.ends(&["disable", BRIDGE, "--all", "--yes"], 0);
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
    assert!(!folder.join(".cursor").exists());
}

#[test]
fn a_folder_that_is_no_project_is_refused_and_what_may_be_meant_is_named() {
    let home = with_mods();
    let before = home.files();
    let cases: [(&[&str], &[&str]); 7] = [
        (&["projects", "add", "plain"], &["is no project of “ra3-mod-xml”: it has no Data/Mod.xml"]),
        (&["projects", "add", "mods/one/Data"], &["The project may be", "projects add"]),
        (&["projects", "add", "nowhere"], &["is not a folder that is there"]),
        (&["projects", "add", "mods/one", "--bridge", "bascule"], &["works without projects"]),
        (&["projects", "list", "--bridge", "nothing"], &["does not know a bridge"]),
        (&["enable", BRIDGE, "--harness", "cursor", "--project", "plain", "--yes"], &["is no project of"]),
        (
            &["enable", "bascule", "--harness", "cursor", "--scope", "user", "--project", "mods/one"],
            &["do not go together"],
        ),
    ];
    for (line, err) in cases {
        home.check(line, &Expected { code: 2, out: &[], err });
        assert!(home.files() == before && !home.path(".bascule/projects.toml").exists(), "{line:?}");
    }
    // A later version's registry is nobody's to write over.
    home.write(".bascule/projects.toml", "format = 2\n");
    home.check(&["projects", "add", "mods/one"], &Expected { code: 3, out: &[], err: &["newer version of Bascule"] });
    assert_eq!(home.read(".bascule/projects.toml"), "format = 2\n");
}

#[expect(clippy::disallowed_methods, reason = "a test moves its files")]
fn rename(home: &Home, from: &str, to: &str) {
    std::fs::rename(home.path(from), home.path(to)).expect("moved");
}
