//! The background service: what a call through it takes, and what it takes idle.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use serde_json::{Value, json};

use super::start::resident;
use super::table::{Measure, Row};
use super::{Measured, Ours};
use crate::shell::output;

/// How many calls are timed.
const CALLS: usize = 10_000;

/// How many of them make one 99th percentile.
const BATCH: usize = 1_000;

/// How many adapters are started at once.
const CROWD: usize = 50;

/// How long an idle host is watched.
const IDLE: Duration = Duration::from_secs(60);

const CALL: &str = "a call of a bridge of ours, half of them sooner";
const SLOW_CALL: &str = "a call of a bridge of ours, 99 of 100 sooner";
const FOREIGN: &str = "a call of another server behind us, half of them sooner";
const SLOW_FOREIGN: &str = "a call of another server behind us, 99 of 100 sooner";
const DIRECT: &str = "the same server, asked directly";

/// Measures calls through the host, and the host itself.
pub(super) fn measured(ours: &Ours, runs: usize) -> Measured {
    let home = Home::new(ours)?;
    let mut rows = Vec::new();
    let first = first_answers(&home, runs)?;
    rows.push(Row::ours("from no host to the first answer", Measure::Milliseconds(first), Some(100.0)));
    let (median, slow) = calls(&mut home.of_ours()?)?;
    let (foreign, foreign_slow) = calls(&mut home.adapter()?)?;
    let (direct, direct_slow) = calls(&mut Server::start(Command::new(&ours.bare), "nothing")?)?;
    rows.push(Row::ours(CALL, Measure::Milliseconds(median), Some(0.5)));
    rows.push(Row::ours(SLOW_CALL, Measure::Milliseconds(slow), Some(3.0)));
    rows.push(Row::ours(FOREIGN, Measure::Milliseconds(foreign), Some(0.5)));
    rows.push(Row::peer(FOREIGN, DIRECT, Measure::Milliseconds(direct)));
    rows.push(Row::ours(SLOW_FOREIGN, Measure::Milliseconds(foreign_slow), Some(3.0)));
    rows.push(Row::peer(SLOW_FOREIGN, DIRECT, Measure::Milliseconds(direct_slow)));
    rows.push(Row::ours("query, the whole program", Measure::Milliseconds(queries(&home, runs)?), Some(30.0)));
    rows.push(Row::ours("50 adapters at once, until each has its answer", Measure::Milliseconds(crowds(&home)?), None));
    rows.extend(idle(&home)?);
    Ok(rows)
}

/// A throwaway home with a bridge before the bare server.
struct Home {
    folder: tempfile::TempDir,
    bascule: PathBuf,
}

impl Home {
    fn new(ours: &Ours) -> Result<Self> {
        let folder = tempfile::tempdir().context("no throwaway home")?;
        let bridge = folder.path().join(".bascule/bridges/bare");
        fs::create_dir_all(&bridge)?;
        let manifest = format!(
            "format = 1\nid = \"bare\"\nkind = \"command\"\nname = {{ en = \"Bare\", zh-CN = \"空\" }}\n\
             summary = {{ en = \"Nothing.\", zh-CN = \"无。\" }}\n[command]\nprogram = {}\n",
            json!(ours.bare)
        );
        fs::write(bridge.join("bridge.toml"), manifest)?;
        Ok(Self { folder, bascule: ours.bascule.clone() })
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.bascule);
        let home = self.folder.path();
        command.args(words).env("HOME", home).env("BASCULE_HOME", home.join(".bascule"));
        command
    }

    fn adapter(&self) -> Result<Server> {
        Server::start(self.command(&["mcp", "bare", "--for", "bench"]), "nothing")
    }

    /// An adapter of a bridge whose runtime answers itself, with nothing to look up.
    fn of_ours(&self) -> Result<Server> {
        Server::start(self.command(&["mcp", "ra3-mod-xml", "--for", "bench"]), "list_projects")
    }

    fn stop(&self) -> Result<()> {
        output(self.command(&["host", "stop"])).map(drop)
    }

    fn host(&self) -> Result<u32> {
        let note = fs::read_to_string(self.folder.path().join(".bascule/instances/host.json"))?;
        let note: Value = serde_json::from_str(&note)?;
        note["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok()).ok_or_else(|| anyhow!("no host"))
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // It ends with its folder in any case.
        let _ = self.stop();
    }
}

