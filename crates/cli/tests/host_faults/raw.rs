//! A client that speaks the socket's lines itself, well or badly.
//!
//! It knows the protocol as a frozen copy, so that a change of our types that another
//! version would notice is noticed here.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Home;
use crate::seen::note;

pub(crate) struct Raw {
    stream: UnixStream,
    lines: BufReader<UnixStream>,
    next: u64,
}

/// What a client says first, as protocol 1 has it.
pub(crate) fn hello(token: &str, role: Value) -> Value {
    json!({"protocol": 1, "oldest": 1, "version": "0.1.0", "token": token, "role": role})
}

/// The secret of a home's host.
pub(crate) fn token(home: &Home) -> String {
    note(home.path()).expect("a note")["token"].as_str().expect("a token").to_owned()
}

impl Raw {
    /// Connects and says nothing.
    pub(crate) fn connected(home: &Home) -> Self {
        let note = note(home.path()).expect("a note");
        let stream = UnixStream::connect(note["endpoint"].as_str().expect("an endpoint")).expect("a host listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit");
        let lines = BufReader::new(stream.try_clone().expect("a second handle"));
        Self { stream, lines, next: 0 }
    }

    /// Connects as somebody who may.
    pub(crate) fn greeted(home: &Home, role: Value) -> Self {
        let mut raw = Self::connected(home);
        assert!(raw.greet(&hello(&token(home), role)).get("welcome").is_some());
        raw
    }

    /// Connects as a command.
    pub(crate) fn command(home: &Home) -> Self {
        Self::greeted(home, json!("command"))
    }

    pub(crate) fn greet(&mut self, hello: &Value) -> Value {
        self.say(hello);
        self.heard().expect("a greeting")
    }

    /// The same, where the host may be quicker to refuse than to listen.
    pub(crate) fn try_greet(&mut self, hello: &Value) -> Value {
        self.try_write(format!("{hello}\n").as_bytes());
        self.heard().unwrap_or_default()
    }

    pub(crate) fn say(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes());
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("the host reads");
    }

    /// Writes what may not be taken to its end; whether it was.
    pub(crate) fn try_write(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).is_ok()
    }

    /// Asks on and on without reading an answer, as long as the host listens and the test
    /// goes on; how often.
    pub(crate) fn nag(&mut self, ending: &AtomicBool) -> u64 {
        self.stream.set_nonblocking(true).expect("a mode");
        while !ending.load(Ordering::Relaxed) {
            self.next += 1;
            let text = "x".repeat(8_000);
            let call = json!({"bridge": "toy", "tool": "echo", "arguments": {"text": text}});
            let asks = format!("{}\n", json!({"ask": {"id": self.next, "ask": {"call": call}}}));
            let mut rest = asks.as_bytes();
            while !rest.is_empty() && !ending.load(Ordering::Relaxed) {
                match self.stream.write(rest) {
                    Ok(count) => rest = &rest[count..],
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                    Err(_) => return self.next,
                }
                // Slowly enough to be no flood, which is let go.
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        self.next
    }

    /// The next line; `None` where the host has ended the connection.
    pub(crate) fn heard(&mut self) -> Option<Value> {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(serde_json::from_str(&line).expect("a message")),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => None,
            Err(error) => panic!("nothing heard: {error}"),
        }
    }

    /// Whether the host ends the connection without a word more.
    pub(crate) fn is_let_go(&mut self) -> bool {
        let mut rest = Vec::new();
        let _ = self.lines.read_to_end(&mut rest);
        rest.is_empty()
    }

    /// Asks, and the answer.
    pub(crate) fn ask(&mut self, ask: &Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.say(&json!({"ask": {"id": id, "ask": ask}}));
        loop {
            let mut line = self.heard().expect("the host answers");
            if line["told"]["id"] == id {
                return line["told"]["told"].take();
            }
        }
    }

    /// Calls a tool of `toy`.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.ask(&json!({"call": {"bridge": "toy", "tool": tool, "arguments": arguments}}))
    }

    /// How everything stands.
    pub(crate) fn status(&mut self) -> Value {
        self.ask(&json!("status"))["snapshot"].take()
    }

    /// How `toy` stands.
    pub(crate) fn toy(&mut self) -> Value {
        let mut snapshot = self.status();
        let bridges = snapshot["bridges"].as_array_mut().expect("bridges");
        bridges.iter_mut().find(|bridge| bridge["id"] == "toy").map_or(Value::Null, Value::take)
    }

    /// Begins to watch; what it sees is thrown away by the next question.
    pub(crate) fn watch(&mut self) {
        self.say(&json!({"ask": {"id": 1_000_000, "ask": "watch"}}));
    }

    /// Waits until `toy` stands so; how long that took.
    pub(crate) fn until_toy(&mut self, patience: Duration, what: &str, is_so: impl Fn(&Value) -> bool) -> Duration {
        let begin = Instant::now();
        loop {
            let toy = self.toy();
            if is_so(&toy) {
                return begin.elapsed();
            }
            assert!(begin.elapsed() < patience, "not within {patience:?}: {what}; it stands so: {toy:#}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
