//! `bridges add`, `update` and `remove`.

use serde_json::json;

use crate::home::{BROKEN, CURSOR, Expected, Home, has_node};

/// A home with a bridge of somebody's in the folder `own`, made by `bridges new`.
fn with_a_bridge() -> Home {
    let home = Home::usual();
    home.ends(&["bridges", "new", "own"], 0);
    home
}

#[test]
fn servers_of_ones_own_come_and_go() {
    let home = Home::usual();
    home.check(&["bridges"], &Expected { code: 0, out: &["bascule: Bascule"], err: &[] });
    let add = ["bridges", "add", "own", "--name", "My server", "--yes", "--command", "my-server", "--stdio", "-v"];
    home.check(
        &add,
        &Expected {
            code: 4,
            out: &["published by: not said", "my-server --stdio -v", "bridge.toml", "enable own --all"],
            err: &["could not be started just now", "bridges remove own"],
        },
    );
    home.check(&add, &Expected { code: 5, out: &[], err: &["already a bridge", "bridges update own"] });
    let bad = ["bridges", "add", "No Good", "--yes", "--command", "x"];
    home.check(&bad, &Expected { code: 2, out: &[], err: &["1 to 20"] });
    home.check(&["bridges"], &Expected { code: 0, out: &["own: My server", "my-server --stdio -v"], err: &[] });
    let told = home.json(&["bridges", "--json"], 0);
    assert_eq!((&told["bridges"][2]["id"], &told["bridges"][2]["kind"]), (&json!("own"), &json!("command")));
    home.check(&["bridges", "update", "own"], &Expected { code: 2, out: &[], err: &["no note of where"] });
    home.ends(&["bridges", "remove", "own"], 0);
    home.ends(&["bridges", "remove", "own"], 2);
    for verb in ["remove", "update"] {
        home.check(&["bridges", verb, "bascule"], &Expected { code: 5, out: &[], err: &["part of Bascule"] });
    }
}

#[test]
fn the_tools_of_an_added_server_are_noted_and_served() {
    let home = Home::usual();
    // Any MCP server will do: this program is one.
    let own = env!("CARGO_BIN_EXE_bascule");
    let out = ["started once to see what it offers: 4 tools"];
    let add = ["bridges", "add", "again", "--yes", "--", own, "mcp", "bascule"];
    home.check(&add, &Expected { code: 0, out: &out, err: &[] });
    let told = home.json(&["bridges", "--json"], 0);
    assert_eq!(told["bridges"][2]["tools"].as_array().map(Vec::len), Some(4), "{told:#}");
    home.ends(&["enable", "again", "--harness", "cursor", "--yes"], 0);
    home.check(&["verify", "again"], &Expected { code: 0, out: &["“again” works (4 tools"], err: &[] });
}

#[test]
fn nothing_is_added_before_somebody_has_seen_it() {
    let home = with_a_bridge();
    let before = home.files();
    let out = [
        "Adds “own”",
        "published by: Your name",
        "own/server.mjs",
        "server.mjs (",
        "skill/SKILL.md (",
        "tools/say_hello.json (",
        "its tools: say_hello",
        "nobody vouches",
    ];
    let expected = Expected { code: 5, out: &out, err: &["nobody here to ask", "--yes"] };
    let ran = home.check(&["bridges", "add", "own"], &expected);
    assert!(!home.path(".bascule").exists() && home.files() == before);
    // What is printed works as printed.
    let line = ran.err.lines().last().expect("a command").trim();
    let arguments: Vec<&str> = line.split(' ').skip(1).collect();
    assert!(matches!(home.run(&arguments).code, Some(0 | 4)), "{line}");
    home.check(&["bridges", "add", "own"], &Expected { code: 0, out: &["Nothing needs to change"], err: &[] });

    let secret = ["bridges", "add", "more", "--env", "TOKEN=s3cret", "--", "x", "--yes"];
    let ran = home.check(&secret, &Expected { code: 5, out: &["variables: TOKEN", "x --yes"], err: &["nobody here"] });
    assert!(!ran.out.contains("s3cret"), "{}", ran.out);
    let told = home.json(&["bridges", "add", "more", "--env", "TOKEN=s3cret", "--json", "--", "x"], 5);
    assert_eq!(told["bridge"]["variables"], json!(["TOKEN"]), "{told:#}");
    assert!(!told["bridge"].to_string().contains("s3cret"), "{told:#}");
}

#[cfg(unix)]
#[test]
fn a_person_is_asked_and_may_say_no() {
    let home = with_a_bridge();
    let (code, shown) =
        crate::wizard::talk(&home, &["bridges", "add", "own"], &[("Go on?", "perhaps"), ("type y", "n")]);
    assert!(code == Some(5) && shown.contains("Nothing was changed"), "{code:?}: {shown}");
    let (code, shown) = crate::wizard::talk(&home, &["bridges", "add", "own"], &[("Go on?", "y")]);
    assert!(matches!(code, Some(0 | 4)) && shown.contains("is added"), "{code:?}: {shown}");
}

