//! `mcp`: what a program starts to talk to a bridge.

use std::sync::{Arc, Mutex};

use bascule_core::bridge::{BridgeManifest, Kind, Tool};
use bascule_core::machine::Machine;
use bascule_engine::{Engine, Installation};
use bascule_runtimes::{CALL_PATIENCE, Indexes, Whereabouts};
use bascule_words::Words;

use super::answers;
use crate::arguments::Mcp;
use crate::exit::Exit;
use crate::mcp::{AdapterError, AppGone, serve_app_gone, serve_command, serve_engine, serve_index};
use crate::problem::Problem;
use crate::programs::Programs;
use crate::run::{Run, own_path, quoted};
use crate::voice::{Form, Terminal, Voice};

/// Serves a bridge on standard input and output until the input ends.
///
/// Nothing but the protocol goes to standard output, also where it fails.
pub(super) fn mcp(machine: Machine, programs: Programs, words: Words, arguments: &Mcp) -> Exit {
    let engine = Engine::new(machine.clone(), programs.launcher());
    let told = |problem: Problem| problem.tell(&quiet(machine.clone(), programs.clone(), words));
    if let Some(gone) = app_gone(&engine) {
        return match serve_app_gone(&gone) {
            Ok(()) => Exit::Done,
            Err(error) => told(error.into()),
        };
    }
    let manifest = match pack(&engine, &arguments.bridge) {
        Ok(manifest) => manifest,
        Err(problem) => return told(problem),
    };
    let served: Result<(), AdapterError> = match &manifest.kind {
        Kind::Engine => {
            let (machine, programs) = (machine.clone(), programs.clone());
            let ask = move |tool: &str, arguments, _: &[String]| answers::answer(&machine, &programs, tool, &arguments);
            serve_engine(&manifest, Arc::new(ask))
        }
        Kind::Index(source) => {
            let here = Whereabouts::here(arguments.project.clone());
            let indexes = Arc::new(Indexes::new(engine, &manifest.id, source));
            let (asked, there) = (Arc::clone(&indexes), here.clone());
            let ask = move |tool: &str, arguments, roots: &[String]| {
                asked.answer(tool, &arguments, &there.with_roots(roots), CALL_PATIENCE)
            };
            serve_index(
                &manifest,
                Arc::new(ask),
                Arc::new(move |roots: &[String]| indexes.begin(&here.with_roots(roots))),
            )
        }
        Kind::Command(command) => {
            let engine = Mutex::new(engine);
            let bridge = arguments.bridge.clone();
            let record = move |tools: &[Tool]| {
                let Ok(engine) = engine.lock() else { return };
                // Tools that cannot be noted are listed again at the next start.
                if let Err(error) = engine.record_tools(&bridge, tools) {
                    eprintln!("bascule: {error}");
                }
            };
            serve_command(&manifest, command, Arc::new(record))
        }
    };
    match served {
        Ok(()) => Exit::Done,
        Err(error) => told(error.into()),
    }
}

/// A run that only says what went wrong, to whoever reads the log of an AI program or
/// of the host.
pub(super) fn quiet(machine: Machine, programs: Programs, words: Words) -> Run {
    let terminal = Terminal { asks: false, shows_progress: false, colour: false, width: crate::wrap::WIDTH };
    Run::new(machine, programs, words, Voice { form: Form::Text, terminal })
}

/// A bridge by its name.
pub(super) fn pack(engine: &Engine, bridge: &str) -> Result<BridgeManifest, Problem> {
    match engine.pack(bridge, crate::version()) {
        Some(Ok(manifest)) => Ok(manifest),
        Some(Err(source)) => Err(Problem::BridgeFile { bridge: bridge.to_owned(), source }),
        None => Err(Problem::UnknownBridge { bridge: bridge.to_owned(), similar: None }),
    }
}

/// The app this engine came from, where it is gone.
fn app_gone(engine: &Engine) -> Option<AppGone> {
    let installation = Installation::of(&engine.disk, &own_path()?)?;
    let app = installation.missing_app(&engine.disk)?;
    let launcher = installation.launcher()?;
    let typed = |words: &str| format!("{} {words}", quoted(launcher.as_str(), engine.machine.os));
    Some(AppGone { app: app.into_string(), uninstall: typed("uninstall"), keep: typed("self install") })
}
