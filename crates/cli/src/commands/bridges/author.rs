//! `bridges new`, `check` and `pack`: for whoever makes a bridge.

use bascule_core::bridge::{BridgeManifest, ChildCommand, Malformed, PackTree, command_manifest, template};
use bascule_engine::{SourceFault, Written};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use crate::arguments::{BridgeCheck, BridgeNew, BridgePack};
use crate::choose::absolute;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;

/// Writes a small bridge that works.
pub(in crate::commands) fn new(run: &Run, new: &BridgeNew) -> Result<Exit, Problem> {
    let id = fit_id(&new.id)?;
    let folder = absolute(new.dir.as_deref().unwrap_or(Utf8Path::new(id)))?;
    let malformed = |error| Problem::Malformed { place: folder.clone(), wrong: vec![Malformed::Tree(error)] };
    let tree = template(id).map_err(malformed)?;
    match run.engine.write_new_folder(&folder, &tree)? {
        Written::New | Written::Same | Written::Renewed => {}
        Written::Taken => return Err(Problem::ThereAlready { path: folder, option: "--dir" }),
    }
    run.voice.line(0, &run.say("bridges-new", &[("folder", run.path(&folder).into())]));
    let steps = ["check", "pack", "add"].map(|verb| {
        let line = ["bridges", verb, folder.as_str()].map(str::to_owned);
        run.typed(&line)
    });
    steps.iter().for_each(|step| run.voice.verbatim(2, step));
    let files: Vec<&str> = tree.files().map(|(path, _)| path).collect();
    run.voice.json(json!({"command": "bridges new", "id": id, "folder": folder, "files": files, "commands": steps}));
    Ok(Exit::Done)
}

/// Says what is wrong with a pack, or that nothing is.
pub(in crate::commands) fn check(run: &Run, check: &BridgeCheck) -> Result<Exit, Problem> {
    let place = absolute(&check.pack)?;
    let (tree, manifest) = read(run, &place)?;
    let values = [("bridge", (&manifest.id).into()), ("files", tree.files().count().into())];
    run.voice.line(0, &run.say("bridges-fits", &values));
    let digest = tree.digest().to_string();
    run.voice.line(0, &run.say("bridges-digest", &[("digest", (&digest).into())]));
    run.voice.json(json!({
        "command": "bridges check", "id": manifest.id, "digest": digest, "files": files(&tree), "problems": [],
    }));
    Ok(Exit::Done)
}

/// Packs a bridge into one zip file: the same files, the same bytes.
pub(in crate::commands) fn pack(run: &Run, pack: &BridgePack) -> Result<Exit, Problem> {
    let place = absolute(&pack.folder)?;
    let (tree, manifest) = read(run, &place)?;
    let out = match &pack.out {
        Some(out) => absolute(out)?,
        None => absolute(Utf8Path::new(&format!("{}.zip", manifest.id)))?,
    };
    let failed = |error| Problem::Malformed { place: place.clone(), wrong: vec![Malformed::Tree(error)] };
    let bytes = tree.to_zip().map_err(failed)?;
    let id = match run.engine.write_zip(&out, &bytes, &manifest.id, crate::version())? {
        Written::New | Written::Renewed => "bridges-packed",
        Written::Same => "bridges-packed-same",
        Written::Taken => return Err(Problem::ThereAlready { path: out, option: "--out" }),
    };
    let values = [("bridge", (&manifest.id).into()), ("file", run.path(&out).into())];
    run.voice.line(0, &run.say(id, &values));
    let digest = tree.digest().to_string();
    run.voice.line(0, &run.say("bridges-digest", &[("digest", (&digest).into())]));
    run.voice.json(json!({
        "command": "bridges pack", "id": manifest.id, "file": out, "bytes": bytes.len(), "digest": digest,
        "files": files(&tree),
    }));
    Ok(Exit::Done)
}

/// Reads a pack of somebody else's as a whole.
pub(super) fn read(run: &Run, place: &Utf8PathBuf) -> Result<(PackTree, BridgeManifest), Problem> {
    let malformed = |wrong| Problem::Malformed { place: place.clone(), wrong };
    let tree = run.engine.read_pack(place).map_err(|fault| match fault {
        SourceFault::Nothing(path) => Problem::NoPack(path),
        SourceFault::Tree(error) => malformed(vec![error.into()]),
        SourceFault::Disk(error) => Problem::Engine(error.into()),
    })?;
    let manifest = tree.read(crate::version()).map_err(malformed)?;
    Ok((tree, manifest))
}

/// The files of a pack with their sizes.
pub(super) fn files(tree: &PackTree) -> Vec<Value> {
    tree.files().map(|(path, bytes)| json!({"path": path, "bytes": bytes.len()})).collect()
}

/// Refuses what cannot be the id of a bridge, or is that of one that ships.
pub(super) fn fit_id(id: &str) -> Result<&str, Problem> {
    let command = ChildCommand { program: id.into(), args: vec![], cwd: None, env: Default::default() };
    command_manifest(id, "x", &command, crate::version()).map_err(|_| Problem::BridgeName(id.to_owned()))?;
    match bascule_core::bridge::RESERVED.contains(&id) {
        true => Err(Problem::BridgeReserved(id.to_owned())),
        false => Ok(id),
    }
}
