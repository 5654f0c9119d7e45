//! `bridges`: what can be connected, and the bridges that others make.

mod add;
mod author;
mod offer;
mod remove;

use bascule_core::bridge::{BridgeManifest, ChildCommand, Kind};
use bascule_core::reconcile::Target;
use bascule_words::Lang;
use serde_json::{Map, Value, json};

use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::{Run, spoken};
use crate::skills::fault_sentence;
use crate::told;

pub(super) use add::{add, update};
pub(super) use author::{check, new, pack};
pub(super) use remove::remove;

/// Lists every bridge and the programs that have it.
pub(super) fn list(run: &Run) -> Result<Exit, Problem> {
    let owned: Vec<Target> = run.engine.history()?.receipt().claims.into_keys().collect();
    let mut bridges: Vec<Value> = Vec::new();
    for (id, pack) in run.engine.packs(crate::version()) {
        let having: Vec<&Target> = owned.iter().filter(|target| target.bridge == id).collect();
        let programs: Vec<Value> = having.iter().map(|target| told::target(target).into()).collect();
        match pack {
            Ok(manifest) => {
                let (name, summary) = (spoken(&run.words, &manifest.name), spoken(&run.words, &manifest.summary));
                let source = run.engine.added(&id).ok().flatten().and_then(|added| added.source);
                run.voice.heading(&run.say("bridges-line", &[("bridge", (&id).into()), ("name", name.into())]));
                run.voice.line(2, summary);
                let kind = match &manifest.kind {
                    Kind::Engine => "engine",
                    Kind::Index(_) => "index",
                    Kind::Command(command) => {
                        run.voice.line(2, &run.say("bridges-starts", &[("command", line_of(command).into())]));
                        "command"
                    }
                };
                if let Some(source) = &source {
                    run.voice.line(2, &run.say("bridges-from", &[("source", run.path(source).into())]));
                }
                if !having.is_empty() {
                    let names = run.words.list(having.iter().map(|target| told::program(&run.words, target)));
                    run.voice.line(2, &run.say("bridges-connected", &[("programs", names.into())]));
                }
                let schemas = manifest.tools.iter().filter_map(|tool| {
                    tool.listed().get("inputSchema").map(|schema| (tool.name.clone(), schema.clone()))
                });
                bridges.push(json!({
                    "id": id, "name": name, "summary": summary, "kind": kind, "entries": programs,
                    "publisher": manifest.publisher, "source": source, "try": sentences(run, &manifest),
                    "host_app": run.engine.host_app(&manifest).map(|app| json!({"found": app.found, "folder": app.folder})),
                    "input_schemas": schemas.collect::<Map<_, _>>(),
                    "tools": manifest.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), "problem": null,
                }));
            }
            Err(fault) => {
                let problem = fault_sentence(run, &fault);
                run.voice.heading(&id);
                run.voice.line(2, &problem);
                // What its files do not say is not known; its id stands for its name.
                bridges.push(json!({
                    "id": id, "name": id, "summary": null, "kind": null, "entries": programs, "publisher": null,
                    "source": null, "try": [], "host_app": null, "input_schemas": {}, "tools": [], "problem": problem,
                }));
            }
        }
    }
    run.voice.json(json!({"command": "bridges", "bridges": bridges}));
    Ok(Exit::Done)
}

/// Sentences to try, in the person's language.
fn sentences<'m>(run: &Run, manifest: &'m BridgeManifest) -> &'m [String] {
    let both = manifest.try_it.as_ref();
    both.map_or(&[], |both| match run.words.lang() {
        Lang::English => &both.en,
        Lang::SimplifiedChinese => &both.zh_cn,
    })
}

/// A command as one line.
fn line_of(command: &ChildCommand) -> String {
    std::iter::once(&command.program).chain(&command.args).cloned().collect::<Vec<_>>().join(" ")
}
