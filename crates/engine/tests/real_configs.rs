//! Config files of real people, enabled and disabled where their programs keep them.
//!
//! While the entry is in, every byte of the person's stands there in order and the
//! file means what it meant plus our entry; afterwards the bytes are the same.
//! Files of programs for which nothing is newly written go through the document
//! functions alone.

#[path = "home.rs"]
mod home;

use std::path::Path;

use bascule_core::document::{Bom, ConfigDocument, Container, Content, Dialect, Slot};
use bascule_core::harness::{self, Reach, Status};
use bascule_core::machine::{Machine, Os};
use bascule_core::reconcile::{Scope, Target};
use bascule_engine::{Applied, Engine, Outcome, RealDisk};
use serde_json::{Value, json};

use home::{Home, Wishes, absent, granted, present};

/// Where a file is tried; the first row whose prefix a file of the collection has.
#[derive(Clone, Copy, Debug)]
enum At {
    /// At its person's place, from the home folder.
    User(&'static str, &'static str),
    /// The same on macOS, where the program has no other place.
    Mac(&'static str, &'static str),
    /// In a project, from its folder.
    Project(&'static str, &'static str),
    /// Under these keys: no program of the table is newly given an entry there.
    Alone(&'static [&'static str]),
}

const PLACES: &[(&str, At)] = &[
    ("amp/1.json", At::Project("amp", ".amp/settings.json")),
    ("amp/2.json", At::User("amp", ".config/amp/settings.json")),
    ("antigravity/1.json", At::User("antigravity", ".gemini/config/mcp_config.json")),
    ("antigravity/2.json", At::User("antigravity", ".gemini/antigravity/mcp_config.json")),
    ("antigravity/3.json", At::Project("antigravity", ".agents/mcp_config.json")),
    ("augment/", At::User("augment", ".augment/settings.json")),
    ("claude-code-project/", At::Project("claude-code", ".mcp.json")),
    ("claude-code-user/", At::User("claude-code", ".claude.json")),
    ("claude-desktop/", At::Mac("claude-desktop", "Library/Application Support/Claude/claude_desktop_config.json")),
    ("codebuddy/", At::User("codebuddy", ".codebuddy.json")),
    ("codex/", At::User("codex", ".codex/config.toml")),
    ("copilot-cli/", At::User("copilot-cli", ".copilot/mcp-config.json")),
    ("crush/", At::User("crush", ".config/crush/crush.json")),
    ("cursor/2.json", At::User("cursor", ".cursor/mcp.json")),
    ("cursor/3.json", At::Project("cursor", ".cursor/mcp.json")),
    ("factory/", At::User("factory", ".factory/mcp.json")),
    ("gemini-cli/2.json", At::User("gemini-cli", ".gemini/settings.json")),
    ("gemini-cli/3.json", At::Project("gemini-cli", ".gemini/settings.json")),
    ("generic/", At::Alone(&["mcpServers"])),
    ("goose/", At::User("goose", ".config/goose/config.yaml")),
    ("junie/", At::Project("junie", ".junie/mcp/mcp.json")),
    ("kilo/", At::User("kilo", ".config/kilo/kilo.jsonc")),
    ("kiro/", At::User("kiro", ".kiro/settings/mcp.json")),
    ("opencode/1.jsonc", At::User("opencode", ".config/opencode/opencode.jsonc")),
    ("opencode/2.json", At::User("opencode", ".config/opencode/opencode.json")),
    ("opencode/3.jsonc", At::User("opencode", ".config/opencode/opencode.jsonc")),
    ("opencode/5.json", At::Project("opencode", "opencode.json")),
    ("pi/", At::Alone(&["mcpServers"])),
    ("roo/", At::Alone(&["mcpServers"])),
    ("trae/", At::Project("trae", ".trae/mcp.json")),
    ("vscode-user/", At::User("vscode", ".config/Code/User/mcp.json")),
    ("vscode-workspace/", At::Project("vscode", ".vscode/mcp.json")),
    ("warp/", At::User("warp", ".warp/.mcp.json")),
    ("windsurf-devin/1.json", At::User("windsurf-devin", ".codeium/windsurf/mcp_config.json")),
    ("windsurf-devin/2.json", At::Project("windsurf-devin", ".devin/mcp_config.json")),
    ("workbuddy/", At::User("workbuddy", ".workbuddy/mcp.json")),
    ("zed/6.json", At::Project("zed", ".zed/settings.json")),
    ("zed/", At::User("zed", ".config/zed/settings.json")),
];

const BRIDGE: &str = "bascule";
const PROJECT: &str = "work";
const TOTAL: usize = 59;

#[test]
fn real_files_come_back_byte_for_byte() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/real-configs");
    let files = collection(&root);
    if files.is_empty() {
        println!("proof: skipped, no folder ../shared/real-configs beside the repository");
        return;
    }
    let (mut placed, mut alone) = (0, 0);
    for file in &files {
        let at = PLACES.iter().find(|(prefix, _)| file.starts_with(prefix)).map(|(_, at)| *at);
        let at = at.unwrap_or_else(|| panic!("{file}: nothing says where it belongs"));
        let bytes = bytes_of(&root.join(file));
        match at {
            At::User(harness, path) => enabled_and_disabled(file, &bytes, Os::Linux, harness, Reach::User, path),
            At::Mac(harness, path) => enabled_and_disabled(file, &bytes, Os::Mac, harness, Reach::User, path),
            At::Project(harness, path) => enabled_and_disabled(file, &bytes, Os::Linux, harness, Reach::Project, path),
            At::Alone(keys) => put_and_removed(file, &bytes, keys),
        }
        match at {
            At::Alone(_) => alone += 1,
            At::User(..) | At::Mac(..) | At::Project(..) => placed += 1,
        }
    }
    let total = placed + alone;
    println!("proof: {total} of {TOTAL} real files: {placed} at their program's place, {alone} through the documents");
    assert_eq!(total, TOTAL);
    assert!(alone <= 5, "{alone} without a place");
}

