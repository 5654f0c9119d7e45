//! Real JSON config files of every harness: put, read, remove, the same bytes.

use std::path::{Path, PathBuf};

use bascule_core::document::{Bom, ConfigDocument, Container, Content, Dialect, Slot};
use serde_json::{Value, json};

/// The dialect and the container of a folder's files.
fn place(folder: &str, file: &str) -> (Dialect, &'static [&'static str]) {
    match folder {
        "amp" => (Dialect::Jsonc, &["amp.mcpServers"]),
        "crush" => (Dialect::Json, &["mcp"]),
        "kilo" => (Dialect::Jsonc, &["mcp"]),
        "opencode" => (Dialect::Jsonc, &["mcp"]),
        "vscode-user" | "vscode-workspace" => (Dialect::Jsonc, &["servers"]),
        "zed" => (Dialect::Jsonc, &["context_servers"]),
        "gemini-cli" => (Dialect::JsonComments, &["mcpServers"]),
        _ if file.ends_with(".jsonc") => (Dialect::Jsonc, &["mcpServers"]),
        _ => (Dialect::Json, &["mcpServers"]),
    }
}

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/real-configs");
    let Ok(folders) = std::fs::read_dir(&root) else { return Vec::new() };
    let folders = folders.flatten().filter_map(|folder| std::fs::read_dir(folder.path()).ok());
    let files = folders.flat_map(|folder| folder.flatten().map(|file| file.path()));
    let mut files: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|it| it == "json" || it == "jsonc")).collect();
    files.sort();
    files
}

#[test]
fn real_files_come_back_byte_for_byte() {
    let files = files();
    if files.is_empty() {
        return println!("skipped: ../shared/real-configs is not beside the repository");
    }
    let entry = json!({"type": "stdio", "command": "/opt/bascule/bin/bascule", "args": ["mcp", "unity"]});
    for file in &files {
        let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let (dialect, path) = place(&folder, &file.to_string_lossy());
        let content = Content::Bytes(std::fs::read(file).expect("readable"));
        for path in [path, &["mcp", "servers"]] {
            if folder == "opencode" && path.len() == 2 {
                continue;
            }
            let container = Container::Map { path: path.iter().map(|&key| key.to_owned()).collect() };
            let slot = Slot { container, name: "bascule-unity".to_owned() };
            came_back(dialect, &content, &slot, &entry).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
    }
    println!("{} files", files.len());
}

fn came_back(dialect: Dialect, content: &Content, slot: &Slot, entry: &Value) -> Result<(), String> {
    let words = |error: bascule_core::document::DocumentError| error.to_string();
    let before = ConfigDocument::read(dialect, content).map_err(words)?;
    let names = before.entries(&slot.container).map_err(words)?;
    let (with, seam) = before.put(slot, entry, Bom::Keep).map_err(words)?;
    let document = ConfigDocument::read(dialect, &with).map_err(words)?;
    let there = document.entry(slot).map_err(words)?.as_ref() == Some(entry);
    let others = document.entries(&slot.container).map_err(words)?.len() == names.len() + 1;
    let back = document.remove(slot, &seam).map_err(words)?;
    let Content::Bytes(bytes) = &with else { return Err("no file".to_owned()) };
    let text = String::from_utf8_lossy(bytes);
    let parsed = match dialect {
        Dialect::Json => serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')).is_ok(),
        _ => json5::from_str::<Value>(&text).is_ok(),
    };
    match (there, others, parsed, back == *content) {
        (true, true, true, true) => Ok(()),
        outcome => Err(format!("entry there, others there, parsed, same bytes: {outcome:?}")),
    }
}
