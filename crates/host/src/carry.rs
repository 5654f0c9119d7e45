//! A verb of the command line, carried out for a face: what a person wishes in the window
//! is what they could have typed.
//!
//! It runs in a process of its own, so that whatever it needs is given back and a fault of
//! it ends nothing else, and in the environment of who asks: a service that an AI program
//! started may have variables of that program's.

use std::io;
use std::time::Duration;

use bascule_engine::STATE_FOLDER;
use camino::Utf8Path;
use serde_json::Value;
use tokio::process::ChildStdin;
use tokio::sync::mpsc;

use crate::process::{Child, Environment, Log, Start};
use crate::wire::{Carry, LineError, Reader};

/// Who carries out a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The service.
    Service,
    /// Who asks: it ends the service on its way.
    Asker,
}

/// The verbs of the command line that answer in JSON and then end.
const VERBS: &[(&str, By)] = &[
    ("allow", By::Service),
    ("bridges", By::Service),
    ("configure", By::Service),
    ("disable", By::Service),
    ("doctor", By::Service),
    ("enable", By::Service),
    ("harnesses", By::Service),
    ("history", By::Service),
    ("index", By::Service),
    ("log", By::Service),
    ("notices", By::Service),
    ("pause", By::Service),
    ("plan", By::Service),
    ("projects", By::Service),
    ("query", By::Service),
    ("resume", By::Service),
    ("rollback", By::Service),
    ("self", By::Asker),
    ("settings", By::Service),
    ("skills", By::Service),
    ("status", By::Service),
    ("support", By::Service),
    ("uninstall", By::Asker),
    ("verify", By::Service),
];

/// The most arguments of a carried verb.
const ARGUMENTS: usize = 256;

/// The longest value a verb may print, in bytes.
const VALUE: usize = 16 << 20;

/// How long a verb that nobody waits for may take to put back what it began.
const PUT_BACK: Duration = Duration::from_secs(10);

/// Who carries out these arguments; `None` where nobody does.
pub(crate) fn by(arguments: &[String]) -> Option<By> {
    let verb = arguments.first().filter(|_| arguments.len() <= ARGUMENTS)?;
    VERBS.iter().find(|(known, _)| known == verb).map(|(_, by)| *by)
}

/// Why a verb came to no end of its own.
#[derive(Debug, thiserror::Error)]
pub enum NotCarried {
    /// It is none that is carried out.
    #[error("{0:?} is not carried out for a window")]
    Verb(String),
    /// Its program cannot be started.
    #[error("its program cannot be started")]
    Start(#[from] io::Error),
    /// It printed something else than values.
    #[error("it printed something that is no JSON")]
    Unreadable(#[source] LineError),
    /// The service ended meanwhile. What was begun is put back or done, as the journal says.
    #[error("the background service ended meanwhile")]
    Lost,
}

/// Carries out a verb with this program on this state folder: `said` gets every value it
/// prints, in order, and the verb waits for it. Its exit code comes last, `None` where it was killed.
///
/// Dropping the future asks it to end and to put back what it began.
pub(crate) async fn carry(
    program: &Utf8Path,
    state: &Utf8Path,
    carry: Carry,
    said: mpsc::Sender<Value>,
) -> Result<Option<i32>, NotCarried> {
    let Carry { mut arguments, mut variables } = carry;
    arguments.extend(["--json", "--steps", "--tied"].map(str::to_owned));
    variables.insert(STATE_FOLDER.to_owned(), state.to_string());
    let env = Environment::Exactly(variables);
    let start = Start { program: program.to_string(), args: arguments, cwd: None, env };
    let (child, input, output) = Child::start(&start, Log::Drop)?;
    let tied = Tied(Some((child, input)));
    let mut values = Reader::new(output);
    loop {
        match values.next::<Value>(VALUE).await {
            // Who does not listen any more drops this future as well.
            Ok(value) => drop(said.send(value).await),
            Err(LineError::Ended | LineError::Broken(_)) => break,
            Err(error) => return Err(NotCarried::Unreadable(error)),
        }
    }
    Ok(tied.ended().await)
}

/// A verb that runs, and what tells it that somebody waits for it: its open input.
struct Tied(Option<(Child, ChildStdin)>);

impl Tied {
    /// Waits for its end, with its exit code.
    async fn ended(mut self) -> Option<i32> {
        let Some((child, _input)) = &self.0 else { return None };
        let code = child.end().await.code();
        self.0 = None;
        code
    }
}

impl Drop for Tied {
    fn drop(&mut self) {
        let Some((child, input)) = self.0.take() else { return };
        drop(input);
        tokio::spawn(async move { child.end_within(PUT_BACK).await });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_verbs_that_answer_and_end_are_carried_out() {
        let cases = [
            (vec!["enable", "bascule"], Some(By::Service)),
            (vec!["uninstall", "--yes"], Some(By::Asker)),
            (vec!["mcp", "bascule"], None),
            (vec!["host", "run"], None),
            (vec!["runtime", "bascule"], None),
            (vec!["--lang", "en"], None),
            (vec![], None),
            (vec!["query"; ARGUMENTS + 1], None),
        ];
        for (arguments, expected) in cases {
            let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
            assert_eq!(by(&arguments), expected, "{arguments:?}");
        }
    }
}
