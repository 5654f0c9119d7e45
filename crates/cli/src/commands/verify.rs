//! `verify`: starts each entry as its program would, and says how far it came.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bascule_core::document::ConfigDocument;
use bascule_core::harness;
use bascule_core::reconcile::{Claim, Drift, Refusal, Target, launcher_in};
use bascule_engine::BUILT_IN;
use bascule_host::client::Host;
use bascule_host::wire::{Ask, Told};
use bascule_words::{Way, on};
use camino::Utf8PathBuf;
use serde_json::{Map, Value, json};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::host::host_of;
use crate::arguments::Verify;
use crate::carry_out::NOTICEABLE;
use crate::choose::{known_bridge, known_programs};
use crate::exit::Exit;
use crate::mcp::{Proof, ProofPlan, ReadOnlyCall, Step, Took, block_on, prove_all};
use crate::problem::Problem;
use crate::run::Run;
use crate::told;
use crate::voice::Step as Stage;

/// How long a server may take to begin: package runners download on their first start.
pub(super) const OPENING: Duration = Duration::from_secs(60);
/// How long it may take to answer a question.
pub(super) const ANSWERING: Duration = Duration::from_secs(20);
/// Two at once: a machine with little memory proves them too.
const AT_ONCE: usize = 2;

/// What was found of one entry.
#[derive(Debug)]
pub(super) struct Verdict {
    /// The entry.
    pub(super) target: Target,
    /// How far it came.
    pub(super) reached: Reached,
    /// What it starts, where that is another Bascule.
    starts: Option<Utf8PathBuf>,
}

/// How far an entry came.
#[derive(Debug)]
pub(super) enum Reached {
    /// It was not started: it is not as we wrote it.
    Config(Result<Drift, Refusal>),
    /// It was started.
    Started(Proof),
}

impl Verdict {
    /// Whether every step was reached.
    pub(super) fn is_good(&self) -> bool {
        matches!(&self.reached, Reached::Started(proof) if proof.failure.is_none())
    }

    /// The step that failed, stable.
    fn failed_step(&self) -> Option<&'static str> {
        match &self.reached {
            Reached::Config(_) => Some("config"),
            Reached::Started(proof) if proof.failure.is_none() => None,
            Reached::Started(proof) => proof.missed.map(step_word),
        }
    }
}

/// Proves every entry that was asked for.
pub(super) fn verify(run: &Run, arguments: &Verify) -> Result<Exit, Problem> {
    for bridge in &arguments.bridges {
        known_bridge(run, bridge)?;
    }
    let named = known_programs(&arguments.harness)?;
    let asked = |target: &Target| {
        (arguments.bridges.is_empty() || arguments.bridges.contains(&target.bridge))
            && (named.is_empty() || named.contains(&target.harness))
    };
    let verdicts = prove(run, asked)?;
    tell(run, &verdicts);
    run.voice.json(
        json!({"command": "verify", "entries": verdicts.iter().map(|one| verdict_json(run, one)).collect::<Vec<_>>()}),
    );
    let good = verdicts.iter().filter(|verdict| verdict.is_good()).count();
    Ok(match (good, verdicts.len()) {
        (good, all) if good == all => Exit::Done,
        (0, _) => Exit::Refused,
        _ => Exit::Partly,
    })
}

/// An entry, how far it came where it is not started, and what it starts.
type Unjudged = (Target, Option<Reached>, Option<Utf8PathBuf>);

/// Starts each entry of ours that `asked` names and that still is as we wrote it.
pub(super) fn prove(run: &Run, asked: impl Fn(&Target) -> bool) -> Result<Vec<Verdict>, Problem> {
    let receipt = run.engine.history()?.receipt();
    let observed = run.engine.observe([])?;
    let mut verdicts: Vec<Unjudged> = Vec::new();
    let (mut plans, mut names) = (Vec::new(), Vec::new());
    for (target, _, state) in run.engine.drifts()?.into_iter().filter(|(target, ..)| asked(target)) {
        let claim = &receipt.claims[&target];
        let content = observed.files.get(&claim.file).map(|sight| &sight.content);
        let starts = match (&state, content) {
            (Ok(Drift::AsWritten), Some(content)) => started_by(run, claim, content),
            _ => None,
        };
        if starts.as_ref() == Some(&run.engine.launcher) {
            plans.push(plan_for(run, &target));
            names.push(told::program(&run.words, &target));
            verdicts.push((target, None, None));
        } else {
            verdicts.push((target, Some(Reached::Config(state)), starts));
        }
    }
    let begin = Instant::now();
    let mut made = 0;
    let mut step = |place: usize| {
        made += 1;
        let stage = Stage { done: made, total: names.len(), noticeable: begin.elapsed() > NOTICEABLE };
        run.voice.progress(stage, || run.say("verify-step", &[("program", names[place].as_str().into())]));
    };
    let mut proofs: Vec<Proof> = match plans.is_empty() {
        true => Vec::new(),
        false => prove_all(plans, AT_ONCE, &mut step).map_err(crate::mcp::AdapterError::Start)?,
    };
    let ready = readiness(run, names_of_good(&verdicts, &proofs))?;
    for (target, proof) in waiting(&verdicts).zip(&mut proofs).filter(|(_, proof)| proof.failure.is_none()) {
        if let Some(reached) = ready.get(&target.bridge) {
            proof.add(Step::Ready, reached);
        }
    }
    let mut proofs = proofs.into_iter();
    run.voice.progress_over();
    Ok(verdicts
        .into_iter()
        .map(|(target, reached, starts)| {
            let reached = match reached {
                Some(reached) => reached,
                None => Reached::Started(proofs.next().unwrap_or_default()),
            };
            Verdict { target, reached, starts }
        })
        .collect())
}

