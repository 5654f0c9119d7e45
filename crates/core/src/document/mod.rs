//! Config files of other programs, changed by splices.
//!
//! A parser only locates; a change is a list of splices on the original text, so
//! every other byte stays where it was by construction. Every result is read
//! again by a second, unrelated parser and accepted only when it means what the
//! file meant before, plus or minus our entry.

mod block;
mod brackets;
mod json;
mod lines;
mod opinion;
mod toml;
mod yaml;

use std::borrow::Cow;

use serde_json::Value;

use crate::digest::Digest;

/// A file as bytes, or the fact that there is none.
///
/// Content known by its digest alone equals the bytes of that digest.
#[derive(Clone, Debug, Eq)]
pub enum Content {
    /// No file.
    Absent,
    /// A file with these bytes, possibly none.
    Bytes(Vec<u8>),
    /// A file whose bytes are not at hand: it can be recognised, not read.
    Kept(Digest),
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Absent, Self::Absent) => true,
            (Self::Bytes(one), Self::Bytes(other)) => one == other,
            (Self::Kept(one), Self::Kept(other)) => one == other,
            (Self::Bytes(bytes), Self::Kept(digest)) | (Self::Kept(digest), Self::Bytes(bytes)) => {
                Digest::of(bytes) == *digest
            }
            (Self::Absent, Self::Bytes(_) | Self::Kept(_)) | (Self::Bytes(_) | Self::Kept(_), Self::Absent) => false,
        }
    }
}

/// The languages a config file may be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Strict JSON (RFC 8259).
    Json,
    /// JSON with comments, trailing commas forbidden.
    JsonComments,
    /// JSON with comments and trailing commas.
    Jsonc,
    /// JSON5: also unquoted keys, single quotes, hexadecimal numbers.
    Json5,
    /// TOML 1.0.
    Toml,
    /// YAML 1.1/1.2 as its common subset, one document.
    Yaml,
    /// Any text, in which we own a marked block.
    Text,
}

/// Where entries live inside a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Container {
    /// A map of name to entry under a path of keys. A key may itself contain dots:
    /// `["amp.mcpServers"]` is one flat key. An empty path is the root.
    Map {
        /// Keys from the root to the map.
        path: Vec<String>,
    },
    /// A list of entries that carry their own name: a JSON or YAML list of maps,
    /// a TOML array of tables.
    List {
        /// Keys from the root to the list.
        path: Vec<String>,
        /// The key of an item that holds its name.
        name_key: String,
    },
    /// A block between two marker lines in a text file.
    Block {
        /// What starts a comment line there, for instance `#`.
        comment: String,
    },
}

/// The place of one entry: a container and a name in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// The map, list or block that holds entries.
    pub container: Container,
    /// The entry's name.
    pub name: String,
}

/// What to do with a UTF-8 byte order mark when our entry goes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bom {
    /// The harness reads it, or nobody knows: leave it.
    Keep,
    /// The harness rejects it: it goes with our entry and returns with the removal.
    TakeOut,
}

/// What exactly `put` or `replace` did to a file, enough to take it back.
///
/// Holds no byte of the user's but white space and, where an entry was replaced,
/// the text of that one entry (which may be secret: see [`Seam::displaced`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seam {
    /// A byte order mark was taken out.
    pub bom: bool,
    /// What stood there.
    pub kind: SeamKind,
}

/// The two ways an entry gets into a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeamKind {
    /// New text was put between the user's bytes.
    Inserted {
        /// What the file was before.
        ground: Ground,
        /// Each thing we made, outermost container first, our entry last.
        layers: Vec<Layer>,
        /// The exact white space inside the user's innermost container when it
        /// stood empty (`{}` against `{ }` against `{\n}`), or the exact text of
        /// an empty value that had to be given a form (YAML `key:` or `key: {}`).
        hollow: Option<String>,
    },
    /// The text of another entry was exchanged for ours.
    Replaced {
        /// Its name.
        name: String,
        /// The entry that stood there, name and value, byte for byte.
        old: String,
    },
}

/// What a file was before our first entry went into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// There was no file: it goes when nothing but what we made is left.
    Absent,
    /// A file without any meaning (empty, white space, a byte order mark alone):
    /// these bytes return when nothing but what we made is left.
    Blank(Vec<u8>),
    /// A document of the user's.
    Document,
}

/// One thing we made: the entry, or a container around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// White space we put before it.
    pub lead: String,
    /// White space we put after it.
    pub tail: String,
    /// The separator we put beside it.
    pub comma: Comma,
}

