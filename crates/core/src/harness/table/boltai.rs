//! BoltAI (BoltAI), without a sure file.

use crate::document::Dialect;
use crate::harness::*;

/// BoltAI on macOS.
///
/// - Two installers name two files [U: SM IDA]; the vendor's way is Settings > Plugins [C7].
/// - Detection [U].
pub(super) static BOLTAI: Harness = Harness {
    id: "boltai",
    name: "BoltAI",
    vendor: "BoltAI",
    status: Status::Manual(Snippet { menu: "Settings > Plugins", dialect: Dialect::Json, shape: MCP_SERVERS[0] }),
    traces: &[Trace::App("BoltAI")],
    ..Harness::UNSOURCED
};
