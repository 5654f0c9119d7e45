//! JSON texts of all four dialects, made from bytes: the same bytes make the same
//! text, and fewer or smaller bytes make a plainer one.

use bascule_core::document::Dialect;

/// Choices read off a slice of bytes; all zero once it is used up.
pub(crate) struct Dice<'b>(pub(crate) &'b [u8]);

impl Dice<'_> {
    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first) % sides
    }

    /// True once in `sides` rolls.
    pub(crate) fn rarely(&mut self, sides: usize) -> bool {
        self.roll(sides) == sides - 1
    }

    /// One of `choices`.
    pub(crate) fn pick<'c>(&mut self, choices: &[&'c str]) -> &'c str {
        choices[self.roll(choices.len())]
    }
}

/// A text with the offsets at which it may be changed.
#[derive(Debug, Default)]
pub(crate) struct Made {
    pub(crate) text: String,
    /// Where white space or a comment may go in.
    pub(crate) gaps: Vec<usize>,
    /// Where a member begins.
    pub(crate) members: Vec<usize>,
}

/// A text in `dialect`, in which the containers of `path` may or may not stand;
/// the last one is a list where `list` says so.
pub(crate) fn made(dice: &mut Dice, dialect: Dialect, path: &[&str], list: bool) -> Made {
    let newline = dice.pick(&["\n", "\r\n", "\n", "\n", "\r"]);
    let one_line = dice.rarely(4);
    let unit = dice.pick(&["  ", "    ", "\t", " ", "", "   "]);
    let mut writer = Writer {
        dialect,
        list,
        newline,
        unit,
        one_line,
        space: dice.pick(&[" ", " ", "", "  "]),
        comments: dialect != Dialect::Json && !dice.rarely(4),
        trailing: matches!(dialect, Dialect::Jsonc | Dialect::Json5) && dice.rarely(3),
        odd: dice.rarely(3),
        made: Made::default(),
    };
    match dice.roll(24) {
        23 => {
            for _ in 0..dice.roll(4) {
                writer.made.text += dice.pick(&[" ", "\n", "\r\n", "\t", "\r"]);
            }
        }
        22 if writer.comments => {
            writer.made.text += dice.pick(&["", "\n", "  "]);
            writer.made.text += dice.pick(&["// c", "/* c */", "// a\n// b", "/* a\n */"]);
            writer.made.text += dice.pick(&["\n", "", "\n\n", " \n "]);
        }
        _ => {
            writer.noise(dice);
            writer.object(dice, 0, path);
            writer.made.gaps.push(writer.made.text.len());
            if !dice.rarely(3) {
                writer.made.text += newline;
            }
            writer.noise(dice);
        }
    }
    writer.made
}

struct Writer<'w> {
    dialect: Dialect,
    list: bool,
    newline: &'w str,
    unit: &'w str,
    one_line: bool,
    space: &'w str,
    comments: bool,
    trailing: bool,
    odd: bool,
    made: Made,
}