/// The separator that came with a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comma {
    /// None was needed.
    None,
    /// Ours stands before the layer, after the user's last member.
    Before,
    /// Ours stands after the layer.
    After,
}

impl Layer {
    /// The layer of an entry that came by hand: only the entry itself is certain.
    pub fn unknown() -> Self {
        Self { lead: String::new(), tail: String::new(), comma: Comma::None }
    }
}

impl Seam {
    /// The text of the entry this seam displaced. May hold secrets: kept apart
    /// from receipts, under the same rights as an original.
    pub fn displaced(&self) -> Option<&str> {
        match &self.kind {
            SeamKind::Replaced { old, .. } => Some(old),
            SeamKind::Inserted { .. } => None,
        }
    }
}

/// Why a file cannot be read or changed, with the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct DocumentError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It does not parse; the parser's own words.
    #[error("{0}")]
    Syntax(String),
    /// A key on our path stands there twice.
    #[error("the key {0:?} stands there twice")]
    DuplicateKey(String),
    /// A container on our path is something else.
    #[error("{key:?} is not {expected}")]
    WrongType {
        /// The key whose value is of the wrong kind.
        key: String,
        /// What it should be: "an object", "a list", "a table".
        expected: &'static str,
    },
    /// More than one YAML document in the file.
    #[error("more than one YAML document")]
    SeveralDocuments,
    /// Larger than [`SIZE_LIMIT`].
    #[error("larger than 16 MiB")]
    TooLarge,
    /// Not UTF-8.
    #[error("not UTF-8 text")]
    NotUtf8,
    /// Nested deeper than [`DEPTH_LIMIT`].
    #[error("nested too deeply")]
    TooDeep,
    /// `put` found an entry of that name.
    #[error("an entry named {0:?} is already there")]
    Occupied(String),
    /// `remove` or `replace` found no such entry.
    #[error("no entry named {0:?}")]
    Missing(String),
    /// The entry is spread over places that cannot be changed as one.
    #[error("the entry {0:?} is spread over several places")]
    Scattered(String),
    /// This form is not one we can change without touching what is the user's.
    #[error("{0}")]
    Unsupported(&'static str),
    /// The second parser reads the result differently: nothing is written.
    #[error("a second parser reads the result differently")]
    SecondOpinion,
}

/// The largest file that is read: 16 MiB.
pub const SIZE_LIMIT: usize = 16 << 20;

/// The deepest nesting that is read.
pub const DEPTH_LIMIT: usize = 128;

/// A config file read in its dialect, ready to be asked and changed.
///
/// Changing never alters the document itself: each change returns new content.
#[derive(Clone, Debug)]
pub struct ConfigDocument<'a> {
    dialect: Dialect,
    ground: Ground,
    bom: bool,
    /// Without the mark; for [`Dialect::Text`] one character for each byte.
    text: Cow<'a, str>,
}

impl<'a> ConfigDocument<'a> {
    /// Reads `content` as `dialect`.
    ///
    /// Refuses, with line and column, what is over [`SIZE_LIMIT`], is not UTF-8
    /// (except [`Dialect::Text`]), or does not parse by both parsers. An absent, empty, white or BOM-only
    /// file is a document without entries in every dialect.
    pub fn read(dialect: Dialect, content: &'a Content) -> Result<Self, DocumentError> {
        let bytes: &[u8] = match content {
            Content::Absent => b"",
            Content::Bytes(bytes) => bytes,
            Content::Kept(_) => {
                let problem = Problem::Unsupported("the bytes of this file are not at hand");
                return Err(DocumentError { line: 1, column: 1, problem });
            }
        };
        if bytes.len() > SIZE_LIMIT {
            return Err(DocumentError { line: 1, column: 1, problem: Problem::TooLarge });
        }
        let unmarked = bytes.strip_prefix(BOM.as_bytes());
        let (bom, bytes) = (unmarked.is_some(), unmarked.unwrap_or(bytes));
        let text = match dialect {
            Dialect::Text => Cow::Owned(block::from_bytes(bytes)),
            _ => Cow::Borrowed(std::str::from_utf8(bytes).map_err(|error| {
                let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
                at(&valid, valid.len(), Problem::NotUtf8)
            })?),
        };
        let blank = is_blank(&text);
        let ground = match content {
            Content::Absent => Ground::Absent,
            Content::Bytes(bytes) if blank => Ground::Blank(bytes.clone()),
            Content::Bytes(_) | Content::Kept(_) => Ground::Document,
        };
        if !blank {
            check(dialect, &text)?;
        }
        Ok(Self { dialect, ground, bom, text })
    }

