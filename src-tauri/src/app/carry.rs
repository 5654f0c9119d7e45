//! Commands carried out: what the command line does, for the window and the menu.

use std::collections::BTreeMap;

use bascule_host::client::Host;
use bascule_host::wire::Carry;
use bascule_host::{NotCarried, call::with_sources};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

/// What comes of a command, in this order: values and steps, then how it ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Carried {
    /// It printed this.
    Value(Value),
    /// It came this far.
    Step(Value),
    /// It ended with this code.
    Exit(i32),
    /// Nobody could carry it out, or it was lost on the way.
    Failed(Failure),
}

/// Why a command came to no end of its own, or a question to no answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Failure {
    /// The word for it: of a command `verb`, `cannot-start`, `unreadable` or `lost`; of a
    /// question `no-host`, or the background service's own.
    pub(super) code: String,
    /// Why, in English.
    pub(super) sentence: String,
    /// The same command as a person types it.
    pub(super) command: String,
}

/// What a command ends with that was killed: the code of an interrupt.
const KILLED: i32 = 130;

/// Who has commands carried out.
#[derive(Clone)]
pub(super) struct Carrier {
    host: Host,
    /// The environment of the person, which says where programs keep their files.
    variables: BTreeMap<String, String>,
    /// How a person starts Bascule.
    me: String,
}

impl Carrier {
    /// For this background service.
    pub(super) fn new(host: Host, variables: BTreeMap<String, String>, me: String) -> Self {
        Self { host, variables, me }
    }

    /// Carries a command out, and hands on what comes of it. Cancelled, it puts back what
    /// it began.
    pub(super) async fn carry(
        &self,
        arguments: Vec<String>,
        cancelled: oneshot::Receiver<()>,
        mut tell: impl FnMut(Carried),
    ) {
        let (said, mut values) = mpsc::unbounded_channel();
        let typed = self.typed(&arguments);
        let carry = Carry { arguments, variables: self.variables.clone() };
        let mut ended = std::pin::pin!(self.host.carry(carry, said));
        let mut cancelled = std::pin::pin!(cancelled);
        let end = loop {
            tokio::select! {
                // What was printed before the end comes before it.
                biased;
                Some(value) = values.recv() => tell(heard(value)),
                end = &mut ended => break end,
                // Dropping the future is how it is told.
                _ = &mut cancelled => return tell(Carried::Exit(KILLED)),
            }
        };
        while let Ok(value) = values.try_recv() {
            tell(heard(value));
        }
        tell(match end {
            Ok(exit) => Carried::Exit(exit.unwrap_or(KILLED)),
            Err(error) => Carried::Failed(failure(&error, typed)),
        });
    }

    /// A command as it is typed.
    pub(super) fn typed(&self, arguments: &[String]) -> String {
        let words = arguments.iter().map(|word| if word.contains(' ') { format!("\"{word}\"") } else { word.clone() });
        std::iter::once(self.me.clone()).chain(words).collect::<Vec<_>>().join(" ")
    }
}

/// A printed value: a step of the work, or a part of the answer.
fn heard(mut value: Value) -> Carried {
    match value.get_mut("step") {
        Some(step) => Carried::Step(step.take()),
        None => Carried::Value(value),
    }
}

fn failure(error: &NotCarried, command: String) -> Failure {
    let code = match error {
        NotCarried::Verb(_) => "verb",
        NotCarried::Start(_) => "cannot-start",
        NotCarried::Unreadable(_) => "unreadable",
        NotCarried::Lost => "lost",
    };
    Failure { code: code.to_owned(), sentence: with_sources(error), command }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_window_hears_each_kind_under_its_own_key() {
        let failed = Failure { code: "lost".to_owned(), sentence: "s".to_owned(), command: "c".to_owned() };
        let cases = [
            (heard(json!({"command": "doctor"})), json!({"value": {"command": "doctor"}})),
            (heard(json!({"format": 1, "step": {"done": 1}})), json!({"step": {"done": 1}})),
            (Carried::Exit(4), json!({"exit": 4})),
            (Carried::Failed(failed), json!({"failed": {"code": "lost", "sentence": "s", "command": "c"}})),
        ];
        for (carried, expected) in cases {
            assert_eq!(serde_json::to_value(carried).expect("json"), expected);
        }
    }
}
