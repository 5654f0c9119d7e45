//! JSON-RPC with a server we started, a line a message.
//!
//! Written out here rather than taken from the library, because a proxy and a
//! proof need what the library's client hides: results exactly as they came, keys
//! and content types it does not know included, and what the server printed when
//! it did not speak the protocol at all.

mod concerns;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{mpsc, oneshot};

use crate::call::{Progress, RpcError};

use concerns::concerns;

/// The longest message that is read from a server: 16 MiB, as the library reads.
const LINE_LIMIT: usize = 16 << 20;

/// What is longer is looked through before it is taken in: as values it may need many
/// times its length, and nobody may have asked for it.
const LARGE: usize = 64 << 10;

/// How many lines may wait to be written while questions of the server are answered.
const ANSWERS: usize = 64;

/// How many bytes may wait to be written while a server reads nothing: more than the
/// largest call, of which one always goes.
const WAITING: usize = 8 << 20;

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The server answered with an error.
    Refused(RpcError),
    /// The server's output ended, or it can no longer be read or written.
    Gone,
    /// The same, before the request was on its way: it has not run.
    NotSent,
    /// The server reads nothing, and enough waits for it: it has not run.
    Busy,
}

/// What a server says unasked.
#[derive(Clone, Debug, PartialEq)]
pub enum Remark {
    /// Its tools changed.
    ToolsChanged,
    /// How it is; only runtimes of ours say so.
    State(Value),
}

/// One connection to a server. Cheap to clone; the server's input is closed when
/// [`Lines::hang_up`] is called or the last clone is gone.
#[derive(Clone)]
pub struct Lines {
    shared: Arc<Shared>,
}

struct Shared {
    outgoing: Mutex<Option<mpsc::UnboundedSender<String>>>,
    unwritten: Arc<Unwritten>,
    waiting: Mutex<Waiting>,
    next_id: AtomicU64,
}

/// What waits to be written.
#[derive(Default)]
struct Unwritten {
    lines: AtomicUsize,
    bytes: AtomicUsize,
}

#[derive(Default)]
struct Waiting {
    /// The server's output has ended; nothing will be answered any more.
    over: bool,
    requests: HashMap<u64, Request>,
    /// The first line that was not JSON-RPC.
    noise: Option<String>,
}

struct Request {
    reply: oneshot::Sender<Result<Value, RpcError>>,
    progress: Option<mpsc::Sender<Progress>>,
}

impl Lines {
    /// Talks over these pipes. `remarks` hears what the server says unasked.
    pub fn over(
        input: impl AsyncWrite + Send + Unpin + 'static,
        output: impl AsyncRead + Send + Unpin + 'static,
        remarks: mpsc::Sender<Remark>,
    ) -> Self {
        let (outgoing, messages) = mpsc::unbounded_channel();
        let unwritten: Arc<Unwritten> = Arc::default();
        let shared = Arc::new(Shared {
            outgoing: Mutex::new(Some(outgoing)),
            unwritten: Arc::clone(&unwritten),
            waiting: Mutex::new(Waiting::default()),
            next_id: AtomicU64::new(1),
        });
        tokio::spawn(write(input, messages, unwritten));
        tokio::spawn(read(output, Arc::downgrade(&shared), remarks));
        Self { shared }
    }

    /// Sends a request and waits for its answer. Dropping the future cancels the
    /// request and tells the server so.
    pub async fn request(
        &self,
        method: &str,
        mut params: Map<String, Value>,
        progress: Option<mpsc::Sender<Progress>>,
    ) -> Result<Value, Failure> {
        let id = self.shared.next_id.fetch_add(1, Ordering::Relaxed);
        if progress.is_some() {
            let meta = params.entry("_meta").or_insert_with(|| json!({}));
            if let Some(meta) = meta.as_object_mut() {
                meta.insert("progressToken".into(), id.into());
            }
        }
        let (reply, answer) = oneshot::channel();
        let line = line(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        {
            let mut waiting = self.shared.waiting();
            // Whoever was asked to end hears nothing more.
            if waiting.over || self.shared.outgoing.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
                return Err(Failure::NotSent);
            }
            let before = self.shared.unwritten.bytes.load(Ordering::Relaxed);
            if before > 0 && before + line.len() > WAITING {
                return Err(Failure::Busy);
            }
            waiting.requests.insert(id, Request { reply, progress });
        }
        let mut pending = Pending { shared: &self.shared, id, cancels: method != "initialize", answered: false };
        self.shared.send(line);
        let result = answer.await;
        pending.answered = true;
        match result {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => Err(Failure::Refused(error)),
            Err(_) => Err(Failure::Gone),
        }
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str) {
        self.shared.send(line(&json!({"jsonrpc": "2.0", "method": method})));
    }

