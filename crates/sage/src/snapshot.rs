//! An index as bytes: compressed JSON with a version.
//!
//! The keys are those that other programs of this field already use; what this
//! version does not know yet (references) is an empty list, and says so.

use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use crate::index::{FileId, Index, Mode, Role};

/// The version of the snapshot this library writes.
pub const SCHEMA_VERSION: u32 = 1;

/// The most bytes a snapshot may have once it is inflated.
const INFLATED: u64 = 1 << 30;

/// What an index knows, without what only a running program needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The version of this form.
    pub schema_version: u32,
    /// The mod's folder.
    pub project: String,
    /// The SDK's folder.
    pub sdk: Option<String>,
    /// The search order.
    pub profile: String,
    /// When it was made, as the caller says it.
    pub generated_at: String,
    /// Every record of the mod's own files is in it.
    pub complete: bool,
    /// What is counted.
    pub stats: Stats,
    /// The streams' names, in order.
    pub streams: Vec<String>,
    /// Every file, with how it is reached.
    pub include_graph: Vec<StoredFile>,
    /// Every asset.
    pub assets: Vec<StoredAsset>,
    /// Every define.
    pub defines: Vec<StoredDefine>,
    /// References between assets; not found out by this version.
    pub references: Option<Vec<serde_json::Value>>,
    /// What is worth telling.
    pub diagnostics: Vec<StoredDiagnostic>,
}

/// The numbers of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "they are the numbers of `Counts`, which says what each is")]
pub struct Stats {
    pub files_all: usize,
    pub files_instance: usize,
    pub fragments_nested: usize,
    pub assets_all: usize,
    pub assets_instance: usize,
    /// Different pairs of type and id.
    pub asset_count: usize,
    pub define_count: usize,
    pub stream_count: usize,
    pub diagnostic_count: usize,
}

/// A file of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredFile {
    /// The path, below the mod's folder relative.
    pub file: String,
    /// Whose it is.
    pub origin: String,
    /// How streams reach it.
    pub reaches: Vec<StoredReach>,
}

/// How a stream reaches a file of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredReach {
    /// The stream.
    pub stream: String,
    /// It is only visible.
    pub via_instance: bool,
    /// It is spliced in, not included.
    pub fragment: bool,
    /// The file whose include leads to it.
    pub from: Option<String>,
    /// The line of that include.
    pub line: Option<u32>,
}

/// An asset of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredAsset {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id.
    pub id: String,
    /// The file.
    pub file: String,
    /// The line of its id.
    pub line: u32,
    /// Whose the file is.
    pub origin: String,
    /// The stream that reaches it first.
    pub stream: String,
    /// It is only visible.
    pub via_instance: bool,
    /// What it inherits from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inherit_from: Option<String>,
}

/// A define of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredDefine {
    /// Its name.
    pub name: String,
    /// Its value as it is written.
    pub value: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// A diagnostic of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredDiagnostic {
    /// The stable word of its kind.
    pub code: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What it says.
    pub message: String,
}

/// Why bytes are no snapshot.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// Not compressed, or cut short.
    #[error("the snapshot cannot be inflated")]
    Inflate(#[source] io::Error),
    /// Larger than is read.
    #[error("the snapshot is larger than {INFLATED} bytes")]
    TooLarge,
    /// Not of this form.
    #[error("the snapshot cannot be read")]
    Shape(#[source] serde_json::Error),
    /// Written by a later version.
    #[error("the snapshot is of version {0}, newer than is read here")]
    Newer(u32),
}

impl Snapshot {
    /// What an index knows. Time is the caller's.
    pub fn of(index: &Index, generated_at: &str) -> Self {
        let counts = index.counts();
        let path = |file: FileId| index.shown(&index.file(file).path);
        let stream = |number: usize| index.streams.get(number).map(|stream| stream.name.clone()).unwrap_or_default();
        let files = index.files.iter().map(|file| StoredFile {
            file: index.shown(&file.path),
            origin: file.origin.name().to_owned(),
            reaches: file
                .reaches
                .iter()
                .map(|reach| StoredReach {
                    stream: stream(reach.stream),
                    via_instance: reach.mode == Mode::Instance,
                    fragment: reach.role != Role::Document,
                    from: reach.via.map(|(from, _)| path(from)),
                    line: reach.via.map(|(_, place)| place.line),
                })
                .collect(),
        });
        let assets = index.assets.iter().map(|asset| {
            let file = index.file(asset.file);
            StoredAsset {
                kind: asset.kind.clone(),
                id: asset.id.clone(),
                file: path(asset.file),
                line: asset.place.line,
                origin: file.origin.name().to_owned(),
                stream: file.reaches.first().map(|reach| stream(reach.stream)).unwrap_or_default(),
                via_instance: file.document_mode() != Some(Mode::All),
                inherit_from: asset.inherit_from.clone(),
            }
        });
        let defines = index.defines.iter().map(|define| StoredDefine {
            name: define.name.clone(),
            value: define.value.clone(),
            file: path(define.file),
            line: define.place.line,
        });
        let diagnostics = index.diagnostics.iter().map(|told| StoredDiagnostic {
            code: told.cause.code().to_owned(),
            file: index.shown(&told.file),
            line: told.place.line,
            column: told.place.column,
            message: told.cause.to_string(),
        });
        Self {
            schema_version: SCHEMA_VERSION,
            project: index.roots.project.to_string(),
            sdk: index.roots.sdk.as_ref().map(ToString::to_string),
            profile: index.profile().name().to_owned(),
            generated_at: generated_at.to_owned(),
            complete: index.is_complete(),
            stats: Stats {
                files_all: counts.files_all,
                files_instance: counts.files_instance,
                fragments_nested: counts.fragments_nested,
                assets_all: counts.assets_all,
                assets_instance: counts.assets_instance,
                asset_count: counts.assets_distinct,
                define_count: counts.defines,
                stream_count: index.streams.len(),
                diagnostic_count: counts.diagnostics,
            },
            streams: index.streams.iter().map(|stream| stream.name.clone()).collect(),
            include_graph: files.collect(),
            assets: assets.collect(),
            defines: defines.collect(),
            references: None,
            diagnostics: diagnostics.collect(),
        }
    }

    /// The bytes of a snapshot file.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::new(6));
        serde_json::to_writer(&mut packed, self)?;
        packed.flush()?;
        packed.finish()
    }

    /// Reads the bytes of a snapshot file.
    ///
    /// Refuses a later version, and what inflates beyond a gibibyte.
    pub fn read(bytes: &[u8]) -> Result<Self, SnapshotError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Version {
            schema_version: u32,
        }
        let mut text = Vec::new();
        GzDecoder::new(bytes).take(INFLATED + 1).read_to_end(&mut text).map_err(SnapshotError::Inflate)?;
        if text.len() as u64 > INFLATED {
            return Err(SnapshotError::TooLarge);
        }
        let version: Version = serde_json::from_slice(&text).map_err(SnapshotError::Shape)?;
        if version.schema_version > SCHEMA_VERSION {
            return Err(SnapshotError::Newer(version.schema_version));
        }
        serde_json::from_slice(&text).map_err(SnapshotError::Shape)
    }
}
