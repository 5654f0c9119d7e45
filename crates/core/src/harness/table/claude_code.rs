//! Claude Code (Anthropic).

use crate::document::{Bom, Dialect};
use crate::harness::*;

/// Claude Code, terminal and IDE extension.
///
/// - User file `~/.claude.json`, top-level `mcpServers` [S: DK CS code.claude.com/docs/en/mcp RF];
///   `CLAUDE_CONFIG_DIR` moves it to `$CLAUDE_CONFIG_DIR/.claude.json` [S: DK LC microsoft/apm#2096].
/// - Project file `.mcp.json` at the root, started after approval [S: CCL RF].
/// - Strict JSON [S: CCL]; it reads, changes and writes its user file all the time
///   [S: anthropics/claude-code#65463 #73590], under the lock folder
///   `~/.claude.json.lock` [seen with inotify]; a lock older than 10 s is taken over.
/// - Names `[A-Za-z0-9_-]`, five reserved; tools are called `mcp__server__tool`
///   within the API's 64 characters [S: SK CCL cloudflare/skills#11].
/// - `type` may be left out for stdio; the program itself writes it [S: CCL].
/// - `${NAME}` [S: code.claude.com/docs/en/mcp]. A new session [S: CCL].
/// - An administrator's `managed-mcp.json` rules alone, `managed-settings.json` beside it
///   may allow and deny servers [confirmed: code.claude.com/docs/en/mcp and
///   /managed-settings, whose places public copies repeat].
/// - Xcode's own copy keeps `~/Library/Developer/Xcode/CodingAssistant/ClaudeAgentConfig`
///   [S: GH SS]: left out, it is not this program's.
/// - Detection [S: LC AM DK]. Skills [S: VS CCL]; not the shared folder [S: VS
///   vercel-labs/skills#851].
pub(super) static CLAUDE_CODE: Harness = Harness {
    id: "claude-code",
    name: "Claude Code",
    vendor: "Anthropic",
    status: Status::Active,
    traces: &[
        Trace::Program("claude"),
        Trace::Exists(Base::Var {
            name: "CLAUDE_CONFIG_DIR",
            tail: ".claude.json",
            or: Some(&Base::Home(".claude.json")),
        }),
        Trace::Exists(Base::Var { name: "CLAUDE_CONFIG_DIR", tail: "", or: Some(&Base::Home(".claude")) }),
    ],
    sites: &[
        Site {
            scope: Reach::User,
            places: &[Place::preferred(Base::Var {
                name: "CLAUDE_CONFIG_DIR",
                tail: ".claude.json",
                or: Some(&Base::Home(".claude.json")),
            })],
            choice: Choice::Standing,
            dialect: Dialect::Json,
            shapes: &[SERVERS],
            asks: false,
        },
        Site {
            scope: Reach::Project,
            places: &[Place::preferred(Base::Project(".mcp.json"))],
            choice: Choice::Standing,
            dialect: Dialect::Json,
            shapes: &[SERVERS],
            asks: true,
        },
    ],
    names: NameRules {
        charset: Charset::Word,
        longest: None,
        with_tool: Some(57),
        reserved: &["workspace", "claude-in-chrome", "computer-use", "Claude Preview", "Claude Browser"],
    },
    variables: Variables::Braced,
    inherits: Inherits::Shell,
    skills: &[
        SkillFolder {
            scope: Reach::User,
            os: EVERYWHERE,
            folder: Base::Var { name: "CLAUDE_CONFIG_DIR", tail: "skills", or: Some(&Base::Home(".claude/skills")) },
        },
        SkillFolder { scope: Reach::Project, os: EVERYWHERE, folder: Base::Project(".claude/skills") },
    ],
    shared_skills: Known::Yes(false),
    reload: Reload::NewSession,
    rewrites: Rewrites::ReadModifyWrite { lock: Some(Lock::FolderBeside { ending: ".lock", stale: 10 }) },
    bom: Bom::Keep,
    policies: &[
        Policy::exclusive(MAC, Base::Root("/Library/Application Support/ClaudeCode/managed-mcp.json")),
        Policy::exclusive(LINUX, Base::Root("/etc/claude-code/managed-mcp.json")),
        Policy::exclusive(WINDOWS, Base::Root(r"C:\Program Files\ClaudeCode\managed-mcp.json")),
        Policy::restricts(MAC, Base::Root("/Library/Application Support/ClaudeCode/managed-settings.json")),
        Policy::restricts(LINUX, Base::Root("/etc/claude-code/managed-settings.json")),
        Policy::restricts(WINDOWS, Base::Root(r"C:\Program Files\ClaudeCode\managed-settings.json")),
    ],
    tool_limit: None,
    notes: &[],
};

const SERVERS: Shape = Shape {
    when: When::Always,
    keys: Keys::Map(&["mcpServers"]),
    entry: &[("type", Part::Text("stdio")), ("command", Part::Command), ("args", Part::Args)],
};
