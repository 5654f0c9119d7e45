//! Where things stand in a JSON text of any of the four dialects.
//!
//! One strict scanner for all four: what a dialect forbids is refused at its
//! place. It keeps spans only along one path of keys, so a file of many
//! megabytes costs little more than its bytes.

use super::super::{DEPTH_LIMIT, Dialect, DocumentError, Problem, at};

/// A range of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// One comment, without the line break that ends it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comment {
    pub(super) span: Span,
    pub(super) to_line_end: bool,
}

/// What a value is, as far as finding a container needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    Scalar,
}

/// A value; `parts` is filled only along the path that was asked for.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) span: Span,
    pub(super) kind: Kind,
    pub(super) parts: Vec<Part>,
}

/// A member of an object or an item of an array.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The decoded key; none in an array.
    pub(super) key: Option<String>,
    /// Where the key, or the item, begins.
    pub(super) start: usize,
    pub(super) value: Node,
    /// The comma that follows.
    pub(super) comma: Option<usize>,
}

impl Part {
    /// Key and value without the comma.
    pub(super) fn span(&self) -> Span {
        Span { start: self.start, end: self.value.span.end }
    }
}

/// The places of a text along one path.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// The document's value; none where a text holds comments alone.
    pub(super) root: Option<Node>,
    /// Every comment, in order.
    pub(super) comments: Vec<Comment>,
}

impl Outline {
    /// The last comment that lies wholly inside `span`.
    pub(super) fn last_comment(&self, span: Span) -> Option<Comment> {
        let before = self.comments.partition_point(|comment| comment.span.end <= span.end);
        let last = self.comments[..before].last().copied()?;
        (last.span.start >= span.start).then_some(last)
    }
}

/// Scans `text` as `dialect`, keeping the parts of each container along `path`.
///
/// Refuses, with line and column, whatever the dialect forbids and what is nested
/// deeper than [`DEPTH_LIMIT`].
pub(super) fn outline(text: &str, dialect: Dialect, path: Option<&[String]>) -> Result<Outline, DocumentError> {
    let mut scanner = Scanner { text, dialect, offset: 0, comments: Vec::new() };
    scanner.trivia()?;
    let root = match scanner.peek() {
        None if !scanner.comments.is_empty() => None,
        _ => Some(scanner.value(1, path)?),
    };
    scanner.trivia()?;
    match scanner.peek() {
        None => Ok(Outline { root, comments: scanner.comments }),
        Some(_) => Err(scanner.syntax("unexpected text after the end of the document")),
    }
}

/// What ends a line comment, and what counts as the start of a new line.
pub(super) fn ends_line(char: char, dialect: Dialect) -> bool {
    matches!(char, '\n' | '\r') || dialect == Dialect::Json5 && matches!(char, '\u{2028}' | '\u{2029}')
}

/// What may stand between tokens.
pub(super) fn is_white(char: char, dialect: Dialect) -> bool {
    match char {
        ' ' | '\t' | '\n' | '\r' => true,
        '!'..='~' => false,
        _ => dialect == Dialect::Json5 && json5::char::is_json5_whitespace(char),
    }
}

