//! One file of a mod: which includes, defines, assets and splices stand in it, and
//! where.
//!
//! Reading never fails. What is malformed keeps what stands before the error, with
//! a fault that names the place; what the game's compiler forbids but a reader can
//! follow (a duplicate attribute, an undeclared prefix) is followed.

mod scan;
mod text;

pub(crate) use text::{decoded, lines_of};

use crate::diagnostic::Cause;

/// The namespace of SAGE assets.
const ASSETS: &str = "uri:ea.com:eala:asset";
/// The namespace of XInclude.
const XINCLUDE: &str = "http://www.w3.org/2001/XInclude";

/// A place in a file's text, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// What one file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Its root is an AssetDeclaration. Any other file is a fragment: it can be
    /// spliced into an asset, and has no assets, includes or defines of its own.
    pub is_declaration: bool,
    /// Its includes, in order.
    pub includes: Vec<Include>,
    /// Its defines, in order.
    pub defines: Vec<DefineLine>,
    /// Its assets, in order.
    pub assets: Vec<AssetLine>,
    /// The fragments that are spliced into its elements, in order.
    pub splices: Vec<Splice>,
    /// What is wrong in it.
    pub faults: Vec<(Place, Cause)>,
}

/// What an include does with the included file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncludeMode {
    /// Its assets are compiled.
    All,
    /// Its assets are visible, and compiled where something refers to them.
    Instance,
    /// Its compiled stream is referred to; the file itself is not read.
    Reference,
}

/// One include.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// What it does.
    pub mode: IncludeMode,
    /// The source, trimmed.
    pub source: String,
    /// Where it stands.
    pub place: Place,
}

/// One xi:include.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    /// The file that is spliced in, as it is written.
    pub href: String,
    /// Where it stands.
    pub place: Place,
}

/// One define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefineLine {
    /// Its name; case counts.
    pub name: String,
    /// Its value as it is written. One that begins with `=` is an expression.
    pub value: String,
    /// It may replace one of the same name.
    pub overrides: bool,
    /// Where it stands.
    pub place: Place,
}

/// One asset: a child of the root that has an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetLine {
    /// Its type, the element's name; case counts.
    pub kind: String,
    /// Its id as it is written; case does not count.
    pub id: String,
    /// What it inherits from, as it is written.
    pub inherit_from: Option<String>,
    /// Where its id stands.
    pub place: Place,
    /// The lines of its element, first and last.
    pub lines: (u32, u32),
}

/// Reads one file.
pub fn read(bytes: &[u8]) -> Document {
    let (text, fault) = decoded(bytes);
    let mut document = scan::scan(&text);
    if let Some(cause) = fault {
        document.faults.insert(0, (Place { line: 1, column: 1 }, cause));
    }
    document
}

impl IncludeMode {
    /// Reads a type as it is written; case does not count.
    pub(crate) fn named(text: &str) -> Option<Self> {
        [("all", Self::All), ("instance", Self::Instance), ("reference", Self::Reference)]
            .into_iter()
            .find_map(|(name, mode)| text.trim().eq_ignore_ascii_case(name).then_some(mode))
    }
}
