//! Continue (Continue Dev), at the end of its life.

use crate::document::Dialect;
use crate::harness::*;

/// Continue; final release 2.0.0, repository read-only.
///
/// - User file `~/.continue/config.yaml` [S: continuedev/continue DK]. Its project files are
///   one YAML file a server [S: continue docs], which no container describes: left out.
///   CONTINUE_GLOBAL_DIR [U]: left out.
/// - YAML, `mcpServers` is a list whose items have `name` [S: continue].
/// - It expands `${{ secrets.NAME }}` [S: continue docs], which [`Variables`] cannot say.
/// - Detection [S: VS DK]. Skills [S: VS SS].
pub(super) static CONTINUE: Harness = Harness {
    id: "continue",
    name: "Continue",
    vendor: "Continue Dev",
    status: Status::Retired,
    traces: &[Trace::Exists(Base::Home(".continue"))],
    sites: &[Site::user(&[Place::preferred(Base::Home(".continue/config.yaml"))]).in_dialect(Dialect::Yaml).shaped(&[
        Shape {
            when: When::Always,
            keys: Keys::List(&["mcpServers"], "name"),
            entry: &[
                ("name", Part::Name),
                ("type", Part::Text("stdio")),
                ("command", Part::Command),
                ("args", Part::Args),
            ],
        },
    ])],
    skills: &[SkillFolder::user(Base::Home(".continue/skills")), SkillFolder::project(".continue/skills")],
    ..Harness::UNSOURCED
};
