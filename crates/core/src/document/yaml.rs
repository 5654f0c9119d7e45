//! YAML, located by `saphyr-parser`.

mod find;
mod layout;
mod second;
mod tree;
mod write;

use serde_json::Value;

use super::brackets;
use super::{Comma, Container, DocumentError, Ground, Layer, Problem, SeamKind, Slot, Spliced, at, is_blank, lines};
use find::{Place, Way};
use tree::{Form, Node, Pair, Tree};
use write::Manner;

/// Parses with the locating parser alone.
pub(super) fn check(text: &str) -> Result<(), DocumentError> {
    tree::parse(text).map(drop)
}

/// What the second parser reads.
pub(super) fn meaning(text: &str) -> Result<Value, DocumentError> {
    second::meaning(text)
}

/// The entries of a container in document order; a merge key is none.
pub(super) fn entries(text: &str, container: &Container) -> Result<Vec<(String, Value)>, DocumentError> {
    let (path, list) = find::shape(text, container)?;
    let tree = tree::parse(text)?;
    if !find::is_there(text, &tree, path, list)? {
        return Ok(Vec::new());
    }
    let mut meaning = second::meaning(text)?;
    for key in path {
        let Some(inner) = meaning.get_mut(key) else { return Ok(Vec::new()) };
        meaning = inner.take();
    }
    Ok(match (meaning, list) {
        (Value::Object(map), None) => map.into_iter().filter(|(name, _)| name != "<<").collect(),
        (Value::Array(items), Some(key)) => {
            items.into_iter().filter_map(|item| Some((item.get(key)?.as_str()?.to_owned(), item))).collect()
        }
        _ => Vec::new(),
    })
}

/// Puts a new entry in.
pub(super) fn put(text: &str, slot: &Slot, entry: &Value) -> Result<Spliced, DocumentError> {
    let (path, list) = find::shape(text, &slot.container)?;
    if let Some(key) = list
        && entry.get(key).and_then(Value::as_str) != Some(&slot.name)
    {
        return Err(at(text, text.len(), Problem::Unsupported("an item of a list carries its own name")));
    }
    // Tabs alone are a file without meaning, but no beginning of a YAML document: they
    // return with the removal.
    let text = if is_blank(text) && text.contains('\t') { "" } else { text };
    let tree = tree::parse(text)?;
    let manner = layout::manner(text, &tree);
    match find::way(text, &tree, path, list)? {
        Way::Nothing => {
            let offset = layout::end_of_document(text, 0);
            put_lines(text, slot, path, entry, Spot { offset, indent: 0, apart: false }, manner)
        }
        Way::Null { pair, depth } => put_under(text, slot, &path[depth..], entry, pair, manner),
        Way::BlockMap { node, pairs, depth } => {
            let spot = layout::after_pairs(text, node, pairs)?;
            let manner = layout::manner_of(text, pairs, manner);
            put_lines(text, slot, &path[depth..], entry, spot, manner)
        }
        Way::BlockList { node, items } => {
            let spot = layout::after_items(text, node, items)?;
            put_lines(text, slot, &[], entry, spot, manner)
        }
        Way::Flow { brackets, depth } => {
            let missing = &path[depth..];
            let body = write::member(slot, missing, entry).map_err(|problem| at(text, brackets.span.start, problem))?;
            let (spliced, layer, hollow) = brackets::insert(text, &brackets, &body, manner.newline);
            Ok(Spliced { text: spliced, layers: layered(layer, missing), hollow })
        }
    }
}

/// Exchanges the entry called `old` for ours; hands back the new text and the old entry's text.
pub(super) fn replace(text: &str, old: &str, slot: &Slot, entry: &Value) -> Result<(String, String), DocumentError> {
    if old != slot.name && entries(text, &slot.container)?.iter().any(|(name, _)| *name == slot.name) {
        return Err(at(text, 0, Problem::Occupied(slot.name.clone())));
    }
    let tree = tree::parse(text)?;
    let manner = layout::manner(text, &tree);
    let place = find::entry(text, &tree, &slot.container, old)?;
    let (range, ours) = match &place {
        Place::Lines { lines, indent, siblings, .. } => {
            let manner = siblings.map_or(manner, |pairs| layout::manner_of(text, pairs, manner));
            let body = write::block(slot, &[], entry, *indent, manner);
            (lines.start + indent..lines.end, body.map(|body| body[*indent..].to_owned()))
        }
        Place::Member { brackets, index, .. } => (brackets.members[*index].clone(), write::member(slot, &[], entry)),
    };
    let ours = ours.map_err(|problem| at(text, range.start, problem))?;
    let spliced = [&text[..range.start], &ours, &text[range.end..]].concat();
    Ok((spliced, text[range].to_owned()))
}

