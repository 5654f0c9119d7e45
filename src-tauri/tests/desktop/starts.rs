//! How the app starts, and what it says where it cannot.

use std::process::Stdio;

use crate::home::{CURSOR, Desktop, until};
use crate::panel::found;

#[test]
fn a_second_start_ends_and_the_first_goes_on() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    let second = desktop.app(&["--open", "home"]).output().expect("runs");
    assert!(second.status.success(), "{second:?}");
    assert!(desktop.app_runs());
    until("the first shows its window", || desktop.has_window());
}

#[test]
fn the_first_start_offers_the_setup_once() {
    let mut desktop = Desktop::new();
    desktop.start(&[]);
    until("it is noted", || desktop.done(&["settings"])["offered"] == env!("CARGO_PKG_VERSION"));
    until("its window is there", || desktop.has_window());
}

#[test]
fn without_a_desktop_it_says_what_works() {
    let desktop = Desktop::new();
    let mut app = desktop.app(&[]);
    let ran = app.env_remove("DISPLAY").stdout(Stdio::piped()).stderr(Stdio::piped()).output().expect("runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(3), "{said}");
    assert!(said.contains("need a desktop, and there is none here"), "{said}");
    // A screen that is not there is none.
    let ran = desktop.app(&[]).env("DISPLAY", ":99999").output().expect("runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(3), "{said}");
    assert!(said.contains("need a desktop, and there is none here"), "{said}");
}

#[test]
fn without_a_panel_it_says_what_helps_and_shows_its_window() {
    let mut desktop = Desktop::bare();
    desktop.start_saying(&["--open", "home"], "has no place for Bascule’s icon");
    until("its window is there", || desktop.has_window());
    // At login nobody asked, and a panel may come later.
    let mut later = Desktop::bare();
    let app = later.app(&["--at-login"]).stderr(Stdio::piped()).spawn().expect("the app");
    later.wait_for_service();
    let said = later.ended(app);
    assert!(!said.contains("no place"), "{said}");
}

#[test]
fn when_bascule_is_taken_off_the_app_ends_and_makes_nothing_anew() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["The bridge is ready"]).is_some());
    desktop.done(&["uninstall", "--yes"]);
    until("the app ends", || !desktop.app_runs());
    assert!(!desktop.path(".bascule").exists());
    assert_eq!(desktop.read(".cursor/mcp.json"), CURSOR);
}
