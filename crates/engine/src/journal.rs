//! The journal: a file of JSON lines, begun before the first change, renamed into
//! the history when it closes.

use bascule_core::digest::Digest;
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, DiskError, Like};
use crate::engine::EngineError;
use crate::format::{FORMAT, FormatError, Originals, Record, Version};
use crate::layout::{Layout, revision_of};
use bascule_core::document::Content;
use bascule_core::reconcile::{Kept, Mode};

/// The disk together with the state folder: where journal, history and originals are.
pub(crate) struct Store<'a, D> {
    pub(crate) disk: &'a D,
    pub(crate) layout: &'a Layout,
}

/// What a file of the state folder is called after until it is whole.
const UNFINISHED: &str = ".tmp";

impl<D: Disk> Store<'_, D> {
    /// Makes the folders of the layout that are missing.
    pub(crate) fn prepare(&self) -> Result<(), DiskError> {
        let mut missing = Vec::new();
        let mut above = self.layout.root().parent();
        while let Some(folder) = above.filter(|folder| matches!(self.disk.look(folder), Ok(None))) {
            missing.push(folder.to_owned());
            above = folder.parent();
        }
        for folder in missing.into_iter().rev().chain(self.layout.folders()) {
            if self.disk.look(&folder)?.is_none() {
                self.disk.make_folder(&folder, Mode::Private)?;
            }
        }
        Ok(())
    }

    /// Keeps bytes under their digest. Durable after the folder is synced.
    pub(crate) fn keep(&self, bytes: &[u8]) -> Result<(), DiskError> {
        let path = self.layout.original(Digest::of(bytes));
        if self.disk.look(&path)?.is_some() {
            return Ok(());
        }
        self.write_anew(&path, bytes)
    }

    /// Writes a file of the state folder anew: the old bytes or the new ones, never half.
    pub(crate) fn write_anew(&self, path: &Utf8Path, bytes: &[u8]) -> Result<(), DiskError> {
        let unfinished = Utf8PathBuf::from(format!("{path}{UNFINISHED}"));
        if self.disk.look(&unfinished)?.is_some() {
            self.disk.remove(&unfinished)?;
        }
        self.disk.write(&unfinished, bytes, Like::New(Mode::Private))?;
        self.disk.replace(&unfinished, path)
    }

    /// The content of a name; by its digest alone where its bytes are not kept.
    pub(crate) fn content(&self, kept: Kept) -> Content {
        match kept {
            Kept::Absent => Content::Absent,
            Kept::Bytes(digest) => self.bytes(digest).map_or(Content::Kept(digest), Content::Bytes),
        }
    }

    /// Adds a record to the journal of a revision.
    pub(crate) fn note(&self, revision: u64, record: &Record, synced: bool) -> Result<(), EngineError> {
        let path = self.layout.journal(revision);
        let mut line = serde_json::to_vec(record)
            .map_err(|error| EngineError::Format { file: path.clone(), source: error.into() })?;
        line.push(b'\n');
        self.disk.append(&path, &line, synced)?;
        Ok(())
    }

    /// Cuts off a last line that a kill left half written, so that the next record
    /// begins a line of its own.
    pub(crate) fn mend(&self, revision: u64) -> Result<(), DiskError> {
        let path = self.layout.journal(revision);
        let mended = Utf8PathBuf::from(format!("{path}{UNFINISHED}"));
        if self.disk.look(&mended)?.is_some() {
            self.disk.remove(&mended)?;
        }
        let bytes = self.disk.read(&path)?.unwrap_or_default();
        let whole = whole_lines(&bytes);
        if whole.len() == bytes.len() {
            return Ok(());
        }
        self.disk.write(&mended, whole, Like::New(Mode::Private))?;
        self.disk.replace(&mended, &path)
    }

    /// The one step by which a closed journal becomes history.
    pub(crate) fn commit(&self, revision: u64) -> Result<(), DiskError> {
        self.disk.replace(&self.layout.journal(revision), &self.layout.history(revision))?;
        self.disk.sync_folder(&self.layout.histories())?;
        self.disk.sync_folder(&self.layout.journals())
    }

    /// The revision whose journal is still open.
    pub(crate) fn open_journal(&self) -> Result<Option<u64>, DiskError> {
        let names = self.disk.list(&self.layout.journals())?;
        Ok(names.iter().find_map(|name| revision_of(name)))
    }

    /// Files of ours that a kill left half written beside what they were to become.
    pub(crate) fn half_written(&self) -> Result<Vec<Utf8PathBuf>, DiskError> {
        let mut found = Vec::new();
        for folder in [self.layout.journals(), self.layout.originals()] {
            let names = self.disk.list(&folder)?.into_iter().filter(|name| name.ends_with(UNFINISHED));
            found.extend(names.map(|name| folder.join(name)));
        }
        Ok(found)
    }

    /// The records of a journal or history file. A last line that a kill cut short
    /// does not count.
    pub(crate) fn records(&self, file: &Utf8PathBuf) -> Result<Vec<Record>, EngineError> {
        let bytes = self.disk.read(file)?.unwrap_or_default();
        let format = |source| EngineError::Format { file: file.clone(), source };
        let mut records = Vec::new();
        for line in whole_lines(&bytes).split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            if records.is_empty() {
                let version: Version = serde_json::from_slice(line).map_err(|error| format(error.into()))?;
                if version.format > FORMAT {
                    return Err(format(FormatError::Newer(version.format)));
                }
            }
            records.push(serde_json::from_slice(line).map_err(|error| format(error.into()))?);
        }
        Ok(records)
    }
}

fn whole_lines(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)]
}

impl<D: Disk> Originals for Store<'_, D> {
    fn bytes(&self, digest: Digest) -> Result<Vec<u8>, FormatError> {
        let kept = self.disk.read(&self.layout.original(digest)).ok().flatten();
        kept.filter(|bytes| Digest::of(bytes) == digest).ok_or(FormatError::OriginalMissing(digest))
    }
}
