//! Grown texts, not always UTF-8.

use bascule_core::document::{Container, Dialect, Slot};

use super::Grown;
use super::toml::finish;
use crate::dice::Dice;

/// Grows lines of any kind, some of them blocks of ours.
pub(crate) fn grow(dice: &mut Dice) -> Grown {
    const LINES: &[&str] = &[
        "", "text\n", "# comment\n", "  \n", "\n", "[section]\n", "# >>> other: x >>>\n", ">>> bascule: x >>>\n", "ünï\n",
        "# >>> bascule: older >>>\nheld\n\n# <<< bascule: older <<<\n",
    ];
    let mut kinds = LINES.to_vec();
    let mut chunks = Vec::new();
    for _ in 0..dice.roll(8) {
        let line = dice.pick(&kinds);
        kinds.retain(|kind| *kind != line || !line.contains("older"));
        chunks.push(line.to_owned());
    }
    finish(dice, &mut chunks);
    let mut chunks: Vec<Vec<u8>> = chunks.into_iter().map(String::into_bytes).collect();
    if dice.rarely(3) {
        let last = chunks.iter().rposition(|chunk| !chunk.is_empty()).unwrap_or(0);
        chunks.insert(dice.roll(last + 1), dice.pick(&[&b"\xff\xfe raw\n"[..], b"\xe9t\xe9\r\n", b"\x85\xa0\n"]).to_vec());
    }
    let container = Container::Block { comment: dice.pick(&["#", "//", "REM", "ü"]).to_owned() };
    let slot = Slot { container, name: dice.pick(&["mine", "with space", "ü"]).to_owned() };
    Grown { dialect: Dialect::Text, slot, chunks, addition: dice.pick(&[&b"added\n"[..], b"\nadded \xff\n\n"]).to_vec() }
}
