//! One call: may it go, to whom, what came of it, and a line of the audit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use bascule_core::bridge::{Group, Kind};
use bascule_core::digest::Digest;
use bascule_core::permission::Allowed;
use bascule_core::runtime::Signal;
use bascule_engine::AuditLine;
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::{Bridge, Controller, Ending, ends};
use crate::call::{Answer, CallProblem, Progress, ToolCall};
use crate::chosen::Hold;
use crate::supervisor::{Outcome, unknown_tool};
use crate::wire::{Call, Role, Told};

impl Controller {
    /// Answers a call of a client. Whatever happens, one line of the audit is written.
    pub(crate) async fn call(
        self: &Arc<Self>,
        role: &Role,
        call: Call,
        progress: Option<mpsc::Sender<Progress>>,
    ) -> Told {
        let _busy = self.activity.hold();
        let program = match role {
            Role::Adapter { program, .. } => program.clone(),
            Role::Command | Role::Face => None,
        };
        let mut noted = Noted::begin(self, &call, program.clone());
        let told = self.answered(call, program.as_deref(), progress, &mut noted.outcome).await;
        if told == Told::NotBegun {
            noted.outcome = "";
        }
        told
    }

    async fn answered(
        self: &Arc<Self>,
        call: Call,
        program: Option<&str>,
        progress: Option<mpsc::Sender<Progress>>,
        outcome: &mut &'static str,
    ) -> Told {
        let Call { bridge: id, tool, arguments, meta, .. } = call;
        let problem = |problem: CallProblem| Told::Answer(Answer::Problem(problem));
        let mut ending = self.ending.subscribe();
        if *ending.borrow() != Ending::Stay {
            return Told::NotBegun;
        }
        let Some((bridge, allowed, hold)) = self.bridge(&id).await else {
            *outcome = "unavailable";
            return problem(CallProblem::with(
                format!("there is no bridge {id} on this machine any more"),
                format!("ask the user whether it was removed; {} bridges shows what is there", self.config.me),
            ));
        };
        if let Some(hold) = hold {
            *outcome = "unavailable";
            return problem(hold.told(&id, &self.config.me));
        }
        let Some(supervised) = &bridge.supervised else {
            *outcome = "unavailable";
            return problem(CallProblem::bare(format!("{id} is answered by its own program")));
        };
        let mut tools = bridge.tools();
        let may_grow = matches!(bridge.manifest.kind, Kind::Command(_));
        if may_grow && !tools.iter().any(|known| known.name == tool) {
            // A server may have learnt a tool since it was seen last.
            let listed = tokio::select! {
                listed = supervised.tools() => listed,
                () = ends(&mut ending) => return Told::NotBegun,
            };
            match listed {
                Ok(listed) => tools = listed,
                Err((why, lines)) => {
                    *outcome = "unavailable";
                    return Told::Answer(Outcome::NotToBeHad(why, lines).answer(&id, &tool, &self.config.me));
                }
            }
        }
        let Some(known) = tools.iter().find(|known| known.name == tool) else {
            *outcome = "refused";
            return Told::Answer(unknown_tool(&tool, &tools));
        };
        let group = bridge.manifest.group_of(known);
        let about = (id.as_str(), tool.as_str(), program);
        let permitted = tokio::select! {
            permitted = self.questions.permit(allowed, group, about, self.is_looked_at()) => permitted,
            () = ends(&mut ending) => return Told::NotBegun,
        };
        if !permitted {
            *outcome = "closed";
            let unread = self.state().chosen.problem().map(str::to_owned);
            return problem(unread.map_or_else(
                || closed(&id, &tool, group, allowed, &self.config.allow),
                |unread| unknown_choice(&tool, &unread),
            ));
        }
        let begun = AtomicBool::new(false);
        let called = supervised.call(ToolCall { name: tool.clone(), arguments, meta, progress }, &begun);
        let mut called = std::pin::pin!(called);
        let came = tokio::select! {
            came = &mut called => came,
            () = ends(&mut ending) => {
                if !begun.load(Ordering::Acquire) {
                    return Told::NotBegun;
                }
                called.await
            }
        };
        *outcome = word(&came);
        Told::Answer(came.answer(&id, &tool, &self.config.me))
    }

