//! Commands carried out: what the command line does, for the window and the menu.

use std::process::Stdio;
use std::sync::Arc;

use bascule_engine::{Engine, RealDisk, STATE_FOLDER};
use bascule_host::client::Host;
use camino::Utf8PathBuf;
use serde::Serialize;
use serde_json::Value;
use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, Command};
use tokio::sync::oneshot;

use super::own;

/// What comes of a command, in this order: values and steps, then how it ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Carried {
    /// It printed this.
    Value(Value),
    /// It came this far.
    Step(Value),
    /// It ended with this code.
    Exit(i32),
    /// Nobody could carry it out.
    Failed(Failure),
}

/// Why nobody could carry a command out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Failure {
    /// The word for it.
    pub(super) code: &'static str,
    /// Why, in the system's words.
    pub(super) sentence: String,
    /// The same as a person types it.
    pub(super) command: String,
}

/// The most that one value may take, in bytes: as much as the background service hands on.
const LIMIT: usize = 17 << 20;

/// Who carries commands out.
#[derive(Clone)]
pub(super) struct Carrier {
    engine: Arc<Engine<RealDisk>>,
    host: Host,
    me: String,
}

impl Carrier {
    /// For this state folder; `me` is how a person starts Bascule.
    pub(super) fn new(engine: Arc<Engine<RealDisk>>, host: Host, me: String) -> Self {
        Self { engine, host, me }
    }

    /// Carries a command out, and hands on what comes of it. Cancelled, it stops where it
    /// can be stopped, which its journal makes safe.
    pub(super) async fn carry(
        &self,
        arguments: &[String],
        cancelled: oneshot::Receiver<()>,
        mut tell: impl FnMut(Carried),
    ) {
        let program = own::program(&self.engine);
        let told = match self.started(program, arguments) {
            Ok(child) => heard(child, cancelled, &mut tell).await,
            Err(error) => Err(error),
        };
        tell(match told {
            Ok(exit) => Carried::Exit(exit),
            Err(error) => Carried::Failed(Failure {
                code: "cannot-start",
                sentence: error.to_string(),
                command: self.typed(arguments),
            }),
        });
    }

    fn started(&self, program: Utf8PathBuf, arguments: &[String]) -> std::io::Result<Child> {
        let mut command = Command::new(program);
        command.args(arguments).arg("--json").env(STATE_FOLDER, self.engine.layout.root());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(windows)]
        {
            /// No console comes up beside the window.
            const CREATE_NO_WINDOW: u32 = 0x0800_0000;
            command.creation_flags(CREATE_NO_WINDOW);
        }
        command.spawn()
    }

    /// A command as it is typed.
    fn typed(&self, arguments: &[String]) -> String {
        let words = arguments.iter().map(|word| if word.contains(' ') { format!("\"{word}\"") } else { word.clone() });
        std::iter::once(self.me.clone()).chain(words).collect::<Vec<_>>().join(" ")
    }
}

/// Hands on what a started command prints, until it has ended; its exit code.
async fn heard(
    mut child: Child,
    cancelled: oneshot::Receiver<()>,
    tell: &mut impl FnMut(Carried),
) -> std::io::Result<i32> {
    let mut cancelled = std::pin::pin!(cancelled);
    let mut waits = true;
    let mut text = Vec::new();
    if let Some(mut output) = child.stdout.take() {
        loop {
            let read = tokio::select! {
                read = output.read_buf(&mut text) => read?,
                told = &mut cancelled, if waits => {
                    waits = false;
                    if told.is_ok() {
                        interrupt(&mut child);
                    }
                    continue;
                }
            };
            let whole = values(&text, |value| tell(Carried::Value(value)))?;
            text.drain(..whole);
            if text.len() > LIMIT {
                return Err(std::io::Error::other("it printed more than one answer may hold"));
            }
            if read == 0 {
                break;
            }
        }
    }
    // One that a signal ended was interrupted, as a shell tells it.
    Ok(child.wait().await?.code().unwrap_or(130))
}

/// Hands on every whole value at the beginning of a text; how many bytes they took.
fn values(text: &[u8], mut tell: impl FnMut(Value)) -> std::io::Result<usize> {
    let mut values = serde_json::Deserializer::from_slice(text).into_iter::<Value>();
    for value in values.by_ref() {
        match value {
            Ok(value) => tell(value),
            // The rest of it is on its way.
            Err(error) if error.is_eof() => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(values.byte_offset())
}

/// Asks a command to stop and put back what it began.
#[cfg(unix)]
fn interrupt(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process};
    let pid = child.id().and_then(|pid| Pid::from_raw(pid.try_into().ok()?));
    // Where it has ended meanwhile there is nothing to stop.
    let _ = pid.map(|pid| kill_process(pid, Signal::INT));
}

/// Ends a command; what it began is put back by the next one, from its journal.
#[cfg(not(unix))]
fn interrupt(child: &mut Child) {
    let _ = child.start_kill();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_whole_and_the_rest_waits() {
        let cases = [
            ("{\"a\":1}\n", vec![serde_json::json!({"a": 1})], 7),
            ("{\n  \"a\": 1\n}\n{\"b\"", vec![serde_json::json!({"a": 1})], 12),
            ("{\"a\":", vec![], 0),
            ("", vec![], 0),
        ];
        for (text, expected, length) in cases {
            let mut found = Vec::new();
            let taken = values(text.as_bytes(), |value| found.push(value)).expect("values");
            assert_eq!((found, taken), (expected, length), "{text}");
        }
        assert!(values(b"no value", |_| {}).is_err());
    }
}
