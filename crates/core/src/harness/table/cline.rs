//! Cline (Cline).

use crate::harness::*;

/// Cline 4 and later: VS Code, terminal and JetBrains share one file.
///
/// - User file `~/.cline/data/settings/cline_mcp_settings.json` [S: cline
///   sdk/packages/shared/src/storage/paths.ts AG UM]. Variables, the first that is set:
///   CLINE_MCP_SETTINGS_PATH is the file, CLINE_DATA_DIR stands for `~/.cline/data`,
///   CLINE_DIR for `~/.cline` [confirmed: paths.ts `resolveMcpSettingsPath`]. The docs
///   page's `~/.cline/mcp.json` disagrees with the code.
/// - Before version 4: VS Code's
///   `globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`, taken over
///   by version 4 at its first start [S: mcp-settings-legacy-migration.ts DK AM]. It is
///   believed only while there is no `data` folder of version 4.
/// - No project file [S: AG].
/// - Strict JSON; it writes under the lock folder `<file>.lock`, which holds one owner
///   file and goes stale after 10 s [S: cline apps/vscode/src/services/mcp/settingsLock.ts
///   as two public programs that join it describe it].
/// - Variables [U]. It watches the file [S: cline].
/// - Detection [S: VS LC]; the extension [U]. Skills [S: VS; confirmed: paths.ts
///   `resolveSkillsConfigSearchPaths`, with CLINE_DIR].
pub(super) static CLINE: Harness = Harness {
    id: "cline",
    name: "Cline",
    vendor: "Cline",
    traces: &[
        Trace::Program("cline"),
        Trace::Extension("saoudrizwan.claude-dev-"),
        Trace::Exists(Base::Var { name: "CLINE_DIR", tail: "", or: Some(&Base::Home(".cline")) }),
    ],
    sites: &[Site::user(&[
        Place::preferred(Base::Var {
            name: "CLINE_MCP_SETTINGS_PATH",
            tail: "",
            or: Some(&Base::Var {
                name: "CLINE_DATA_DIR",
                tail: "settings/cline_mcp_settings.json",
                or: Some(&Base::Var {
                    name: "CLINE_DIR",
                    tail: "data/settings/cline_mcp_settings.json",
                    or: Some(&Base::Home(".cline/data/settings/cline_mcp_settings.json")),
                }),
            }),
        })
        .shown_by(&[Trace::Exists(Base::Var {
            name: "CLINE_DATA_DIR",
            tail: "",
            or: Some(&Base::Var { name: "CLINE_DIR", tail: "data", or: Some(&Base::Home(".cline/data")) }),
        })]),
        Place::former(BEFORE_4_WINDOWS).on(WINDOWS).shown_by(&[Trace::Exists(BEFORE_4_WINDOWS)]),
        Place::former(BEFORE_4_MAC).on(MAC).shown_by(&[Trace::Exists(BEFORE_4_MAC)]),
        Place::former(BEFORE_4_LINUX).on(LINUX).shown_by(&[Trace::Exists(BEFORE_4_LINUX)]),
    ])],
    skills: &[
        SkillFolder::user(Base::Var { name: "CLINE_DIR", tail: "skills", or: Some(&Base::Home(".cline/skills")) }),
        SkillFolder::project(".cline/skills"),
    ],
    shared_skills: Known::Yes(true),
    reload: Reload::Live,
    rewrites: Rewrites::ReadModifyWrite { lock: Some(Lock::OwnedFolderBeside { ending: ".lock", stale: 10 }) },
    ..Harness::UNSOURCED
};

const BEFORE_4_WINDOWS: Base =
    Base::AppData("Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json");
const BEFORE_4_MAC: Base =
    Base::ApplicationSupport("Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json");
const BEFORE_4_LINUX: Base =
    Base::Xdg("Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json");
