//! Gemini CLI (Google).

use crate::document::Dialect;
use crate::harness::*;

/// Gemini CLI; for API keys and enterprises since the personal service ended.
///
/// - User file `~/.gemini/settings.json` [S: google-gemini/gemini-cli
///   docs/tools/mcp-server.md DK; seen written]. GEMINI_CLI_HOME stands for the home
///   folder, so the file is `$GEMINI_CLI_HOME/.gemini/settings.json`
///   [confirmed: gemini-cli packages/core/src/utils/paths.ts `homedir`].
/// - Project file `.gemini/settings.json` [S: gemini-cli RF], counted in trusted
///   folders only [confirmed: packages/cli/src/config/settings.ts `mergeSettings`].
/// - JSON with comments, no trailing commas; it edits the file and keeps comments
///   [S: settings.ts].
/// - No underscore in a server name; `mcp_<server>_<tool>` within 63 characters
///   [S: gemini-cli docs], which leaves 58 for the two.
/// - `$NAME`, `${NAME}`, `%NAME%` on Windows [S: docs]. Restart, or `/mcp refresh`
///   [S: docs].
/// - System settings override everything [S: settings.ts
///   `getSystemSettingsPath`, with its variable].
/// - Detection: the program, or its settings file [S: AM VS]. Not the folder: it is
///   Antigravity's too. Skills [S: docs SS VS].
pub(super) static GEMINI_CLI: Harness = Harness {
    id: "gemini-cli",
    name: "Gemini CLI",
    vendor: "Google",
    traces: &[Trace::Program("gemini"), Trace::Exists(SETTINGS)],
    sites: &[
        Site::user(&[Place::preferred(SETTINGS)]).in_dialect(Dialect::JsonComments),
        Site::project(&[Place::preferred(Base::Project(".gemini/settings.json"))])
            .in_dialect(Dialect::JsonComments)
            .asking(),
    ],
    names: NameRules { charset: Charset::NoUnderscore, longest: None, with_tool: Some(58), reserved: &[] },
    variables: Variables::DollarPercent,
    inherits: Inherits::Shell,
    skills: &[
        SkillFolder::user(Base::Var {
            name: "GEMINI_CLI_HOME",
            tail: ".gemini/skills",
            or: Some(&Base::Home(".gemini/skills")),
        }),
        SkillFolder::project(".gemini/skills"),
    ],
    shared_skills: Known::Yes(true),
    reload: Reload::Command("/mcp refresh"),
    policies: &[
        Policy::restricts(
            WINDOWS,
            Base::Var {
                name: "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
                tail: "",
                or: Some(&Base::Root(r"C:\ProgramData\gemini-cli\settings.json")),
            },
        ),
        Policy::restricts(
            MAC,
            Base::Var {
                name: "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
                tail: "",
                or: Some(&Base::Root("/Library/Application Support/GeminiCli/settings.json")),
            },
        ),
        Policy::restricts(
            LINUX,
            Base::Var {
                name: "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
                tail: "",
                or: Some(&Base::Root("/etc/gemini-cli/settings.json")),
            },
        ),
    ],
    ..Harness::UNSOURCED
};

const SETTINGS: Base = Base::Var {
    name: "GEMINI_CLI_HOME",
    tail: ".gemini/settings.json",
    or: Some(&Base::Home(".gemini/settings.json")),
};
