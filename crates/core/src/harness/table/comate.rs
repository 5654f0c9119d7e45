//! Comate (Baidu).

use crate::harness::*;

/// Baidu Comate.
///
/// - User file `~/.comate/mcp.json`, project files `.comate/mcp.json` and, before it,
///   `.comate/mcp.local.json` [S: cloud.baidu.com/doc/COMATE/s/Ymir0x2ye].
/// - JSON, `type` required [S: same page]. It expands `$COMATE.ENV.…` [S: same page], which
///   [`Variables`] cannot say: treated as if everything were expanded.
/// - Reload: no source. Detection [U]: the folder follows from the path. Skills [S: SS].
pub(super) static COMATE: Harness = Harness {
    id: "comate",
    name: "Baidu Comate",
    vendor: "Baidu",
    traces: &[Trace::Exists(Base::Home(".comate"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".comate/mcp.json"))]).shaped(MCP_SERVERS_STDIO),
        Site::project(&[
            Place::preferred(Base::Project(".comate/mcp.json")),
            Place::alternative(Base::Project(".comate/mcp.local.json")),
        ])
        .shaped(MCP_SERVERS_STDIO),
    ],
    skills: &[SkillFolder::user(Base::Home(".comate/skills")), SkillFolder::project(".comate/skills")],
    ..Harness::UNSOURCED
};
