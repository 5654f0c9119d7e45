//! Tabnine CLI (Tabnine).

use crate::harness::*;

/// Tabnine CLI, a fork of Gemini CLI.
///
/// - User file `~/.tabnine/agent/settings.json`, project file `.tabnine/agent/settings.json`
///   [S: docs.tabnine.com via AC].
/// - JSON, `mcpServers` [S: AC]; comments only by descent, so strict. Name rules are taken
///   from Gemini CLI for the same reason. Variables, reload: no source.
/// - Detection [U]: the folder follows from the path. Skills [S: SS].
pub(super) static TABNINE: Harness = Harness {
    id: "tabnine",
    name: "Tabnine CLI",
    vendor: "Tabnine",
    traces: &[Trace::Exists(Base::Home(".tabnine/agent"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".tabnine/agent/settings.json"))]),
        Site::project(&[Place::preferred(Base::Project(".tabnine/agent/settings.json"))]),
    ],
    names: NameRules { charset: Charset::NoUnderscore, longest: None, with_tool: Some(58), reserved: &[] },
    inherits: Inherits::Shell,
    skills: &[SkillFolder::user(Base::Home(".tabnine/agent/skills")), SkillFolder::project(".tabnine/agent/skills")],
    ..Harness::UNSOURCED
};
