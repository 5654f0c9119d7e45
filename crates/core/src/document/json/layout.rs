//! How text of ours is laid out, learned from what stands around it.

use serde_json::Value;

use super::scan::{Kind, Node, Outline, Part, Span};

/// The widest array that stays on one line.
const LINE_WIDTH: usize = 100;

/// The manner of one place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Each member on a line of its own.
    Lines {
        /// What ends a line.
        newline: String,
        /// What stands before our member on its line.
        indent: String,
        /// What one level deeper adds.
        unit: String,
    },
    /// Everything on one line.
    Line {
        /// What follows a colon or a comma.
        gap: &'static str,
        /// What stands inside the braces of an object.
        pad: &'static str,
    },
}

impl Layout {
    /// The layout of a new file whose blank text is `text`.
    pub(super) fn fresh(text: &str) -> Self {
        Self::Lines { newline: newline(text).to_owned(), indent: String::new(), unit: "  ".to_owned() }
    }

    /// The layout one level deeper.
    pub(super) fn deeper(&self) -> Self {
        match self {
            Self::Lines { newline, indent, unit } => {
                Self::Lines { newline: newline.clone(), indent: format!("{indent}{unit}"), unit: unit.clone() }
            }
            Self::Line { .. } => self.clone(),
        }
    }

    /// White space that takes a member to its place inside its container.
    pub(super) fn lead(&self) -> String {
        match self {
            Self::Lines { newline, indent, .. } => format!("{newline}{indent}"),
            Self::Line { pad, .. } => (*pad).to_owned(),
        }
    }

    /// `"key": `
    pub(super) fn label(&self, key: &str) -> String {
        let gap = match self {
            Self::Lines { .. } => " ",
            Self::Line { gap, .. } => gap,
        };
        format!("{}:{gap}", quoted(key))
    }

    /// The text of a value whose first line begins at this layout's indentation.
    pub(super) fn value(&self, value: &Value) -> String {
        let (open, close, items): (&str, &str, Vec<String>) = match value {
            Value::Object(map) => {
                let inner = self.deeper();
                let member = |(key, value): (&String, &Value)| format!("{}{}", inner.label(key), inner.value(value));
                ("{", "}", map.iter().map(member).collect())
            }
            Value::Array(list) => {
                let flat = list.iter().all(|item| !item.is_object() && !item.is_array());
                let one_line = Self::Line { gap: " ", pad: "" };
                if flat && matches!(self, Self::Lines { .. }) {
                    let text = one_line.value(value);
                    if text.len() <= LINE_WIDTH {
                        return text;
                    }
                }
                let inner = self.deeper();
                ("[", "]", list.iter().map(|item| inner.value(item)).collect())
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return value.to_string(),
        };
        if items.is_empty() {
            return format!("{open}{close}");
        }
        match self {
            Self::Lines { .. } => {
                let lead = self.deeper().lead();
                format!("{open}{lead}{}{}{close}", items.join(&format!(",{lead}")), self.lead())
            }
            Self::Line { gap, pad } => {
                let pad = if value.is_object() { pad } else { "" };
                format!("{open}{pad}{}{pad}{close}", items.join(&format!(",{gap}")))
            }
        }
    }
}

/// A JSON string.
pub(super) fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

/// The first line break of a text, or the usual one.
pub(super) fn newline(text: &str) -> &'static str {
    match text.find(['\r', '\n']).map(|place| &text[place..]) {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        _ => "\n",
    }
}

pub(super) fn has_break(text: &str) -> bool {
    text.contains(['\r', '\n'])
}

