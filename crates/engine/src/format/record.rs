//! The lines of a journal.

use bascule_core::reconcile::{Change, Deed, Edit, Kept, Mode, Step};
use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::claim::{FormatError, Originals, StoredClaim, StoredFileEdit, StoredTarget, kept_of, stored_kept};

/// One line of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "kebab-case")]
pub(crate) enum Record {
    /// The first line: everything that is about to happen.
    Begun {
        /// The format of this journal.
        format: u32,
        /// The revision's number.
        revision: u64,
        /// Seconds since 1970, UTC.
        time: u64,
        /// What the person asked for, in words of the command line.
        wish: String,
        /// The changes in order.
        changes: Vec<StoredChange>,
    },
    /// A file moved under us: the same edits, on its newer bytes.
    Replanned {
        /// Which change, from 0.
        change: usize,
        /// What it is now.
        to: Box<StoredChange>,
    },
    /// A lock of a harness was taken by us.
    Locked {
        /// The lock.
        path: Utf8PathBuf,
        /// Its device and file number.
        identity: (u64, u64),
    },
    /// The last line: how it ended.
    Closed {
        /// In one word.
        outcome: OutcomeName,
        /// Seconds since 1970, UTC.
        time: u64,
        /// Changes that could not be undone, with the reason.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left: Vec<StoredLeft>,
    },
}

/// How a revision ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OutcomeName {
    /// Everything in it happened.
    Done,
    /// Nothing of it is left.
    Undone,
    /// It was undone but for what is listed.
    Partly,
}

/// A change that could not be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredLeft {
    /// Which change, from 0.
    pub(crate) change: usize,
    /// The refusal's code.
    pub(crate) code: String,
    /// The refusal in English.
    pub(crate) reason: String,
}

/// A change with its contents by digest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredChange {
    /// The file behind symbolic links.
    pub(crate) path: Utf8PathBuf,
    before: Option<String>,
    after: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) folders: Vec<Utf8PathBuf>,
    #[serde(default, skip_serializing_if = "StoredMode::is_private")]
    mode: StoredMode,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lock: Option<StoredLock>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    edits: Vec<StoredEdit>,
    /// Where the change is a whole file of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    whole: Option<StoredFileEdit>,
}

/// The rights of a file that is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredMode {
    #[default]
    Private,
    Ordinary,
    Executable,
}

impl StoredMode {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
    fn is_private(&self) -> bool {
        *self == Self::Private
    }
}

/// A lock folder beside the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredLock {
    /// The lock.
    pub(crate) path: Utf8PathBuf,
    /// Seconds after which its program takes it over.
    pub(crate) stale: u64,
    /// It holds a file that names its owner.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) owned: bool,
}

impl StoredLock {
    /// The lock of a change.
    pub(crate) fn of(change: &Change) -> Option<Self> {
        let lock = change.lock?;
        Some(Self { path: lock.path(&change.file.path), stale: lock.stale(), owned: lock.is_owned() })
    }
}

/// One entry's part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredEdit {
    target: StoredTarget,
    step: StepName,
    before: Option<StoredClaim>,
    after: Option<StoredClaim>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StepName {
    Put,
    Rewrite,
    Replace,
    Remove,
    Adopt,
    Release,
    Whole,
}

impl StoredChange {
    /// What must be there, by name.
    pub(crate) fn before(&self) -> Result<Kept, FormatError> {
        kept_of(self.before.as_deref())
    }

    /// What will be there, by name.
    pub(crate) fn after(&self) -> Result<Kept, FormatError> {
        kept_of(self.after.as_deref())
    }

    /// The rights of a file it makes.
    pub(crate) fn mode(&self) -> Mode {
        match self.mode {
            StoredMode::Private => Mode::Private,
            StoredMode::Ordinary => Mode::Ordinary,
            StoredMode::Executable => Mode::Executable,
        }
    }

    /// What it is about, without the values that went in: those are in the file.
    pub(crate) fn deed(&self, originals: &impl Originals) -> Result<Deed, FormatError> {
        if let Some(whole) = &self.whole {
            return whole.clone().restored().map(|edit| Deed::File(Box::new(edit)));
        }
        let edits = self.edits.iter().cloned().map(|edit| edit.restored(originals));
        edits.collect::<Result<_, _>>().map(Deed::Entries)
    }
}

impl StoredEdit {
    /// The edit, without the value that went in: that is in the file.
    fn restored(self, originals: &impl Originals) -> Result<Edit, FormatError> {
        let step = match self.step {
            StepName::Put | StepName::Whole => Step::Put(Value::Null),
            StepName::Rewrite => Step::Rewrite(Value::Null),
            StepName::Replace => Step::Replace { old: String::new(), entry: Value::Null },
            StepName::Remove => Step::Remove,
            StepName::Adopt => Step::Adopt,
            StepName::Release => Step::Release,
        };
        let claim = |stored: Option<StoredClaim>| stored.map(|claim| claim.restored(originals)).transpose();
        Ok(Edit { target: self.target.into(), step, before: claim(self.before)?, after: claim(self.after)? })
    }
}

/// A change as it is stored.
pub(crate) fn stored_change(change: &Change) -> StoredChange {
    let edit = |edit: &Edit| StoredEdit {
        target: (&edit.target).into(),
        step: match edit.step {
            Step::Put(_) => StepName::Put,
            Step::Rewrite(_) => StepName::Rewrite,
            Step::Replace { .. } => StepName::Replace,
            Step::Remove => StepName::Remove,
            Step::Adopt => StepName::Adopt,
            Step::Release => StepName::Release,
            Step::Whole { .. } => StepName::Whole,
        },
        before: edit.before.as_ref().map(Into::into),
        after: edit.after.as_ref().map(Into::into),
    };
    StoredChange {
        path: change.file.path.clone(),
        before: stored_kept(Kept::of(&change.file.before)),
        after: stored_kept(Kept::of(&change.file.after)),
        folders: change.file.folders.clone(),
        mode: match change.file.mode {
            Mode::Private => StoredMode::Private,
            Mode::Ordinary => StoredMode::Ordinary,
            Mode::Executable => StoredMode::Executable,
        },
        lock: StoredLock::of(change),
        edits: change.edits().iter().map(edit).collect(),
        whole: change.deed.file().map(Into::into),
    }
}
