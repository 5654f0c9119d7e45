//! Qoder, the editor (Alibaba).

use crate::harness::*;

/// Qoder IDE, apart from the terminal program because the two share no file.
///
/// - Windows `%APPDATA%\Qoder\SharedClientCache\mcp.json`, Linux `~/.qoder/mcp.json`
///   [S: TH LC]. macOS is left out: `~/.qoder/mcp.json` against two files under
///   `~/Library/Application Support/Qoder` [U: TH LC].
/// - `.qoder/mcp.json` in a project [U: RF AC]: left out.
/// - JSON, `mcpServers`; at most ten servers at once [S: w3cschool.cn/qoder]. Variables,
///   reload: no source.
/// - Detection [S: LC VS]. Skills [S: VS SS].
pub(super) static QODER_IDE: Harness = Harness {
    id: "qoder-ide",
    name: "Qoder IDE",
    vendor: "Alibaba",
    traces: &[Trace::App("Qoder"), Trace::Exists(Base::AppData("Qoder")), Trace::Exists(Base::Home(".qoder/mcp.json"))],
    sites: &[Site::user(&[
        Place::preferred(Base::AppData("Qoder/SharedClientCache/mcp.json")).on(WINDOWS),
        Place::preferred(Base::Home(".qoder/mcp.json")).on(LINUX),
    ])],
    skills: super::qoder::SKILLS,
    notes: &[Note::ServerLimit(10)],
    ..Harness::UNSOURCED
};