/// The layout of a new member beside the others of `node`, and white space before it.
pub(super) fn beside_siblings(text: &str, outline: &Outline, chain: &[&Node], node: &Node) -> (Layout, String) {
    let rows = (0..node.parts.len()).rev().find(|&index| begins_line(text, node, index));
    if let Some(row) = rows {
        let start = node.parts[row].start;
        let newline = newline(&text[boundary(node, row)..start]).to_owned();
        let layout = Layout::Lines { newline, indent: indent(text, start).to_owned(), unit: unit(text, chain) };
        let lead = layout.lead();
        return (layout, lead);
    }
    let last = node.parts.len() - 1;
    let gap = match last {
        0 => gap_in(&text[node.parts[0].start..node.span.end]),
        _ => {
            let gap = boundary(node, last)..node.parts[last].start;
            let comments = outline.last_comment(Span { start: gap.start, end: gap.end });
            if comments.is_some() { " " } else { &text[gap] }
        }
    };
    (in_line_of(text, node), gap.to_owned())
}

/// The layout for the value of a new member: that of its last sibling where it is
/// an object on one line, else `layout`.
pub(super) fn like_last(text: &str, node: &Node, layout: &Layout) -> Layout {
    match node.parts.last() {
        Some(part) => like(text, &part.value, layout),
        None => layout.clone(),
    }
}

/// The layout of a value that takes the place of `value`.
pub(super) fn like(text: &str, value: &Node, layout: &Layout) -> Layout {
    let old = &text[value.span.start..value.span.end];
    let on_one_line = value.kind == Kind::Object && old.len() > 2 && !has_break(old);
    if on_one_line { in_line_of(text, value) } else { layout.clone() }
}

/// The layout of the only member of `node`, which is empty.
pub(super) fn inside_empty(text: &str, chain: &[&Node], node: &Node) -> Layout {
    let (root, inner) = (chain[0], &text[node.span.start..node.span.end]);
    let whole = &text[root.span.start..root.span.end];
    if chain.len() > 1 && !has_break(whole) {
        return in_line_of(text, root);
    }
    let newline = newline(if has_break(inner) { inner } else { text }).to_owned();
    let unit = unit(text, chain);
    Layout::Lines { newline, indent: format!("{}{unit}", indent(text, node.span.start)), unit }
}

/// The layout of the member or item where it stands.
pub(super) fn of_part(text: &str, chain: &[&Node], node: &Node, index: usize) -> Layout {
    let part = &node.parts[index];
    let lines = begins_line(text, node, index) || has_break(&text[part.start..part.value.span.end]);
    let layout = if lines {
        let newline = newline(text).to_owned();
        Layout::Lines { newline, indent: indent(text, part.start).to_owned(), unit: unit(text, chain) }
    } else {
        in_line_of(text, node)
    };
    like(text, &part.value, &layout)
}

/// Where the white space before a part begins, at the latest.
pub(super) fn boundary(node: &Node, index: usize) -> usize {
    let comma = |part: &Part| part.comma.map_or(part.value.span.end, |comma| comma + 1);
    index.checked_sub(1).map_or(node.span.start + 1, |before| comma(&node.parts[before]))
}

fn begins_line(text: &str, node: &Node, index: usize) -> bool {
    has_break(&text[boundary(node, index)..node.parts[index].start])
}

/// The blanks at the start of the line that holds `offset`.
pub(super) fn indent(text: &str, offset: usize) -> &str {
    let line = text[..offset].rfind(['\r', '\n']).map_or(0, |place| place + 1);
    let line = &text[line..offset];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// What one level of nesting adds, from the innermost container that shows it.
fn unit(text: &str, chain: &[&Node]) -> String {
    let shown = chain.iter().rev().find_map(|node| {
        let row = (0..node.parts.len()).find(|&index| begins_line(text, node, index))?;
        let outer = indent(text, node.span.start);
        indent(text, node.parts[row].start).strip_prefix(outer).filter(|unit| !unit.is_empty())
    });
    shown.unwrap_or("  ").to_owned()
}

fn in_line_of(text: &str, node: &Node) -> Layout {
    let inner = &text[node.span.start..node.span.end];
    let pad = if inner.starts_with("{ ") { " " } else { "" };
    Layout::Line { gap: gap_in(inner), pad }
}

fn gap_in(text: &str) -> &'static str {
    if text.contains(": ") || text.contains(", ") { " " } else { "" }
}
