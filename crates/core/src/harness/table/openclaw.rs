//! OpenClaw (OpenClaw).

use crate::document::Dialect;
use crate::harness::*;

/// OpenClaw.
///
/// - User file `~/.openclaw/openclaw.json` [S: CS LC AG RF]. OPENCLAW_CONFIG_PATH is the
///   file, OPENCLAW_STATE_DIR stands for `~/.openclaw` [S: AG; confirmed: OpenClaw's own
///   uninstall page]. OPENCLAW_PROFILE and `--profile` choose `~/.openclaw-<name>`
///   [S: AG]: left out, several may be in use at once.
/// - No project file [S: AG].
/// - JSON5 that the program rewrites [S: CS AG RF openclaw/openclaw#108746]; `mcp.servers`,
///   a top-level `mcpServers` is refused [S: LC openclaw/openclaw#104157].
/// - `${NAME}` [S: RF openclaw/1]. `openclaw mcp reload` [S: openclaw docs].
/// - Detection [S: VS LC]. Skills [S: SS AG].
pub(super) static OPENCLAW: Harness = Harness {
    id: "openclaw",
    name: "OpenClaw",
    vendor: "OpenClaw",
    traces: &[
        Trace::Program("openclaw"),
        Trace::Exists(Base::Var { name: "OPENCLAW_STATE_DIR", tail: "", or: Some(&Base::Home(".openclaw")) }),
    ],
    sites: &[Site::user(&[Place::preferred(Base::Var {
        name: "OPENCLAW_CONFIG_PATH",
        tail: "",
        or: Some(&Base::Var {
            name: "OPENCLAW_STATE_DIR",
            tail: "openclaw.json",
            or: Some(&Base::Home(".openclaw/openclaw.json")),
        }),
    })])
    .in_dialect(Dialect::Json5)
    .shaped(&[Shape::map(&["mcp", "servers"], COMMAND_AND_ARGS)])],
    variables: Variables::Braced,
    skills: &[SkillFolder::user(Base::Var {
        name: "OPENCLAW_STATE_DIR",
        tail: "skills",
        or: Some(&Base::Home(".openclaw/skills")),
    })],
    reload: Reload::Command("openclaw mcp reload"),
    ..Harness::UNSOURCED
};
