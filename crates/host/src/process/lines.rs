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

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The server answered with an error.
    Refused(RpcError),
    /// The server's output ended, or it can no longer be read or written.
    Gone,
    /// The same, before the request was on its way: it has not run.
    NotSent,
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
    outgoing: Mutex<Option<mpsc::UnboundedSender<Value>>>,
    /// How many messages wait to be written.
    unwritten: Arc<AtomicUsize>,
    waiting: Mutex<Waiting>,
    next_id: AtomicU64,
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
        let unwritten = Arc::new(AtomicUsize::new(0));
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
        {
            let mut waiting = self.shared.waiting();
            // Whoever was asked to end hears nothing more.
            if waiting.over || self.shared.outgoing.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
                return Err(Failure::NotSent);
            }
            waiting.requests.insert(id, Request { reply, progress });
        }
        let mut pending = Pending { shared: &self.shared, id, cancels: method != "initialize", answered: false };
        self.shared.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
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
        self.shared.send(json!({"jsonrpc": "2.0", "method": method}));
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

    fn send(&self, message: Value) {
        if let Some(outgoing) = &*self.outgoing.lock().unwrap_or_else(PoisonError::into_inner) {
            self.unwritten.fetch_add(1, Ordering::Relaxed);
            // A closed channel means a closed pipe: the reader notices the end.
            let _ = outgoing.send(message);
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
            (Some(_), Some(_)) if self.unwritten.load(Ordering::Relaxed) >= ANSWERS => {}
            (Some(method), Some(id)) => self.send(answer_to(method, id)),
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
            self.shared.send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
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
    mut messages: mpsc::UnboundedReceiver<Value>,
    unwritten: Arc<AtomicUsize>,
) {
    while let Some(message) = messages.recv().await {
        unwritten.fetch_sub(1, Ordering::Relaxed);
        let mut line = message.to_string();
        line.push('\n');
        if input.write_all(line.as_bytes()).await.is_err() || input.flush().await.is_err() {
            return;
        }
    }
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
