//! Entries that somebody edited, took away or took over.

use crate::home::{CURSOR, Expected, Home};

fn edited() -> Home {
    let home = Home::usual();
    home.ends(&["enable", "bascule", "--harness", "cursor", "--yes"], 0);
    let text = home.read(".cursor/mcp.json").replace("\"--for\"", "\"--verbose\", \"--for\"");
    home.write(".cursor/mcp.json", &text);
    home
}

const ON: [&str; 4] = ["bascule", "--harness", "cursor", "--yes"];

fn line<'a>(verb: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[verb][..], &ON, more].concat()
}

#[test]
fn an_edited_entry_is_left_alone_and_the_choice_offered() {
    let home = edited();
    let theirs = home.read(".cursor/mcp.json");
    let err = [
        "Somebody changed our entry “bascule”",
        "Leave it there (Cursor stays connected):",
        "Put ours back",
        "disable bascule --harness cursor --keep",
        "enable bascule --harness cursor --restore",
    ];
    for verb in ["enable", "disable"] {
        home.check(&line(verb, &[]), &Expected { code: 5, out: &[], err: &err });
        assert_eq!(home.read(".cursor/mcp.json"), theirs);
    }
    home.check(&["rollback", "1", "--yes"], &Expected { code: 5, out: &[], err: &err[..1] });
}

fn unnoted() -> Home {
    let home = edited();
    home.ends(&line("disable", &["--keep"]), 0);
    home
}

#[test]
fn an_edited_entry_without_a_note_is_never_overwritten_unasked() {
    let home = unnoted();
    let theirs = home.read(".cursor/mcp.json");
    home.check(&["status"], &Expected { code: 0, out: &["Bascule has no note of it"], err: &[] });
    let cases =
        [(line("enable", &[]), 5), (line("disable", &[]), 5), (vec!["disable", "bascule", "--all", "--yes"], 4)];
    for (line, code) in cases {
        home.check(&line, &Expected { code, out: &[], err: &["Somebody changed", "--keep", "--restore"] });
        assert_eq!(home.read(".cursor/mcp.json"), theirs, "{line:?}");
    }
    for line in [line("enable", &["--keep"]), line("disable", &["--keep"])] {
        home.check(&line, &Expected { code: 0, out: &["Nothing needs"], err: &[] });
        assert_eq!(home.read(".cursor/mcp.json"), theirs, "{line:?}");
    }
    home.check(&["doctor", "--fix"], &Expected { code: 0, out: &["It is yours", "--restore"], err: &[] });
    assert_eq!(home.read(".cursor/mcp.json"), theirs);
    home.ends(&line("enable", &["--restore"]), 0);
    assert!(!home.read(".cursor/mcp.json").contains("--verbose"));
    home.check(&["verify"], &Expected { code: 0, out: &["works"], err: &[] });
}

#[test]
fn an_entry_of_another_place_is_taken_over_as_it_is() {
    let home = Home::usual();
    home.ends(&[&line("enable", &[])[..], &["--launcher", "/opt/old/bascule"]].concat(), 0);
    #[expect(clippy::disallowed_methods, reason = "a test loses its folder")]
    std::fs::remove_dir_all(home.path(".bascule")).expect("removed");
    home.ends(&line("enable", &[]), 0);
    assert!(!home.read(".cursor/mcp.json").contains("/opt/old"));
}

#[test]
fn ours_comes_back_on_request() {
    let home = edited();
    home.ends(&line("enable", &["--restore"]), 0);
    assert!(!home.read(".cursor/mcp.json").contains("--verbose"));
    home.ends(&line("disable", &[]), 0);
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}

#[test]
fn theirs_stays_on_request() {
    let home = edited();
    let theirs = home.read(".cursor/mcp.json");
    home.check(&line("disable", &["--keep"]), &Expected { code: 0, out: &["forgets"], err: &[] });
    assert_eq!(home.read(".cursor/mcp.json"), theirs);
    assert_eq!(home.json(&["status", "--json"], 0)["bridges"][0]["entries"][0]["state"], "unnoted");
}

