//! The environment, read once into a [`Machine`]; and which programs run.

use bascule_core::harness::Process;
use bascule_core::machine::{Machine, Os};
use camino::Utf8PathBuf;
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

use crate::disk::{Disk, RealDisk};

/// The system this program is built for.
pub const OS: Os = if cfg!(windows) {
    Os::Windows
} else if cfg!(target_os = "macos") {
    Os::Mac
} else {
    Os::Linux
};

/// The machine this process runs on; `None` where there is no home folder, or its
/// path is not UTF-8. On Windows the home folder is what `USERPROFILE` names, as
/// for the programs we write for, and only without it what the system has on file.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn machine() -> Option<Machine> {
    let mut machine = Machine::new(OS, "");
    machine.env = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let named = match OS {
        Os::Windows => machine.var("USERPROFILE").filter(|home| OS.is_absolute(home)).map(Utf8PathBuf::from),
        Os::Mac | Os::Linux => None,
    };
    machine.home = named.or_else(|| Utf8PathBuf::from_path_buf(dirs::home_dir()?).ok())?;
    #[cfg(any(windows, target_os = "macos"))]
    {
        machine.language = sys_locale::get_locale();
    }
    if OS == Os::Windows {
        let packages = machine.local_app_data().join("Packages");
        machine.packages = RealDisk.list(&packages).unwrap_or_default().into_iter().collect();
    }
    Some(machine)
}

/// The most memory this process ever held at once, in bytes; `None` where the system
/// does not say.
pub fn peak_memory() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let status = RealDisk.read(camino::Utf8Path::new("/proc/self/status")).ok()??;
    let status = String::from_utf8_lossy(&status);
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// The programs that run now, as far as the system tells this person. One that was
/// replaced since it started is told by the path it had.
pub(crate) fn running_programs() -> Vec<Utf8PathBuf> {
    let Ok(mut system) = System::new() else { return Vec::new() };
    let path_too = ProcessRefreshKind::nothing().with_exe(UpdateKind::OnlyIfNotSet);
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, path_too);
    let path = |process: &sysinfo::Process| Utf8PathBuf::from_path_buf(process.exe()?.to_owned()).ok();
    system.processes().values().filter_map(path).collect()
}

/// The name of a running process that one of these describes, where there is one.
pub fn running_process(described: &[Process]) -> Option<String> {
    let mut system = System::new().ok()?;
    let path_too = ProcessRefreshKind::nothing().with_exe(UpdateKind::OnlyIfNotSet);
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, path_too);
    let path = |process: &sysinfo::Process| match process.exe() {
        Some(path) => path.to_string_lossy().into_owned(),
        None => process.name().to_string_lossy().into_owned(),
    };
    let named = |process: &sysinfo::Process| {
        let path = path(process);
        described.iter().find(|described| described.covers(OS, &path)).map(|described| described.name.to_owned())
    };
    system.processes().values().filter_map(named).min()
}

/// The security identifier of the person this process runs for.
#[cfg(windows)]
pub fn this_person() -> Option<String> {
    person_of(std::process::id())
}

/// The security identifier of the person a process runs for; `None` where there is none of
/// this id, or the system does not say.
#[cfg(windows)]
pub fn person_of(pid: u32) -> Option<String> {
    let mut system = System::new().ok()?;
    let pid = sysinfo::Pid::from_u32(pid);
    let user = ProcessRefreshKind::nothing().with_user(UpdateKind::OnlyIfNotSet);
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, user);
    Some(system.process(pid)?.user_id()?.to_string())
}

/// When a process started, in seconds since 1970; `None` where there is none of this id.
pub fn started(pid: u32) -> Option<u64> {
    let mut system = System::new().ok()?;
    let pid = sysinfo::Pid::from_u32(pid);
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, ProcessRefreshKind::nothing());
    Some(system.process(pid)?.start_time())
}
