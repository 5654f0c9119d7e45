//! How one bridge stands while AI programs use it, in words and for programs.

use bascule_host::wire::{BridgeShown, CauseShown, LinkShown, QuestionShown};
use bascule_runtimes::utc;
use serde_json::{Map, Value, json};

use super::host::{explained, health};
use crate::run::Run;
use crate::told;

/// Whether anything runs for a bridge: the way of its calls leads through the service.
fn is_served(shown: &BridgeShown) -> bool {
    shown.chain.iter().any(|link| link.step == "host")
}

fn is_wrong(shown: &BridgeShown) -> bool {
    shown.health.cause.is_some() || shown.chain.iter().any(|link| link.standing == "bad")
}

/// Tells how a bridge stands; of one that nothing runs for, only what is wrong.
pub(super) fn tell(run: &Run, shown: &BridgeShown, since: u64) {
    if is_served(shown) {
        let state = health(run, &shown.health);
        run.voice.line(2, &run.say("status-now", &[("state", state.into())]));
        if shown.calls > 0 {
            let since = told::readable_time(since);
            run.voice.line(4, &run.say("status-calls", &[("calls", shown.calls.into()), ("since", since.into())]));
        }
        if shown.restarts > 0 {
            run.voice.line(4, &run.say("status-restarts", &[("times", shown.restarts.into())]));
        }
        if shown.older_build {
            run.voice.line(4, &run.say("status-older-build", &[]));
        }
        let what = bascule_words::allowed(&run.words, &shown.allows);
        run.voice.line(2, &run.say("status-allows", &[("what", what.as_ref().into())]));
    }
    if is_wrong(shown) {
        shown.chain.iter().for_each(|link| tell_link(run, &shown.id, link));
        return;
    }
    // Nothing is wrong, but somebody waits for the person.
    for cause in shown.chain.iter().filter(|link| link.standing == "waiting").filter_map(|link| link.cause.as_ref()) {
        let explained = explained(run, &shown.id, cause);
        if let Some(mend) = &explained.mend {
            run.voice.helped(&run.words, 4, mend, &run.offers(&explained.ways));
        }
    }
}

fn tell_link(run: &Run, bridge: &str, link: &LinkShown) {
    let step = bascule_words::step(&run.words, &link.step);
    let step = || ("step", step.as_ref().into());
    let explained = link.cause.as_ref().map(|cause| explained(run, bridge, cause));
    let what = explained.as_ref().map(|explained| explained.sentence.as_str()).unwrap_or_default();
    let line = match link.standing.as_str() {
        "good" => run.say("chain-good", &[step()]),
        "older" => run.say("chain-older", &[step()]),
        "waiting" => run.say("chain-waiting", &[step(), ("what", what.into())]),
        "bad" => run.say("chain-bad", &[step(), ("what", what.into())]),
        _ => run.say("chain-unknown", &[step()]),
    };
    run.voice.line(4, &line);
    if let Some(explained) = explained
        && let Some(mend) = &explained.mend
    {
        run.voice.helped(&run.words, 6, mend, &run.offers(&explained.ways));
    }
}

/// The same for programs.
pub(super) fn report(run: &Run, shown: &BridgeShown) -> Map<String, Value> {
    let cause = |cause: &CauseShown| told_cause(run, &shown.id, cause);
    let link = |link: &LinkShown| json!({"step": link.step, "standing": link.standing, "cause": link.cause.as_ref().map(cause)});
    let serving = shown.runtime.as_ref().map(|one| json!({"process": one.pid, "since": utc(one.since)}));
    Map::from_iter([
        (
            "health".to_owned(),
            json!({
                "state": shown.health.state, "waits_for": shown.health.waits_for,
                "cause": shown.health.cause.as_ref().map(cause),
            }),
        ),
        ("chain".to_owned(), shown.chain.iter().map(link).collect()),
        ("serving".to_owned(), json!(serving)),
        ("older_build".to_owned(), shown.older_build.into()),
        ("restarts".to_owned(), shown.restarts.into()),
        ("last_lines".to_owned(), json!(shown.last_lines)),
        ("running_calls".to_owned(), shown.running_calls.into()),
        ("calls_answered".to_owned(), shown.calls.into()),
        ("connected_now".to_owned(), json!(shown.programs)),
        ("allows".to_owned(), shown.allows.as_str().into()),
    ])
}

/// A cause, for programs.
pub(super) fn told_cause(run: &Run, bridge: &str, cause: &CauseShown) -> Value {
    let explained = explained(run, bridge, cause);
    json!({
        "code": cause.code, "sentence": explained.sentence,
        "remedy": told::remedy(run, explained.mend.as_deref(), &explained.ways),
    })
}

/// Tells what is asked of the person.
pub(super) fn tell_questions(run: &Run, questions: &[QuestionShown]) {
    if questions.is_empty() {
        return;
    }
    run.voice.heading(&run.say("status-questions", &[]));
    for question in questions {
        let group = bascule_words::group(&run.words, &question.group);
        let values = [
            ("tool", (&question.tool).into()),
            ("bridge", (&question.bridge).into()),
            ("group", group.as_ref().into()),
        ];
        let line = match &question.program {
            Some(program) => {
                let name = bascule_core::harness::find(program).map_or(program.as_str(), |harness| harness.name);
                run.say("status-asked", &[&values[..], &[("program", name.into())]].concat())
            }
            None => run.say("status-asked-unnamed", &values),
        };
        run.voice.line(2, &line);
    }
}

/// The same for programs.
pub(super) fn questions(questions: &[QuestionShown]) -> Vec<Value> {
    let question = |question: &QuestionShown| {
        json!({
            "number": question.number, "bridge": question.bridge, "tool": question.tool, "group": question.group,
            "harness": question.program,
        })
    };
    questions.iter().map(question).collect()
}
