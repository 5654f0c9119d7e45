//! The tools of a foreign server as they were last seen.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::pack::{PackError, PackFile, PackProblem, RECORDED_LIMIT, TOOLS_LIMIT};
use super::rule::Rule;
use super::tool::{Tool, shape};

/// The format of `tools.json` this version writes.
const FORMAT: u32 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: u32,
    tools: Vec<Map<String, Value>>,
}

/// The text of a recorded `tools.json`, which [`super::BridgeManifest::parse`]
/// reads back to the same tools.
pub fn recorded_text(tools: &[Tool]) -> String {
    let tools: Vec<_> = tools.iter().map(Tool::listed).collect();
    format!("{:#}\n", json!({"format": FORMAT, "tools": tools}))
}

/// Reads a recorded `tools.json`.
///
/// Refuses a later format, tools no client could call, duplicate names, more
/// than 512 tools and more than 4 MiB.
pub(super) fn parse(file: PackFile<'_>) -> Result<Vec<Tool>, PackError> {
    file.within(RECORDED_LIMIT)?;
    let written: Written = serde_json::from_str(file.text).map_err(|error| shape(file, &error))?;
    if written.format > FORMAT {
        let problem = PackProblem::NewerFormat { found: written.format, known: FORMAT };
        return Err(file.error_near("format", problem));
    }
    if written.tools.len() > TOOLS_LIMIT {
        let rule = Rule::ManyTools;
        return Err(file.error_near("tools", PackProblem::Rule { key: "tools".into(), rule }));
    }
    written
        .tools
        .into_iter()
        .map(|listed| {
            let name = listed.get("name").and_then(Value::as_str).unwrap_or("name").to_owned();
            Tool::foreign(listed).map_err(|problem| file.error_near(&name, problem))
        })
        .collect()
}
