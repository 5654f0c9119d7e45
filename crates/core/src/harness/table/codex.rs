//! Codex (OpenAI).

use crate::document::Dialect;
use crate::harness::*;

/// Codex: terminal, IDE extension and desktop app share one file.
///
/// - User file `~/.codex/config.toml` [S: DK UM CS; seen written]; CODEX_HOME stands for
///   `~/.codex` [S: AG VS DK]. Xcode's own copy of Codex keeps another file
///   [S: GH SS]: left out, it is not this program's.
/// - Project file `.codex/config.toml`, in trusted projects only [S: docs.rs
///   tuff-adapter-codex AG RF].
/// - TOML 1.0, tables `[mcp_servers.<name>]`; one bad or double table stops the whole
///   program [S: multica-ai/multica#1288]. It writes trust, hooks and notices into
///   the same file [S: RF openai/codex#24718 #45432].
/// - Names `^[A-Za-z0-9_-]+$` [S: openai/codex, a fork]. No variables in values
///   [S: dev.to/eliran_kotzero RF]. Counts in a new session [S: AG].
/// - `/etc/codex/requirements.toml` may allow named servers only
///   [S: developers.openai.com/codex/enterprise/managed-configuration]; the page names
///   no file for Windows.
/// - Detection [S: LC VS RF]. Skills: the shared folder, and `$CODEX_HOME/skills`
///   from before [S: SS VS AC].
pub(super) static CODEX: Harness = Harness {
    id: "codex",
    name: "Codex",
    vendor: "OpenAI",
    traces: &[
        Trace::Program("codex"),
        Trace::Exists(Base::Var { name: "CODEX_HOME", tail: "", or: Some(&Base::Home(".codex")) }),
        Trace::App("Codex"),
        Trace::App("ChatGPT"),
    ],
    sites: &[
        Site::user(&[Place::preferred(Base::Var {
            name: "CODEX_HOME",
            tail: "config.toml",
            or: Some(&Base::Home(".codex/config.toml")),
        })])
        .in_dialect(Dialect::Toml)
        .shaped(MCP_SERVERS_SNAKE),
        Site::project(&[Place::preferred(Base::Project(".codex/config.toml"))])
            .in_dialect(Dialect::Toml)
            .shaped(MCP_SERVERS_SNAKE)
            .asking(),
    ],
    variables: Variables::None,
    inherits: Inherits::Shell,
    skills: &[
        SkillFolder::user(Base::Home(".agents/skills")),
        SkillFolder::user(Base::Var { name: "CODEX_HOME", tail: "skills", or: Some(&Base::Home(".codex/skills")) }),
        SkillFolder::project(".agents/skills"),
    ],
    shared_skills: Known::Yes(true),
    reload: Reload::NewSession,
    policies: &[Policy::restricts(UNIX, Base::Root("/etc/codex/requirements.toml"))],
    ..Harness::UNSOURCED
};
