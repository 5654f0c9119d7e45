//! Claims and seams as they are stored.

use bascule_core::digest::{Digest, NotADigest};
use bascule_core::document::{Bom, Comma, Container, Dialect, Ground, Layer, Seam, SeamKind, Slot};
use bascule_core::reconcile::{Claim, FileClaim, FileEdit, Kept, Part, Scope, Target};
use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

/// Why a stored value cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Written by a newer program.
    #[error("written in format {0}, newer than this program knows")]
    Newer(u32),
    /// Not a record of ours.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Not a file of ours in TOML; its parser's words, with the place.
    #[error("{0}")]
    Toml(String),
    /// A digest that is none.
    #[error(transparent)]
    Digest(#[from] NotADigest),
    /// Bytes the value names are not among the originals.
    #[error("the original {0} is missing")]
    OriginalMissing(Digest),
    /// The records do not follow one another.
    #[error("{0}")]
    Order(&'static str),
}

/// Where displaced entries are kept, because they may hold secrets.
pub(crate) trait Originals {
    /// The bytes of a digest.
    fn bytes(&self, digest: Digest) -> Result<Vec<u8>, FormatError>;
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredTarget {
    bridge: String,
    harness: String,
    scope: StoredScope,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredScope {
    User,
    Project(Utf8PathBuf),
    File(Utf8PathBuf),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredClaim {
    file: Utf8PathBuf,
    dialect: StoredDialect,
    #[serde(default, skip_serializing_if = "is_false")]
    takes_bom_out: bool,
    container: StoredContainer,
    name: String,
    entry: String,
    seam: StoredSeam,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    folders: Vec<Utf8PathBuf>,
}

/// A whole file's part in a change.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredFileEdit {
    file: Utf8PathBuf,
    before: Option<StoredFileClaim>,
    after: Option<StoredFileClaim>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredFileClaim {
    part: StoredPart,
    digest: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    displaced: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    folders: Vec<Utf8PathBuf>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredPart {
    Launcher,
    Engine,
    Skill(String),
    Plugin(String),
    Login,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredDialect {
    Json,
    JsonComments,
    Jsonc,
    Json5,
    Toml,
    Yaml,
    Text,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredContainer {
    Map(Vec<String>),
    List { path: Vec<String>, name_key: String },
    Block { comment: String },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredSeam {
    #[serde(default, skip_serializing_if = "is_false")]
    bom: bool,
    #[serde(flatten)]
    kind: StoredSeamKind,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredSeamKind {
    Inserted {
        ground: StoredGround,
        layers: Vec<StoredLayer>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hollow: Option<String>,
    },
    Replaced {
        name: String,
        old: String,
    },
}

/// A blank file is white space and perhaps a byte order mark, so it is text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredGround {
    Absent,
    Blank(String),
    Document,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredLayer {
    lead: String,
    tail: String,
    comma: StoredComma,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredComma {
    None,
    Before,
    After,
}

impl From<&Target> for StoredTarget {
    fn from(target: &Target) -> Self {
        let scope = match &target.scope {
            Scope::User => StoredScope::User,
            Scope::Project(folder) => StoredScope::Project(folder.clone()),
            Scope::File(file) => StoredScope::File(file.clone()),
        };
        Self { bridge: target.bridge.clone(), harness: target.harness.clone(), scope }
    }
}

impl From<StoredTarget> for Target {
    fn from(stored: StoredTarget) -> Self {
        let scope = match stored.scope {
            StoredScope::User => Scope::User,
            StoredScope::Project(folder) => Scope::Project(folder),
            StoredScope::File(file) => Scope::File(file),
        };
        Self { bridge: stored.bridge, harness: stored.harness, scope }
    }
}

impl From<&FileEdit> for StoredFileEdit {
    fn from(edit: &FileEdit) -> Self {
        Self {
            file: edit.file.clone(),
            before: edit.before.as_ref().map(Into::into),
            after: edit.after.as_ref().map(Into::into),
        }
    }
}

impl StoredFileEdit {
    /// The edit.
    pub(crate) fn restored(self) -> Result<FileEdit, FormatError> {
        let claim = |stored: Option<StoredFileClaim>| stored.map(StoredFileClaim::restored).transpose();
        Ok(FileEdit { file: self.file, before: claim(self.before)?, after: claim(self.after)? })
    }
}

impl From<&FileClaim> for StoredFileClaim {
    fn from(claim: &FileClaim) -> Self {
        let part = match &claim.part {
            Part::Launcher => StoredPart::Launcher,
            Part::Engine => StoredPart::Engine,
            Part::Skill(bridge) => StoredPart::Skill(bridge.clone()),
            Part::Plugin(bridge) => StoredPart::Plugin(bridge.clone()),
            Part::Login => StoredPart::Login,
        };
        Self {
            part,
            digest: claim.digest.to_string(),
            displaced: claim.displaced.map(|digest| digest.to_string()),
            folders: claim.folders.clone(),
        }
    }
}

impl StoredFileClaim {
    fn restored(self) -> Result<FileClaim, FormatError> {
        let part = match self.part {
            StoredPart::Launcher => Part::Launcher,
            StoredPart::Engine => Part::Engine,
            StoredPart::Skill(bridge) => Part::Skill(bridge),
            StoredPart::Plugin(bridge) => Part::Plugin(bridge),
            StoredPart::Login => Part::Login,
        };
        let displaced = self.displaced.map(|digest| digest.parse()).transpose()?;
        Ok(FileClaim { part, digest: self.digest.parse()?, displaced, folders: self.folders })
    }
}

impl From<&Claim> for StoredClaim {
    fn from(claim: &Claim) -> Self {
        let container = match &claim.slot.container {
            Container::Map { path } => StoredContainer::Map(path.clone()),
            Container::List { path, name_key } => {
                StoredContainer::List { path: path.clone(), name_key: name_key.clone() }
            }
            Container::Block { comment } => StoredContainer::Block { comment: comment.clone() },
        };
        Self {
            file: claim.file.clone(),
            dialect: claim.dialect.into(),
            takes_bom_out: claim.bom == Bom::TakeOut,
            container,
            name: claim.slot.name.clone(),
            entry: claim.entry.to_string(),
            seam: (&claim.seam).into(),
            folders: claim.folders.clone(),
        }
    }
}

impl StoredClaim {
    /// The claim, with the displaced entry read back.
    pub(crate) fn restored(self, originals: &impl Originals) -> Result<Claim, FormatError> {
        let container = match self.container {
            StoredContainer::Map(path) => Container::Map { path },
            StoredContainer::List { path, name_key } => Container::List { path, name_key },
            StoredContainer::Block { comment } => Container::Block { comment },
        };
        Ok(Claim {
            file: self.file,
            dialect: self.dialect.into(),
            bom: if self.takes_bom_out { Bom::TakeOut } else { Bom::Keep },
            slot: Slot { container, name: self.name },
            entry: self.entry.parse()?,
            seam: self.seam.restored(originals)?,
            folders: self.folders,
        })
    }
}

impl From<&Seam> for StoredSeam {
    fn from(seam: &Seam) -> Self {
        let kind = match &seam.kind {
            SeamKind::Inserted { ground, layers, hollow } => StoredSeamKind::Inserted {
                ground: match ground {
                    Ground::Absent => StoredGround::Absent,
                    Ground::Blank(bytes) => StoredGround::Blank(String::from_utf8_lossy(bytes).into_owned()),
                    Ground::Document => StoredGround::Document,
                },
                layers: layers.iter().map(StoredLayer::from).collect(),
                hollow: hollow.clone(),
            },
            SeamKind::Replaced { name, old } => {
                StoredSeamKind::Replaced { name: name.clone(), old: Digest::of(old.as_bytes()).to_string() }
            }
        };
        Self { bom: seam.bom, kind }
    }
}

impl StoredSeam {
    fn restored(self, originals: &impl Originals) -> Result<Seam, FormatError> {
        let kind = match self.kind {
            StoredSeamKind::Inserted { ground, layers, hollow } => SeamKind::Inserted {
                ground: match ground {
                    StoredGround::Absent => Ground::Absent,
                    StoredGround::Blank(text) => Ground::Blank(text.into_bytes()),
                    StoredGround::Document => Ground::Document,
                },
                layers: layers.into_iter().map(Layer::from).collect(),
                hollow,
            },
            StoredSeamKind::Replaced { name, old } => {
                let bytes = originals.bytes(old.parse()?).ok();
                match bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
                    Some(old) => SeamKind::Replaced { name, old },
                    // Its text is lost: our entry can still go, but nothing returns.
                    None => {
                        SeamKind::Inserted { ground: Ground::Document, layers: vec![Layer::unknown()], hollow: None }
                    }
                }
            }
        };
        Ok(Seam { bom: self.bom, kind })
    }
}

impl From<&Layer> for StoredLayer {
    fn from(layer: &Layer) -> Self {
        let comma = match layer.comma {
            Comma::None => StoredComma::None,
            Comma::Before => StoredComma::Before,
            Comma::After => StoredComma::After,
        };
        Self { lead: layer.lead.clone(), tail: layer.tail.clone(), comma }
    }
}

impl From<StoredLayer> for Layer {
    fn from(stored: StoredLayer) -> Self {
        let comma = match stored.comma {
            StoredComma::None => Comma::None,
            StoredComma::Before => Comma::Before,
            StoredComma::After => Comma::After,
        };
        Self { lead: stored.lead, tail: stored.tail, comma }
    }
}

impl From<Dialect> for StoredDialect {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Json => Self::Json,
            Dialect::JsonComments => Self::JsonComments,
            Dialect::Jsonc => Self::Jsonc,
            Dialect::Json5 => Self::Json5,
            Dialect::Toml => Self::Toml,
            Dialect::Yaml => Self::Yaml,
            Dialect::Text => Self::Text,
        }
    }
}

impl From<StoredDialect> for Dialect {
    fn from(stored: StoredDialect) -> Self {
        match stored {
            StoredDialect::Json => Self::Json,
            StoredDialect::JsonComments => Self::JsonComments,
            StoredDialect::Jsonc => Self::Jsonc,
            StoredDialect::Json5 => Self::Json5,
            StoredDialect::Toml => Self::Toml,
            StoredDialect::Yaml => Self::Yaml,
            StoredDialect::Text => Self::Text,
        }
    }
}

/// Content by name: `null`, or a digest.
pub(super) fn stored_kept(kept: Kept) -> Option<String> {
    match kept {
        Kept::Absent => None,
        Kept::Bytes(digest) => Some(digest.to_string()),
    }
}

pub(super) fn kept_of(stored: Option<&str>) -> Result<Kept, FormatError> {
    Ok(match stored {
        None => Kept::Absent,
        Some(text) => Kept::Bytes(text.parse()?),
    })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
}
