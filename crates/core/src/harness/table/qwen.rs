//! Qwen Code (Alibaba).

use crate::document::Dialect;
use crate::harness::*;

/// Qwen Code, a fork of Gemini CLI.
///
/// - User file `~/.qwen/settings.json` [S: QwenLM docs UM LC C7; seen written]; QWEN_HOME
///   stands for `~/.qwen` itself [S: AG qwen_code.rs; confirmed: QwenLM/qwen-code
///   packages/cli/src/config/settings.ts and public tools].
/// - Project file `.qwen/settings.json` [S: QwenLM docs], in trusted folders only
///   [confirmed: settings.ts].
/// - JSON with comments, no trailing commas; it edits the file and keeps comments
///   [confirmed: settings.ts uses the parsers of Gemini CLI].
/// - `$NAME`, `${NAME}` [S: QwenLM docs]. Name rules as Gemini's [U], which fit any.
/// - Restart [S: QwenLM docs]. System settings [confirmed: settings.ts
///   `getSystemSettingsPath`].
/// - Detection [S: VS LC]. Skills [S: VS SS].
pub(super) static QWEN: Harness = Harness {
    id: "qwen",
    name: "Qwen Code",
    vendor: "Alibaba",
    traces: &[
        Trace::Program("qwen"),
        Trace::Exists(Base::Var { name: "QWEN_HOME", tail: "", or: Some(&Base::Home(".qwen")) }),
    ],
    sites: &[
        Site::user(&[Place::preferred(Base::Var {
            name: "QWEN_HOME",
            tail: "settings.json",
            or: Some(&Base::Home(".qwen/settings.json")),
        })])
        .in_dialect(Dialect::JsonComments),
        Site::project(&[Place::preferred(Base::Project(".qwen/settings.json"))])
            .in_dialect(Dialect::JsonComments)
            .asking(),
    ],
    names: NameRules { charset: Charset::NoUnderscore, longest: None, with_tool: Some(58), reserved: &[] },
    variables: Variables::Dollar,
    inherits: Inherits::Shell,
    skills: &[
        SkillFolder::user(Base::Var { name: "QWEN_HOME", tail: "skills", or: Some(&Base::Home(".qwen/skills")) }),
        SkillFolder::project(".qwen/skills"),
    ],
    reload: Reload::Restart,
    policies: &[
        Policy::restricts(
            WINDOWS,
            Base::Var {
                name: "QWEN_CODE_SYSTEM_SETTINGS_PATH",
                tail: "",
                or: Some(&Base::Root(r"C:\ProgramData\qwen-code\settings.json")),
            },
        ),
        Policy::restricts(
            MAC,
            Base::Var {
                name: "QWEN_CODE_SYSTEM_SETTINGS_PATH",
                tail: "",
                or: Some(&Base::Root("/Library/Application Support/QwenCode/settings.json")),
            },
        ),
        Policy::restricts(
            LINUX,
            Base::Var {
                name: "QWEN_CODE_SYSTEM_SETTINGS_PATH",
                tail: "",
                or: Some(&Base::Root("/etc/qwen-code/settings.json")),
            },
        ),
    ],
    ..Harness::UNSOURCED
};
