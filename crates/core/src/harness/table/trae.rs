//! Trae (ByteDance).

use crate::harness::*;

/// Trae.
///
/// - Windows `%APPDATA%\Trae\User\mcp.json` [S: TH SM MP mcpm.sh#92], macOS
///   `~/Library/Application Support/Trae/User/mcp.json` [S: mcpm.sh#92 TH SM MP RF], Linux
///   `~/.config/Trae/User/mcp.json` [S: TH SM MP], under XDG_CONFIG_HOME as for every
///   Electron program. The same without `User` [U: UM] and Trae CN's folder, spelt in two
///   ways [U]: left out.
/// - Project file `.trae/mcp.json` once "Enable Project MCP" is on
///   [S: volcengine.com/docs/86677/2137601 lorum RF].
/// - JSON, `mcpServers` [S: mcpm.sh#92]; a command must not hold a space
///   [S: w3cschool mirror of the Trae docs]. Counts after saving [S: volcengine].
/// - At most 40 tools [S: Trae-AI/TRAE#1344, open from 2025-08 to 2026-07]. Variables [U].
/// - Detection [S: TH VS]. Skills [S: VS SS AC].
pub(super) static TRAE: Harness = Harness {
    id: "trae",
    name: "Trae",
    vendor: "ByteDance",
    traces: &[
        Trace::App("Trae"),
        Trace::Exists(Base::AppData("Trae")),
        Trace::Exists(Base::Xdg("Trae")),
        Trace::Exists(Base::Home(".trae")),
    ],
    sites: &[
        Site::user(&[
            Place::preferred(Base::AppData("Trae/User/mcp.json")).on(WINDOWS),
            Place::preferred(Base::ApplicationSupport("Trae/User/mcp.json")).on(MAC),
            Place::preferred(Base::Xdg("Trae/User/mcp.json")).on(LINUX),
        ]),
        Site::project(&[Place::preferred(Base::Project(".trae/mcp.json"))]),
    ],
    skills: &[SkillFolder::user(Base::Home(".trae/skills")), SkillFolder::project(".trae/skills")],
    shared_skills: Known::Unsure,
    reload: Reload::Live,
    tool_limit: Some(40),
    notes: &[Note::NoSpaceInCommand, Note::ProjectSwitch("Enable Project MCP")],
    ..Harness::UNSOURCED
};
