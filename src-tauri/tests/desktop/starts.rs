//! How the app starts, and what it says where it cannot.

use std::process::Stdio;
use std::sync::mpsc::{Sender, channel};

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

/// Where the app of a session listens for another start.
const SINGLE: (&str, &str) = ("app.bascule.desktop.SingleInstance", "/app/bascule/desktop/SingleInstance");

/// An app that is about to end: it hears of another start, and never answers.
struct Ending(Sender<()>);

#[zbus::interface(name = "org.SingleInstance.DBus")]
impl Ending {
    async fn execute_callback(&self, _arguments: Vec<String>, _folder: String) {
        self.0.send(()).expect("the test waits");
        std::future::pending::<()>().await;
    }
}

#[test]
fn a_second_start_while_the_first_ends_is_the_app() {
    let mut desktop = Desktop::connected();
    let (tell, told) = channel();
    let ending = desktop.builder().name(SINGLE.0).expect("a name").serve_at(SINGLE.1, Ending(tell)).expect("a place");
    let ending = ending.build().expect("the bus");
    let ends = std::thread::spawn(move || {
        told.recv().expect("it is asked");
        ending.close().expect("it is gone");
    });
    desktop.start(&["--open", "settings"]);
    ends.join().expect("it was asked");
    until("its window is there", || desktop.has_window());
}

#[test]
fn the_first_start_offers_the_setup_once() {
    let mut desktop = Desktop::new();
    desktop.start(&[]);
    until("it is noted", || desktop.done(&["settings"])["offered"] == env!("CARGO_PKG_VERSION"));
    desktop.wait_for_window("Setup – Bascule");
    // Ignoring it counts as seen.
    desktop.panel.click(desktop.connection(), &["Quit"]);
    until("the app ended", || !desktop.app_runs());
    desktop.start(&[]);
    desktop.wait_for_window("Home – Bascule");
}

#[test]
fn a_login_offers_nothing_and_leaves_the_offer_for_later() {
    let mut desktop = Desktop::new();
    desktop.start(&["--at-login"]);
    desktop.panel.wait(desktop.connection(), "it is there", |rows| found(rows, &["No AI program"]).is_some());
    assert!(!desktop.has_window());
    assert_eq!(desktop.done(&["settings"])["offered"], serde_json::Value::Null);
}

#[test]
fn an_update_that_brings_a_bridge_says_so_once() {
    let mut desktop = Desktop::new();
    desktop.done(&["enable", "bascule", "--harness", "cursor", "--yes"]);
    desktop.done(&["settings", "set", "offered", "0.0.1"]);
    desktop.start(&["--at-login"]);
    let toast = desktop.toast("it tells", |toast| toast.title == "New in Bascule: Red Alert 3 mods");
    until("it is noted", || desktop.done(&["settings"])["offered"] == env!("CARGO_PKG_VERSION"));
    desktop.notes.press(desktop.connection(), &toast, "Enable AI access…", || desktop.has_window());
    desktop.wait_for_window("Setup – Bascule");
    desktop.panel.click(desktop.connection(), &["Quit"]);
    until("the app ended", || !desktop.app_runs());
    desktop.start(&["--at-login"]);
    desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["The bridge is ready"]).is_some());
    assert_eq!(desktop.notes.all().len(), 1, "{:#?}", desktop.notes.all());
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
