//! `enable` in twenty programs with every byte synced, beside a peer's `add` for one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use tempfile::TempDir;

use super::table::{Measure, Row};
use super::{Measured, Ours, peers};
use crate::shell::Root;
use anyhow::{Context as _, Result, anyhow};

/// How many programs have a config under `tests/bench/home`.
const PROGRAMS: usize = 20;

/// Times both, each run in a fresh home.
pub(super) fn measured(root: &Root, ours: &Ours, runs: usize) -> Measured {
    // The homes lie beside what is built: the system's temporary folder may be
    // memory, where syncing costs nothing.
    let ground = root.target()?;
    let installed = root.join("tests/bench/home");
    let what = format!("enable in {PROGRAMS} programs, synced");
    let mine = many(|| enable_all(&ground, &installed, &ours.bascule), runs);
    let peer = peers::node(root).and_then(|modules| many(|| add_one(&ground, &modules.join(".bin/add-mcp")), runs));
    Ok(vec![Row::ours(&what, measure(mine), Some(400.0)), Row::peer(&what, "add-mcp, for one program", measure(peer))])
}

fn measure(times: Result<Vec<f64>>) -> Measure {
    match times {
        Ok(times) => Measure::Milliseconds(times),
        Err(failure) => Measure::Missing(format!("{failure:#}")),
    }
}

/// One run that warms the file cache, then `runs` that count.
fn many(mut once: impl FnMut() -> Result<f64>, runs: usize) -> Result<Vec<f64>> {
    once()?;
    (0..runs).map(|_| once()).collect()
}

fn enable_all(ground: &Path, installed: &Path, bascule: &Path) -> Result<f64> {
    let home = throwaway(ground)?;
    furnish(installed, home.path())?;
    let took = timed(bascule, &["enable", "bascule", "--all", "--yes"], home.path())?;
    let served = served(home.path(), &home.path().join(".bascule/bin/bascule").display().to_string())?;
    if served < PROGRAMS {
        return Err(anyhow!("{served} of {PROGRAMS} programs got the entry"));
    }
    Ok(took)
}

fn add_one(ground: &Path, add_mcp: &Path) -> Result<f64> {
    let home = throwaway(ground)?;
    let args = ["bench-server", "--name", "bench", "--agent", "claude-code", "--global", "--yes"];
    let took = timed(add_mcp, &args, home.path())?;
    if served(home.path(), "bench-server")? == 0 {
        return Err(anyhow!("it wrote no entry"));
    }
    Ok(took)
}

fn throwaway(ground: &Path) -> Result<TempDir> {
    tempfile::Builder::new().prefix("bench-home-").tempdir_in(ground).with_context(|| format!("{}", ground.display()))
}

fn timed(program: &Path, args: &[&str], home: &Path) -> Result<f64> {
    let mut command = Command::new(program);
    command.args(args).current_dir(home).stdin(Stdio::null());
    // Variables of the person's own programs would lead out of the throwaway home.
    command.env_clear().env("HOME", home).env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let begin = Instant::now();
    let output = command.output().with_context(|| format!("{}", program.display()))?;
    let took = begin.elapsed().as_secs_f64() * 1e3;
    if output.status.success() {
        return Ok(took);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let first = complaint.lines().next().unwrap_or("without a word").to_owned();
    Err(anyhow!("it ended with {}: {first}", output.status))
}

/// Copies the configs of the programs into a home.
fn furnish(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("{}", to.display()))?;
    for child in fs::read_dir(from).with_context(|| format!("{}", from.display()))? {
        let child = child.with_context(|| format!("{}", from.display()))?;
        let target = to.join(child.file_name());
        if child.path().is_dir() {
            furnish(&child.path(), &target)?;
        } else {
            fs::copy(child.path(), &target).with_context(|| format!("{}", target.display()))?;
        }
    }
    Ok(())
}

/// How many files outside our own folder hold `words`.
fn served(folder: &Path, words: &str) -> Result<usize> {
    let mut served = 0;
    for child in fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let path = child.with_context(|| format!("{}", folder.display()))?.path();
        if path.file_name().is_some_and(|name| name == ".bascule") {
            continue;
        }
        if path.is_dir() {
            served += self::served(&path, words)?;
        } else if fs::read(&path).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(words)) {
            served += 1;
        }
    }
    Ok(served)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_files_that_hold_an_entry_but_not_our_own() {
        let home = tempfile::tempdir().unwrap();
        for (path, text) in [("a/mcp.json", "x bench y"), ("b.toml", "bench"), ("c", "no"), (".bascule/d", "bench")] {
            let path = home.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        assert_eq!(served(home.path(), "bench").unwrap(), 2);
    }

    #[test]
    fn the_home_has_as_many_configs_as_it_says() {
        let installed = Root::find().unwrap().join("tests/bench/home");
        let home = tempfile::tempdir().unwrap();
        furnish(&installed, home.path()).unwrap();
        assert_eq!(served(home.path(), "mine-server").unwrap(), PROGRAMS);
    }

    #[test]
    fn a_program_that_fails_is_not_timed() {
        let home = tempfile::tempdir().unwrap();
        assert!(timed(Path::new("false"), &[], home.path()).is_err());
        assert!(timed(Path::new("true"), &[], home.path()).unwrap() > 0.0);
    }
}
