//! Visual Studio (Microsoft).

use super::vscode;
use crate::harness::*;

/// Visual Studio 2022 from 17.14 on, Windows only.
///
/// - User file `%USERPROFILE%\.mcp.json`, project files `<solution>\.vs\mcp.json` (the
///   person's own), `<solution>\.mcp.json`, `.vscode\mcp.json`, `.cursor\mcp.json`
///   [S: MicrosoftDocs/visualstudio-docs docs/ide/mcp-servers.md]. Only the first
///   project file is written: the others belong to other programs, which want
///   another container in the same file [S: anthropics/claude-code#45828
///   github/copilot-cli#3835].
/// - JSON, `servers` with `"type": "stdio"`; `${input:id}`; reloads on save
///   [S: visualstudio-docs]. Other variables [U].
/// - Detection: no source names a path; the usual folder of each edition [U].
pub(super) static VISUAL_STUDIO: Harness = Harness {
    id: "visual-studio",
    name: "Visual Studio",
    vendor: "Microsoft",
    traces: &[
        Trace::Program("devenv"),
        Trace::Exists(Base::Root(r"C:\Program Files\Microsoft Visual Studio\2022\Community\Common7\IDE\devenv.exe")),
        Trace::Exists(Base::Root(r"C:\Program Files\Microsoft Visual Studio\2022\Professional\Common7\IDE\devenv.exe")),
        Trace::Exists(Base::Root(r"C:\Program Files\Microsoft Visual Studio\2022\Enterprise\Common7\IDE\devenv.exe")),
    ],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".mcp.json")).on(WINDOWS)]).shaped(vscode::SERVERS),
        Site::project(&[Place::preferred(Base::Project(".vs/mcp.json")).on(WINDOWS)]).shaped(vscode::SERVERS),
    ],
    reload: Reload::Live,
    ..Harness::UNSOURCED
};
