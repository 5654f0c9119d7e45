//! 5ire (5ire), without a file.

use crate::document::Dialect;
use crate::harness::*;

/// 5ire 0.15, which keeps its servers in a database.
///
/// - Its `mcp.json` is only taken over once from before [S: nanbingxyz/5ire
///   src/main/mcp.ts MP], so nothing is written there. The label of the page on which
///   servers are added is not sourced: "Tools" is what mcpm calls it.
/// - Detection: its data folder [S: MP].
pub(super) static FIVE_IRE: Harness = Harness {
    id: "5ire",
    name: "5ire",
    vendor: "5ire",
    status: Status::Manual(Snippet { menu: "Tools", dialect: Dialect::Json, shape: MCP_SERVERS[0] }),
    traces: &[
        Trace::Exists(Base::AppData("5ire")),
        Trace::Exists(Base::ApplicationSupport("5ire")),
        Trace::Exists(Base::Xdg("5ire")),
    ],
    ..Harness::UNSOURCED
};
