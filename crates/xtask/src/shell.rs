//! The one place where xtask starts programs and touches files.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// Why a task or a step did not succeed, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Failure(pub(crate) String);

impl Failure {
    /// A failure at a path.
    pub(crate) fn at(path: &Path, error: impl std::fmt::Display) -> Self {
        Self(format!("{}: {error}", path.display()))
    }
}

/// The repository's folder.
#[derive(Clone, Debug)]
pub(crate) struct Root(PathBuf);

impl Root {
    /// The repository that holds this xtask.
    pub(crate) fn find() -> Self {
        // Cargo names the crate at run time too; the compiled-in path would name
        // another checkout when two share a target folder.
        let own = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let crates = Path::new(&own).parent();
        Self(crates.and_then(Path::parent).map_or_else(|| PathBuf::from("."), Path::to_owned))
    }

    /// A path below it.
    pub(crate) fn join(&self, path: impl AsRef<Path>) -> PathBuf {
        self.0.join(path)
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
    pub(crate) fn target(&self) -> Result<PathBuf, Failure> {
        let told = output(self.cargo("metadata --no-deps --format-version 1"))?;
        let metadata: serde_json::Value = serde_json::from_str(&told).map_err(|error| Failure(error.to_string()))?;
        let target = metadata["target_directory"].as_str();
        target.map(PathBuf::from).ok_or_else(|| Failure("cargo metadata names no target folder".into()))
    }

    /// The short name of the commit, with `+` where the tree differs from it.
    pub(crate) fn commit(&self) -> Result<String, Failure> {
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
pub(crate) fn succeed(mut command: Command) -> Result<(), Failure> {
    let shown = announce(&command);
    let status = command.status().map_err(|error| Failure(format!("cannot start `{shown}`: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure(format!("`{shown}` ended with {status}"))) }
}

/// Runs a program like [`succeed`], and hands each line of what it says to `hear` too.
pub(crate) fn overhear(mut command: Command, hear: &mut dyn FnMut(&str)) -> Result<(), Failure> {
    let shown = announce(&command);
    let failed = |error| Failure(format!("cannot run `{shown}`: {error}"));
    let (reader, writer) = std::io::pipe().map_err(failed)?;
    command.stdout(writer.try_clone().map_err(failed)?).stderr(writer);
    let mut child = command.spawn().map_err(failed)?;
    // The command still holds the pipe's writing end; the reading ends with it.
    drop(command);
    for line in BufReader::new(reader).split(b'\n') {
        let line = line.map_err(failed)?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        hear(&line);
    }
    let status = child.wait().map_err(failed)?;
    if status.success() { Ok(()) } else { Err(Failure(format!("`{shown}` ended with {status}"))) }
}

/// What a program wrote to its standard output; a failure carries what it complained about.
pub(crate) fn output(mut command: Command) -> Result<String, Failure> {
    let shown = words(&command);
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| Failure(format!("cannot start `{shown}`: {error}")))?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        return Err(Failure(format!("`{shown}` ended with {}: {}", output.status, complaint.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Writes a file and the folders it needs.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Failure::at(folder, error))?;
    }
    fs::write(path, text).map_err(|error| Failure::at(path, error))
}

/// Today's date in UTC, as in 2026-01-31.
pub(crate) fn today() -> Result<String, Failure> {
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