    /// Closes the server's input.
    pub fn hang_up(&self) {
        self.shared.outgoing.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Answers every open request with [`Failure::Gone`], and all later ones.
    pub fn give_up(&self) {
        self.shared.waiting().close();
    }

    /// Whether nothing will be answered any more.
    pub fn is_over(&self) -> bool {
        self.shared.waiting().over
    }

    /// The first line of the server's output that was not a message.
    pub fn noise(&self) -> Option<String> {
        self.shared.waiting().noise.clone()
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, line: String) {
        if let Some(outgoing) = &*self.outgoing.lock().unwrap_or_else(PoisonError::into_inner) {
            self.unwritten.lines.fetch_add(1, Ordering::Relaxed);
            self.unwritten.bytes.fetch_add(line.len(), Ordering::Relaxed);
            // A closed channel means a closed pipe: the reader notices the end.
            let _ = outgoing.send(line);
        }
    }

    fn receive(&self, line: &[u8], remarks: &mpsc::Sender<Remark>) {
        if line.len() > LARGE && concerns(line, &self.waiting().requests).is_ok_and(|concerns| !concerns) {
            return;
        }
        match serde_json::from_slice::<Value>(line) {
            Ok(Value::Object(message)) => self.take(message, remarks),
            // Older protocols allow several messages in one line.
            Ok(Value::Array(batch)) => {
                for item in batch {
                    if let Value::Object(message) = item {
                        self.take(message, remarks);
                    }
                }
            }
            Ok(_) | Err(_) => {
                let words = String::from_utf8_lossy(&line[..line.len().min(1_000)]);
                let words = words.trim();
                self.waiting().noise.get_or_insert_with(|| words[..words.floor_char_boundary(200)].to_owned());
            }
        }
    }

    fn take(&self, message: Map<String, Value>, remarks: &mpsc::Sender<Remark>) {
        match (message.get("method").and_then(Value::as_str), message.get("id")) {
            // A server that asks and does not listen hears nothing more.
            (Some(_), Some(_)) if self.unwritten.lines.load(Ordering::Relaxed) >= ANSWERS => {}
            (Some(method), Some(id)) => self.send(line(&answer_to(method, id))),
            (Some("notifications/progress"), None) => self.progress(message.get("params")),
            (Some("notifications/tools/list_changed"), None) => {
                // Where many wait to be heard, one more says nothing new.
                let _ = remarks.try_send(Remark::ToolsChanged);
            }
            (Some("notifications/bascule/state"), None) => {
                if let Some(params) = message.get("params") {
                    let _ = remarks.try_send(Remark::State(params.clone()));
                }
            }
            (Some(_), None) => {}
            (None, id) => {
                let Some(request) = id.and_then(Value::as_u64).and_then(|id| self.waiting().requests.remove(&id))
                else {
                    return;
                };
                // Nobody may wait for it any more.
                let _ = request.reply.send(outcome(message));
            }
        }
    }

    fn progress(&self, params: Option<&Value>) {
        let Some((token, params)) = params.and_then(|params| Some((params.get("progressToken")?.as_u64()?, params)))
        else {
            return;
        };
        let Some(progress) = params.get("progress").and_then(Value::as_f64) else { return };
        let step = Progress {
            progress,
            total: params.get("total").and_then(Value::as_f64),
            message: params.get("message").and_then(Value::as_str).map(str::to_owned),
        };
        if let Some(sender) = self.waiting().requests.get(&token).and_then(|request| request.progress.as_ref()) {
            // A step that finds no room is left out, which the protocol allows.
            let _ = sender.try_send(step);
        }
    }
}

impl Waiting {
    fn close(&mut self) {
        self.over = true;
        self.requests.clear();
    }
}

/// A request until it is answered; dropped before, it is cancelled.
struct Pending<'a> {
    shared: &'a Shared,
    id: u64,
    /// The protocol forbids to cancel `initialize`.
    cancels: bool,
    answered: bool,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        if self.answered {
            return;
        }
        let open = self.shared.waiting().requests.remove(&self.id).is_some();
        if open && self.cancels {
            let params = json!({"requestId": self.id});
            self.shared.send(line(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})));
        }
    }
}

