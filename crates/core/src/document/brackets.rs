//! Splices between brackets: members and commas of an inline TOML table or array, or
//! of a YAML flow map or list. Comments start with `#` in both.

use std::ops::Range;

use super::{Comma, Layer, is_blank};

/// The brackets and what stands between them.
pub(super) struct Brackets {
    /// From the opening bracket to after the closing one.
    pub(super) span: Range<usize>,
    /// Each member from its key (or value, in an array) to the end of its value.
    pub(super) members: Vec<Range<usize>>,
}

impl Brackets {
    fn inner<'t>(&self, text: &'t str) -> &'t str {
        &text[self.span.start + 1..self.span.end - 1]
    }

    /// Nothing of the user's stands between the brackets but the one member.
    pub(super) fn holds_only(&self, text: &str, member: &Range<usize>) -> bool {
        let rest = [&text[self.span.start + 1..member.start], &text[member.end..self.span.end - 1]].concat();
        self.members.len() == 1 && is_blank(&rest.replacen(',', "", 1))
    }
}

/// Puts `body` in as the last member.
pub(super) fn insert(text: &str, brackets: &Brackets, body: &str, newline: &str) -> (String, Layer, Option<String>) {
    let inner = brackets.inner(text);
    let (open, close) = (brackets.span.start + 1, brackets.span.end - 1);
    let Some(last) = brackets.members.last() else {
        let hollow = is_blank(inner).then(|| inner.to_owned());
        let (offset, lead, tail) = match inner.rfind('\n') {
            Some(at) => {
                let at = if inner[..at].ends_with('\r') { at - 1 } else { at };
                let closing: String = inner[at..].trim_start_matches(['\r', '\n']).to_owned();
                (open + at, format!("{newline}{closing}  "), String::new())
            }
            None => (close, String::new(), inner.to_owned()),
        };
        let spliced = [&text[..offset], &lead, body, &tail, &text[offset..]].concat();
        return (spliced, Layer { lead, tail, comma: Comma::None }, hollow);
    };
    let white = &text[white_before(text, last.start)..last.start];
    let lead = match white.rfind('\n') {
        Some(at) => format!("{newline}{}", &white[at + 1..]),
        None if brackets.members.len() == 1 => " ".to_owned(),
        None => white.to_owned(),
    };
    match comma_after(text, last.end..close) {
        Some(comma) => {
            let offset = if lead.starts_with(newline) { comment_end(text, comma + 1..close) } else { comma + 1 };
            let spliced = [&text[..offset], &lead, body, ",", &text[offset..]].concat();
            (spliced, Layer { lead, tail: String::new(), comma: Comma::After }, None)
        }
        None => {
            let spliced = [&text[..last.end], ",", &lead, body, &text[last.end..]].concat();
            (spliced, Layer { lead, tail: String::new(), comma: Comma::Before }, None)
        }
    }
}

/// Takes the member at `index` out with the comma and the white space we put beside it.
pub(super) fn remove(
    text: &str,
    brackets: &Brackets,
    index: usize,
    layer: Option<&Layer>,
    hollow: Option<&str>,
) -> String {
    let member = brackets.members[index].clone();
    if let (Some(hollow), true) = (hollow, brackets.holds_only(text, &member)) {
        return [&text[..brackets.span.start + 1], hollow, &text[brackets.span.end - 1..]].concat();
    }
    let after = comma_after(text, member.end..brackets.span.end - 1);
    let before = (index > 0).then(|| comma_after(text, brackets.members[index - 1].end..member.start)).flatten();
    let comma = layer.map_or(Comma::None, |layer| layer.comma);
    let lead = layer.map_or("", |layer| layer.lead.as_str());
    let tail = layer.map_or("", |layer| layer.tail.as_str());
    let led = text[..member.start].ends_with(lead) && (!lead.is_empty() || index == 0);
    let start = match (led, index) {
        (true, _) => member.start - lead.len(),
        (false, 0) => member.start,
        (false, _) => white_before(text, member.start),
    };
    let rest = |end: usize| text[end..].strip_prefix(tail).unwrap_or(&text[end..]);
    match (comma, before, after) {
        (Comma::Before, Some(before), _) | (_, Some(before), None) => {
            [&text[..before], &text[before + 1..start.max(before + 1)], rest(member.end)].concat()
        }
        (_, _, Some(after)) => {
            let between = &text[member.end..after];
            let rest = rest(after + 1);
            let rest = if led && !lead.is_empty() { rest } else { rest.trim_start_matches([' ', '\t']) };
            let rest = if index == 0 || led { rest.to_owned() } else { text[after + 1..].to_owned() };
            let kept = if is_blank(between) { "" } else { between };
            [&text[..start], kept, &rest].concat()
        }
        (_, None, None) => [&text[..start], rest(member.end)].concat(),
    }
}

/// The offset of a comma in a range that otherwise holds white space and comments.
fn comma_after(text: &str, range: Range<usize>) -> Option<usize> {
    let mut comment = false;
    for (offset, letter) in text[range.clone()].char_indices() {
        match letter {
            '\n' => comment = false,
            '#' => comment = true,
            ',' if !comment => return Some(range.start + offset),
            _ => {}
        }
    }
    None
}

/// The end of the line's comment where the range begins with one, else its start.
fn comment_end(text: &str, range: Range<usize>) -> usize {
    let line = text[range.clone()].split('\n').next().unwrap_or_default();
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.trim_start_matches([' ', '\t']).starts_with('#') { range.start + line.len() } else { range.start }
}

fn white_before(text: &str, end: usize) -> usize {
    text[..end].trim_end_matches([' ', '\t', '\r', '\n']).len()
}
