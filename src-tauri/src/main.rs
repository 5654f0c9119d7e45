//! The tray app's program.

#![cfg_attr(windows, windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    bascule_engine::keep_streams();
    bascule_app::run()
}
