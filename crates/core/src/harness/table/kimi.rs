//! Kimi Code (Moonshot AI).

use crate::harness::*;

/// Kimi Code, and kimi-cli before it.
///
/// - User file `~/.kimi-code/mcp.json` [S: MoonshotAI/kimi-code
///   docs/en/customization/mcp.md AG RS UM; named in its code], with KIMI_CODE_HOME for the
///   folder [confirmed: that page]. kimi-cli, winding down: `~/.kimi/mcp.json`
///   [S: MoonshotAI/kimi-cli docs], with KIMI_SHARE_DIR for the folder [S: kimi-cli].
/// - Project file `.kimi-code/mcp.json` [S: kimi-code docs].
/// - JSON, `mcpServers` [S: kimi-code]. Tools are called `mcp__server__tool`, no limit named
///   [confirmed: that page]. New sessions only [S: kimi-code docs]. Variables [U].
/// - Detection: the folders, the program's name is ambiguous [S: AG]. Skills
///   [S: kimi-code SS VS].
pub(super) static KIMI: Harness = Harness {
    id: "kimi",
    name: "Kimi Code",
    vendor: "Moonshot AI",
    traces: &[Trace::Exists(KIMI_CODE_HOME), Trace::Exists(KIMI_SHARE_DIR)],
    sites: &[
        Site::user(&[
            Place::preferred(Base::Var {
                name: "KIMI_CODE_HOME",
                tail: "mcp.json",
                or: Some(&Base::Home(".kimi-code/mcp.json")),
            })
            .shown_by(&[Trace::Exists(KIMI_CODE_HOME)]),
            Place::former(Base::Var {
                name: "KIMI_SHARE_DIR",
                tail: "mcp.json",
                or: Some(&Base::Home(".kimi/mcp.json")),
            })
            .shown_by(&[Trace::Exists(KIMI_SHARE_DIR)]),
        ]),
        Site::project(&[Place::preferred(Base::Project(".kimi-code/mcp.json"))]),
    ],
    inherits: Inherits::Shell,
    skills: &[
        SkillFolder::user(Base::Var {
            name: "KIMI_CODE_HOME",
            tail: "skills",
            or: Some(&Base::Home(".kimi-code/skills")),
        }),
        SkillFolder::project(".kimi-code/skills"),
    ],
    shared_skills: Known::Yes(true),
    reload: Reload::NewSession,
    ..Harness::UNSOURCED
};

const KIMI_CODE_HOME: Base = Base::Var { name: "KIMI_CODE_HOME", tail: "", or: Some(&Base::Home(".kimi-code")) };
const KIMI_SHARE_DIR: Base = Base::Var { name: "KIMI_SHARE_DIR", tail: "", or: Some(&Base::Home(".kimi")) };
