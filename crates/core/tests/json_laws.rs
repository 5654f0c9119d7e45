//! Laws of JSON documents, over generated texts of each dialect.

mod texts {
    pub mod json;
}

use bascule_core::document::{Bom, ConfigDocument, Container, Content, Dialect, Problem, Seam, SeamKind, Slot};
use proptest::prelude::*;
use serde_json::{Value, json};
use texts::json::{Dice, Made, made};

const PATHS: [&[&str]; 4] = [&["mcpServers"], &["mcp", "servers"], &["ampmcp"], &[]];

fn slot(path: &[&str]) -> Slot {
    let path = path.iter().map(|&key| key.to_owned()).collect();
    Slot { container: Container::Map { path }, name: "ours".to_owned() }
}

fn entry(dice: &mut Dice) -> Value {
    match dice.roll(4) {
        0 => json!({"command": "/opt/b", "args": ["mcp", "x"]}),
        1 => json!({"type": "stdio", "command": "C:\\b \"q\".exe", "args": [], "env": {"A": "b\n", "é": ""}}),
        2 => json!({"deep": [{"a": [1, 2.5, null]}, "x".repeat(120), ["y".repeat(120)]], "n": -7}),
        _ => json!({}),
    }
}

fn bytes(text: &str) -> Content {
    Content::Bytes(text.as_bytes().to_vec())
}

fn text(content: Content) -> String {
    match content {
        Content::Absent => String::new(),
        Content::Bytes(bytes) => String::from_utf8(bytes).expect("UTF-8 in, UTF-8 out"),
    }
}

struct Case {
    made: Made,
    slot: Slot,
    entry: Value,
    with: String,
    seam: Seam,
}

fn case(dialect: Dialect, dice: &mut Dice) -> Case {
    let path = PATHS[dice.roll(PATHS.len())];
    let entry = entry(dice);
    let made = made(dice, dialect, path);
    let slot = slot(path);
    let content = bytes(&made.text);
    let document = ConfigDocument::read(dialect, &content).unwrap_or_else(|error| panic!("{error}\n{:?}", made.text));
    let put = document.put(&slot, &entry, Bom::Keep);
    let (with, seam) = put.unwrap_or_else(|error| panic!("{error}\n{:?}", made.text));
    Case { made, slot, entry, with: text(with), seam }
}

fn removed(dialect: Dialect, with: &str, slot: &Slot, seam: &Seam) -> String {
    let content = bytes(with);
    let document = ConfigDocument::read(dialect, &content).unwrap_or_else(|error| panic!("{error}\n{with:?}"));
    text(document.remove(slot, seam).unwrap_or_else(|error| panic!("{error}\n{with:?}")))
}

/// What was put in comes out again, and every byte of the user's is there in between.
fn there_and_back(dialect: Dialect, dice: &mut Dice) {
    let Case { made, slot, entry, with, seam } = case(dialect, dice);
    let content = bytes(&with);
    let document = ConfigDocument::read(dialect, &content).unwrap_or_else(|error| panic!("{error}\n{with:?}"));
    assert_eq!(document.entry(&slot).expect("readable"), Some(entry.clone()), "{with}");
    if !made.text.trim().is_empty() {
        let mut rest = with.bytes();
        let kept = made.text.bytes().all(|byte| rest.any(|found| found == byte));
        assert!(kept, "a byte is gone\n{}\n{with}", made.text);
    }
    assert_eq!(removed(dialect, &with, &slot, &seam), made.text, "{with}");

    let rewritten = text(document.rewrite(&slot, &json!({"other": [1]})).expect("rewrites"));
    assert_eq!(removed(dialect, &rewritten, &slot, &seam), made.text, "{rewritten}");
    assert!(
        matches!(document.put(&slot, &entry, Bom::Keep), Err(error) if matches!(error.problem, Problem::Occupied(_)))
    );
}

/// An edit elsewhere comes out as if we had never been there.
fn edited_elsewhere(dialect: Dialect, dice: &mut Dice) {
    let kind = dice.roll(6);
    let chosen = dice.roll(256);
    let Case { made, slot, with, seam, .. } = case(dialect, dice);
    let (gap, member) = (!made.gaps.is_empty(), !made.members.is_empty());
    let comments = dialect != Dialect::Json;
    let (offset, edit) = match kind {
        0 if gap => (made.gaps[chosen % made.gaps.len()], "\n"),
        1 if gap => (made.gaps[chosen % made.gaps.len()], "  "),
        2 if gap && comments => (made.gaps[chosen % made.gaps.len()], "/* e */"),
        3 if gap && comments => (made.gaps[chosen % made.gaps.len()], "// e\n"),
        _ if member => (made.members[chosen % made.members.len()], "\"edit\": [1], "),
        _ => return,
    };
    let original = made.text.as_bytes();
    let same = |pair: &(u8, u8)| pair.0 == pair.1;
    let before = original.iter().copied().zip(with.bytes()).take_while(same).count();
    let after = original.iter().rev().copied().zip(with.bytes().rev()).take_while(same).count();
    let after = after.min(original.len() - before);
    let before = made.text[..made.text.floor_char_boundary(before)].trim_end().len();
    let after = made.text[made.text.ceil_char_boundary(original.len() - after)..].trim_start().len();
    let after = original.len() - after;
    let hollow = matches!(&seam.kind, SeamKind::Inserted { hollow: Some(_), .. });
    let moved = match offset {
        offset if offset < before || offset == before && !hollow => offset,
        offset if offset > after || offset == after && !hollow => offset + with.len() - made.text.len(),
        _ => return,
    };
    let (mut expected, mut edited) = (made.text.clone(), with.clone());
    expected.insert_str(offset, edit);
    edited.insert_str(moved, edit);
    assert_eq!(removed(dialect, &edited, &slot, &seam), expected, "{edited}");
}

