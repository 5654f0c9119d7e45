//! Warp (Warp).

use crate::harness::*;

/// Warp, the terminal.
///
/// - User file `~/.warp/.mcp.json`, project file `.warp/.mcp.json` [S: warpdotdev/warp skill
///   agent-add-mcp RS RF]. `~/.agents/.mcp.json` [U]: left out. Servers made in its window
///   live in its cloud, not in the file [S: docs.warp.dev].
/// - JSON, `mcpServers` [S: warp docs]. Variables, watching [U].
/// - On request it reads Claude Code's and Codex's files as well, so a server may run
///   twice [S: warpdotdev/docs mcp.mdx].
/// - Detection [U]: its usual names; the folder follows from the path. Skills [S: SS].
pub(super) static WARP: Harness = Harness {
    id: "warp",
    name: "Warp",
    vendor: "Warp",
    traces: &[Trace::App("Warp"), Trace::Program("warp-terminal"), Trace::Exists(Base::Home(".warp"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".warp/.mcp.json"))]),
        Site::project(&[Place::preferred(Base::Project(".warp/.mcp.json"))]),
    ],
    skills: &[SkillFolder::user(Base::Home(".agents/skills")), SkillFolder::project(".agents/skills")],
    shared_skills: Known::Yes(true),
    notes: &[Note::ReadsOtherPrograms],
    ..Harness::UNSOURCED
};
