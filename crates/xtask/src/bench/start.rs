//! From the start of a server to its `initialize` reply, and its memory then.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::table::{Measure, Row};
use super::{Measured, Ours, peers};
use crate::shell::{Root, output};
use anyhow::{Context as _, Result, anyhow};

/// A server that does not answer within this long is not measured.
const PATIENCE: Duration = Duration::from_secs(30);

const START: &str = "start to `initialize` reply";
const THROUGH: &str = "start through the launcher to `initialize` reply";
const MEMORY: &str = "memory after it (resident)";

/// What a harness starts: the launcher, which becomes the engine.
const LAUNCHED: &str = "bascule, as its entries start it";

/// The peer that most servers are made like.
const NODE: &str = "server-everything on Node";

struct Server {
    whose: &'static str,
    program: Result<PathBuf>,
    args: Vec<String>,
    seen: Result<Vec<Seen>>,
}

type Pipes = (ChildStdin, BufReader<ChildStdout>);

struct Seen {
    milliseconds: f64,
    /// Where the system tells it.
    megabytes: Option<f64>,
}

/// Starts every server `runs` times, in turn, so that a busy moment hits all alike.
pub(super) fn measured(root: &Root, ours: &Ours, runs: usize) -> Measured {
    let home = tempfile::tempdir().map_err(|error| anyhow!("no throwaway home: {error}"))?;
    let everything = "@modelcontextprotocol/server-everything/dist/index.js";
    let node = peers::node(root).map(|modules| modules.join(everything));
    let mut servers = [
        Server::new("bascule", Ok(ours.bascule.clone()), &["mcp", "bascule"]),
        Server::new(LAUNCHED, installed(&ours.bascule, home.path()), &["mcp", "bascule"]),
        Server::new("a bare native server", Ok(ours.bare.clone()), &[]),
        Server::new(
            NODE,
            node.as_ref().map(|_| "node".into()).map_err(|failure| anyhow!("{failure:#}")),
            &[&node.as_ref().map(|path| path.display().to_string()).unwrap_or_default(), "stdio"],
        ),
        Server::new("a Python server", peers::python(root), &[&peers::python_server(root).display().to_string()]),
    ];
    // The first round warms the file cache and is not counted.
    for round in 0..=runs {
        for server in &mut servers {
            server.start_once(home.path(), round > 0);
        }
    }
    Ok(rows(&servers))
}

fn rows(servers: &[Server]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (what, aim) in [(START, 5.0), (MEMORY, 12.0)] {
        for server in servers {
            let measure = match &server.seen {
                Err(failure) => Measure::Missing(format!("{failure:#}")),
                Ok(_) if what == START => server.milliseconds(),
                Ok(seen) => match seen.iter().map(|it| it.megabytes).collect() {
                    Some(values) => Measure::Megabytes(values),
                    None => Measure::Missing("this system does not tell".into()),
                },
            };
            rows.push(match server.whose {
                "bascule" => Row::ours(what, measure, Some(aim)),
                whose => Row::peer(what, whose, measure),
            });
        }
    }
    for server in servers.iter().filter(|server| [LAUNCHED, NODE].contains(&server.whose)) {
        rows.push(match server.whose {
            LAUNCHED => Row::ours(THROUGH, server.milliseconds(), Some(6.0)),
            whose => Row::peer(THROUGH, whose, server.milliseconds()),
        });
    }
    rows
}

/// Puts our programs in place in a home; answers with the launcher.
fn installed(bascule: &Path, home: &Path) -> Result<PathBuf> {
    let mut install = Command::new(bascule);
    install.args(["self", "install", "--yes"]).env("HOME", home).env("BASCULE_HOME", home.join(".bascule"));
    output(install)?;
    Ok(home.join(format!(".bascule/bin/bascule{}", std::env::consts::EXE_SUFFIX)))
}

