//! `cargo xtask journeys`: what people do in the window, done in the real one.

use anyhow::{Result, anyhow};

use crate::shell::{Root, overhear, succeed};
use crate::steps::Closing;
use crate::test;

const FOLDER: &str = "tests/journeys";
const SCREEN: &str = "-screen 0 1280x800x24";

/// Builds window, app and program, and walks every journey; pictures of them go to
/// `journeys` in the target folder.
pub(crate) fn run(root: &Root) -> Closing {
    test::window(root)?;
    for words in [
        "build --locked --package bascule --package bascule-launcher",
        "build --locked --package bascule-app --bins --example panel",
        "build --locked --package bascule-runtimes --example misbehaving_server",
    ] {
        succeed(root.cargo(words))?;
    }
    walk(root)
}

/// The same with what the tests were built of, which is there after them.
pub(crate) fn after_tests(root: &Root) -> Closing {
    succeed(root.cargo("test --workspace --no-run --locked"))?;
    walk(root)
}

fn walk(root: &Root) -> Closing {
    let folder = root.join(FOLDER);
    let mut npm = root.command("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&folder);
    succeed(npm)?;
    let mut walk = root.command("xvfb-run");
    walk.args(["-a", "-s", SCREEN, "dbus-run-session", "--", "node", "--test", "--test-concurrency=1"]);
    walk.arg("--test-reporter=spec").current_dir(&folder).env("JOURNEYS_TARGET", root.target()?);
    let mut counts = Counts::default();
    overhear(walk, &mut |line| counts.hear(line))?;
    counts.closing()
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: u64,
    skipped: u64,
}

impl Counts {
    fn hear(&mut self, line: &str) {
        let Some((what, number)) = line.strip_prefix("ℹ ").and_then(|line| line.split_once(' ')) else { return };
        let Ok(number) = number.trim().parse() else { return };
        match what {
            "pass" => self.passed = number,
            "skipped" | "todo" => self.skipped += number,
            _ => {}
        }
    }

    /// A run in which nothing was walked, or something was left out, is none.
    fn closing(&self) -> Result<String> {
        match self {
            Self { passed: 0, .. } => Err(anyhow!("no journey was walked")),
            Self { skipped: 0, passed } => Ok(format!("{passed} journeys")),
            Self { skipped, .. } => Err(anyhow!("{skipped} journeys were left out")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_counts_only_where_every_journey_was_walked() {
        let cases = [
            ("ℹ tests 2\nℹ pass 2\nℹ fail 0\nℹ skipped 0\nℹ todo 0", Some("2 journeys")),
            ("ℹ tests 0\nℹ pass 0", None),
            ("ℹ pass 1\nℹ skipped 1\nℹ todo 0", None),
            ("", None),
        ];
        for (told, expected) in cases {
            let mut counts = Counts::default();
            told.lines().for_each(|line| counts.hear(line));
            assert_eq!(counts.closing().ok().as_deref(), expected, "{told}");
        }
    }
}
