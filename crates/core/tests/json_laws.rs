//! Laws of JSON documents, over generated texts of each dialect.

#[path = "texts/json.rs"]
mod texts;

use bascule_core::document::{Bom, Comma, ConfigDocument, Container, Content, Dialect, Problem, Seam, SeamKind, Slot};
use proptest::prelude::*;
use serde_json::{Value, json};
use texts::{Dice, Made, made};

const PATHS: [&[&str]; 4] = [&["mcpServers"], &["mcp", "servers"], &["ampmcp"], &[]];

fn slot(path: &[&str], list: bool) -> Slot {
    let path = path.iter().map(|&key| key.to_owned()).collect();
    let container = if list { Container::List { path, name_key: "name".to_owned() } } else { Container::Map { path } };
    Slot { container, name: "ours".to_owned() }
}

fn entry(dice: &mut Dice, list: bool) -> Value {
    let mut entry = match dice.roll(4) {
        0 => json!({"command": "/opt/b", "args": ["mcp", "x"]}),
        1 => json!({"type": "stdio", "command": "C:\\b \"q\".exe", "args": [], "env": {"A": "b\n", "é": ""}}),
        2 => json!({"deep": [{"a": [1, 2.5, null]}, "x".repeat(120), ["y".repeat(120)]], "n": -7}),
        _ => json!({}),
    };
    if list {
        entry["name"] = json!("ours");
    }
    entry
}

fn bytes(text: &str) -> Content {
    Content::Bytes(text.as_bytes().to_vec())
}

fn text(content: Content) -> String {
    match content {
        Content::Absent | Content::Kept(_) => String::new(),
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

fn case(dialect: Dialect, dice: &mut Dice, list: bool) -> Case {
    let path = PATHS[dice.roll(PATHS.len() - usize::from(list))];
    let entry = entry(dice, list);
    let made = made(dice, dialect, path, list);
    let slot = slot(path, list);
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
    let list = dice.rarely(5);
    let Case { made, slot, entry, with, seam } = case(dialect, dice, list);
    let content = bytes(&with);
    let document = ConfigDocument::read(dialect, &content).unwrap_or_else(|error| panic!("{error}\n{with:?}"));
    assert_eq!(document.entry(&slot).expect("readable"), Some(entry.clone()), "{with}");
    if !made.text.trim().is_empty() {
        let mut rest = with.bytes();
        let kept = made.text.bytes().all(|byte| rest.any(|found| found == byte));
        assert!(kept, "a byte is gone\n{}\n{with}", made.text);
    }
    assert_eq!(removed(dialect, &with, &slot, &seam), made.text, "{with}");

    let rewritten = text(document.rewrite(&slot, &json!({"other": [1], "name": "ours"})).expect("rewrites"));
    assert_eq!(removed(dialect, &rewritten, &slot, &seam), made.text, "{rewritten}");
    assert!(
        matches!(document.put(&slot, &entry, Bom::Keep), Err(error) if matches!(error.problem, Problem::Occupied(_)))
    );
}

/// An edit elsewhere comes out as if we had never been there.
fn edited_elsewhere(dialect: Dialect, dice: &mut Dice) {
    let kind = dice.roll(6);
    let chosen = dice.roll(256);
    let list = dice.rarely(5);
    let Case { made, slot, with, seam, .. } = case(dialect, dice, list);
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
    let white = |char: char| char.is_whitespace() || char == '\u{feff}';
    let same = |pair: &(u8, u8)| pair.0 == pair.1;
    let before = original.iter().copied().zip(with.bytes()).take_while(same).count();
    let after = original.iter().rev().copied().zip(with.bytes().rev()).take_while(same).count();
    let after = after.min(original.len() - before);
    let before = made.text[..made.text.floor_char_boundary(before)].trim_end_matches(white).len();
    let after = made.text[made.text.ceil_char_boundary(original.len() - after)..].trim_start_matches(white).len();
    let after = original.len() - after;
    // An edit that touches our splice may be taken for part of it.
    let SeamKind::Inserted { layers, hollow, .. } = &seam.kind else { unreachable!("put inserts") };
    let apart = layers[0].comma == Comma::Before;
    let moved = match offset {
        offset if offset < before || offset == before && apart => offset,
        offset if offset > after || offset == after && hollow.is_none() => offset + with.len() - made.text.len(),
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
    let Case { slot, with, seam, .. } = case(dialect, dice, false);
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
    let list = dice.rarely(5);
    let Case { made, slot, with, seam, .. } = case(dialect, dice, list);
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

/// Damaged texts are refused, or go there and back like any other.
fn damaged(dialect: Dialect, dice: &mut Dice) {
    let path = PATHS[dice.roll(PATHS.len())];
    let places: Vec<(usize, usize)> = (0..1 + dice.roll(3)).map(|_| (dice.roll(256), dice.roll(16))).collect();
    let mut text = made(dice, dialect, path, false).text;
    for (place, change) in places {
        let start = text.floor_char_boundary(place * text.len() / 256);
        let end = text.ceil_char_boundary((start + 1).min(text.len()));
        match change {
            0 => text.replace_range(start..end, ""),
            1 => text.truncate(start),
            2 => {
                let doubled = text[end..].to_owned();
                text.insert_str(start, &doubled);
            }
            change => {
                let pieces = ["{", "}", ",", ":", "\"", "/", "*", "\\", "\n", "0", "[", "'", "//"];
                text.insert_str(start, pieces[change - 3]);
            }
        }
    }
    let slot = slot(path, false);
    let content = bytes(&text);
    let Ok(document) = ConfigDocument::read(dialect, &content) else { return };
    match document.put(&slot, &json!({"command": "x"}), Bom::Keep) {
        Ok((with, seam)) => {
            let document = ConfigDocument::read(dialect, &with).unwrap_or_else(|error| panic!("{error}\n{text:?}"));
            let back = document.remove(&slot, &seam).unwrap_or_else(|error| panic!("{error}\n{text:?}"));
            assert_eq!(back, content, "{text:?}");
        }
        Err(error) => assert_ne!(error.problem, Problem::SecondOpinion, "{text:?}"),
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

#[expect(clippy::disallowed_methods, reason = "the number of cases is the caller's choice")]
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
    damaged: json_damaged Json, comments_damaged JsonComments,
        jsonc_damaged Jsonc, json5_damaged Json5;
}
