//! What keeps a host from starting, as a person is told: found out the same way by who
//! wants to start one and by who only looks.

use bascule_core::doctor::StateTrouble;
use bascule_core::runtime::HostTrouble;
use bascule_engine::{Disk, Engine, Kind};
use camino::Utf8Path;

use crate::call::with_sources;
use crate::endpoint::{endpoint_taken, socket};

/// As much as a host writes to say where it is.
const NOTE: usize = 4 << 10;

/// What would keep a host of this program from starting, as far as that can be told
/// without starting one; `None` where nothing is known to be in the way.
///
/// Writes a little into the state folder and takes it out again: modes, mounts and
/// quotas are the system's to judge.
pub fn obstacle<D: Disk>(engine: &Engine<D>, program: &Utf8Path) -> Option<HostTrouble> {
    let cannot = |words: String| Some(HostTrouble::CannotStart(words));
    if matches!(engine.disk.look(program), Ok(None)) {
        return Some(HostTrouble::Gone(program.to_owned()));
    }
    match engine.state_trouble(NOTE) {
        Some(StateTrouble::ReadOnly(folder)) => return Some(HostTrouble::ReadOnly(folder)),
        Some(StateTrouble::Full(folder)) => return Some(HostTrouble::DiskFull(folder)),
        None => {}
    }
    if let Err(error) = engine.host_lock_is_held() {
        return cannot(with_sources(&error));
    }
    if let Ok(Some(folder)) = endpoint_taken(engine) {
        return cannot(format!("{folder} belongs to somebody else"));
    }
    let is_folder = |path: &Utf8Path| matches!(engine.disk.look(path), Ok(Some(stat)) if stat.kind == Kind::Folder);
    let taken = [engine.layout.host_lock(), engine.layout.start_lock(), engine.layout.host_note()];
    let taken = taken.into_iter().chain(socket(engine)).find(|path| is_folder(path));
    taken.and_then(|path| cannot(format!("{path} is a folder")))
}
