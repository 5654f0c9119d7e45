//! Rovo Dev CLI (Atlassian).

use crate::harness::*;

/// Rovo Dev CLI.
///
/// - User file `~/.rovodev/mcp.json` [S: RS GH install-rovo-dev-cli.md]. No project file is
///   known [U].
/// - JSON, `mcpServers`, `"transport": "stdio"` [S: GH]. Variables, reload: no source.
/// - Detection [U]: the folder follows from the path; `acli` runs other products too and is
///   no sign. Skills [S: SS]; the shared folder [U].
pub(super) static ROVODEV: Harness = Harness {
    id: "rovodev",
    name: "Rovo Dev CLI",
    vendor: "Atlassian",
    traces: &[Trace::Exists(Base::Home(".rovodev"))],
    sites: &[Site::user(&[Place::preferred(Base::Home(".rovodev/mcp.json"))]).shaped(&[Shape::map(
        &["mcpServers"],
        &[("command", Part::Command), ("args", Part::Args), ("transport", Part::Text("stdio"))],
    )])],
    inherits: Inherits::Shell,
    skills: &[SkillFolder::user(Base::Home(".rovodev/skills")), SkillFolder::project(".rovodev/skills")],
    ..Harness::UNSOURCED
};
