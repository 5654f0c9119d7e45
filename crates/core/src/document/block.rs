//! A marked block in any text, whatever its encoding.
//!
//! The text handed around here has one character for each byte of the file
//! ([`from_bytes`]), so that bytes that are no UTF-8 come back as they were. Names
//! and entries are UTF-8 and go through the same mapping.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::{Map, Value};

use super::{Container, DocumentError, Ground, Problem, SeamKind, Slot, Spliced, at, is_blank, lines};

/// One character for each byte.
pub(super) fn from_bytes(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// The bytes behind a text of [`from_bytes`]; a character that is no byte is lost as `?`.
pub(super) fn to_bytes(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap_or(b'?')).collect()
}

/// Refuses a block that does not end or never began, one in another, and two of a name.
pub(super) fn check(text: &str) -> Result<(), DocumentError> {
    blocks(text).map(drop)
}

/// Every block by its name, and the lines outside that are not empty.
pub(super) fn meaning(text: &str) -> Result<Value, DocumentError> {
    let mut map = Map::new();
    let mut outside = Vec::new();
    let mut from = 0;
    for block in blocks(text)? {
        outside.extend(spoken(&text[from..block.whole.start]));
        from = block.whole.end;
        map.insert(block.name.clone(), Value::String(block.content(text)));
    }
    outside.extend(spoken(&text[from..]));
    if !outside.is_empty() {
        map.insert(OUTSIDE.to_owned(), Value::Array(outside));
    }
    Ok(Value::Object(map))
}

/// The blocks behind this comment sign, in the order of the text.
pub(super) fn entries(text: &str, container: &Container) -> Result<Vec<(String, Value)>, DocumentError> {
    let comment = comment(text, container)?;
    let ours = blocks(text)?.into_iter().filter(|block| block.comment == comment);
    Ok(ours.map(|block| (block.name.clone(), Value::String(block.content(text)))).collect())
}

/// Puts a block behind the last byte, after an empty line.
pub(super) fn put(text: &str, slot: &Slot, entry: &Value) -> Result<Spliced, DocumentError> {
    let body = written(text, slot, entry)?;
    let (spliced, layer) = lines::insert(text, text.len(), &body, true);
    Ok(Spliced { text: spliced, layers: vec![layer], hollow: None })
}

/// Exchanges the block called `old` for ours; hands back the new text and the old block.
///
/// Refuses with [`Problem::NotUtf8`] where the old block could not be kept as text.
pub(super) fn replace(text: &str, old: &str, slot: &Slot, entry: &Value) -> Result<(String, String), DocumentError> {
    let range = find(text, &slot.container, old)?;
    let body = written(text, slot, entry)?;
    let kept =
        String::from_utf8(to_bytes(&text[range.clone()])).map_err(|_| at(text, range.start, Problem::NotUtf8))?;
    Ok(([&text[..range.start], &body, &text[range.end..]].concat(), kept))
}

/// Takes our block out; `None` where nothing but what we made is left.
pub(super) fn remove(text: &str, slot: &Slot, seam: &SeamKind) -> Result<Option<String>, DocumentError> {
    let range = find(text, &slot.container, &slot.name)?;
    match seam {
        SeamKind::Replaced { old, .. } => {
            Ok(Some([&text[..range.start], &from_bytes(old.as_bytes()), &text[range.end..]].concat()))
        }
        SeamKind::Inserted { ground, layers, .. } => {
            let left = lines::remove(text, range, layers.last());
            let gone = is_blank(&left) && *ground != Ground::Document;
            Ok((!gone).then_some(left))
        }
    }
}

/// No block can carry this name.
const OUTSIDE: &str = "\u{0}outside";
const BEGIN: &str = ">>>";
const END: &str = "<<<";

struct Block {
    comment: String,
    name: String,
    /// From the start of the first marker's line to the end of the last one's.
    whole: Range<usize>,
    /// The lines between the markers, with the newline of each.
    between: Range<usize>,
}

