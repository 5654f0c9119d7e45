//! The laws themselves, for tests and fuzz targets alike.

use bascule_core::document::{Bom, ConfigDocument, Content, Dialect, Problem, Seam, SeamKind};

use crate::dice::Dice;
use crate::grow::{self, Grown};

/// A grown text with some bytes of it exchanged, dropped or doubled: a clean refusal, or
/// put and remove give the same bytes back.
pub(crate) fn damaged(dice: &mut Dice, grown: &Grown) -> Result<(), String> {
    const BYTES: &[u8] = b"\n\r\t #\"'[]{},:-=.|>&*!%?\\<~0a\xff\xc3";
    let mut text = grown.bytes();
    for _ in 0..=dice.roll(3) {
        let place = (dice.roll(256) * 256 + dice.roll(256)) % (text.len() + 1);
        let end = (place + dice.roll(4)).min(text.len());
        match dice.roll(3) {
            0 => text.insert(place, dice.pick(BYTES)),
            1 => drop(text.drain(place..end)),
            _ => text.extend_from_within(place..end),
        }
    }
    there_and_back(dice, grown, text)
}

/// Bytes from a fuzzer, taken as a whole text or as the dice that grow one.
#[cfg_attr(test, expect(dead_code, reason = "the door of the fuzz targets"))]
pub(crate) fn fuzzed(data: &[u8], grow: fn(&mut Dice) -> Grown) {
    let mut dice = Dice::new(data);
    let kind = dice.roll(3);
    let grown = grow(&mut dice);
    let outcome = match kind {
        0 => held(&mut dice, &grown),
        1 => damaged(&mut dice, &grown),
        _ => there_and_back(&mut dice, &grown, data[data.len() / 4..].to_vec()),
    };
    if let Err(broken) = outcome {
        panic!("{broken}");
    }
}

/// Any bytes: a clean refusal, or put and remove give the same bytes back.
pub(crate) fn there_and_back(dice: &mut Dice, grown: &Grown, bytes: Vec<u8>) -> Result<(), String> {
    let before = Content::Bytes(bytes);
    let Ok(document) = ConfigDocument::read(grown.dialect, &before) else { return Ok(()) };
    let entry = grow::entry(dice, &grown.slot.container, &grown.slot.name);
    let (after, seam) = match document.put(&grown.slot, &entry, Bom::TakeOut) {
        Ok(put) => put,
        // The two YAML parsers differ on forms only damage brings about.
        Err(error) if error.problem == Problem::SecondOpinion && grown.dialect != Dialect::Yaml => {
            return Err(format!("{error}\n{}", shown(&before)));
        }
        Err(_) => return Ok(()),
    };
    let back = removed(grown, &after, &seam)?;
    ensure(back == before, || {
        format!("not the same bytes:\n{}\n=>\n{}\n=>\n{}", shown(&before), shown(&after), shown(&back))
    })
}

/// Puts an entry into a grown document and takes it out again, with and without an edit between.
pub(crate) fn held(dice: &mut Dice, grown: &Grown) -> Result<(), String> {
    let before = Content::Bytes(grown.bytes());
    let text = || shown(&before);
    let document = read(grown.dialect, &before)?;
    let entry = grow::entry(dice, &grown.slot.container, &grown.slot.name);
    let (after, seam) =
        document.put(&grown.slot, &entry, Bom::Keep).map_err(|error| format!("put {entry}: {error}\n{}", text()))?;
    let put = || shown(&after);

    let changed = read(grown.dialect, &after)?;
    let found = changed.entry(&grown.slot).map_err(|error| error.to_string())?;
    ensure(found.as_ref() == Some(&entry), || format!("reads back {found:?}, not {entry}\n{}\n=>\n{}", text(), put()))?;
    // A null that is spelled out cannot stay beside an entry; the seam keeps it.
    let spelled = matches!(&seam.kind, SeamKind::Inserted { hollow: Some(hollow), .. } if !hollow.trim().is_empty());
    ensure(spelled || in_order(&bytes(&before), &bytes(&after)), || format!("lost bytes:\n{}\n=>\n{}", text(), put()))?;
    let back = removed(grown, &after, &seam)?;
    ensure(back == before, || format!("not the same bytes:\n{}\n=>\n{}\n=>\n{}", text(), put(), shown(&back)))?;

    let other = grow::entry(dice, &grown.slot.container, &grown.slot.name);
    let rewritten = changed.rewrite(&grown.slot, &other).map_err(|error| format!("rewrite: {error}\n{}", put()))?;
    let back = removed(grown, &rewritten, &seam)?;
    ensure(back == before, || {
        format!("not the same after a rewrite:\n{}\n=>\n{}\n=>\n{}", text(), shown(&rewritten), shown(&back))
    })?;
    edited(dice, grown, &bytes(&before), &bytes(&after), &seam)
}

