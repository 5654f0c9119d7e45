//! What agents and logs are told of a runtime, in English.

use bascule_core::bridge::Tool;
use bascule_core::runtime::{Cause, Exit, Unavailable, Unstartable};

use super::Outcome;
use crate::call::{Answer, CallProblem, RpcError};
use crate::chosen::Hold;

impl Outcome {
    /// What the agent is told. `me` is how a person starts Bascule.
    pub(crate) fn answer(self, bridge: &str, tool: &str, me: &str) -> Answer {
        match self {
            Self::Answered(answer) => answer,
            Self::NotToBeHad(Unavailable::Paused, _) => Answer::Problem(Hold::Paused.told(bridge, me)),
            Self::NotToBeHad(why, lines) => {
                let mut cause = format!("{bridge} is not available ({})", why.code());
                if let Unavailable::Failing(inner) = &why {
                    cause = format!("{bridge} is not available: {}", sentence(inner));
                }
                if !lines.is_empty() {
                    cause.push_str("; its last lines:\n");
                    cause.push_str(&lines.join("\n"));
                }
                let mend = format!("ask the user to run {me} status, which says what is wrong and what helps");
                Answer::Problem(CallProblem::with(cause, mend))
            }
            Self::Busy => Answer::Problem(CallProblem::with(
                format!(
                    "{bridge} is busy: it reads nothing, and as many calls wait for it as may; {tool} was not called"
                ),
                "wait until calls that run are answered, then call again",
            )),
            Self::CutOff(what) => Answer::Problem(CallProblem::with(
                format!("{bridge} {what} while it worked on {tool}; the call may have run, and was not sent again"),
                "check first whether this call had an effect, then call again: that starts it anew",
            )),
        }
    }
}

/// No tool of this name.
pub(crate) fn unknown_tool(name: &str, tools: &[Tool]) -> Answer {
    Answer::Refused(RpcError::unknown_tool(name, tools))
}

/// A cause as an English sentence, for agents and logs.
pub(crate) fn sentence(cause: &Cause) -> String {
    match cause {
        Cause::Exited { how, in_a_row } => {
            let how = match how {
                Exit::Code(code) => format!("code {code}"),
                Exit::Signal(signal) => format!("signal {signal}"),
                Exit::Unknown => "no code".to_owned(),
            };
            match in_a_row {
                0 | 1 => format!("its program ended by itself ({how})"),
                more => format!("its program ended by itself ({how}), {more} times in a row"),
            }
        }
        Cause::CannotStart(Unstartable::Missing(program)) => format!("the program {program} is not there"),
        Cause::CannotStart(Unstartable::Refused(words)) => format!("its program cannot be started: {words}"),
        Cause::NotReady(after) => format!("its program was not ready within {} s", after.as_secs()),
        Cause::NoAnswer(_) => "its program runs but does not answer".to_owned(),
        Cause::WillNotEnd(_) => "its program was ended but is still there".to_owned(),
        Cause::Reported(words) => words.clone(),
    }
}
