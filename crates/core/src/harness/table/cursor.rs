//! Cursor (Anysphere).

use crate::harness::*;

/// Cursor, editor and terminal agent.
///
/// - User file `~/.cursor/mcp.json` on every system [S: DK AM UM
///   cursor.com/docs/mcp]; project file `.cursor/mcp.json` [S: AM RF].
/// - Comments in it are not documented [U], so strict JSON. `type` is accepted; one
///   source calls it required, the vendor's docs and real files do without.
/// - Server and tool name together at most 60 characters, longer tools are dropped
///   [S: ComposioHQ/composio#2788 microsoft/vscode#243602]. A limit on the number
///   of tools is reported as 40 (anyproto/anytype-mcp#5), 80 (Snowflake-Labs/mcp#77)
///   and 80 or 100 (DaxianLee/cocos-mcp-server#11): left out.
/// - `${env:NAME}` [S: userjot.com/docs/mcp-cursor]. Toggle or refresh in the
///   settings [S: userjot.com].
/// - Detection [S: AM DK AG]. Skills [S: SS AG VS]; reads the shared folder [S: SS AG].
pub(super) static CURSOR: Harness = Harness {
    id: "cursor",
    name: "Cursor",
    vendor: "Anysphere",
    traces: &[
        Trace::App("Cursor"),
        Trace::Program("cursor-agent"),
        Trace::Exists(Base::AppData("Cursor")),
        Trace::Exists(Base::Home(".cursor")),
    ],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".cursor/mcp.json"))]),
        Site::project(&[Place::preferred(Base::Project(".cursor/mcp.json"))]),
    ],
    names: NameRules { with_tool: Some(60), ..WORD_NAMES },
    variables: Variables::EnvBraced,
    skills: &[SkillFolder::user(Base::Home(".cursor/skills")), SkillFolder::project(".cursor/skills")],
    shared_skills: Known::Yes(true),
    reload: Reload::Refresh,
    ..Harness::UNSOURCED
};
