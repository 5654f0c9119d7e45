//! `enable` in twenty programs with every byte synced, beside a peer's `add` for one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use bascule_core::harness::{ALL, Harness};
use bascule_core::machine::{Machine, Os};
use tempfile::TempDir;

use super::table::{Measure, Row};
use super::{Measured, Ours, peers};
use crate::shell::{Failure, Root};

/// How many programs the home seems to have.
const PROGRAMS: usize = 20;

/// Times both, each run in a fresh home.
pub(super) fn measured(root: &Root, ours: &Ours, runs: usize) -> Measured {
    // The homes lie beside what is built: the system's temporary folder may be
    // memory, where syncing costs nothing.
    let ground = root.target()?;
    let what = format!("enable in {PROGRAMS} programs, synced");
    let mine = many(|| enable_all(&ground, &ours.bascule), runs);
    let peer = peers::node(root).and_then(|modules| many(|| add_one(&ground, &modules.join(".bin/add-mcp")), runs));
    Ok(vec![Row::ours(&what, measure(mine), Some(400.0)), Row::peer(&what, "add-mcp, for one program", measure(peer))])
}

fn measure(times: Result<Vec<f64>, Failure>) -> Measure {
    match times {
        Ok(times) => Measure::Milliseconds(times),
        Err(failure) => Measure::Missing(failure.to_string()),
    }
}

/// One run that warms the file cache, then `runs` that count.
fn many(mut once: impl FnMut() -> Result<f64, Failure>, runs: usize) -> Result<Vec<f64>, Failure> {
    once()?;
    (0..runs).map(|_| once()).collect()
}

fn enable_all(ground: &Path, bascule: &Path) -> Result<f64, Failure> {
    let home = throwaway(ground)?;
    let inhabited = inhabit(home.path())?;
    if inhabited != PROGRAMS {
        return Err(Failure(format!("only {inhabited} programs of the table leave a trace in a home")));
    }
    let took = timed(bascule, &["enable", "bascule", "--all", "--yes"], home.path())?;
    let served = served(home.path(), &bascule.display().to_string())?;
    if served < PROGRAMS {
        return Err(Failure(format!("{served} of {PROGRAMS} programs got the entry")));
    }
    Ok(took)
}

fn add_one(ground: &Path, add_mcp: &Path) -> Result<f64, Failure> {
    let home = throwaway(ground)?;
    let args = ["bench-server", "--name", "bench", "--agent", "claude-code", "--global", "--yes"];
    let took = timed(add_mcp, &args, home.path())?;
    if served(home.path(), "bench-server")? == 0 {
        return Err(Failure("it wrote no entry".into()));
    }
    Ok(took)
}

fn throwaway(ground: &Path) -> Result<TempDir, Failure> {
    tempfile::Builder::new().prefix("bench-home-").tempdir_in(ground).map_err(|error| Failure::at(ground, error))
}

fn timed(program: &Path, args: &[&str], home: &Path) -> Result<f64, Failure> {
    let mut command = Command::new(program);
    command.args(args).current_dir(home).stdin(Stdio::null());
    // Variables of the person's own programs would lead out of the throwaway home.
    command.env_clear().env("HOME", home).env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let begin = Instant::now();
    let output = command.output().map_err(|error| Failure::at(program, error))?;
    let took = begin.elapsed().as_secs_f64() * 1e3;
    if output.status.success() {
        return Ok(took);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let first = complaint.lines().next().unwrap_or("without a word").to_owned();
    Err(Failure(format!("it ended with {}: {first}", output.status)))
}

/// Makes the home look as if programs were installed; answers how many.
fn inhabit(home: &Path) -> Result<usize, Failure> {
    let Some(text) = home.to_str() else { return Err(Failure("the home's path is not text".into())) };
    let machine = Machine::new(Os::Linux, text);
    let mut inhabited = 0;
    for harness in ALL {
        if inhabited == PROGRAMS {
            break;
        }
        let Some(folder) = trace(harness, &machine) else { continue };
        fs::create_dir_all(&folder).map_err(|error| Failure::at(&folder, error))?;
        inhabited += 1;
    }
    Ok(inhabited)
}

/// A folder in the home that shows a program which gets an entry there.
fn trace(harness: &Harness, machine: &Machine) -> Option<PathBuf> {
    use bascule_core::harness::{Probe, Reach, Status};
    if !matches!(harness.status, Status::Active) || harness.site(Reach::User).is_none() {
        return None;
    }
    harness.probes(machine).into_iter().find_map(|probe| match probe {
        // A name with an ending is a file the program wrote; empty ones are not what it writes.
        Probe::Exists(path) if path.starts_with(&machine.home) && path.extension().is_none() => Some(path.into()),
        Probe::Exists(_) | Probe::Holds { .. } => None,
    })
}

/// How many files outside our own folder hold `words`.
fn served(folder: &Path, words: &str) -> Result<usize, Failure> {
    let mut served = 0;
    for child in fs::read_dir(folder).map_err(|error| Failure::at(folder, error))? {
        let path = child.map_err(|error| Failure::at(folder, error))?.path();
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
    fn a_program_that_fails_is_not_timed() {
        let home = tempfile::tempdir().unwrap();
        assert!(timed(Path::new("false"), &[], home.path()).is_err());
        assert!(timed(Path::new("true"), &[], home.path()).unwrap() > 0.0);
    }
}