impl Server {
    fn milliseconds(&self) -> Measure {
        match &self.seen {
            Err(failure) => Measure::Missing(format!("{failure:#}")),
            Ok(seen) => Measure::Milliseconds(seen.iter().map(|it| it.milliseconds).collect()),
        }
    }

    fn new(whose: &'static str, program: Result<PathBuf>, args: &[&str]) -> Self {
        Self { whose, program, args: args.iter().map(|&arg| arg.to_owned()).collect(), seen: Ok(Vec::new()) }
    }

    fn start_once(&mut self, home: &Path, counted: bool) {
        let Ok(seen) = &mut self.seen else { return };
        let started = match &self.program {
            Ok(program) => start(program, &self.args, home),
            Err(failure) => Err(anyhow!("{failure:#}")),
        };
        match started {
            Ok(one) if counted => seen.push(one),
            Ok(_) => {}
            Err(failure) => self.seen = Err(failure),
        }
    }
}

fn start(program: &Path, args: &[String], home: &Path) -> Result<Seen> {
    let mut command = Command::new(program);
    command.args(args).env("HOME", home).env("BASCULE_HOME", home.join(".bascule"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let begin = Instant::now();
    let mut child = command.spawn().with_context(|| format!("{}", program.display()))?;
    let asked = ask(&mut child);
    let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
    let megabytes = resident(child.id());
    // A server ends when its pipes close, and then has no memory to weigh.
    let asked = asked.map(drop);
    // Whatever it answered, it is not needed any more; one that ends by itself is gone already.
    let ended = child.kill().and_then(|()| child.wait());
    asked?;
    ended.with_context(|| format!("{}", program.display()))?;
    Ok(Seen { milliseconds, megabytes })
}

/// Sends `initialize`, waits for its result, and gives the pipes back, still open.
fn ask(child: &mut Child) -> Result<Pipes> {
    let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(anyhow!("the server has no pipes"));
    };
    let (told, heard) = mpsc::channel();
    thread::spawn(move || told.send(exchange(stdin, stdout)));
    match heard.recv_timeout(PATIENCE) {
        Ok(answered) => answered,
        Err(_) => Err(anyhow!("no answer within {} s", PATIENCE.as_secs())),
    }
}

fn exchange(mut stdin: ChildStdin, stdout: ChildStdout) -> Result<Pipes> {
    let hello = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "bascule-bench", "version": "0" },
        },
    });
    writeln!(stdin, "{hello}").map_err(|error| anyhow!("it reads nothing: {error}"))?;
    let mut stdout = BufReader::new(stdout);
    for line in stdout.by_ref().lines() {
        let line = line.map_err(|error| anyhow!("it cannot be read: {error}"))?;
        let answer: Value = serde_json::from_str(&line).map_err(|_| anyhow!("not MCP: {line}"))?;
        if answer["id"] == 1 {
            return if answer["result"].is_object() { Ok((stdin, stdout)) } else { Err(anyhow!("refused: {line}")) };
        }
    }
    Err(anyhow!("it ended without an answer"))
}

/// The resident memory of a process, where the system tells it in a file.
pub(super) fn resident(id: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024.0 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(script: &str) -> Result<Seen> {
        let home = tempfile::tempdir().unwrap();
        start(Path::new("sh"), &["-c".to_owned(), script.to_owned()], home.path())
    }

    #[test]
    fn an_answer_is_timed_and_weighed() {
        let seen = started(r#"read line; echo '{"method":"log"}'; echo '{"id":1,"result":{}}'; read line"#).unwrap();
        assert!(seen.milliseconds > 0.0);
        assert_eq!(seen.megabytes.is_some(), cfg!(target_os = "linux"));
    }

    #[test]
    fn what_is_no_answer_is_not_measured() {
        for (script, why) in [
            ("read line; echo hello", "not MCP"),
            ("read line; exit 0", "without an answer"),
            (r#"read line; echo '{"id":1,"error":{}}'"#, "refused"),
        ] {
            let failure = started(script).err().unwrap().to_string();
            assert!(failure.contains(why), "{script}: {failure:#}");
        }
    }
}
