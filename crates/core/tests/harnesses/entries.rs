//! What exactly each harness gets, and that it reads back.

use bascule_core::harness::{ALL, Harness, Launch, Reach, Shape, Status, find};
use serde_json::{Value, json};

fn launch() -> Launch {
    Launch { program: "/opt/bascule/bin/bascule".into(), args: vec!["mcp".to_owned(), "unity".to_owned()] }
}

const PLAIN: &str = r#"{"command": "/opt/bascule/bin/bascule", "args": ["mcp", "unity"]}"#;
const STDIO: &str = r#"{"type": "stdio", "command": "/opt/bascule/bin/bascule", "args": ["mcp", "unity"]}"#;

/// The container and the entry of each shape a harness has, in order.
#[rustfmt::skip]
const ENTRIES: &[(&str, &[(&str, &str)])] = &[
    ("claude-desktop", &[("mcpServers", PLAIN)]),
    ("claude-code", &[("mcpServers", STDIO)]),
    ("cursor", &[("mcpServers", PLAIN)]),
    ("vscode", &[("servers", STDIO)]),
    ("vscode-insiders", &[("servers", STDIO)]),
    ("visual-studio", &[("servers", STDIO)]),
    ("jetbrains-copilot", &[("servers", STDIO)]),
    ("copilot-cli", &[("mcpServers", r#"{"type": "local", "command": "/opt/bascule/bin/bascule", "args": ["mcp", "unity"], "tools": ["*"]}"#)]),
    ("codex", &[("mcp_servers", PLAIN)]),
    ("gemini-cli", &[("mcpServers", PLAIN)]),
    ("antigravity", &[("mcpServers", PLAIN)]),
    ("windsurf-devin", &[("mcpServers", PLAIN)]),
    ("zed", &[("context_servers", PLAIN)]),
    ("cline", &[("mcpServers", PLAIN)]),
    ("kilo", &[("mcp", r#"{"type": "local", "command": ["/opt/bascule/bin/bascule", "mcp", "unity"], "enabled": true}"#)]),
    ("opencode", &[
        ("mcp/servers", r#"{"type": "local", "command": ["/opt/bascule/bin/bascule", "mcp", "unity"]}"#),
        ("mcp", r#"{"type": "local", "command": ["/opt/bascule/bin/bascule", "mcp", "unity"], "enabled": true}"#),
    ]),
    ("goose", &[("extensions", r#"{"enabled": true, "type": "stdio", "name": "unity", "description": "", "cmd": "/opt/bascule/bin/bascule", "args": ["mcp", "unity"], "envs": {}, "env_keys": [], "timeout": 300}"#)]),
    ("junie", &[("mcpServers", PLAIN)]),
    ("kiro", &[("mcpServers", PLAIN)]),
    ("qwen", &[("mcpServers", PLAIN)]),
    ("amp", &[("amp.mcpServers", PLAIN)]),
    ("factory", &[("mcpServers", STDIO)]),
    ("augment", &[("mcpServers", PLAIN)]),
    ("hermes", &[("mcp_servers", PLAIN)]),
    ("openclaw", &[("mcp/servers", PLAIN)]),
    ("warp", &[("mcpServers", PLAIN)]),
    ("lm-studio", &[("mcpServers", PLAIN)]),
    ("kimi", &[("mcpServers", PLAIN)]),
    ("grok", &[("mcp_servers", PLAIN)]),
    ("mistral-vibe", &[("mcp_servers[name]", r#"{"name": "unity", "transport": "stdio", "command": "/opt/bascule/bin/bascule", "args": ["mcp", "unity"]}"#)]),
    ("crush", &[("mcp", STDIO)]),
    ("codebuddy", &[("mcpServers", STDIO)]),
    ("workbuddy", &[("mcpServers", PLAIN)]),
    ("qoder", &[("mcpServers", PLAIN)]),
    ("qoder-ide", &[("mcpServers", PLAIN)]),
    ("trae", &[("mcpServers", PLAIN)]),
    ("rovodev", &[("mcpServers", r#"{"command": "/opt/bascule/bin/bascule", "args": ["mcp", "unity"], "transport": "stdio"}"#)]),
    ("comate", &[("mcpServers", STDIO)]),
    ("abacus", &[("mcpServers", PLAIN)]),
    ("tabnine", &[("mcpServers", PLAIN)]),
    ("roo", &[("mcpServers", PLAIN)]),
    ("continue", &[("mcpServers[name]", r#"{"name": "unity", "type": "stdio", "command": "/opt/bascule/bin/bascule", "args": ["mcp", "unity"]}"#)]),
    ("iflow", &[("mcpServers", PLAIN)]),
    ("amazon-q", &[("mcpServers", PLAIN)]),
    ("jetbrains-ai", &[("mcpServers", PLAIN)]),
    ("jetbrains-air", &[("mcpServers", PLAIN)]),
    ("cherry-studio", &[("mcpServers", r#"{"name": "unity", "type": "stdio", "command": "/opt/bascule/bin/bascule", "args": ["mcp", "unity"], "isActive": true}"#)]),
    ("5ire", &[("mcpServers", PLAIN)]),
    ("librechat", &[("mcpServers", STDIO)]),
    ("boltai", &[("mcpServers", PLAIN)]),
];

#[test]
fn every_harness_gets_exactly_what_it_reads() {
    for (id, expected) in ENTRIES {
        let harness = find(id).unwrap_or_else(|| panic!("no harness {id}"));
        for shapes in shapes(harness) {
            let written: Vec<(String, String)> = shapes.iter().map(|shape| (place(shape), text(shape))).collect();
            let wanted: Vec<(String, String)> =
                expected.iter().map(|(keys, entry)| ((*keys).to_owned(), value(entry).to_string())).collect();
            assert_eq!(written, wanted, "{id}");
        }
    }
    for harness in ALL {
        assert!(ENTRIES.iter().any(|(id, _)| *id == harness.id), "{} has no row", harness.id);
    }
}

#[test]
fn every_entry_reads_back_as_what_it_starts() {
    for harness in ALL {
        for shape in shapes(harness).into_iter().flatten() {
            let entry = shape.entry("unity", &launch());
            assert_eq!(shape.launch(&entry), Some(launch()), "{}: {entry}", harness.id);
        }
    }
}

#[test]
fn what_starts_no_program_is_no_launch() {
    let plain = &find("cursor").unwrap().site(Reach::User).unwrap().shapes[0];
    let line = &find("kilo").unwrap().site(Reach::User).unwrap().shapes[0];
    for entry in [json!({"url": "https://example.org"}), json!({"command": 7}), json!("text"), json!({})] {
        assert_eq!(plain.launch(&entry), None, "{entry}");
    }
    for entry in [json!({"command": []}), json!({"command": "text"}), json!({"enabled": false})] {
        assert_eq!(line.launch(&entry), None, "{entry}");
    }
    let bare = Launch { program: "npx".into(), args: Vec::new() };
    assert_eq!(plain.launch(&json!({"command": "npx", "env": {}})), Some(bare));
}

/// The shapes of each site, or that of the snippet.
fn shapes(harness: &'static Harness) -> Vec<Vec<&'static Shape>> {
    match &harness.status {
        Status::Manual(snippet) => vec![vec![&snippet.shape]],
        Status::Active | Status::Retired => harness.sites.iter().map(|site| site.shapes.iter().collect()).collect(),
    }
}

fn place(shape: &Shape) -> String {
    match shape.keys {
        bascule_core::harness::Keys::Map(path) => path.join("/"),
        bascule_core::harness::Keys::List(path, name) => format!("{}[{name}]", path.join("/")),
    }
}

/// The entry as text, so that the order of its keys is compared too.
fn text(shape: &Shape) -> String {
    shape.entry("unity", &launch()).to_string()
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