    /// The entries of a container in the file's order; none where the container is missing.
    pub fn entries(&self, container: &Container) -> Result<Vec<(String, Value)>, DocumentError> {
        if is_blank(&self.text) {
            return Ok(Vec::new());
        }
        match self.dialect {
            Dialect::Json | Dialect::JsonComments | Dialect::Jsonc | Dialect::Json5 => {
                json::entries(&self.text, self.dialect, container)
            }
            Dialect::Toml => toml::entries(&self.text, container),
            Dialect::Yaml => yaml::entries(&self.text, container),
            Dialect::Text => block::entries(&self.text, container),
        }
    }

    /// One entry's value; `None` where it or its container is missing.
    pub fn entry(&self, slot: &Slot) -> Result<Option<Value>, DocumentError> {
        let found = self.entries(&slot.container)?.into_iter().find(|(name, _)| *name == slot.name);
        Ok(found.map(|(_, value)| value))
    }

    /// Puts a new entry in, with the containers it needs, in the manner of its siblings.
    ///
    /// Refuses with [`Problem::Occupied`] where the name is taken, and whatever the
    /// dialect cannot hold. The user's bytes all stay, in order.
    pub fn put(&self, slot: &Slot, entry: &Value, bom: Bom) -> Result<(Content, Seam), DocumentError> {
        if self.entry(slot)?.is_some() {
            return Err(at(&self.text, 0, Problem::Occupied(slot.name.clone())));
        }
        let splice = match self.dialect {
            Dialect::Json | Dialect::JsonComments | Dialect::Jsonc | Dialect::Json5 => {
                json::put(&self.text, self.dialect, slot, entry)
            }
            Dialect::Toml => toml::put(&self.text, slot, entry),
            Dialect::Yaml => yaml::put(&self.text, slot, entry),
            Dialect::Text => block::put(&self.text, slot, entry),
        }?;
        self.agreed(&splice.text, slot, &[&slot.name], Some(entry))?;
        let taken = self.bom && bom == Bom::TakeOut;
        let kind = SeamKind::Inserted { ground: self.ground.clone(), layers: splice.layers, hollow: splice.hollow };
        Ok((self.content(splice.text, self.bom && !taken), Seam { bom: taken, kind }))
    }

    /// Exchanges the entry called `old` for ours, in its place; the seam keeps its text.
    ///
    /// Refuses with [`Problem::Missing`] or [`Problem::Scattered`].
    pub fn replace(&self, old: &str, slot: &Slot, entry: &Value, bom: Bom) -> Result<(Content, Seam), DocumentError> {
        let (text, displaced) = self.exchanged(old, slot, entry)?;
        self.agreed(&text, slot, &[old, &slot.name], Some(entry))?;
        let taken = self.bom && bom == Bom::TakeOut;
        let kind = SeamKind::Replaced { name: old.to_owned(), old: displaced };
        Ok((self.content(text, self.bom && !taken), Seam { bom: taken, kind }))
    }

    /// Gives our own entry a new value; the seam it was put in with stays true.
    pub fn rewrite(&self, slot: &Slot, entry: &Value) -> Result<Content, DocumentError> {
        let (text, _) = self.exchanged(&slot.name, slot, entry)?;
        self.agreed(&text, slot, &[&slot.name], Some(entry))?;
        Ok(self.content(text, self.bom))
    }

    /// Takes our entry out and puts back what stood there before.
    ///
    /// Where nothing else changed since `put`, the same bytes return; where other
    /// things changed, only our splices go. A container we made stays once
    /// somebody else put something into it. Refuses with [`Problem::Missing`].
    pub fn remove(&self, slot: &Slot, seam: &Seam) -> Result<Content, DocumentError> {
        if self.entry(slot)?.is_none() {
            return Err(at(&self.text, 0, Problem::Missing(slot.name.clone())));
        }
        let left = match self.dialect {
            Dialect::Json | Dialect::JsonComments | Dialect::Jsonc | Dialect::Json5 => {
                json::remove(&self.text, self.dialect, slot, &seam.kind)
            }
            Dialect::Toml => toml::remove(&self.text, slot, &seam.kind),
            Dialect::Yaml => yaml::remove(&self.text, slot, &seam.kind),
            Dialect::Text => block::remove(&self.text, slot, &seam.kind),
        }?;
        let Some(text) = left else {
            return Ok(match &seam.kind {
                SeamKind::Inserted { ground: Ground::Absent, .. } => Content::Absent,
                SeamKind::Inserted { ground: Ground::Blank(bytes), .. } => Content::Bytes(bytes.clone()),
                SeamKind::Inserted { ground: Ground::Document, .. } | SeamKind::Replaced { .. } => {
                    Content::Bytes(Vec::new())
                }
            });
        };
        let before = self.names(&slot.container)?;
        let after = ConfigDocument { text: Cow::Borrowed(text.as_str()), ..self.clone() }.names(&slot.container)?;
        let back: Vec<&str> = after.iter().filter(|name| !before.contains(name)).map(String::as_str).collect();
        if matches!(seam.kind, SeamKind::Inserted { .. }) && !back.is_empty() {
            return Err(at(&text, 0, Problem::SecondOpinion));
        }
        self.agreed(&text, slot, &[&[slot.name.as_str()], back.as_slice()].concat(), None)?;
        Ok(self.content(text, self.bom || seam.bom))
    }

