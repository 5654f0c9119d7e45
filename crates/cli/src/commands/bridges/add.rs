//! `bridges add` and `bridges update`: show, ask, place, try.

use std::collections::BTreeMap;

use bascule_core::bridge::{BUILT_INS, BridgeManifest, ChildCommand, Kind, PackFile, PackTree, command_manifest};
use bascule_engine::Outcome;
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value, json};

use super::super::host::reread;
use super::super::verify;
use super::author::{fit_id, read};
use super::offer::{Answer, Before, Offer};
use crate::arguments::{BridgeAdd, BridgeUpdate};
use crate::carry_out::{apply, tell_refusals, watch, whole_files};
use crate::choose::absolute;
use crate::companions::renewed;
use crate::exit::Exit;
use crate::mcp::{AdapterError, Proof, ProofPlan, prove_all};
use crate::problem::Problem;
use crate::run::Run;

/// Adds a bridge from a folder or zip file, or a server the person already has.
pub(in crate::commands) fn add(run: &Run, add: &BridgeAdd) -> Result<Exit, Problem> {
    let words = if add.command.is_empty() { &add.server } else { &add.command };
    let offer = match words.split_first() {
        Some((program, args)) => of_command(run, add, program, args)?,
        None => of_pack(run, &absolute(Utf8Path::new(&add.what))?, None)?,
    };
    if offer.command().is_some() && bascule_core::bridge::RESERVED.contains(&offer.id()) {
        return Err(Problem::BridgeReserved(offer.id().to_owned()));
    }
    let mut report = Map::from_iter([
        ("command".to_owned(), "bridges add".into()),
        ("bridge".to_owned(), offer.json(run)),
        ("added".to_owned(), false.into()),
    ]);
    if run.engine.pack(offer.id(), crate::version()).is_some() {
        return match (offer.source(), agreed_before(run, offer.id())?) {
            (Some(source), Some(digest)) if digest == offer.tree.digest() => Ok(same(run, &offer, source, report)),
            _ => Err(Problem::BridgeExists(offer.id().to_owned())),
        };
    }
    offer.show(run);
    let again = run.typed(&typed(add, offer.source()));
    if let Answer::No(exit) = offer.agreed(run, add.yes, &again) {
        report.insert("apply_command".to_owned(), again.into());
        run.voice.json(report.into());
        return Ok(exit);
    }
    if !run.engine.add_pack(offer.id(), &offer.tree, offer.source(), &mut |progress| watch(run, &progress))? {
        return Err(Problem::BridgeExists(offer.id().to_owned()));
    }
    report.insert("added".to_owned(), true.into());
    reread(run, |_| true);
    let proof = tried(run, offer.id())?;
    let connect = run.typed(&["enable", offer.id(), "--all"].map(str::to_owned));
    let values = [("bridge", offer.id().into())];
    let exit = match &proof.failure {
        Some(reason) => {
            let values = [("bridge", offer.id().into()), ("reason", reason.into())];
            not_tried(run, &offer, &run.say("bridges-not-tried", &values), &proof);
            run.voice.line(0, &run.say("bridges-connect-all-the-same", &[]));
            run.voice.verbatim(2, &connect);
            Exit::Partly
        }
        None => {
            run.engine.record_tools(offer.id(), &proof.tools)?;
            run.voice.line(0, &run.say("bridges-added", &values));
            run.voice.verbatim(2, &connect);
            run.voice.line(0, &run.say("bridges-tried", &[("tools", proof.tools.len().into())]));
            Exit::Done
        }
    };
    tell_proof(&mut report, &proof);
    run.voice.json(report.into());
    Ok(exit)
}

