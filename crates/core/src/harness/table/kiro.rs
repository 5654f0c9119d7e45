//! Kiro (AWS).

use crate::harness::*;

/// Kiro, IDE and terminal, one file for both.
///
/// - User file `~/.kiro/settings/mcp.json` [S: kiro.dev/docs/mcp/configuration
///   docs.firecrawl.dev UM AM TH]; KIRO_HOME stands for `~/.kiro` [S: AG kiro.rs;
///   confirmed by public tools that use `$KIRO_HOME/settings` and `$KIRO_HOME/skills`].
/// - Project file `.kiro/settings/mcp.json`, which wins [S: kiro.dev RF].
/// - Strict JSON [S: kiro.dev]; empty files and such with a lone byte order mark occur
///   [S: wanghuan9/skilldock#20].
/// - `${NAME}`, for variables the person approved [S: docs.firecrawl.dev kiro.dev].
///   Reconnects on save [S: docs.firecrawl.dev].
/// - Detection [S: DK VS UM]. Skills [S: VS SS AG].
pub(super) static KIRO: Harness = Harness {
    id: "kiro",
    name: "Kiro",
    vendor: "AWS",
    traces: &[
        Trace::App("Kiro"),
        Trace::Program("kiro"),
        Trace::Program("kiro-cli"),
        Trace::Exists(Base::Var { name: "KIRO_HOME", tail: "", or: Some(&Base::Home(".kiro")) }),
    ],
    sites: &[
        Site::user(&[Place::preferred(Base::Var {
            name: "KIRO_HOME",
            tail: "settings/mcp.json",
            or: Some(&Base::Home(".kiro/settings/mcp.json")),
        })]),
        Site::project(&[Place::preferred(Base::Project(".kiro/settings/mcp.json"))]),
    ],
    variables: Variables::Braced,
    skills: &[
        SkillFolder::user(Base::Var { name: "KIRO_HOME", tail: "skills", or: Some(&Base::Home(".kiro/skills")) }),
        SkillFolder::project(".kiro/skills"),
    ],
    reload: Reload::Live,
    ..Harness::UNSOURCED
};
