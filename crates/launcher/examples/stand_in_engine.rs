//! A stand-in for an engine: says what reached it, and ends as it is told.

#![expect(clippy::disallowed_methods, reason = "what reached it is in its environment, too")]

use std::io::{Read, Write};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("exit") => std::process::exit(arguments[1].parse().expect("a number")),
        Some("echo") => {
            let mut said = Vec::new();
            std::io::stdin().read_to_end(&mut said).expect("standard input");
            std::io::stdout().write_all(&said).expect("standard output");
            std::io::stderr().write_all(&said).expect("standard error");
        }
        Some("stay") => {
            println!("{}", std::process::id());
            std::thread::sleep(std::time::Duration::from_secs(60));
        }
        _ => {
            println!("{arguments:?}");
            let state_folder = std::env::var("BASCULE_HOME");
            println!("{}", state_folder.as_deref().unwrap_or("-"));
            println!("{}", std::env::vars_os().count());
        }
    }
}
