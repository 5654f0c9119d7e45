//! The forms an entry has in TOML, found and written.

use std::ops::Range;

use serde_json::{Map, Value};
use toml_edit::Document;

use super::super::brackets::Brackets;
use super::super::{Container, DocumentError, Problem, Slot, at};
use super::locate::{self, Descent, Says, Statement, Step};
use super::{read, write};

/// Where one entry stands.
pub(super) enum Place {
    /// On lines of its own, in one run or several.
    Lines {
        /// Whole lines from the first to the last statement of each run.
        runs: Vec<Range<usize>>,
        /// What the first statement says.
        says: Says,
        /// How many keys its section's header already names.
        section: usize,
    },
    /// Between the brackets of an inline table or array.
    Member {
        brackets: Brackets,
        index: usize,
        /// In a table, so with its key.
        keyed: bool,
    },
    /// As dotted keys between other members of an inline table.
    Scattered,
}

impl Place {
    /// The one range the entry covers.
    pub(super) fn whole(&self, name: &str) -> Result<Range<usize>, Problem> {
        match self {
            Self::Lines { runs, .. } if runs.len() == 1 => Ok(runs[0].clone()),
            Self::Member { brackets, index, .. } => Ok(brackets.members[*index].clone()),
            Self::Lines { .. } | Self::Scattered => Err(Problem::Scattered(name.to_owned())),
        }
    }

    /// Our entry in the form that stands here.
    pub(super) fn render(&self, slot: &Slot, entry: &Value, newline: &str) -> Result<String, Problem> {
        match self {
            Self::Lines { says: Says::Header, .. } => {
                let entry = entry.as_object().ok_or(Problem::Unsupported("an entry in TOML is a table"))?;
                table(slot, entry, newline)
            }
            Self::Lines { says: Says::Pair, section, .. } => pair(slot, *section, entry),
            Self::Member { keyed: true, .. } => member(slot, &[], entry),
            Self::Member { keyed: false, .. } => write::value(entry),
            Self::Scattered => Err(Problem::Scattered(slot.name.clone())),
        }
    }
}

/// Finds the entry called `name`.
///
/// Refuses with [`Problem::Missing`], and with [`Problem::DuplicateKey`] where two
/// items of a list carry the name.
pub(super) fn find(
    text: &str,
    document: &Document<&str>,
    container: &Container,
    name: &str,
) -> Result<Place, DocumentError> {
    let (path, list) = read::shape(text, container)?;
    let missing = || at(text, 0, Problem::Missing(name.to_owned()));
    let mut prefix: Vec<Step> = path.iter().cloned().map(Step::Key).collect();
    match (locate::descend(document.as_table(), path), list) {
        (Descent::Table(_), None) => prefix.push(Step::Key(name.to_owned())),
        (Descent::Item(item), Some(key)) => {
            let tables = item.as_array_of_tables().into_iter().flatten();
            let named = tables.map(|table| table.get(key).and_then(|it| it.as_str()) == Some(name));
            prefix.push(Step::Item(only(text, named, name)?.ok_or_else(missing)?));
        }
        (Descent::Value(value), None) => {
            let Some(table) = value.as_inline_table() else {
                return Err(read::wrong_type(text, document, path, path.len(), list));
            };
            if table.get(name).is_some_and(|inner| inner.as_inline_table().is_some_and(|inner| inner.is_dotted())) {
                return Ok(Place::Scattered);
            }
            let brackets = read::brackets_of_table(table);
            let index = read::index_of(table, &brackets, name).ok_or_else(missing)?;
            return Ok(Place::Member { brackets, index, keyed: true });
        }
        (Descent::Value(value), Some(key)) => {
            let Some(brackets) = read::brackets(value, list) else {
                return Err(read::wrong_type(text, document, path, path.len(), list));
            };
            let items = value.as_array().into_iter().flatten();
            let named = items.map(|item| {
                item.as_inline_table().and_then(|table| table.get(key)).and_then(|it| it.as_str()) == Some(name)
            });
            let index = only(text, named, name)?.ok_or_else(missing)?;
            return Ok(Place::Member { brackets, index, keyed: false });
        }
        (Descent::Missing { .. } | Descent::MissingInline { .. }, _) => return Err(missing()),
        (Descent::Wrong { depth }, _) => return Err(read::wrong_type(text, document, path, depth + 1, None)),
        (Descent::Table(_) | Descent::Item(_), _) => {
            return Err(read::wrong_type(text, document, path, path.len(), list));
        }
    }
    on_lines(text, document, &prefix).ok_or_else(missing)
}

