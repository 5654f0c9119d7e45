//! How a YAML file is laid out: columns, steps, and where the next line goes.

use super::super::{DocumentError, Problem, at, is_blank, lines};
use super::Spot;
use super::tree::{Form, Node, Pair, Tree};
use super::write::Manner;

/// The manner of the whole file, where the siblings do not show one.
pub(super) fn manner(text: &str, tree: &Tree) -> Manner {
    let mut manner = Manner { step: 2, compact: false, newline: lines::newline(text) };
    let Some(Node { form: Form::BlockMap(pairs), .. }) = &tree.root else { return manner };
    if let Some(step) = pairs.iter().find_map(|pair| step(text, pair)) {
        manner.step = step;
    }
    if let Some(compact) = pairs.iter().find_map(|pair| compact(text, pair)) {
        manner.compact = compact;
    }
    manner
}

/// The manner below these siblings.
pub(super) fn manner_of(text: &str, siblings: &[Pair], file: Manner) -> Manner {
    let step = siblings.iter().find_map(|pair| step(text, pair)).unwrap_or(file.step);
    let compact = siblings.iter().find_map(|pair| compact(text, pair)).unwrap_or(file.compact);
    Manner { step, compact, ..file }
}

fn step(text: &str, pair: &Pair) -> Option<usize> {
    let Form::BlockMap(inner) = &pair.value.form else { return None };
    let below = column(text, inner.first()?.key.start)?;
    below.checked_sub(column(text, pair.key.start)?).filter(|step| (1..=16).contains(step))
}

fn compact(text: &str, pair: &Pair) -> Option<bool> {
    match &pair.value.form {
        Form::BlockMap(inner) => inner.iter().find_map(|pair| compact(text, pair)),
        Form::BlockList(items) => {
            let dash = dash(text, items.first()?)?;
            Some(column(text, dash)? == column(text, pair.key.start)?)
        }
        _ => None,
    }
}

/// How many blanks stand before the offset on its line; `None` where anything else does.
pub(super) fn column(text: &str, offset: usize) -> Option<usize> {
    let before = &text[line_start(text, offset)..offset];
    before.bytes().all(|byte| byte == b' ').then_some(before.len())
}

/// The dash of an item of a block list, where it begins its line.
pub(super) fn dash(text: &str, item: &Node) -> Option<usize> {
    let mut line = line_start(text, item.start);
    loop {
        let rest = text[line..].trim_start_matches(' ');
        if rest.starts_with('-') && rest[1..].starts_with([' ', '\t', '\r', '\n']) || rest == "-" {
            let dash = text.len() - rest.len();
            let between = text.get(dash + 1..item.start)?;
            // A second dash belongs to a list in the list.
            return (!between.contains("- ")).then_some(dash);
        }
        let between = text.get(line..item.start)?;
        if line == 0 || !between.lines().all(|line| is_blank(line) || line.trim_start().starts_with('#')) {
            return None;
        }
        line = line_start(text, line - 1);
    }
}

/// The start of the line the offset stands on.
pub(super) fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The start of the line after the offset; the offset itself where it starts one already.
pub(super) fn next_line(text: &str, offset: usize) -> usize {
    if offset > 0 && text[..offset].ends_with('\n') {
        return offset;
    }
    text[offset..].find('\n').map_or(text.len(), |newline| offset + newline + 1)
}

/// The end of the line the offset stands on, without its newline; for a block scalar
/// the end of its last line.
pub(super) fn line_end(text: &str, offset: usize) -> usize {
    let end = match text[..offset].strip_suffix('\n') {
        Some(scalar) => scalar.len(),
        None => text[offset..].find('\n').map_or(text.len(), |newline| offset + newline),
    };
    if end < text.len() && text[..end].ends_with('\r') { end - 1 } else { end }
}

/// Behind the comment lines at `offset` that stand at `column` or deeper.
pub(super) fn behind_comments(text: &str, offset: usize, column: usize) -> usize {
    let mut behind = offset;
    let mut line = offset;
    while line < text.len() {
        let end = text[line..].find('\n').map_or(text.len(), |newline| line + newline + 1);
        let content = text[line..end].trim_start_matches([' ', '\t']);
        if content.starts_with('#') {
            if text[line..end].len() - content.len() < column {
                break;
            }
            behind = end;
        } else if !is_blank(content) {
            break;
        }
        line = end;
    }
    behind
}

/// Behind everything of the document from the start of a line on: its comments and empty
/// lines, but before `...`.
pub(super) fn end_of_document(text: &str, mut line: usize) -> usize {
    while line < text.len() {
        if text[line..].starts_with("...") {
            return line;
        }
        line = text[line..].find('\n').map_or(text.len(), |newline| line + newline + 1);
    }
    text.len()
}

/// Where the next member of a block map goes.
///
/// First, where the last one ends in a block scalar that owns what follows it.
pub(super) fn after_pairs(text: &str, node: &Node, pairs: &[Pair]) -> Result<Spot, DocumentError> {
    let unsupported = |what| at(text, node.start, Problem::Unsupported(what));
    let (Some(first), Some(last)) = (pairs.first(), pairs.last()) else {
        return Err(unsupported("the map has no keys"));
    };
    let indent = column(text, first.key.start).ok_or_else(|| unsupported("the first key does not begin its line"))?;
    let leaf = node.last_leaf();
    let scalar = matches!(leaf.form, Form::Lines);
    let behind = next_line(text, node.end);
    let offset = if indent == 0 { end_of_document(text, behind) } else { behind_comments(text, behind, indent) };
    if scalar && owns_what_follows(text, leaf, offset) {
        return Ok(Spot { offset: line_start(text, first.key.start), indent, apart: false });
    }
    let apart = pairs.len() > 1 && !scalar && lines::stands_apart(text, line_start(text, last.key.start));
    Ok(Spot { offset, indent, apart })
}

/// Where the next item of a block list goes.
pub(super) fn after_items(text: &str, node: &Node, items: &[Node]) -> Result<Spot, DocumentError> {
    let unsupported = |what| at(text, node.start, Problem::Unsupported(what));
    let (Some(first), Some(last)) = (items.first(), items.last()) else {
        return Err(unsupported("the list has no items"));
    };
    let first_dash = dash(text, first).ok_or_else(|| unsupported("the first dash does not begin its line"))?;
    let indent = column(text, first_dash).ok_or_else(|| unsupported("the first dash does not begin its line"))?;
    let leaf = node.last_leaf();
    let scalar = matches!(leaf.form, Form::Lines);
    let offset = behind_comments(text, next_line(text, node.end), indent.max(1));
    if scalar && owns_what_follows(text, leaf, offset) {
        return Ok(Spot { offset: line_start(text, first_dash), indent, apart: false });
    }
    let last_line = dash(text, last).map(|dash| line_start(text, dash));
    let apart = items.len() > 1 && !scalar && last_line.is_some_and(|line| lines::stands_apart(text, line));
    Ok(Spot { offset, indent, apart })
}

/// A kept block scalar takes in every empty line behind it, now and later; one that ends
/// the file without a newline would gain one from a line behind it.
fn owns_what_follows(text: &str, scalar: &Node, behind: usize) -> bool {
    let header = text[..scalar.start].trim_end().rsplit('\n').next().unwrap_or_default();
    header.contains('+') || (behind == text.len() && !text.ends_with('\n'))
}
