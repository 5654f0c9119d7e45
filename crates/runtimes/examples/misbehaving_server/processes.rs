//! The processes it starts: this program again, in a role.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::manner::Manner;

/// How long anything stays that nobody ends.
pub(crate) const LIFE: Duration = Duration::from_secs(600);

/// What a started process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Sleeps.
    Sleeper,
    /// Goes into a session of its own, starts a sleeper there and ends.
    Founder,
    /// Goes into a session of its own, starts its successor and ends.
    Runner,
}

impl Role {
    pub(crate) fn read(name: &str) -> Option<Self> {
        match name {
            "sleeper" => Some(Self::Sleeper),
            "founder" => Some(Self::Founder),
            "runner" => Some(Self::Runner),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Sleeper => "sleeper",
            Self::Founder => "founder",
            Self::Runner => "runner",
        }
    }
}

/// Starts processes, so many of each.
pub(crate) fn start(manner: &Manner, children: u64, sessions: u64, relay: u64) {
    (0..children).for_each(|_| begin(Role::Sleeper, manner));
    (0..sessions).for_each(|_| begin(Role::Founder, manner));
    (0..relay).for_each(|_| begin(Role::Runner, manner));
}

/// What a started process does until it ends.
pub(crate) fn play(role: Role, manner: &Manner) {
    match role {
        Role::Sleeper => std::thread::sleep(LIFE),
        Role::Founder => {
            leave_session();
            begin(Role::Sleeper, manner);
        }
        Role::Runner => {
            leave_session();
            // Without a rest most lists of processes would never show one.
            std::thread::sleep(Duration::from_millis(2));
            if manner.runners < RUNNERS {
                begin(Role::Runner, &Manner { runners: manner.runners + 1, ..manner.clone() });
            }
        }
    }
}

/// The most runners of one relay: a minute or two, then it runs out.
const RUNNERS: u64 = 20_000;

/// Nothing that can be ignored ends this process any more.
pub(crate) fn ignore_signals() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    #[cfg(unix)]
    const MORE: &[i32] = &[signal_hook::consts::SIGHUP, signal_hook::consts::SIGQUIT, signal_hook::consts::SIGUSR1];
    #[cfg(not(unix))]
    const MORE: &[i32] = &[];
    for &signal in [SIGINT, SIGTERM].iter().chain(MORE) {
        let _ = signal_hook::flag::register(signal, std::sync::Arc::default());
    }
}

fn begin(role: Role, manner: &Manner) {
    let own = std::env::current_exe().expect("a path of its own");
    let mut command = Command::new(own);
    command.args([format!("--role={}", role.name()), format!("--tag={}", manner.tag)]);
    if manner.stubborn {
        command.arg("--stubborn");
    }
    if role == Role::Runner {
        command.arg(format!("--runners={}", manner.runners));
    }
    // Standard error stays open as long as any of them lives: whoever reads it knows.
    command.stdin(Stdio::null()).stdout(Stdio::null());
    #[cfg(windows)]
    if role != Role::Sleeper {
        use std::os::windows::process::CommandExt as _;
        const DETACHED_PROCESS: u32 = 0x8;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        command.creation_flags(DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP);
    }
    let began = Instant::now();
    // With hundreds of them the system may refuse one for a moment.
    while command.spawn().is_err() && began.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn leave_session() {
    // It is refused to the leader of a group, which none of these is.
    let _ = rustix::process::setsid();
}

#[cfg(not(unix))]
fn leave_session() {}
