//! Visual Studio Code Insiders (Microsoft).

use super::vscode;
use crate::document::Dialect;
use crate::harness::*;

/// VS Code Insiders, the default profile.
///
/// - Windows `%APPDATA%\Code - Insiders\User\mcp.json` [S: DK UM AM]; macOS and Linux
///   are the same folder name in VS Code's places there (several public tools write
///   and detect `Code - Insiders/User/mcp.json` on all three).
/// - Shapes and manners are VS Code's. No project site of its own: both editors read
///   `.vscode/mcp.json`, and one entry there serves both.
/// - Detection: its program is `code-insiders` [S: code.visualstudio.com].
pub(super) static VSCODE_INSIDERS: Harness = Harness {
    id: "vscode-insiders",
    name: "VS Code Insiders",
    vendor: "Microsoft",
    traces: &[
        Trace::Program("code-insiders"),
        Trace::App("Visual Studio Code - Insiders"),
        Trace::Exists(Base::AppData("Code - Insiders/User")),
        Trace::Exists(Base::ApplicationSupport("Code - Insiders/User")),
        Trace::Exists(Base::Xdg("Code - Insiders/User")),
    ],
    sites: &[Site::user(&[
        Place::preferred(Base::AppData("Code - Insiders/User/mcp.json")).on(WINDOWS),
        Place::preferred(Base::ApplicationSupport("Code - Insiders/User/mcp.json")).on(MAC),
        Place::preferred(Base::Xdg("Code - Insiders/User/mcp.json")).on(LINUX),
    ])
    .in_dialect(Dialect::Jsonc)
    .shaped(vscode::SERVERS)],
    variables: Variables::EnvBraced,
    skills: vscode::SKILLS,
    reload: Reload::Live,
    policies: vscode::COPILOT_POLICIES,
    ..Harness::UNSOURCED
};
