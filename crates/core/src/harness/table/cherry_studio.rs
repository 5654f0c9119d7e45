//! Cherry Studio (CherryHQ), without a file.

use crate::document::Dialect;
use crate::harness::*;

/// Cherry Studio, which keeps its servers in its own store.
///
/// - Settings > MCP Servers, import of JSON [S: UM CherryStudioConfigurator.cs
///   docs.cherry-ai.com]; entries with `name`, `type` and `isActive` [S: docs.cherry-ai.com].
/// - Detection [S: docs.cherry-ai.com].
pub(super) static CHERRY_STUDIO: Harness = Harness {
    id: "cherry-studio",
    name: "Cherry Studio",
    vendor: "CherryHQ",
    status: Status::Manual(Snippet {
        menu: "Settings > MCP Servers",
        dialect: Dialect::Json,
        shape: Shape::map(
            &["mcpServers"],
            &[
                ("name", Part::Name),
                ("type", Part::Text("stdio")),
                ("command", Part::Command),
                ("args", Part::Args),
                ("isActive", Part::Flag(true)),
            ],
        ),
    }),
    traces: &[Trace::App("Cherry Studio"), Trace::Exists(Base::Home(".cherrystudio"))],
    ..Harness::UNSOURCED
};
