//! Documents grown from dice, in chunks between which other text may be put.

pub(crate) mod block;
pub(crate) mod toml;
pub(crate) mod yaml;

use bascule_core::document::{Container, Dialect, Slot};
use serde_json::{Map, Value, json};

use crate::dice::Dice;

/// A grown document: our slot, the chunks of its text, and a chunk somebody adds.
#[derive(Debug)]
pub(crate) struct Grown {
    pub(crate) dialect: Dialect,
    pub(crate) slot: Slot,
    /// An edit may fall between any two.
    pub(crate) chunks: Vec<Vec<u8>>,
    /// Text that may be added at such a place.
    pub(crate) addition: Vec<u8>,
}

impl Grown {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.chunks.concat()
    }
}

/// An entry as a harness would want it, with awkward strings in it.
pub(crate) fn entry(dice: &mut Dice, container: &Container, name: &str) -> Value {
    if let Container::Block { .. } = container {
        const TEXTS: &[&str] = &["", "line", "a\nb", "\n", "ends\n", "\n\nstarts", "# ü", "a\tb "];
        return json!(dice.pick(TEXTS));
    }
    let mut entry = Map::new();
    if let Container::List { name_key, .. } = container {
        entry.insert(name_key.clone(), json!(name));
    }
    entry.insert("command".to_owned(), json!(awkward(dice)));
    let args: Vec<String> = (0..dice.roll(4)).map(|_| awkward(dice)).collect();
    entry.insert("args".to_owned(), json!(args));
    for index in 0..dice.roll(4) {
        entry.insert(format!("{}{index}", dice.pick(&["key", "a.b", "ü ", "true", "0", "- x", "#"])), value(dice, 0));
    }
    Value::Object(entry)
}

fn value(dice: &mut Dice, depth: usize) -> Value {
    match dice.roll(if depth < 3 { 8 } else { 5 }) {
        0 => json!(awkward(dice)),
        1 => json!(dice.rarely(2)),
        2 => json!(dice.pick(&[0i64, -1, 42, i64::MAX, i64::MIN])),
        3 => json!(dice.pick(&[0.5f64, -1.25, 1e300, 3.0])),
        4 => json!({}),
        5 => (0..dice.roll(3)).map(|_| value(dice, depth + 1)).collect(),
        _ => Value::Object(
            (0..dice.roll(3)).map(|at| (format!("k{at}{}", awkward(dice)), value(dice, depth + 1))).collect(),
        ),
    }
}

/// Strings that a careless writer gets wrong.
pub(crate) fn awkward(dice: &mut Dice) -> String {
    const STRINGS: &[&str] = &[
        "npx",
        "",
        " ",
        "true",
        "null",
        "~",
        "no",
        "Off",
        "1",
        "-1",
        "0x1f",
        "1e3",
        ".5",
        ".inf",
        "2020-01-01",
        "12:30",
        "a: b",
        "a:",
        ": a",
        "# x",
        "a # b",
        "- a",
        "-",
        "--- a",
        "...",
        "? a",
        "&a",
        "*a",
        "!t",
        "|",
        ">",
        "%Y",
        "@a",
        "`a",
        "[a",
        "{a",
        "]",
        "}",
        ",",
        "a, b",
        "'",
        "\"",
        "it's",
        "C:\\Users\\me\\x.exe",
        "C:\\it's\\x",
        "\\\\server\\share",
        "a\nb",
        "a\n",
        "\n",
        "a\r\nb",
        "\t",
        "a\tb",
        " lead",
        "trail ",
        "日本語",
        "🦀",
        "\u{85}",
        "\u{2028}x",
        "\u{feff}x",
        "\u{7f}",
        "\u{1b}[0m",
        "<<",
        "=",
        "${env:HOME}",
        "y",
        "N",
        "0o17",
        "1_000",
        "+1",
        "12e03",
        "190:20:30",
        "0b1",
        "\u{a0}",
    ];
    dice.pick(STRINGS).to_owned()
}
