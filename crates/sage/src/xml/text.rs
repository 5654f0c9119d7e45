//! Bytes as text: byte order marks, UTF-16, what is neither; and places in it.

use std::borrow::Cow;

use super::Place;
use crate::diagnostic::Cause;

/// The text of a file without its byte order mark.
///
/// A mark decides, else it is UTF-8, whatever the XML declaration says: the files of
/// this game declare encodings they do not have.
pub(crate) fn decoded(bytes: &[u8]) -> (Cow<'_, str>, Option<Cause>) {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        bytes => utf8(bytes),
    }
}

/// The lines `first` to `last` of a text, from 1, without the end of the last one.
pub(crate) fn lines_of(text: &str, first: u32, last: u32) -> String {
    let count = (last.saturating_sub(first) + 1) as usize;
    let skipped = (first.max(1) - 1) as usize;
    text.lines().skip(skipped).take(count).collect::<Vec<_>>().join("\n")
}

/// Counts lines and columns. Quick where the places come in order.
pub(super) struct Places<'t> {
    text: &'t str,
    counted: usize,
    line: u32,
    line_start: usize,
}

impl<'t> Places<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, counted: 0, line: 1, line_start: 0 }
    }

    /// The place of a byte offset; the text's end where it lies beyond.
    pub(super) fn at(&mut self, offset: usize) -> Place {
        let offset = self.text.floor_char_boundary(offset);
        if offset < self.counted {
            *self = Self::of(self.text);
        }
        let passed = &self.text[self.counted..offset];
        if let Some(last) = passed.rfind('\n') {
            let lines = passed.matches('\n').count();
            self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
            self.line_start = self.counted + last + 1;
        }
        self.counted = offset;
        let column = self.text[self.line_start..offset].chars().count();
        Place { line: self.line, column: u32::try_from(column).unwrap_or(u32::MAX).saturating_add(1) }
    }
}

fn utf8(bytes: &[u8]) -> (Cow<'_, str>, Option<Cause>) {
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => (text.into(), None),
        Cow::Owned(text) => (text.into(), Some(Cause::Encoding("UTF-8"))),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (Cow<'_, str>, Option<Cause>) {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
    match String::from_utf16(&units) {
        Ok(text) if rest.is_empty() => (text.into(), None),
        Ok(_) | Err(_) => (String::from_utf16_lossy(&units).into(), Some(Cause::Encoding("UTF-16"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_decides_how_bytes_are_read() {
        let cases: [(&[u8], &str, bool); 7] = [
            (b"<a/>", "<a/>", false),
            (b"\xEF\xBB\xBF<a/>", "<a/>", false),
            (b"\xFF\xFE<\0a\0", "<a", false),
            (b"\xFE\xFF\0<\0a", "<a", false),
            (b"\xFF\xFE<\0a", "<", true),
            (b"<\xE9/>", "<\u{FFFD}/>", true),
            (b"", "", false),
        ];
        for (bytes, text, faulty) in cases {
            let (found, fault) = decoded(bytes);
            assert_eq!((found.as_ref(), fault.is_some()), (text, faulty), "{bytes:?}");
        }
    }

    #[test]
    fn places_count_lines_and_characters() {
        let text = "a\n好b\n\nc";
        let mut places = Places::of(text);
        let found: Vec<_> = [0, 2, 5, 6, 7, 8, 99, 5].map(|at| places.at(at)).into_iter().collect();
        let at = |line, column| Place { line, column };
        assert_eq!(found, [at(1, 1), at(2, 1), at(2, 2), at(2, 3), at(3, 1), at(4, 1), at(4, 2), at(2, 2)]);
    }

    #[test]
    fn lines_are_cut_out_of_a_text() {
        assert_eq!(lines_of("a\nb\r\nc\nd", 2, 3), "b\nc");
        assert_eq!(lines_of("a", 3, 9), "");
    }
}
