//! The proof behind `verify`: starts a server as a harness would and says how far
//! it came.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::block_on;
use super::child::{Environment, Start};
use super::lines::Failure;
use super::session::Session;

/// What to start, and what to ask of it.
#[derive(Clone)]
pub(crate) struct ProofPlan {
    /// The program, as the harness would start it.
    pub(crate) program: String,
    /// Its arguments.
    pub(crate) args: Vec<String>,
    /// Its whole environment: nothing of ours is added.
    pub(crate) env: BTreeMap<String, String>,
    /// The folder it starts in.
    pub(crate) cwd: Option<String>,
    /// How long it may take to answer `initialize`.
    pub(crate) opening: Duration,
    /// How long it may take to answer each later question.
    pub(crate) answering: Duration,
    /// A call at the end. The caller answers for its changing nothing.
    pub(crate) call: Option<ReadOnlyCall>,
}

/// A call that changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReadOnlyCall {
    /// The tool.
    pub(crate) tool: String,
    /// Its arguments.
    pub(crate) arguments: Map<String, Value>,
}

/// How far a server came, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// Its process runs.
    Started,
    /// It answered `initialize`.
    Opened,
    /// It listed its tools.
    Listed,
    /// It answered the call.
    Called,
}

/// How long one step took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Took {
    /// The step that was reached.
    pub(crate) step: Step,
    /// Milliseconds since the step before.
    pub(crate) millis: f64,
}

/// What a proof found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Proof {
    /// The steps that were reached, in order, with their times.
    pub(crate) steps: Vec<Took>,
    /// What the server calls itself.
    pub(crate) server_name: Option<String>,
    /// The version it says it has.
    pub(crate) server_version: Option<String>,
    /// The protocol revision both speak.
    pub(crate) protocol: Option<String>,
    /// The names of its tools, as listed.
    pub(crate) tools: Vec<String>,
    /// Why the next step was not reached; `None` where all were.
    pub(crate) failure: Option<String>,
    /// Where it failed: the last lines it printed, at most 20 of 500 bytes and
    /// one line that stood where only messages may stand.
    pub(crate) last_words: Vec<String>,
}

/// Proves servers, at most `at_once` at a time; the proofs come in the order of
/// the plans. Every process started for it is gone when this returns.
pub(crate) fn prove_all(plans: Vec<ProofPlan>, at_once: usize) -> io::Result<Vec<Proof>> {
    block_on(async {
        let mut proofs = vec![Proof::default(); plans.len()];
        let mut waiting = plans.into_iter().enumerate();
        let mut running = JoinSet::new();
        loop {
            while running.len() < at_once.max(1) {
                let Some((place, plan)) = waiting.next() else { break };
                running.spawn(async move { (place, prove(plan).await) });
            }
            match running.join_next().await {
                Some(Ok((place, proof))) => proofs[place] = proof,
                Some(Err(error)) => std::panic::resume_unwind(error.into_panic()),
                None => return proofs,
            }
        }
    })
}

async fn prove(plan: ProofPlan) -> Proof {
    let mut proof = Proof::default();
    let start = Start {
        program: plan.program.clone(),
        args: plan.args.clone(),
        cwd: plan.cwd.clone(),
        env: Environment::Exactly(plan.env.clone()),
        echo: false,
    };
    let mut clock = Clock(Instant::now());
    let session = match Session::start(&start) {
        Ok((session, _)) => session,
        Err(error) => {
            proof.failure = Some(format!("{} cannot be started: {error}", plan.program));
            return proof;
        }
    };
    proof.steps.push(clock.reached(Step::Started));
    if let Err(failure) = ask(&plan, &session, &mut proof, &mut clock).await {
        proof.failure = Some(failure);
        proof.last_words = session.last_words();
    }
    session.close().await;
    proof
}

async fn ask(plan: &ProofPlan, session: &Session, proof: &mut Proof, clock: &mut Clock) -> Result<(), String> {
    let opening = answered("initialize", plan.opening, session, session.open()).await?;
    proof.steps.push(clock.reached(Step::Opened));
    let (name, version) = opening.server.clone();
    proof.server_name = Some(name).filter(|name| !name.is_empty());
    proof.server_version = Some(version).filter(|version| !version.is_empty());
    proof.protocol = Some(opening.protocol.clone());
    let tools = answered("tools/list", plan.answering, session, session.list_tools(&opening)).await?;
    proof.steps.push(clock.reached(Step::Listed));
    proof.tools = tools.iter().filter_map(|tool| tool.get("name")?.as_str()).map(str::to_owned).collect();
    let Some(call) = &plan.call else { return Ok(()) };
    let calling = session.call(&opening, &call.tool, call.arguments.clone(), Map::new(), None);
    let result = answered("tools/call", plan.answering, session, calling).await?;
    if result.get("isError").and_then(Value::as_bool).unwrap_or(false) {
        let text = result.pointer("/content/0/text").and_then(Value::as_str).unwrap_or("no reason given");
        return Err(format!("{} failed: {text}", call.tool));
    }
    proof.steps.push(clock.reached(Step::Called));
    Ok(())
}

/// Waits for an answer, or says why none came.
async fn answered<T>(
    question: &str,
    limit: Duration,
    session: &Session,
    answer: impl Future<Output = Result<T, Failure>>,
) -> Result<T, String> {
    match timeout(limit, answer).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(Failure::Refused(error))) => Err(format!("it answered {question} with an error: {}", error.message)),
        Ok(Err(Failure::Gone)) => Err(format!("it {} before it answered {question}", session.ending().await)),
        Err(_) => Err(format!("it did not answer {question} within {} ms", limit.as_millis())),
    }
}

/// Times steps one after another.
struct Clock(Instant);

impl Clock {
    fn reached(&mut self, step: Step) -> Took {
        let now = Instant::now();
        let millis = now.duration_since(self.0).as_secs_f64() * 1_000.0;
        self.0 = now;
        Took { step, millis }
    }
}
