//! Guards over the sentences: the same in both languages, all said, none missing,
//! and no word for code in what a person reads.

use std::collections::{BTreeMap, BTreeSet};

use bascule_words::{Lang, Value, Words, catalogue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;

/// What one sentence needs: the texts shown, and the counts that choose a plural.
#[derive(Debug, Default, PartialEq, Eq)]
struct Places {
    shown: BTreeSet<String>,
    chosen_by: BTreeSet<String>,
}

/// Every sentence of a language with its places; fails on anything else in a file.
fn sentences(lang: Lang) -> BTreeMap<String, Places> {
    let mut found = BTreeMap::new();
    for &(file, text) in catalogue(lang) {
        let resource = parser::parse(text).unwrap_or_else(|(_, errors)| panic!("{} {file}: {errors:?}", lang.tag()));
        for entry in resource.body {
            let message = match entry {
                Entry::Message(message) => message,
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => continue,
                Entry::Term(_) | Entry::Junk { .. } => panic!("{} {file}: {entry:?}", lang.tag()),
            };
            assert!(message.attributes.is_empty(), "{} has attributes", message.id.name);
            let mut places = Places::default();
            let pattern = message.value.unwrap_or_else(|| panic!("{} says nothing", message.id.name));
            collect(&pattern, message.id.name, &mut places);
            assert!(found.insert(message.id.name.to_owned(), places).is_none(), "{} twice", message.id.name);
        }
    }
    found
}

fn collect(pattern: &Pattern<&str>, id: &str, places: &mut Places) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(InlineExpression::VariableReference { id: name }) => {
                assert!(!name.name.ends_with("-count"), "{id} shows the number {}", name.name);
                places.shown.insert(name.name.to_owned());
            }
            Expression::Select { selector: InlineExpression::VariableReference { id: name }, variants } => {
                let count = name.name.strip_suffix("-count");
                places.chosen_by.insert(count.unwrap_or_else(|| panic!("{id} chooses by a text")).to_owned());
                variants.iter().for_each(|variant| collect(&variant.value, id, places));
            }
            // The catalogue calls no functions: the two Fluent engines differ there.
            other => panic!("{id}: {other:?}"),
        }
    }
}

/// The text of every string literal in the sources that speak.
fn literals() -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut all, mut said) = (BTreeSet::new(), BTreeSet::new());
    for folder in ["../words/src", "../cli/src", "../launcher/src", "../../src-tauri/src", "../../ui/src"] {
        for text in sources(camino::Utf8Path::new(folder)) {
            let mut rest = text.as_str();
            while let Some(start) = rest.find('"') {
                let Some(length) = rest[start + 1..].find('"') else { break };
                let literal = &rest[start + 1..start + 1 + length];
                // A quotation mark alone, as in a pattern, is not the start of a literal:
                // what follows an id goes on behind it, anything else at the next mark.
                let whole = is_id(literal);
                if whole {
                    all.insert(literal.to_owned());
                    if rest[..start].trim_end().ends_with("say(") {
                        said.insert(literal.to_owned());
                    }
                }
                rest = &rest[start + 1 + if whole { length + 1 } else { 0 }..];
            }
        }
    }
    (all, said)
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

#[expect(clippy::disallowed_methods, reason = "a test that reads the sources")]
fn sources(folder: &camino::Utf8Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in folder.read_dir_utf8().unwrap_or_else(|error| panic!("{folder}: {error}")) {
        let path = entry.unwrap().into_path();
        match path.extension() {
            Some("rs" | "ts" | "svelte") => texts.push(std::fs::read_to_string(&path).unwrap()),
            _ if path.is_dir() => texts.extend(sources(&path)),
            _ => {}
        }
    }
    texts
}

#[test]
fn both_languages_say_the_same_with_the_same_places() {
    let (english, chinese) = (sentences(Lang::English), sentences(Lang::SimplifiedChinese));
    let ids = |sentences: &BTreeMap<String, Places>| sentences.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(ids(&english), ids(&chinese));
    for (id, places) in &english {
        assert_eq!(places, &chinese[id], "{id}");
    }
}

