//! How much is read before reading stops.

/// Sizes and counts that no real mod comes near. What lies beyond one is left out
/// and told as a diagnostic, and the index is then not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of one file.
    pub file_bytes: u64,
    /// The most files.
    pub files: usize,
    /// The most bytes of all files together.
    pub total_bytes: u64,
    /// The longest chain of includes.
    pub include_depth: usize,
    /// The most diagnostics that are kept; the others are only counted.
    pub diagnostics: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { file_bytes: 64 << 20, files: 200_000, total_bytes: 8 << 30, include_depth: 300, diagnostics: 10_000 }
    }
}

/// The deepest nesting of elements in one file.
pub(crate) const ELEMENT_DEPTH: usize = 256;

/// The most includes, defines, assets and splices, each, of one file.
pub(crate) const RECORDS: usize = 500_000;

/// The longest id, name or source that is kept.
pub(crate) const NAME_BYTES: usize = 4 << 10;

/// The longest value of a define that is kept.
pub(crate) const VALUE_BYTES: usize = 64 << 10;
