//! Crush (Charm).

use crate::harness::*;

/// Crush.
///
/// - Its first config is `crushrc`, a Bash script; `crush.json` in the same folder is legacy
///   but merged, and is what we write [S: charmbracelet/crush docs/config/README.md RF]:
///   `$XDG_CONFIG_HOME/crush/`, by default `~/.config/crush/`. On Windows
///   `%USERPROFILE%\.config\crush\` [confirmed: that page's column for Windows; the
///   `%LOCALAPPDATA%\crush` of one installer is the program's own data folder there].
///   CRUSH_GLOBAL_CONFIG [S: crush docs AG]: left out, whether it names the folder or the
///   file is not said there.
/// - Project files `.crush.json` and `crush.json` [S: crush docs].
/// - Strict JSON, `mcp`, `type` required [S: AG RF crush/1 crush docs].
/// - `$NAME` and `$(command)` are expanded [S: crush docs RF], more than [`Variables`] can
///   say: treated as if everything were.
/// - Reload [U]. Detection [S: VS AG]. Skills [S: crush docs VS].
pub(super) static CRUSH: Harness = Harness {
    id: "crush",
    name: "Crush",
    vendor: "Charm",
    traces: &[Trace::Program("crush"), Trace::Exists(Base::Xdg("crush"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Xdg("crush/crush.json"))]).shaped(MCP),
        Site::project(&[
            Place::alternative(Base::Project(".crush.json")),
            Place::preferred(Base::Project("crush.json")),
        ])
        .shaped(MCP),
    ],
    inherits: Inherits::Shell,
    skills: &[SkillFolder::user(Base::Xdg("crush/skills")), SkillFolder::project(".crush/skills")],
    shared_skills: Known::Yes(true),
    rewrites: Rewrites::Never,
    ..Harness::UNSOURCED
};

const MCP: &[Shape] = &[Shape::map(&["mcp"], STDIO_COMMAND_AND_ARGS)];
