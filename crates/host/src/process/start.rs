//! How a foreign server is started: never through a shell.

use std::collections::BTreeMap;
use std::fmt;
use std::process::Command;

use bascule_core::bridge::ChildCommand;
use bascule_engine::STATE_FOLDER;

/// A program with what it is started with.
#[derive(Clone, Debug)]
pub struct Start {
    /// A path, or a name that the system looks up on PATH.
    pub program: String,
    /// Its arguments, as they are.
    pub args: Vec<String>,
    /// The folder it starts in; ours where it is `None`.
    pub cwd: Option<String>,
    /// Its environment.
    pub env: Environment,
}

/// The environment of a started server. Its debug form shows names alone: values may
/// be secret.
#[derive(Clone)]
pub enum Environment {
    /// Ours but for where our state is, and these.
    OursAnd(BTreeMap<String, String>),
    /// These and nothing else.
    Exactly(BTreeMap<String, String>),
}

impl Start {
    /// The start of a `command` bridge's server.
    pub fn of(command: &ChildCommand) -> Self {
        Self {
            program: command.program.clone(),
            args: command.args.clone(),
            cwd: command.cwd.clone(),
            env: Environment::OursAnd(command.env.clone()),
        }
    }

    /// The same as the system takes it, its streams still unsaid.
    #[expect(clippy::disallowed_methods, reason = "the one place where a foreign server is started")]
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        if let Some(cwd) = &self.cwd {
            command.current_dir(cwd);
        }
        match &self.env {
            // The state folder the launcher hands over is for this program alone.
            Environment::OursAnd(vars) => command.env_remove(STATE_FOLDER).envs(vars),
            Environment::Exactly(vars) => command.env_clear().envs(vars),
        };
        command
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OursAnd(vars) => f.debug_tuple("OursAnd").field(&vars.keys().collect::<Vec<_>>()).finish(),
            Self::Exactly(vars) => f.debug_tuple("Exactly").field(&vars.keys().collect::<Vec<_>>()).finish(),
        }
    }
}
