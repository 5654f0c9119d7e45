//! A client that speaks raw lines to the real binary.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// An end that waits for nothing: long before the calls that still run would end.
pub(crate) const PROMPT: std::time::Duration = std::time::Duration::from_secs(8);

/// How long any answer may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Value>,
    reader: Option<JoinHandle<()>>,
    deaf: Arc<AtomicBool>,
    stderr: Option<JoinHandle<String>>,
    pub(crate) home: Home,
}

/// A state folder, shared by its clones. Its background service ends with the last.
#[derive(Clone)]
pub(crate) struct Home(Arc<Folder>);

struct Folder {
    path: PathBuf,
    _kept: tempfile::TempDir,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self::below("")
    }

    /// At this path below a folder of its own.
    pub(crate) fn below(path: &str) -> Self {
        let kept = tempfile::tempdir().expect("a folder");
        let path = kept.path().join(path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(Arc::new(Folder { path, _kept: kept }))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }

    /// Runs a command over it; what it prints.
    #[cfg(target_os = "linux")]
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        bascule(self.path(), arguments)
    }
}

fn bascule(home: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bascule"));
    let output = command.args(arguments).env("BASCULE_HOME", home).output().expect("the program starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.path.join("host.lock").exists() {
            bascule(&self.path, &["host", "stop"]);
        }
    }
}

/// How the adapter ended.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) after: Duration,
    pub(crate) stderr: String,
    /// The messages nobody had read yet.
    pub(crate) rest: Vec<Value>,
}

impl Client {
    /// Starts the adapter for the built-in bridge.
    pub(crate) fn bascule() -> Self {
        Self::start("bascule", Home::new())
    }

    /// Starts the adapter for a `command` bridge before the toy server.
    pub(crate) fn toy(manner: &str) -> Self {
        Self::command(&toy_server(), &[manner], None)
    }

    /// Starts the adapter for a `command` bridge before any program.
    pub(crate) fn command(program: &str, args: &[&str], recorded: Option<&Value>) -> Self {
        Self::start("toy", home_with_toy(program, args, recorded))
    }