/// What a server is told that asks something of us: we declare no capability, so
/// only `ping` may come.
fn answer_to(method: &str, id: &Value) -> Value {
    if method == "ping" {
        return json!({"jsonrpc": "2.0", "id": id, "result": {}});
    }
    let message = format!("{method} is not supported through Bascule");
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": message}})
}

fn outcome(mut message: Map<String, Value>) -> Result<Value, RpcError> {
    if let Some(result) = message.shift_remove("result") {
        return Ok(result);
    }
    let error = message.shift_remove("error").unwrap_or_default();
    Err(RpcError {
        code: error.get("code").and_then(Value::as_i64).and_then(|code| code.try_into().ok()).unwrap_or(-32603),
        message: error.get("message").and_then(Value::as_str).unwrap_or("an error without words").to_owned(),
        data: error.get("data").cloned(),
    })
}

async fn write(
    mut input: impl AsyncWrite + Unpin,
    mut lines: mpsc::UnboundedReceiver<String>,
    unwritten: Arc<Unwritten>,
) {
    while let Some(line) = lines.recv().await {
        unwritten.lines.fetch_sub(1, Ordering::Relaxed);
        if input.write_all(line.as_bytes()).await.is_err() || input.flush().await.is_err() {
            return;
        }
        unwritten.bytes.fetch_sub(line.len(), Ordering::Relaxed);
    }
}

/// A message as it is written.
fn line(message: &Value) -> String {
    format!("{message}\n")
}

async fn read(output: impl AsyncRead + Unpin, shared: std::sync::Weak<Shared>, remarks: mpsc::Sender<Remark>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while next_line(&mut output, &mut line).await {
        let Some(shared) = shared.upgrade() else { return };
        if !line.trim_ascii().is_empty() {
            shared.receive(&line, &remarks);
        }
        line.clear();
        line.shrink_to(LARGE);
    }
    if let Some(shared) = shared.upgrade() {
        shared.waiting().close();
    }
}

/// Reads one line; false at the end, on an error, and for a line over the limit.
async fn next_line(output: &mut (impl AsyncBufReadExt + Unpin), line: &mut Vec<u8>) -> bool {
    loop {
        let Ok(available) = output.fill_buf().await else { return false };
        if available.is_empty() {
            return false;
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(available.len(), |at| at + 1);
        if line.len() + taken > LINE_LIMIT {
            return false;
        }
        line.extend_from_slice(&available[..taken]);
        output.consume(taken);
        if end.is_some() {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    /// Requests of this size to a server that reads nothing: which of them are refused.
    async fn refused(sizes: &[usize]) -> Vec<bool> {
        let (input, mut unread) = tokio::io::duplex(1 << 10);
        let (output, _silent) = tokio::io::duplex(1 << 10);
        let lines = Lines::over(input, output, mpsc::channel(1).0);
        let mut asked = Vec::new();
        for size in sizes {
            let params = Map::from_iter([("text".to_owned(), Value::from("x".repeat(*size)))]);
            let lines = lines.clone();
            asked.push(tokio::spawn(async move { lines.request("tools/call", params, None).await }));
            tokio::task::yield_now().await;
        }
        // One that was refused knows it at once; the others wait.
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        let came: Vec<bool> = asked.iter().map(tokio::task::JoinHandle::is_finished).collect();
        // Once it reads, there is room again.
        tokio::spawn(async move { while unread.read_u8().await.is_ok() {} });
        for (asked, over) in asked.into_iter().zip(&came) {
            if *over {
                assert_eq!(asked.await.expect("it ran"), Err(Failure::Busy));
            }
        }
        came
    }

    #[tokio::test]
    async fn what_waits_for_a_server_that_reads_nothing_has_a_limit() {
        let mib = 1 << 20;
        let cases: [(&[usize], &[bool]); 4] = [
            (&[mib; 3], &[false; 3]),
            (&[3 * mib, 3 * mib, 3 * mib, 10], &[false, false, true, false]),
            // One alone goes, however large.
            (&[9 * mib, 10], &[false, true]),
            // More than the pipe holds: it waits when the next one comes.
            (&[4 << 10, 9 * mib], &[false, true]),
        ];
        for (sizes, expected) in cases {
            assert_eq!(refused(sizes).await, expected, "{sizes:?}");
        }
    }
}
