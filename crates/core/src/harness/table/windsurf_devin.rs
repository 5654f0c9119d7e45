//! Devin Desktop, once Windsurf (Cognition).

use crate::document::Dialect;
use crate::harness::*;

/// Devin Desktop and Devin CLI; Windsurf until 2 June 2026.
///
/// - Windows `%APPDATA%\devin\mcp_config.json`, macOS and Linux
///   `~/.config/devin/mcp_config.json` [S: vaadin.com/docs devin-desktop
///   docs.sevalla.com/ai-agents/windsurf RS], under XDG_CONFIG_HOME there
///   [S: AG devin.rs]. Windsurf: `~/.codeium/windsurf/mcp_config.json`
///   [S: DK AM TH SM RF]. Its JetBrains plugin's `~/.codeium/mcp_config.json` is a
///   program of its own: left out. `~/.config/devin/config.json` as a place [U].
/// - Project file `.devin/mcp_config.json` [S: vaadin RS RF].
/// - JSON with comments [S: stablyai/orca#14198 RS]; trailing commas are read for the
///   person's sake and never written.
/// - Variables: `${env:NAME}` for Windsurf [S: docs.windsurf.com via AC], for Devin no
///   source. Refresh in the MCP panel [S: docs.sevalla.com].
/// - A limit of 50 tools is Windsurf's of 2025 (Zhwt/go-mcp-mysql#3): left out.
/// - Detection [S: AM SS]; the application's new name [U]. Skills [S: SS VS AG].
pub(super) static WINDSURF_DEVIN: Harness = Harness {
    id: "windsurf-devin",
    name: "Devin Desktop (Windsurf)",
    vendor: "Cognition",
    traces: &[
        Trace::Program("devin"),
        Trace::Exists(Base::AppData("devin")),
        Trace::Exists(Base::Xdg("devin")),
        Trace::App("Windsurf"),
        Trace::Exists(Base::Home(".codeium/windsurf")),
    ],
    sites: &[
        Site::user(&[
            Place::preferred(Base::AppData("devin/mcp_config.json"))
                .on(WINDOWS)
                .shown_by(&[Trace::Program("devin"), Trace::Exists(Base::AppData("devin"))]),
            Place::preferred(Base::Xdg("devin/mcp_config.json"))
                .on(UNIX)
                .shown_by(&[Trace::Program("devin"), Trace::Exists(Base::Xdg("devin"))]),
            Place::former(Base::Home(".codeium/windsurf/mcp_config.json"))
                .shown_by(&[Trace::Exists(Base::Home(".codeium/windsurf"))]),
        ])
        .in_dialect(Dialect::Jsonc),
        Site::project(&[Place::preferred(Base::Project(".devin/mcp_config.json"))]).in_dialect(Dialect::Jsonc),
    ],
    skills: &[
        SkillFolder::user(Base::Xdg("devin/skills")).on(UNIX),
        SkillFolder::user(Base::Home(".codeium/windsurf/skills")),
        SkillFolder::project(".devin/skills"),
    ],
    reload: Reload::Refresh,
    ..Harness::UNSOURCED
};
