//! A change as people read it: the real lines, with every value that is not ours covered.
//!
//! Config files hold tokens, and a diff shows lines around ours. So a value is shown
//! only when it is what this Bascule itself writes for the entry: what a person put
//! into an entry of ours is theirs. Keys, punctuation, flags and short numbers are
//! always shown.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use similar::{ChangeTag, TextDiff};

use super::{Change, Target};
use crate::document::{Content, Dialect};
use crate::harness::{self, Part, Site};

/// One file's difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The file.
    pub file: Utf8PathBuf,
    /// It does not exist yet.
    pub made: bool,
    /// It goes.
    pub removed: bool,
    /// How many lines come in.
    pub lines_in: usize,
    /// How many lines go.
    pub lines_out: usize,
    /// The lines in order; a gap is `None`.
    pub lines: Vec<Option<Line>>,
}

/// One line of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// It is there before and after.
    Same(String),
    /// It comes in.
    In(String),
    /// It goes.
    Out(String),
}

/// A difference in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines that come in.
    pub added: usize,
    /// Lines that go.
    pub removed: usize,
    /// Lines that only gain or lose the comma at their end.
    pub commas: usize,
}

/// Lines shown on either side of a change.
const CONTEXT: usize = 2;

impl Diff {
    /// The difference a change makes, where entries start `launcher`.
    pub fn of(change: &Change, launcher: &Utf8Path) -> Self {
        let ours: BTreeSet<String> = change.edits().iter().flat_map(|edit| texts_of(&edit.target, launcher)).collect();
        let claims = change.edits().iter().flat_map(|edit| edit.before.iter().chain(&edit.after));
        let tables = claims.map(|claim| claim.dialect).all(|dialect| dialect == Dialect::Toml);
        let whole = change.deed.file();
        let (before, after) = match whole {
            // What stood there before us is somebody else's, and may be secret.
            Some(edit) if edit.before.is_none() => (String::new(), text(&change.file.after)),
            Some(edit) if edit.after.is_none() => (text(&change.file.before), String::new()),
            Some(_) | None => (text(&change.file.before), text(&change.file.after)),
        };
        let diff = TextDiff::from_lines(&before, &after);
        let mut lines = Vec::new();
        let (mut lines_in, mut lines_out) = (0, 0);
        for group in diff.grouped_ops(CONTEXT) {
            if !lines.is_empty() {
                lines.push(None);
            }
            for part in group.iter().flat_map(|op| diff.iter_changes(op)) {
                let line = part.value().trim_end_matches(['\r', '\n']);
                let shown = if whole.is_some() { line.to_owned() } else { cover(line, &ours, tables) };
                lines.push(Some(match part.tag() {
                    ChangeTag::Equal => Line::Same(shown),
                    ChangeTag::Insert => Line::In(shown),
                    ChangeTag::Delete => Line::Out(shown),
                }));
                lines_in += usize::from(part.tag() == ChangeTag::Insert);
                lines_out += usize::from(part.tag() == ChangeTag::Delete);
            }
        }
        Self {
            file: change.file.path.clone(),
            made: change.file.before == Content::Absent,
            removed: change.file.after == Content::Absent,
            lines_in,
            lines_out,
            lines,
        }
    }
}

impl Diff {
    /// How many lines come and go, where a line that only gains or loses a comma
    /// counts as neither.
    pub fn tally(&self) -> Tally {
        let bare = |line: &str| line.trim_end().trim_end_matches(',').to_owned();
        let mut gone: Vec<String> = Vec::new();
        for line in self.lines.iter().flatten() {
            if let Line::Out(text) = line {
                gone.push(bare(text));
            }
        }
        let mut tally = Tally::default();
        for line in self.lines.iter().flatten() {
            let Line::In(text) = line else { continue };
            match gone.iter().position(|old| *old == bare(text)) {
                Some(place) => {
                    gone.remove(place);
                    tally.commas += 1;
                }
                None => tally.added += 1,
            }
        }
        tally.removed = gone.len();
        tally
    }
}

