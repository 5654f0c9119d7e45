//! Antigravity (Google).

use crate::document::Bom;
use crate::harness::*;

/// Antigravity 2: desktop, IDE and the terminal program `agy` share one file.
///
/// - User file `~/.gemini/config/mcp_config.json` [S: UM RS IDA AG
///   jgravelle/jcodemunch-mcp v1.108.89 developer.mescius.com RF]. Before that
///   `~/.gemini/antigravity/mcp_config.json`, no longer read [S: UM GH TH AM SM SN LC].
///   Its own folder is also the newer programs' place for conversations, so only the
///   file itself speaks for the old version. `~/.gemini/antigravity-ide` and
///   `antigravity-cli` as places of that file [U]: left out.
/// - Project file `.agents/mcp_config.json`; the roots `.agent`, `_agents` and `_agent`
///   are read as well [S: RS SK RF].
/// - Strict JSON, a byte order mark is refused, a syntax error stops the program
///   [S: SK antigravity-mcp-valid homeassistant-ai/ha-mcp#281]. Its window edits the
///   file [S: docs.silabs.com].
/// - Variables [U]. Refresh button in Manage MCP servers [S: docs.silabs.com].
/// - Detection [S: UM IDA AG]. Skills of the person: three sources, three folders [U],
///   but the shared folder is read [S]; project `.agents/skills` [S: SS VS].
pub(super) static ANTIGRAVITY: Harness = Harness {
    id: "antigravity",
    name: "Antigravity",
    vendor: "Google",
    traces: &[
        Trace::App("Antigravity"),
        Trace::Program("agy"),
        Trace::Exists(Base::Home(".antigravity")),
        Trace::Exists(Base::Home(".gemini/antigravity-ide")),
        Trace::Exists(Base::Home(".gemini/config/mcp_config.json")),
        Trace::Exists(Base::Home(".gemini/antigravity/mcp_config.json")),
    ],
    sites: &[
        Site::user(&[
            Place::preferred(Base::Home(".gemini/config/mcp_config.json")).shown_by(&[
                Trace::Program("agy"),
                Trace::Exists(Base::Home(".gemini/config")),
                Trace::Exists(Base::Home(".gemini/antigravity-ide")),
            ]),
            Place::former(Base::Home(".gemini/antigravity/mcp_config.json"))
                .shown_by(&[Trace::Exists(Base::Home(".gemini/antigravity/mcp_config.json"))]),
        ]),
        Site::project(&[
            Place::preferred(Base::Project(".agents/mcp_config.json")),
            Place::alternative(Base::Project(".agent/mcp_config.json")),
            Place::alternative(Base::Project("_agents/mcp_config.json")),
            Place::alternative(Base::Project("_agent/mcp_config.json")),
        ]),
    ],
    skills: &[SkillFolder::user(Base::Home(".agents/skills")), SkillFolder::project(".agents/skills")],
    shared_skills: Known::Yes(true),
    reload: Reload::Refresh,
    bom: Bom::TakeOut,
    ..Harness::UNSOURCED
};
