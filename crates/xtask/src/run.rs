//! `cargo xtask run`: from a checkout to the setup, in a window where there is a screen.

use std::env::consts::EXE_SUFFIX;
use std::process::Command;

use anyhow::Result;

use crate::shell::{Root, succeed};
use crate::{setup, test};

/// Installs what the build needs, builds Bascule, says what to try on the sample mod, and
/// starts the setup: in the window where there is a screen, in the terminal elsewhere and
/// where `text` asks for that.
///
/// Without a terminal the program itself prints the plan and the command that
/// applies it.
pub(crate) fn run(root: &Root, text: bool) -> Result<()> {
    let window = !text && has_screen();
    let app: &[setup::Need] = if window { setup::APP } else { &[] };
    setup::setup(&[setup::BUILD, app].concat())?;
    let mut build = root.cargo("build --release --locked --package bascule --package bascule-launcher");
    if window {
        test::window_once(root)?;
        build.args(["--package", "bascule-app"]);
    }
    succeed(build)?;
    let built = |name: &str| root.target().map(|target| target.join("release").join(format!("{name}{EXE_SUFFIX}")));
    let program = built("bascule")?;
    println!("{}", sample(&program.display().to_string(), &root.join(SAMPLE).display().to_string()));
    let (program, arguments) =
        if window { (built("bascule-app")?, &["--open", "setup"][..]) } else { (program, &["setup"][..]) };
    let mut setup = Command::new(program);
    setup.args(arguments);
    succeed(setup)
}

/// Whether a window would be seen.
fn has_screen() -> bool {
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || named("DISPLAY") || named("WAYLAND_DISPLAY")
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
