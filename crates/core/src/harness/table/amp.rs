//! Amp (Amp).

use crate::document::Dialect;
use crate::harness::*;

/// Amp.
///
/// - macOS and Linux `$XDG_CONFIG_HOME/amp/settings.json` or `.jsonc`, by default
///   `~/.config/amp`; Windows `%USERPROFILE%\.config\amp` [S:
///   developersdigest.tech/reference/amp/config-files, from eight official pages; AG RF;
///   seen written]. A `.jsonc` beside a `.json` may shadow it [S: AG], so it is looked for
///   first. Two installers' `%APPDATA%\amp` and `~/.amp` are not read.
/// - Project files `.amp/settings.json` or `.jsonc`, searched upward to the root of the
///   repository; servers there need approval [S: developersdigest.tech AG RF].
/// - JSONC; one flat key `amp.mcpServers`, no `type` [S: AG developersdigest].
/// - `managed-settings.json` of an administrator [S: developersdigest.tech].
/// - Variables, reload [U].
/// - Detection [S: VS TH AG]. Skills `~/.config/agents/skills`, not the shared folder
///   [S: VS SS].
pub(super) static AMP: Harness = Harness {
    id: "amp",
    name: "Amp",
    vendor: "Amp",
    traces: &[Trace::Program("amp"), Trace::Exists(Base::Xdg("amp")), Trace::Exists(Base::Home(".config/amp"))],
    sites: &[
        Site::user(&[
            Place::alternative(Base::Home(".config/amp/settings.jsonc")).on(WINDOWS),
            Place::preferred(Base::Home(".config/amp/settings.json")).on(WINDOWS),
            Place::alternative(Base::Xdg("amp/settings.jsonc")).on(UNIX),
            Place::preferred(Base::Xdg("amp/settings.json")).on(UNIX),
        ])
        .in_dialect(Dialect::Jsonc)
        .shaped(FLAT),
        Site::project(&[
            Place::alternative(Base::Project(".amp/settings.jsonc")),
            Place::preferred(Base::Project(".amp/settings.json")),
        ])
        .in_dialect(Dialect::Jsonc)
        .shaped(FLAT)
        .asking(),
    ],
    inherits: Inherits::Shell,
    skills: &[
        SkillFolder::user(Base::Xdg("agents/skills")),
        SkillFolder::user(Base::Home(".claude/skills")),
        SkillFolder::project(".agents/skills"),
    ],
    shared_skills: Known::Yes(false),
    policies: &[
        Policy::restricts(
            WINDOWS,
            Base::Var {
                name: "ProgramData",
                tail: "ampcode/managed-settings.json",
                or: Some(&Base::Root(r"C:\ProgramData\ampcode\managed-settings.json")),
            },
        ),
        Policy::restricts(MAC, Base::Root("/Library/Application Support/ampcode/managed-settings.json")),
        Policy::restricts(LINUX, Base::Root("/etc/ampcode/managed-settings.json")),
    ],
    ..Harness::UNSOURCED
};

const FLAT: &[Shape] = &[Shape::map(&["amp.mcpServers"], COMMAND_AND_ARGS)];
