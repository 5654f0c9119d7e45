//! Laws every format keeps, on documents grown from chance.

use bascule_core::document::{Bom, ConfigDocument, Content, Dialect, Seam};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::dice::Dice;
use crate::grow::{self, Grown};

#[test]
fn toml_keeps_the_laws() {
    keeps_the_laws(grow::toml::grow);
}

fn keeps_the_laws(grow: fn(&mut Dice) -> Grown) {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = Config { cases: asked.unwrap_or(5_000), failure_persistence: None, ..Config::default() };
    let bytes = proptest::collection::vec(any::<u8>(), 0..200);
    let outcome = TestRunner::new(config).run(&bytes, |bytes| {
        let mut dice = Dice::new(&bytes);
        let grown = grow(&mut dice);
        held(&mut dice, &grown).map_err(TestCaseError::fail)
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

/// Puts an entry into a grown document and takes it out again, with and without an edit between.
pub(crate) fn held(dice: &mut Dice, grown: &Grown) -> Result<(), String> {
    let text = grown.text();
    let before = Content::Bytes(text.clone().into_bytes());
    let document = ConfigDocument::read(grown.dialect, &before).map_err(|error| format!("read: {error}\n{text}"))?;
    let entry = grow::entry(dice, &grown.slot.container, &grown.slot.name);
    let (after, seam) =
        document.put(&grown.slot, &entry, Bom::Keep).map_err(|error| format!("put {entry}: {error}\n{text}"))?;
    let put = text_of(&after);

    let changed = read(grown.dialect, &after)?;
    let found = changed.entry(&grown.slot).map_err(|error| error.to_string())?;
    ensure(found.as_ref() == Some(&entry), || format!("reads back {found:?}, not {entry}\n{text}\n=>\n{put}"))?;
    ensure(in_order(text.as_bytes(), put.as_bytes()), || format!("lost bytes:\n{text}\n=>\n{put}"))?;
    let back = changed.remove(&grown.slot, &seam).map_err(|error| format!("remove: {error}\n{text}\n=>\n{put}"))?;
    ensure(back == before, || format!("not the same bytes:\n{text:?}\n=>\n{put:?}\n=>\n{:?}", text_of(&back)))?;

    let other = grow::entry(dice, &grown.slot.container, &grown.slot.name);
    let rewritten = changed.rewrite(&grown.slot, &other).map_err(|error| format!("rewrite: {error}\n{put}"))?;
    let back = removed(grown, &rewritten, &seam)?;
    ensure(back == before, || {
        format!("not the same after a rewrite:\n{text:?}\n=>\n{:?}\n=>\n{:?}", text_of(&rewritten), text_of(&back))
    })?;
    edited(dice, grown, &text, &put, &seam)
}

/// An edit between put and remove leaves what the same edit leaves of the original.
fn edited(dice: &mut Dice, grown: &Grown, text: &str, put: &str, seam: &Seam) -> Result<(), String> {
    let prefix = text.bytes().zip(put.bytes()).take_while(|(a, b)| a == b).count();
    let suffix = text.bytes().rev().zip(put.bytes().rev()).take_while(|(a, b)| a == b).count();
    let (earliest, latest) = (text.len() - suffix.min(text.len()), prefix);
    let mut boundaries = vec![0];
    for chunk in &grown.chunks {
        boundaries.push(boundaries[boundaries.len() - 1] + chunk.len());
    }
    let place = dice.pick(&boundaries);
    let (first, last) = (earliest.min(latest), earliest.max(latest));
    let shifted = match place {
        place if place < first || (place == first && first < last) => place,
        place if place >= last => place + put.len() - text.len(),
        _ => return Ok(()),
    };
    let starts_line = |text: &str, at: usize| at == 0 || text[..at].ends_with('\n');
    let addition = match starts_line(text, place) && starts_line(put, shifted) {
        true => grown.addition.clone(),
        false if place == text.len() && shifted == put.len() => format!("\n{}", grown.addition),
        false => return Ok(()),
    };
    let expected = [&text[..place], &addition, &text[place..]].concat();
    let edited = [&put[..shifted], &addition, &put[shifted..]].concat();
    let Ok(_) = ConfigDocument::read(grown.dialect, &Content::Bytes(expected.clone().into_bytes())) else {
        return Ok(());
    };
    let back = removed(grown, &Content::Bytes(edited.clone().into_bytes()), seam)?;
    ensure(text_of(&back) == expected, || {
        format!(
            "the edit did not stay:\n{text:?}\n=>\n{put:?}\n=>\n{edited:?}\n=>\n{:?}\ninstead of\n{expected:?}",
            text_of(&back)
        )
    })
}

fn removed(grown: &Grown, content: &Content, seam: &Seam) -> Result<Content, String> {
    let document = read(grown.dialect, content)?;
    document.remove(&grown.slot, seam).map_err(|error| format!("remove: {error}\n{}", text_of(content)))
}

fn read(dialect: Dialect, content: &Content) -> Result<ConfigDocument<'_>, String> {
    ConfigDocument::read(dialect, content).map_err(|error| format!("read: {error}\n{}", text_of(content)))
}

/// Every byte of `original` stands in `changed`, in order.
pub(crate) fn in_order(original: &[u8], changed: &[u8]) -> bool {
    let mut rest = changed.iter();
    original.iter().all(|byte| rest.any(|other| other == byte))
}

pub(crate) fn text_of(content: &Content) -> String {
    match content {
        Content::Absent => "(absent)".to_owned(),
        Content::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

fn ensure(held: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if held { Ok(()) } else { Err(otherwise()) }
}
