//! A small MCP server, a message a line: what every runtime of ours is to its host.
//!
//! Pings are answered while calls run. At the end of input it is over at once: calls
//! that still run are nobody's any more.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bascule_core::bridge::{BridgeManifest, Tool};
use serde_json::{Map, Value, json};

use crate::lines::{Line, next_line};
use bascule_host::call::{CallProblem, structured};

/// The revisions it speaks, the newest first.
pub const REVISIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// What a server is: its name, its tools, its limits.
pub struct Card {
    /// What it calls itself.
    pub name: String,
    /// Its tools. Arguments are checked by their schemas before a call is answered.
    pub tools: Arc<[Tool]>,
    /// What it takes at most.
    pub limits: Limits,
}

/// What a server takes at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of one message.
    pub line: usize,
    /// The calls at a time.
    pub calls: usize,
}

/// A call whose arguments fit the schema of its tool.
#[derive(Clone, Debug)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// What came with it in `_meta`.
    pub meta: Map<String, Value>,
}

/// The condition of a runtime, as its host is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It answers.
    Ready,
    /// It answers once this is there.
    Waiting(String),
    /// It answers, but not as it should.
    Degraded(String),
}

/// What answers the calls: the structured result, or a problem. It may take its time:
/// no other call waits for its thread, and several run at a time.
pub type Ask = dyn Fn(&Call) -> Result<Value, CallProblem> + Send + Sync;

impl Card {
    /// The server of a bridge whose tools are ours.
    pub fn of(manifest: &BridgeManifest) -> Self {
        Self {
            name: format!("bascule-{}", manifest.id),
            tools: Arc::clone(&manifest.tools),
            limits: Limits { line: 16 << 20, calls: 256 },
        }
    }
}

/// Says things to the host. Cheap to clone.
#[derive(Clone)]
pub struct Voice(Arc<Mutex<Box<dyn Write + Send>>>);

impl Voice {
    /// A voice that writes there.
    pub fn over(output: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Box::new(output))))
    }

    /// Tells the condition of this runtime.
    pub fn report(&self, state: &State) {
        let params = match state {
            State::Ready => json!({"state": "ready"}),
            State::Waiting(wanted) => json!({"state": "waiting", "for": wanted}),
            State::Degraded(cause) => json!({"state": "degraded", "cause": cause}),
        };
        self.say(&json!({"jsonrpc": "2.0", "method": "notifications/bascule/state", "params": params}));
    }

    fn say(&self, message: &Value) {
        let mut line = message.to_string();
        line.push('\n');
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A host that is gone has closed our input too.
        let _ = output.write_all(line.as_bytes()).and_then(|()| output.flush());
    }

    fn answer(&self, id: &Value, outcome: Outcome) {
        self.say(&match outcome {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err((code, message)) => json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}),
        });
    }
}

/// The result of a request, or the number and the words of its error.
type Outcome = Result<Value, (i32, String)>;

const UNREADABLE: i32 = -32_700;
const NO_REQUEST: i32 = -32_600;
const NO_METHOD: i32 = -32_601;
const BAD_PARAMS: i32 = -32_602;
/// Of the numbers that are left to servers.
const BUSY: i32 = -32_000;

/// Serves until the input ends.
pub fn serve(card: Card, ask: Arc<Ask>, mut input: impl BufRead, voice: Voice) -> io::Result<()> {
    let limit = card.limits.line;
    let server = Server { card: Arc::new(card), ask, voice, running: Arc::default() };
    while let Some(line) = next_line(&mut input, limit)? {
        match line {
            Line::TooLong => {
                let words = format!("a message is longer than {limit} bytes");
                server.voice.answer(&Value::Null, Err((NO_REQUEST, words)));
            }
            Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => {}
            Line::Whole(line) => match serde_json::from_slice::<Value>(&line) {
                Ok(message) => server.receive(message),
                Err(error) => server.voice.answer(&Value::Null, Err((UNREADABLE, format!("not JSON: {error}")))),
            },
        }
    }
    Ok(())
}

struct Server {
    card: Arc<Card>,
    ask: Arc<Ask>,
    voice: Voice,
    running: Arc<Running>,
}

/// The calls that run, by their ids as they are written; each is wanted until it is
/// cancelled.
#[derive(Default)]
struct Running(Mutex<BTreeMap<String, bool>>);

