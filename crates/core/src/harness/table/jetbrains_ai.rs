//! AI Assistant (JetBrains), without a file.

use crate::document::Dialect;
use crate::harness::*;

/// JetBrains AI Assistant, which keeps its servers in the IDE's settings.
///
/// - Pasted as JSON under Settings > Tools > AI Assistant > Model Context Protocol, for all
///   projects or one, then Apply [S: jetbrains.com/help/ai-assistant/mcp.html via
///   developersdigest.tech, C7]. `~/.ai/mcp/mcp.json` [U: RS], `~/.jb-mcp.json` [U: LC].
/// - Detection [U]: Toolbox's and the IDEs' own settings folder.
pub(super) static JETBRAINS_AI: Harness = Harness {
    id: "jetbrains-ai",
    name: "JetBrains AI Assistant",
    vendor: "JetBrains",
    status: Status::Manual(Snippet {
        menu: "Settings > Tools > AI Assistant > Model Context Protocol (MCP)",
        dialect: Dialect::Json,
        shape: MCP_SERVERS[0],
    }),
    traces: &[
        Trace::Exists(Base::AppData("JetBrains")),
        Trace::Exists(Base::ApplicationSupport("JetBrains")),
        Trace::Exists(Base::Xdg("JetBrains")),
    ],
    ..Harness::UNSOURCED
};
