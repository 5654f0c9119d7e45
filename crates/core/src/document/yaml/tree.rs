//! Where things stand in a YAML text, from the events of `saphyr-parser`.

use std::collections::BTreeSet;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use super::super::{DEPTH_LIMIT, DocumentError, Problem, at};

/// One document, or the lack of one.
#[derive(Debug)]
pub(super) struct Tree {
    /// `None` for comments alone.
    pub(super) root: Option<Node>,
    /// The anchors something refers to.
    pub(super) aliased: BTreeSet<usize>,
}

/// A value and where it stands, in bytes.
#[derive(Debug)]
pub(super) struct Node {
    /// Its first byte, or that of its anchor or tag.
    pub(super) start: usize,
    /// After its last byte; the start of the next line for a block scalar.
    pub(super) end: usize,
    pub(super) form: Form,
    /// 0 for none.
    pub(super) anchor: usize,
    pub(super) tagged: bool,
}

/// What a node is and how it is written.
#[derive(Debug)]
pub(super) enum Form {
    /// No byte at all.
    Nothing,
    Plain(String),
    Quoted(String),
    /// After `|` or `>`.
    Lines,
    Alias,
    BlockMap(Vec<Pair>),
    BlockList(Vec<Node>),
    /// With the offset of its opening bracket.
    FlowMap(usize, Vec<Pair>),
    FlowList(usize, Vec<Node>),
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) key: Node,
    pub(super) value: Node,
}

impl Node {
    /// The text of a key, as far as it is one.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.form {
            Form::Plain(text) | Form::Quoted(text) => Some(text),
            _ => None,
        }
    }

    /// A null that is spelled out.
    pub(super) fn says_null(&self) -> bool {
        matches!(&self.form, Form::Plain(text) if matches!(text.as_str(), "null" | "~" | "Null" | "NULL"))
    }

    /// The node its last byte belongs to.
    pub(super) fn last_leaf(&self) -> &Node {
        match &self.form {
            Form::BlockMap(pairs) => pairs.last().map_or(self, |pair| pair.value.last_leaf()),
            Form::BlockList(items) => items.last().map_or(self, Node::last_leaf),
            _ => self,
        }
    }
}

/// Parses one document.
///
/// Refuses several documents, duplicate keys, and what is nested deeper than [`DEPTH_LIMIT`].
pub(super) fn parse(text: &str) -> Result<Tree, DocumentError> {
    if let Some(offset) = lone_carriage_return(text) {
        return Err(at(text, offset, Problem::Unsupported("a line ends in a carriage return alone")));
    }
    let offsets = Offsets::of(text);
    let mut open: Vec<Open> = Vec::new();
    let mut tree = Tree { root: None, aliased: BTreeSet::new() };
    let mut documents = 0;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            at(text, offsets.byte(error.marker().index()), Problem::Syntax(error.info().to_owned()))
        })?;
        let (start, end) = (offsets.byte(span.start.index()), offsets.byte(span.end.index()));
        let node = match event {
            Event::DocumentStart(_) => {
                documents += 1;
                if documents > 1 {
                    return Err(at(text, start, Problem::SeveralDocuments));
                }
                continue;
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => continue,
            Event::MappingStart(anchor, tag) => {
                open.push(Open::at(text, &offsets, span, true, anchor, tag.is_some()));
                if open.len() > DEPTH_LIMIT {
                    return Err(at(text, start, Problem::TooDeep));
                }
                continue;
            }
            Event::SequenceStart(anchor, tag) => {
                open.push(Open::at(text, &offsets, span, false, anchor, tag.is_some()));
                if open.len() > DEPTH_LIMIT {
                    return Err(at(text, start, Problem::TooDeep));
                }
                continue;
            }
            Event::MappingEnd | Event::SequenceEnd => match open.pop() {
                Some(closed) => closed.close(text)?,
                None => continue,
            },
            Event::Alias(anchor) => {
                tree.aliased.insert(anchor);
                Node { start, end, form: Form::Alias, anchor: 0, tagged: false }
            }
            Event::Scalar(value, style, anchor, tag) => {
                let form = match style {
                    ScalarStyle::Plain if start == end || value.is_empty() => Form::Nothing,
                    ScalarStyle::Plain => Form::Plain(value.into_owned()),
                    ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Form::Quoted(value.into_owned()),
                    ScalarStyle::Literal | ScalarStyle::Folded => Form::Lines,
                };
                let end = if matches!(form, Form::Lines) { line_start_behind(text, end) } else { end };
                // The parser places a value without bytes at the token after it.
                let end = if matches!(form, Form::Nothing) { start } else { end };
                Node { start, end, form, anchor, tagged: tag.is_some() }
            }
        };
        match open.last_mut() {
            Some(parent) => parent.nodes.push(node),
            None => tree.root = Some(node),
        }
    }
    Ok(tree)
}

