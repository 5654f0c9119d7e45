//! The tools' answers from one index. Agents read English.

use std::collections::BTreeMap;

use bascule_core::project::{Candidate, ChosenBy, Found, Project};
use bascule_sage::Index;
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value, json, to_value};

use super::Built;
use super::shelf::Readiness;
use crate::utc::utc;
use bascule_host::call::CallProblem;

/// Answers a call whose arguments fit its schema.
pub(super) fn answer(
    built: &Built,
    project: &Project,
    state: &str,
    tool: &str,
    arguments: &Map<String, Value>,
) -> Result<Value, CallProblem> {
    let text = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default();
    let optional = |name: &str| arguments.get(name).and_then(Value::as_str);
    let number = |name: &str, unsaid: u32| {
        // Some clients send 3.0 for 3; the schema has bounded it.
        arguments.get(name).and_then(Value::as_f64).map_or(unsaid, |number| number as u32)
    };
    let index = &built.index;
    let noted = |told, none| noted(told, none, built);
    let mut told = match tool {
        "get_status" => status(index, number("diagnostics", 20) as usize, optional("code")),
        "find_asset" => {
            let found = index.find_asset(text("id"), optional("type"), number("limit", 50) as usize);
            let none = found.total == 0;
            noted(object(to_value(&found))?, none)
        }
        "get_definition" => match index.definition(text("type"), text("id"), number("max_lines", 120)) {
            Some(definition) => {
                let mut told = object(to_value(&definition))?;
                told.insert("found".to_owned(), true.into());
                told
            }
            None => {
                let similar = index.find_asset(text("id"), None, 10);
                let other_types = similar.assets.iter().map(|asset| format!("{}:{}", asset.kind, asset.id));
                let similar: Vec<String> = other_types.chain(similar.similar).collect();
                noted(
                    Map::from_iter([("found".to_owned(), false.into()), ("similar".to_owned(), similar.into())]),
                    true,
                )
            }
        },
        "resolve_include" => object(to_value(index.resolve_include(text("source"), optional("from"))))?,
        "is_file_active" => object(to_value(index.activity(text("path"))))?,
        "find_define" => {
            let found = index.find_define(text("name"));
            let none = found.is_empty();
            noted(object(Ok(json!({"defines": found})))?, none)
        }
        other => return Err(CallProblem { cause: format!("{other} is not answered from an index"), mend: None }),
    };
    let mut whole = Map::from_iter([("index".to_owned(), Value::Object(state_of(built, project, state)))]);
    whole.append(&mut told);
    Ok(Value::Object(whole))
}

/// The answer of `get_status` before there is an index.
pub(super) fn building(project: &Project) -> Value {
    let index = json!({"state": "building", "project": project.folder, "chosen_by": by(project.by)});
    json!({"index": index, "streams": [], "codes": [], "diagnostics": []})
}

