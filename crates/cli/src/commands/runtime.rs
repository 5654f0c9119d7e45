//! `runtime`: what the host starts for a bridge, one process each.

use bascule_core::bridge::Kind;
use bascule_core::machine::Machine;
use bascule_engine::Engine;
use bascule_host::call::with_sources;
use bascule_host::process::Start;
use bascule_runtimes::{keep, serve_index};
use bascule_words::Words;

use super::mcp::{pack, quiet};
use crate::arguments::Runtime;
use crate::exit::Exit;
use crate::programs::Programs;

/// Serves a bridge's runtime on standard input and output until the input ends.
///
/// Nothing but the protocol goes to standard output. What goes wrong is said to
/// standard error, in English where only the host's log reads it.
pub(super) fn runtime(machine: Machine, programs: Programs, words: Words, arguments: &Runtime) -> Exit {
    let engine = Engine::new(machine.clone(), programs.launcher());
    let manifest = match pack(&engine, &arguments.bridge) {
        Ok(manifest) => manifest,
        Err(problem) => return problem.tell(&quiet(machine, programs, words)),
    };
    match &manifest.kind {
        Kind::Engine => {
            eprintln!("bascule: {} has no runtime: the adapter answers for it", manifest.id);
            Exit::Usage
        }
        Kind::Index(source) => match serve_index(&manifest, source, engine) {
            Ok(()) => Exit::Done,
            Err(error) => {
                eprintln!("bascule: cannot read standard input: {error}");
                Exit::Unavailable
            }
        },
        Kind::Command(command) => match keep(&Start::of(command)) {
            // The server's own code, which may be any; and nothing is left to put back.
            Ok(code) => std::process::exit(code),
            Err(error) => {
                eprintln!("bascule: {}", with_sources(&error));
                Exit::Unavailable
            }
        },
    }
}
