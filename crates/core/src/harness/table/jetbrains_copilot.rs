//! GitHub Copilot in JetBrains IDEs (GitHub).

use super::vscode;
use crate::harness::*;

/// GitHub Copilot for JetBrains IDEs.
///
/// - XDG_CONFIG_HOME, where set, on every system:
///   `$XDG_CONFIG_HOME/github-copilot/mcp.json`, without `intellij`
///   [S: AG jetbrains_copilot.rs]. Else Windows
///   `%LOCALAPPDATA%\github-copilot\intellij\mcp.json` [S: UM AG] and Linux
///   `~/.config/github-copilot/intellij/mcp.json` [S: UM AG].
/// - macOS without that variable is left out: `~/Library/Application Support`
///   [UM] against `~/.config` [AG], and further public tools side with either.
/// - No project file in the plugin [U: AG]: left out.
/// - `servers` with `"type": "stdio"` [S: GH install-other-copilot-ides.md UM].
/// - Detection [S: AG UM]. Everything else: no source.
pub(super) static JETBRAINS_COPILOT: Harness = Harness {
    id: "jetbrains-copilot",
    name: "GitHub Copilot for JetBrains",
    vendor: "GitHub",
    traces: &[
        Trace::Exists(Base::LocalAppData("github-copilot/intellij")),
        Trace::Exists(Base::Home(".config/github-copilot/intellij")),
        Trace::Exists(Base::ApplicationSupport("github-copilot/intellij")),
    ],
    sites: &[Site::user(&[
        Place::preferred(Base::Var {
            name: "XDG_CONFIG_HOME",
            tail: "github-copilot/mcp.json",
            or: Some(&Base::LocalAppData("github-copilot/intellij/mcp.json")),
        })
        .on(WINDOWS),
        Place::preferred(Base::Var { name: "XDG_CONFIG_HOME", tail: "github-copilot/mcp.json", or: None }).on(MAC),
        Place::preferred(Base::Var {
            name: "XDG_CONFIG_HOME",
            tail: "github-copilot/mcp.json",
            or: Some(&Base::Home(".config/github-copilot/intellij/mcp.json")),
        })
        .on(LINUX),
    ])
    .shaped(vscode::SERVERS)],
    ..Harness::UNSOURCED
};