    /// Starts the runtime of a bridge, as the host does.
    pub(crate) fn runtime(bridge: &str, home: Home) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bascule"));
        command.args(["runtime", bridge]).env("BASCULE_HOME", home.path());
        Self::run(command, home)
    }

    /// Starts the adapter for mods in a folder.
    pub(crate) fn mods(folder: &Path, args: &[&str], home: Home) -> Self {
        let mut command = Self::adapter(Path::new(env!("CARGO_BIN_EXE_bascule")), "ra3-mod-xml", &home);
        command.args(args).current_dir(folder);
        Self::run(command, home)
    }

    fn start(bridge: &str, home: Home) -> Self {
        Self::run(Self::adapter(Path::new(env!("CARGO_BIN_EXE_bascule")), bridge, &home), home)
    }

    /// Starts this program as the adapter for a bridge.
    pub(crate) fn start_program(program: &Path, bridge: &str, home: Home) -> Self {
        Self::run(Self::adapter(program, bridge, &home), home)
    }

    fn adapter(program: &Path, bridge: &str, home: &Home) -> Command {
        let mut command = Command::new(program);
        command.args(["mcp", bridge, "--for", "test"]).env("BASCULE_HOME", home.path());
        command
    }

    fn run(mut command: Command, home: Home) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the adapter starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (heard, lines) = channel();
        let deaf = Arc::new(AtomicBool::new(false));
        let is_deaf = Arc::clone(&deaf);
        let reader = std::thread::spawn(move || {
            for line in output.lines() {
                if is_deaf.load(Ordering::Relaxed) {
                    // Keeps the pipe open, and full, until the adapter has ended. What
                    // is left in it may be cut in the middle of a message.
                    std::thread::park();
                    return;
                }
                let line = line.expect("text on standard output");
                let message: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line:.200}"));
                assert_eq!(message["jsonrpc"], "2.0", "no JSON-RPC: {line:.200}");
                // The test may have ended; what follows must still be messages.
                let _ = heard.send(message);
            }
        });
        let mut errors = child.stderr.take().expect("a pipe");
        let stderr = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = errors.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let input = child.stdin.take();
        Self { child, input, lines, reader: Some(reader), deaf, stderr: Some(stderr), home }
    }

    /// From now on nobody reads what the adapter writes.
    pub(crate) fn stop_reading(&self) {
        self.deaf.store(true, Ordering::Relaxed);
    }

    pub(crate) fn say_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("input is open");
        writeln!(input, "{line}").expect("the adapter reads");
        input.flush().expect("the adapter reads");
    }

    pub(crate) fn say(&mut self, message: &Value) {
        self.say_line(&message.to_string());
    }

    pub(crate) fn notify(&mut self, method: &str, params: &Value) {
        self.say(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    pub(crate) fn request(&mut self, id: u64, method: &str, params: &Value) {
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    /// The next message, whatever it is.
    pub(crate) fn next(&self) -> Value {
        self.lines.recv_timeout(PATIENCE).expect("a message in time")
    }

    /// The next message within `limit`, if one comes.
    pub(crate) fn within(&self, limit: Duration) -> Option<Value> {
        self.lines.recv_timeout(limit).ok()
    }

    /// The answer to `id`; notifications before it are dropped.
    pub(crate) fn answer(&self, id: u64) -> Value {
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
            assert!(message.get("method").is_some(), "an answer nobody waits for: {message}");
        }
    }

    pub(crate) fn ask(&mut self, id: u64, method: &str, params: &Value) -> Value {
        self.request(id, method, params);
        self.answer(id)
    }

    pub(crate) fn call(&mut self, id: u64, tool: &str, arguments: &Value) -> Value {
        self.ask(id, "tools/call", &json!({"name": tool, "arguments": arguments}))
    }

    /// Opens with `initialize` and returns its result.
    pub(crate) fn open(&mut self, revision: &str) -> Value {
        let params = json!({"protocolVersion": revision, "capabilities": {},
                            "clientInfo": {"name": "test", "version": "1"}});
        let answer = self.ask(0, "initialize", &params);
        self.notify("notifications/initialized", &json!({}));
        answer["result"].clone()
    }

    /// Opens as a client that works in these folders and says so when it is asked.
    pub(crate) fn open_at(&mut self, roots: &[String]) {
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {"roots": {"listChanged": true}},
                            "clientInfo": {"name": "test", "version": "1"}});
        self.ask(0, "initialize", &params);
        self.notify("notifications/initialized", &json!({}));
        self.name_roots(roots);
    }

    /// Waits to be asked for the folders, and names them.
    pub(crate) fn name_roots(&mut self, roots: &[String]) {
        let asked = self.next();
        assert_eq!(asked["method"], "roots/list", "{asked}");
        let roots: Vec<Value> = roots.iter().map(|uri| json!({"uri": uri})).collect();
        self.say(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": roots}}));
    }

    /// Waits until the tools of the bridge are listed, `name` among them.
    pub(crate) fn wait_for_tool(&mut self, name: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        for id in 900_000.. {
            let list = self.ask(id, "tools/list", &json!({}));
            if names_of(&list).iter().any(|known| known == name) {
                return list;
            }
            assert!(Instant::now() < deadline, "no tool {name} in time: {list}");
            std::thread::sleep(Duration::from_millis(10));
        }
        unreachable!("the loop has no end of its own")
    }

    /// Closes the input and waits for the end.
    pub(crate) fn close(mut self) -> Ended {
        let closed = Instant::now();
        drop(self.input.take());
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child to wait for") {
                break status;
            }
            assert!(closed.elapsed() < PATIENCE, "the adapter does not end");
            std::thread::sleep(Duration::from_millis(2));
        };
        let after = closed.elapsed();
        self.hear_the_rest();
        let stderr = self.stderr.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        Ended { code: status.code(), after, stderr, rest: self.lines.try_iter().collect() }
    }

    /// Fails the test when something on standard output was no message.
    fn hear_the_rest(&mut self) {
        let Some(reader) = self.reader.take() else { return };
        reader.thread().unpark();
        let pure = reader.join();
        if !std::thread::panicking() {
            pure.expect("nothing but messages on standard output");
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.hear_the_rest();
    }
}

/// A home with the bridge `toy`, a `command` bridge before any program.
pub(crate) fn home_with_toy(program: &str, args: &[&str], recorded: Option<&Value>) -> Home {
    let home = Home::new();
    add_toy(&home, program, args, recorded);
    home
}

/// Adds that bridge to a home.
pub(crate) fn add_toy(home: &Home, program: &str, args: &[&str], recorded: Option<&Value>) {
    let folder = home.path().join("bridges").join("toy");
    std::fs::create_dir_all(&folder).expect("a folder");
    let manifest = format!(
        "format = 1\nid = \"toy\"\nkind = \"command\"\nname = {{ en = \"Toy\", zh-CN = \"玩具\" }}\n\
         summary = {{ en = \"A toy.\", zh-CN = \"玩具。\" }}\n[command]\nprogram = {}\nargs = {}\n",
        json!(program),
        json!(args)
    );
    std::fs::write(folder.join("bridge.toml"), manifest).expect("a manifest");
    if let Some(recorded) = recorded {
        std::fs::write(folder.join("tools.json"), recorded.to_string()).expect("tools");
    }
}

/// The names in a `tools/list` answer.
pub(crate) fn names_of(list: &Value) -> Vec<String> {
    let tools = list["result"]["tools"].as_array().unwrap_or_else(|| panic!("no tools: {list}"));
    tools.iter().map(|tool| tool["name"].as_str().expect("a name").to_owned()).collect()
}

/// The text of a failed call.
pub(crate) fn problem_of(answer: &Value) -> String {
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
}

/// Where cargo put the toy server.
pub(crate) fn toy_server() -> String {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_bascule"));
    let path = binary.with_file_name("examples").join(format!("toy_server{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "run `cargo build -p bascule --example toy_server` first");
    path.to_str().expect("a readable path").to_owned()
}

/// Whether a process of this number runs (a zombie does not).
#[cfg(target_os = "linux")]
pub(crate) fn runs(pid: u64) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z')))
}
