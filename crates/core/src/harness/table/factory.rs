//! Factory Droid (Factory).

use crate::harness::*;

/// Factory Droid.
///
/// - User file `~/.factory/mcp.json`, project file `.factory/mcp.json` in the project and
///   above it; the person's wins [S: Factory-AI/factory docs/cli/configuration/mcp.mdx AG RS
///   TH; seen written].
/// - JSON, written by `/mcp` and `droid mcp` [S: factory docs]; `"type": "stdio"`
///   [S: docs RF factory/1].
/// - `${NAME}` [S: docs]. Noticed at once [S: docs].
/// - Detection [S: AG VS]. Skills [S: VS SS AG].
pub(super) static FACTORY: Harness = Harness {
    id: "factory",
    name: "Factory Droid",
    vendor: "Factory",
    traces: &[Trace::Program("droid"), Trace::Exists(Base::Home(".factory"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".factory/mcp.json"))]).shaped(MCP_SERVERS_STDIO),
        Site::project(&[Place::preferred(Base::Project(".factory/mcp.json"))]).shaped(MCP_SERVERS_STDIO),
    ],
    variables: Variables::Braced,
    inherits: Inherits::Shell,
    skills: &[SkillFolder::user(Base::Home(".factory/skills")), SkillFolder::project(".factory/skills")],
    reload: Reload::Live,
    ..Harness::UNSOURCED
};
