//! Values and containers as `toml_edit` reads them.

use std::ops::Range;

use serde_json::{Map, Number, Value};
use toml_edit::{Document, InlineTable, Item, Key, Table};

use super::super::brackets::Brackets;
use super::super::{Container, DocumentError, Problem, at};
use super::locate::{self, Descent, Step};

/// The keys to a container, and the key that holds an item's name where it is a list.
pub(super) fn shape<'c>(
    text: &str,
    container: &'c Container,
) -> Result<(&'c [String], Option<&'c str>), DocumentError> {
    match container {
        Container::Map { path } => Ok((path, None)),
        Container::List { path, name_key } => Ok((path, Some(name_key))),
        Container::Block { .. } => Err(at(text, 0, Problem::Unsupported("a block is no part of TOML"))),
    }
}

/// The entries of a container in document order.
pub(super) fn entries(
    text: &str,
    document: &Document<&str>,
    container: &Container,
) -> Result<Vec<(String, Value)>, DocumentError> {
    let (path, list) = shape(text, container)?;
    let items: Vec<Value> = match (locate::descend(document.as_table(), path), list) {
        (Descent::Missing { .. } | Descent::MissingInline { .. }, _) => return Ok(Vec::new()),
        (Descent::Table(found), None) => return Ok(table(found).into_iter().collect()),
        (Descent::Value(toml_edit::Value::InlineTable(found)), None) => {
            return Ok(inline_table(found).into_iter().collect());
        }
        (Descent::Value(toml_edit::Value::Array(found)), Some(_)) => found.iter().map(value).collect(),
        (Descent::Item(Item::ArrayOfTables(found)), Some(_)) => {
            found.iter().map(|item| Value::Object(table(item))).collect()
        }
        (Descent::Wrong { depth }, _) => return Err(wrong_type(text, document, path, depth + 1, None)),
        (Descent::Table(_) | Descent::Value(_) | Descent::Item(_), _) => {
            return Err(wrong_type(text, document, path, path.len(), list));
        }
    };
    let key = list.unwrap_or_default();
    let named = items.into_iter().filter_map(|item| Some((item.get(key)?.as_str()?.to_owned(), item)));
    Ok(named.collect())
}

/// The error for the value under the first `depth` keys of a path.
pub(super) fn wrong_type(
    text: &str,
    document: &Document<&str>,
    path: &[String],
    depth: usize,
    list: Option<&str>,
) -> DocumentError {
    let prefix: Vec<Step> = path[..depth].iter().cloned().map(Step::Key).collect();
    let statements = locate::statements(text, document);
    let stands = statements.iter().find(|it| it.path.starts_with(&prefix) || prefix.starts_with(&it.path));
    let expected = if list.is_some() { "a list" } else { "a table" };
    let key = path[..depth].last().cloned().unwrap_or_default();
    at(text, stands.map_or(0, |it| it.lines.start), Problem::WrongType { key, expected })
}

/// The brackets of an inline container of the kind we look for.
pub(super) fn brackets(value: &toml_edit::Value, list: Option<&str>) -> Option<Brackets> {
    match (value, list) {
        (toml_edit::Value::InlineTable(table), None) => Some(brackets_of_table(table)),
        (toml_edit::Value::Array(array), Some(_)) => {
            Some(Brackets { span: array.span()?, members: array.iter().filter_map(toml_edit::Value::span).collect() })
        }
        _ => None,
    }
}

/// The brackets of an inline table; each dotted key counts as a member of its own.
pub(super) fn brackets_of_table(table: &InlineTable) -> Brackets {
    let mut members = Vec::new();
    leaves(table, &mut members);
    members.sort_by_key(|member| member.start);
    Brackets { span: table.span().unwrap_or_default(), members }
}

/// The place among the members of the one whose key is `name`.
pub(super) fn index_of(table: &InlineTable, brackets: &Brackets, name: &str) -> Option<usize> {
    let start = table.key(name)?.span()?.start;
    brackets.members.iter().position(|member| member.start == start)
}

/// The inline table that holds the container under `path`, and its place there.
pub(super) fn brackets_around(document: &Document<&str>, path: &[String]) -> Option<(Brackets, usize)> {
    let (name, above) = path.split_last()?;
    let Descent::Value(toml_edit::Value::InlineTable(table)) = locate::descend(document.as_table(), above) else {
        return None;
    };
    let brackets = brackets_of_table(table);
    let index = index_of(table, &brackets, name)?;
    Some((brackets, index))
}

fn leaves(table: &InlineTable, members: &mut Vec<Range<usize>>) {
    for (name, value) in table.iter() {
        match value {
            toml_edit::Value::InlineTable(inner) if inner.is_dotted() => leaves(inner, members),
            other => {
                let start = table.key(name).and_then(Key::span).unwrap_or_default().start;
                members.push(start..other.span().unwrap_or_default().end);
            }
        }
    }
}

fn table(table: &Table) -> Map<String, Value> {
    table.iter().map(|(name, inner)| (name.to_owned(), item(inner))).collect()
}

fn inline_table(table: &InlineTable) -> Map<String, Value> {
    table.iter().map(|(name, inner)| (name.to_owned(), value(inner))).collect()
}

fn item(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(inner) => value(inner),
        Item::Table(inner) => Value::Object(table(inner)),
        Item::ArrayOfTables(items) => items.iter().map(|inner| Value::Object(table(inner))).collect(),
    }
}

fn value(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => Value::String(text.value().clone()),
        toml_edit::Value::Integer(number) => Value::from(*number.value()),
        toml_edit::Value::Float(number) => {
            Number::from_f64(*number.value()).map_or_else(|| Value::String(number.value().to_string()), Value::Number)
        }
        toml_edit::Value::Boolean(flag) => Value::Bool(*flag.value()),
        toml_edit::Value::Datetime(date) => Value::String(date.value().to_string()),
        toml_edit::Value::Array(items) => items.iter().map(self::value).collect(),
        toml_edit::Value::InlineTable(inner) => Value::Object(inline_table(inner)),
    }
}
