//! A conversation with a server we started: opened, its tools listed, closed.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use bascule_core::bridge::Tool;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use super::child::{Child, End, Log};
use super::lines::{Failure, Lines, Remark};
use super::start::Start;
use crate::call::Progress;

/// The newest revision that opens with `initialize`.
const WITH_INITIALIZE: &str = "2025-11-25";

/// The revision without `initialize`: every request describes its client.
const STATELESS: &str = "2026-07-28";

/// The most pages of tools that are asked for.
const PAGES: usize = 64;

/// A server that runs, not yet spoken to.
pub struct Session {
    child: Child,
    lines: Lines,
}

/// How a server answered the opening.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The protocol revision both speak.
    pub protocol: String,
    /// What the server calls itself: name and version, empty where it says nothing.
    pub server: (String, String),
    /// What it tells a client to know.
    pub instructions: Option<String>,
}

impl Session {
    /// Starts the server. The receiver hears what it says unasked.
    pub fn start(start: &Start, log: Log) -> io::Result<(Self, mpsc::Receiver<Remark>)> {
        let (child, input, output) = Child::start(start, log)?;
        let (told, remarks) = mpsc::channel(8);
        let lines = Lines::over(input, output, told);
        let watched = lines.clone();
        let end = child.end();
        tokio::spawn(async move {
            end.await;
            // What it wrote before it ended is still in the pipe; a process that
            // left the tree may hold that pipe open for ever.
            tokio::time::sleep(LAST_LINES).await;
            watched.give_up();
        });
        Ok((Self { child, lines }, remarks))
    }

    /// Opens the conversation: with `initialize`, and without it where the server
    /// refuses that.
    pub async fn open(&self) -> Result<Opening, Failure> {
        let client = json!({"name": "bascule", "version": env!("CARGO_PKG_VERSION")});
        let params = json!({"protocolVersion": WITH_INITIALIZE, "capabilities": {}, "clientInfo": client});
        match self.lines.request("initialize", object(params), None).await {
            Ok(result) => {
                self.lines.notify("notifications/initialized");
                let protocol = result.get("protocolVersion").and_then(Value::as_str).unwrap_or_default().to_owned();
                Ok(Opening {
                    protocol,
                    server: server_of(result.get("serverInfo")),
                    instructions: instructions_of(&result),
                })
            }
            Err(Failure::Refused(refusal)) => {
                let discovered = self.lines.request("server/discover", described(Map::new()), None).await;
                let result = discovered.map_err(|_| Failure::Refused(refusal))?;
                let info = result.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"));
                let (protocol, instructions) = (STATELESS.to_owned(), instructions_of(&result));
                Ok(Opening { protocol, server: server_of(info), instructions })
            }
            Err(gone @ (Failure::Gone | Failure::NotSent | Failure::Busy)) => Err(gone),
        }
    }

    /// Lists the server's tools, every page of them, with every key.
    ///
    /// Leaves out what no client could call: a tool without a name or schema, and
    /// a second one of a name.
    pub async fn list_tools(&self, opening: &Opening) -> Result<Vec<Tool>, Failure> {
        let mut tools: Vec<Tool> = Vec::new();
        let mut names = BTreeSet::new();
        let mut params = Map::new();
        for _ in 0..PAGES {
            let page = self.lines.request("tools/list", opening.in_form(params), None).await?;
            let listed = page.get("tools").and_then(Value::as_array).into_iter().flatten();
            let listed = listed.filter_map(|tool| Tool::foreign(tool.as_object()?.clone()).ok());
            tools.extend(listed.filter(|tool| names.insert(tool.name.clone())));
            match page.get("nextCursor").filter(|cursor| cursor.is_string()) {
                Some(cursor) => params = object(json!({"cursor": cursor})),
                None => break,
            }
        }
        Ok(tools)
    }

    /// Calls a tool; the result is exactly what the server answered.
    pub async fn call(
        &self,
        opening: &Opening,
        name: &str,
        arguments: Map<String, Value>,
        meta: Map<String, Value>,
        progress: Option<mpsc::Sender<Progress>>,
    ) -> Result<Value, Failure> {
        let mut params = object(json!({"name": name, "arguments": arguments}));
        if !meta.is_empty() {
            params.insert("_meta".into(), meta.into());
        }
        self.lines.request("tools/call", opening.in_form(params), progress).await
    }

    /// Whether the server can no longer be spoken to.
    pub fn is_over(&self) -> bool {
        self.lines.is_over()
    }

    /// How the server ended, in words for "the server ...". Waits only a moment: a
    /// server may close its output and stay.
    pub async fn ending(&self) -> String {
        match tokio::time::timeout(LAST_LINES * 3, self.child.end()).await {
            Ok(end) => format!("ended ({end})"),
            Err(_) => "closed its output".to_owned(),
        }
    }

    /// What the server said when it did not speak the protocol: the last lines of
    /// its standard error, then the first line of its output that was no message.
    pub fn last_words(&self) -> Vec<String> {
        let noise = self.lines.noise().map(|line| format!("(printed where only MCP may stand) {line}"));
        self.child.last_words().into_iter().chain(noise).collect()
    }

    /// Asks for a sign of life; an error is one, too.
    pub async fn ping(&self, opening: &Opening) -> bool {
        let pinged = self.lines.request("ping", opening.in_form(Map::new()), None).await;
        matches!(pinged, Ok(_) | Err(Failure::Refused(_)))
    }

    /// The process it runs in.
    pub fn pid(&self) -> Option<u32> {
        self.child.pid()
    }

    /// Closes the server's input, which asks it to end.
    pub fn hang_up(&self) {
        self.lines.hang_up();
    }

    /// Ends its whole process tree now.
    pub fn kill(&self) {
        self.child.kill();
    }

    /// Done when it has ended, with how.
    pub fn end(&self) -> impl Future<Output = End> + Send + use<> {
        self.child.end()
    }

    /// Closes the server's input, waits a moment, ends its process tree.
    pub async fn close(&self) {
        self.lines.hang_up();
        self.child.close().await;
    }
}

/// How long the rest of a dead server's output is still read.
const LAST_LINES: Duration = Duration::from_millis(100);

impl Opening {
    fn in_form(&self, params: Map<String, Value>) -> Map<String, Value> {
        if self.protocol == STATELESS { described(params) } else { params }
    }
}

/// The parameters with what a stateless server wants to know of its client.
fn described(mut params: Map<String, Value>) -> Map<String, Value> {
    let meta = params.entry("_meta").or_insert_with(|| json!({}));
    if let Some(meta) = meta.as_object_mut() {
        meta.insert("io.modelcontextprotocol/protocolVersion".into(), STATELESS.into());
        meta.insert("io.modelcontextprotocol/clientCapabilities".into(), json!({}));
        let client = json!({"name": "bascule", "version": env!("CARGO_PKG_VERSION")});
        meta.insert("io.modelcontextprotocol/clientInfo".into(), client);
    }
    params
}

fn server_of(info: Option<&Value>) -> (String, String) {
    let text = |key| info.and_then(|info| info.get(key)).and_then(Value::as_str).unwrap_or_default().to_owned();
    (text("name"), text("version"))
}

fn instructions_of(result: &Value) -> Option<String> {
    result.get("instructions").and_then(Value::as_str).map(str::to_owned)
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}