/// Takes our entry out; `None` where nothing but what we made is left.
pub(super) fn remove(text: &str, slot: &Slot, seam: &SeamKind) -> Result<Option<String>, DocumentError> {
    let tree = tree::parse(text)?;
    let place = find::entry(text, &tree, &slot.container, &slot.name)?;
    match seam {
        SeamKind::Replaced { old, .. } => {
            let range = match &place {
                Place::Lines { lines, indent, .. } => lines.start + indent..lines.end,
                Place::Member { brackets, index, .. } => brackets.members[*index].clone(),
            };
            Ok(Some([&text[..range.start], old, &text[range.end..]].concat()))
        }
        SeamKind::Inserted { ground, layers, hollow } => {
            let left = taken_out(text, place, layers, hollow.as_deref());
            let gone = is_blank(&left) && *ground != Ground::Document;
            Ok((!gone).then_some(left))
        }
    }
}

fn taken_out(text: &str, place: Place, layers: &[Layer], hollow: Option<&str>) -> String {
    match place {
        Place::Lines { mut lines, mut above, mut alone, list, .. } => {
            let mut layers = layers;
            // A container of ours goes too, unless a comment of somebody's stands in it.
            while let (Some(outer), true, true) = (above.last(), alone, layers.len() > 1) {
                if !is_blank(&text[outer.colon..lines.start]) || !outer.leads_line {
                    break;
                }
                lines.start = outer.line;
                alone = outer.alone;
                above.pop();
                layers = &layers[..layers.len() - 1];
            }
            let layer = layers.last().filter(|_| layers.len() == 1);
            let left = lines::remove(text, lines, layer);
            match (hollow, above.last()) {
                (Some(hollow), Some(outer)) if alone && layers.len() == 1 => {
                    let given = match (is_blank(hollow), list) {
                        (true, false) => format!(" {{{hollow}}}"),
                        (true, true) => format!(" [{hollow}]"),
                        (false, _) => hollow.to_owned(),
                    };
                    [&left[..outer.colon], &given, &left[outer.colon..]].concat()
                }
                _ => left,
            }
        }
        Place::Member { mut brackets, mut index, mut around, above } => {
            let mut layers = layers;
            while layers.len() > 1 && brackets.holds_only(text, &brackets.members[index]) {
                let Some((outer, place)) = around.pop() else { break };
                (brackets, index) = (outer, place);
                layers = &layers[..layers.len() - 1];
            }
            let alone = brackets.holds_only(text, &brackets.members[index]);
            let line_end = layout::line_end(text, brackets.span.end);
            if alone && layers.len() > 1 && !above.is_empty() && is_blank(&text[brackets.span.end..line_end]) {
                // Somebody wrote our own container anew as one line.
                let lines = brackets.span.start..line_end;
                let whole = Place::Lines { lines, indent: 0, alone, above, siblings: None, list: false };
                return taken_out(text, whole, layers, hollow);
            }
            let hollow = hollow.filter(|hollow| layers.len() <= 1 && is_blank(hollow));
            brackets::remove(text, &brackets, index, layers.last(), hollow)
        }
    }
}

/// Where lines go and how they stand.
struct Spot {
    offset: usize,
    indent: usize,
    apart: bool,
}

fn put_lines(
    text: &str,
    slot: &Slot,
    missing: &[String],
    entry: &Value,
    spot: Spot,
    manner: Manner,
) -> Result<Spliced, DocumentError> {
    let body =
        write::block(slot, missing, entry, spot.indent, manner).map_err(|problem| at(text, spot.offset, problem))?;
    let (spliced, layer) = lines::insert(text, spot.offset, &body, spot.apart);
    Ok(Spliced { text: spliced, layers: layered(layer, missing), hollow: None })
}

/// Gives a container that is null its first entry.
fn put_under(
    text: &str,
    slot: &Slot,
    missing: &[String],
    entry: &Value,
    pair: &Pair,
    manner: Manner,
) -> Result<Spliced, DocumentError> {
    let column = layout::column(text, pair.key.start)
        .ok_or_else(|| at(text, pair.key.start, Problem::Unsupported("the container's key does not begin its line")))?;
    let colon = tree::behind_colon(text, pair.key.end);
    let list = missing.is_empty() && matches!(slot.container, Container::List { .. });
    let indent = if list && manner.compact { column } else { column + manner.step };
    let hollow = pair.value.says_null().then(|| text[colon..pair.value.end].to_owned());
    let bare = match &hollow {
        Some(_) => [&text[..colon], &text[pair.value.end..]].concat(),
        None => text.to_owned(),
    };
    let offset = layout::behind_comments(&bare, layout::next_line(&bare, colon), column + 1);
    let spliced = put_lines(&bare, slot, missing, entry, Spot { offset, indent, apart: false }, manner)?;
    Ok(Spliced { hollow, ..spliced })
}

fn layered(outermost: Layer, missing: &[String]) -> Vec<Layer> {
    let bare = || Layer { lead: String::new(), tail: String::new(), comma: Comma::None };
    let mut layers = vec![outermost];
    layers.extend(missing.iter().map(|_| bare()));
    layers
}
