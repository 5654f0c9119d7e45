//! Amazon Q Developer (AWS), its terminal program unmaintained.

use crate::harness::*;

/// Amazon Q Developer; its terminal program became Kiro CLI.
///
/// - `~/.aws/amazonq/mcp.json`, of the terminal program [S: SM SN
///   aws/amazon-q-developer-cli] and by default of the IDE plugin too, whose newer file is
///   `~/.aws/amazonq/default.json` [S: docs.aws.amazon.com mcp-ide.html].
/// - Project files `.amazonq/mcp.json` and `.amazonq/default.json` [S: docs.aws.amazon.com].
/// - JSON, `mcpServers`, written by `q mcp` and the window [S: aws]. Variables, restart [U].
/// - Detection [S: SN]; a program called `q` may be another, so the folder alone.
pub(super) static AMAZON_Q: Harness = Harness {
    id: "amazon-q",
    name: "Amazon Q Developer",
    vendor: "AWS",
    status: Status::Retired,
    traces: &[Trace::Exists(Base::Home(".aws/amazonq"))],
    sites: &[
        Site::user(&[
            Place::preferred(Base::Home(".aws/amazonq/mcp.json")),
            Place::alternative(Base::Home(".aws/amazonq/default.json")),
        ]),
        Site::project(&[
            Place::preferred(Base::Project(".amazonq/mcp.json")),
            Place::alternative(Base::Project(".amazonq/default.json")),
        ]),
    ],
    ..Harness::UNSOURCED
};
