//! The bridge that is part of the program: `bascule` itself.

use std::collections::BTreeMap;

use super::manifest::BridgeManifest;
use super::pack::{PackError, PackFile, Version};

/// The bridge `bascule`: an agent asks which bridges and AI programs exist, what
/// is wrong and how to mend it. It only looks.
pub fn built_in(running: Version) -> Result<BridgeManifest, PackError> {
    BridgeManifest::parse(MANIFEST, TOOLS, running)
}

/// The files of its skill, by their path inside the skill's folder.
pub fn built_in_skill() -> BTreeMap<String, Vec<u8>> {
    SKILL.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
}

const SKILL: &[(&str, &str)] = &[
    ("SKILL.md", include_str!("../../../../bridges/bascule/skill/SKILL.md")),
    ("references/commands.md", include_str!("../../../../bridges/bascule/skill/references/commands.md")),
];

const MANIFEST: PackFile<'static> =
    PackFile { name: "bridge.toml", text: include_str!("../../../../bridges/bascule/bridge.toml") };

const TOOLS: &[PackFile<'static>] = &[
    PackFile {
        name: "tools/list_bridges.json",
        text: include_str!("../../../../bridges/bascule/tools/list_bridges.json"),
    },
    PackFile {
        name: "tools/list_programs.json",
        text: include_str!("../../../../bridges/bascule/tools/list_programs.json"),
    },
    PackFile { name: "tools/diagnose.json", text: include_str!("../../../../bridges/bascule/tools/diagnose.json") },
    PackFile {
        name: "tools/show_changes.json",
        text: include_str!("../../../../bridges/bascule/tools/show_changes.json"),
    },
];
