//! What a child left behind when it was killed before it could see to it.
//!
//! On Linux a process may adopt what loses its parent below it. Then every child of
//! ours that we did not start is such an orphan, and goes.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The children we started and have not seen off.
static STARTED: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn started() -> MutexGuard<'static, BTreeSet<u32>> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a child and counts it as ours.
pub(super) fn counted<T>(spawn: impl FnOnce() -> io::Result<T>, pid: impl Fn(&T) -> Option<u32>) -> io::Result<T> {
    // Held until it is counted, so that nobody takes it for an orphan meanwhile.
    let mut started = started();
    let child = spawn()?;
    started.extend(pid(&child));
    Ok(child)
}

/// From now on this process adopts what loses its parent below it, where the system
/// has that.
pub fn adopt() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

/// A child that we started has ended and was seen off: so does all that it left to us.
pub(super) fn end(pid: Option<u32>) {
    let mut started = started();
    if let Some(pid) = pid {
        started.remove(&pid);
    }
    #[cfg(target_os = "linux")]
    linux::end_all_but(&started);
}

#[cfg(target_os = "linux")]
pub use linux::children;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;

    use bascule_engine::{Disk as _, RealDisk};
    use camino::Utf8Path;
    use rustix::process::{Pid, Signal, WaitOptions, child_subreaper, kill_process, waitpid};

    /// How often what appears while others are killed is looked for.
    const ROUNDS: usize = 20;

    /// How long one that was killed gets to end before it is looked for again.
    const ROUND: std::time::Duration = std::time::Duration::from_millis(1);

    /// Nobody but us reaps our children, so the number of one that is listed cannot mean
    /// another before it is killed.
    pub(super) fn end_all_but(started: &BTreeSet<u32>) {
        // Only who adopts has orphans; other children of another's are none of ours.
        if !matches!(child_subreaper(), Ok(Some(_))) {
            return;
        }
        for _ in 0..ROUNDS {
            let children = children().unwrap_or_default().into_iter();
            let orphans: Vec<Pid> = children.filter(|pid| !started.contains(&number(*pid))).collect();
            if orphans.is_empty() {
                return;
            }
            for pid in orphans {
                // It may have ended by itself; then it is only seen off.
                let _ = kill_process(pid, Signal::KILL);
                // One that cannot be killed, another user's, must not be waited for.
                let _ = waitpid(Some(pid), WaitOptions::NOHANG);
            }
            std::thread::sleep(ROUND);
        }
    }

    fn number(pid: Pid) -> u32 {
        pid.as_raw_nonzero().get().unsigned_abs()
    }

    /// The children of this process, as the kernel lists them; `None` where it was built
    /// without these lists.
    pub fn children() -> Option<Vec<Pid>> {
        let threads = Utf8Path::new("/proc/self/task");
        let names = RealDisk.list(threads).unwrap_or_default();
        let lists = names.into_iter().filter_map(|name| RealDisk.read(&threads.join(name).join("children")).ok()?);
        let lists: Vec<String> = lists.map(|list| String::from_utf8_lossy(&list).into_owned()).collect();
        let pids = lists.iter().flat_map(|list| list.split_whitespace());
        let pids = pids.filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect();
        (!lists.is_empty()).then_some(pids)
    }
}
