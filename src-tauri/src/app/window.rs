//! The window: made when somebody wants it, gone when they close it.

use tauri::{AppHandle, Emitter as _, Manager as _, WebviewUrl, WebviewWindowBuilder};

use crate::choice::Place;

const LABEL: &str = "main";

/// Shows the window at a place, made where there is none.
pub(super) fn open(app: &AppHandle, place: Place) -> tauri::Result<()> {
    if let Some(window) = app.get_webview_window(LABEL) {
        window.emit("goto", place.word())?;
        window.unminimize()?;
        window.show()?;
        return window.set_focus();
    }
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::App("index.html".into()))
        .title("Bascule")
        .inner_size(900.0, 600.0)
        .min_inner_size(360.0, 400.0)
        .center();
    window.build().map(drop)
}

/// Whether there is a window.
pub(super) fn is_open(app: &AppHandle) -> bool {
    app.get_webview_window(LABEL).is_some()
}
