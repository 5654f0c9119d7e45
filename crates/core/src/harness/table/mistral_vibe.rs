//! Mistral Vibe (Mistral AI).

use crate::document::Dialect;
use crate::harness::*;

/// Mistral Vibe.
///
/// - User file `~/.vibe/config.toml` [S: mistralai/mistral-vibe RS LC RF]; VIBE_HOME stands
///   for `~/.vibe` [S: mistral-vibe].
/// - `.vibe/config.toml` in a project is left out although it is read [S: mistral-vibe]: it
///   is looked for first and the person's file only if there is none [confirmed:
///   docs.mistral.ai/mistral-vibe/terminal/configuration], so a new one with our entry
///   would hide all of the person's settings.
/// - TOML, a list `[[mcp_servers]]` whose items have `name` and `transport`
///   [S: RF mistral-vibe/1; confirmed: docs.mistral.ai/vibe/code/cli/mcp-servers]. The
///   program writes migrations and permissions into the file [S: RF].
/// - Variables, reload: no source.
/// - Detection [S: LC VS]. Skills [S: VS; the shared folder U].
pub(super) static MISTRAL_VIBE: Harness = Harness {
    id: "mistral-vibe",
    name: "Mistral Vibe",
    vendor: "Mistral AI",
    traces: &[
        Trace::Program("vibe"),
        Trace::Exists(Base::Var { name: "VIBE_HOME", tail: "", or: Some(&Base::Home(".vibe")) }),
    ],
    sites: &[Site::user(&[Place::preferred(Base::Var {
        name: "VIBE_HOME",
        tail: "config.toml",
        or: Some(&Base::Home(".vibe/config.toml")),
    })])
    .in_dialect(Dialect::Toml)
    .shaped(&[Shape {
        when: When::Always,
        keys: Keys::List(&["mcp_servers"], "name"),
        entry: &[
            ("name", Part::Name),
            ("transport", Part::Text("stdio")),
            ("command", Part::Command),
            ("args", Part::Args),
        ],
    }])],
    inherits: Inherits::Shell,
    skills: &[
        SkillFolder::user(Base::Var { name: "VIBE_HOME", tail: "skills", or: Some(&Base::Home(".vibe/skills")) }),
        SkillFolder::project(".vibe/skills"),
    ],
    ..Harness::UNSOURCED
};