/// The entries that are started, in the order of their proofs.
fn waiting(verdicts: &[Unjudged]) -> impl Iterator<Item = &Target> {
    verdicts.iter().filter(|(_, reached, _)| reached.is_none()).map(|(target, ..)| target)
}

/// The bridges with an entry that came as far as it can come alone.
fn names_of_good(verdicts: &[Unjudged], proofs: &[Proof]) -> BTreeSet<String> {
    let good = waiting(verdicts).zip(proofs).filter(|(_, proof)| proof.failure.is_none());
    good.map(|(target, _)| target.bridge.clone()).collect()
}

/// How long what the background service keeps for each of these bridges took to be ready,
/// or why it is not; nothing of those for which nothing is kept, or which are paused. All
/// are asked at once. An entry lists tools that are known from before, so it alone does
/// not show this.
fn readiness(run: &Run, bridges: BTreeSet<String>) -> Result<BTreeMap<String, Result<Duration, String>>, Problem> {
    let host = Arc::new(host_of(run));
    let asked = async {
        let ask = |bridge: String| {
            let host = Arc::clone(&host);
            async move { ready(&host, &bridge).await.map(|reached| (bridge, reached)) }
        };
        let asked: JoinSet<_> = bridges.into_iter().filter(|bridge| bridge != BUILT_IN).map(ask).collect();
        asked.join_all().await.into_iter().flatten().collect()
    };
    Ok(block_on(asked).map_err(crate::mcp::AdapterError::Start)?)
}

async fn ready(host: &Host, bridge: &str) -> Option<Result<Duration, String>> {
    let begin = Instant::now();
    match timeout(OPENING, host.ask(Ask::Tools { bridge: bridge.to_owned() })).await {
        Ok(Ok(Told::Tools(_))) => Some(Ok(begin.elapsed())),
        Ok(Ok(Told::Refused { code, .. })) if code == "paused" => None,
        Ok(Ok(Told::Refused { text, .. })) => Some(Err(text)),
        Ok(Ok(_)) => Some(Err("the background service answered something else".to_owned())),
        Ok(Err(error)) => Some(Err(host.told(&error).to_string())),
        Err(_) => Some(Err(format!("it was not ready within {} s", OPENING.as_secs()))),
    }
}

/// The Bascule an entry starts.
fn started_by(run: &Run, claim: &Claim, content: &bascule_core::document::Content) -> Option<Utf8PathBuf> {
    let entry = ConfigDocument::read(claim.dialect, content).ok()?.entry(&claim.slot).ok()??;
    launcher_in(&entry, &run.engine.launcher).map(Utf8PathBuf::from)
}

/// What the program would start, in the environment it would give.
fn plan_for(run: &Run, target: &Target) -> ProofPlan {
    let launch = target.launch(&run.engine.launcher);
    let inherits = harness::find(&target.harness).map_or(harness::Inherits::Shell, |harness| harness.inherits);
    let call =
        (target.bridge == BUILT_IN).then(|| ReadOnlyCall { tool: "list_bridges".to_owned(), arguments: Map::new() });
    ProofPlan {
        program: launch.program.into_string(),
        args: launch.args,
        env: inherits.environment(&run.engine.machine),
        cwd: None,
        opening: OPENING,
        answering: ANSWERING,
        call,
    }
}

/// Tells each verdict.
pub(super) fn tell(run: &Run, verdicts: &[Verdict]) {
    if verdicts.is_empty() {
        run.voice.line(0, &run.say("verify-nothing", &[]));
    }
    for verdict in verdicts {
        let program = told::program(&run.words, &verdict.target);
        let values = |more: Vec<(&'static str, bascule_words::Value<'static>)>| {
            let mut values =
                vec![("program", program.clone().into()), ("bridge", verdict.target.bridge.clone().into())];
            values.extend(more);
            values
        };
        match &verdict.reached {
            Reached::Started(proof) if proof.failure.is_none() => {
                let millis: f64 = proof.steps.iter().map(|took| took.millis).sum();
                let more = vec![("tools", proof.tools.len().into()), ("millis", format!("{millis:.0}").into())];
                run.voice.line(0, &run.say("verify-good", &values(more)));
                // The one step that nobody can take for the person, nor see from here.
                if told::asks(&verdict.target) {
                    run.voice.line(4, &run.say("note-asks", &[("program", program.clone().into())]));
                }
            }
            Reached::Started(proof) => {
                let reason = proof.failure.clone().unwrap_or_default();
                let id = match proof.missed {
                    Some(Step::Allowed) => "verify-failed-allowed",
                    Some(Step::Started) => "verify-failed-launcher",
                    Some(Step::Engine) => "verify-failed-engine",
                    Some(Step::Opened) => "verify-failed-initialize",
                    Some(Step::Listed) => "verify-failed-tools",
                    Some(Step::Ready) => "verify-failed-runtime",
                    Some(Step::Called) | None => "verify-failed-call",
                };
                run.voice.line(0, &run.say(id, &values(vec![("reason", reason.into())])));
                for line in &proof.last_words {
                    run.voice.verbatim(4, line);
                }
                mend(run, verdict);
            }
            Reached::Config(state) => {
                let reason = why_not_started(run, verdict, state);
                run.voice.line(0, &run.say("verify-not-started", &values(vec![("reason", reason.into())])));
                mend(run, verdict);
            }
        }
    }
}

