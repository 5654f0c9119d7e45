//! The keeper alone, for its tests: the program to keep and its arguments in.

use std::process::ExitCode;

use bascule_host::process::{Environment, Start};
use bascule_runtimes::keep;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let program = words.next().unwrap_or_default();
    let start = Start { program, args: words.collect(), cwd: None, env: Environment::OursAnd([].into()) };
    match keep(&start) {
        Ok(code) => std::process::exit(code),
        Err(error) => {
            eprintln!("keep: {error}");
            ExitCode::from(3)
        }
    }
}
