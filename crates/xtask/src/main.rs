//! The chores of this repository, run as `cargo xtask <chore>`.

mod claude_loop;
mod harnesses;
mod timed;

use camino::{Utf8Path, Utf8PathBuf};
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The chores of this repository")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run tests that need more than `cargo test`
    #[command(subcommand)]
    Test(Test),
}

#[derive(Subcommand)]
enum Test {
    /// Real programs read what we wrote, start it, and forget it again
    Harnesses(harnesses::Options),
    /// The real Claude Code changes its own file while we change it too
    ClaudeLoop(claude_loop::Options),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().chore {
        Chore::Test(Test::Harnesses(options)) => harnesses::run(&options),
        Chore::Test(Test::ClaudeLoop(options)) => claude_loop::run(&options),
    }
}

/// The folder that holds the workspace.
fn root() -> Utf8PathBuf {
    let here = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}
