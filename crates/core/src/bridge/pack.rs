//! The files of a pack as values, and what can be wrong with them.

use std::fmt;
use std::ops::Range;

use super::rule::Rule;

/// The largest `bridge.toml` that is read: 64 KiB.
pub(super) const MANIFEST_LIMIT: usize = 64 << 10;

/// The largest tool file of a pack that is read: 64 KiB.
pub(super) const TOOL_LIMIT: usize = 64 << 10;

/// The largest recorded `tools.json` that is read: 4 MiB. A foreign server may
/// list hundreds of tools with long schemas.
pub(super) const RECORDED_LIMIT: usize = 4 << 20;

/// The most tools one bridge may have.
pub(super) const TOOLS_LIMIT: usize = 512;

/// One file of a pack: its name for messages, its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackFile<'a> {
    /// What people call it: `bridge.toml`, `tools/diagnose.json`, or a whole path.
    pub name: &'a str,
    /// What stands in it.
    pub text: &'a str,
}

impl PackFile<'_> {
    /// The error at a byte offset of this file.
    pub(super) fn error_at(&self, offset: usize, problem: PackProblem) -> PackError {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        PackError { file: self.name.to_owned(), line, column, problem }
    }

    /// The error at the start of a span of this file.
    pub(super) fn error_in(&self, span: &Range<usize>, problem: PackProblem) -> PackError {
        self.error_at(span.start, problem)
    }

    /// The error at the first quoted `word` of this JSON file, or at its start
    /// where the word does not stand in it.
    pub(super) fn error_near(&self, word: &str, problem: PackProblem) -> PackError {
        self.error_at(self.text.find(&format!("\"{word}\"")).unwrap_or(0), problem)
    }

    /// The error at the line of this TOML file that begins with a key, or at its start.
    pub(super) fn error_at_key(&self, key: &str, problem: PackProblem) -> PackError {
        let line = self.text.split_inclusive('\n').scan(0, |offset, line| {
            let start = *offset;
            *offset += line.len();
            Some((start, line))
        });
        let is_key =
            |line: &str| line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
        let found = line.into_iter().find(|(_, line)| is_key(line));
        self.error_at(found.map_or(0, |(start, _)| start), problem)
    }

    /// Refuses a file that is larger than `limit` bytes.
    pub(super) fn within(&self, limit: usize) -> Result<(), PackError> {
        if self.text.len() > limit { Err(self.error_at(0, PackProblem::TooLarge { limit })) } else { Ok(()) }
    }
}

/// Why a pack is refused, with the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}, column {column}: {problem}")]
pub struct PackError {
    /// The file, as its [`PackFile`] named it.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: PackProblem,
}

/// What can be wrong with a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackProblem {
    /// It does not parse, or has a key nobody knows; the parser's own words.
    #[error("{0}")]
    Shape(String),
    /// Larger than it may be.
    #[error("larger than {limit} bytes")]
    TooLarge {
        /// The most bytes that are read.
        limit: usize,
    },
    /// Written for a later format.
    #[error("format {found} is newer than {known}, the newest this version reads")]
    NewerFormat {
        /// The format the file names.
        found: u32,
        /// The newest format known here.
        known: u32,
    },
    /// The bridge asks for a later Bascule.
    #[error("the bridge needs Bascule {required}, this is {running}")]
    NeedsNewer {
        /// The oldest version it runs on.
        required: Version,
        /// The version that read it.
        running: Version,
    },
    /// A kind that is planned but not built yet.
    #[error("bridges of kind {0:?} are not in this version")]
    LaterKind(String),
    /// A kind nobody knows.
    #[error("no bridge is of kind {0:?}")]
    UnknownKind(String),
    /// A kind that only bridges of Bascule's own may have.
    #[error("only bridges that ship with Bascule are of kind {0:?}")]
    OnlyOurs(&'static str),
    /// An id of a bridge that ships with Bascule.
    #[error("the id {0:?} is reserved for a bridge that ships with Bascule")]
    ReservedId(String),
    /// The command names a file of the bridge's own that is not in the pack.
    #[error("the pack has no file {0:?}")]
    MissingFile(String),
    /// A value breaks its rule.
    #[error("{key} breaks its rule: {rule}")]
    Rule {
        /// The key, dotted.
        key: String,
        /// What it has to be.
        rule: Rule,
    },
    /// Two tools share a name.
    #[error("two tools are called {0:?}")]
    DuplicateTool(String),
    /// A group names a tool that has no file.
    #[error("no tool is called {0:?}")]
    MissingTool(String),
    /// A tool stands in no group.
    #[error("the tool {0:?} is in no group")]
    Ungrouped(String),
    /// A tool stands in two groups.
    #[error("the tool {0:?} is in two groups")]
    GroupedTwice(String),
    /// A tool that only looks must say so, and no other may.
    #[error("the tool {tool:?} is in group {group} but its readOnlyHint says otherwise")]
    GroupAgainstHint {
        /// The tool.
        tool: String,
        /// The group the manifest puts it in.
        group: &'static str,
    },
    /// A schema uses a word this version cannot check arguments by.
    #[error("{path} uses the schema keyword {keyword:?}, which is not checked here")]
    Keyword {
        /// Where in the schema, as a JSON pointer.
        path: String,
        /// The keyword.
        keyword: String,
    },
}

/// A version of Bascule: three numbers, compared in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Changes that break.
    pub major: u32,
    /// Changes that add.
    pub minor: u32,
    /// Changes that repair.
    pub patch: u32,
}

impl Version {
    /// Reads `1`, `1.2` or `1.2.3`; what follows a `-` or `+` does not count.
    /// `None` where it is anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let numbers = text.split(['-', '+']).next().unwrap_or_default();
        let mut parts = numbers.split('.').map(|part| part.parse::<u32>().ok());
        let major = parts.next()??;
        let minor = parts.next().unwrap_or(Some(0))?;
        let patch = parts.next().unwrap_or(Some(0))?;
        parts.next().is_none().then_some(Self { major, minor, patch })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}
