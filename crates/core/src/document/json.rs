//! JSON, JSON with comments, JSONC and JSON5.

mod layout;
mod scan;
mod splice;

use serde_json::Value;

use super::{Container, Dialect, DocumentError, Problem, at};
use scan::{Kind, Node, Outline};

pub(super) use splice::{put, remove, replace};

/// Parses with the locating parser alone.
pub(super) fn check(text: &str, dialect: Dialect) -> Result<(), DocumentError> {
    scan::outline(text, dialect, None).map(drop)
}

/// What the second parser reads. Comments alone mean an empty map.
///
/// Refuses what the dialect forbids: the second parser of three dialects knows
/// JSON5 alone.
pub(super) fn meaning(text: &str, dialect: Dialect) -> Result<Value, DocumentError> {
    if scan::outline(text, dialect, None)?.root.is_none() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    second(text, dialect)
}

/// The entries of a container in document order; where a name stands twice, its last value.
pub(super) fn entries(
    text: &str,
    dialect: Dialect,
    container: &Container,
) -> Result<Vec<(String, Value)>, DocumentError> {
    let outline = scan::outline(text, dialect, Some(keys(container)?))?;
    let place = Place::find(text, &outline, container)?;
    let mut entries: Vec<(String, Value)> = Vec::new();
    let Some(node) = place.container() else { return Ok(entries) };
    for part in &node.parts {
        let value = value_of(text, dialect, &part.value)?;
        let Some(name) = name_of(container, part.key.as_deref(), &value) else { continue };
        match entries.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => entries.push((name, value)),
        }
    }
    Ok(entries)
}

/// What stands of the containers on a path.
struct Place<'o, 's> {
    /// The containers that stand, root first.
    chain: Vec<&'o Node>,
    /// The keys whose containers are missing, outermost first.
    missing: &'s [String],
}

impl<'o, 's> Place<'o, 's> {
    /// Walks the path; refuses a key that stands twice and a container of another kind.
    fn find(text: &str, outline: &'o Outline, container: &'s Container) -> Result<Self, DocumentError> {
        let mut path = keys(container)?;
        let mut chain = Vec::new();
        let mut standing = outline.root.as_ref();
        let mut key = "";
        while let Some(node) = standing {
            let (kind, expected) = match container {
                Container::List { .. } if path.is_empty() => (Kind::Array, "a list"),
                _ => (Kind::Object, "an object"),
            };
            if node.kind != kind {
                return Err(at(text, node.span.start, Problem::WrongType { key: key.to_owned(), expected }));
            }
            chain.push(node);
            let Some((next, rest)) = path.split_first() else { break };
            standing = match part_named(text, node, next)? {
                Some(index) => Some(&node.parts[index].value),
                None => return Ok(Self { chain, missing: path }),
            };
            (key, path) = (next, rest);
        }
        Ok(Self { chain, missing: path })
    }

    /// The container itself, where it stands.
    fn container(&self) -> Option<&'o Node> {
        self.chain.last().copied().filter(|_| self.missing.is_empty())
    }

    /// Where the entry called `name` stands in the container; refuses one that stands twice.
    fn entry(
        &self,
        text: &str,
        dialect: Dialect,
        container: &Container,
        name: &str,
    ) -> Result<Option<(&'o Node, usize)>, DocumentError> {
        let Some(node) = self.container() else { return Ok(None) };
        if matches!(container, Container::Map { .. }) {
            return Ok(part_named(text, node, name)?.map(|index| (node, index)));
        }
        let mut found = None;
        for (index, part) in node.parts.iter().enumerate() {
            let value = value_of(text, dialect, &part.value)?;
            if name_of(container, None, &value).as_deref() == Some(name) && found.replace((node, index)).is_some() {
                return Err(at(text, part.start, Problem::DuplicateKey(name.to_owned())));
            }
        }
        Ok(found)
    }
}

/// The keys from the root to a container; refuses what a JSON text cannot hold.
fn keys(container: &Container) -> Result<&[String], DocumentError> {
    match container {
        Container::Map { path } | Container::List { path, .. } => Ok(path),
        Container::Block { .. } => Err(at("", 0, Problem::Unsupported("a JSON file has no marked blocks"))),
    }
}

fn part_named(text: &str, node: &Node, name: &str) -> Result<Option<usize>, DocumentError> {
    let mut found = (0..node.parts.len()).filter(|&index| node.parts[index].key.as_deref() == Some(name));
    let first = found.next();
    match found.next() {
        Some(second) => Err(at(text, node.parts[second].start, Problem::DuplicateKey(name.to_owned()))),
        None => Ok(first),
    }
}

/// The name under which a part is an entry; none for an item that names itself nothing.
fn name_of(container: &Container, key: Option<&str>, value: &Value) -> Option<String> {
    match container {
        Container::List { name_key, .. } => value.get(name_key)?.as_str().map(str::to_owned),
        Container::Map { .. } | Container::Block { .. } => key.map(str::to_owned),
    }
}

/// The value at a node; the error, which only a number out of range can cause, stands at its start.
fn value_of(text: &str, dialect: Dialect, node: &Node) -> Result<Value, DocumentError> {
    second(&text[node.span.start..node.span.end], dialect).map_err(|error| at(text, node.span.start, error.problem))
}

fn second(text: &str, dialect: Dialect) -> Result<Value, DocumentError> {
    if dialect == Dialect::Json {
        return serde_json::from_str(text).map_err(|error| {
            let problem = match error.to_string() {
                message if message.starts_with("recursion limit") => Problem::TooDeep,
                message => Problem::Syntax(message),
            };
            DocumentError { line: error.line().max(1), column: error.column().max(1), problem }
        });
    }
    json5::from_str(text).map_err(|error| {
        let (line, column) = error.position().map_or((0, 0), |position| (position.line, position.column));
        DocumentError { line: line + 1, column: column + 1, problem: Problem::Syntax(error.to_string()) }
    })
}
