//! The real Claude Code changes its own file while we change it too.
//!
//! What was seen of `~/.claude.json` (version 2.1.332, with inotify and strace):
//! - `claude mcp add -s user NAME -- COMMAND` is the fastest of its commands that
//!   writes the file: about 0.4 s alone, of which 20 ms hold the lock. (`mcp remove`
//!   0.6 s, `mcp add-json` 0.45 s, `mcp list` 0.7 s.)
//! - The lock is a folder, `~/.claude.json.lock`: `mkdir` takes it, `utimensat` on it
//!   follows at once, then the file is read again, written beside as
//!   `.claude.json.tmp.<pid>.<random>` with mode 0600 and renamed over; `rmdir` lets go.
//! - A lock that is there is tried again seven times in about 15 s, after pauses that
//!   grow from 0.3 s to 6 s. It is taken over (`rmdir`, `mkdir`) once its modification
//!   time is more than 10 s old, no matter who made it: whoever holds it longer without
//!   touching it loses it. Where it stays held, `mcp add` gives up and writes nothing
//!   (`CLAUDE_CODE_CONFIG_LOCK_WAIT_MS` lets it wait longer).
//! - What it notes for itself at its start (first start, migrations, counters) waits only
//!   about 1.4 s for a held lock and is then written without it. So the lock protects a
//!   writer that is done within a second; a slower one must look at what it displaced.
//! - Now and then it copies the file to `~/.claude/backups` before it writes.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;

use crate::harnesses::{Program, Stage, install, programs};
use crate::timed;

const PATIENCE: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The program that enables and rolls back; without it, a debug build of this tree
    #[arg(long)]
    pub(crate) bascule: Option<Utf8PathBuf>,
    /// How many changes of its own Claude Code makes, and at least how often we enable and roll back
    #[arg(long, default_value_t = 20)]
    pub(crate) rounds: usize,
}

/// Runs both writers against each other; refuses when a change of either is lost or a reader saw a torn file.
pub(crate) fn run(options: &Options) -> Result<()> {
    let stage = Stage::new("claude-home", options.bascule.as_deref())?;
    let claude = programs(&stage.folder)?.into_iter().find(|program| program.id == "claude-code");
    let claude = claude.context("programs.toml has no claude-code")?;
    install(&stage.folder.join(&claude.id), &claude)?;
    stage.furnish(&claude)?;
    let file = stage.home.join(&claude.config);
    let began = Instant::now();

    let theirs_done = AtomicUsize::new(0);
    let over = AtomicBool::new(false);
    let (theirs, ours, seen) = thread::scope(|scope| {
        let theirs = scope.spawn(|| their_rounds(&stage, &claude, options.rounds, &theirs_done));
        let reader = scope.spawn(|| watch(&file, &over));
        let ours = our_rounds(&stage, &file, options.rounds, &theirs_done);
        let theirs = theirs.join().map_err(|_| anyhow::anyhow!("their side panicked"));
        over.store(true, Ordering::Relaxed);
        let seen = reader.join().map_err(|_| anyhow::anyhow!("the reader panicked"));
        (theirs, ours, seen)
    });
    theirs??;
    let (ours, seen) = (ours?, seen??);

    let left = servers(&file)?;
    let expected: BTreeSet<String> = ["mine".to_owned()].into_iter().chain((0..options.rounds).map(name)).collect();
    let lost: Vec<_> = expected.difference(&left).collect();
    ensure!(lost.is_empty(), "{} of {} changes of theirs are lost: {lost:?}", lost.len(), options.rounds);
    ensure!(left == expected, "left behind: {:?}", left.difference(&expected));
    no_litter(&stage.home)?;
    println!(
        "claude-code made {} changes, we {ours} times two, a reader saw {seen} whole files; nothing lost ({:.1} s)",
        options.rounds,
        began.elapsed().as_secs_f32()
    );
    Ok(())
}

fn name(round: usize) -> String {
    format!("round-{round}")
}

fn their_rounds(stage: &Stage, claude: &Program, rounds: usize, done: &AtomicUsize) -> Result<()> {
    for round in 0..rounds {
        let ran =
            timed::run(stage.program(claude).args(["mcp", "add", "-s", "user", &name(round), "--", "true"]), PATIENCE);
        // Counted also when it fails: the other side waits for the number.
        done.fetch_add(1, Ordering::Relaxed);
        let ran = ran?;
        ensure!(ran.status.success(), "claude mcp add ended with {}\n{}{}", ran.status, ran.stdout, ran.stderr);
    }
    Ok(())
}

fn our_rounds(stage: &Stage, file: &Utf8Path, rounds: usize, theirs: &AtomicUsize) -> Result<usize> {
    let mut done = 0;
    while done < rounds || theirs.load(Ordering::Relaxed) < rounds {
        stage.bascule(&["enable", "bascule", "--harness", "claude-code", "--yes"])?;
        ensure!(servers(file)?.contains("bascule"), "our entry was lost in round {done}");
        stage.bascule(&["rollback", "--harness", "claude-code", "--yes"])?;
        ensure!(!servers(file)?.contains("bascule"), "our entry came back in round {done}");
        done += 1;
    }
    Ok(done)
}

/// Reads the file all the time and counts; refuses one that is not there or not whole.
fn watch(file: &Utf8Path, over: &AtomicBool) -> Result<usize> {
    let mut seen = 0;
    while !over.load(Ordering::Relaxed) {
        servers(file)?;
        seen += 1;
        thread::sleep(Duration::from_millis(1));
    }
    Ok(seen)
}

fn servers(file: &Utf8Path) -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    let config: Value = serde_json::from_str(&text).with_context(|| format!("{file} is torn"))?;
    let servers = config["mcpServers"].as_object().with_context(|| format!("{file} has no servers"))?;
    Ok(servers.keys().cloned().collect())
}

fn no_litter(home: &Utf8Path) -> Result<()> {
    for entry in home.read_dir_utf8()? {
        let entry = entry?;
        let name = entry.file_name();
        ensure!(name == ".claude.json" || !name.contains("claude.json"), "{name} is left behind");
    }
    Ok(())
}
