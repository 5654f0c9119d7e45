//! iFlow CLI (Alibaba), shut down.

use crate::harness::*;

/// iFlow CLI, a fork of Gemini CLI; shut down on 17 April 2026.
///
/// - User file `~/.iflow/settings.json` [S: iflow-ai/iflow-cli AC], project file
///   `.iflow/settings.json` [S: AC].
/// - JSON, entries as Gemini CLI's, `$NAME`, restart [S: iflow].
/// - Detection [S: VS]. Skills [S: VS SS].
pub(super) static IFLOW: Harness = Harness {
    id: "iflow",
    name: "iFlow CLI",
    vendor: "Alibaba",
    status: Status::Retired,
    traces: &[Trace::Program("iflow"), Trace::Exists(Base::Home(".iflow"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".iflow/settings.json"))]),
        Site::project(&[Place::preferred(Base::Project(".iflow/settings.json"))]),
    ],
    names: NameRules { charset: Charset::NoUnderscore, longest: None, with_tool: Some(58), reserved: &[] },
    variables: Variables::Dollar,
    inherits: Inherits::Shell,
    skills: &[SkillFolder::user(Base::Home(".iflow/skills")), SkillFolder::project(".iflow/skills")],
    reload: Reload::Restart,
    ..Harness::UNSOURCED
};
