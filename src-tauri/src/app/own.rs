//! Where Bascule's own parts lie: the state folder, the program that is started, the language.

use std::collections::BTreeSet;

use bascule_core::login;
use bascule_core::machine::Machine;
use bascule_engine::{Disk as _, Engine, Face, RealDisk, Root};
use bascule_host::client::Host;
use bascule_host::wire::Role;
use bascule_words::Lang;
use camino::Utf8PathBuf;

use crate::view::Chosen;

/// The engine on the state folder of this person.
pub(super) fn engine(machine: &Machine) -> Engine<RealDisk> {
    let root = Root::at(bascule_engine::Layout::of(machine).root());
    let launcher = utf8(root.launcher()).unwrap_or_else(|| "bascule".into());
    let mut engine = Engine::new(machine.clone(), launcher);
    engine.root = Some(root);
    engine
}

/// The background service, for a face.
pub(super) fn host(engine: &Engine<RealDisk>, program: Utf8PathBuf, me: String) -> Host {
    let mut own = engine.sibling();
    own.root.clone_from(&engine.root);
    Host::new(own, program, Role::Face, me)
}

/// The program that does what is asked: the installed one, so that it is the newest, else
/// the one that came with this app.
pub(super) fn program(engine: &Engine<RealDisk>) -> Utf8PathBuf {
    let installed = engine.root.as_ref().and_then(|root| utf8(root.engine(&engine.installed_version()?)));
    installed.filter(|program| program.is_file()).or_else(beside).unwrap_or_else(|| "bascule".into())
}

/// How a person starts the command line, as it is typed.
pub(super) fn typed(machine: &Machine) -> String {
    let engine = engine(machine);
    let program = Some(engine.launcher.clone()).filter(|launcher| launcher.is_file()).or_else(beside);
    let program = program.map_or_else(|| "bascule".to_owned(), Utf8PathBuf::into_string);
    if program.contains(' ') { format!("\"{program}\"") } else { program }
}

/// The language of the system.
pub(super) fn language(machine: &Machine) -> Lang {
    Lang::choose(None, |name| machine.var(name), machine.language.as_deref())
}

/// `bascule` in the folder of this app.
fn beside() -> Option<Utf8PathBuf> {
    let program = app()?.with_file_name(format!("bascule{}", std::env::consts::EXE_SUFFIX));
    Some(program).filter(|program| program.is_file())
}

fn utf8(path: impl Into<std::path::PathBuf>) -> Option<Utf8PathBuf> {
    Utf8PathBuf::from_path_buf(path.into()).ok()
}

/// This app as it is started: by the package it came in, where that is one file.
pub(super) fn app() -> Option<Utf8PathBuf> {
    utf8(dunce::canonicalize(std::env::current_exe().ok()?).ok()?)
}

/// What the person chose, as far as the app follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Preferences {
    /// What the menu shows of it.
    pub(super) chosen: Chosen,
    /// The language it comes to.
    pub(super) lang: Lang,
    /// `system`, `light` or `dark`.
    pub(super) theme: String,
    /// The kinds of notices that come up no more.
    pub(super) muted: BTreeSet<String>,
    /// The version that offered what it brings; none where no app was started yet.
    pub(super) offered: Option<String>,
}

/// Reads what the person chose; what cannot be read counts as not chosen, and is told by
/// the background service.
pub(super) fn preferences(engine: &Engine<RealDisk>) -> Preferences {
    let face = engine.settings().map(|settings| settings.face);
    let is_readable = face.is_ok();
    let Face { language: named, theme, quiet, muted, offered } = face.unwrap_or_default();
    let language = named.as_deref().and_then(Lang::of_tag);
    let login = matches!(engine.disk.look(&login::file(&engine.machine)), Ok(Some(_)));
    Preferences {
        chosen: Chosen { language, login, toasts: !quiet },
        lang: language.unwrap_or_else(|| self::language(&engine.machine)),
        theme: theme.unwrap_or_else(|| "system".to_owned()),
        muted,
        // Nothing is offered over settings that cannot be kept.
        offered: if is_readable { offered } else { Some(super::control::VERSION.to_owned()) },
    }
}
