//! Air (JetBrains), without a file for the person.

use crate::document::Dialect;
use crate::harness::*;

/// JetBrains Air.
///
/// - The person's servers are kept in Settings [S: jetbrains.com/help/air/mcp-servers.html].
///   A project has `.air/mcp.json` and, if wished, `.mcp.json` [S: same page]; left out
///   until its other facts are known.
/// - JSON as `.mcp.json` [S: same page]. Everything else: no source, detection too.
pub(super) static JETBRAINS_AIR: Harness = Harness {
    id: "jetbrains-air",
    name: "JetBrains Air",
    vendor: "JetBrains",
    status: Status::Manual(Snippet { menu: "Settings > MCP Servers", dialect: Dialect::Json, shape: MCP_SERVERS[0] }),
    ..Harness::UNSOURCED
};
