//! Text that fits the width of a terminal, also in Chinese.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The columns of the narrowest terminal that is still common.
pub(crate) const WIDTH: usize = 80;

/// The columns a text takes.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// A text filled up with blanks to `width` columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{:1$}", "", width.saturating_sub(columns(text)))
}

/// The lines of `text`, each at most `width` columns wide where its words allow it,
/// each after `indent` blanks. Paths and commands are words: they are never cut.
pub(crate) fn wrapped(text: &str, indent: usize, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = " ".repeat(indent);
        let mut used = indent;
        let mut empty = true;
        for piece in pieces(paragraph) {
            let bare = piece.trim_end();
            if !empty && used + columns(bare) > width {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)).trim_end().to_owned());
                used = indent;
            }
            line.push_str(piece);
            used += columns(piece);
            empty = false;
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The parts of a text between which a line may end: after blanks, and beside wide
/// characters but for punctuation that belongs to its neighbour.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut previous: Option<char> = None;
    for (index, next) in text.char_indices() {
        if let Some(previous) = previous
            && breaks(previous, next)
        {
            pieces.push(&text[start..index]);
            start = index;
        }
        previous = Some(next);
    }
    pieces.push(&text[start..]);
    pieces
}

fn breaks(previous: char, next: char) -> bool {
    const STAYS_WITH_PREVIOUS: &str = "，。、；：！？）”》…";
    const STAYS_WITH_NEXT: &str = "（“《";
    if previous == ' ' {
        return next != ' ';
    }
    let wide = |c: char| c.width() == Some(2);
    (wide(previous) || wide(next))
        && !STAYS_WITH_PREVIOUS.contains(next)
        && !STAYS_WITH_NEXT.contains(previous)
        && next != ' '
}

#[cfg(test)]
mod tests {
    use super::{columns, wrapped};

    fn check(text: &str, width: usize, expected: &[&str]) {
        let lines = wrapped(text, 0, width);
        assert_eq!(lines, expected);
    }

    #[test]
    fn words_move_to_the_next_line() {
        check("one two three", 8, &["one two", "three"]);
        check("one two three", 80, &["one two three"]);
    }

    #[test]
    fn a_path_is_never_cut() {
        check("see /a/very/long/path here", 10, &["see", "/a/very/long/path", "here"]);
    }

    #[test]
    fn chinese_breaks_between_characters_but_not_before_a_full_stop() {
        check("请改正文件。", 10, &["请改正文", "件。"]);
        assert!(wrapped("请改正文件，然后重新运行命令。", 2, 12).iter().all(|line| columns(line) <= 14));
    }
}