/// Members and comments beside ours stay, and the text stays valid.
fn edited_beside(dialect: Dialect, dice: &mut Dice) {
    let (before, after) = (dice.roll(6), dice.roll(6));
    let Case { slot, with, seam, .. } = case(dialect, dice);
    let comments = dialect != Dialect::Json;
    let before = match before {
        1 => "\"sooner\": 7,",
        2 => "\"sooner\": 7,\n    ",
        3 if comments => "\"sooner\": 7, // s\n",
        4 if comments => "\"sooner\": 7, /* s */ ",
        _ => "",
    };
    let after = match after {
        1 => ", \"later\": 8",
        2 => ",\n\t\t\"later\": 8",
        3 if comments => " // t\n , \"later\": 8",
        4 if comments => " /* t */, \"later\": 8",
        5 if comments => ", // t\r\n\"later\": 8",
        _ => "",
    };
    if before.is_empty() && after.is_empty() {
        return;
    }
    let start = with.rfind("\"ours\"").expect("our key");
    let end = start + end_of_entry(&with[start..]);
    let edited = format!("{}{before}{}{after}{}", &with[..start], &with[start..end], &with[end..]);
    let left = removed(dialect, &edited, &slot, &seam);
    let bare = |text: &str| text.replace(|char: char| char == ',' || char == '\u{feff}' || char.is_whitespace(), "");
    assert_eq!(bare(&left), bare(&format!("{}{before}{after}{}", &with[..start], &with[end..])), "{edited}\n{left}");
    ConfigDocument::read(dialect, &bytes(&left)).unwrap_or_else(|error| panic!("{error}\n{edited}\n{left}"));
}

/// Another program may write the whole file anew: only our entry goes.
fn written_anew(dialect: Dialect, dice: &mut Dice) {
    let wide = dice.roll(4);
    let Case { made, slot, with, seam, .. } = case(dialect, dice);
    let meaning = |text: &str| json5::from_str::<Value>(text).unwrap_or(Value::Null);
    let anew = |value: &Value| match wide {
        0 => value.to_string(),
        1 => format!("{value:#}"),
        2 => format!("{value:#}\n").replace("  ", "\t"),
        _ => format!("{value:#}\n").replace('\n', "\r\n    "),
    };
    let left = removed(dialect, &anew(&meaning(&with)), &slot, &seam);
    if !made.text.trim().is_empty() && made.text.contains('{') && !meaning(&made.text).is_null() {
        assert_eq!(meaning(&left), meaning(&made.text), "{left}");
    }
}

/// Where the member that begins `text` ends; its texts hold no braces.
fn end_of_entry(text: &str) -> usize {
    let mut depth = 0;
    for (offset, char) in text.char_indices() {
        match char {
            '{' => depth += 1,
            '}' if depth == 1 => return offset + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    panic!("our entry has no end: {text}");
}

fn lawful(dialect: Dialect, law: fn(Dialect, &mut Dice)) {
    let given = std::env::var_os("PROPTEST_CASES").is_some();
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let cases = if given { config.cases } else { 5_000 };
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig { cases, ..config });
    let outcome = runner.run(&prop::collection::vec(any::<u8>(), 0..160), |bytes| {
        law(dialect, &mut Dice(&bytes));
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{dialect:?}: {error}"));
}

macro_rules! laws {
    ($($law:ident: $($name:ident $dialect:ident),*;)*) => {$($(
        #[test]
        fn $name() {
            lawful(Dialect::$dialect, $law);
        }
    )*)*};
}

laws! {
    there_and_back: json_there_and_back Json, comments_there_and_back JsonComments,
        jsonc_there_and_back Jsonc, json5_there_and_back Json5;
    edited_elsewhere: json_edited_elsewhere Json, comments_edited_elsewhere JsonComments,
        jsonc_edited_elsewhere Jsonc, json5_edited_elsewhere Json5;
    edited_beside: json_edited_beside Json, comments_edited_beside JsonComments,
        jsonc_edited_beside Jsonc, json5_edited_beside Json5;
    written_anew: json_written_anew Json, comments_written_anew JsonComments,
        jsonc_written_anew Jsonc, json5_written_anew Json5;
}
