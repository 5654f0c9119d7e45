//! Hermes Agent (Nous Research).

use crate::document::Dialect;
use crate::harness::*;

/// Hermes Agent.
///
/// - macOS and Linux `~/.hermes/config.yaml` [S: hermes-agent docs via AC CS RF; seen read];
///   Windows `%LOCALAPPDATA%\hermes\config.yaml` [S: CS RS]. HERMES_HOME stands for that
///   folder [S: CS RS]. A project file occurs in repositories [U]: left out.
/// - YAML that the program writes anew [S: NousResearch/hermes-agent#77449 RF];
///   `mcp_servers`, `command` and `args` [S: RF hermes docs].
/// - Other characters than letters and digits become `_` in tool names [S: hermes docs].
///   `${NAME}`, `${env:NAME}` [S: hermes docs RF]. `/reload-mcp` [S: hermes docs].
/// - Detection [S: CS LC]. Skills [S: SS AC].
pub(super) static HERMES: Harness = Harness {
    id: "hermes",
    name: "Hermes Agent",
    vendor: "Nous Research",
    traces: &[
        Trace::Program("hermes"),
        Trace::Exists(Base::Var { name: "HERMES_HOME", tail: "", or: Some(&Base::Home(".hermes")) }),
        Trace::Exists(Base::LocalAppData("hermes")),
    ],
    sites: &[Site::user(&[
        Place::preferred(Base::Var {
            name: "HERMES_HOME",
            tail: "config.yaml",
            or: Some(&Base::LocalAppData("hermes/config.yaml")),
        })
        .on(WINDOWS),
        Place::preferred(Base::Var {
            name: "HERMES_HOME",
            tail: "config.yaml",
            or: Some(&Base::Home(".hermes/config.yaml")),
        })
        .on(UNIX),
    ])
    .in_dialect(Dialect::Yaml)
    .shaped(MCP_SERVERS_SNAKE)],
    variables: Variables::Braced,
    inherits: Inherits::Shell,
    skills: &[
        SkillFolder::user(Base::Var { name: "HERMES_HOME", tail: "skills", or: Some(&Base::Home(".hermes/skills")) })
            .on(UNIX),
        SkillFolder::project(".hermes/skills"),
    ],
    reload: Reload::Command("/reload-mcp"),
    ..Harness::UNSOURCED
};
