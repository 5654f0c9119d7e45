//! The window: made when somebody wants it, gone when they close it.

use std::path::{Path, PathBuf};

use bascule_core::machine::{Machine, Os};
use tauri::{AppHandle, Emitter as _, Manager as _, Theme, WebviewUrl, WebviewWindowBuilder};

use super::save;
use crate::choice::Place;

const LABEL: &str = "main";

/// Shows the window at a place, made where there is none; in the colours of this theme,
/// or of the system.
pub(super) fn open(app: &AppHandle, machine: &Machine, place: Place, theme: &str) -> tauri::Result<()> {
    if let Some(window) = app.get_webview_window(LABEL) {
        window.emit("goto", place.word())?;
        window.unminimize()?;
        window.show()?;
        return window.set_focus();
    }
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::App("index.html".into()))
        .title("Bascule")
        .on_document_title_changed(|window, title| {
            // One that is closed just now needs none.
            let _ = window.set_title(&title);
        })
        .inner_size(900.0, 600.0)
        .min_inner_size(360.0, 400.0)
        .center()
        .theme(match theme {
            "light" => Some(Theme::Light),
            "dark" => Some(Theme::Dark),
            _ => None,
        });
    match store(app, machine) {
        Some(store) => window.data_directory(store),
        None => window.incognito(true),
    }
    .build()
    .map(drop)
}

/// Where the web view keeps what a page notes. On Linux it goes with the session: what is
/// in the home folder would come back after it was taken away, for as long as a process of
/// the web view ends. `None` where a session has no such folder, and nothing is kept.
fn store(app: &AppHandle, machine: &Machine) -> Option<PathBuf> {
    match machine.os {
        Os::Linux => machine.var("XDG_RUNTIME_DIR").map(|session| Path::new(session).join("bascule-window")),
        Os::Mac | Os::Windows => app.path().app_local_data_dir().ok(),
    }
}

/// Takes away what the web view keeps. Nothing of the person's is in it.
pub(super) fn forget(app: &AppHandle, machine: &Machine) {
    if let Some(kept) = store(app, machine) {
        // What somebody holds open stays; there is no state left to note it in.
        let _ = save::drop_folder(&kept);
    }
}