struct Scanner<'t> {
    text: &'t str,
    dialect: Dialect,
    offset: usize,
    comments: Vec<Comment>,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        &self.text[self.offset..]
    }

    fn peek(&self) -> Option<char> {
        match self.byte()? {
            byte if byte.is_ascii() => Some(char::from(byte)),
            _ => self.rest().chars().next(),
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.byte() == Some(byte);
        self.offset += usize::from(found);
        found
    }

    fn json5(&self) -> bool {
        self.dialect == Dialect::Json5
    }

    fn syntax(&self, message: &str) -> DocumentError {
        self.syntax_at(self.offset, message)
    }

    fn syntax_at(&self, offset: usize, message: &str) -> DocumentError {
        at(self.text, offset, Problem::Syntax(message.to_owned()))
    }

    fn trivia(&mut self) -> Result<(), DocumentError> {
        loop {
            match self.peek() {
                Some('/') => self.comment()?,
                Some(char) if is_white(char, self.dialect) => self.offset += char.len_utf8(),
                _ => return Ok(()),
            }
        }
    }

    fn comment(&mut self) -> Result<(), DocumentError> {
        let start = self.offset;
        if self.dialect == Dialect::Json {
            return Err(self.syntax("comments are not allowed here"));
        }
        let to_line_end = match self.rest().as_bytes().get(1) {
            Some(b'/') => true,
            Some(b'*') => false,
            _ => return Err(self.syntax("expected a comment")),
        };
        let length = if to_line_end {
            let dialect = self.dialect;
            self.rest().find(|char| ends_line(char, dialect)).unwrap_or(self.rest().len())
        } else {
            let close = self.rest()[2..].find("*/").ok_or_else(|| self.syntax("this comment never ends"))?;
            close + 4
        };
        // Readers of JSONC disagree on whether these end a line.
        if to_line_end && let Some(odd) = self.rest()[..length].find(['\u{2028}', '\u{2029}']) {
            return Err(self.syntax_at(start + odd, "an unusual line separator in a comment"));
        }
        self.offset += length;
        self.comments.push(Comment { span: Span { start, end: self.offset }, to_line_end });
        Ok(())
    }

    fn value(&mut self, depth: usize, follow: Option<&[String]>) -> Result<Node, DocumentError> {
        let start = self.offset;
        let (kind, parts) = match self.peek() {
            Some('{') => (Kind::Object, self.parts(Kind::Object, depth, follow)?),
            Some('[') => (Kind::Array, self.parts(Kind::Array, depth, follow)?),
            Some('"') => (Kind::Scalar, self.string(false).map(|_| Vec::new())?),
            Some('\'') if self.json5() => (Kind::Scalar, self.string(false).map(|_| Vec::new())?),
            Some('-' | '+' | '.' | '0'..='9' | 'I' | 'N') => (Kind::Scalar, self.number().map(|()| Vec::new())?),
            _ => {
                let words = ["true", "false", "null"];
                let Some(word) = words.into_iter().find(|word| self.rest().starts_with(word)) else {
                    return Err(self.syntax("expected a value"));
                };
                self.offset += word.len();
                (Kind::Scalar, Vec::new())
            }
        };
        Ok(Node { span: Span { start, end: self.offset }, kind, parts })
    }

    fn parts(&mut self, kind: Kind, depth: usize, follow: Option<&[String]>) -> Result<Vec<Part>, DocumentError> {
        if depth > DEPTH_LIMIT {
            return Err(at(self.text, self.offset, Problem::TooDeep));
        }
        let close = if kind == Kind::Object { b'}' } else { b']' };
        let mut parts = Vec::new();
        self.offset += 1;
        self.trivia()?;
        while !self.eat(close) {
            let start = self.offset;
            let mut inner = None;
            let mut key = None;
            if kind == Kind::Object {
                key = self.key(follow.is_some())?;
                self.trivia()?;
                if !self.eat(b':') {
                    return Err(self.syntax("expected a colon"));
                }
                self.trivia()?;
                inner = match (follow, &key) {
                    (Some([first, rest @ ..]), Some(key)) if first == key => Some(rest),
                    _ => None,
                };
            }
            let value = self.value(depth + 1, inner)?;
            self.trivia()?;
            let comma = self.offset;
            let separated = self.eat(b',');
            if follow.is_some() {
                parts.push(Part { key, start, value, comma: separated.then_some(comma) });
            }
            self.trivia()?;
            match (separated, self.byte() == Some(close), self.dialect) {
                (true, true, Dialect::Jsonc | Dialect::Json5) | (true, false, _) | (false, true, _) => {}
                (true, true, _) => return Err(self.syntax_at(comma, "a trailing comma is not allowed here")),
                (false, false, _) => return Err(self.syntax("expected a comma or the end of this container")),
            }
        }
        Ok(parts)
    }

    /// A key; decoded only where `keep` asks for it.
    fn key(&mut self, keep: bool) -> Result<Option<String>, DocumentError> {
        match self.peek() {
            Some('"') => self.string(keep),
            Some('\'') if self.json5() => self.string(keep),
            Some(_) if self.json5() => self.identifier().map(Some),
            _ => Err(self.syntax("expected a key in double quotes")),
        }
    }

    fn identifier(&mut self) -> Result<String, DocumentError> {
        let mut name = String::new();
        while let Some(char) = self.peek() {
            let start = self.offset;
            let escaped = char == '\\';
            self.offset += char.len_utf8();
            let char = if escaped {
                if !self.eat(b'u') {
                    return Err(self.syntax_at(start, "not an escape of a key without quotes"));
                }
                self.unicode(start)?
            } else {
                char
            };
            let fits = match name.is_empty() {
                true => json5::char::is_json5_identifier_start(char),
                false => json5::char::is_json5_identifier(char),
            };
            match (fits, escaped) {
                (true, _) => name.push(char),
                (false, true) => return Err(self.syntax_at(start, "not a letter of a key without quotes")),
                (false, false) => {
                    self.offset = start;
                    break;
                }
            }
        }
        if name.is_empty() { Err(self.syntax("expected a key")) } else { Ok(name) }
    }

    fn string(&mut self, keep: bool) -> Result<Option<String>, DocumentError> {
        let start = self.offset;
        let mut decoded = keep.then(String::new);
        let quote = self.peek();
        self.offset += 1;
        loop {
            let Some(char) = self.peek() else {
                return Err(self.syntax_at(start, "this text never ends"));
            };
            let place = self.offset;
            self.offset += char.len_utf8();
            let forbidden = if self.json5() { matches!(char, '\n' | '\r') } else { char < ' ' };
            let piece = match char {
                _ if Some(char) == quote => return Ok(decoded),
                _ if forbidden => return Err(self.syntax_at(place, "a control character inside a text")),
                '\\' => self.escape(place)?,
                char => Some(char),
            };
            if let (Some(decoded), Some(piece)) = (&mut decoded, piece) {
                decoded.push(piece);
            }
        }
    }

    /// What an escape stands for; none for a line that goes on.
    fn escape(&mut self, start: usize) -> Result<Option<char>, DocumentError> {
        let Some(char) = self.peek() else {
            return Err(self.syntax_at(start, "this escape never ends"));
        };
        self.offset += char.len_utf8();
        let plain = match char {
            '"' | '\\' | '/' => char,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => self.unicode(start)?,
            _ if !self.json5() => return Err(self.syntax_at(start, "not an escape")),
            'v' => '\u{b}',
            'x' => char::from_u32(u32::from(self.hex(2, start)?))
                .ok_or_else(|| self.syntax_at(start, "not a character"))?,
            '0' if !self.byte().is_some_and(|byte| byte.is_ascii_digit()) => '\0',
            '0'..='9' => return Err(self.syntax_at(start, "not an escape")),
            '\r' => {
                self.eat(b'\n');
                return Ok(None);
            }
            char if ends_line(char, self.dialect) => return Ok(None),
            char => char,
        };
        Ok(Some(plain))
    }

    /// The character of a `\u` escape, or of a pair of them.
    fn unicode(&mut self, start: usize) -> Result<char, DocumentError> {
        let first = self.hex(4, start)?;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u") {
            self.offset += 2;
            units.push(self.hex(4, start)?);
        }
        let decoded = char::decode_utf16(units).collect::<Result<String, _>>();
        match decoded.as_deref().map(|decoded| decoded.chars().next()) {
            Ok(Some(char)) => Ok(char),
            _ => Err(self.syntax_at(start, "half of a surrogate pair")),
        }
    }

    fn hex(&mut self, digits: usize, start: usize) -> Result<u16, DocumentError> {
        let found = self.text.get(self.offset..self.offset + digits);
        let number = found
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok());
        self.offset += digits;
        number.ok_or_else(|| self.syntax_at(start, "an escape without its hexadecimal digits"))
    }

    fn number(&mut self) -> Result<(), DocumentError> {
        let start = self.offset;
        if !self.eat(b'-') && self.byte() == Some(b'+') {
            if !self.json5() {
                return Err(self.syntax("a plus sign is not allowed here"));
            }
            self.offset += 1;
        }
        if self.json5() {
            for word in ["Infinity", "NaN", "0x", "0X"] {
                if self.rest().starts_with(word) {
                    self.offset += word.len();
                    let hexadecimal = word.starts_with('0');
                    let found = hexadecimal && self.digits(|byte| byte.is_ascii_hexdigit());
                    return if found == hexadecimal { Ok(()) } else { Err(self.syntax("expected a digit")) };
                }
            }
        }
        let decimal = |byte: u8| byte.is_ascii_digit();
        let whole = self.eat(b'0') || self.digits(decimal);
        let bare_point = self.json5() && self.byte() == Some(b'.');
        if !whole && !bare_point {
            return Err(self.syntax_at(start, "not a number"));
        }
        if self.eat(b'.') && !self.digits(decimal) && !(self.json5() && whole) {
            return Err(self.syntax("expected a digit"));
        }
        if self.eat(b'e') || self.eat(b'E') {
            if !self.eat(b'-') {
                self.eat(b'+');
            }
            if !self.digits(decimal) {
                return Err(self.syntax("expected a digit"));
            }
        }
        Ok(())
    }

    fn digits(&mut self, digit: impl Fn(u8) -> bool) -> bool {
        let start = self.offset;
        while self.byte().is_some_and(&digit) {
            self.offset += 1;
        }
        self.offset > start
    }
}
