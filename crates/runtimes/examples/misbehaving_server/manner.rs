//! How the server is from its start: its arguments as values.

use crate::processes::Role;

#[derive(Clone, Debug, Default)]
pub(crate) struct Manner {
    pub(crate) tag: String,
    pub(crate) crash_at_start: bool,
    pub(crate) crash_after: Option<u64>,
    pub(crate) hang_after: Option<u64>,
    pub(crate) slow: u64,
    pub(crate) slow_start: u64,
    pub(crate) flood: u64,
    pub(crate) children: u64,
    pub(crate) sessions: u64,
    pub(crate) relay: u64,
    pub(crate) stubborn: bool,
    pub(crate) garbage: bool,
    pub(crate) exit: i32,
    /// What a process is that the server started.
    pub(crate) role: Option<Role>,
    /// How many runners of a relay were before it.
    pub(crate) runners: u64,
}

impl Manner {
    /// Reads the arguments; refuses with the first that it does not know.
    pub(crate) fn read(arguments: &[String]) -> Result<Self, &str> {
        let mut manner = Self::default();
        for argument in arguments {
            let (name, value) = argument.split_once('=').unwrap_or((argument, ""));
            let number = || value.parse::<u64>().map_err(|_| argument.as_str());
            match name {
                "--tag" => value.clone_into(&mut manner.tag),
                "--crash-at-start" => manner.crash_at_start = true,
                "--crash-after" => manner.crash_after = Some(number()?),
                "--hang-after" => manner.hang_after = Some(number()?),
                "--slow" => manner.slow = number()?,
                "--slow-start" => manner.slow_start = number()?,
                "--flood" => manner.flood = number()?,
                "--children" => manner.children = number()?,
                "--sessions" => manner.sessions = number()?,
                "--relay" => manner.relay = number()?,
                "--stubborn" => manner.stubborn = true,
                "--garbage" => manner.garbage = true,
                "--exit" => manner.exit = value.parse().map_err(|_| argument.as_str())?,
                "--runners" => manner.runners = number()?,
                "--role" => manner.role = Some(Role::read(value).ok_or(argument.as_str())?),
                _ => return Err(argument),
            }
        }
        Ok(manner)
    }
}
