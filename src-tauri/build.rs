//! Embeds the window's files, and says plainly where they were not built yet.

#![expect(clippy::disallowed_methods, reason = "a build script looks at the tree it builds")]

use std::path::Path;
use std::process::exit;

fn main() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/dist/index.html");
    println!("cargo::rerun-if-changed=../ui/dist");
    if !page.is_file() {
        println!(
            "cargo::error=the window's files are not built: run `npm ci && npm run build` in ui, or `cargo xtask setup`, then build again"
        );
        exit(1);
    }
    tauri_build::build();
}
