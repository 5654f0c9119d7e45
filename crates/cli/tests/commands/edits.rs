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
        "a newer version of “bascule”",
        "disable bascule --harness cursor --keep",
        "enable bascule --harness cursor --restore",
    ];
    for verb in ["enable", "disable"] {
        home.check(&line(verb, &[]), &Expected { code: 5, out: &[], err: &err });
        assert_eq!(home.read(".cursor/mcp.json"), theirs);
    }
    home.check(&["rollback", "1", "--yes"], &Expected { code: 5, out: &[], err: &err[..1] });
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
    assert_eq!(home.json(&["status", "--json"], 0)["bridges"][0]["entries"][0]["state"], "absent");
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