    fn names(&self, container: &Container) -> Result<Vec<String>, DocumentError> {
        Ok(self.entries(container)?.into_iter().map(|(name, _)| name).collect())
    }

    fn exchanged(&self, old: &str, slot: &Slot, entry: &Value) -> Result<(String, String), DocumentError> {
        match self.dialect {
            Dialect::Json | Dialect::JsonComments | Dialect::Jsonc | Dialect::Json5 => {
                json::replace(&self.text, self.dialect, old, slot, entry)
            }
            Dialect::Toml => toml::replace(&self.text, old, slot, entry),
            Dialect::Yaml => yaml::replace(&self.text, old, slot, entry),
            Dialect::Text => block::replace(&self.text, old, slot, entry),
        }
    }

    fn content(&self, text: String, bom: bool) -> Content {
        let mut bytes = if bom { BOM.as_bytes().to_vec() } else { Vec::new() };
        match self.dialect {
            Dialect::Text => bytes.extend(block::to_bytes(&text)),
            _ => bytes.extend(text.into_bytes()),
        }
        Content::Bytes(bytes)
    }

    /// Accepts `after` only when the second parser finds in it what it finds in our
    /// text, apart from the entries called `ours`, and `entry` in the slot.
    ///
    /// Containers on the path that are empty or null count as missing: they are
    /// what a splice may make or take away.
    fn agreed(&self, after: &str, slot: &Slot, ours: &[&str], entry: Option<&Value>) -> Result<(), DocumentError> {
        let mut expected = meaning(self.dialect, &self.text)?;
        let mut found = meaning(self.dialect, after)?;
        let placed = opinion::take(&mut found, &slot.container, &slot.name);
        for name in ours {
            opinion::take(&mut expected, &slot.container, name);
            opinion::take(&mut found, &slot.container, name);
        }
        opinion::prune(&mut expected, &slot.container);
        opinion::prune(&mut found, &slot.container);
        let same = entry.is_none_or(|entry| placed.as_ref() == Some(entry));
        if same && expected == found { Ok(()) } else { Err(at(after, 0, Problem::SecondOpinion)) }
    }
}

/// What a format's `put` hands back: the new text and what was made in it.
struct Spliced {
    text: String,
    layers: Vec<Layer>,
    hollow: Option<String>,
}

const BOM: &str = "\u{feff}";

/// White space alone: no dialect reads anything from it.
fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// The error at a byte offset of `text`.
fn at(text: &str, offset: usize, problem: Problem) -> DocumentError {
    let before = &text[..text.floor_char_boundary(offset)];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    DocumentError { line, column, problem }
}

/// Reads `text` by both parsers and says where either refuses.
fn check(dialect: Dialect, text: &str) -> Result<(), DocumentError> {
    match dialect {
        Dialect::Json | Dialect::JsonComments | Dialect::Jsonc | Dialect::Json5 => json::check(text, dialect)?,
        Dialect::Toml => toml::check(text)?,
        Dialect::Yaml => yaml::check(text)?,
        Dialect::Text => block::check(text)?,
    }
    meaning(dialect, text).map(drop)
}

/// What the second parser of a dialect reads. Blank text means an empty map.
fn meaning(dialect: Dialect, text: &str) -> Result<Value, DocumentError> {
    if is_blank(text) {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    match dialect {
        Dialect::Json | Dialect::JsonComments | Dialect::Jsonc | Dialect::Json5 => json::meaning(text, dialect),
        Dialect::Toml => toml::meaning(text),
        Dialect::Yaml => yaml::meaning(text),
        Dialect::Text => block::meaning(text),
    }
}
