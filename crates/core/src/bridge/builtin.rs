//! The bridge that is part of the program: `bascule` itself.

use super::manifest::BridgeManifest;
use super::pack::{PackError, PackFile, Version};

/// The bridge `bascule`: an agent asks which bridges and AI programs exist, what
/// is wrong and how to mend it. It only looks.
pub fn built_in(running: Version) -> Result<BridgeManifest, PackError> {
    BridgeManifest::parse(MANIFEST, TOOLS, running)
}

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