/// A line with every value covered that is not one of `ours`; `tables` where a line in
/// brackets names a table.
fn cover(line: &str, ours: &BTreeSet<String>, tables: bool) -> String {
    let (key, value) = line.split_at(key_length(line, tables));
    let mut shown = key.to_owned();
    let mut rest = value;
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '"' | '\'' => {
                let token = &rest[..quoted_length(rest, first)];
                let is_key = rest[token.len()..].trim_start().starts_with(':');
                let inner = unquoted(token);
                if is_key || ours.contains(&inner) || inner.is_empty() {
                    shown.push_str(token);
                } else {
                    shown.extend([first, '…', first]);
                }
                token.len()
            }
            c if c.is_whitespace() || "{}[](),:=".contains(c) => {
                shown.push(c);
                c.len_utf8()
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "{}[],\"'".contains(c)).unwrap_or(rest.len());
                let word = &rest[..end.max(first.len_utf8())];
                shown.push_str(if is_plain(word) || ours.contains(word) { word } else { "…" });
                word.len()
            }
        };
        rest = &rest[taken..];
    }
    collapse(&shown)
}

/// The length of `  key: ` or `  [table]` or `  - key = ` at a line's start.
fn key_length(line: &str, tables: bool) -> usize {
    let body = line.trim_start();
    let start = line.len() - body.len();
    if tables
        && body.starts_with('[')
        && body.trim_end().ends_with(']')
        && !body.contains(['"', '\'', ','])
        && body.len() > 2
    {
        return line.len();
    }
    let body = body.strip_prefix("- ").unwrap_or(body);
    let start = start.max(line.len() - body.len());
    let key = match body.chars().next() {
        Some(quote @ ('"' | '\'')) => quoted_length(body, quote),
        _ => body.find(|c: char| !(c.is_alphanumeric() || "_-.@/".contains(c))).unwrap_or(body.len()),
    };
    let after = body[key..].trim_start();
    if key > 0
        && (after.starts_with(": ")
            || after == ":"
            // A line of a text that happens to end with this is no key.
            || after.strip_prefix('=').is_some_and(|value| !value.is_empty() && !value.starts_with('='))
            || (after.starts_with(':') && body.starts_with(['"', '\''])))
    {
        start + key
    } else {
        0
    }
}

fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            _ if c == quote => return index + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

fn unquoted(token: &str) -> String {
    serde_json::from_str(token).unwrap_or_else(|_| token.trim_matches(['"', '\'']).to_owned())
}

/// What says nothing about anybody: flags, nothing, short numbers, list dashes.
fn is_plain(word: &str) -> bool {
    matches!(word, "true" | "false" | "null" | "~" | "-" | "//" | "#" | "/*" | "*/")
        || (word.len() <= 6 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

/// Several covered words in a row read as one.
fn collapse(shown: &str) -> String {
    let mut text = shown.to_owned();
    while text.contains("… …") {
        text = text.replace("… …", "…");
    }
    text.replace("……", "…")
}

/// Everything an entry of this target holds as `launcher` writes it.
fn texts_of(target: &Target, launcher: &Utf8Path) -> Vec<String> {
    let launch = target.launch(launcher);
    let mut texts = vec![launch.program.into_string(), target.name().to_owned()];
    texts.extend(launch.args);
    // A file the person named has one of the shapes that programs have.
    let sites = harness::ALL.iter().filter(|one| harness::find(&target.harness).is_none() || one.id == target.harness);
    for part in sites.flat_map(|one| one.sites).flat_map(parts_of) {
        match part {
            Part::Text(fixed) => texts.push((*fixed).to_owned()),
            Part::Texts(fixed) => texts.extend(fixed.iter().map(|fixed| (*fixed).to_owned())),
            _ => {}
        }
    }
    texts
}

fn parts_of(site: &Site) -> impl Iterator<Item = &'static Part> {
    site.shapes.iter().flat_map(|shape| shape.entry).map(|(_, part)| part)
}

/// The text of a content; nothing of a program, which has no lines.
fn text(content: &Content) -> String {
    match content {
        Content::Absent | Content::Kept(_) => String::new(),
        Content::Bytes(bytes) if bytes.contains(&0) => String::new(),
        Content::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Diff, Line, Tally};

    fn check(lines: &[Line], expected: Tally) {
        let lines: Vec<Option<Line>> = lines.iter().cloned().map(Some).collect();
        let diff = Diff { file: "f".into(), made: false, removed: false, lines_in: 0, lines_out: 0, lines };
        assert_eq!(diff.tally(), expected, "{diff:?}");
    }

    #[test]
    fn a_comma_is_not_a_line() {
        let (out, with) = (Line::Out("    }".into()), Line::In("    },".into()));
        check(&[out, with, Line::In("x".into())], Tally { added: 1, removed: 0, commas: 1 });
    }

    #[test]
    fn what_only_goes_is_removed() {
        check(&[Line::Same("a".into()), Line::Out("b".into())], Tally { added: 0, removed: 1, commas: 0 });
    }
}
