//! Any bytes read as JSON of any dialect: a clean refusal, or put and remove give
//! the same bytes back.

#![no_main]

#[path = "../../tests/texts/json.rs"]
mod texts;

use bascule_core::document::{Bom, ConfigDocument, Container, Content, Dialect, Problem, Slot};
use libfuzzer_sys::fuzz_target;
use serde_json::json;
use texts::{Dice, made};

const DIALECTS: [Dialect; 4] = [Dialect::Json, Dialect::JsonComments, Dialect::Jsonc, Dialect::Json5];
const PATHS: [&[&str]; 3] = [&["mcpServers"], &["mcp", "servers"], &[]];

fuzz_target!(|data: &[u8]| {
    let mut dice = Dice(data);
    let dialect = DIALECTS[dice.roll(DIALECTS.len())];
    let path = PATHS[dice.roll(PATHS.len())];
    let content = match dice.roll(2) {
        0 => dice.0.to_vec(),
        _ => made(&mut dice, dialect, path, false).text.into_bytes(),
    };
    let path = path.iter().map(|&key| key.to_owned()).collect();
    there_and_back(dialect, Content::Bytes(content), Slot { container: Container::Map { path }, name: "ours".into() });
});

fn there_and_back(dialect: Dialect, content: Content, slot: Slot) {
    let Ok(document) = ConfigDocument::read(dialect, &content) else { return };
    for bom in [Bom::Keep, Bom::TakeOut] {
        match document.put(&slot, &json!({"command": "x", "args": ["mcp", "y"]}), bom) {
            Ok((with, seam)) => {
                let document = ConfigDocument::read(dialect, &with).expect("what was put is read again");
                assert_eq!(document.remove(&slot, &seam).expect("what was put goes again"), content);
            }
            Err(error) => assert_ne!(error.problem, Problem::SecondOpinion),
        }
    }
}
