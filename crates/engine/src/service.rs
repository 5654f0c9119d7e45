//! Looking at what the host process needs and leaves behind.

use std::io::ErrorKind;

use bascule_core::doctor::{Orphan, Service, StateTrouble};
use bascule_core::reconcile::Mode;
use camino::Utf8Path;
use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind};

use crate::disk::{Disk, Like};
use crate::engine::{Engine, EngineError};

/// As much as a change writes at once: less would still fit on a full disk.
const CHANGE: usize = 64 << 10;

/// How often a process that was killed is looked at.
const LOOKS: u32 = 250;

impl<D: Disk> Engine<D> {
    /// Looks at everything but the host itself, which only a client can ask. `program`
    /// is what runtimes are started from.
    pub fn examine_service(&self, program: &Utf8Path) -> Result<Service, EngineError> {
        let mut service = Service::default();
        match self.settings() {
            Ok(_) => {}
            Err(EngineError::Format { file, source }) => service.settings = Some((file, source.to_string())),
            Err(EngineError::Disk(error)) => service.settings = Some((error.path, error.source.to_string())),
            Err(error) => return Err(error),
        }
        let lives = self.host_lock_is_held()?;
        let note = self.disk.look(&self.layout.host_note())?;
        service.stale = note.filter(|_| !lives).map(|_| self.layout.host_note());
        service.state = self.state_trouble(CHANGE);
        service.orphans = self.orphans(program, lives);
        Ok(service)
    }

    /// Why the state folder takes no file of this size, found out by writing one: modes,
    /// mounts and quotas are the system's to judge. `None` where it takes it, and where
    /// there is no state folder yet.
    pub fn state_trouble(&self, size: usize) -> Option<StateTrouble> {
        let folder = self.layout.originals();
        if self.own_home().is_err() || !matches!(self.disk.look(&folder), Ok(Some(_))) {
            return None;
        }
        let file = folder.join(format!("probe-{}", std::process::id()));
        let written = self.disk.write(&file, &vec![0; size], Like::New(Mode::Private));
        // What was not written needs no removing.
        let _ = self.disk.remove(&file);
        let root = self.layout.root().to_owned();
        match written.err()?.source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Some(StateTrouble::Full(root)),
            ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => Some(StateTrouble::ReadOnly(root)),
            _ => None,
        }
    }

    /// Runtimes of this state folder whose host is gone.
    fn orphans(&self, program: &Utf8Path, lives: bool) -> Vec<Orphan> {
        let host = match (lives, self.host_note()) {
            (false, _) => None,
            (true, Ok(Some(note))) => Some(Pid::from_u32(note.pid)),
            // Which of them are its own cannot be told.
            (true, Ok(None) | Err(_)) => return Vec::new(),
        };
        let Ok(mut system) = System::new() else { return Vec::new() };
        system.refresh_processes_specifics(ProcessesToUpdate::All, true, whole());
        let orphan = |process: &sysinfo::Process| {
            let bridge = self.runtime(process, program)?;
            let kept = host.is_some() && process.parent() == host;
            (!kept).then(|| Orphan { pid: process.pid().as_u32(), bridge, started: process.start_time() })
        };
        let mut orphans: Vec<Orphan> = system.processes().values().filter_map(orphan).collect();
        orphans.sort_by_key(|orphan| orphan.pid);
        orphans
    }

    /// The bridge whose runtime a process is: started from a program of ours, by that
    /// word, for this state folder.
    fn runtime(&self, process: &sysinfo::Process, program: &Utf8Path) -> Option<String> {
        let [_, word, bridge, ..] = process.cmd() else { return None };
        let exe = process.exe()?.to_str()?.trim_end_matches(" (deleted)");
        let versions = self.root.as_ref().map(|root| root.versions());
        let ours = exe == program || versions.is_some_and(|versions| exe.starts_with(&*versions.to_string_lossy()));
        let here = format!("{}={}", crate::STATE_FOLDER, self.layout.root());
        let is_here = process.environ().iter().any(|variable| *variable == *here);
        // Threads of a process are listed too.
        (word == "runtime" && ours && is_here && process.thread_kind().is_none())
            .then(|| bridge.to_string_lossy().into_owned())
    }

    /// Ends a runtime whose host is gone; whether it is gone now. A process that only
    /// has its number is left alone.
    pub fn end_orphan(&self, orphan: &Orphan) -> bool {
        let Ok(mut system) = System::new() else { return false };
        let pid = Pid::from_u32(orphan.pid);
        for _ in 0..LOOKS {
            system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, whole());
            let there = system.process(pid).filter(|process| process.start_time() == orphan.started);
            // One that ended stays listed until whoever started it has looked.
            let Some(process) = there.filter(|process| process.status() != ProcessStatus::Zombie) else { return true };
            if !process.kill() {
                return false;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        false
    }

    /// Takes away what a host that was killed left behind; `false` where one lives.
    pub fn clear_host_note(&self) -> Result<bool, EngineError> {
        let Some(_lock) = self.take_host_lock()? else { return Ok(false) };
        self.drop_host_note()?;
        Ok(true)
    }
}

fn whole() -> ProcessRefreshKind {
    ProcessRefreshKind::nothing()
        .with_exe(UpdateKind::OnlyIfNotSet)
        .with_cmd(UpdateKind::OnlyIfNotSet)
        .with_environ(UpdateKind::OnlyIfNotSet)
}