/// An edit between put and remove leaves what the same edit leaves of the original.
fn edited(dice: &mut Dice, grown: &Grown, original: &[u8], put: &[u8], seam: &Seam) -> Result<(), String> {
    let prefix = original.iter().zip(put).take_while(|(a, b)| a == b).count();
    let suffix = original.iter().rev().zip(put.iter().rev()).take_while(|(a, b)| a == b).count();
    let (first, last) = (prefix.min(original.len() - suffix), prefix.max(original.len() - suffix));
    let mut boundaries = vec![0];
    for chunk in &grown.chunks {
        boundaries.push(boundaries[boundaries.len() - 1] + chunk.len());
    }
    let place = dice.pick(&boundaries);
    let shifted = match place {
        place if place < first || (place == first && first < last) => place,
        place if place >= last => place + put.len() - original.len(),
        _ => return Ok(()),
    };
    let starts_line = |text: &[u8], at: usize| at == 0 || text[at - 1] == b'\n';
    let addition = match starts_line(original, place) && starts_line(put, shifted) {
        true => grown.addition.clone(),
        false if place == original.len() && shifted == put.len() => [b"\n".as_slice(), &grown.addition].concat(),
        false => return Ok(()),
    };
    let expected = Content::Bytes([&original[..place], &addition, &original[place..]].concat());
    let edited = Content::Bytes([&put[..shifted], &addition, &put[shifted..]].concat());
    // An addition may break what it falls into.
    if ConfigDocument::read(grown.dialect, &expected).is_err() {
        return Ok(());
    }
    let back = removed(grown, &edited, seam)?;
    ensure(back == expected, || {
        format!("the edit did not stay:\n{}\n=>\n{}\ninstead of\n{}", shown(&edited), shown(&back), shown(&expected))
    })
}

fn removed(grown: &Grown, content: &Content, seam: &Seam) -> Result<Content, String> {
    let document = read(grown.dialect, content)?;
    document.remove(&grown.slot, seam).map_err(|error| format!("remove: {error}\n{}", shown(content)))
}

fn read(dialect: Dialect, content: &Content) -> Result<ConfigDocument<'_>, String> {
    ConfigDocument::read(dialect, content).map_err(|error| format!("read: {error}\n{}", shown(content)))
}

/// Every byte of `original` stands in `changed`, in order.
pub(crate) fn in_order(original: &[u8], changed: &[u8]) -> bool {
    let mut rest = changed.iter();
    original.iter().all(|byte| rest.any(|other| other == byte))
}

fn bytes(content: &Content) -> Vec<u8> {
    match content {
        Content::Absent | Content::Kept(_) => Vec::new(),
        Content::Bytes(bytes) => bytes.clone(),
    }
}

pub(crate) fn shown(content: &Content) -> String {
    match content {
        Content::Absent | Content::Kept(_) => "(absent)".to_owned(),
        Content::Bytes(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)).replace("\\n", "\\n\n"),
    }
}

fn ensure(held: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if held { Ok(()) } else { Err(otherwise()) }
}
