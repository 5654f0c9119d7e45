//! Starting the host: detached from whoever starts it.

use std::io;
use std::process::Stdio;

use bascule_core::runtime::HostTrouble;
use bascule_engine::{Disk as _, Engine, EngineError, RealDisk, STATE_FOLDER};
use camino::Utf8Path;
use tokio::io::AsyncReadExt as _;
use tokio::process::Command;

use super::NoHost;
use crate::call::with_sources;
use crate::obstacle::obstacle;

/// Starts the host, where nobody else is about to and none runs.
///
/// Of many clients that find no host at the same moment, one starts it.
pub(super) async fn start(engine: &Engine<RealDisk>, program: &Utf8Path) -> Result<(), NoHost> {
    let cannot = |words: String| NoHost::Start {
        trouble: obstacle(engine, program).unwrap_or_else(|| HostTrouble::CannotStart(words.clone())),
        words,
    };
    let refused = |error: EngineError| match error {
        EngineError::Disk(_) => cannot(with_sources(&error)),
        _ => NoHost::Engine(error),
    };
    if engine.host_lock_is_held().map_err(refused)? {
        // One is about to listen, or about to end.
        return Ok(());
    }
    // Where Bascule was taken off this computer nothing of it is made anew.
    if matches!(engine.disk.look(program), Ok(None)) {
        return Err(cannot(format!("{program} is not there")));
    }
    let Some(_starting) = engine.take_start_lock().map_err(refused)? else { return Ok(()) };
    let mut child = spawned(program, engine.layout.root()).map_err(|error| cannot(format!("{program}: {error}")))?;
    // It says a line when it listens or cannot, or nothing where it leaves that to another.
    if let Some(mut output) = child.stdout().take() {
        let mut said = Vec::new();
        let word =
            async { while !said.contains(&b'\n') && output.read_buf(&mut said).await.is_ok_and(|count| count > 0) {} };
        let _ = tokio::time::timeout(super::PATIENCE, word).await;
        if let Some(why) = String::from_utf8_lossy(&said).strip_prefix(crate::life::FAILED) {
            return Err(cannot(why.trim().to_owned()));
        }
    }
    tokio::spawn(async move {
        // Whoever starts a process has to see it off; this one outlives most of us.
        let _ = child.wait().await;
    });
    Ok(())
}

/// The variable that tells a host that it could not leave the job of whoever started it.
pub const BOUND: &str = "BASCULE_BOUND";

fn prepared(command: &mut Command, root: &Utf8Path) {
    command.args(["host", "run"]).env(STATE_FOLDER, root).env_remove(BOUND);
    // It keeps no folder busy but its own, and no pipe of its starter's open.
    command.current_dir(root).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
}

/// In a session of its own, so that what ends its starter's does not end it.
#[cfg(unix)]
fn spawned(program: &Utf8Path, root: &Utf8Path) -> io::Result<Box<dyn process_wrap::tokio::ChildWrapper>> {
    use process_wrap::tokio::{CommandWrap, ProcessSession};
    let mut command = CommandWrap::with_new(program, |command| prepared(command, root));
    command.wrap(ProcessSession);
    command.spawn()
}

/// Outside the job of the launcher, which ends with it. Where another job does not let
/// it out, the host lives as long as that one's owner, is told so, and says so.
#[cfg(windows)]
fn spawned(program: &Utf8Path, root: &Utf8Path) -> io::Result<Box<dyn process_wrap::tokio::ChildWrapper>> {
    /// A console that nobody sees, for it and for what it starts: without one, each of
    /// those would open a window of its own.
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
    const CREATE_BREAKAWAY_FROM_JOB: u32 = 0x0100_0000;
    let spawn = |flags: u32, bound: bool| {
        let mut command = Command::new(program);
        prepared(&mut command, root);
        if bound {
            command.env(BOUND, "1");
        }
        command.creation_flags(CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP | flags).spawn()
    };
    let child = spawn(CREATE_BREAKAWAY_FROM_JOB, false).or_else(|_| spawn(0, true))?;
    Ok(Box::new(child))
}
