//! A server we start: its process tree, its last words.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bascule_core::runtime::Exit;
use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::orphans;
use super::start::Start;

/// What becomes of what a server writes to its standard error. Its last lines are kept
/// in any case; what comes faster than 64 KiB a second is counted and left out.
#[derive(Clone)]
pub enum Log {
    /// Nothing.
    Drop,
    /// It goes on to our standard error.
    Echo,
    /// It goes to who keeps logs, in pieces.
    Keep(mpsc::Sender<Vec<u8>>),
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Drop => "Drop",
            Self::Echo => "Echo",
            Self::Keep(_) => "Keep",
        })
    }
}

/// A running server. Dropping it ends its whole process tree.
pub struct Child {
    pid: Option<u32>,
    wish: watch::Sender<Wish>,
    end: watch::Receiver<Option<End>>,
    words: LastWords,
}

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End(Option<ExitStatus>);

impl End {
    /// Its exit code, where it ended by itself.
    pub fn code(self) -> Option<i32> {
        self.0.and_then(|status| status.code())
    }

    /// How, as the supervisor counts it.
    pub fn exit(self) -> Exit {
        #[cfg(unix)]
        if let Some(signal) = self.0.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status)) {
            return Exit::Signal(signal);
        }
        self.code().map_or(Exit::Unknown, Exit::Code)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(status) => write!(f, "{status}"),
            None => f.write_str("unknown exit status"),
        }
    }
}

/// Who has no console would have one opened for what it starts.
#[cfg(windows)]
const NO_WINDOW: windows::Win32::System::Threading::PROCESS_CREATION_FLAGS =
    windows::Win32::System::Threading::CREATE_NO_WINDOW;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Run,
    /// End at once.
    End,
    /// End what it started, then end; at once where it does not.
    Leave,
}

impl Child {
    /// Starts a server and hands out its standard input and output.
    pub fn start(start: &Start, log: Log) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::from(start.command());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::tokio::CreationFlags(NO_WINDOW)).wrap(process_wrap::tokio::JobObject);
        let mut tree = Tree(orphans::counted(|| command.spawn(), |child| child.id())?);
        let pid = tree.0.id();
        let missing = || io::Error::other("a pipe of the started program is missing");
        let stdin = tree.0.stdin().take().ok_or_else(missing)?;
        let stdout = tree.0.stdout().take().ok_or_else(missing)?;
        let stderr = tree.0.stderr().take().ok_or_else(missing)?;
        let words = LastWords::default();
        let listening = tokio::spawn(listen(stderr, words.clone(), log));
        let (wish, wishes) = watch::channel(Wish::Run);
        let (ended, end) = watch::channel(None);
        tokio::spawn(keep(tree, pid, wishes, listening, ended));
        Ok((Self { pid, wish, end, words }, stdin, stdout))
    }

    /// Done when the server has ended, with how.
    pub fn end(&self) -> impl Future<Output = End> + Send + use<> {
        let mut end = self.end.clone();
        async move { end.wait_for(Option::is_some).await.ok().and_then(|end| *end).unwrap_or(End(None)) }
    }

    /// The last lines the server wrote to its standard error.
    pub fn last_words(&self) -> Vec<String> {
        self.words.lines()
    }

    /// Its process.
    pub fn pid(&self) -> Option<u32> {
        self.pid
    }

    /// Ends its whole tree. A keeper of another program is told first, for it alone
    /// reaches what left its group; then nothing of it is left.
    pub fn kill(&self) {
        self.wish.send_replace(Wish::Leave);
    }

    /// Waits a moment for it to end by itself, its input being closed, then ends
    /// the whole tree.
    pub async fn close(&self) {
        self.end_within(LEAVE).await;
    }

    /// The same with as much patience.
    pub async fn end_within(&self, patience: Duration) {
        let _ = tokio::time::timeout(patience, self.end()).await;
        self.wish.send_replace(Wish::End);
        let _ = tokio::time::timeout(LEAVE, self.end()).await;
    }
}

/// How long a server may take to end once its input is closed. With what the
/// server above us may take to end, it stays under the second that clients wait.
const LEAVE: Duration = Duration::from_millis(350);

/// How long a keeper may take to end what it keeps.
#[cfg(unix)]
const TREE: Duration = Duration::from_millis(1_500);

/// How long one that is told once may take.
#[cfg(unix)]
const ONCE: Duration = Duration::from_millis(200);

