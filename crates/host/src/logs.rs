//! What is written down while the host runs: the audit log, a log a runtime, its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bascule_engine::{AuditLine, Disk, Engine, RealDisk};
use camino::Utf8PathBuf;
use tokio::sync::mpsc;

/// How much of the audit log is kept: twice this, in bytes.
const AUDIT_LIMIT: u64 = 4 << 20;

/// How much of a runtime's log is kept: twice this, in bytes.
const LOG_LIMIT: u64 = 1 << 20;

/// How many lines wait to be written before one is lost.
const WAITING: usize = 4096;

/// How much is written at once, in bytes.
const AT_ONCE: usize = 256 << 10;

/// Whether lines of the audit log can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// They can.
    Yes,
    /// They are being lost.
    No,
    /// Nobody has tried.
    NothingYet,
}

/// The audit log. A line that cannot be written is counted, and the call goes on.
#[derive(Clone)]
pub(crate) struct Audit {
    lines: mpsc::Sender<String>,
    lost: Arc<AtomicU64>,
    /// The last try to write failed.
    failing: Arc<AtomicBool>,
    /// There was a try to write.
    tried: Arc<AtomicBool>,
}

impl Audit {
    /// Writes to the state folder of this engine; `changed` is called when a line was lost,
    /// when lines are written again, and once the first is.
    pub(crate) fn begin(engine: Arc<Engine<RealDisk>>, changed: impl Fn() + Send + Sync + 'static) -> Self {
        let (lines, mut waiting) = mpsc::channel::<String>(WAITING);
        let lost = Arc::new(AtomicU64::new(0));
        let failing = Arc::new(AtomicBool::new(false));
        let tried = Arc::new(AtomicBool::new(false));
        let (counted, fails, begun) = (Arc::clone(&lost), Arc::clone(&failing), Arc::clone(&tried));
        tokio::spawn(async move {
            let mut texts = Vec::new();
            // A disk that fills up may take half a line: the next begins a new one.
            let mut torn = false;
            while waiting.recv_many(&mut texts, WAITING).await > 0 {
                let count = texts.len() as u64;
                if torn {
                    texts.insert(0, "\n".to_owned());
                }
                let text = std::mem::take(&mut texts).concat();
                let engine = Arc::clone(&engine);
                let file = engine.layout.audit();
                let written =
                    tokio::task::spawn_blocking(move || engine.append_log(&file, text.as_bytes(), AUDIT_LIMIT)).await;
                torn = !matches!(written, Ok(Ok(())));
                if torn {
                    counted.fetch_add(count, Ordering::Relaxed);
                }
                let was_failing = fails.swap(torn, Ordering::Relaxed);
                let is_first = !begun.swap(true, Ordering::Relaxed);
                if torn || was_failing || is_first {
                    changed();
                }
            }
        });
        Self { lines, lost, failing, tried }
    }

    /// Notes a call.
    pub(crate) fn note(&self, line: &AuditLine) {
        if self.lines.try_send(line.text()).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
            // Shown with what is written next, or with the next change.
            self.failing.store(true, Ordering::Relaxed);
        }
    }

    /// Whether lines can be written, as the last try showed.
    pub(crate) fn seen(&self) -> Written {
        match (self.failing.load(Ordering::Relaxed), self.tried.load(Ordering::Relaxed)) {
            (true, _) => Written::No,
            (false, true) => Written::Yes,
            (false, false) => Written::NothingYet,
        }
    }

    /// How many lines were lost.
    pub(crate) fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }
}

/// A log of the folder for logs, under this name, for who sends bytes. What cannot be
/// written is left out: a full disk must not stop a runtime.
pub(crate) fn log(engine: Arc<Engine<RealDisk>>, name: &str) -> mpsc::Sender<Vec<u8>> {
    let (pieces, mut waiting) = mpsc::channel::<Vec<u8>>(16);
    let file = log_file(&engine, name);
    tokio::spawn(async move {
        let mut taken = Vec::new();
        while waiting.recv_many(&mut taken, 16).await > 0 {
            let mut bytes = std::mem::take(&mut taken).concat();
            bytes.truncate(AT_ONCE);
            let (engine, file) = (Arc::clone(&engine), file.clone());
            let _ = tokio::task::spawn_blocking(move || engine.append_log(&file, &bytes, LOG_LIMIT)).await;
        }
    });
    pieces
}

/// Where the log of this name lies.
pub fn log_file<D: Disk>(engine: &Engine<D>, name: &str) -> Utf8PathBuf {
    engine.layout.logs().join(format!("{name}.log"))
}
