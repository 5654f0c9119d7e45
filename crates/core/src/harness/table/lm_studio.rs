//! LM Studio (LM Studio).

use crate::harness::*;

/// LM Studio 0.3.17 and later.
///
/// - User file `~/.lmstudio/mcp.json` [S: lmstudio-ai/docs 0_app/2_mcp/index.mdx DK TH];
///   `~/.cache/lm-studio/mcp.json` where the data folder is still the old one [S: DK].
/// - JSON, `mcpServers`; its own editor writes it; loads on save [S: lmstudio docs].
/// - Variables [U]. Detection [S: DK].
pub(super) static LM_STUDIO: Harness = Harness {
    id: "lm-studio",
    name: "LM Studio",
    vendor: "LM Studio",
    traces: &[
        Trace::App("LM Studio"),
        Trace::Exists(Base::Home(".lmstudio")),
        Trace::Exists(Base::Home(".cache/lm-studio")),
    ],
    sites: &[Site::user(&[
        Place::preferred(Base::Home(".lmstudio/mcp.json")).shown_by(&[Trace::Exists(Base::Home(".lmstudio"))]),
        Place::former(Base::Home(".cache/lm-studio/mcp.json"))
            .shown_by(&[Trace::Exists(Base::Home(".cache/lm-studio"))]),
    ])],
    reload: Reload::Live,
    ..Harness::UNSOURCED
};