/// Exchanges a bridge for what its source, or another pack, has now.
pub(in crate::commands) fn update(run: &Run, update: &BridgeUpdate) -> Result<Exit, Problem> {
    if BUILT_INS.contains(&update.id.as_str()) {
        return Err(Problem::BridgeBuiltIn(update.id.clone()));
    }
    let Some(old) = run.engine.pack(&update.id, crate::version()) else {
        return Err(Problem::UnknownBridge { bridge: update.id.clone(), similar: None });
    };
    let added = run.engine.added(&update.id)?;
    let source = match (&update.source, added.as_ref().and_then(|added| added.source.clone())) {
        (Some(source), _) => absolute(source)?,
        (None, Some(source)) => source,
        (None, None) => return Err(Problem::BridgeNoSource(update.id.clone())),
    };
    let publisher = old.ok().and_then(|manifest| manifest.publisher);
    let files = added.as_ref().map(|added| added.files.clone()).unwrap_or_default();
    let offer = of_pack(run, &source, Some(Before { publisher, files }))?;
    if offer.id() != update.id {
        let found = offer.id().to_owned();
        return Err(Problem::BridgeOther { bridge: update.id.clone(), found, source_path: source });
    }
    let mut report = Map::from_iter([
        ("command".to_owned(), "bridges update".into()),
        ("bridge".to_owned(), offer.json(run)),
        ("updated".to_owned(), false.into()),
    ]);
    if added.is_some_and(|added| added.digest == offer.tree.digest()) {
        return Ok(same(run, &offer, &source, report));
    }
    offer.show(run);
    let line = ["bridges", "update", &update.id, source.as_str(), "--yes"].map(str::to_owned);
    let again = run.typed(&line);
    if let Answer::No(exit) = offer.agreed(run, update.yes, &again) {
        report.insert("apply_command".to_owned(), again.into());
        run.voice.json(report.into());
        return Ok(exit);
    }
    if !run.engine.update_pack(offer.id(), &offer.tree, Some(&source), &mut |progress| watch(run, &progress))? {
        return Err(Problem::UnknownBridge { bridge: update.id.clone(), similar: None });
    }
    report.insert("updated".to_owned(), true.into());
    reread(run, |_| true);
    let renewed = renew_plugin(run, &offer, &line[..line.len() - 1])?;
    let proof = tried(run, offer.id())?;
    let exit = match &proof.failure {
        Some(reason) => {
            let values = [("bridge", offer.id().into()), ("reason", reason.into())];
            not_tried(run, &offer, &run.say("bridges-update-not-tried", &values), &proof);
            Exit::Partly
        }
        None => {
            run.engine.record_tools(offer.id(), &proof.tools)?;
            run.voice.line(0, &run.say("bridges-updated", &[("bridge", offer.id().into())]));
            run.voice.line(0, &run.say("bridges-tried", &[("tools", proof.tools.len().into())]));
            renewed
        }
    };
    tell_proof(&mut report, &proof);
    run.voice.json(report.into());
    Ok(exit)
}

/// Brings what lies in folders of host apps up to what was just agreed to.
fn renew_plugin(run: &Run, offer: &Offer, typed: &[String]) -> Result<Exit, Problem> {
    let companions = renewed(run, offer.id())?;
    let mut plan = run.engine.plan(&companions.wishes)?;
    plan.file_refusals.extend(companions.refused);
    whole_files(run, &plan).iter().for_each(|line| run.voice.line(2, line));
    tell_refusals(run, &plan);
    companions.notes.iter().for_each(|note| note.tell(run));
    let refused = if plan.refuses() { Exit::Partly } else { Exit::Done };
    if plan.is_empty() {
        return Ok(refused);
    }
    let applied = apply(run, &companions.wishes, &plan, &run.line_of(typed))?;
    let done = applied.is_none_or(|applied| matches!(applied.outcome, Outcome::Done));
    Ok(if done { refused } else { Exit::Partly })
}

fn of_pack(run: &Run, source: &Utf8PathBuf, before: Option<Before>) -> Result<Offer, Problem> {
    let (tree, manifest) = read(run, source)?;
    Ok(Offer::new(run, manifest, tree, Some(source.clone()), before))
}

