//! Bringing the pinned programs into their folders.

use std::fs;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use camino::Utf8Path;

use super::program::Program;
use crate::timed;

const TRIES: usize = 3;
const PATIENCE: Duration = Duration::from_secs(300);

/// Installs what a program's pins name, unless exactly that is there.
///
/// Refuses after three tries, with what the installer said last.
pub(crate) fn install(folder: &Utf8Path, program: &Program) -> Result<()> {
    let pins = Pins::of(folder)?;
    if pins.installed() && folder.join(&program.binary).exists() {
        return Ok(());
    }
    let mut last = None;
    for _ in 0..TRIES {
        match pins.install(folder) {
            Ok(()) if folder.join(&program.binary).exists() => return pins.note(),
            Ok(()) => last = Some(anyhow::anyhow!("installed, but {} is not there", program.binary)),
            Err(error) => last = Some(error),
        }
    }
    let error = last.unwrap_or_else(|| anyhow::anyhow!("never tried"));
    Err(error.context(format!("{} did not install after {TRIES} tries", program.package)))
}

/// The version the pins name.
pub(crate) fn version(folder: &Utf8Path, program: &Program) -> Result<String> {
    let pins = Pins::of(folder)?;
    let version = match pins.manager {
        Manager::Npm => {
            let manifest: serde_json::Value = serde_json::from_str(&fs::read_to_string(folder.join("package.json"))?)?;
            let pinned = manifest["dependencies"].as_object().and_then(|all| all.values().next());
            pinned
                .and_then(|pin| pin.as_str())
                .and_then(|pin| pin.rsplit('@').next())
                .map(|pin| pin.trim_end_matches("-linux-x64").to_owned())
        }
        Manager::Pip => {
            pins.text.lines().find_map(|line| line.strip_prefix(&format!("{}==", program.package))).map(str::to_owned)
        }
    };
    version.with_context(|| format!("no pin for {} in {folder}", program.package))
}

#[derive(Clone, Copy)]
enum Manager {
    Npm,
    Pip,
}

struct Pins {
    manager: Manager,
    text: String,
    /// A copy of the pins, written once they are installed.
    noted: camino::Utf8PathBuf,
}

impl Pins {
    fn of(folder: &Utf8Path) -> Result<Self> {
        let (manager, file, noted) = if folder.join("requirements.txt").exists() {
            (Manager::Pip, "requirements.txt", "venv/installed.txt")
        } else {
            (Manager::Npm, "package-lock.json", "node_modules/installed.json")
        };
        let path = folder.join(file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        Ok(Self { manager, text, noted: folder.join(noted) })
    }

    fn installed(&self) -> bool {
        fs::read_to_string(&self.noted).is_ok_and(|noted| noted == self.text)
    }

    fn note(&self) -> Result<()> {
        fs::write(&self.noted, &self.text).with_context(|| format!("cannot write {}", self.noted))
    }

    fn install(&self, folder: &Utf8Path) -> Result<()> {
        match self.manager {
            // No script of theirs runs here: what is downloaded is only ever
            // started as the program itself, in the throwaway home.
            Manager::Npm => run(Command::new("npm").current_dir(folder).args([
                "ci",
                "--ignore-scripts",
                "--omit=optional",
                "--no-audit",
                "--no-fund",
            ])),
            Manager::Pip => {
                run(Command::new("python3").current_dir(folder).args(["-m", "venv", "--clear", "venv"]))?;
                let pip = folder.join("venv/bin/pip");
                run(Command::new(pip.as_str()).current_dir(folder).args([
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    "-r",
                    "requirements.txt",
                ]))
            }
        }
    }
}

fn run(command: &mut Command) -> Result<()> {
    let ran = timed::run(command, PATIENCE)?;
    if !ran.status.success() {
        bail!("{command:?} ended with {}\n{}{}", ran.status, ran.stdout, ran.stderr);
    }
    Ok(())
}
