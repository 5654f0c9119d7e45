//! Grok Build (xAI).

use crate::document::Dialect;
use crate::harness::*;

/// Grok Build, xAI's terminal program.
///
/// - User file `~/.grok/config.toml` [S: CS RS LC], on Windows in the profile folder;
///   GROK_HOME stands for `~/.grok` [confirmed: docs.x.ai/build/settings]. Project file
///   `.grok/config.toml` [S: RS].
/// - TOML, tables `[mcp_servers.<name>]` [S: CS; confirmed: docs.x.ai/build/features/
///   mcp-servers]. `${NAME}` in command and arguments too [confirmed: that page].
/// - `/etc/grok/requirements.toml` pins settings [confirmed: docs.x.ai/build/settings]; no
///   file is named for Windows.
/// - Reload: no source. Detection [S: LC]. Skills [S: SS].
pub(super) static GROK: Harness = Harness {
    id: "grok",
    name: "Grok Build",
    vendor: "xAI",
    traces: &[
        Trace::Program("grok"),
        Trace::Exists(Base::Var { name: "GROK_HOME", tail: "", or: Some(&Base::Home(".grok")) }),
    ],
    sites: &[
        Site::user(&[Place::preferred(Base::Var {
            name: "GROK_HOME",
            tail: "config.toml",
            or: Some(&Base::Home(".grok/config.toml")),
        })])
        .in_dialect(Dialect::Toml)
        .shaped(MCP_SERVERS_SNAKE),
        Site::project(&[Place::preferred(Base::Project(".grok/config.toml"))])
            .in_dialect(Dialect::Toml)
            .shaped(MCP_SERVERS_SNAKE),
    ],
    variables: Variables::Braced,
    inherits: Inherits::Shell,
    skills: &[
        SkillFolder::user(Base::Var { name: "GROK_HOME", tail: "skills", or: Some(&Base::Home(".grok/skills")) }),
        SkillFolder::project(".grok/skills"),
    ],
    shared_skills: Known::Yes(true),
    policies: &[Policy::restricts(UNIX, Base::Root("/etc/grok/requirements.toml"))],
    ..Harness::UNSOURCED
};
