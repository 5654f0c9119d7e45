//! Junie (JetBrains).

use crate::harness::*;

/// Junie, IDE and terminal.
///
/// - User file `~/.junie/mcp/mcp.json` [S: junie.jetbrains.com via AC, RS]; project file
///   `.junie/mcp/mcp.json` [S: AC RS RF]. A variable JUNIE_HOME is named by one third
///   party without its meaning: left out.
/// - JSON, `mcpServers` [S: AC]. Variables, reload, names: no source.
/// - Detection [S: VS]. Skills [S: VS SS].
pub(super) static JUNIE: Harness = Harness {
    id: "junie",
    name: "Junie",
    vendor: "JetBrains",
    traces: &[Trace::Program("junie"), Trace::Exists(Base::Home(".junie"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".junie/mcp/mcp.json"))]),
        Site::project(&[Place::preferred(Base::Project(".junie/mcp/mcp.json"))]),
    ],
    skills: &[SkillFolder::user(Base::Home(".junie/skills")), SkillFolder::project(".junie/skills")],
    ..Harness::UNSOURCED
};
