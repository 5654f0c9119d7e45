//! Rust text as a flat list of tokens that know their line and whether they are test code.

use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// One token; a group is its opening delimiter, what it holds, and its closing one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// As written; of a string literal with its quotes.
    pub(crate) text: String,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// Whether it belongs to an item under `#[cfg(test)]`.
    pub(crate) in_test: bool,
    /// Whether it is a literal, so that `"todo"` is not mistaken for a name.
    pub(crate) literal: bool,
}

/// The tokens of a file. Comments are none; doc comments are `doc` attributes.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>> {
    let stream: TokenStream = text.parse().map_err(|error| anyhow!("not Rust: {error}"))?;
    let mut tokens = Vec::new();
    flatten(stream, false, &mut tokens);
    Ok(tokens)
}

impl Token {
    /// The content of a plain string literal without escapes.
    pub(crate) fn string(&self) -> Option<&str> {
        let text = if self.literal { self.text.as_str() } else { return None };
        text.strip_prefix('"')?.strip_suffix('"')
    }

    /// Whether it is this name or sign, and no literal.
    pub(crate) fn is(&self, text: &str) -> bool {
        !self.literal && self.text == text
    }
}

fn flatten(stream: TokenStream, in_test: bool, tokens: &mut Vec<Token>) {
    // An item under the attribute ends with its braces, or with a semicolon.
    let mut test_item = false;
    let mut after_hash = false;
    for tree in stream {
        let line = tree.span().start().line;
        let within = in_test || test_item;
        let mut push = |text: String, literal| tokens.push(Token { text, line, in_test: within, literal });
        match tree {
            TokenTree::Group(group) => {
                let attribute = after_hash && group.delimiter() == Delimiter::Bracket;
                test_item |= attribute && is_cfg_test(&group);
                let braces = group.delimiter() == Delimiter::Brace;
                let (open, close) = signs(group.delimiter());
                push(open.into(), false);
                let end = group.span_close().start().line;
                flatten(group.stream(), within || test_item, tokens);
                tokens.push(Token { text: close.into(), line: end, in_test: within, literal: false });
                test_item &= !braces;
                after_hash = false;
            }
            TokenTree::Ident(name) => {
                push(name.to_string(), false);
                after_hash = false;
            }
            TokenTree::Punct(sign) => {
                push(sign.as_char().into(), false);
                test_item &= sign.as_char() != ';';
                // `#!` opens an inner attribute.
                after_hash = sign.as_char() == '#' || (after_hash && sign.as_char() == '!');
            }
            TokenTree::Literal(literal) => {
                push(literal.to_string(), true);
                after_hash = false;
            }
        }
    }
}

fn is_cfg_test(attribute: &Group) -> bool {
    attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

fn signs(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_code_ends_with_its_item() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\nfn c() {}\n";
        let tokens = tokens(text).unwrap();
        let of = |name: &str| tokens.iter().find(|token| token.is(name)).unwrap();
        assert!(!of("a").in_test && of("b").in_test && !of("c").in_test);
        assert_eq!(of("b").line, 4);
    }

    #[test]
    fn a_string_is_no_name() {
        let tokens = tokens("const A: &str = \"todo\"; // todo").unwrap();
        assert!(!tokens.iter().any(|token| token.is("todo")));
        assert!(tokens.iter().any(|token| token.string() == Some("todo")));
    }
}
