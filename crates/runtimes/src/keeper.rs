//! The keeper of a foreign MCP server: passes bytes both ways, unchanged, and sees to
//! it that nothing of the server is left when it ends itself.
//!
//! The end comes when our input ends, when the system asks us, when nobody reads our
//! output any more, or when the server ends by itself. The server's input is closed
//! first; what has not ended [`PATIENCE`] later is killed, with everything it started,
//! sessions of their own included.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crate::tree::Tree;
use bascule_host::process::Start;

/// How long a server may take to end once its input is closed.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// How long killing may take. What still stands then is named and left: it belongs to
/// another user, or makes new processes faster than they can be ended.
const KILLING: Duration = Duration::from_secs(5);

/// How long what a server last wrote is still passed on once it has ended.
const LAST_BYTES: Duration = Duration::from_secs(1);

/// The most bytes that are passed on at once.
const CHUNK: usize = 64 << 10;

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// This system would let processes of it go, or does not let us hear of its end.
    #[error("cannot hold together what a server starts")]
    Tree(#[source] io::Error),
    /// The program was not started.
    #[error("{program} cannot be started")]
    Start {
        /// The program as the bridge names it.
        program: String,
        /// The system's answer.
        source: io::Error,
    },
}

/// What the keeper waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A process of the tree ended, perhaps the server.
    Ended,
    /// The system asks us to end.
    #[cfg_attr(windows, expect(dead_code, reason = "Windows ends processes without asking them"))]
    Asked,
    /// Our input has ended, and all of it is passed on.
    InputOver,
    /// Whoever wrote to our input is gone. Some of it may still be on its way.
    #[cfg_attr(windows, expect(dead_code, reason = "there only a read tells"))]
    WriterGone,
    /// Nobody reads our output.
    OutputBroken,
    /// The server's output has ended and all of it is passed on.
    OutputOver,
}

/// Keeps a server on our standard input and output until it or we shall end, and
/// answers with its exit code: 128 and the signal's number where a signal ended it.
///
/// To be called once, in a process that has started nothing else: every process below
/// it is taken for the server's.
pub fn keep(start: &Start) -> Result<i32, NotKept> {
    let (events, happened) = mpsc::channel();
    let mut tree = Tree::prepare(events.clone()).map_err(NotKept::Tree)?;
    let mut command = start.command();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let failed = |source| NotKept::Start { program: start.program.clone(), source };
    let (input, output) = tree.start(&mut command).map_err(failed)?;
    let input = ServerInput(Arc::new(Mutex::new(Some(input))));
    pass_in(input.clone(), events.clone());
    pass_out(output, events.clone());
    crate::tree::tell_when_left(events);
    let mut outlet = Outlet::Open;
    let code = until_the_end(&mut tree, &input, &happened, &mut outlet);
    if let Err(left) = tree.end(KILLING) {
        eprintln!("bascule: {left} processes that {} started could not be ended", start.program);
    }
    drain(&happened, outlet);
    Ok(code.or_else(|| tree.code()).unwrap_or(KILLED))
}

/// What is answered for a server whose own code is not known.
const KILLED: i32 = 137;

/// Waits until the server has ended, or has had its time to; its code where it did.
fn until_the_end(tree: &mut Tree, input: &ServerInput, happened: &Receiver<Event>, outlet: &mut Outlet) -> Option<i32> {
    let mut until: Option<Instant> = None;
    loop {
        let event = match until {
            None => happened.recv().ok()?,
            Some(until) => match happened.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            },
        };
        match event {
            Event::Ended => {
                if let Some(code) = tree.code() {
                    return Some(code);
                }
                continue;
            }
            // Whoever asks twice will not wait.
            Event::Asked if until.is_some() => return None,
            Event::Asked | Event::InputOver => input.close(),
            Event::OutputBroken => {
                *outlet = Outlet::Closed;
                input.close();
            }
            Event::WriterGone => {}
            // It may go on without: what it does is its own affair.
            Event::OutputOver => {
                *outlet = Outlet::Closed;
                continue;
            }
        }
        until.get_or_insert_with(|| Instant::now() + PATIENCE);
    }
}

/// Whether anything of the server's output may still come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outlet {
    Open,
    Closed,
}

/// Waits a moment until all that was written is passed on.
fn drain(happened: &Receiver<Event>, outlet: Outlet) {
    if outlet == Outlet::Closed {
        return;
    }
    let until = Instant::now() + LAST_BYTES;
    while let Ok(event) = happened.recv_timeout(until.saturating_duration_since(Instant::now())) {
        if matches!(event, Event::OutputOver | Event::OutputBroken) {
            return;
        }
    }
}

/// The server's input, which is closed by whoever comes first.
#[derive(Clone)]
struct ServerInput(Arc<Mutex<Option<ChildStdin>>>);

impl ServerInput {
    fn close(&self) {
        match self.0.try_lock() {
            Ok(mut input) => drop(input.take()),
            Err(TryLockError::Poisoned(input)) => drop(input.into_inner().take()),
            // The server does not read what is being written to it: it is killed.
            Err(TryLockError::WouldBlock) => {}
        }
    }

    /// Whether the bytes went out. Where not, the server reads no more; it may still
    /// have something to say.
    fn write(&self, bytes: &[u8]) -> bool {
        let mut input = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        input.as_mut().is_some_and(|input| input.write_all(bytes).is_ok())
    }
}

fn pass_in(input: ServerInput, events: Sender<Event>) {
    std::thread::spawn(move || {
        let mut ours = io::stdin().lock();
        let mut chunk = vec![0; CHUNK];
        while let Some(count) = next(&mut ours, &mut chunk) {
            // What nobody reads is thrown away, so that the end is still noticed.
            input.write(&chunk[..count]);
        }
        // Nobody listens where the keeper is ending already.
        let _ = events.send(Event::InputOver);
    });
}

fn pass_out(mut output: ChildStdout, events: Sender<Event>) {
    std::thread::spawn(move || {
        let mut ours = io::stdout().lock();
        let mut chunk = vec![0; CHUNK];
        while let Some(count) = next(&mut output, &mut chunk) {
            if ours.write_all(&chunk[..count]).and_then(|()| ours.flush()).is_err() {
                let _ = events.send(Event::OutputBroken);
                return;
            }
        }
        let _ = events.send(Event::OutputOver);
    });
}

/// Reads what is there; `None` at the end.
fn next(from: &mut impl Read, chunk: &mut [u8]) -> Option<usize> {
    loop {
        match from.read(chunk) {
            Ok(0) => return None,
            Ok(count) => return Some(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}
