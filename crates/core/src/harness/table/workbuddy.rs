//! WorkBuddy (Tencent).

use crate::harness::*;

/// WorkBuddy.
///
/// - User file `~/.workbuddy/mcp.json` [S: juejin.cn/post/7704645330591694858 glama
///   renhail/environ-mcp]. `.workbuddy/mcp.json` in a project [U: RF]: left out.
/// - JSON; a byte order mark occurs in the wild, so it is kept [S: RF workbuddy/1.json].
///   Its connectors keep their own entries beside ours [S: juejin].
/// - Tools are called `mcp__server__tool` [S: juejin]. Variables, reload: no source.
/// - Detection: the folder; its program is `codebuddy` [S: glama LinHaiJ/workbuddy-mcp],
///   which would show CodeBuddy. Skills [U]: left out.
pub(super) static WORKBUDDY: Harness = Harness {
    id: "workbuddy",
    name: "WorkBuddy",
    vendor: "Tencent",
    traces: &[Trace::Exists(Base::Home(".workbuddy"))],
    sites: &[Site::user(&[Place::preferred(Base::Home(".workbuddy/mcp.json"))])],
    ..Harness::UNSOURCED
};