/// The files of the collection's own list, as folder and name.
fn collection(root: &Path) -> Vec<String> {
    let manifest = root.join("manifest.json");
    if !manifest.exists() {
        return Vec::new();
    }
    let list: Vec<Value> = serde_json::from_slice(&bytes_of(&manifest)).unwrap();
    list.iter().map(|file| file["file"].as_str().unwrap().to_owned()).collect()
}

/// One file through plan, apply and the history, at its program's place.
fn enabled_and_disabled(file: &str, bytes: &[u8], os: Os, harness: &str, reach: Reach, path: &str) {
    assert_eq!(harness::find(harness).unwrap().status, Status::Active, "{file}");
    let home = Home::new();
    let (scope, name) = match reach {
        Reach::User => (Scope::User, path.to_owned()),
        Reach::Project => (Scope::Project(home.path.join(PROJECT)), format!("{PROJECT}/{path}")),
    };
    let target = Target { bridge: BRIDGE.to_owned(), harness: harness.to_owned(), scope };
    home.write(&name, bytes);
    let before = home.tree();
    let mut engine = home.real();
    engine.machine = Machine::new(os, &home.path);

    done(file, &engine, &present(std::slice::from_ref(&target)));
    let history = engine.history().unwrap();
    let claim = &history.receipt().claims[&target];
    assert_eq!(claim.file, home.path.join(&name), "{file} is not the program's place");
    let now = Content::Bytes(home.tree()[&name].clone());
    let entry = |content: &Content| entries(file, claim.dialect, content, &claim.slot.container);
    plus_ours(file, &entry(&Content::Bytes(bytes.to_vec())), &entry(&now));
    kept_in_order(file, bytes, &now, claim.seam.bom);

    done(file, &engine, &absent(&[target]));
    assert_eq!(home.tree(), before, "{file}: not the same bytes");
}

/// One file through the document functions alone.
fn put_and_removed(file: &str, bytes: &[u8], keys: &[&str]) {
    let container = Container::Map { path: keys.iter().map(|&key| key.to_owned()).collect() };
    let slot = Slot { container, name: BRIDGE.to_owned() };
    let before = Content::Bytes(bytes.to_vec());
    let entry = json!({"command": "/opt/bascule/bin/bascule", "args": ["mcp", BRIDGE]});
    let document = ConfigDocument::read(Dialect::Json, &before).unwrap_or_else(|error| panic!("{file}: {error}"));
    let (after, seam) = document.put(&slot, &entry, Bom::Keep).unwrap_or_else(|error| panic!("{file}: {error}"));
    let read = |content: &Content| entries(file, Dialect::Json, content, &slot.container);
    plus_ours(file, &read(&before), &read(&after));
    kept_in_order(file, bytes, &after, seam.bom);
    let changed = ConfigDocument::read(Dialect::Json, &after).unwrap_or_else(|error| panic!("{file}: {error}"));
    let back = changed.remove(&slot, &seam).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert_eq!(back, before, "{file}: not the same bytes");
}

fn done(file: &str, engine: &Engine<RealDisk>, wishes: &Wishes) {
    let (plan, applied) = granted(engine, wishes).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(plan.refusals.is_empty(), "{file}: {:?}", plan.refusals);
    assert!(matches!(applied, Some(Applied { outcome: Outcome::Done, .. })), "{file}: {applied:?}");
}

/// What both parsers of the dialect read.
fn entries(file: &str, dialect: Dialect, content: &Content, container: &Container) -> Vec<(String, Value)> {
    let read = ConfigDocument::read(dialect, content).and_then(|document| document.entries(container));
    read.unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn plus_ours(file: &str, before: &[(String, Value)], now: &[(String, Value)]) {
    let (ours, theirs): (Vec<_>, Vec<_>) = now.iter().cloned().partition(|(name, _)| name == BRIDGE);
    assert_eq!(theirs, before, "{file}: the others changed");
    let [(_, ours)] = ours.as_slice() else { panic!("{file}: ours is there {} times", ours.len()) };
    assert!(ours.to_string().contains("/opt/bascule/bin/bascule"), "{file}: {ours}");
}

fn kept_in_order(file: &str, before: &[u8], now: &Content, mark_taken: bool) {
    let Content::Bytes(now) = now else { panic!("{file}: gone") };
    let before = if mark_taken { &before["\u{feff}".len()..] } else { before };
    let mut rest = now.iter();
    assert!(before.iter().all(|byte| rest.any(|other| other == byte)), "{file}: bytes of the person's are lost");
}

#[expect(clippy::disallowed_methods, reason = "test data lies in files")]
fn bytes_of(file: &Path) -> Vec<u8> {
    std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