    /// The tools of a bridge, waiting for its runtime where none are known.
    ///
    /// An adapter that asks will call soon: the runtime is started meanwhile.
    pub(crate) async fn tools(self: &Arc<Self>, role: &Role, id: &str) -> Told {
        let _busy = self.activity.hold();
        let refused = |code: &str, text: String| Told::Refused { code: code.to_owned(), text };
        let Some((bridge, _, hold)) = self.bridge(id).await else {
            return refused("no-bridge", format!("there is no bridge {id} on this machine any more"));
        };
        if let (Role::Adapter { .. }, Some(supervised), None) = (role, &bridge.supervised, &hold) {
            supervised.tell(Signal::Wanted);
        }
        // A program must not wait for tools that are known; who asks at the command line
        // wants to hear whether they are to be had.
        let mut tools = if *role == Role::Command { Arc::default() } else { bridge.tools() };
        if tools.is_empty() {
            if let Some(hold) = hold {
                return refused("paused", hold.told(id, &self.config.me).cause);
            }
            if let Some(supervised) = &bridge.supervised {
                match supervised.tools().await {
                    Ok(listed) => tools = listed,
                    Err((why, lines)) => {
                        let told = Outcome::NotToBeHad(why, lines).answer(id, "", &self.config.me);
                        let Answer::Problem(problem) = told else { return Told::Answer(told) };
                        return match role {
                            Role::Command => refused("not-to-be-had", problem.to_string()),
                            Role::Adapter { .. } | Role::Face => {
                                refused("not-known", format!("the tools of {id} are not known yet: {problem}"))
                            }
                        };
                    }
                }
            } else {
                tools = bridge.tools();
            }
        }
        Told::Tools(tools.iter().map(|tool| tool.listed().clone()).collect())
    }

    /// A bridge with what agents may do and why nothing may be started for it; read again
    /// where it is not known, for it may just have been added.
    async fn bridge(self: &Arc<Self>, id: &str) -> Option<(Bridge, Allowed, Option<Hold>)> {
        let known = || {
            let state = self.state();
            let bridge = state.bridges.get(id)?.clone();
            Some((bridge, Self::allowed(&state, id), state.chosen.hold(id)))
        };
        if let Some(known) = known() {
            return Some(known);
        }
        self.reread().await;
        known()
    }

    /// Whether a person could answer a question now.
    fn is_looked_at(&self) -> bool {
        self.state().clients.values().any(|role| *role == Role::Face)
    }
}

/// A call that is under way; noted when it ends, however it ends.
struct Noted<'a> {
    controller: &'a Controller,
    line: AuditLine,
    begin: Instant,
    outcome: &'static str,
}

impl<'a> Noted<'a> {
    fn begin(controller: &'a Controller, call: &Call, program: Option<String>) -> Self {
        let [bridge, tool] = [&call.bridge, &call.tool].map(|name| short(name));
        let mut line = AuditLine::new(bridge, tool, program.as_deref().map(short), digest(&call.arguments));
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        line.at_ms = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        // What nobody waits for any more is dropped, and this stays.
        Self { controller, line, begin: Instant::now(), outcome: "cancelled" }
    }
}

impl Drop for Noted<'_> {
    fn drop(&mut self) {
        // Not begun: its successor notes it.
        if self.outcome.is_empty() {
            return;
        }
        self.line.took_ms = u64::try_from(self.begin.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.line.outcome = self.outcome.to_owned();
        self.controller.audit.note(&self.line);
    }
}

/// A name as it is noted: whoever calls chose it, and must not fill the log with it.
fn short(name: &str) -> String {
    name[..name.floor_char_boundary(NAME)].to_owned()
}

/// The longest name that is noted whole, in bytes.
const NAME: usize = 200;

fn digest(arguments: &Map<String, Value>) -> String {
    let text = serde_json::to_vec(arguments).unwrap_or_default();
    Digest::of(&text).to_string()
}

fn word(came: &Outcome) -> &'static str {
    match came {
        Outcome::Answered(Answer::Result(result)) if result.get("isError").and_then(Value::as_bool) == Some(true) => {
            "failed"
        }
        Outcome::Answered(Answer::Result(_)) => "done",
        Outcome::Answered(Answer::Refused(_)) => "refused",
        Outcome::Answered(Answer::Problem(_)) => "failed",
        Outcome::NotToBeHad(..) | Outcome::Busy => "unavailable",
        Outcome::CutOff(_) => "cut-off",
    }
}

/// What the user allows is not known, so nothing goes that does more than look.
fn unknown_choice(tool: &str, unread: &str) -> CallProblem {
    CallProblem::with(
        format!("{tool} was not called, because what the user allows cannot be read: {unread}"),
        "ask the user to mend that file or to take it away; a newer Bascule may have written it",
    )
}

fn closed(bridge: &str, tool: &str, group: Group, allowed: Allowed, allow: &str) -> CallProblem {
    let fear = match group {
        Group::Look => "looks",
        Group::Build => "changes something",
        Group::Delete => "deletes or replaces something",
        Group::Run => "runs code",
    };
    CallProblem::with(
        format!("{bridge} is set to \"{allowed}\" by the user, and {tool} {fear}; it was not called"),
        format!("the user can allow it with: {allow} {bridge} everything"),
    )
}