#[test]
fn an_entry_somebody_removed_comes_back_only_when_asked_for() {
    let home = Home::usual();
    home.ends(&line("enable", &[]), 0);
    home.write(".cursor/mcp.json", CURSOR);
    home.check(&["doctor"], &Expected { code: 4, out: &["[entry-gone]"], err: &[] });
    home.ends(&["doctor", "--fix"], 4);
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
    home.ends(&line("enable", &[]), 0);
    assert!(home.read(".cursor/mcp.json").contains("bascule"));
}

#[test]
fn another_server_of_our_name_is_never_touched() {
    let taken = "{\"mcpServers\": {\"bascule\": {\"command\": \"theirs\"}}}\n";
    let home = Home::usual().with(".cursor/mcp.json", taken);
    home.check(&line("enable", &[]), &Expected { code: 5, out: &[], err: &["another server called “bascule”"] });
    home.ends(&line("disable", &[]), 0);
    assert_eq!(home.read(".cursor/mcp.json"), taken);
}

#[test]
fn an_edit_elsewhere_stays() {
    let home = Home::usual();
    home.ends(&line("enable", &[]), 0);
    let now = home.read(".cursor/mcp.json").replace("\"x\"", "\"y\"");
    home.write(".cursor/mcp.json", &now);
    home.ends(&["rollback", "1", "--yes"], 0);
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR.replace("\"x\"", "\"y\""));
}

const WITH_OLD: &str = "{\n  \"mcpServers\": {\n    \"old\": { \"command\": \"old-server\" }\n  }\n}\n";

fn with_an_older_program() -> Home {
    let manifest = "format = 1\nid = \"mine\"\nkind = \"command\"\n\
        [name]\nen = \"Mine\"\nzh-CN = \"我的\"\n[summary]\nen = \"Mine.\"\nzh-CN = \"我的。\"\n\
        [command]\nprogram = \"new-server\"\n[[predecessors]]\nfragment = \"old-server\"\n";
    Home::usual().with(".cursor/mcp.json", WITH_OLD).with(".bascule/bridges/mine/bridge.toml", manifest)
}

#[test]
fn the_entry_of_an_older_program_is_exchanged_or_left_as_asked() {
    let line = ["enable", "mine", "--harness", "cursor", "--yes"];
    let more = |flag| [&line[..], &[flag]].concat();
    let err = ["the entry “old” of an older program", "--harness cursor --replace", "--harness cursor --leave"];

    let home = with_an_older_program();
    home.check(&line, &Expected { code: 5, out: &[], err: &err });
    home.ends(&more("--leave"), 0);
    let both = home.read(".cursor/mcp.json");
    assert!(both.contains("old-server") && both.contains("\"mine\""), "{both}");

    let home = with_an_older_program();
    home.ends(&more("--replace"), 0);
    assert!(!home.read(".cursor/mcp.json").contains("old-server"));
    home.ends(&["disable", "mine", "--all", "--yes"], 0);
    assert_eq!(home.read(".cursor/mcp.json"), WITH_OLD);
}

#[test]
fn a_bridge_that_breaks_a_rule_is_told_with_its_place() {
    let home = Home::usual().with(".bascule/bridges/bad/bridge.toml", "format = 1\nid = 3\n");
    home.check(&["enable", "bad", "--all"], &Expected { code: 3, out: &[], err: &["bridge.toml:2:6"] });
    home.check(&["bridges"], &Expected { code: 0, out: &["bascule: Bascule", "bridge.toml:2:6"], err: &[] });
}

#[cfg(unix)]
#[test]
fn as_root_in_somebody_elses_home_nothing_is_done() {
    if !rustix::process::geteuid().is_root() {
        println!("skipped: only root can be in somebody else's home");
        return;
    }
    let home = Home::usual();
    std::os::unix::fs::chown(home.path(""), Some(1_000), None).expect("given away");
    home.check(
        &line("enable", &[]),
        &Expected { code: 5, out: &[], err: &["belongs to another user", "without sudo"] },
    );
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}
