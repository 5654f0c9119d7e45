//! `cargo xtask bench`: Bascule beside its peers, in one run on one machine.
//!
//! Peers that do not install are named as such in the table; nothing is guessed.

mod enable;
mod host;
mod peers;
mod start;
mod table;
mod tray;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::shell::{Root, succeed, today, write};
use table::{Measure, Row};

/// What a bench was asked to do.
#[derive(clap::Args)]
pub(crate) struct Wanted {
    /// Only these parts.
    #[arg(long, value_enum, value_name = "PART")]
    only: Vec<Part>,
    /// How often each thing is measured.
    #[arg(long, default_value_t = 15)]
    runs: usize,
    /// Also write docs/bench.md.
    #[arg(long)]
    save: bool,
}

/// One thing to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// The size of the binary.
    Size,
    /// From the start of a server to its `initialize` reply, and its memory then.
    Start,
    /// `enable` in twenty programs, beside a peer's single one.
    Enable,
    /// Calls through the background service, and what it takes idle.
    Host,
    /// The tray app: icon, window, memory, and what it takes idle.
    Tray,
}

/// What a part measured: the rows of one or more tables.
type Measured = Result<Vec<Row>>;

/// The programs of ours that are measured.
struct Ours {
    bascule: PathBuf,
    bare: PathBuf,
}

/// Measures, prints a Markdown table, and with `--save` writes it to docs/bench.md.
pub(crate) fn bench(root: &Root, wanted: &Wanted) -> Result<()> {
    let parts = [Part::Size, Part::Start, Part::Enable, Part::Host, Part::Tray];
    let ours = build(root)?;
    let mut rows = Vec::new();
    for part in parts.into_iter().filter(|part| wanted.only.is_empty() || wanted.only.contains(part)) {
        let measured = match part {
            Part::Size => size(&ours.bascule)?,
            Part::Start => start::measured(root, &ours, wanted.runs)?,
            Part::Enable => enable::measured(root, &ours, wanted.runs)?,
            Part::Host => host::measured(&ours, wanted.runs)?,
            Part::Tray => tray::measured(root, wanted.runs)?,
        };
        // What is known stays known where a later part fails.
        println!("\n{}", table::markdown(&measured));
        rows.extend(measured);
    }
    let head = format!("{}, commit {}, {}", today()?, root.commit()?, machine());
    let text = format!("# Bench\n\n{head}; median of up to {} runs.\n\n{}", wanted.runs, table::markdown(&rows));
    println!("\n{text}");
    if wanted.save {
        write(&root.join("docs/bench.md"), &text)?;
    }
    Ok(())
}

fn build(root: &Root) -> Result<Ours> {
    succeed(root.cargo("build --release --locked --package bascule --package bascule-launcher"))?;
    succeed(root.cargo("build --release --locked --package xtask --example bare_server"))?;
    let release = root.target()?.join("release");
    let program = |name: &str| release.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    Ok(Ours { bascule: program("bascule"), bare: program("examples/bare_server") })
}

fn size(program: &Path) -> Measured {
    let bytes = fs::metadata(program).with_context(|| format!("{}", program.display()))?.len();
    Ok(vec![Row::ours("binary", Measure::Megabytes(vec![megabytes(bytes)]), Some(12.0))])
}

/// Bytes as megabytes of 10⁶.
#[expect(clippy::cast_precision_loss, reason = "no size here needs 53 bits")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} {}, {cores} cores", std::env::consts::OS, std::env::consts::ARCH)
}
