//! `runtime`: what the background service starts for a bridge.

use bascule_core::bridge::Kind;
use bascule_core::machine::Machine;
use bascule_engine::Engine;
use bascule_runtimes::{Start, keep, serve_index};

use crate::exit::Exit;
use crate::programs::Programs;

/// Is the runtime of a bridge until its input ends. What it cannot do it says on
/// standard error, which the service keeps.
pub(super) fn runtime(machine: Machine, programs: &Programs, bridge: &str) -> Exit {
    let engine = Engine::new(machine, programs.launcher());
    let manifest = match engine.pack(bridge, crate::version()) {
        Some(Ok(manifest)) => manifest,
        Some(Err(error)) => return failed(&error),
        None => return failed(&format!("there is no bridge {bridge}")),
    };
    match &manifest.kind {
        Kind::Engine => failed(&format!("{bridge} has no runtime")),
        Kind::Index(source) => match serve_index(&manifest, source, engine) {
            Ok(()) => Exit::Done,
            Err(error) => failed(&error),
        },
        Kind::Command(command) => match keep(&Start::of(command)) {
            // As its own server ended, so it ends.
            Ok(code) => std::process::exit(code),
            Err(error) => failed(&error),
        },
    }
}

fn failed(error: &dyn std::fmt::Display) -> Exit {
    eprintln!("bascule: {error}");
    Exit::Unavailable
}
