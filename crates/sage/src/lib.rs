//! Reads a mod of Red Alert 3 (SAGE XML) from its entry file through its includes,
//! and answers questions about what it found.
//!
//! A library of its own: it knows nothing of bridges or agents. It reads the mod's
//! files and writes none; a snapshot is returned as bytes.

mod diagnostic;
mod disk;
mod includes;
mod index;
mod limits;
mod query;
mod snapshot;
mod xml;

pub use diagnostic::{Cause, Diagnostic};
pub use includes::{Profile, Resolution, Resolver, Roots, SourceProblem};
pub use index::{
    Asset, Counts, Define, File, FileId, Index, Job, Mode, NotAMod, Origin, Reach, Referenced, Role, Stream,
};
pub use limits::Limits;
pub use query::{Activity, DefineFound, Definition, Found, Located, Parent, Resolved, Step, Text, Way};
pub use snapshot::{
    SCHEMA_VERSION, Snapshot, SnapshotError, Stats, StoredAsset, StoredDefine, StoredDiagnostic, StoredFile,
    StoredReach,
};
pub use xml::{AssetLine, DefineLine, Document, Include, IncludeMode, Place, Splice, read};
