//! What is worth telling about a mod's files, with its place.

use camino::Utf8PathBuf;

use crate::includes::SourceProblem;
use crate::xml::Place;

/// Something about one file, at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file.
    pub file: Utf8PathBuf,
    /// Where in it.
    pub place: Place,
    /// What it is.
    pub cause: Cause,
}

/// What can be told about a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The file is no well-formed XML; what stands before this place counts.
    #[error("not well-formed: {0}")]
    Malformed(String),
    /// There is no element in it.
    #[error("the file holds no element")]
    NoElement,
    /// It is neither UTF-8 nor UTF-16; what is not is replaced.
    #[error("the text is not {0}; the bytes that are not were replaced")]
    Encoding(&'static str),
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// Larger than is read.
    #[error("larger than {0} bytes; it was left out")]
    TooLarge(u64),
    /// Elements nested too deeply; reading stopped here.
    #[error("more than {0} elements inside one another; the rest was left out")]
    TooDeep(usize),
    /// Too many records in one file; reading stopped here.
    #[error("more than {0} records; the rest was left out")]
    TooMany(usize),
    /// A name or value is longer than is kept.
    #[error("longer than {0} bytes; it was left out")]
    TooLong(usize),
    /// The mod has more files, or more bytes, than are read.
    #[error("the mod is larger than is read; this file and what it includes were left out")]
    ModTooLarge,
    /// A chain of includes is longer than is followed.
    #[error("a chain of more than {0} includes; the rest was left out")]
    ChainTooLong(usize),
    /// An asset without an id.
    #[error("the asset {0} has no id")]
    NoId(String),
    /// The same type and id twice in one file.
    #[error("{kind} {id} is defined twice in this file; the first time on line {first}")]
    DuplicateAsset {
        /// Its type.
        kind: String,
        /// Its id.
        id: String,
        /// The line of the first one.
        first: u32,
    },
    /// An include without a source.
    #[error("the include has no source")]
    NoSource,
    /// An include of a type nobody knows.
    #[error("{0:?} is no type of include; known are all, instance and reference")]
    IncludeType(String),
    /// The source of an include, or the target of an xi:include, cannot be a path.
    #[error("{wanted}: {problem}")]
    Source {
        /// The source as it is written.
        wanted: String,
        /// What is wrong with it.
        problem: SourceProblem,
    },
    /// An included file that is not there. The compiler treats it as empty.
    #[error("{0} is not there")]
    MissingFile(String),
    /// The included file includes this one again.
    #[error("the include leads in a circle back to {0}")]
    Cycle(Utf8PathBuf),
}

impl Cause {
    /// A stable word for its kind.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed",
            Self::NoElement => "no-element",
            Self::Encoding(_) => "encoding",
            Self::Unreadable(_) => "unreadable",
            Self::TooLarge(_) => "too-large",
            Self::TooDeep(_) => "too-deep",
            Self::TooMany(_) => "too-many",
            Self::TooLong(_) => "too-long",
            Self::ModTooLarge => "mod-too-large",
            Self::ChainTooLong(_) => "chain-too-long",
            Self::NoId(_) => "no-id",
            Self::DuplicateAsset { .. } => "duplicate-asset",
            Self::NoSource => "no-source",
            Self::IncludeType(_) => "include-type",
            Self::Source { .. } => "bad-source",
            Self::MissingFile(_) => "missing-file",
            Self::Cycle(_) => "include-cycle",
        }
    }

    /// Whether records that stand in the mod's files are missing from the index
    /// because of it.
    pub fn loses_records(&self) -> bool {
        match self {
            Self::Malformed(_)
            | Self::Unreadable(_)
            | Self::TooLarge(_)
            | Self::TooDeep(_)
            | Self::TooMany(_)
            | Self::TooLong(_)
            | Self::ModTooLarge
            | Self::ChainTooLong(_) => true,
            Self::NoElement
            | Self::Encoding(_)
            | Self::NoId(_)
            | Self::DuplicateAsset { .. }
            | Self::NoSource
            | Self::IncludeType(_)
            | Self::Source { .. }
            | Self::MissingFile(_)
            | Self::Cycle(_) => false,
        }
    }
}
