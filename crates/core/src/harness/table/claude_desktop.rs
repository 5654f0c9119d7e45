//! Claude Desktop (Anthropic).

use crate::document::Bom;
use crate::harness::*;

/// Claude Desktop.
///
/// - Windows, classic installer: `%APPDATA%\Claude\claude_desktop_config.json`
///   [S: DK UM AM]. MSIX, the usual installer since February 2026:
///   `%LOCALAPPDATA%\Packages\Claude_<hash>\LocalCache\Roaming\Claude\…`, and
///   which of the two is meant [S: anthropics/claude-code#26073
///   akitaonrails/ai-memory#250 neon-solutions/add-mcp#114
///   samuelgursky/davinci-resolve-mcp#93 taiste/harvest-mcp-server#12].
/// - macOS: `~/Library/Application Support/Claude/claude_desktop_config.json`
///   [S: DK UM AM RF]. Linux is left out: unofficial builds only, and sources
///   disagree on the folder [U]. No project file [S: AM].
/// - Strict JSON; a byte order mark makes it rewrite the file without its servers
///   [S: tradesdontlie/tradingview-mcp#406]. stdio entries only [S: AM].
/// - It writes the whole file from memory [S: RF aaddrick/claude-desktop-debian#247
///   anthropics/claude-code#90101 #85005 #78226]. Its program is `Claude`; on
///   Windows Claude Code's is `claude.exe` too, so the folder tells them apart:
///   `AnthropicClaude` for the classic installer (public tools look for the
///   running app there) and `WindowsApps`, where Windows puts every package.
/// - Variables, name limits: no source [U]. Takes effect after a full quit, tray
///   icon too [S: robotmcp/ros-mcp-server#291].
/// - Detection [S: add-mcp#114 TH UM]. Skills are uploaded, not read from disk.
pub(super) static CLAUDE_DESKTOP: Harness = Harness {
    id: "claude-desktop",
    name: "Claude Desktop",
    vendor: "Anthropic",
    traces: &[
        Trace::App("Claude"),
        Trace::Package("Claude_"),
        Trace::Exists(Base::AppData("Claude")),
        Trace::Exists(Base::ApplicationSupport("Claude")),
    ],
    sites: &[Site {
        choice: Choice::Packaged,
        ..Site::user(&[
            Place::preferred(Base::AppData("Claude/claude_desktop_config.json")).on(WINDOWS),
            Place::alternative(Base::Package {
                prefix: "Claude_",
                tail: "LocalCache/Roaming/Claude/claude_desktop_config.json",
            })
            .on(WINDOWS),
            Place::preferred(Base::ApplicationSupport("Claude/claude_desktop_config.json")).on(MAC),
        ])
    }],
    reload: Reload::QuitFully,
    rewrites: Rewrites::FromMemory {
        processes: &[
            Process { os: MAC, name: "Claude", within: &["/Claude.app/"] },
            Process { os: WINDOWS, name: "claude", within: &[r"\AnthropicClaude\", r"\WindowsApps\Claude_"] },
        ],
    },
    bom: Bom::TakeOut,
    ..Harness::UNSOURCED
};
