//! Abacus AI Desktop (Abacus.AI).

use crate::harness::*;

/// Abacus AI Desktop and its terminal program.
///
/// - User file `~/.abacusai/mcp.json`, project file `.abacusai/mcp.json`, which wins
///   [S: abacus.ai/help/abacusai-desktop/mcp-configuration].
/// - JSON, `mcpServers` [S: same page]. Variables, reload: no source.
/// - Detection [U]: the folder follows from the path.
pub(super) static ABACUS: Harness = Harness {
    id: "abacus",
    name: "Abacus AI Desktop",
    vendor: "Abacus.AI",
    traces: &[Trace::Exists(Base::Home(".abacusai"))],
    sites: &[
        Site::user(&[Place::preferred(Base::Home(".abacusai/mcp.json"))]),
        Site::project(&[Place::preferred(Base::Project(".abacusai/mcp.json"))]),
    ],
    ..Harness::UNSOURCED
};
