//! Where a container and an entry stand in a YAML document.

use std::ops::Range;

use super::super::brackets::Brackets;
use super::super::{Container, DocumentError, Problem, at};
use super::{Form, Node, Pair, Tree, layout, tree};

/// The keys to a container, and the key that holds an item's name where it is a list.
pub(super) fn shape<'c>(
    text: &str,
    container: &'c Container,
) -> Result<(&'c [String], Option<&'c str>), DocumentError> {
    match container {
        Container::Map { path } => Ok((path, None)),
        Container::List { path, name_key } => Ok((path, Some(name_key))),
        Container::Block { .. } => Err(at(text, 0, Problem::Unsupported("a block is no part of YAML"))),
    }
}

/// How far the path to a container goes, and what can be added there.
pub(super) enum Way<'t> {
    /// The document holds nothing.
    Nothing,
    /// A key without a value; the keys from `depth` on are missing.
    Null { pair: &'t Pair, depth: usize },
    /// A map of lines; the keys from `depth` on are missing.
    BlockMap { node: &'t Node, pairs: &'t [Pair], depth: usize },
    /// The list itself.
    BlockList { node: &'t Node, items: &'t [Node] },
    /// Brackets; the keys from `depth` on are missing.
    Flow { brackets: Brackets, depth: usize },
}

/// Walks towards a container that something is to be put into.
///
/// Refuses whatever may also be read from another place: anchors somebody refers to,
/// aliases, tags and merge keys on the path.
pub(super) fn way<'t>(
    text: &str,
    tree: &'t Tree,
    path: &[String],
    list: Option<&str>,
) -> Result<Way<'t>, DocumentError> {
    let Some(root) = &tree.root else { return Ok(Way::Nothing) };
    let mut node = root;
    let mut from: Option<&Pair> = None;
    let mut in_flow = false;
    for depth in 0..=path.len() {
        own(text, tree, node)?;
        let wrong = || wrong_type(text, node, path, depth, list);
        let here = depth == path.len();
        match (&node.form, from) {
            (Form::Nothing, None) => return Ok(Way::Nothing),
            (Form::Nothing | Form::Plain(_), Some(_)) if in_flow && (node.says_null() || node.name().is_none()) => {
                return Err(at(text, node.start, Problem::Unsupported("the container is a null inside braces")));
            }
            (Form::Nothing, Some(pair)) => return Ok(Way::Null { pair, depth }),
            (Form::Plain(_), Some(pair)) if node.says_null() => return Ok(Way::Null { pair, depth }),
            (Form::BlockMap(pairs) | Form::FlowMap(_, pairs), _) if !here || list.is_none() => {
                if !here && let Some(pair) = pair_of(pairs, &path[depth]) {
                    in_flow = matches!(node.form, Form::FlowMap(..));
                    (node, from) = (&pair.value, Some(pair));
                    continue;
                }
                if let Some(merge) = pair_of(pairs, "<<") {
                    let problem = Problem::Unsupported("a merge key may bring in what we cannot see");
                    return Err(at(text, merge.key.start, problem));
                }
                return Ok(match &node.form {
                    Form::FlowMap(open, pairs) => Way::Flow { brackets: of_map(*open, node, pairs), depth },
                    _ => Way::BlockMap { node, pairs, depth },
                });
            }
            (Form::BlockList(items), _) if here && list.is_some() => return Ok(Way::BlockList { node, items }),
            (Form::FlowList(open, items), _) if here && list.is_some() => {
                return Ok(Way::Flow { brackets: of_list(*open, node, items), depth });
            }
            _ => return Err(wrong()),
        }
    }
    Err(at(text, root.start, Problem::Unsupported("the path leads nowhere")))
}

