//! TOML, located by `toml_edit`.

mod lay;
mod locate;
mod read;
mod second;
mod write;

use serde_json::{Map, Value};
use toml_edit::Document;

use super::brackets::{self, Brackets};
use super::{Container, DocumentError, Layer, Problem, SeamKind, Slot, Spliced, at, is_blank, lines};
use lay::Place;
use locate::{Descent, Says, Statement, Step};

/// Parses with the locating parser alone.
pub(super) fn check(text: &str) -> Result<(), DocumentError> {
    locate::parse(text).map(drop)
}

/// What the second parser reads.
pub(super) fn meaning(text: &str) -> Result<Value, DocumentError> {
    second::meaning(text)
}

/// The entries of a container in document order.
pub(super) fn entries(text: &str, container: &Container) -> Result<Vec<(String, Value)>, DocumentError> {
    let document = locate::parse(text)?;
    read::entries(text, &document, container)
}

/// Puts a new entry in.
pub(super) fn put(text: &str, slot: &Slot, entry: &Value) -> Result<Spliced, DocumentError> {
    let document = locate::parse(text)?;
    let refuse = |problem| at(text, text.len(), problem);
    let (path, list) = read::shape(text, &slot.container)?;
    let body = entry.as_object().ok_or_else(|| refuse(Problem::Unsupported("an entry in TOML is a table")))?;
    if let Some(key) = list
        && body.get(key).and_then(Value::as_str) != Some(&slot.name)
    {
        return Err(refuse(Problem::Unsupported("an item of a list carries its own name")));
    }
    match locate::descend(document.as_table(), path) {
        Descent::Table(_) if list.is_some() => Err(read::wrong_type(text, &document, path, path.len(), list)),
        Descent::Table(table) if table.is_dotted() => put_pair(text, &document, slot, path, path.len(), entry),
        Descent::Missing { parent, depth } if parent.is_dotted() && list.is_none() => {
            put_pair(text, &document, slot, path, depth, entry)
        }
        Descent::Table(_) | Descent::Missing { .. } => put_header(text, &document, slot, body),
        Descent::Item(_) if list.is_some() => put_header(text, &document, slot, body),
        Descent::Value(value) => {
            let Some(brackets) = read::brackets(value, list) else {
                return Err(read::wrong_type(text, &document, path, path.len(), list));
            };
            put_inline(text, &brackets, slot, &[], entry)
        }
        Descent::MissingInline { parent, depth } => {
            let brackets = read::brackets_of_table(parent);
            put_inline(text, &brackets, slot, &path[depth..], entry)
        }
        Descent::Item(_) => Err(read::wrong_type(text, &document, path, path.len(), list)),
        Descent::Wrong { depth } => Err(read::wrong_type(text, &document, path, depth + 1, None)),
    }
}

/// Exchanges the entry called `old` for ours; hands back the new text and the old entry's text.
pub(super) fn replace(text: &str, old: &str, slot: &Slot, entry: &Value) -> Result<(String, String), DocumentError> {
    let document = locate::parse(text)?;
    if old != slot.name && read::entries(text, &document, &slot.container)?.iter().any(|(name, _)| *name == slot.name) {
        return Err(at(text, 0, Problem::Occupied(slot.name.clone())));
    }
    let place = lay::find(text, &document, &slot.container, old)?;
    let range = place.whole(old).map_err(|problem| at(text, 0, problem))?;
    let ours = place.render(slot, entry, lines::newline(text)).map_err(|problem| at(text, range.start, problem))?;
    let spliced = [&text[..range.start], &ours, &text[range.end..]].concat();
    Ok((spliced, text[range].to_owned()))
}

/// Takes our entry out; `None` where nothing but what we made is left.
///
/// Sub-tables under ours go with it, wherever they stand.
pub(super) fn remove(text: &str, slot: &Slot, seam: &SeamKind) -> Result<Option<String>, DocumentError> {
    let document = locate::parse(text)?;
    let place = lay::find(text, &document, &slot.container, &slot.name)?;
    match seam {
        SeamKind::Replaced { old, .. } => {
            let range = place.whole(&slot.name).map_err(|problem| at(text, 0, problem))?;
            Ok(Some([&text[..range.start], old, &text[range.end..]].concat()))
        }
        SeamKind::Inserted { ground, layers, hollow } => {
            let left = taken_out(text, &document, place, slot, layers, hollow.as_deref())?;
            let gone = is_blank(&left) && *ground != super::Ground::Document;
            Ok((!gone).then_some(left))
        }
    }
}

