//! Lines of a limited length.

use std::io::{self, BufRead};

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its bytes, without the end.
    Whole(Vec<u8>),
    /// It was longer than the limit, and thrown away to its end.
    TooLong,
}

/// Reads the next line; `None` at the end of input. A line costs no more memory than
/// the limit, whatever comes.
pub(crate) fn next_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut anything = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let taken = part.len() + usize::from(end.is_some());
        anything |= taken > 0;
        if too_long || line.len() + part.len() > limit {
            too_long = true;
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let over = chunk.is_empty();
        input.consume(taken);
        if end.is_some() || over {
            return Ok(match (anything, too_long) {
                (false, _) => None,
                (true, true) => Some(Line::TooLong),
                (true, false) => Some(Line::Whole(line)),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_they_end_and_long_ones_are_left_out() {
        let cases: [(&str, &[Option<&str>]); 6] = [
            ("", &[]),
            ("\n", &[Some("")]),
            ("a\nbc", &[Some("a"), Some("bc")]),
            ("1234\n12345\n1\n", &[Some("1234"), None, Some("1")]),
            ("123456789012345678", &[None]),
            ("\r\n\n", &[Some("\r"), Some("")]),
        ];
        for (text, expected) in cases {
            for capacity in [1, 3, 64] {
                let mut input = io::BufReader::with_capacity(capacity, text.as_bytes());
                let mut lines = Vec::new();
                while let Some(line) = next_line(&mut input, 4).expect("no error") {
                    lines.push(line);
                }
                let whole = |text: &&str| Line::Whole(text.as_bytes().to_vec());
                let expected: Vec<_> = expected.iter().map(|line| line.as_ref().map_or(Line::TooLong, whole)).collect();
                assert_eq!(lines, expected, "{text:?} by {capacity}");
            }
        }
    }
}