impl Running {
    fn calls(&self) -> MutexGuard<'_, BTreeMap<String, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    fn receive(&self, message: Value) {
        let refused = |words: &str| Err((NO_REQUEST, words.to_owned()));
        let Value::Object(mut message) = message else {
            return self.voice.answer(&Value::Null, refused("a message is one object"));
        };
        let id = message.remove("id");
        let plain = |id: &Value| id.is_string() || id.is_i64() || id.is_u64();
        let told = id.as_ref().filter(|id| plain(id)).cloned().unwrap_or(Value::Null);
        if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return self.voice.answer(&told, refused("it does not say \"jsonrpc\": \"2.0\""));
        }
        let method = match message.get("method") {
            Some(Value::String(method)) => method.clone(),
            // We ask nothing, so no answer is for us.
            None if message.contains_key("result") || message.contains_key("error") => return,
            None | Some(_) => return self.voice.answer(&told, refused("it names no method")),
        };
        let params = match message.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            // A notification is never answered, right or wrong.
            Some(_) if id.is_none() => return,
            Some(_) => return self.voice.answer(&told, Err((BAD_PARAMS, "params is not an object".to_owned()))),
        };
        match id {
            None => self.heed(&method, &params),
            Some(id) if !plain(&id) => self.voice.answer(&told, refused("an id is a text or a whole number")),
            Some(id) => self.request(id, &method, params),
        }
    }

    fn heed(&self, method: &str, params: &Map<String, Value>) {
        match method {
            "notifications/initialized" => self.voice.report(&State::Ready),
            "notifications/cancelled" => {
                let id = params.get("requestId").map(Value::to_string).unwrap_or_default();
                if let Some(wanted) = self.running.calls().get_mut(&id) {
                    *wanted = false;
                }
            }
            _ => {}
        }
    }

    fn request(&self, id: Value, method: &str, params: Map<String, Value>) {
        let outcome = match method {
            "initialize" => Ok(self.opening(&params)),
            "ping" => Ok(json!({})),
            "tools/list" => {
                let tools = self.card.tools.iter().map(|tool| Value::Object(tool.listed().clone()));
                Ok(json!({"tools": tools.collect::<Vec<_>>()}))
            }
            "tools/call" => match self.begin(&id, params) {
                Ok(None) => return,
                Ok(Some(result)) => Ok(result),
                Err(refusal) => Err(refusal),
            },
            _ => Err((NO_METHOD, format!("unknown method {method:?}"))),
        };
        self.voice.answer(&id, outcome);
    }

    fn opening(&self, params: &Map<String, Value>) -> Value {
        let asked = params.get("protocolVersion").and_then(Value::as_str).unwrap_or_default();
        let spoken = REVISIONS.into_iter().find(|known| *known == asked).unwrap_or(REVISIONS[0]);
        json!({
            "protocolVersion": spoken,
            "capabilities": {"tools": {}},
            "serverInfo": {"name": self.card.name, "version": env!("CARGO_PKG_VERSION")},
        })
    }

    /// Starts a call; its answer where it is known at once, `None` where it follows.
    fn begin(&self, id: &Value, mut params: Map<String, Value>) -> Result<Option<Value>, (i32, String)> {
        let bad = |words: &str| (BAD_PARAMS, words.to_owned());
        let object = |value: Option<Value>, bad| match value {
            None => Ok(Map::new()),
            Some(Value::Object(map)) => Ok(map),
            Some(_) => Err(bad),
        };
        let name = params.get("name").and_then(Value::as_str).ok_or_else(|| bad("name is not a text"))?.to_owned();
        let arguments = object(params.remove("arguments"), bad("arguments is not an object"))?;
        let meta = object(params.remove("_meta"), bad("_meta is not an object"))?;
        let Some(tool) = self.card.tools.iter().find(|tool| tool.name == name) else {
            let known = self.card.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().join(", ");
            return Err((BAD_PARAMS, format!("unknown tool {name:?}; known are: {known}")));
        };
        if let Err(problem) = tool.check(&arguments) {
            return Ok(Some(CallProblem::of_arguments(&name, &problem).as_result()));
        }
        self.admit(id)?;
        let (ask, voice, running) = (Arc::clone(&self.ask), self.voice.clone(), Arc::clone(&self.running));
        let (call, own_id) = (Call { tool: name, arguments, meta }, id.clone());
        let run = move || {
            let asked = catch_unwind(AssertUnwindSafe(|| ask(&call)));
            let result = match asked.unwrap_or_else(|_| Err(CallProblem::of_our_fault())) {
                Ok(value) => structured(value),
                Err(problem) => problem.as_result(),
            };
            if running.calls().remove(&own_id.to_string()) == Some(true) {
                voice.answer(&own_id, Ok(result));
            }
        };
        // One that idles is taken: to make and end a thread takes longer than most calls.
        blocking::unblock(run).detach();
        Ok(None)
    }

    fn admit(&self, id: &Value) -> Result<(), (i32, String)> {
        let most = self.card.limits.calls;
        let mut calls = self.running.calls();
        if calls.contains_key(&id.to_string()) {
            return Err((NO_REQUEST, format!("a call with the id {id} still runs")));
        }
        if calls.len() >= most {
            return Err((BUSY, format!("{most} calls run already; call again when one of them is answered")));
        }
        calls.insert(id.to_string(), true);
        Ok(())
    }
}