/// A server that was opened.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
    /// The tool that is called.
    tool: &'static str,
}

impl Server {
    fn start(mut command: Command, tool: &'static str) -> Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(anyhow!("the server has no pipes"));
        };
        let mut server = Self { child, input, output: BufReader::new(output), next: 0, tool };
        let client = json!({"name": "bascule-bench", "version": "0"});
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        server.ask("initialize", &hello)?;
        writeln!(server.input, r#"{{"jsonrpc":"2.0","method":"notifications/initialized"}}"#)?;
        Ok(server)
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<()> {
        self.next += 1;
        let id = self.next;
        writeln!(self.input, "{}", json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(anyhow!("it ended without an answer"));
            }
            let answer: Value = serde_json::from_str(&line)?;
            if answer["id"] == id {
                let failed = answer["result"]["isError"] == true || !answer["result"].is_object();
                return if failed { Err(anyhow!("it failed: {line}")) } else { Ok(()) };
            }
        }
    }

    fn call(&mut self) -> Result<f64> {
        let begin = Instant::now();
        self.ask("tools/call", &json!({"name": self.tool, "arguments": {}}))?;
        Ok(begin.elapsed().as_secs_f64() * 1e3)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that ends by itself is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Each call's time, and of each batch the time that 99 of 100 stayed under.
fn calls(server: &mut Server) -> Result<(Vec<f64>, Vec<f64>)> {
    for _ in 0..100 {
        server.call()?;
    }
    let all: Vec<f64> = (0..CALLS).map(|_| server.call()).collect::<Result<_>>()?;
    let slow = all.chunks(BATCH).map(|batch| {
        let mut batch = batch.to_vec();
        batch.sort_by(f64::total_cmp);
        batch[batch.len() * 99 / 100]
    });
    let slow = slow.collect();
    Ok((all, slow))
}

fn first_answers(home: &Home, runs: usize) -> Result<Vec<f64>> {
    // The first round warms the file cache and is not counted.
    let mut times = Vec::new();
    for _ in 0..=runs {
        home.stop()?;
        let begin = Instant::now();
        home.adapter()?.call()?;
        times.push(begin.elapsed().as_secs_f64() * 1e3);
    }
    times.remove(0);
    Ok(times)
}

fn queries(home: &Home, runs: usize) -> Result<Vec<f64>> {
    let query = || -> Result<f64> {
        let begin = Instant::now();
        output(home.command(&["query", "bare", "nothing"]))?;
        Ok(begin.elapsed().as_secs_f64() * 1e3)
    };
    query()?;
    (0..runs).map(|_| query()).collect()
}

fn crowds(home: &Home) -> Result<Vec<f64>> {
    (0..3)
        .map(|_| {
            let begin = Instant::now();
            let answered = thread::scope(|scope| {
                let members: Vec<_> = (0..CROWD).map(|_| scope.spawn(|| home.adapter()?.call())).collect();
                members.into_iter().try_for_each(|member| member.join().map_err(|_| anyhow!("a panic"))?.map(drop))
            });
            answered.map(|()| begin.elapsed().as_secs_f64() * 1e3)
        })
        .collect()
}

/// What the host takes while nobody needs it, its runtime still there.
fn idle(home: &Home) -> Result<Vec<Row>> {
    home.adapter()?.call()?;
    let host = home.host()?;
    thread::sleep(Duration::from_secs(2));
    let (before, after) = (ticks(host), {
        thread::sleep(IDLE);
        ticks(host)
    });
    let memory = resident(host).map_or_else(missing, |megabytes| Measure::Megabytes(vec![megabytes]));
    let spent = before.zip(after).map(|(before, after)| after - before);
    let spent = spent.map_or_else(missing, |ticks| Measure::Ticks(vec![ticks]));
    Ok(vec![
        Row::ours("memory of an idle host (resident)", memory, Some(15.0)),
        Row::ours("processor ticks of an idle host in 60 s", spent, Some(2.0)),
    ])
}

fn missing() -> Measure {
    Measure::Missing("this system does not tell".into())
}

/// The processor time a process has used, in ticks of the system's clock.
fn ticks(pid: u32) -> Option<f64> {
    let stat = fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let [user, system] = [fields.get(11)?, fields.get(12)?].map(|field| field.parse::<f64>().ok());
    Some(user? + system?)
}