#[test]
fn a_bridge_of_somebody_elses_works_is_exchanged_and_leaves_nothing() {
    if !has_node() {
        return;
    }
    let home = with_a_bridge();
    home.ends(&["bridges", "pack", "own"], 0);
    home.check(
        &["bridges", "add", "own.zip", "--yes"],
        &Expected { code: 0, out: &["“own” is added", "what it offers: 1 tool"], err: &[] },
    );
    home.ends(&["enable", "own", "--all", "--yes"], 0);
    home.check(&["verify", "own"], &Expected { code: 0, out: &["Cursor: “own” works (1 tool"], err: &[] });
    home.check(&["bridges", "update", "own"], &Expected { code: 0, out: &["already as in"], err: &[] });

    // The same from its folder, with another publisher, another file and one less.
    let manifest = home.read("own/bridge.toml");
    home.write("own/bridge.toml", &manifest.replace("Your name", "Somebody else"));
    home.write("own/notes.txt", "new");
    let out =
        ["published by: Somebody else", "published before by: Your name", "bridge.toml (", "notes.txt (3 bytes), new"];
    let expected = Expected { code: 5, out: &out, err: &["nobody here to ask", "bridges update own"] };
    home.check(&["bridges", "update", "own", "own"], &expected);
    assert!(home.read(".bascule/bridges/own/bridge.toml").contains("Your name"));
    let told = home.json(&["bridges", "update", "own", "own", "--yes", "--json"], 0);
    assert_eq!((&told["updated"], &told["tried"]["tools"]), (&json!(true), &json!(["say_hello"])), "{told:#}");
    home.check(&["bridges"], &Expected { code: 0, out: &[&format!("added from: {}", home.shown("own"))], err: &[] });
    home.check(&["verify", "own"], &Expected { code: 0, out: &["“own” works (1 tool"], err: &[] });

    let again = home.json(&["bridges", "remove", "own", "--dry-run", "--json"], 0);
    assert_eq!(again["removed"], json!(false), "{again:#}");
    // Its entries in two programs, and whatever else of it was placed.
    assert!(again["changes"].as_array().is_some_and(|changes| changes.len() >= 2), "{again:#}");
    home.check(
        &["bridges", "remove", "own"],
        &Expected { code: 5, out: &["Disconnects “own”"], err: &["nobody here"] },
    );
    assert!(home.path(".bascule/bridges/own").exists());
    home.check(&["bridges", "remove", "own", "--yes"], &Expected { code: 0, out: &["“own” is removed"], err: &[] });
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
    assert!(!home.path(".bascule/bridges/own").exists());
}

#[test]
fn one_entry_that_cannot_be_taken_out_keeps_the_bridge() {
    let home = with_a_bridge();
    home.run(&["bridges", "add", "own", "--yes"]);
    home.ends(&["enable", "own", "--all", "--yes"], 0);
    let connected = home.read(".cursor/mcp.json");
    home.write(".codex/config.toml", BROKEN);
    let err = ["“own” stays", "config.toml:1:"];
    home.check(&["bridges", "remove", "own", "--yes"], &Expected { code: 5, out: &[], err: &err });
    assert_eq!(home.read(".cursor/mcp.json"), connected, "nothing is taken out by halves");
    assert!(home.path(".bascule/bridges/own/bridge.toml").exists());
    let told = home.json(&["bridges", "remove", "own", "--yes", "--json"], 5);
    assert_eq!((&told["removed"], &told["refusals"][0]["code"]), (&json!(false), &json!("unparsable")), "{told:#}");
}

#[test]
fn a_bridge_whose_files_broke_can_still_be_removed() {
    let home = Home::usual().with(".bascule/bridges/bad/bridge.toml", "format = 1\nid = 3\n");
    home.ends(&["bridges", "remove", "bad"], 0);
    assert!(!home.path(".bascule/bridges/bad").exists());
}

#[test]
fn ids_of_bridges_that_ship_are_taken() {
    let home = Home::usual();
    for id in ["bascule", "ra3-mod-xml", "jlceda", "ansa"] {
        let err = ["comes with Bascule"];
        home.check(&["bridges", "add", id, "--yes", "--", "x"], &Expected { code: 5, out: &[], err: &err });
        home.check(&["bridges", "new", id], &Expected { code: 5, out: &[], err: &err });
    }
    home.check(
        &["bridges", "add", "nowhere"],
        &Expected { code: 2, out: &[], err: &["neither a folder nor", "add my-server --"] },
    );
    let other = with_a_bridge();
    other.run(&["bridges", "add", "own", "--yes"]);
    other.ends(&["bridges", "new", "more"], 0);
    let err = ["holds the bridge “more”, not “own”"];
    other.check(&["bridges", "update", "own", "more", "--yes"], &Expected { code: 5, out: &[], err: &err });
    let engine = other.read("own/bridge.toml").replace("\"own\"", "\"evil\"").replace("\"command\"", "\"engine\"");
    let engine = engine.replace("look = [\"say_hello\"]\n", "");
    let engine = engine.replace("[command]\nprogram = \"node\"\nargs = [\"{bridge}/server.mjs\"]\n", "");
    other.write(".bascule/bridges/evil/bridge.toml", &engine);
    other.check(&["mcp", "evil"], &Expected { code: 3, out: &[], err: &["only bridges that ship"] });
}
