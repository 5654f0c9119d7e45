//! A keeper with a server, as the host would have it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sysinfo::{ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind};

pub(crate) struct Kept {
    keeper: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    log: JoinHandle<()>,
    /// What every process of the server has in its arguments.
    pub(crate) tag: String,
    asked: u64,
    hung_up: Instant,
}

impl Kept {
    pub(crate) fn misbehaving(manners: &[&str]) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let tag = format!("--tag=kept-{}-{}.", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut keeper = Command::new(example("keep"))
            .arg(example("misbehaving_server"))
            .args(manners)
            .arg(&tag)
            .env("BASCULE_HOME", "/nowhere")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the keeper starts");
        let input = keeper.stdin.take();
        let output = BufReader::new(keeper.stdout.take().expect("a pipe"));
        let mut log = keeper.stderr.take().expect("a pipe");
        let log = std::thread::spawn(move || drop(std::io::copy(&mut log, &mut std::io::sink())));
        Self { keeper, input, output, log, tag, asked: 0, hung_up: Instant::now() }
    }

    /// Asks and waits for the result; lines that are no answer to it are passed over.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.tell(method, params);
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.output.read_line(&mut line).expect("text") > 0, "the output ended before {method}");
            let Ok(mut message) = serde_json::from_str::<Value>(&line) else { continue };
            if message["id"] == self.asked {
                return message["result"].take();
            }
        }
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.asked += 1;
        let message = json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params});
        let input = self.input.as_mut().expect("not hung up");
        writeln!(input, "{message}").and_then(|()| input.flush()).expect("the keeper reads");
        self.hung_up = Instant::now();
    }

    pub(crate) fn hang_up(&mut self) {
        self.hung_up = Instant::now();
        self.input = None;
    }

    #[cfg(unix)]
    pub(crate) fn signal(&mut self, signal: rustix::process::Signal) {
        self.hung_up = Instant::now();
        let pid = rustix::process::Pid::from_child(&self.keeper);
        rustix::process::kill_process(pid, signal).expect("it runs");
    }

    /// How many processes the keeper is the parent of, those that nobody reaped too.
    #[cfg(target_os = "linux")]
    pub(crate) fn children(&self) -> usize {
        let mut system = System::new().expect("a list of processes");
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, ProcessRefreshKind::nothing());
        let own = sysinfo::Pid::from_u32(self.keeper.id());
        system.processes().values().filter(|process| process.parent() == Some(own)).count()
    }

    /// The keeper's exit code, and how long it took from the last word to it.
    pub(crate) fn ended(&mut self) -> (i32, Duration) {
        let status = self.keeper.wait().expect("the keeper ends");
        (status.code().expect("a code"), self.hung_up.elapsed())
    }
}

impl Kept {
    /// Whether any process has the log open, which all of them inherit: so none is
    /// overlooked that leaves a list between two looks.
    pub(crate) fn is_anybody_left(&self) -> bool {
        let began = Instant::now();
        while !self.log.is_finished() && began.elapsed() < Duration::from_secs(1) {
            std::thread::sleep(Duration::from_millis(5));
        }
        !self.log.is_finished()
    }
}

/// Keeps a program over this input; its code, output and remarks.
pub(crate) fn piped(program: &str, arguments: &[&str], bytes: &[u8]) -> (i32, Vec<u8>, String) {
    let mut keeper = Command::new(example("keep"))
        .arg(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the keeper starts");
    let mut input = keeper.stdin.take().expect("a pipe");
    let mut output = keeper.stdout.take().expect("a pipe");
    let reading = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        output.read_to_end(&mut bytes).expect("bytes");
        bytes
    });
    // One that ends at once reads nothing.
    let _ = input.write_all(bytes);
    drop(input);
    let mut remarks = String::new();
    keeper.stderr.take().expect("a pipe").read_to_string(&mut remarks).expect("text");
    let code = keeper.wait().expect("it ends").code().expect("a code");
    (code, reading.join().expect("read"), remarks)
}

/// How many processes live that have this among their arguments.
pub(crate) fn marked(tag: &str) -> usize {
    let mut system = System::new().expect("a list of processes");
    let arguments_too = ProcessRefreshKind::nothing().with_cmd(UpdateKind::Always);
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, arguments_too);
    let living = system.processes().values().filter(|process| process.status() != ProcessStatus::Zombie);
    living.filter(|process| process.cmd().iter().any(|argument| argument.to_string_lossy() == tag)).count()
}

fn example(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a path of its own");
    let folder = own.parent().and_then(|deps| deps.parent()).expect("a target folder").join("examples");
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
