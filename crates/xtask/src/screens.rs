//! `cargo xtask screens`: every screen of the window, looked at in a browser.

use std::path::Path;

use anyhow::{Result, anyhow};

use crate::shell::{Root, overhear, succeed};
use crate::steps::Closing;

/// Photographs every screen anew for `docs/screens`.
pub(crate) fn run(root: &Root) -> Closing {
    let mut packages = npm(root);
    packages.args(["ci", "--no-audit", "--no-fund"]);
    succeed(packages)?;
    look(root, None)
}

/// The same below the target folder, with the packages that the window was built of: a
/// commit is judged, and its pictures stay as they are.
pub(crate) fn after_window(root: &Root) -> Closing {
    look(root, Some(&root.target()?.join("screens")))
}

fn look(root: &Root, into: Option<&Path>) -> Closing {
    let mut screens = npm(root);
    screens.args(["run", "screens"]);
    if let Some(into) = into {
        screens.args(["--", "--into"]).arg(into);
    }
    let mut told = None;
    overhear(screens, &mut |line| told = counted(line).or(told.take()))?;
    told.ok_or_else(|| anyhow!("nobody said how many screens were looked at"))?
}

fn npm(root: &Root) -> std::process::Command {
    let mut npm = root.command("npm");
    npm.current_dir(root.join("ui"));
    npm
}

/// What the last line says; a look at no screen at all is none.
fn counted(line: &str) -> Option<Result<String>> {
    let (screens, _) = line.split_once(" screens, ")?;
    let screens: u32 = screens.parse().ok()?;
    Some(if screens == 0 { Err(anyhow!("no screen was looked at")) } else { Ok(line.to_owned()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_screens_that_were_looked_at_count() {
        let cases = [
            ("31 screens, 124 looks, 0 things wrong", Some(true)),
            ("0 screens, 0 looks, 0 things wrong", Some(false)),
            ("vite v8 building for screens...", None),
        ];
        for (line, expected) in cases {
            assert_eq!(counted(line).map(|told| told.is_ok()), expected, "{line}");
        }
    }
}
