//! Many adapters that call without pause.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Home, runs};

/// What the calls of a crowd came to.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Answered as they should be.
    pub(crate) answered: usize,
    /// Cut off, and said so.
    pub(crate) cut_off: usize,
    /// The most that were cut off of one adapter.
    pub(crate) most_cut_off: usize,
    /// Answered otherwise.
    pub(crate) other: Vec<String>,
    /// Never answered.
    pub(crate) unanswered: usize,
}

/// Adapters that call `echo` one after the other.
pub(crate) struct Crowd {
    ending: Arc<AtomicBool>,
    members: Vec<(Arc<Mutex<Newest>>, JoinHandle<Tally>)>,
}

/// What one adapter came to last.
#[derive(Default)]
struct Newest {
    /// When the newest call was made that has its right answer.
    answered: Option<Instant>,
    /// When it was told last that there are other tools.
    told: Option<Instant>,
}

impl Crowd {
    /// So many adapters, started in the same moment.
    pub(crate) fn calling(home: &Home, count: usize) -> Self {
        Self::through(Path::new(env!("CARGO_BIN_EXE_bascule")), home, count)
    }

    /// The same, each started through this program.
    pub(crate) fn through(program: &Path, home: &Home, count: usize) -> Self {
        let ending = Arc::new(AtomicBool::new(false));
        let start = Arc::new(std::sync::Barrier::new(count));
        let members = (0..count).map(|number| {
            let last = Arc::new(Mutex::new(Newest::default()));
            let (home, program) = (home.clone(), program.to_owned());
            let (ending, start, noted) = (Arc::clone(&ending), Arc::clone(&start), Arc::clone(&last));
            (
                last,
                std::thread::spawn(move || {
                    start.wait();
                    call(&program, &home, number, &ending, &noted)
                }),
            )
        });
        Self { ending: Arc::clone(&ending), members: members.collect() }
    }

    /// Waits until each member got a right answer to a call it made after this moment;
    /// how long the last one took.
    pub(crate) fn all_answered_since(&self, since: Instant, patience: Duration) -> Duration {
        self.all_since(since, patience, "got no answer", |newest| newest.answered)
    }

    /// Waits until each member was told after this moment that there are other tools; how
    /// long the last one took.
    pub(crate) fn all_told_since(&self, since: Instant, patience: Duration) -> Duration {
        self.all_since(since, patience, "were told of no other tools", |newest| newest.told)
    }

    fn all_since(
        &self,
        since: Instant,
        patience: Duration,
        what: &str,
        when: impl Fn(&Newest) -> Option<Instant>,
    ) -> Duration {
        loop {
            let slow = self.members.iter().filter(|(last, _)| {
                let last = last.lock().expect("a member lives");
                when(&last).is_none_or(|last| last <= since)
            });
            let slow = slow.count();
            if slow == 0 {
                return since.elapsed();
            }
            assert!(since.elapsed() < patience, "{slow} adapters {what} within {patience:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Ends them all.
    pub(crate) fn end(self) -> Tally {
        self.ending.store(true, Ordering::Relaxed);
        let mut whole = Tally::default();
        for (_, member) in self.members {
            let tally = member.join().expect("a member");
            whole.answered += tally.answered;
            whole.cut_off += tally.cut_off;
            whole.most_cut_off = whole.most_cut_off.max(tally.cut_off);
            whole.unanswered += tally.unanswered;
            whole.other.extend(tally.other);
        }
        whole
    }
}

/// One adapter, and what it came to last.
fn call(program: &Path, home: &Home, number: usize, ending: &AtomicBool, last: &Mutex<Newest>) -> Tally {
    let mut adapter: Child = Command::new(program)
        .args(["mcp", "toy", "--for", "test"])
        .env("BASCULE_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("an adapter");
    let mut input = adapter.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(adapter.stdout.take().expect("a pipe")).lines();
    let mut say = |message: Value| writeln!(input, "{message}").expect("the adapter reads");
    let client =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    say(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": client}));
    lines.next().expect("an answer").expect("a line");
    say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let mut tally = Tally::default();
    for id in 1_u64.. {
        if ending.load(Ordering::Relaxed) {
            break;
        }
        let mine = json!([number, id]);
        let params = json!({"name": "echo", "arguments": {"mine": mine}});
        let made = Instant::now();
        say(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
        // Words about tools may come in between; an answer of another number may not.
        let answer = loop {
            let Some(Ok(line)) = lines.next() else {
                tally.unanswered += 1;
                adapter.wait().expect("an adapter");
                return tally;
            };
            let message: Value = serde_json::from_str(&line).expect("a message");
            if message["method"] == "notifications/tools/list_changed" {
                last.lock().expect("nobody panicked").told = Some(Instant::now());
            }
            if message.get("method").is_none() {
                assert_eq!(message["id"], id, "{message}");
                break message;
            }
        };
        if answer["result"]["structuredContent"][0]["mine"] == mine {
            tally.answered += 1;
            last.lock().expect("nobody panicked").answered = Some(made);
        } else if answer.to_string().contains("may have run, and was not sent again") {
            tally.cut_off += 1;
        } else {
            tally.other.push(answer.to_string());
        }
    }
    drop(input);
    // Whatever follows would be an answer nobody asked for.
    tally.other.extend(lines.map_while(Result::ok).filter(|line| !line.contains("\"method\"")));
    adapter.wait().expect("an adapter");
    tally
}

/// The process of a home's host.
pub(crate) fn host_pid(home: &Home) -> Option<u32> {
    let until = Instant::now() + Duration::from_secs(5);
    loop {
        let note = std::fs::read_to_string(home.path().join("instances/host.json")).unwrap_or_default();
        let pid = serde_json::from_str::<Value>(&note).ok().and_then(|note| note["pid"].as_u64());
        match pid.filter(|pid| runs(*pid)) {
            Some(pid) => return u32::try_from(pid).ok(),
            None if Instant::now() > until => return None,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Sends a signal.
pub(crate) fn kill(pid: u32, how: &str) {
    let killed = Command::new("kill").args([format!("-{how}"), pid.to_string()]).status().expect("kill");
    assert!(killed.success());
}

/// Waits until these processes are gone.
pub(crate) fn gone(pids: &[u32]) {
    let until = Instant::now() + Duration::from_secs(10);
    while pids.iter().any(|pid| runs(u64::from(*pid))) {
        assert!(Instant::now() < until, "{pids:?} still run");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Every host process of a home, whether or not its note says so.
pub(crate) fn hosts_of(home: &Home) -> Vec<u32> {
    let is_mine = |variable: &[u8]| {
        let folder = variable.strip_prefix(b"BASCULE_HOME=").map(String::from_utf8_lossy);
        folder.is_some_and(|folder| Path::new(folder.as_ref()) == home.path())
    };
    let processes = std::fs::read_dir("/proc").expect("processes").filter_map(Result::ok);
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| {
        let read = |name: &str| std::fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
        let words = read("cmdline");
        let words: Vec<&[u8]> = words.split(|byte| *byte == 0).collect();
        let is_host = words.len() > 2 && words[1] == b"host" && words[2] == b"run";
        is_host && read("environ").split(|byte| *byte == 0).any(is_mine)
    })
    .collect()
}
