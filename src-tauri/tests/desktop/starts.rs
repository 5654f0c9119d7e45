//! How the app starts, and what it says where it cannot.

use std::process::Stdio;

use crate::home::{Desktop, until};

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
