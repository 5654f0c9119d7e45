//! The environment, read once into a [`Machine`]; and which programs run.

use bascule_core::machine::{Machine, Os};
use camino::Utf8PathBuf;
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};

use crate::disk::{Disk, RealDisk};

/// The machine this process runs on; `None` where there is no home folder, or its
/// path is not UTF-8.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn machine() -> Option<Machine> {
    let os = if cfg!(windows) {
        Os::Windows
    } else if cfg!(target_os = "macos") {
        Os::Mac
    } else {
        Os::Linux
    };
    let mut machine = Machine::new(os, Utf8PathBuf::from_path_buf(dirs::home_dir()?).ok()?);
    machine.env = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    if os == Os::Windows {
        let packages = machine.local_app_data().join("Packages");
        machine.packages = RealDisk.list(&packages).unwrap_or_default().into_iter().collect();
    }
    Some(machine)
}

/// A running process with one of these names (without `.exe`), where there is one.
pub fn running_process(names: &[&str]) -> Option<String> {
    let mut system = System::new().ok()?;
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, ProcessRefreshKind::nothing());
    let name = |process: &sysinfo::Process| process.name().to_string_lossy().trim_end_matches(".exe").to_owned();
    let mut running: Vec<String> =
        system.processes().values().map(name).filter(|name| names.contains(&name.as_str())).collect();
    running.sort();
    running.into_iter().next()
}
