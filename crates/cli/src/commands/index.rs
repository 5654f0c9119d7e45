//! `index`: builds the index of a mod once and says what is in it.

use bascule_core::bridge::{BridgeManifest, IndexSource, Kind};
use bascule_engine::peak_memory;
use bascule_runtimes::{Built, Indexes, Whereabouts, timed, utc};
use bascule_sage::{Job, Profile, Snapshot};
use bascule_words::Value;
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::json;

use crate::arguments::Index;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;

/// How many diagnostics a person is shown.
const SHOWN: usize = 20;

/// A compressed file begins so: only such a one is replaced by a snapshot.
const GZIP: &[u8] = &[0x1F, 0x8B];

/// Builds an index and prints its counts; with `--out` also writes its snapshot.
pub(super) fn index(run: &Run, arguments: &Index) -> Result<Exit, Problem> {
    let job = job(run, arguments)?;
    let built = timed(|| job.build());
    let out = arguments.out.as_deref().map(|out| written(run, &built, out)).transpose()?;
    tell(run, &built, out.as_deref());
    Ok(if built.index.is_complete() { Exit::Done } else { Exit::Partly })
}

fn job(run: &Run, arguments: &Index) -> Result<Job, Problem> {
    let here = Whereabouts::here(None);
    let whole = |path: &Utf8PathBuf| here.whole(path);
    let sdk = arguments.sdk.as_ref().map(whole);
    if !arguments.entry.is_empty() {
        let entries: Vec<_> = arguments.entry.iter().map(whole).collect();
        return Ok(Job::of_entries(&entries, sdk.as_deref(), Profile::Corona)?);
    }
    if let Some(project) = &arguments.project {
        return Ok(Job::of_project(&whole(project), sdk.as_deref(), Profile::Corona)?);
    }
    let (bridge, source) = indexed(run)?;
    let indexes = Indexes::new(run.engine.sibling(), &bridge.id, &source);
    let chosen = indexes.chosen(None, &here)??;
    let sdk = sdk.or(chosen.sdk);
    Ok(Job::of_project(&chosen.project.folder, sdk.as_deref(), Profile::Corona)?)
}

/// The bridge whose projects are mods.
fn indexed(run: &Run) -> Result<(BridgeManifest, IndexSource), Problem> {
    let packs = run.engine.packs(crate::version()).into_iter().filter_map(|(_, pack)| pack.ok());
    let mut indexed = packs.filter_map(|pack| match pack.kind.clone() {
        Kind::Index(source) => Some((pack, source)),
        Kind::Engine | Kind::Command(_) => None,
    });
    indexed.next().ok_or(Problem::UnknownBridge { bridge: "ra3-mod-xml".to_owned(), similar: None })
}

fn written(run: &Run, built: &Built, out: &Utf8Path) -> Result<Utf8PathBuf, Problem> {
    let snapshot = Snapshot::of(&built.index, &utc(built.at));
    let out = Whereabouts::here(None).whole(out);
    let failed = |source| bascule_engine::DiskError { effect: "write", path: out.clone(), source };
    let bytes = snapshot.to_bytes().map_err(|error| bascule_engine::NotExported::Disk(failed(error)))?;
    run.engine.export(&out, &bytes, GZIP)?;
    Ok(out)
}

fn tell(run: &Run, built: &Built, out: Option<&Utf8Path>) {
    let (index, counts) = (&built.index, built.counts);
    let millis = u64::try_from(built.took.as_millis()).unwrap_or(u64::MAX);
    let memory = peak_memory();
    let diagnostics = index.diagnostics.iter().map(|told| {
        json!({
            "code": told.cause.code(), "file": index.shown(&told.file), "line": told.place.line,
            "column": told.place.column, "message": told.cause.to_string(),
        })
    });
    run.voice.json(json!({
        "command": "index", "project": index.roots.project, "sdk": index.roots.sdk, "profile": index.profile().name(),
        "streams": index.streams.iter().map(|stream| stream.name.as_str()).collect::<Vec<_>>(),
        "files": {
            "all": counts.files_all, "instance": counts.files_instance, "nested_fragments": counts.fragments_nested,
        },
        "assets": {
            "all": counts.assets_all, "instance": counts.assets_instance, "distinct": counts.assets_distinct,
        },
        "defines": counts.defines, "referenced_streams": counts.referenced, "complete": index.is_complete(),
        "diagnostics": diagnostics.collect::<Vec<_>>(), "more_diagnostics": index.more_diagnostics,
        "millis": millis, "peak_memory_bytes": memory, "out": out,
    }));
    let say = |id: &str, values: &[(&str, Value<'_>)]| run.voice.line(2, &run.say(id, values));
    run.voice.heading(&run.say("index-of", &[("path", run.path(&index.roots.project).into())]));
    match &index.roots.sdk {
        Some(sdk) => say("index-sdk", &[("path", run.path(sdk).into())]),
        None => say("index-no-sdk", &[]),
    }
    let number = |count: usize| Value::from(count.to_string());
    say("index-files", &[("all", number(counts.files_all)), ("instance", number(counts.files_instance))]);
    let assets = [
        ("all", number(counts.assets_all)),
        ("instance", number(counts.assets_instance)),
        ("distinct", number(counts.assets_distinct)),
    ];
    say("index-assets", &assets);
    say("index-defines", &[("defines", number(counts.defines))]);
    say("index-took", &[("millis", Value::from(millis.to_string()))]);
    if let Some(memory) = memory {
        say("index-memory", &[("mebibytes", Value::from(memory.div_ceil(1 << 20).to_string()))]);
    }
    if counts.diagnostics > 0 {
        say("index-diagnostics", &[("diagnostics", number(counts.diagnostics))]);
        for told in index.diagnostics.iter().take(SHOWN) {
            let (place, file) = (told.place, index.shown(&told.file));
            run.voice.verbatim(4, &format!("{file}:{}:{} {}", place.line, place.column, told.cause));
        }
        if counts.diagnostics > SHOWN {
            say("index-more-diagnostics", &[("more", number(counts.diagnostics - SHOWN))]);
        }
    }
    if let Some(out) = out {
        say("index-written", &[("path", run.path(out).into())]);
    }
}
