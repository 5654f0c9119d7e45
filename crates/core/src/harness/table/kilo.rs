//! Kilo Code (Kilo).

use crate::document::Dialect;
use crate::harness::*;

/// Kilo Code 7.0.33 and later: VS Code and the `kilo` program.
///
/// - User file `~/.config/kilo/kilo.jsonc` or `kilo.json` [S: UM Kilo-Org/docs C7 RF; seen
///   read], under XDG_CONFIG_HOME [S: AG]. The same on Windows [confirmed:
///   Kilo-Org/kilocode packages/opencode/src/global/index.ts, which asks xdg-basedir on
///   every system]; one installer's `%APPDATA%\kilo` is not read.
/// - Project files `.kilo/kilo.jsonc`, which wins, `kilo.jsonc` and `kilo.json` [S: C7].
/// - JSONC with trailing commas [S: RF kilo/1]; `mcp` with a `local` command line
///   [S: Kilo docs C7].
/// - The older extension's `mcp_settings.json` and `.kilocode/mcp.json` are silently
///   ignored now [S: UM] and were never written by us: left out.
/// - `{env:NAME}` [S: Kilo docs].
/// - Detection [S: UM]. Skills [S: AG VS SS].
pub(super) static KILO: Harness = Harness {
    id: "kilo",
    name: "Kilo Code",
    vendor: "Kilo",
    traces: &[Trace::Program("kilo"), Trace::Extension("kilocode.kilo-code-"), Trace::Exists(Base::Xdg("kilo"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Xdg("kilo/kilo.jsonc")), Place::alternative(Base::Xdg("kilo/kilo.json"))])
            .in_dialect(Dialect::Jsonc)
            .shaped(LOCAL),
        Site::project(&[
            Place::preferred(Base::Project(".kilo/kilo.jsonc")),
            Place::alternative(Base::Project("kilo.jsonc")),
            Place::alternative(Base::Project("kilo.json")),
        ])
        .in_dialect(Dialect::Jsonc)
        .shaped(LOCAL),
    ],
    variables: Variables::CurlyEnv,
    skills: &[SkillFolder::user(Base::Home(".kilo/skills")), SkillFolder::project(".kilo/skills")],
    ..Harness::UNSOURCED
};

const LOCAL: &[Shape] = &[Shape::map(
    &["mcp"],
    &[("type", Part::Text("local")), ("command", Part::CommandLine), ("enabled", Part::Flag(true))],
)];
