//! goose (Agentic AI Foundation).

use crate::document::Dialect;
use crate::harness::*;

/// goose, terminal and desktop.
///
/// - Windows `%APPDATA%\Block\goose\config\config.yaml` [S: block.github.io/goose AM];
///   Linux `$XDG_CONFIG_HOME/goose/config.yaml` [S: same RF]; macOS
///   `~/.config/goose/config.yaml` [S: same RF], by the same rule as Linux [confirmed:
///   block/goose crates/goose/src/config/paths.rs]. GOOSE_PATH_ROOT, absolute, wins:
///   `<root>/config/config.yaml` [S: AG goose docs; confirmed: paths.rs].
/// - Project file [U]: left out.
/// - YAML that the program writes anew, comments are lost [S: AG RF]. The entry is the
///   set of keys it writes itself [S: RF goose/2; confirmed: crates/goose/src/agents/
///   extension.rs: `name`, `cmd` and `args` are required]. Built-in extensions stand in
///   the same map [S: RF].
/// - Variables [U], reload [U].
/// - Detection [S: AM VS]. Skills [S: goose docs SS VS].
pub(super) static GOOSE: Harness = Harness {
    id: "goose",
    name: "goose",
    vendor: "Agentic AI Foundation",
    traces: &[
        Trace::Program("goose"),
        Trace::Exists(Base::Var { name: "GOOSE_PATH_ROOT", tail: "config", or: None }),
        Trace::Exists(Base::AppData("Block/goose/config")),
        Trace::Exists(Base::Xdg("goose")),
    ],
    sites: &[Site::user(&[
        Place::preferred(Base::Var {
            name: "GOOSE_PATH_ROOT",
            tail: "config/config.yaml",
            or: Some(&Base::AppData("Block/goose/config/config.yaml")),
        })
        .on(WINDOWS),
        Place::preferred(Base::Var {
            name: "GOOSE_PATH_ROOT",
            tail: "config/config.yaml",
            or: Some(&Base::Xdg("goose/config.yaml")),
        })
        .on(UNIX),
    ])
    .in_dialect(Dialect::Yaml)
    .shaped(EXTENSIONS)],
    skills: &[SkillFolder::user(Base::Home(".agents/skills")), SkillFolder::project(".goose/skills")],
    shared_skills: Known::Yes(true),
    ..Harness::UNSOURCED
};

const EXTENSIONS: &[Shape] = &[Shape::map(
    &["extensions"],
    &[
        ("enabled", Part::Flag(true)),
        ("type", Part::Text("stdio")),
        ("name", Part::Name),
        ("description", Part::Text("")),
        ("cmd", Part::Command),
        ("args", Part::Args),
        ("envs", Part::EmptyMap),
        ("env_keys", Part::EmptyList),
        ("timeout", Part::Number(300)),
    ],
)];
