//! The bridges that are part of the program.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::manifest::BridgeManifest;
use super::pack::{PackError, PackFile, Version};

/// The ids of the bridges that are part of the program, the one that shows the
/// program itself first.
pub const BUILT_INS: [&str; 2] = ["bascule", "ra3-mod-xml"];

/// The version with which each of them came, in the same order.
const SINCE: [Version; BUILT_INS.len()] =
    [Version { major: 0, minor: 1, patch: 0 }, Version { major: 0, minor: 1, patch: 0 }];

/// The bridges that became part of the program after this version: what an update from it
/// brought.
pub fn built_in_after(version: Version) -> impl Iterator<Item = &'static str> {
    BUILT_INS.into_iter().zip(SINCE).filter(move |(_, since)| *since > version).map(|(id, _)| id)
}

/// Whether one entry of a bridge serves many projects. Only bridges that are part of
/// the program are of kind `index`.
pub fn works_in_projects(id: &str) -> bool {
    id == "ra3-mod-xml"
}

/// A bridge that is part of the program; `None` where there is none of this id.
///
/// Its files are part of the program too, so they are read once.
pub fn built_in(id: &str, running: Version) -> Option<Result<BridgeManifest, PackError>> {
    static READ: [OnceLock<(Version, Result<BridgeManifest, PackError>)>; BUILT_INS.len()] =
        [const { OnceLock::new() }; BUILT_INS.len()];
    let at = BUILT_INS.iter().position(|known| *known == id)?;
    let (manifest, tools): (&str, &[PackFile<'static>]) = PACKS[at];
    let read = || BridgeManifest::parse(PackFile { name: "bridge.toml", text: manifest }, tools, running);
    let (asked_by, kept) = READ[at].get_or_init(|| (running, read()));
    Some(if *asked_by == running { kept.clone() } else { read() })
}

/// The files of the skill of a bridge that is part of the program, by their path inside
/// the skill's folder; none where there is no bridge of this id.
pub fn built_in_skill(id: &str) -> BTreeMap<String, Vec<u8>> {
    let at = BUILT_INS.iter().position(|known| *known == id);
    let files = at.map_or(&[] as &[(&str, &str)], |at| SKILLS[at]);
    files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
}

/// The files of each bridge, in the order of their ids.
const PACKS: [(&str, &[PackFile<'static>]); BUILT_INS.len()] = [
    (include_str!("../../../../bridges/bascule/bridge.toml"), BASCULE),
    (include_str!("../../../../bridges/ra3-mod-xml/bridge.toml"), RA3_MOD_XML),
];

/// The tool files of a bridge, in the order agents see them.
macro_rules! tools {
    ($bridge:literal: $($tool:literal),+ $(,)?) => {
        &[$(PackFile {
            name: concat!("tools/", $tool, ".json"),
            text: include_str!(concat!("../../../../bridges/", $bridge, "/tools/", $tool, ".json")),
        }),+]
    };
}

/// The files of a skill.
macro_rules! skill {
    ($bridge:literal: $($path:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("../../../../bridges/", $bridge, "/skill/", $path)))),+]
    };
}

const BASCULE: &[PackFile<'static>] = tools!("bascule": "list_bridges", "list_programs", "diagnose", "show_changes");

const RA3_MOD_XML: &[PackFile<'static>] = tools!(
    "ra3-mod-xml": "get_status", "list_projects", "find_asset", "get_definition", "resolve_include",
    "is_file_active", "find_define",
);

/// The files of each bridge's skill, in the order of their ids.
const SKILLS: [&[(&str, &str)]; BUILT_INS.len()] = [
    skill!("bascule": "SKILL.md", "references/commands.md"),
    skill!("ra3-mod-xml": "SKILL.md", "references/query-guide.md"),
];