fn of_command(run: &Run, add: &BridgeAdd, program: &str, args: &[String]) -> Result<Offer, Problem> {
    let id = fit_id(&add.what)?;
    let env: BTreeMap<String, String> = add.env.iter().cloned().collect();
    let command = ChildCommand { program: program.to_owned(), args: args.to_vec(), cwd: add.cwd.clone(), env };
    let name = add.name.as_deref().unwrap_or(id);
    let broken =
        |error: bascule_core::bridge::PackError| Problem::BridgeFile { bridge: id.into(), source: error.into() };
    let text = command_manifest(id, name, &command, crate::version()).map_err(broken)?;
    let manifest = BridgeManifest::parse(PackFile { name: "bridge.toml", text: &text }, &[], crate::version());
    let mut tree = PackTree::default();
    let malformed =
        |error| Problem::Malformed { place: id.into(), wrong: vec![bascule_core::bridge::Malformed::Tree(error)] };
    tree.add("bridge.toml", text.clone().into_bytes()).map_err(malformed)?;
    Ok(Offer::new(run, manifest.map_err(broken)?, tree, None, None))
}

fn agreed_before(run: &Run, id: &str) -> Result<Option<bascule_core::digest::Digest>, Problem> {
    Ok(run.engine.added(id)?.map(|added| added.digest))
}

fn same(run: &Run, offer: &Offer, source: &Utf8Path, report: Map<String, Value>) -> Exit {
    let values = [("bridge", offer.id().into()), ("source", run.path(source).into())];
    run.voice.line(0, &run.say("bridges-same", &values));
    run.voice.json(report.into());
    Exit::Done
}

/// Starts the server once for its tools, so that an agent sees them before the server
/// runs. One that does not start yet is added all the same.
fn tried(run: &Run, id: &str) -> Result<Proof, Problem> {
    let broken = |source| Problem::BridgeFile { bridge: id.to_owned(), source };
    let manifest = run.engine.pack(id, crate::version()).transpose().map_err(broken)?;
    let Some(Kind::Command(command)) = manifest.map(|manifest| manifest.kind) else {
        return Ok(Proof::default());
    };
    let mut env = run.engine.machine.env.clone();
    env.extend(command.env);
    let plan = ProofPlan {
        program: command.program,
        args: command.args,
        env,
        cwd: command.cwd,
        opening: verify::OPENING,
        answering: verify::ANSWERING,
        call: None,
    };
    Ok(prove_all(vec![plan], 1, |_| {}).map_err(AdapterError::Start)?.into_iter().next().unwrap_or_default())
}

fn not_tried(run: &Run, offer: &Offer, sentence: &str, proof: &Proof) {
    run.voice.error(&run.words, sentence);
    proof.last_words.iter().for_each(|line| run.voice.aside_verbatim(2, line));
    let remove = vec!["bridges".to_owned(), "remove".to_owned(), offer.id().to_owned()];
    run.voice.help(&run.words, 0, &run.say("bridges-not-tried-mend", &[]), &run.offers(&[remove.into()]));
}

fn tell_proof(report: &mut Map<String, Value>, proof: &Proof) {
    let tools: Vec<&str> = proof.tools.iter().map(|tool| tool.name.as_str()).collect();
    report
        .insert("tried".to_owned(), json!({"tools": tools, "failure": proof.failure, "last_words": proof.last_words}));
}

/// The command as it is typed by somebody who agrees.
fn typed(add: &BridgeAdd, source: Option<&Utf8Path>) -> Vec<String> {
    let mut line = ["bridges", "add"].map(str::to_owned).to_vec();
    line.push(source.map_or_else(|| add.what.clone(), Utf8Path::to_string));
    for (flag, value) in [("--name", &add.name), ("--cwd", &add.cwd)] {
        line.extend(value.iter().flat_map(|value| [flag.to_owned(), value.clone()]));
    }
    line.extend(add.env.iter().flat_map(|(name, value)| ["--env".to_owned(), format!("{name}={value}")]));
    line.push("--yes".to_owned());
    let words = if add.command.is_empty() { &add.server } else { &add.command };
    if !words.is_empty() {
        line.push("--".to_owned());
        line.extend(words.iter().cloned());
    }
    line
}