/// Whether the container is there at all; refuses one of the wrong type.
pub(super) fn is_there(text: &str, tree: &Tree, path: &[String], list: Option<&str>) -> Result<bool, DocumentError> {
    let Some(mut node) = tree.root.as_ref() else { return Ok(false) };
    for (depth, key) in path.iter().enumerate() {
        match &node.form {
            Form::BlockMap(pairs) | Form::FlowMap(_, pairs) => match pair_of(pairs, key) {
                Some(pair) => node = &pair.value,
                None => return Ok(false),
            },
            Form::Nothing => return Ok(false),
            // What an alias stands for is read by the second parser alone.
            Form::Alias => return Ok(true),
            _ if node.says_null() => return Ok(false),
            _ => return Err(wrong_type(text, node, path, depth, None)),
        }
    }
    match (&node.form, list) {
        (Form::BlockMap(_) | Form::FlowMap(..), None) | (Form::BlockList(_) | Form::FlowList(..), Some(_)) => Ok(true),
        (Form::Alias, _) => Ok(true),
        (Form::Nothing, _) => Ok(false),
        _ if node.says_null() && !path.is_empty() => Ok(false),
        _ => Err(wrong_type(text, node, path, path.len(), list)),
    }
}

/// Where one entry stands.
pub(super) enum Place<'t> {
    /// On lines of its own.
    Lines {
        /// From the start of its first line to the end of its last.
        lines: Range<usize>,
        indent: usize,
        /// Nothing else stands in its container.
        alone: bool,
        /// The keys above it, outermost first.
        above: Vec<Above>,
        /// The other members, where it stands in a map.
        siblings: Option<&'t [Pair]>,
        list: bool,
    },
    /// Between brackets.
    Member {
        brackets: Brackets,
        index: usize,
        /// The brackets around these, outermost first.
        around: Vec<(Brackets, usize)>,
    },
}

/// The key of a container around an entry.
#[derive(Clone, Copy)]
pub(super) struct Above {
    /// The start of its line.
    pub(super) line: usize,
    /// Behind its colon.
    pub(super) colon: usize,
    /// Nothing stands before it on its line.
    pub(super) leads_line: bool,
    /// Nothing else stands in the map that holds it.
    pub(super) alone: bool,
}

/// Finds the entry called `name`.
///
/// Refuses with [`Problem::Missing`], and with [`Problem::DuplicateKey`] where two
/// items of a list carry the name.
pub(super) fn entry<'t>(
    text: &str,
    tree: &'t Tree,
    container: &Container,
    name: &str,
) -> Result<Place<'t>, DocumentError> {
    let (path, list) = shape(text, container)?;
    let missing = || at(text, 0, Problem::Missing(name.to_owned()));
    let mut node = tree.root.as_ref().ok_or_else(missing)?;
    let mut above = Vec::new();
    let mut around = Vec::new();
    for (depth, key) in path.iter().enumerate() {
        own(text, tree, node)?;
        let (Form::BlockMap(pairs) | Form::FlowMap(_, pairs)) = &node.form else {
            return Err(wrong_type(text, node, path, depth, None));
        };
        let index = pairs.iter().position(|pair| pair.key.name() == Some(key)).ok_or_else(missing)?;
        let pair = &pairs[index];
        match &node.form {
            Form::FlowMap(open, pairs) => around.push((of_map(*open, node, pairs), index)),
            _ => above.push(Above {
                line: layout::line_start(text, pair.key.start),
                colon: tree::behind_colon(text, pair.key.end),
                leads_line: layout::column(text, pair.key.start).is_some(),
                alone: pairs.len() == 1,
            }),
        }
        node = &pair.value;
    }
    own(text, tree, node)?;
    match (&node.form, list) {
        (Form::BlockMap(pairs), None) => {
            let pair = pair_of(pairs, name).ok_or_else(missing)?;
            let alone = pairs.len() == 1;
            on_lines(
                text,
                pair.key.start,
                pair.value.end,
                name,
                Place::Lines { lines: 0..0, indent: 0, alone, above, siblings: Some(pairs), list: false },
            )
        }
        (Form::FlowMap(open, pairs), None) => {
            let index = pairs.iter().position(|pair| pair.key.name() == Some(name)).ok_or_else(missing)?;
            Ok(Place::Member { brackets: of_map(*open, node, pairs), index, around })
        }
        (Form::BlockList(items), Some(key)) => {
            let item = &items[named(text, items, key, name)?.ok_or_else(missing)?];
            let dash =
                layout::dash(text, item).ok_or_else(|| at(text, item.start, Problem::Scattered(name.to_owned())))?;
            let alone = items.len() == 1;
            on_lines(
                text,
                dash,
                item.end,
                name,
                Place::Lines { lines: 0..0, indent: 0, alone, above, siblings: None, list: true },
            )
        }
        (Form::FlowList(open, items), Some(key)) => {
            let index = named(text, items, key, name)?.ok_or_else(missing)?;
            Ok(Place::Member { brackets: of_list(*open, node, items), index, around })
        }
        _ => Err(wrong_type(text, node, path, path.len(), list)),
    }
}

