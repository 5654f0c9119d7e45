//! `cargo xtask`: what the repository does with itself, the same on every machine.

mod bench;
mod ci;
mod drill;
mod proofs;
mod run;
mod setup;
mod shell;
mod steps;
mod test;
mod tidy;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::shell::Root;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "What the repository does with itself")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Installs what the build and the tests need (Debian, Ubuntu), or says what that is.
    Setup,
    /// Installs what is missing, builds `bascule` and starts its setup.
    Run,
    /// Tests everything that needs no download beyond packages of the registries.
    Test,
    /// Everything `.ci/run` asks of a commit.
    Ci,
    /// Checks the house rules.
    Tidy,
    /// Measures Bascule beside its peers.
    Bench(bench::Wanted),
    /// The long forms of the proofs, with a log.
    Drill(drill::Wanted),
}

fn main() -> ExitCode {
    let root = Root::find();
    let done = match Arguments::parse().task {
        Task::Setup => setup::setup(setup::ALL),
        Task::Run => run::run(&root),
        Task::Test => steps::walk(test::steps(&root)).closed(),
        Task::Ci => steps::walk(ci::steps(&root)).closed(),
        Task::Tidy => tidy::tidy(&root),
        Task::Bench(wanted) => bench::bench(&root, &wanted),
        Task::Drill(wanted) => drill::drill(&root, &wanted),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The names of the tasks, as documents may write them after `cargo xtask`.
fn task_names() -> Vec<String> {
    Arguments::command().get_subcommands().map(|task| task.get_name().to_owned()).collect()
}