/// Why an entry that is not as we wrote it, or starts another Bascule, was not started.
fn why_not_started(run: &Run, verdict: &Verdict, state: &Result<Drift, Refusal>) -> String {
    match state {
        Ok(Drift::AsWritten) => {
            let path = verdict.starts.clone().unwrap_or_default();
            run.say("verify-other-bascule", &[("path", (&path).into())])
        }
        Ok(Drift::Edited) => run.say("verify-edited", &[]),
        Ok(Drift::Gone) => run.say("verify-gone", &[]),
        Ok(Drift::Taken) => run.say("state-taken", &[]),
        Err(refusal) => {
            let refusal = bascule_words::refusal(&run.words, refusal);
            run.say("verify-unreadable", &[("reason", refusal.into())])
        }
    }
}

fn mend(run: &Run, verdict: &Verdict) {
    let mut offers = run.offers(&ways(run, verdict));
    // What the sentence tells of stands below it.
    offers.reverse();
    run.voice.helped(&run.words, 2, &run.say("verify-failed-mend", &[]), &offers);
}

/// What brings an entry back that somebody else changed or removed; last the check-up, which
/// says what helps.
fn ways(run: &Run, verdict: &Verdict) -> Vec<Way> {
    let back = match &verdict.reached {
        Reached::Config(Ok(Drift::Edited)) => Some(&["--restore"][..]),
        Reached::Config(Ok(Drift::Gone)) => Some(&[][..]),
        Reached::Config(Ok(Drift::AsWritten | Drift::Taken) | Err(_)) | Reached::Started(_) => None,
    };
    let label = || Some(run.say("notice-restore", &[]));
    let back = back.map(|more| Way { label: label(), arguments: on(&verdict.target, "enable", more) });
    back.into_iter().chain([vec!["doctor".to_owned()].into()]).collect()
}

/// The stable word of a step.
fn step_word(step: Step) -> &'static str {
    match step {
        Step::Allowed => "allowed",
        Step::Started => "launcher",
        Step::Engine => "engine",
        Step::Opened => "initialize",
        Step::Listed => "tools",
        Step::Ready => "runtime",
        Step::Called => "call",
    }
}

fn verdict_json(run: &Run, verdict: &Verdict) -> Value {
    let mut map = told::target(&verdict.target);
    map.insert("good".to_owned(), verdict.is_good().into());
    map.insert("failed_step".to_owned(), verdict.failed_step().into());
    map.insert("asks".to_owned(), told::asks(&verdict.target).into());
    let (steps, more): (Vec<Value>, BTreeMap<&str, Value>) = match &verdict.reached {
        Reached::Config(Ok(drift)) => (vec![], BTreeMap::from([("reason", told::drift_word(*drift).into())])),
        Reached::Config(Err(refusal)) => (vec![], BTreeMap::from([("reason", refusal.code().into())])),
        Reached::Started(proof) => {
            let steps = std::iter::once(json!({"step": "config"}));
            let took =
                proof.steps.iter().map(|took: &Took| json!({"step": step_word(took.step), "millis": took.millis}));
            let more = BTreeMap::from([
                ("reason", proof.failure.as_deref().into()),
                ("server", proof.server_name.as_deref().into()),
                ("version", proof.server_version.as_deref().into()),
                ("protocol", proof.protocol.as_deref().into()),
                ("tools", proof.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().into()),
                ("last_words", proof.last_words.clone().into()),
            ]);
            (steps.chain(took).collect(), more)
        }
    };
    let sentence = match &verdict.reached {
        Reached::Config(state) => Some(why_not_started(run, verdict, state)),
        Reached::Started(_) => None,
    };
    map.insert("sentence".to_owned(), sentence.into());
    let mend = || told::remedy(run, Some(&run.say("verify-failed-mend", &[])), &ways(run, verdict));
    map.insert("remedy".to_owned(), (!verdict.is_good()).then(mend).into());
    map.insert("steps".to_owned(), steps.into());
    map.extend(more.into_iter().map(|(key, value)| (key.to_owned(), value)));
    map.into()
}