fn on_lines<'t>(
    text: &str,
    start: usize,
    end: usize,
    name: &str,
    place: Place<'t>,
) -> Result<Place<'t>, DocumentError> {
    let scattered = || at(text, start, Problem::Scattered(name.to_owned()));
    let column = layout::column(text, start).ok_or_else(scattered)?;
    let whole = layout::line_start(text, start)..layout::line_end(text, end);
    match place {
        Place::Lines { alone, above, siblings, list, .. } => {
            Ok(Place::Lines { lines: whole, indent: column, alone, above, siblings, list })
        }
        Place::Member { .. } => Ok(place),
    }
}

/// Refuses a node whose meaning stands, or is used, somewhere else.
fn own(text: &str, tree: &Tree, node: &Node) -> Result<(), DocumentError> {
    let problem = match &node.form {
        Form::Alias => "the container is an alias of another place",
        _ if node.anchor > 0 && tree.aliased.contains(&node.anchor) => "the container is used at another place too",
        _ if node.tagged => "the container carries a tag",
        Form::Nothing if node.anchor > 0 => "the container carries an anchor",
        _ => return Ok(()),
    };
    Err(at(text, node.start, Problem::Unsupported(problem)))
}

fn wrong_type(text: &str, node: &Node, path: &[String], depth: usize, list: Option<&str>) -> DocumentError {
    let expected = if list.is_some() && depth == path.len() { "a list" } else { "a map" };
    let key = path[..depth].last().cloned().unwrap_or_default();
    at(text, node.start, Problem::WrongType { key, expected })
}

fn pair_of<'t>(pairs: &'t [Pair], name: &str) -> Option<&'t Pair> {
    pairs.iter().find(|pair| pair.key.name() == Some(name))
}

fn named(text: &str, items: &[Node], key: &str, name: &str) -> Result<Option<usize>, DocumentError> {
    let carries = |item: &Node| match &item.form {
        Form::BlockMap(pairs) | Form::FlowMap(_, pairs) => {
            pair_of(pairs, key).is_some_and(|pair| pair.value.name() == Some(name))
        }
        _ => false,
    };
    let mut found = items.iter().enumerate().filter(|(_, item)| carries(item)).map(|(index, _)| index);
    let first = found.next();
    match found.next() {
        Some(second) => Err(at(text, items[second].start, Problem::DuplicateKey(name.to_owned()))),
        None => Ok(first),
    }
}

fn of_map(open: usize, node: &Node, pairs: &[Pair]) -> Brackets {
    let members = pairs.iter().map(|pair| pair.key.start..pair.value.end.max(pair.key.end)).collect();
    Brackets { span: open..node.end, members }
}

fn of_list(open: usize, node: &Node, items: &[Node]) -> Brackets {
    Brackets { span: open..node.end, members: items.iter().map(|item| item.start..item.end).collect() }
}
