//! Splices of whole lines: what goes around them, and how it comes away again.

use std::ops::Range;

use super::{Comma, Layer, is_blank};

/// The newline most lines of the text end in.
pub(super) fn newline(text: &str) -> &'static str {
    let windows = text.matches("\r\n").count();
    if windows * 2 > text.matches('\n').count() { "\r\n" } else { "\n" }
}

/// Puts the lines of `body` (without a last newline) in at `offset`, the start of
/// a line or the end of the text, after an empty line where `apart` asks for one.
///
/// A text without a last newline stays without one.
pub(super) fn insert(text: &str, offset: usize, body: &str, apart: bool) -> (String, Layer) {
    let newline = newline(text);
    let (before, after) = text.split_at(offset);
    let ended = before.is_empty() || before.ends_with('\n');
    let mut lead = String::new();
    if !ended {
        lead.push_str(newline);
    }
    if apart && !is_blank(before) && !ends_in_blank_line(before) {
        lead.push_str(newline);
    }
    let tail = if ended { newline.to_owned() } else { String::new() };
    let spliced = [before, &lead, body, &tail, after].concat();
    (spliced, Layer { lead, tail, comma: Comma::None })
}

/// Takes whole lines (without their last newline) out, with as many newlines
/// around them as `layer` says we made.
///
/// Newlines are counted, not compared, so that a file whose line ends were
/// converted meanwhile gives the same as the converted original.
pub(super) fn remove(text: &str, lines: Range<usize>, layer: Option<&Layer>) -> String {
    let Some(layer) = layer else { return without_line(text, lines) };
    let (lead, tail) = (newlines(&layer.lead), newlines(&layer.tail));
    let Some(start) = back_over(&text[..lines.start], lead) else { return without_line(text, lines) };
    // Where the original ended in a newline, our lead is empty lines only: the
    // newline that ends the user's last line must stay.
    if tail > 0 && lead > 0 && start > 0 && !text[..start].ends_with('\n') {
        return without_line(text, lines);
    }
    let rest = &text[lines.end..];
    let rest = if tail > 0 { skip_newline(rest).unwrap_or(rest) } else { rest };
    [&text[..start], rest].concat()
}

/// Takes lines out where nothing is known about the white space around them.
fn without_line(text: &str, lines: Range<usize>) -> String {
    let (before, rest) = (&text[..lines.start], &text[lines.end..]);
    let Some(after) = skip_newline(rest) else {
        let start = back_over(before, 1).unwrap_or(before.len());
        return [&before[..start], rest].concat();
    };
    let closes = after.is_empty() || after.lines().next().is_some_and(is_blank);
    if closes && ends_in_blank_line(before) {
        let start = back_over(before, 1).unwrap_or(before.len());
        return [&before[..start], after].concat();
    }
    [before, after].concat()
}

/// An empty line stands before the line at `offset`, or before the comments right above it.
pub(super) fn stands_apart(text: &str, offset: usize) -> bool {
    let mut before = &text[..offset];
    loop {
        if ends_in_blank_line(before) {
            return true;
        }
        let Some(start) = back_over(before, 1).map(|end| before[..end].rfind('\n').map_or(0, |newline| newline + 1))
        else {
            return false;
        };
        if !before[start..].trim_start().starts_with('#') {
            return false;
        }
        before = &before[..start];
    }
}

/// The text ends in an empty line or one of white space, ended by a newline.
pub(super) fn ends_in_blank_line(text: &str) -> bool {
    let Some(line) = text.strip_suffix('\n') else { return false };
    is_blank(line.rsplit('\n').next().unwrap_or_default()) && line.contains('\n')
}

fn newlines(text: &str) -> usize {
    text.matches('\n').count()
}

/// The offset before the last `count` newlines; `None` where fewer end the text.
fn back_over(text: &str, count: usize) -> Option<usize> {
    let mut kept = text;
    for _ in 0..count {
        kept = kept.strip_suffix('\n')?;
        kept = kept.strip_suffix('\r').unwrap_or(kept);
    }
    Some(kept.len())
}

fn skip_newline(text: &str) -> Option<&str> {
    text.strip_prefix("\r\n").or_else(|| text.strip_prefix('\n'))
}