#[test]
fn every_sentence_can_be_said() {
    for lang in Lang::ALL {
        let words = Words::new(lang);
        for (id, places) in sentences(lang) {
            for count in [0u64, 1, 2, 1_234] {
                let counts = places.chosen_by.iter().map(|name| (name.as_str(), Value::from(count)));
                let texts = places.shown.difference(&places.chosen_by).map(|name| (name.as_str(), Value::from("…")));
                let values: Vec<(&str, Value<'_>)> = counts.chain(texts).collect();
                let said = words.try_say(&id, &values).unwrap_or_else(|| panic!("{} {id}", lang.tag()));
                assert!(!said.contains(['{', '}', '\u{2068}', '\u{2069}']), "{} {id}: {said}", lang.tag());
                // A small number may be said in words of its own; the general case shows its digits.
                let general = !places.chosen_by.is_empty() && count > 2;
                assert!(!general || said.contains(&count.to_string()), "{id}: {said}");
            }
        }
    }
}

#[test]
fn a_missing_place_is_noticed() {
    let words = Words::new(Lang::English);
    assert_eq!(words.try_say("refusal-read-only", &[]), None);
    assert_eq!(words.try_say("no-such-sentence", &[]), None);
}

#[test]
fn one_and_many_differ_in_english() {
    let words = Words::new(Lang::English);
    let said = |count: u64| words.say("harnesses-found", &[("programs", count.into())]);
    assert_eq!(said(1), "1 AI program found:");
    assert_eq!(said(4), "4 AI programs found:");
}

/// Every sentence as this engine renders it, with the values it was given, one a line.
fn renderings(lang: Lang) -> String {
    let words = Words::new(lang);
    let mut lines = Vec::new();
    for (id, places) in sentences(lang) {
        let counts: &[u64] = if places.chosen_by.is_empty() { &[0] } else { &[0, 1, 2, 1_234] };
        for count in counts {
            let numbers = places.chosen_by.iter().map(|name| (name.as_str(), Value::from(*count)));
            let texts = places.shown.difference(&places.chosen_by);
            let texts = texts.map(|name| (name.as_str(), Value::from(format!("<{name}>"))));
            let values: Vec<(&str, Value<'_>)> = numbers.chain(texts).collect();
            let mut given = serde_json::Map::new();
            for (name, value) in &values {
                match value {
                    Value::Text(text) => drop(given.insert((*name).to_owned(), text.as_ref().into())),
                    Value::Count(count) => {
                        given.insert((*name).to_owned(), count.to_string().into());
                        given.insert(format!("{name}-count"), (*count).into());
                    }
                }
            }
            let said = words.say(&id, &values);
            lines.push(serde_json::json!({ "id": id, "values": given, "text": said }).to_string());
        }
    }
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// The window's tests hold its own Fluent engine against these files.
#[test]
#[expect(clippy::disallowed_methods, reason = "a test that keeps a file beside it up to date")]
fn the_renderings_the_window_is_held_against_are_these() {
    let mut stale = Vec::new();
    for lang in Lang::ALL {
        let path = format!("tests/rendered.{}.json", lang.tag());
        let now = renderings(lang);
        if std::fs::read_to_string(&path).unwrap_or_default() != now {
            std::fs::write(&path, now).unwrap();
            stale.push(path);
        }
    }
    assert!(stale.is_empty(), "out of date, and written anew; commit them: {stale:?}");
}

/// Words for code, which no person should have to read.
const CODE_WORDS: [&str; 9] = ["harness", "hop", "drift", "receipt", "revision", "runtime", "adapter", "claim", "seam"];

#[test]
fn people_read_no_words_for_code() {
    for (file, text) in catalogue(Lang::English) {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            // Ids, places and options are not sentences.
            let said = line.split_once(" = ").map_or(line, |(_, said)| said);
            let bare: String =
                said.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
            let words = bare.split_whitespace().filter(|word| !word.starts_with("--"));
            let found: Vec<&str> = words
                .flat_map(|word| word.split(|c: char| !c.is_alphanumeric()))
                .filter(|word| CODE_WORDS.iter().any(|code| word.to_lowercase().trim_end_matches('s') == *code))
                .collect();
            let allowed = bare.contains("bascule harnesses");
            assert!(found.is_empty() || allowed, "{file}: {found:?} in {line:?}");
        }
    }
}

#[test]
fn every_sentence_is_said_somewhere_and_none_is_missing() {
    let there: BTreeSet<String> = sentences(Lang::English).into_keys().collect();
    let (literals, said) = literals();
    let missing: Vec<_> = said.difference(&there).collect();
    assert!(missing.is_empty(), "said but not written: {missing:?}");
    // The command line's own words are held against its grammar in the cli crate.
    let unused: Vec<_> = there.difference(&literals).filter(|id| !id.starts_with("help-") && *id != "help").collect();
    assert!(unused.is_empty(), "written but never said: {unused:?}");
}
