//! `cargo xtask`: what the repository does with itself, the same on every machine.

mod bench;
mod ci;
mod claude_loop;
mod drill;
mod harnesses;
mod journeys;
mod proofs;
mod run;
mod screens;
mod setup;
mod shell;
mod steps;
mod systems;
mod test;
mod tidy;
mod timed;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory as _, Parser, Subcommand};

use crate::shell::Root;

#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", about = "What the repository does with itself")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install what the build and the tests need (Debian, Ubuntu), or say what that is
    Setup,
    /// Install what is missing, build Bascule and start its setup, in a window where there is a screen
    Run {
        /// In the terminal in any case
        #[arg(long)]
        text: bool,
    },
    /// Test everything that needs no download beyond packages of the registries
    Test {
        #[command(subcommand)]
        part: Option<Part>,
    },
    /// Compile for a system whose programs cannot run here
    Check {
        #[command(subcommand)]
        system: System,
    },
    /// Everything `.ci/run` asks of a commit
    Ci,
    /// Check the house rules
    Tidy,
    /// What people do in the window, done in the real one, with pictures
    Journeys,
    /// Every screen of the window, photographed for docs/screens and judged
    Screens,
    /// Measure Bascule beside its peers
    Bench(bench::Wanted),
    /// The long forms of the proofs, with a log
    Drill(drill::Wanted),
}

#[derive(Subcommand)]
enum Part {
    /// Real programs read what we wrote, start it, and forget it again
    Harnesses(harnesses::Options),
    /// The real Claude Code changes its own file while we change it too
    ClaudeLoop(claude_loop::Options),
    /// The tests of the product, built for Windows and run by wine
    Windows {
        /// Only what differs there, as a commit has it run.
        #[arg(long)]
        short: bool,
    },
}

#[derive(Subcommand)]
enum System {
    /// Type-check the workspace for macOS
    Macos,
}

fn main() -> ExitCode {
    match done(Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn done(task: Task) -> Result<()> {
    let root = Root::find()?;
    match task {
        Task::Setup => setup::setup(&[setup::ALL, setup::WINDOW, setup::SCREENS].concat()),
        Task::Run { text } => run::run(&root, text),
        Task::Test { part: None } => {
            let needs = [setup::ALL, setup::WINDOW].concat();
            let mut all = vec![steps::Step::new("setup", move || setup::setup(&needs).map(|()| String::new()))];
            all.extend(test::steps(&root, Vec::new()));
            steps::walk(all).closed()
        }
        Task::Test { part: Some(Part::Harnesses(options)) } => harnesses::run(&options),
        Task::Test { part: Some(Part::ClaudeLoop(options)) } => claude_loop::run(&options),
        Task::Test { part: Some(Part::Windows { short }) } => {
            let form = if short { proofs::Form::Short } else { proofs::Form::Long };
            told(systems::windows::test(&root, form))
        }
        Task::Check { system: System::Macos } => told(systems::macos::check(&root)),
        Task::Ci => steps::walk(ci::steps(&root)).closed(),
        Task::Tidy => tidy::tidy(&root),
        Task::Journeys => told(journeys::run(&root)),
        Task::Screens => told(setup::setup(setup::SCREENS).and_then(|()| screens::run(&root))),
        Task::Bench(wanted) => bench::bench(&root, &wanted),
        Task::Drill(wanted) => drill::drill(&root, &wanted),
    }
}

fn told(closing: steps::Closing) -> Result<()> {
    closing.map(|note| println!("{note}"))
}

/// The names of the tasks, as documents may write them after `cargo xtask`.
fn task_names() -> Vec<String> {
    Arguments::command().get_subcommands().map(|task| task.get_name().to_owned()).collect()
}