impl Writer<'_> {
    fn json5(&self) -> bool {
        self.dialect == Dialect::Json5
    }

    fn noise(&mut self, dice: &mut Dice) {
        if self.odd && dice.rarely(4) {
            self.made.text += dice.pick(&[" ", "\t", "\n", "\r\n", "  \n ", "\n\n"]);
        }
        if self.json5() && self.odd && dice.rarely(8) {
            self.made.text += dice.pick(&["\u{a0}", "\u{2028}", "\u{feff}", "\u{b}"]);
        }
        if self.comments && dice.rarely(5) {
            self.made.text += dice.pick(&["/* c */", "/**/", "/* }, \"k\": [ */", "/*\n * d\n */"]);
        }
        if self.comments && dice.rarely(6) {
            self.made.text += dice.pick(&[" // d", "// \"q\": {", "//", " // }\t"]);
            self.made.text += if self.json5() && dice.rarely(9) { "\u{2029}" } else { self.newline };
        }
        self.made.gaps.push(self.made.text.len());
    }

    fn lay(&mut self, dice: &mut Dice, depth: usize) {
        if self.odd && dice.rarely(5) {
            return self.made.text += dice.pick(&["", " ", "\n", "\t \n"]);
        }
        if self.one_line {
            self.made.text += self.space;
        } else {
            self.made.text += self.newline;
            self.made.text += &self.unit.repeat(depth);
        }
    }

    fn object(&mut self, dice: &mut Dice, depth: usize, path: &[&str]) {
        let others = dice.roll(4);
        let place = if path.is_empty() || dice.rarely(4) { usize::MAX } else { dice.roll(others + 1) };
        let count = if place == usize::MAX { others } else { others + 1 };
        self.made.text.push('{');
        for index in 0..count {
            self.noise(dice);
            self.lay(dice, depth + 1);
            self.made.members.push(self.made.text.len());
            match (index == place, path) {
                (true, [key, rest @ ..]) => {
                    self.key(dice, key);
                    if rest.is_empty() && self.list {
                        self.array(dice, depth + 1);
                    } else if rest.is_empty() || !dice.rarely(8) {
                        self.object(dice, depth + 1, rest);
                    } else {
                        self.made.text += "{}";
                    }
                }
                _ => {
                    let name = ["a", "x-y", "amp.z", "é", "q\\\"", "\\u0041"][dice.roll(6)];
                    let key = format!("k{}{name}", dice.roll(9));
                    self.key(dice, &key);
                    self.value(dice, depth + 1);
                }
            }
            self.noise(dice);
            self.comma(dice, index + 1 == count);
        }
        self.close(dice, depth, count, '}');
    }

    fn key(&mut self, dice: &mut Dice, key: &str) {
        let plain = key.chars().all(|char| char.is_ascii_alphanumeric());
        let text = match dice.roll(5) {
            4 if self.json5() && plain => key.to_owned(),
            3 if self.json5() && !key.contains('"') => format!("'{key}'"),
            2 if plain => format!("\"\\u{:04x}{}\"", key.as_bytes()[0], &key[1..]),
            _ => format!("\"{key}\""),
        };
        self.made.text += &text;
        self.noise(dice);
        self.made.text.push(':');
        self.made.text += if self.one_line { self.space } else { " " };
        self.noise(dice);
    }

    fn comma(&mut self, dice: &mut Dice, last: bool) {
        if !last || self.trailing && !dice.rarely(4) {
            self.made.text.push(',');
            self.noise(dice);
        }
    }

    fn close(&mut self, dice: &mut Dice, depth: usize, count: usize, close: char) {
        if count > 0 || dice.rarely(3) {
            self.noise(dice);
            self.lay(dice, depth);
        }
        self.made.gaps.push(self.made.text.len());
        self.made.text.push(close);
    }

    fn array(&mut self, dice: &mut Dice, depth: usize) {
        self.made.text.push('[');
        let count = dice.roll(4);
        for index in 0..count {
            self.noise(dice);
            self.lay(dice, depth + 1);
            self.value(dice, depth + 1);
            self.noise(dice);
            self.comma(dice, index + 1 == count);
        }
        self.close(dice, depth, count, ']');
    }

    fn value(&mut self, dice: &mut Dice, depth: usize) {
        let deep = depth > 5;
        match dice.roll(if deep { 6 } else { 9 }) {
            6 => self.object(dice, depth, &[]),
            7 => self.array(dice, depth),
            8 => self.made.text += "{\"name\": \"npx\", \"args\": [\"-y\", \"p\"]}",
            5 if self.json5() => {
                let odd =
                    ["+1", ".5", "5.", "0xFf", "Infinity", "-NaN", "'it\\\ns'", "'\\x41\"'", "-.5e-3", "\"\u{2028}\""];
                self.made.text += dice.pick(&odd);
            }
            _ => {
                let plain = [
                    "1",
                    "\"s\"",
                    "true",
                    "null",
                    "-0.5e+3",
                    "\"\\ud83d\\ude00\\n\"",
                    "\"// {\"",
                    "18446744073709551615",
                ];
                self.made.text += dice.pick(&plain);
            }
        }
    }
}