/// A collection whose end is not reached yet.
struct Open {
    start: usize,
    bracket: Option<usize>,
    map: bool,
    anchor: usize,
    tagged: bool,
    nodes: Vec<Node>,
}

impl Open {
    fn at(text: &str, offsets: &Offsets, span: Span, map: bool, anchor: usize, tagged: bool) -> Self {
        let start = offsets.byte(span.start.index());
        let own = behind_properties(text, start);
        let flow = text[own..].starts_with(if map { '{' } else { '[' });
        Self { start, bracket: flow.then_some(own), map, anchor, tagged, nodes: Vec::new() }
    }

    fn close(mut self, text: &str) -> Result<Node, DocumentError> {
        let (start, anchor, tagged) = (self.start, self.anchor, self.tagged);
        // A block map whose first key stands in brackets begins where that key does.
        if self.nodes.first().is_some_and(|first| Some(first.start) == self.bracket) {
            self.bracket = None;
        }
        let last = self.nodes.last().map(|node| node.end);
        let end = self.bracket.map_or(start, |open| behind_bracket(text, open, last.unwrap_or(open + 1)));
        if !self.map {
            let end = if self.bracket.is_some() { end } else { self.nodes.last().map_or(start, |last| last.end) };
            let form = match self.bracket {
                Some(bracket) => Form::FlowList(bracket, self.nodes),
                None => Form::BlockList(self.nodes),
            };
            return Ok(Node { start, end, form, anchor, tagged });
        }
        let mut pairs: Vec<Pair> = Vec::with_capacity(self.nodes.len() / 2);
        let mut names = BTreeSet::new();
        let mut nodes = self.nodes.into_iter();
        while let (Some(key), Some(mut value)) = (nodes.next(), nodes.next()) {
            if let Some(name) = key.name()
                && !names.insert(name.to_owned())
            {
                return Err(at(text, key.start, Problem::DuplicateKey(name.to_owned())));
            }
            if matches!(value.form, Form::Nothing) {
                value.end =
                    behind_colon(text, key.end).max(if value.anchor > 0 || value.tagged { value.start } else { 0 });
            }
            pairs.push(Pair { key, value });
        }
        let end = if self.bracket.is_some() { end } else { pairs.last().map_or(start, |last| last.value.end) };
        let form = match self.bracket {
            Some(bracket) => Form::FlowMap(bracket, pairs),
            None => Form::BlockMap(pairs),
        };
        Ok(Node { start, end, form, anchor, tagged })
    }
}

/// The offset behind the colon after a key; the key's own end where there is none.
pub(super) fn behind_colon(text: &str, key_end: usize) -> usize {
    let rest = &text[key_end..];
    let white = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    if rest[white..].starts_with(':') { key_end + white + 1 } else { key_end }
}

/// Behind the anchor and the tag a node begins with. The parser's own span of a flow
/// collection reaches over comments and stops at a last comma, so it is not asked.
fn behind_properties(text: &str, start: usize) -> usize {
    let mut rest = &text[start..];
    while rest.starts_with(['&', '!']) {
        rest = rest.trim_start_matches(|letter: char| !letter.is_ascii_whitespace());
        rest = skip_white(rest);
    }
    text.len() - rest.len()
}

/// Behind the closing bracket, from the end of the last member on.
fn behind_bracket(text: &str, open: usize, from: usize) -> usize {
    let close = if text[open..].starts_with('{') { '}' } else { ']' };
    let mut rest = &text[from..];
    loop {
        rest = skip_white(rest);
        let Some(letter) = rest.chars().next() else { return text.len() };
        rest = &rest[letter.len_utf8()..];
        if letter == close {
            return text.len() - rest.len();
        }
    }
}

fn skip_white(text: &str) -> &str {
    let mut rest = text.trim_ascii_start();
    while rest.starts_with('#') {
        rest = rest.split_once('\n').map_or("", |(_, below)| below).trim_ascii_start();
    }
    rest
}

/// Block scalars are said to end inside the indentation of the line after them.
fn line_start_behind(text: &str, end: usize) -> usize {
    let trimmed = text[..end].trim_end_matches(' ').len();
    if text[..trimmed].ends_with('\n') { trimmed } else { end }
}

fn lone_carriage_return(text: &str) -> Option<usize> {
    text.match_indices('\r').map(|(offset, _)| offset).find(|offset| !text[offset + 1..].starts_with('\n'))
}

/// The parser counts characters; splices count bytes.
struct Offsets {
    bytes: Option<Vec<usize>>,
    end: usize,
}

impl Offsets {
    fn of(text: &str) -> Self {
        let bytes = (!text.is_ascii()).then(|| text.char_indices().map(|(offset, _)| offset).collect());
        Self { bytes, end: text.len() }
    }

    fn byte(&self, index: usize) -> usize {
        match &self.bytes {
            None => index.min(self.end),
            Some(bytes) => bytes.get(index).copied().unwrap_or(self.end),
        }
    }
}
