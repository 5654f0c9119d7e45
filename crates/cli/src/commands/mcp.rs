//! `mcp`: what a program starts to talk to a bridge.

use std::sync::Arc;

use bascule_core::bridge::{BridgeManifest, Kind};
use bascule_core::machine::Machine;
use bascule_engine::{Engine, Installation};
use bascule_host::client::Host;
use bascule_host::why_held;
use bascule_host::wire::Role;
use bascule_runtimes::Whereabouts;
use bascule_words::Words;

use super::answers;
use super::host::host_program;
use crate::arguments::Mcp;
use crate::exit::Exit;
use crate::mcp::{AdapterError, AppGone, Hosted, serve_app_gone, serve_engine, serve_hosted};
use crate::problem::Problem;
use crate::programs::Programs;
use crate::run::{Run, own_path, quoted, typed_name};
use crate::voice::{Form, Terminal, Voice};

/// Serves a bridge on standard input and output until the input ends.
///
/// Nothing but the protocol goes to standard output, also where it fails.
pub(super) fn mcp(machine: Machine, programs: Programs, words: Words, arguments: &Mcp) -> Exit {
    let mut engine = Engine::new(machine.clone(), programs.launcher());
    engine.root = programs.root().cloned();
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
    let role = Role::Adapter { bridge: manifest.id.clone(), program: arguments.program.clone() };
    let me = typed_name(&machine, &programs);
    let host = Host::new(engine.sibling(), host_program(&engine), role, me.clone());
    let served: Result<(), AdapterError> = match &manifest.kind {
        Kind::Engine => {
            let (machine, programs) = (machine.clone(), programs.clone());
            let ask = move |tool: &str, arguments| answers::answer(&machine, &programs, tool, &arguments);
            serve_engine(&manifest, Arc::new(ask), host)
        }
        Kind::Index(_) | Kind::Command(_) => {
            let project = arguments.project.clone();
            let place = matches!(manifest.kind, Kind::Index(_)).then(|| Whereabouts::here(project));
            let bridge = manifest.id.clone();
            let held = move || why_held(engine.settings(), &bridge, &me);
            let (bridge, tools) = (manifest.id.clone(), Arc::clone(&manifest.tools));
            serve_hosted(&manifest, Hosted { bridge, tools, host, place, held: Box::new(held) })
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
    let terminal =
        Terminal { asks: false, shows_progress: false, shows: false, colour: false, width: crate::wrap::WIDTH };
    Run::new(machine, programs, words, Voice { form: Form::Text, steps: false, terminal })
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
