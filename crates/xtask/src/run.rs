//! `cargo xtask run`: from a checkout to the setup in the terminal.

use crate::setup;
use anyhow::Result;

use crate::shell::{Root, succeed};

/// Installs what the build needs, builds `bascule` and its launcher, and starts the setup.
///
/// Without a terminal the program itself prints the plan and the command that
/// applies it.
pub(crate) fn run(root: &Root) -> Result<()> {
    setup::setup(setup::BUILD)?;
    succeed(root.cargo("build --release --locked --package bascule --package bascule-launcher"))?;
    let program = root.target()?.join("release").join(format!("bascule{}", std::env::consts::EXE_SUFFIX));
    let mut setup = std::process::Command::new(program);
    setup.arg("setup");
    succeed(setup)
}