/// Known projects by folder.
#[derive(Default)]
pub(super) struct Listed(BTreeMap<Utf8PathBuf, (Vec<&'static str>, bool)>);

impl Listed {
    /// Adds one, and why it is known.
    pub(super) fn add(&mut self, candidate: &Candidate, why: &'static str) {
        let (folder, there) = match &candidate.found {
            Found::Project(project) => (project, true),
            Found::NoProject | Found::Gone => (&candidate.folder, false),
        };
        let (reasons, _) = self.0.entry(folder.clone()).or_insert((Vec::new(), there));
        if !reasons.contains(&why) {
            reasons.push(why);
        }
    }

    /// The answer of `list_projects`.
    pub(super) fn told(self, seen: impl Fn(&Utf8Path) -> Option<Readiness>) -> Value {
        let projects = self.0.into_iter().map(|(folder, (reasons, there))| {
            let mut told = json!({"folder": folder, "known_by": reasons, "exists": there, "state": "none"});
            match seen(&folder) {
                Some(Readiness::Ready(built) | Readiness::Stale(built)) => {
                    let mut index = state_of(&built, &Project { folder, by: ChosenBy::Argument }, "ready");
                    index.shift_remove("chosen_by");
                    told["state"] = "ready".into();
                    told["index"] = Value::Object(index);
                }
                Some(Readiness::Building(_)) => told["state"] = "building".into(),
                Some(Readiness::Failed(_)) | None => {}
            }
            told
        });
        json!({"projects": projects.collect::<Vec<_>>()})
    }
}

/// How the index stands that an answer comes from.
fn state_of(built: &Built, project: &Project, state: &str) -> Map<String, Value> {
    let (index, counts) = (&built.index, built.counts);
    let mut not_read: Vec<&str> = index.referenced.iter().map(|one| one.source.as_str()).collect();
    not_read.sort_unstable();
    not_read.dedup();
    let told = json!({
        "state": state, "project": project.folder, "chosen_by": by(project.by),
        "sdk": index.roots.sdk, "profile": index.profile().name(),
        "built_at": utc(built.at), "build_ms": u64::try_from(built.took.as_millis()).unwrap_or(u64::MAX),
        "complete": index.is_complete(),
        "files_all": counts.files_all, "files_instance": counts.files_instance,
        "assets_all": counts.assets_all, "assets_instance": counts.assets_instance,
        "assets_distinct": counts.assets_distinct, "defines": counts.defines,
        "diagnostics": counts.diagnostics, "not_read": not_read,
    });
    let mut told = if let Value::Object(told) = told { told } else { Map::new() };
    told.retain(|_, value| !value.is_null());
    told
}

fn status(index: &Index, most: usize, code: Option<&str>) -> Map<String, Value> {
    let streams = index.streams.iter().map(|stream| {
        let entry = index.files.get(stream.entry as usize).map(|file| index.shown(&file.path));
        json!({"name": stream.name, "entry": entry.unwrap_or_default()})
    });
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    index.diagnostics.iter().for_each(|told| *codes.entry(told.cause.code()).or_default() += 1);
    let codes = codes.into_iter().map(|(code, count)| json!({"code": code, "count": count}));
    let wanted = index.diagnostics.iter().filter(|told| code.is_none_or(|code| code == told.cause.code()));
    let diagnostics = wanted.take(most).map(|told| {
        json!({
            "code": told.cause.code(), "file": index.shown(&told.file), "line": told.place.line,
            "column": told.place.column, "message": told.cause.to_string(),
        })
    });
    Map::from_iter([
        ("streams".to_owned(), streams.collect()),
        ("codes".to_owned(), codes.collect()),
        ("diagnostics".to_owned(), diagnostics.collect()),
    ])
}

/// Says with an empty answer how far it reaches.
fn noted(mut told: Map<String, Value>, none: bool, built: &Built) -> Map<String, Value> {
    if none {
        let (index, counts) = (&built.index, built.counts);
        let files = counts.files_all + counts.files_instance;
        let mut note = format!("not found in the {files} files that this mod's streams reach");
        if counts.referenced > 0 {
            note.push_str("; the game's compiled streams in index.not_read are not read, and may define it");
        }
        if index.roots.sdk.is_none() {
            note.push_str("; no SDK folder is known, so what lies in it is missing");
        }
        if !index.is_complete() {
            note.push_str("; some files are malformed or were left out, see get_status");
        }
        told.insert("note".to_owned(), note.into());
    }
    told
}

fn by(by: ChosenBy) -> &'static str {
    match by {
        ChosenBy::Argument => "argument",
        ChosenBy::Flag => "flag",
        ChosenBy::Roots => "roots",
        ChosenBy::Folder => "folder",
        ChosenBy::Registered => "registered",
    }
}

fn object(answer: serde_json::Result<Value>) -> Result<Map<String, Value>, CallProblem> {
    match answer {
        Ok(Value::Object(told)) => Ok(told),
        Ok(_) => Ok(Map::new()),
        Err(error) => Err(CallProblem { cause: error.to_string(), mend: None }),
    }
}
