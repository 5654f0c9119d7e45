//! `bridges`: what can be connected; adding and removing MCP servers of one's own.

use std::collections::BTreeMap;

use bascule_core::bridge::{BUILT_INS, ChildCommand, Kind, command_manifest};
use bascule_core::reconcile::Target;
use bascule_engine::PackFault;
use bascule_words::Lang;
use serde_json::{Value, json};

use super::verify;
use crate::arguments::{BridgeAdd, BridgeRemove};
use crate::exit::Exit;
use crate::mcp::{AdapterError, Proof, ProofPlan, prove_all};
use crate::problem::Problem;
use crate::run::Run;
use crate::told;

/// Lists every bridge and the programs that have it.
pub(super) fn list(run: &Run) -> Result<Exit, Problem> {
    let owned: Vec<Target> = run.engine.history()?.receipt().claims.into_keys().collect();
    let mut bridges: Vec<Value> = Vec::new();
    for (id, pack) in run.engine.packs(crate::version()) {
        let having: Vec<&Target> = owned.iter().filter(|target| target.bridge == id).collect();
        let programs: Vec<Value> = having.iter().map(|target| told::target(target).into()).collect();
        match pack {
            Ok(manifest) => {
                let (name, summary) = match run.words.lang() {
                    Lang::English => (&manifest.name.en, &manifest.summary.en),
                    Lang::SimplifiedChinese => (&manifest.name.zh_cn, &manifest.summary.zh_cn),
                };
                run.voice.heading(&run.say("bridges-line", &[("bridge", (&id).into()), ("name", name.into())]));
                run.voice.line(2, summary);
                let kind = match &manifest.kind {
                    Kind::Engine => "engine",
                    Kind::Index(_) => "index",
                    Kind::Command(command) => {
                        let line = std::iter::once(&command.program).chain(&command.args).cloned();
                        let line = line.collect::<Vec<_>>().join(" ");
                        run.voice.line(2, &run.say("bridges-starts", &[("command", line.into())]));
                        "command"
                    }
                };
                if !having.is_empty() {
                    let names = run.words.list(having.iter().map(|target| told::program(&run.words, target)));
                    run.voice.line(2, &run.say("bridges-connected", &[("programs", names.into())]));
                }
                bridges.push(json!({
                    "id": id, "name": name, "summary": summary, "kind": kind, "entries": programs,
                    "tools": manifest.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), "problem": null,
                }));
            }
            Err(fault) => {
                bridges.push(json!({"id": id, "entries": programs, "problem": fault.to_string()}));
                run.voice.heading(&id);
                let problem = match &fault {
                    PackFault::Pack(error) => error.to_string(),
                    PackFault::Disk(error) => crate::problem::disk(&run.words, error),
                };
                run.voice.line(2, &problem);
            }
        }
    }
    run.voice.json(json!({"command": "bridges", "bridges": bridges}));
    Ok(Exit::Done)
}

/// Adds an MCP server the person already has.
pub(super) fn add(run: &Run, add: &BridgeAdd) -> Result<Exit, Problem> {
    let mut words = add.command.iter().cloned();
    let program = words.next().unwrap_or_default();
    let env: BTreeMap<String, String> = add.env.iter().cloned().collect();
    let command = ChildCommand { program, args: words.collect(), cwd: add.cwd.clone(), env };
    let name = add.name.as_deref().unwrap_or(&add.id);
    let manifest = command_manifest(&add.id, name, &command, crate::version()).map_err(|error| {
        // The manifest is ours, so a place in it means nothing to anybody.
        if matches!(&error.problem, bascule_core::bridge::PackProblem::Rule { key, .. } if key == "id") {
            Problem::BridgeName(add.id.clone())
        } else {
            Problem::BridgeFile { bridge: add.id.clone(), source: error.into() }
        }
    })?;
    if !run.engine.add_pack(&add.id, &manifest)? {
        return Err(Problem::BridgeExists(add.id.clone()));
    }
    let proof = tried(run, command)?;
    let connect = run.typed(&["enable", &add.id, "--all"].map(str::to_owned));
    if let Some(reason) = &proof.failure {
        let values = [("bridge", (&add.id).into()), ("reason", reason.into())];
        run.voice.error(&run.words, &run.say("bridges-not-tried", &values));
        proof.last_words.iter().for_each(|line| run.voice.aside_verbatim(2, line));
        let remove = vec!["bridges".to_owned(), "remove".to_owned(), add.id.clone()];
        run.voice.help(&run.words, 0, &run.say("bridges-not-tried-mend", &[]), &run.offers(&[remove.into()]));
        run.voice.line(0, &run.say("bridges-connect-all-the-same", &[]));
        run.voice.verbatim(2, &connect);
        return Ok(Exit::Partly);
    }
    run.engine.record_tools(&add.id, &proof.tools)?;
    run.voice.line(0, &run.say("bridges-added", &[("bridge", (&add.id).into())]));
    run.voice.verbatim(2, &connect);
    run.voice.line(0, &run.say("bridges-tried", &[("tools", proof.tools.len().into())]));
    Ok(Exit::Done)
}

/// Starts the server once for its tools, so that an agent sees them before the server
/// runs. One that does not start yet is added all the same.
fn tried(run: &Run, command: ChildCommand) -> Result<Proof, Problem> {
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
    Ok(prove_all(vec![plan], 1).map_err(AdapterError::Start)?.into_iter().next().unwrap_or_default())
}

/// Removes a bridge that was added, once no entry starts it any more.
pub(super) fn remove(run: &Run, remove: &BridgeRemove) -> Result<Exit, Problem> {
    if BUILT_INS.contains(&remove.id.as_str()) {
        return Err(Problem::BridgeBuiltIn(remove.id.clone()));
    }
    if run.engine.history()?.receipt().claims.keys().any(|target| target.bridge == remove.id) {
        return Err(Problem::BridgeInUse(remove.id.clone()));
    }
    if run.engine.pack(&remove.id, crate::version()).is_none() || !run.engine.remove_pack(&remove.id)? {
        return Err(Problem::UnknownBridge { bridge: remove.id.clone(), similar: None });
    }
    run.voice.line(0, &run.say("bridges-removed", &[("bridge", (&remove.id).into())]));
    Ok(Exit::Done)
}
