//! The proof behind `verify`: starts a server as a harness would and says how far
//! it came.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use bascule_core::bridge::Tool;
use bascule_engine::{Refused, SERVER_NAME};
use serde_json::{Map, Value};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::block_on;
use bascule_host::process::{Environment, Failure, Log, Session, Start};

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
    /// The system let it start.
    Allowed,
    /// Its process runs.
    Started,
    /// What the launcher starts answers, not the launcher itself.
    Engine,
    /// It answered `initialize`.
    Opened,
    /// It listed its tools.
    Listed,
    /// What the background service keeps behind it is ready.
    Ready,
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
    /// Its tools, as listed: what is recorded when a bridge is added.
    pub(crate) tools: Vec<Tool>,
    /// Why the next step was not reached; `None` where all were.
    pub(crate) failure: Option<String>,
    /// The step that was not reached.
    pub(crate) missed: Option<Step>,
    /// Where it failed: the last lines it printed, at most 20 of 500 bytes and
    /// one line that stood where only messages may stand.
    pub(crate) last_words: Vec<String>,
}

/// Proves servers, at most `at_once` at a time; the proofs come in the order of
/// the plans, `done` hears the place of each that is made. Every process started for it
/// is gone when this returns.
pub(crate) fn prove_all(plans: Vec<ProofPlan>, at_once: usize, mut done: impl FnMut(usize)) -> io::Result<Vec<Proof>> {
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
                Some(Ok((place, proof))) => {
                    proofs[place] = proof;
                    done(place);
                }
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
    };
    let mut clock = Clock(Instant::now());
    let session = match Session::start(&start, Log::Drop) {
        Ok((session, _)) => session,
        Err(error) => {
            proof.failure = Some(format!("{} cannot be started: {error}", plan.program));
            proof.missed = Some(match Refused::of(&error) {
                Some(_) => Step::Allowed,
                None => {
                    proof.steps.push(clock.reached(Step::Allowed));
                    Step::Started
                }
            });
            return proof;
        }
    };
    proof.steps.push(clock.reached(Step::Allowed));
    proof.steps.push(clock.reached(Step::Started));
    if let Err((step, failure)) = ask(&plan, &session, &mut proof, &mut clock).await {
        proof.missed = Some(step);
        proof.failure = Some(failure);
        proof.last_words = session.last_words();
    }
    session.close().await;
    proof
}

async fn ask(plan: &ProofPlan, session: &Session, proof: &mut Proof, clock: &mut Clock) -> Result<(), (Step, String)> {
    let missed = |step: Step| move |failure: String| (step, failure);
    let opening = answered("initialize", plan.opening, session, session.open()).await.map_err(missed(Step::Opened))?;
    if opening.server.0 == SERVER_NAME {
        let failure = opening.instructions.unwrap_or_else(|| "the launcher found nothing to start".to_owned());
        return Err((Step::Engine, failure));
    }
    proof.steps.push(clock.reached(Step::Engine));
    proof.steps.push(clock.reached(Step::Opened));
    let (name, version) = opening.server.clone();
    proof.server_name = Some(name).filter(|name| !name.is_empty());
    proof.server_version = Some(version).filter(|version| !version.is_empty());
    proof.protocol = Some(opening.protocol.clone());
    proof.tools = answered("tools/list", plan.answering, session, session.list_tools(&opening))
        .await
        .map_err(missed(Step::Listed))?;
    proof.steps.push(clock.reached(Step::Listed));
    let Some(call) = &plan.call else { return Ok(()) };
    let calling = session.call(&opening, &call.tool, call.arguments.clone(), Map::new(), None);
    let result = answered("tools/call", plan.answering, session, calling).await.map_err(missed(Step::Called))?;
    if result.get("isError").and_then(Value::as_bool).unwrap_or(false) {
        let text = result.pointer("/content/0/text").and_then(Value::as_str).unwrap_or("no reason given");
        return Err((Step::Called, format!("{} failed: {text}", call.tool)));
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
        Ok(Err(Failure::Gone | Failure::NotSent | Failure::Busy)) => {
            Err(format!("it {} before it answered {question}", session.ending().await))
        }
        Err(_) => Err(format!("it did not answer {question} within {} ms", limit.as_millis())),
    }
}

