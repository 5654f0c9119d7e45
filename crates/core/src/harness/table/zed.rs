//! Zed (Zed Industries).

use crate::document::Dialect;
use crate::harness::*;

/// Zed.
///
/// - Windows `%APPDATA%\Zed\settings.json` [S: zed crates/paths/src/paths.rs AG TH];
///   macOS `~/.config/zed/settings.json`, whatever XDG_CONFIG_HOME says
///   [S: paths.rs AG RF DK]; Linux `$XDG_CONFIG_HOME/zed/settings.json`, in its
///   Flatpak under FLATPAK_XDG_CONFIG_HOME [S: paths.rs AG]. Three installers write
///   `~/Library/Application Support/Zed`, which Zed does not read.
/// - Project file `.zed/settings.json` [S: AG AM RF].
/// - JSONC with trailing commas [S: RF]; `context_servers`, no `type` [S: AG
///   zed.dev/docs/ai/mcp]. Its extensions keep servers in the same map [S: RF].
/// - Variables, hot reload [U].
/// - Detection [S: AM AG DK]. Skills: the shared folder only [S: AG SS].
pub(super) static ZED: Harness = Harness {
    id: "zed",
    name: "Zed",
    vendor: "Zed Industries",
    traces: &[
        Trace::Program("zed"),
        Trace::Program("zeditor"),
        Trace::App("Zed"),
        Trace::Exists(Base::AppData("Zed")),
        Trace::Exists(Base::Xdg("zed")),
    ],
    sites: &[
        Site::user(&[
            Place::preferred(Base::AppData("Zed/settings.json")).on(WINDOWS),
            Place::preferred(Base::Home(".config/zed/settings.json")).on(MAC),
            Place::preferred(Base::Var {
                name: "FLATPAK_XDG_CONFIG_HOME",
                tail: "zed/settings.json",
                or: Some(&Base::Xdg("zed/settings.json")),
            })
            .on(LINUX),
        ])
        .in_dialect(Dialect::Jsonc)
        .shaped(CONTEXT_SERVERS),
        Site::project(&[Place::preferred(Base::Project(".zed/settings.json"))])
            .in_dialect(Dialect::Jsonc)
            .shaped(CONTEXT_SERVERS),
    ],
    skills: &[SkillFolder::user(Base::Home(".agents/skills")), SkillFolder::project(".agents/skills")],
    shared_skills: Known::Yes(true),
    ..Harness::UNSOURCED
};

const CONTEXT_SERVERS: &[Shape] = &[Shape::map(&["context_servers"], COMMAND_AND_ARGS)];
