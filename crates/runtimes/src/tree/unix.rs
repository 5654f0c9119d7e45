//! Groups, parents and signals.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{ChildStdin, ChildStdout, Command};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, wait};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::keeper::Event;

/// The processes below this one. Nothing but this reaps them, so the number of one
/// that is listed cannot mean another before it is killed.
pub(crate) struct Tree {
    root: Option<Pid>,
    group: Option<Pid>,
    code: Option<i32>,
}

impl Tree {
    /// Makes this process hear of what ends below it and of being asked to end.
    pub(crate) fn prepare(events: Sender<Event>) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        let mut signals = Signals::new([SIGCHLD, SIGTERM, SIGINT, SIGHUP])?;
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let event = if signal == SIGCHLD { Event::Ended } else { Event::Asked };
                if events.send(event).is_err() {
                    return;
                }
            }
        });
        Ok(Self { root: None, group: None, code: None })
    }

    /// Starts its root in a group of its own.
    pub(crate) fn start(&mut self, command: &mut Command) -> io::Result<(ChildStdin, ChildStdout)> {
        let mut child = command.process_group(0).spawn()?;
        self.root = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        self.group = self.root;
        let missing = || io::Error::other("a pipe of the started program is missing");
        Ok((child.stdin.take().ok_or_else(missing)?, child.stdout.take().ok_or_else(missing)?))
    }

    /// The root's exit code, once it has ended.
    pub(crate) fn code(&mut self) -> Option<i32> {
        self.reap();
        self.code
    }

    /// Kills and reaps until nothing is left; at most so long, then answers how many
    /// are.
    pub(crate) fn end(&mut self, within: Duration) -> Result<(), usize> {
        let began = Instant::now();
        let mut pause = Duration::from_micros(200);
        loop {
            let left = processes::below_us();
            // What has ended meanwhile, or is another user's, cannot be killed.
            for pid in &left {
                let _ = kill_process(*pid, Signal::KILL);
            }
            processes::kill_group(self.group);
            let childless = self.reap();
            if childless && processes::none_left() {
                return Ok(());
            }
            if began.elapsed() > within {
                return Err(left.len());
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }

    /// Takes note of all that has ended; whether no child is left at all.
    fn reap(&mut self) -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if Some(pid) == self.root => {
                    self.code = Some(code_of(status));
                    self.root = None;
                }
                Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
                Ok(None) => return false,
                Err(_) => return true,
            }
        }
    }
}

/// Tells when whoever writes to our standard input is gone, also while what it wrote
/// last cannot be passed on.
pub(crate) fn tell_when_left(events: Sender<Event>) {
    std::thread::spawn(move || {
        let stdin = io::stdin();
        // Without any wish, only the end is told.
        let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
        loop {
            match poll(&mut watched, None) {
                Ok(_) => break,
                Err(rustix::io::Errno::INTR) => {}
                // Whoever reads notices the end.
                Err(_) => return,
            }
        }
        let _ = events.send(Event::WriterGone);
    });
}

fn code_of(status: WaitStatus) -> i32 {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => code,
        (None, Some(signal)) => 128 + signal,
        (None, None) => 128,
    }
}

#[cfg(target_os = "linux")]
mod processes {
    //! What is below this process, as the kernel lists it: the children. What they
    //! leave behind when they are killed is a child of ours then, sessions or not.

    use rustix::process::Pid;

    pub(super) fn below_us() -> Vec<Pid> {
        bascule_host::process::children().unwrap_or_else(|| super::below(std::process::id()))
    }

    /// Nothing needs its group to be found here.
    pub(super) fn kill_group(_group: Option<Pid>) {}

    /// Whoever has no child has nothing below it: every orphan is its child.
    pub(super) fn none_left() -> bool {
        true
    }
}

#[cfg(not(target_os = "linux"))]
mod processes {
    //! What is below this process, as parents are told; and the group of the root, in
    //! which orphans stay that did not leave it.

    use rustix::process::{Pid, Signal, kill_process_group};

    pub(super) fn below_us() -> Vec<Pid> {
        super::below(std::process::id())
    }

    pub(super) fn kill_group(group: Option<Pid>) {
        // An empty group is none to kill.
        if let Some(group) = group {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    pub(super) fn none_left() -> bool {
        below_us().is_empty()
    }
}

/// Every process that has this one among its parents, the nearest first, but for those
/// that have ended already.
fn below(own: u32) -> Vec<Pid> {
    use sysinfo::{ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};
    let Ok(mut system) = System::new() else { return Vec::new() };
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, ProcessRefreshKind::nothing());
    let mut found = vec![sysinfo::Pid::from_u32(own)];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        next += 1;
        let living = |process: &&sysinfo::Process| process.status() != ProcessStatus::Zombie;
        let children = system.processes().values().filter(|process| process.parent() == Some(parent)).filter(living);
        let children: Vec<_> = children.map(sysinfo::Process::pid).filter(|pid| !found.contains(pid)).collect();
        found.extend(children);
    }
    let pids = found.into_iter().skip(1).filter_map(|pid| Pid::from_raw(i32::try_from(pid.as_u32()).ok()?));
    pids.collect()
}