/// How long the end of a server waits for what it last said to be read.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// A process with everything it started. Dropping it kills them all: on Unix the
/// process group, so a descendant that made a session of its own stays behind; on
/// Windows the job, which nothing leaves.
struct Tree(Box<dyn ChildWrapper>);

impl Tree {
    /// Asks the root to end with all that it started, and waits a moment for it.
    async fn told_to_leave(&mut self) {
        #[cfg(unix)]
        for patience in [ONCE, TREE] {
            // Whoever is told twice is not to be polite to what it keeps.
            if self.0.signal(rustix::process::Signal::TERM.as_raw()).is_err()
                || tokio::time::timeout(patience, self.0.inner_mut().wait()).await.is_ok()
            {
                return;
            }
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // It may be gone already, which is what is wanted.
        let _ = self.0.start_kill();
    }
}

/// Holds the tree until its root ends or nobody wants it any more.
async fn keep(
    mut tree: Tree,
    pid: Option<u32>,
    mut wish: watch::Receiver<Wish>,
    listening: JoinHandle<()>,
    ended: watch::Sender<Option<End>>,
) {
    let unwanted = async {
        // An error means that the last handle is gone.
        wish.wait_for(|wish| *wish != Wish::Run).await.map_or(Wish::End, |wish| *wish)
    };
    let status = tokio::select! {
        status = tree.0.inner_mut().wait() => status.ok(),
        wish = unwanted => {
            if wish == Wish::Leave {
                tree.told_to_leave().await;
            }
            let _ = tree.0.start_kill();
            tree.0.inner_mut().wait().await.ok()
        }
    };
    drop(tree);
    orphans::end(pid);
    // Its last words are already in the pipe, which closes with the tree; but who left
    // the tree may hold it open.
    let _ = tokio::time::timeout(LAST_WORDS, listening).await;
    ended.send_replace(Some(End(status)));
}

/// The last lines of a server's standard error, shared with the task that reads it.
#[derive(Clone, Default)]
struct LastWords(Arc<Mutex<VecDeque<String>>>);

const WORDS_LINES: usize = 20;
const WORDS_LINE_BYTES: usize = 500;

impl LastWords {
    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn add(&self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == WORDS_LINES {
            lines.pop_front();
        }
        lines.push_back(text[..text.floor_char_boundary(WORDS_LINE_BYTES)].to_owned());
    }
}

/// The most bytes of a server's standard error that are passed on in one second.
const LOG_PER_SECOND: usize = 64 << 10;

/// Reads a server's standard error to its end, keeps the last words and passes
/// on what fits. Never waits for whoever reads ours: a server must not stand
/// still because nobody reads its log.
async fn listen(mut stderr: ChildStderr, words: LastWords, log: Log) {
    let out = match log {
        Log::Drop => None,
        Log::Echo => Some(echoing()),
        Log::Keep(out) => Some(out),
    };
    let mut chunk = vec![0; 8 << 10];
    let mut line = Vec::new();
    let mut window = Instant::now();
    let mut spent = 0;
    let mut left_out = 0;
    while let Ok(count @ 1..) = stderr.read(&mut chunk).await {
        let bytes = &chunk[..count];
        for byte in bytes {
            match byte {
                b'\n' => {
                    words.add(&line);
                    line.clear();
                }
                byte if line.len() < WORDS_LINE_BYTES => line.push(*byte),
                _ => {}
            }
        }
        let Some(out) = &out else { continue };
        if window.elapsed() >= Duration::from_secs(1) {
            window = Instant::now();
            spent = 0;
            if left_out > 0 {
                let note = format!("\n[bascule: {left_out} bytes of the server's log left out]\n");
                left_out = if out.try_send(note.into_bytes()).is_ok() { 0 } else { left_out };
            }
        }
        if spent + count <= LOG_PER_SECOND && out.try_send(bytes.to_vec()).is_ok() {
            spent += count;
        } else {
            left_out += count;
        }
    }
    words.add(&line);
}

/// Writes to our standard error what is sent.
fn echoing() -> mpsc::Sender<Vec<u8>> {
    let (out, mut waiting) = mpsc::channel::<Vec<u8>>(16);
    tokio::spawn(async move {
        let mut stderr = tokio::io::stderr();
        while let Some(bytes) = waiting.recv().await {
            if stderr.write_all(&bytes).await.is_err() || stderr.flush().await.is_err() {
                return;
            }
        }
    });
    out
}
