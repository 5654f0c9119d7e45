//! The bridges that are part of the program.

use super::manifest::BridgeManifest;
use super::pack::{PackError, PackFile, Version};

/// The ids of the bridges that are part of the program, the one that shows the
/// program itself first.
pub const BUILT_INS: [&str; 2] = ["bascule", "ra3-mod-xml"];

/// Whether one entry of a bridge serves many projects. Only bridges that are part of
/// the program are of kind `index`.
pub fn works_in_projects(id: &str) -> bool {
    id == "ra3-mod-xml"
}

/// A bridge that is part of the program; `None` where there is none of this id.
pub fn built_in(id: &str, running: Version) -> Option<Result<BridgeManifest, PackError>> {
    let (manifest, tools): (&str, &[PackFile<'static>]) = match id {
        "bascule" => (include_str!("../../../../bridges/bascule/bridge.toml"), BASCULE),
        "ra3-mod-xml" => (include_str!("../../../../bridges/ra3-mod-xml/bridge.toml"), RA3_MOD_XML),
        _ => return None,
    };
    Some(BridgeManifest::parse(PackFile { name: "bridge.toml", text: manifest }, tools, running))
}

/// The tool files of a bridge, in the order agents see them.
macro_rules! tools {
    ($bridge:literal: $($tool:literal),+ $(,)?) => {
        &[$(PackFile {
            name: concat!("tools/", $tool, ".json"),
            text: include_str!(concat!("../../../../bridges/", $bridge, "/tools/", $tool, ".json")),
        }),+]
    };
}

const BASCULE: &[PackFile<'static>] = tools!("bascule": "list_bridges", "list_programs", "diagnose", "show_changes");

const RA3_MOD_XML: &[PackFile<'static>] = tools!(
    "ra3-mod-xml": "get_status", "list_projects", "find_asset", "get_definition", "resolve_include",
    "is_file_active", "find_define",
);
