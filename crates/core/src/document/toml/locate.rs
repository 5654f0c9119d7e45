//! Where things stand in a TOML text: a flat list of its statements.

use std::ops::Range;

use toml_edit::{Document, InlineTable, Item, Key, Table, Value};

use super::super::{DEPTH_LIMIT, DocumentError, Problem, at};

/// One step from the root towards a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A key of a table.
    Key(String),
    /// The place in an array of tables.
    Item(usize),
}

/// What a line (or several, for a long value) says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// `[a.b]` or `[[a.b]]`.
    Header,
    /// `a.b = 1`.
    Pair,
}

/// A header or a key with its value, and the whole lines it stands on.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) says: Says,
    pub(super) path: Vec<Step>,
    /// From the start of its first line to the end of its last, without the newline.
    pub(super) lines: Range<usize>,
}

/// Parses, and refuses what is nested deeper than [`DEPTH_LIMIT`].
pub(super) fn parse(text: &str) -> Result<Document<&str>, DocumentError> {
    let document = Document::parse(text).map_err(|error| refusal(text, &error))?;
    if depth_of_table(document.as_table(), 0) > DEPTH_LIMIT {
        return Err(at(text, 0, Problem::TooDeep));
    }
    Ok(document)
}

/// Every statement in the order of the text.
pub(super) fn statements(text: &str, document: &Document<&str>) -> Vec<Statement> {
    let mut found = Vec::new();
    collect(text, document.as_table(), &mut Vec::new(), &mut found);
    found.sort_by_key(|statement| statement.lines.start);
    found
}

/// What a key of a table says, or nothing.
pub(super) fn descend<'d>(table: &'d Table, path: &[String]) -> Descent<'d> {
    let mut table = table;
    for (depth, key) in path.iter().enumerate() {
        match table.get(key) {
            None | Some(Item::None) => return Descent::Missing { parent: table, depth },
            Some(Item::Table(next)) => table = next,
            Some(Item::Value(value)) => return descend_value(value, path, depth),
            Some(item @ Item::ArrayOfTables(_)) if depth + 1 == path.len() => return Descent::Item(item),
            Some(Item::ArrayOfTables(_)) => return Descent::Wrong { depth },
        }
    }
    Descent::Table(table)
}

/// Where a path leads.
pub(super) enum Descent<'d> {
    /// To a table with its own statements.
    Table(&'d Table),
    /// To an array of tables.
    Item(&'d Item),
    /// Into one value on one statement.
    Value(&'d Value),
    /// To nothing: the key at `depth` is missing in a table.
    Missing { parent: &'d Table, depth: usize },
    /// To nothing: the key at `depth` is missing in an inline table.
    MissingInline { parent: &'d InlineTable, depth: usize },
    /// Through something that holds no keys: the key at `depth` leads to it.
    Wrong { depth: usize },
}

fn descend_value<'d>(value: &'d Value, path: &[String], from: usize) -> Descent<'d> {
    let mut value = value;
    for (depth, key) in path.iter().enumerate().skip(from + 1) {
        let Value::InlineTable(parent) = value else { return Descent::Wrong { depth: depth - 1 } };
        match parent.get(key) {
            None => return Descent::MissingInline { parent, depth },
            Some(next) => value = next,
        }
    }
    Descent::Value(value)
}

fn refusal(text: &str, error: &toml_edit::TomlError) -> DocumentError {
    let span = error.span().unwrap_or(0..0);
    let message = error.message();
    let problem = if message.contains("recurs") {
        Problem::TooDeep
    } else if message == "duplicate key" {
        let key = text.get(span.clone()).unwrap_or_default();
        Problem::DuplicateKey(key.trim_matches(['"', '\'']).to_owned())
    } else {
        Problem::Syntax(message.to_owned())
    };
    at(text, span.start, problem)
}

fn collect(text: &str, table: &Table, path: &mut Vec<Step>, found: &mut Vec<Statement>) {
    for (name, item) in table.iter() {
        path.push(Step::Key(name.to_owned()));
        match item {
            Item::None => {}
            Item::Value(value) => {
                let key = table.key(name).and_then(Key::span).unwrap_or_default();
                let end = value.span().unwrap_or_else(|| key.clone()).end;
                found.push(Statement { says: Says::Pair, path: path.clone(), lines: lines(text, key.start..end) });
            }
            Item::Table(inner) => {
                if !inner.is_implicit() && !inner.is_dotted() {
                    header(text, inner, path, found);
                }
                collect(text, inner, path, found);
            }
            Item::ArrayOfTables(items) => {
                for (index, inner) in items.iter().enumerate() {
                    path.push(Step::Item(index));
                    header(text, inner, path, found);
                    collect(text, inner, path, found);
                    path.pop();
                }
            }
        }
        path.pop();
    }
}

fn header(text: &str, table: &Table, path: &[Step], found: &mut Vec<Statement>) {
    let span = table.span().unwrap_or_default();
    found.push(Statement { says: Says::Header, path: path.to_vec(), lines: lines(text, span) });
}

fn lines(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let rest = &text[span.end..];
    let line = rest.split('\n').next().unwrap_or_default();
    let cut = if rest.len() > line.len() { line.strip_suffix('\r').unwrap_or(line) } else { line };
    start..span.end + cut.len()
}

fn depth_of_table(table: &Table, depth: usize) -> usize {
    if depth > DEPTH_LIMIT {
        return depth;
    }
    let below = table.iter().map(|(_, item)| match item {
        Item::None => depth,
        Item::Value(value) => depth_of_value(value, depth + 1),
        Item::Table(inner) => depth_of_table(inner, depth + 1),
        Item::ArrayOfTables(items) => {
            items.iter().map(|inner| depth_of_table(inner, depth + 2)).max().unwrap_or(depth + 1)
        }
    });
    below.max().unwrap_or(depth)
}

fn depth_of_value(value: &Value, depth: usize) -> usize {
    if depth > DEPTH_LIMIT {
        return depth;
    }
    match value {
        Value::Array(items) => items.iter().map(|item| depth_of_value(item, depth + 1)).max().unwrap_or(depth),
        Value::InlineTable(inner) => {
            inner.iter().map(|(_, item)| depth_of_value(item, depth + 1)).max().unwrap_or(depth)
        }
        _ => depth,
    }
}