impl Block {
    /// The text between the markers, its line ends as `\n`.
    fn content(&self, text: &str) -> String {
        let between = String::from_utf8_lossy(&to_bytes(&text[self.between.clone()])).into_owned();
        let between = between.replace("\r\n", "\n");
        between.strip_suffix('\n').unwrap_or(&between).to_owned()
    }
}

fn blocks(text: &str) -> Result<Vec<Block>, DocumentError> {
    let refused = |offset: usize, what: String| at(text, offset, Problem::Syntax(what));
    let mut found = Vec::new();
    let mut names = BTreeSet::new();
    let mut open: Option<Block> = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (offset, offset + line.len());
        offset = end;
        let bare = line.trim_end_matches('\n').trim_end_matches('\r');
        if let Some((comment, name)) = marker(bare, BEGIN) {
            if let Some(block) = &open {
                return Err(refused(start, format!("a block begins inside the block {:?}", block.name)));
            }
            if !names.insert(name.clone()) {
                return Err(at(text, start, Problem::DuplicateKey(name)));
            }
            open = Some(Block { comment, name, whole: start..start, between: end..end });
        } else if let Some((comment, name)) = marker(bare, END) {
            let Some(mut block) = open.take().filter(|block| block.name == name && block.comment == comment) else {
                return Err(refused(start, format!("the block {name:?} ends but never began")));
            };
            block.whole.end = start + bare.len();
            block.between.end = start;
            found.push(block);
        }
    }
    match open {
        Some(block) => Err(refused(block.whole.start, format!("the block {:?} does not end", block.name))),
        None => Ok(found),
    }
}

/// The comment sign and the name of a marker line.
fn marker(line: &str, sign: &str) -> Option<(String, String)> {
    let (comment, rest) = line.trim_ascii().split_once(' ')?;
    let name = rest.strip_prefix(sign)?.strip_prefix(" bascule: ")?.strip_suffix(sign)?.strip_suffix(' ')?;
    let read = |text: &str| String::from_utf8_lossy(&to_bytes(text)).into_owned();
    Some((read(comment), read(name)))
}

fn comment<'c>(text: &str, container: &'c Container) -> Result<&'c str, DocumentError> {
    match container {
        Container::Block { comment } => Ok(comment),
        Container::Map { .. } | Container::List { .. } => {
            Err(at(text, 0, Problem::Unsupported("a text holds nothing but blocks")))
        }
    }
}

fn find(text: &str, container: &Container, name: &str) -> Result<Range<usize>, DocumentError> {
    let comment = comment(text, container)?;
    let found = blocks(text)?.into_iter().find(|block| block.name == name && block.comment == comment);
    found.map(|block| block.whole).ok_or_else(|| at(text, 0, Problem::Missing(name.to_owned())))
}

/// Our block in the line ends of the text, without a last newline.
fn written(text: &str, slot: &Slot, entry: &Value) -> Result<String, DocumentError> {
    let refused = |what| at(text, text.len(), Problem::Unsupported(what));
    let comment = comment(text, &slot.container)?;
    let entry = entry.as_str().ok_or_else(|| refused("a block is text"))?;
    let newline = lines::newline(text);
    let mut body = vec![format!("{comment} {BEGIN} bascule: {} {BEGIN}", slot.name)];
    if !entry.is_empty() {
        body.extend(entry.split('\n').map(str::to_owned));
    }
    body.push(format!("{comment} {END} bascule: {} {END}", slot.name));
    let whole = from_bytes(body.join(newline).as_bytes());
    // What does not read back as it was meant cannot be written.
    let read = blocks(&whole).ok().and_then(|mut blocks| (blocks.len() == 1).then(|| blocks.remove(0)));
    match read {
        Some(block) if block.name == slot.name && block.comment == comment && block.content(&whole) == entry => {
            Ok(whole)
        }
        _ => Err(refused("this name, comment sign or text cannot stand in a block")),
    }
}

fn spoken(text: &str) -> impl Iterator<Item = Value> {
    let lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
    lines.filter(|line| !is_blank(line)).map(Value::from)
}
