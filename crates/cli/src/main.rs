//! The `bascule` binary: arguments in, text or JSON out.

mod arguments;
mod carry_out;
mod choose;
mod commands;
mod companions;
mod exit;
mod grammar;
mod interrupt;
mod mcp;
mod panic;
mod problem;
mod programs;
mod run;
mod since;
mod skills;
mod told;
mod voice;
mod wrap;

use std::process::ExitCode;

use bascule_core::bridge::Version;

fn main() -> ExitCode {
    bascule_engine::keep_streams();
    panic::guarded(|| commands::run(std::env::args_os().collect())).into()
}

/// The version of this program.
fn version() -> Version {
    Version::parse(env!("CARGO_PKG_VERSION")).unwrap_or(Version { major: 0, minor: 0, patch: 0 })
}
