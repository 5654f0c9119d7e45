//! The window: made when somebody wants it, gone when they close it.

use tauri::{AppHandle, Emitter as _, Manager as _, Theme, WebviewUrl, WebviewWindowBuilder};

use crate::choice::Place;

const LABEL: &str = "main";

/// Shows the window at a place, made where there is none; in the colours of this theme,
/// or of the system.
pub(super) fn open(app: &AppHandle, place: Place, theme: &str) -> tauri::Result<()> {
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
        .center()
        .theme(match theme {
            "light" => Some(Theme::Light),
            "dark" => Some(Theme::Dark),
            _ => None,
        });
    window.build().map(drop)
}

/// Takes away what the web view keeps for itself. Nothing of the person's is in it.
#[expect(clippy::disallowed_methods, reason = "the folder has this app's own name, and goes with it")]
pub(super) fn forget(app: &AppHandle) {
    if let Ok(kept) = app.path().app_local_data_dir() {
        // What somebody holds open stays; there is no state left to note it in.
        let _ = std::fs::remove_dir_all(kept);
    }
}
