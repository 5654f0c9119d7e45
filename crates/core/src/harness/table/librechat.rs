//! LibreChat (LibreChat), on a server.

use crate::document::Dialect;
use crate::harness::*;

/// LibreChat, whose config belongs to a deployment and not to a person.
///
/// - `librechat.yaml` beside the deployment, or where CONFIG_PATH says [S:
///   LibreChat-AI/librechat.ai mcp_servers docs SM]. No place on this machine follows from
///   that, so it gets text to paste.
/// - YAML, `mcpServers` with `type: stdio`; restart the server [S: librechat docs].
pub(super) static LIBRECHAT: Harness = Harness {
    id: "librechat",
    name: "LibreChat",
    vendor: "LibreChat",
    status: Status::Manual(Snippet {
        menu: "librechat.yaml",
        dialect: Dialect::Yaml,
        shape: Shape::map(&["mcpServers"], STDIO_COMMAND_AND_ARGS),
    }),
    reload: Reload::Restart,
    rewrites: Rewrites::Never,
    ..Harness::UNSOURCED
};