impl Proof {
    /// Adds a step that was reached or missed by others than the server itself.
    pub(crate) fn add(&mut self, step: Step, reached: &Result<Duration, String>) {
        match reached {
            Ok(took) => self.steps.push(Took { step, millis: took.as_secs_f64() * 1_000.0 }),
            Err(reason) => (self.missed, self.failure) = (Some(step), Some(reason.clone())),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(program: &str, args: &[&str]) -> ProofPlan {
        ProofPlan {
            program: program.to_owned(),
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            env: BTreeMap::new(),
            cwd: None,
            opening: Duration::from_millis(1_500),
            answering: Duration::from_millis(1_500),
            call: None,
        }
    }

    /// The server of the adapter's tests, which cargo builds as an example.
    fn toy(manner: &str) -> ProofPlan {
        let tests = std::env::current_exe().expect("this program");
        let name = format!("toy_server{}", std::env::consts::EXE_SUFFIX);
        let path = tests.ancestors().nth(2).expect("a target folder").join("examples").join(name);
        assert!(path.exists(), "run `cargo build -p bascule --example toy_server` first");
        plan(path.to_str().expect("a readable path"), &[manner])
    }

    fn proven(plan: ProofPlan) -> Proof {
        prove_all(vec![plan], 1, |_| {}).expect("a runtime").remove(0)
    }

    fn calling(tool: &str) -> ProofPlan {
        ProofPlan { call: Some(ReadOnlyCall { tool: tool.to_owned(), arguments: Map::new() }), ..toy("plain") }
    }

    #[test]
    fn a_proof_names_the_last_step_and_the_reason() {
        use Step::{Allowed, Called, Engine, Listed, Opened, Started};
        let cases: [(ProofPlan, &[Step], &str, &str); 8] = [
            (toy("plain"), &[Allowed, Started, Engine, Opened, Listed], "", ""),
            (toy("stateless"), &[Allowed, Started, Engine, Opened, Listed], "", ""),
            (calling("echo"), &[Allowed, Started, Engine, Opened, Listed, Called], "", ""),
            (
                calling("refuse"),
                &[Allowed, Started, Engine, Opened, Listed],
                "tools/call with an error: this tool always",
                "",
            ),
            (calling("crash"), &[Allowed, Started, Engine, Opened, Listed], ": 7) before it", "out of cheese"),
            (toy("die"), &[Allowed, Started], ": 3) before it answered initialize", "licence file"),
            (toy("mute"), &[Allowed, Started], "it did not answer initialize within 1500 ms", ""),
            (plan("no-such-program-anywhere", &[]), &[Allowed], "no-such-program-anywhere cannot be started", ""),
        ];
        for (plan, steps, failure, words) in cases {
            let shown = format!("{} {:?}", plan.program, plan.args);
            let proof = proven(plan);
            assert_eq!(proof.steps.iter().map(|took| took.step).collect::<Vec<_>>(), steps, "{shown}: {proof:?}");
            assert!(proof.failure.clone().unwrap_or_default().contains(failure), "{shown}: {proof:?}");
            assert_eq!(proof.failure.is_none(), failure.is_empty(), "{shown}: {proof:?}");
            assert!(proof.last_words.join("\n").contains(words), "{shown}: {proof:?}");
        }
    }

    #[test]
    fn a_proof_names_the_server_its_tools_and_the_protocol() {
        for (manner, protocol) in [("plain", "2025-11-25"), ("stateless", "2026-07-28"), ("noise", "2025-11-25")] {
            let proof = proven(toy(manner));
            assert_eq!(proof.server_name.as_deref(), Some("toy"), "{manner}");
            assert_eq!(proof.server_version.as_deref(), Some("9.8.7"), "{manner}");
            assert_eq!(proof.protocol.as_deref(), Some(protocol), "{manner}");
            assert_eq!(proof.tools.len(), 10, "{manner}: {:?}", proof.tools);
        }
    }

    #[test]
    fn proofs_run_side_by_side_and_keep_their_order() {
        let manners = ["mute", "plain", "mute", "die", "mute"];
        let began = Instant::now();
        let mut done = Vec::new();
        let plans = manners.iter().map(|manner| toy(manner)).collect();
        let proofs = prove_all(plans, 5, |place| done.push(place)).expect("a runtime");
        assert!(began.elapsed() < Duration::from_secs(4), "one after the other: {:?}", began.elapsed());
        let steps: Vec<_> = proofs.iter().map(|proof| proof.steps.len()).collect();
        assert_eq!(steps, [2, 5, 2, 2, 2]);
        done.sort_unstable();
        assert_eq!(done, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_environment_is_exactly_the_given_one() {
        let env = BTreeMap::from([("TOY_SEES".to_owned(), "this".to_owned())]);
        let proof = proven(ProofPlan { env, ..toy("environment") });
        // The toy prints its variables where only messages may stand.
        let said = proof.last_words.last().map_or("", String::as_str);
        let expected = "(printed where only MCP may stand) TOY_SEES=this";
        // Windows gives every process some variables of its own.
        assert!(if cfg!(windows) { said.starts_with(expected) } else { said == expected }, "{said}");
    }
}
