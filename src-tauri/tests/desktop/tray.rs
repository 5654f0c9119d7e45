//! The icon.

use bascule_app::view::State;
use tauri::image::Image;

use crate::home::{Desktop, until};
use crate::panel::found;

/// Whether the icon shown now is the drawing of this state for a dark panel.
fn shows(desktop: &Desktop, state: State) -> bool {
    let drawing = format!(
        "{}/icons/tray/tray-{}-22-dark-panel.png",
        env!("CARGO_MANIFEST_DIR"),
        match state {
            State::Off => "off",
            State::Ready => "ready",
            State::Waiting => "waiting",
            State::Working => "working",
            State::Attention => "attention",
            State::Failed => "failed",
        }
    );
    let drawing = Image::from_path(drawing).expect("a drawing");
    // Between two icons there is a moment without a file.
    let shown = Image::from_path(desktop.panel.icon(desktop.connection()));
    shown.is_ok_and(|shown| shown.rgba() == drawing.rgba())
}

#[test]
fn the_icon_has_the_shape_of_the_state() {
    let mut desktop = Desktop::new();
    desktop.start(&["--at-login"]);
    until("nothing is connected", || shows(&desktop, State::Off));
    desktop.done(&["enable", "ra3-mod-xml", "--harness", "cursor", "--yes"]);
    until("the bridge is ready", || shows(&desktop, State::Ready));
    desktop.done(&["pause", "ra3-mod-xml"]);
    until("it is paused", || shows(&desktop, State::Off));
    desktop.done(&["resume", "ra3-mod-xml"]);
    until("it goes on", || shows(&desktop, State::Ready));
    desktop.write(".cursor/mcp.json", "{}\n");
    until("its entry is gone", || shows(&desktop, State::Attention));
    let line = &["One thing waits for you"];
    desktop.panel.wait(desktop.connection(), "the first line says so", |rows| found(rows, line).is_some());
}

#[test]
fn the_icon_comes_back_to_life_with_the_background_service() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    until("it is ready", || shows(&desktop, State::Ready));
    let before = desktop.done(&["host", "status"])["snapshot"]["host"]["pid"].clone();
    desktop.done(&["host", "stop"]);
    until("another service serves it", || {
        let status = desktop.done(&["host", "status"]);
        status["running"] == true && status["snapshot"]["host"]["pid"] != before
    });
    until("it is ready again", || shows(&desktop, State::Ready));
}