/// `[path.name]` or `[[path]]` and a line for each key.
pub(super) fn table(slot: &Slot, entry: &Map<String, Value>, newline: &str) -> Result<String, Problem> {
    let header = match &slot.container {
        Container::Map { path } => format!("[{}]", write::dotted(&[path.as_slice(), &[slot.name.clone()]].concat())),
        Container::List { path, .. } => format!("[[{}]]", write::dotted(path)),
        Container::Block { .. } => return Err(Problem::Unsupported("a block is no part of TOML")),
    };
    let lines = write::lines(entry, newline)?;
    Ok(if lines.is_empty() { header } else { [&header, newline, &lines].concat() })
}

/// `path.name = { … }` in a section whose header names the first `section` keys.
pub(super) fn pair(slot: &Slot, section: usize, entry: &Value) -> Result<String, Problem> {
    let Container::Map { path } = &slot.container else {
        return Err(Problem::Unsupported("an item of a list has no key"));
    };
    let keys = [path.get(section..).unwrap_or_default(), &[slot.name.clone()]].concat();
    Ok(format!("{} = {}", write::dotted(&keys), write::value(entry)?))
}

/// A member of an inline table or array, inside the containers that are `missing`.
pub(super) fn member(slot: &Slot, missing: &[String], entry: &Value) -> Result<String, Problem> {
    let value = write::value(entry)?;
    let innermost = match &slot.container {
        Container::List { .. } if missing.is_empty() => return Ok(value),
        Container::List { .. } => format!("[ {value} ]"),
        Container::Map { .. } if missing.is_empty() => return Ok(format!("{} = {value}", write::key(&slot.name))),
        Container::Map { .. } => format!("{{ {} = {value} }}", write::key(&slot.name)),
        Container::Block { .. } => return Err(Problem::Unsupported("a block is no part of TOML")),
    };
    let nested = missing.iter().rev().fold(innermost, |inner, key| match inner.starts_with(['{', '[']) {
        true => format!("{} = {inner}", write::key(key)),
        false => format!("{} = {{ {inner} }}", write::key(key)),
    });
    Ok(nested)
}

/// How many keys the header above a statement names.
pub(super) fn section(statements: &[Statement], index: usize) -> usize {
    let header = statements[..index].iter().rfind(|statement| statement.says == Says::Header);
    header.map_or(0, |header| header.path.len())
}

fn on_lines(text: &str, document: &Document<&str>, prefix: &[Step]) -> Option<Place> {
    let statements = locate::statements(text, document);
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut first = None;
    let mut last = None;
    for (index, statement) in statements.iter().enumerate() {
        if !statement.path.starts_with(prefix) {
            continue;
        }
        match runs.last_mut() {
            Some(run) if last == index.checked_sub(1) => run.end = statement.lines.end,
            _ => runs.push(statement.lines.clone()),
        }
        first.get_or_insert(index);
        last = Some(index);
    }
    let first = first?;
    Some(Place::Lines { runs, says: statements[first].says, section: section(&statements, first) })
}

fn only(text: &str, named: impl Iterator<Item = bool>, name: &str) -> Result<Option<usize>, DocumentError> {
    let mut found = named.enumerate().filter(|(_, ours)| *ours).map(|(index, _)| index);
    let first = found.next();
    if found.next().is_some() {
        return Err(at(text, 0, Problem::DuplicateKey(name.to_owned())));
    }
    Ok(first)
}
