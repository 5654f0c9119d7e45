//! A client of the adapter that an entry starts: one question, one answer.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

pub(crate) struct Adapter {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Adapter {
    /// Starts what an entry starts, with no environment but PATH.
    pub(crate) fn start(launcher: &Path) -> Self {
        let mut child = Command::new(launcher)
            .args(["mcp", "bascule", "--for", "cursor"])
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the launcher starts");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Self { child, input, output: BufReader::new(output), asked: 0 }
    }

    /// Opens the conversation.
    pub(crate) fn open(&mut self) -> Value {
        let client = json!({"name": "test", "version": "1"});
        let opening = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        let opened = self.ask("initialize", &opening);
        writeln!(self.input, "{}", json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).expect("heard");
        opened
    }

    /// The names of its tools.
    pub(crate) fn tools(&mut self) -> Vec<String> {
        let listed = self.ask("tools/list", &json!({}));
        let tools = listed["tools"].as_array().unwrap_or_else(|| panic!("no tools: {listed}"));
        tools.iter().map(|tool| tool["name"].as_str().expect("a name").to_owned()).collect()
    }

    /// The result of a call without arguments.
    pub(crate) fn call(&mut self, tool: &str) -> Value {
        self.ask("tools/call", &json!({"name": tool, "arguments": {}}))
    }

    /// Closes its input and waits for its end.
    pub(crate) fn end(self) {
        let Self { mut child, input, .. } = self;
        drop(input);
        assert!(child.wait().expect("ended").success());
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let request = json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params});
        self.asked += 1;
        writeln!(self.input, "{request}").expect("it reads");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("no answer to {method}: {line:?}"));
        answer["result"].clone()
    }
}
