//! GitHub Copilot CLI (GitHub).

use super::vscode;
use crate::harness::*;

/// GitHub Copilot CLI.
///
/// - User file `~/.copilot/mcp-config.json` [S: UM COPCL GH RF; seen written];
///   COPILOT_HOME stands for `~/.copilot` [S: COPCL AG
///   developersdigest.tech/reference/copilot-cli/config-files].
/// - Project files `.mcp.json` and `.github/mcp.json`, after folder trust [S: COPCL].
///   Only the second is written: the first is Claude Code's, and an entry there
///   already serves both.
/// - JSON, written by `/mcp add` and `copilot mcp` [S: COPCL]; the entry it writes has
///   `"type": "local"` and `"tools": ["*"]` [S: COPCL RF copilot-cli/2.json].
/// - A server inherits PATH alone [S: COPCL]. `${NAME}` [S: COPCL GH].
/// - A changed file counts in the next session [S: COPCL].
/// - `managed-settings.json`: that it also binds this program [S: docs.github.com
///   enterprise-managed-settings]; the path is sourced for VS Code only
///   [microsoft/vscode#321870], and worth no more than a note.
/// - Detection [S: UM LC AG]. Skills [S: COPCL]; the shared folder unless
///   COPILOT_HOME is set [S: COPCL].
pub(super) static COPILOT_CLI: Harness = Harness {
    id: "copilot-cli",
    name: "GitHub Copilot CLI",
    vendor: "GitHub",
    traces: &[Trace::Program("copilot"), Trace::Exists(COPILOT_HOME)],
    sites: &[
        Site::user(&[Place::preferred(Base::Var {
            name: "COPILOT_HOME",
            tail: "mcp-config.json",
            or: Some(&Base::Home(".copilot/mcp-config.json")),
        })])
        .shaped(LOCAL),
        Site::project(&[Place::preferred(Base::Project(".github/mcp.json"))]).shaped(LOCAL).asking(),
    ],
    variables: Variables::Braced,
    inherits: Inherits::PathOnly,
    skills: &[
        SkillFolder::user(Base::Var { name: "COPILOT_HOME", tail: "skills", or: Some(&Base::Home(".copilot/skills")) }),
        SkillFolder::project(".github/skills"),
    ],
    shared_skills: Known::Yes(true),
    reload: Reload::NewSession,
    policies: vscode::COPILOT_POLICIES,
    ..Harness::UNSOURCED
};

const COPILOT_HOME: Base = Base::Var { name: "COPILOT_HOME", tail: "", or: Some(&Base::Home(".copilot")) };

const LOCAL: &[Shape] = &[Shape::map(
    &["mcpServers"],
    &[("type", Part::Text("local")), ("command", Part::Command), ("args", Part::Args), ("tools", Part::Texts(&["*"]))],
)];
