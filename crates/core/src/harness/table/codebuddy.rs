//! CodeBuddy Code (Tencent).

use crate::harness::*;

/// CodeBuddy Code, Tencent's terminal program.
///
/// - User file `~/.codebuddy.json` [S: w3cschool.cn/codebuddydocs/codebuddy-cli-mcp.html, a
///   mirror of the official page, UM]. `~/.codebuddy/mcp.json` and CODEBUDDY_CONFIG_DIR
///   [U: LC]: left out.
/// - Its project file is `.mcp.json` [S: w3cschool], which is Claude Code's: left out, an
///   entry there already serves both. `.codebuddy/mcp.json` occurs in repositories [RF],
///   that it is read is not said.
/// - JSON, `"type": "stdio"` [S: w3cschool]. Tools are called `mcp__server__tool`
///   [S: w3cschool]. Counts in a new session [S: UM]. Variables [U].
/// - Detection [S: LC VS]. Skills [S: VS SS AC].
pub(super) static CODEBUDDY: Harness = Harness {
    id: "codebuddy",
    name: "CodeBuddy Code",
    vendor: "Tencent",
    traces: &[
        Trace::Program("codebuddy"),
        Trace::Exists(Base::Home(".codebuddy.json")),
        Trace::Exists(Base::Home(".codebuddy")),
    ],
    sites: &[Site::user(&[Place::preferred(Base::Home(".codebuddy.json"))]).shaped(MCP_SERVERS_STDIO)],
    inherits: Inherits::Shell,
    skills: &[SkillFolder::user(Base::Home(".codebuddy/skills")), SkillFolder::project(".codebuddy/skills")],
    reload: Reload::NewSession,
    ..Harness::UNSOURCED
};
