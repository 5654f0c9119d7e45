//! `self`: puts our own programs in place, and says which version is used.

use bascule_core::install::{App, install, use_version};
use bascule_core::reconcile::Wishes;

use super::enable::whole;
use super::host::exchanged;
use crate::arguments::{Consent, SelfInstall, SelfUse};
use crate::carry_out::{Order, carry_out};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::programs::{bringing, meant};
use crate::run::Run;

/// Puts launcher and engine in place and makes this version the one that is started.
pub(super) fn install_self(run: &Run, arguments: &SelfInstall) -> Result<Exit, Problem> {
    let (root, layout) = meant(run, arguments.machine.as_ref())?;
    let app = match &arguments.app {
        Some(app) => App::At(camino::absolute_utf8(app).map_err(|_| Problem::Relative(app.clone()))?),
        None => App::None,
    };
    let there = run.engine.installed(&root)?;
    let bringing = bringing(run, arguments.from.as_deref(), app, layout)?;
    let wishes = Wishes { files: install(&there, &bringing)?, ..Wishes::default() };
    let mut typed = vec!["self".to_owned(), "install".to_owned()];
    let parts = [("--from", &arguments.from), ("--app", &arguments.app), ("--machine", &arguments.machine)];
    for (flag, path) in parts {
        typed.extend(path.iter().flat_map(|path| [flag.to_owned(), whole(path)]));
    }
    let heading = run.say("self-install-heading", &[("version", bringing.version.into())]);
    placed(run, "self-install", wishes, typed, heading, arguments.consent)
}

/// Makes a version that is there the one that is started.
pub(super) fn use_self(run: &Run, arguments: &SelfUse) -> Result<Exit, Problem> {
    let (root, layout) = meant(run, arguments.machine.as_ref())?;
    let there = run.engine.installed(&root)?;
    let version = &arguments.wanted_version;
    let wishes = Wishes { files: use_version(&there, version, layout)?, ..Wishes::default() };
    let mut typed = vec!["self".to_owned(), "use".to_owned(), version.clone()];
    typed.extend(arguments.machine.iter().flat_map(|path| ["--machine".to_owned(), whole(path)]));
    let heading = run.say("self-use-heading", &[("version", version.into())]);
    placed(run, "self-use", wishes, typed, heading, arguments.consent)
}

fn placed(
    run: &Run,
    command: &'static str,
    wishes: Wishes,
    typed: Vec<String>,
    heading: String,
    consent: Consent,
) -> Result<Exit, Problem> {
    let order = Order {
        command,
        wishes,
        typed,
        consent,
        diff: false,
        heading,
        notes: Vec::new(),
        refused: Vec::new(),
        refused_files: Vec::new(),
    };
    let exit = carry_out(run, &order)?;
    exchanged(run);
    Ok(exit)
}
