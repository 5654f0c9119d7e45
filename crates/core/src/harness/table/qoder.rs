//! Qoder CLI (Alibaba).

use crate::harness::*;

/// Qoder CLI. The IDE keeps another file: see `qoder-ide`.
///
/// - User file `~/.qoder/settings.json` [S: docs.qoder.com/zh/cli/settings-reference LC; seen
///   written]; project file `.qoder/settings.json` [S: docs.qoder.com]. `~/.qoder.json`
///   [U: AC], `~/.qoderwork/mcp.json` of QoderWork [U: LC]: left out.
/// - JSON, `mcpServers` [S: docs.qoder.com]. `/mcp reload` [S: docs.qoder.com/cli/mcp-servers].
///   Variables [U].
/// - Detection: the program [S: LC VS] or its own file, as the IDE has the folder too.
///   Skills [S: VS SS].
pub(super) static QODER: Harness = Harness {
    id: "qoder",
    name: "Qoder CLI",
    vendor: "Alibaba",
    traces: &[Trace::Program("qodercli"), Trace::Exists(Base::Home(".qoder/settings.json"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".qoder/settings.json"))]),
        Site::project(&[Place::preferred(Base::Project(".qoder/settings.json"))]),
    ],
    inherits: Inherits::Shell,
    skills: SKILLS,
    reload: Reload::Command("/mcp reload"),
    ..Harness::UNSOURCED
};

pub(super) const SKILLS: &[SkillFolder] =
    &[SkillFolder::user(Base::Home(".qoder/skills")), SkillFolder::project(".qoder/skills")];
