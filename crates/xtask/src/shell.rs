//! The one place where xtask starts programs and touches files.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context as _, Result, anyhow};
use camino::{Utf8Path, Utf8PathBuf};

/// The repository's folder.
#[derive(Clone, Debug)]
pub(crate) struct Root(Utf8PathBuf);

impl Root {
    /// The repository that holds this xtask; refuses where its path is not UTF-8.
    pub(crate) fn find() -> Result<Self> {
        // Cargo names the crate at run time too; the compiled-in path would name
        // another checkout when two share a target folder.
        let own = env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
        let root = Utf8Path::new(&own).ancestors().nth(2).map(Utf8Path::to_owned);
        root.map(Self).with_context(|| format!("{own} lies in no repository"))
    }

    /// The folder itself.
    pub(crate) fn path(&self) -> &Utf8Path {
        &self.0
    }

    /// The debug build of `bascule`, built where it is not, with its launcher beside it.
    pub(crate) fn bascule(&self) -> Result<Utf8PathBuf> {
        succeed(self.cargo("build --locked --package bascule --package bascule-launcher"))?;
        let program = self.target()?.join(format!("debug/bascule{}", env::consts::EXE_SUFFIX));
        Utf8PathBuf::from_path_buf(program).map_err(|path| anyhow!("{} is not UTF-8", path.display()))
    }

    /// A path below it.
    pub(crate) fn join(&self, path: impl AsRef<Path>) -> PathBuf {
        self.0.as_std_path().join(path)
    }

    /// A program that will run in the repository's folder.
    pub(crate) fn command(&self, program: impl Into<OsString>) -> Command {
        let mut command = Command::new(program.into());
        command.current_dir(&self.0);
        command
    }

    /// Cargo with these words, in the repository's folder.
    pub(crate) fn cargo(&self, words: &str) -> Command {
        let mut command = self.command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(words.split_whitespace());
        command
    }

    /// Where cargo puts what it builds.
    pub(crate) fn target(&self) -> Result<PathBuf> {
        let told = output(self.cargo("metadata --no-deps --format-version 1"))?;
        let metadata: serde_json::Value = serde_json::from_str(&told).map_err(|error| anyhow!(error))?;
        let target = metadata["target_directory"].as_str();
        target.map(PathBuf::from).ok_or_else(|| anyhow!("cargo metadata names no target folder"))
    }

    /// The short name of the commit, with `+` where the tree differs from it.
    pub(crate) fn commit(&self) -> Result<String> {
        let mut name = self.command("git");
        let name = output({
            name.args(["rev-parse", "--short", "HEAD"]);
            name
        })?;
        let mut status = self.command("git");
        status.args(["status", "--porcelain", "--untracked-files=no"]);
        let clean = output(status)?.trim().is_empty();
        Ok(format!("{}{}", name.trim(), if clean { "" } else { "+" }))
    }
}

/// Whether a program of this name can be started.
pub(crate) fn on_path(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// Runs a program in sight of the person and demands that it succeeds.
pub(crate) fn succeed(mut command: Command) -> Result<()> {
    let shown = announce(&command);
    let status = command.status().map_err(|error| anyhow!("cannot start `{shown}`: {error}"))?;
    if status.success() { Ok(()) } else { Err(anyhow!("`{shown}` ended with {status}")) }
}

/// How long nothing may come of a program that has ended before all it said was heard.
const SILENCE: Duration = Duration::from_secs(2);

/// Runs a program like [`succeed`], and hands each line of what it says to `hear` too.
pub(crate) fn overhear(mut command: Command, hear: &mut dyn FnMut(&str)) -> Result<()> {
    let shown = announce(&command);
    let failed = |error| anyhow!("cannot run `{shown}`: {error}");
    let (reader, writer) = std::io::pipe().map_err(failed)?;
    command.stdout(writer.try_clone().map_err(failed)?).stderr(writer);
    let mut child = command.spawn().map_err(failed)?;
    // The command still holds the pipe's writing end; the reading ends with it.
    drop(command);
    let (lines, heard) = mpsc::channel();
    std::thread::spawn(move || {
        // Nobody listens any more once the program has ended.
        BufReader::new(reader).split(b'\n').try_for_each(|line| lines.send(line))
    });
    let status = loop {
        match heard.recv_timeout(SILENCE) {
            Ok(line) => {
                let line = line.map_err(failed)?;
                let line = String::from_utf8_lossy(&line);
                println!("{line}");
                hear(&line);
            }
            Err(RecvTimeoutError::Disconnected) => break child.wait().map_err(failed)?,
            // What it started may outlive it and hold the pipe.
            Err(RecvTimeoutError::Timeout) => {
                if let Some(status) = child.try_wait().map_err(failed)? {
                    break status;
                }
            }
        }
    };
    if status.success() { Ok(()) } else { Err(anyhow!("`{shown}` ended with {status}")) }
}

/// What a program wrote to its standard output; a failure carries what it complained about.
pub(crate) fn output(mut command: Command) -> Result<String> {
    let shown = words(&command);
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| anyhow!("cannot start `{shown}`: {error}"))?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        return Err(anyhow!("`{shown}` ended with {}: {}", output.status, complaint.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Writes a file and the folders it needs.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("{}", path.display()))
}

/// Copies a file.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).map(|_| ()).with_context(|| format!("{} to {}", from.display(), to.display()))
}

/// Today's date in UTC, as in 2026-01-31.
pub(crate) fn today() -> Result<String> {
    let mut date = Command::new("date");
    date.args(["-u", "+%F"]);
    Ok(output(date)?.trim().to_owned())
}

fn announce(command: &Command) -> String {
    let shown = words(command);
    println!("$ {shown}");
    shown
}

fn words(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    let set = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={}", name.to_string_lossy(), value?.to_string_lossy())));
    let args = command.get_args().map(|word| word.to_string_lossy().into_owned());
    set.chain([program]).chain(args).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_a_program_leaves_behind_is_not_waited_for() {
        let begin = std::time::Instant::now();
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 60 & echo said"]);
        let mut heard = Vec::new();
        overhear(command, &mut |line| heard.push(line.to_owned())).expect("it ends well");
        assert_eq!(heard, ["said"]);
        assert!(begin.elapsed() < Duration::from_secs(30));
    }
}
