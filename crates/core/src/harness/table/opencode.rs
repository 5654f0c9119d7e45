//! OpenCode (Anomaly).

use crate::document::Dialect;
use crate::harness::*;

/// OpenCode, first and second config format.
///
/// - `~/.config/opencode/`: `config.json`, `opencode.json` and `opencode.jsonc` are read in
///   that order and merged, on Windows in the same folder [S: Fmarzochi/EGC#1405 AM DK UM
///   RF; `opencode.json` seen read]; XDG_CONFIG_HOME moves it, OPENCODE_CONFIG names one
///   more file, OPENCODE_CONFIG_DIR one more folder [S: opencode.ai/docs/config]. The
///   extra ones are written where they exist.
/// - Project files `opencode.jsonc` and `opencode.json` in the root and in `.opencode`
///   [S: opencode.ai/docs/config RF].
/// - JSONC in both endings [S: SK opencode-config-valid RF].
/// - Format 1 has `mcp.<name>` with `enabled`, format 2 `mcp.servers.<name>` without it; a
///   file that holds neither is written in the first, which both read
///   [S: neon-solutions/add-mcp#113 opencode.ai/v2/docs/mcp-servers]. A server may itself
///   be called `servers`: what stands there tells [S: SK]. A wrong form keeps the
///   program from starting [S: SK DeusData/codebase-memory-mcp#134].
/// - `{env:NAME}`, `{file:path}` [S: SK opencode.ai/docs RF].
/// - Detection [S: AM VS MP AG]. Skills [S: opencode.ai/docs/skills AC VS].
pub(super) static OPENCODE: Harness = Harness {
    id: "opencode",
    name: "OpenCode",
    vendor: "Anomaly",
    traces: &[Trace::Program("opencode"), Trace::Exists(Base::Xdg("opencode"))],
    sites: &[
        Site::user(&[
            Place::alternative(Base::Var { name: "OPENCODE_CONFIG", tail: "", or: None }),
            Place::alternative(Base::Var { name: "OPENCODE_CONFIG_DIR", tail: "opencode.jsonc", or: None }),
            Place::alternative(Base::Var { name: "OPENCODE_CONFIG_DIR", tail: "opencode.json", or: None }),
            Place::alternative(Base::Xdg("opencode/opencode.jsonc")),
            Place::preferred(Base::Xdg("opencode/opencode.json")),
            Place::alternative(Base::Xdg("opencode/config.json")),
        ])
        .in_dialect(Dialect::Jsonc)
        .shaped(FORMATS),
        Site::project(&[
            Place::alternative(Base::Project("opencode.jsonc")),
            Place::preferred(Base::Project("opencode.json")),
            Place::alternative(Base::Project(".opencode/opencode.jsonc")),
            Place::alternative(Base::Project(".opencode/opencode.json")),
        ])
        .in_dialect(Dialect::Jsonc)
        .shaped(FORMATS),
    ],
    variables: Variables::CurlyEnv,
    inherits: Inherits::Shell,
    skills: &[SkillFolder::user(Base::Xdg("opencode/skills")), SkillFolder::project(".opencode/skills")],
    shared_skills: Known::Yes(true),
    ..Harness::UNSOURCED
};

const FORMATS: &[Shape] = &[
    Shape {
        when: When::Holds { path: &["mcp", "servers"], without: &["type", "command", "url", "enabled"] },
        keys: Keys::Map(&["mcp", "servers"]),
        entry: &[("type", Part::Text("local")), ("command", Part::CommandLine)],
    },
    Shape::map(
        &["mcp"],
        &[("type", Part::Text("local")), ("command", Part::CommandLine), ("enabled", Part::Flag(true))],
    ),
];
