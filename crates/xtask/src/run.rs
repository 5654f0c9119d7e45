//! `cargo xtask run`: from a checkout to the setup in the terminal.

use crate::setup;
use anyhow::Result;

use crate::shell::{Root, succeed};

/// Installs what the build needs, builds `bascule` and its launcher, says what to try on
/// the sample mod, and starts the setup.
///
/// Without a terminal the program itself prints the plan and the command that
/// applies it.
pub(crate) fn run(root: &Root) -> Result<()> {
    setup::setup(setup::BUILD)?;
    succeed(root.cargo("build --release --locked --package bascule --package bascule-launcher"))?;
    let program = root.target()?.join("release").join(format!("bascule{}", std::env::consts::EXE_SUFFIX));
    println!("{}", sample(&program.display().to_string(), &root.join(SAMPLE).display().to_string()));
    let mut setup = std::process::Command::new(program);
    setup.arg("setup");
    succeed(setup)
}

/// A small mod of ours, for whoever has none at hand.
const SAMPLE: &str = "bridges/ra3-mod-xml/sample";

/// What to try without any AI program.
fn sample(program: &str, mod_folder: &str) -> String {
    let question = format!("{program} query ra3-mod-xml get_definition --arg type=GameObject --arg id=SampleScout");
    format!(
        "A sample mod of Red Alert 3 lies in {mod_folder}. To ask it something:\n  {question} --project {mod_folder}\n"
    )
}
