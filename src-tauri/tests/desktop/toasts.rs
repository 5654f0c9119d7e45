//! Toasts, and what their buttons do.

use crate::home::{Desktop, printed};
use crate::panel::found;

const CALL: &[&str] = &["query", "deleter", "delete_all", "--json"];

/// A desktop where the app listens, and a tool asks first: where nobody listens, nobody
/// is asked.
fn asking() -> Desktop {
    let mut desktop = Desktop::with_deleter();
    desktop.start(&["--at-login"]);
    desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["Both bridges are ready"]).is_some());
    desktop
}

#[test]
fn a_call_that_asks_first_goes_once_where_the_person_says_once() {
    let desktop = asking();
    let mut call = desktop.begun(CALL);
    let toast = desktop.toast("it asks", |toast| toast.title.ends_with("wants to use delete_all"));
    let labels: Vec<&str> = toast.buttons.iter().map(|(_, label)| label.as_str()).collect();
    assert_eq!(labels, ["Once", "This session", "No"]);
    // The menu asks the same.
    let question = &["An AI program wants to use delete_all", "Once"];
    desktop.panel.wait(desktop.connection(), "the menu asks", |rows| found(rows, question).is_some());
    desktop.notes.press(desktop.connection(), &toast, "Once", || call.try_wait().expect("its state").is_some());
    let answer = printed(call);
    assert!(answer.contains("deleted"), "{answer}");
    desktop.panel.wait(desktop.connection(), "nobody asks any more", |rows| found(rows, question).is_none());
}

#[test]
fn a_question_that_is_answered_in_the_menu_takes_its_toast_away() {
    let desktop = asking();
    let call = desktop.begun(CALL);
    let toast = desktop.toast("it asks", |toast| toast.title.ends_with("wants to use delete_all"));
    desktop.panel.click(desktop.connection(), &["An AI program wants to use delete_all", "No"]);
    let answer = printed(call);
    assert!(!answer.contains("deleted"), "{answer}");
    desktop.toast("it is taken away", |one| one.id == toast.id && one.is_gone);
}

#[test]
fn an_entry_that_somebody_removed_is_put_back_by_its_toast() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    let ours = desktop.read(".cursor/mcp.json");
    desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["The bridge is ready"]).is_some());
    desktop.write(".cursor/mcp.json", "{}\n");
    // It comes only after a minute: much heals by itself.
    let toast = desktop.toast("it tells", |toast| toast.title.ends_with("was removed"));
    assert_eq!(
        (toast.title.as_str(), toast.body.as_str()),
        ("Cursor: “Red Alert 3 mods” was removed", "~/.cursor/mcp.json")
    );
    let labels: Vec<&str> = toast.buttons.iter().map(|(_, label)| label.as_str()).collect();
    assert_eq!(labels, ["Restore", "Don’t show again", "Leave it"]);
    desktop.notes.press(desktop.connection(), &toast, "Restore", || {
        // What could not be done is told by another.
        assert_eq!(desktop.notes.all().len(), 1, "{:#?}", desktop.notes.all());
        desktop.read(".cursor/mcp.json").contains("ra3-mod-xml")
    });
    assert!(ours.contains("ra3-mod-xml"));
    assert_eq!(desktop.notes.all().len(), 1, "one toast an episode: {:#?}", desktop.notes.all());
}

#[test]
fn a_bridge_that_was_given_up_is_told_at_once_and_heals_with_its_pause() {
    let mut desktop = Desktop::new();
    desktop.write(".bascule/settings.toml", "format = 1\n\n[host]\nfirst_pause_ms = 10\nlongest_pause_ms = 10\n");
    desktop.ran(&["bridges", "add", "crasher", "--yes", "--", "/bin/false"]);
    desktop.done(&["enable", "crasher", "--harness", "cursor", "--yes"]);
    desktop.start(&["--at-login"]);
    desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["The bridge is ready"]).is_some());
    let call = desktop.begun(&["query", "crasher", "anything", "--json"]);
    let toast = desktop.toast("it tells", |toast| toast.title == "“crasher” stopped working");
    desktop.panel.wait(desktop.connection(), "the menu tells", |rows| {
        found(rows, &["Not working: crasher"]).is_some() && found(rows, &["crasher: failed", "Try again"]).is_some()
    });
    let labels: Vec<&str> = toast.buttons.iter().map(|(_, label)| label.as_str()).collect();
    assert_eq!(labels, ["Try again", "See what is wrong", "Pause"]);
    desktop.panel.click(desktop.connection(), &["crasher: failed", "Pause"]);
    desktop.toast("its reason is gone, and so is it", |one| one.id == toast.id && one.is_gone);
    desktop.panel.wait(desktop.connection(), "paused", |rows| found(rows, &["Paused by you"]).is_some());
    printed(call);
}
