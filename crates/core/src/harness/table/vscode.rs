//! Visual Studio Code with GitHub Copilot (Microsoft).

use crate::document::Dialect;
use crate::harness::*;

/// VS Code, the default profile.
///
/// - Windows `%APPDATA%\Code\User\mcp.json` [S: DK UM AM], macOS
///   `~/Library/Application Support/Code/User/mcp.json` [S: DK UM AM], Linux
///   `~/.config/Code/User/mcp.json` [S: LC TH], under XDG_CONFIG_HOME as for every
///   Electron program. Other profiles keep `profiles/<id>/mcp.json`
///   [S: DeusData/codebase-memory-mcp#431]: left out, their list is in a state file.
///   VSCodium is left out: its folder is named by third parties only [LC].
/// - Project file `.vscode/mcp.json` [S: code.visualstudio.com RF].
/// - JSONC with trailing commas [S: RF]; servers under `servers` with
///   `"type": "stdio"` [S: code.visualstudio.com]. The user interface writes the
///   file too [S: microsoft/vscode#281583].
/// - `${env:NAME}`, `${input:id}` [S: code.visualstudio.com]. No restart needed
///   [S: code.visualstudio.com].
/// - An administrator's `managed-settings.json` [S: microsoft/vscode#321870], in
///   which MCP servers may be allowed and denied
///   [S: docs.github.com enterprise-managed-settings].
/// - Detection [S: DK UM AM]. Skills `~/.copilot/skills` [S: VS], `.github/skills`
///   [S: SS VS]; the shared folder [U].
pub(super) static VSCODE: Harness = Harness {
    id: "vscode",
    name: "VS Code",
    vendor: "Microsoft",
    traces: &[
        Trace::Program("code"),
        Trace::App("Visual Studio Code"),
        Trace::Exists(Base::AppData("Code/User")),
        Trace::Exists(Base::ApplicationSupport("Code/User")),
        Trace::Exists(Base::Xdg("Code/User")),
    ],
    sites: &[
        Site::user(&[
            Place::preferred(Base::AppData("Code/User/mcp.json")).on(WINDOWS),
            Place::preferred(Base::ApplicationSupport("Code/User/mcp.json")).on(MAC),
            Place::preferred(Base::Xdg("Code/User/mcp.json")).on(LINUX),
        ])
        .in_dialect(Dialect::Jsonc)
        .shaped(SERVERS),
        Site::project(&[Place::preferred(Base::Project(".vscode/mcp.json"))])
            .in_dialect(Dialect::Jsonc)
            .shaped(SERVERS),
    ],
    variables: Variables::EnvBraced,
    skills: SKILLS,
    reload: Reload::Live,
    policies: COPILOT_POLICIES,
    ..Harness::UNSOURCED
};

/// `{"servers": {name: {"type": "stdio", …}}}`, as all of Microsoft's editors read it.
pub(super) const SERVERS: &[Shape] = &[Shape::map(&["servers"], STDIO_COMMAND_AND_ARGS)];

pub(super) const SKILLS: &[SkillFolder] =
    &[SkillFolder::user(Base::Home(".copilot/skills")), SkillFolder::project(".github/skills")];

/// The settings file that all Copilot clients on a machine obey.
pub(super) const COPILOT_POLICIES: &[Policy] = &[
    Policy::restricts(
        WINDOWS,
        Base::Var {
            name: "ProgramFiles",
            tail: "GitHubCopilot/managed-settings.json",
            or: Some(&Base::Root(r"C:\Program Files\GitHubCopilot\managed-settings.json")),
        },
    ),
    Policy::restricts(MAC, Base::Root("/Library/Application Support/GitHubCopilot/managed-settings.json")),
    Policy::restricts(LINUX, Base::Root("/etc/github-copilot/managed-settings.json")),
];
