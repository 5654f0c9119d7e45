//! Config files of real people, put into and restored.

use std::path::Path;

use bascule_core::document::{Bom, ConfigDocument, Container, Content, Dialect, Slot};
use serde_json::json;

use crate::laws::in_order;

#[test]
fn real_files_come_back_byte_for_byte() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/real-configs");
    let files: &[(&str, Dialect, &str)] = &[
        ("codex/1.toml", Dialect::Toml, "mcp_servers"),
        ("codex/3.toml", Dialect::Toml, "mcp_servers"),
        ("codex/5.toml", Dialect::Toml, "mcp_servers"),
        ("goose/2.yaml", Dialect::Yaml, "extensions"),
        ("goose/3.yaml", Dialect::Yaml, "extensions"),
    ];
    if !root.is_dir() {
        println!("skipped: no folder ../shared/real-configs beside the repository");
        return;
    }
    for (file, dialect, key) in files {
        let bytes = std::fs::read(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let before = Content::Bytes(bytes.clone());
        let container = Container::Map { path: vec![(*key).to_owned()] };
        let slot = Slot { container, name: "bascule".to_owned() };
        let entry =
            json!({ "command": "C:\\Program Files\\bascule.exe", "args": ["mcp", "bascule"], "env": { "A": "1" } });
        let document = ConfigDocument::read(*dialect, &before).unwrap_or_else(|error| panic!("{file}: {error}"));
        let (after, seam) = document.put(&slot, &entry, Bom::Keep).unwrap_or_else(|error| panic!("{file}: {error}"));
        let Content::Bytes(put) = &after else { panic!("{file}: gone") };
        assert!(in_order(&bytes, put), "{file}: lost bytes");
        let changed = ConfigDocument::read(*dialect, &after).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(changed.remove(&slot, &seam).unwrap_or_else(|error| panic!("{file}: {error}")), before, "{file}");
    }
}
