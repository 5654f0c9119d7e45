//! Augment (Augment).

use crate::harness::*;

/// Auggie, Augment's terminal program.
///
/// - User file `~/.augment/settings.json` [S: RS AG LC RF; seen written]; project file
///   `.augment/settings.json` [S: RS RF]. The VS Code extension keeps a list in its state
///   folder [U: LC]: left out.
/// - JSON with hooks and preferences beside `mcpServers` [S: AG RF].
/// - Variables, reload, names: no source.
/// - Detection [S: LC VS]. Skills [S: VS SS]; the shared folder [U].
pub(super) static AUGMENT: Harness = Harness {
    id: "augment",
    name: "Augment",
    vendor: "Augment",
    traces: &[Trace::Program("auggie"), Trace::Exists(Base::Home(".augment"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".augment/settings.json"))]),
        Site::project(&[Place::preferred(Base::Project(".augment/settings.json"))]),
    ],
    inherits: Inherits::Shell,
    skills: &[SkillFolder::user(Base::Home(".augment/skills")), SkillFolder::project(".augment/skills")],
    ..Harness::UNSOURCED
};