fn taken_out(
    text: &str,
    document: &Document<&str>,
    place: Place,
    slot: &Slot,
    layers: &[Layer],
    hollow: Option<&str>,
) -> Result<String, DocumentError> {
    match place {
        Place::Lines { runs, .. } => {
            // From the last run backwards, so that the offsets of the earlier ones hold.
            let mut left = text.to_owned();
            for (index, run) in runs.iter().enumerate().rev() {
                let layer = if index == 0 { layers.last() } else { None };
                left = lines::remove(&left, run.clone(), layer);
            }
            Ok(left)
        }
        Place::Scattered => Err(at(text, 0, Problem::Scattered(slot.name.clone()))),
        Place::Member { mut brackets, mut index, .. } => {
            let (path, _) = read::shape(text, &slot.container)?;
            let mut layers = layers;
            let mut depth = path.len();
            while layers.len() > 1 && depth > 0 && brackets.holds_only(text, &brackets.members[index]) {
                let Some((outer, at)) = read::brackets_around(document, &path[..depth]) else { break };
                (brackets, index, depth) = (outer, at, depth - 1);
                layers = &layers[..layers.len() - 1];
            }
            let hollow = hollow.filter(|_| layers.len() <= 1);
            Ok(brackets::remove(text, &brackets, index, layers.last(), hollow))
        }
    }
}

/// A header and its lines after the last byte of the text.
fn put_header(
    text: &str,
    document: &Document<&str>,
    slot: &Slot,
    entry: &Map<String, Value>,
) -> Result<Spliced, DocumentError> {
    let statements = locate::statements(text, document);
    let body = lay::table(slot, entry, lines::newline(text)).map_err(|problem| at(text, text.len(), problem))?;
    let (spliced, layer) = lines::insert(text, text.len(), &body, uses_empty_lines(text, &statements));
    Ok(Spliced { text: spliced, layers: vec![layer], hollow: None })
}

/// One line of dotted keys after the last one that builds the same table.
fn put_pair(
    text: &str,
    document: &Document<&str>,
    slot: &Slot,
    path: &[String],
    depth: usize,
    entry: &Value,
) -> Result<Spliced, DocumentError> {
    let prefix: Vec<Step> = path[..depth].iter().cloned().map(Step::Key).collect();
    let statements = locate::statements(text, document);
    let sibling = statements.iter().rposition(|it| it.says == Says::Pair && it.path.starts_with(&prefix));
    let Some(sibling) = sibling else {
        return Err(at(text, 0, Problem::Unsupported("the table is built in a form we cannot add to")));
    };
    let section = lay::section(&statements, sibling);
    let body = lay::pair(slot, section, entry).map_err(|problem| at(text, text.len(), problem))?;
    let end = statements[sibling].lines.end;
    let offset = text[end..].find('\n').map_or(text.len(), |newline| end + newline + 1);
    let (spliced, layer) = lines::insert(text, offset, &body, false);
    Ok(Spliced { text: spliced, layers: vec![layer], hollow: None })
}

/// A member between brackets, wrapped in the containers that are `missing`.
fn put_inline(
    text: &str,
    brackets: &Brackets,
    slot: &Slot,
    missing: &[String],
    entry: &Value,
) -> Result<Spliced, DocumentError> {
    let body = lay::member(slot, missing, entry).map_err(|problem| at(text, brackets.span.start, problem))?;
    let (spliced, layer, hollow) = brackets::insert(text, brackets, &body, lines::newline(text));
    let mut layers = vec![layer];
    let padding = || Layer { lead: " ".to_owned(), tail: " ".to_owned(), comma: super::Comma::None };
    layers.extend(missing.iter().map(|_| padding()));
    Ok(Spliced { text: spliced, layers, hollow })
}

/// Tables are set apart by empty lines here, or there is no table yet to tell.
fn uses_empty_lines(text: &str, statements: &[Statement]) -> bool {
    let last = statements.iter().skip(1).rfind(|statement| statement.says == Says::Header);
    last.is_none_or(|last| lines::stands_apart(text, last.lines.start))
}
