//! Embeds the window's files, and says plainly where they were not built yet.

use std::path::Path;
use std::process::exit;

use tauri_build::{AppManifest, Attributes};

/// What a window may ask for, where its capability says so.
const COMMANDS: &[&str] = &["carry", "cancel", "ask", "opened", "choose", "save", "reveal", "copy"];

fn main() {
    // Cargo runs this in the crate's folder, whichever checkout it was built in.
    let page = Path::new("../ui/dist/index.html");
    println!("cargo::rerun-if-changed=../ui/dist");
    if !page.is_file() {
        println!(
            "cargo::error=the window's files are not built: run `npm ci && npm run build` in ui, then build again"
        );
        exit(1);
    }
    let commands = AppManifest::new().commands(COMMANDS);
    if let Err(error) = tauri_build::try_build(Attributes::new().app_manifest(commands)) {
        println!("cargo::error={error:#}");
        exit(1);
    }
}
