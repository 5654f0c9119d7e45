//! Running a program that may never end by itself.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// What a program said, and how long it took.
pub(crate) struct Ran {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) took: Duration,
}

/// Runs a command with nothing on its input and keeps what it prints.
///
/// Ends it and refuses when it is not done within `limit`.
pub(crate) fn run(command: &mut Command, limit: Duration) -> Result<Ran> {
    let name = command.get_program().to_string_lossy().into_owned();
    let began = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {name}"))?;
    let stdout = listen(child.stdout.take());
    let stderr = listen(child.stderr.take());

    let status = wait(&mut child, began + limit)?;
    let took = began.elapsed();
    let Some(status) = status else {
        bail!("{name} was not done after {} s", limit.as_secs());
    };
    Ok(Ran { status, stdout: text(stdout), stderr: text(stderr), took })
}

fn wait(child: &mut Child, deadline: Instant) -> Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(5));
    }
}

// Both pipes are read while the program runs: a full pipe would stop it.
fn listen(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What came before the pipe broke is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn text(listener: JoinHandle<Vec<u8>>) -> String {
    String::from_utf8_lossy(&listener.join().unwrap_or_default()).into_owned()
}
