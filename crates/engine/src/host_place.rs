//! What the host and its clients find each other by: two locks and a note.

use bascule_core::notice::Notice;
use bascule_core::reconcile::Mode;
use camino::{Utf8Path, Utf8PathBuf};

use crate::apply::{Pace, Progress};
use crate::disk::{Disk, DiskError};
use crate::engine::{Engine, EngineError};
use crate::format::{self, AuditLine, FormatError, HostNote, Settings};
use crate::lock::FileLock;

impl<D: Disk> Engine<D> {
    /// Takes `host.lock`, which a host holds for its life; `None` where one does.
    ///
    /// Refuses in somebody else's home.
    pub fn take_host_lock(&self) -> Result<Option<FileLock>, EngineError> {
        self.own_home()?;
        self.store().prepare()?;
        let instances = self.layout.instances();
        if self.disk.look(&instances)?.is_none() {
            self.disk.make_folder(&instances, Mode::Private)?;
        }
        Ok(FileLock::try_take(&self.layout.host_lock())?)
    }

    /// Whether a host holds its lock now. Takes nothing and makes nothing.
    pub fn host_lock_is_held(&self) -> Result<bool, EngineError> {
        let lock = self.layout.host_lock();
        Ok(self.disk.look(&lock)?.is_some() && FileLock::is_held(&lock)?)
    }

    /// Takes `start.lock`, which one client holds while it starts the host; `None`
    /// where another does.
    pub fn take_start_lock(&self) -> Result<Option<FileLock>, EngineError> {
        self.own_home()?;
        self.store().prepare()?;
        Ok(FileLock::try_take(&self.layout.start_lock())?)
    }

    /// Where the running host is reached; `None` where none said so.
    pub fn host_note(&self) -> Result<Option<HostNote>, EngineError> {
        let file = self.layout.host_note();
        let Some(bytes) = self.disk.read(&file)? else { return Ok(None) };
        let note = format::host_note(&bytes);
        note.map(Some).map_err(|source| EngineError::Format { file, source })
    }

    /// Says where the host is reached. Only who holds the host's lock may.
    pub fn put_host_note(&self, note: &HostNote) -> Result<(), EngineError> {
        self.put_file(&self.layout.host_note(), &format::host_note_text(note))
    }

    /// Takes the note away. Only who holds the host's lock may.
    pub fn drop_host_note(&self) -> Result<(), DiskError> {
        self.disk.remove(&self.layout.host_note())
    }

    /// The notices that were open when a host last said so.
    ///
    /// Refuses what it cannot read, and what a newer version wrote.
    pub fn open_notices(&self) -> Result<Vec<Notice>, EngineError> {
        let file = self.layout.notices();
        let Some(bytes) = self.disk.read(&file)? else { return Ok(Vec::new()) };
        format::notices(&bytes).map_err(|source| EngineError::Format { file, source })
    }

    /// Keeps the notices that are open, but for questions, which go with their calls; where
    /// none is left there is no file. Only who holds the host's lock may.
    ///
    /// Refuses to write over what a newer version wrote.
    pub fn keep_notices(&self, open: &[Notice]) -> Result<(), EngineError> {
        if let Err(error @ EngineError::Format { source: FormatError::Newer(_), .. }) = self.open_notices() {
            return Err(error);
        }
        let file = self.layout.notices();
        match format::notices_text(open).map_err(|source| EngineError::Format { file: file.clone(), source })? {
            Some(text) => Ok(self.put_file(&file, &text)?),
            None if self.disk.look(&file)?.is_some() => Ok(self.disk.remove(&file)?),
            None => Ok(()),
        }
    }

    /// What the person chose.
    ///
    /// Refuses what it cannot read: nobody may do more because a file is broken.
    pub fn settings(&self) -> Result<Settings, EngineError> {
        let file = self.layout.settings();
        let Some(bytes) = self.disk.read(&file)? else { return Ok(Settings::default()) };
        let settings = format::settings(&String::from_utf8_lossy(&bytes));
        settings.map_err(|source| EngineError::Format { file, source })
    }

    /// Changes what the person chose, under the lock of the state folder; `false`, and
    /// nothing happens, where it is so already. Settings that are all usual leave no file.
    pub fn change_settings(
        &self,
        wish: &str,
        progress: &mut dyn FnMut(Progress<'_>) -> Pace,
        change: impl FnOnce(&mut Settings),
    ) -> Result<bool, EngineError> {
        self.own_home()?;
        self.store().prepare()?;
        let _lock = self.lock(wish, progress)?;
        let before = self.settings()?;
        let mut settings = before.clone();
        change(&mut settings);
        if settings == before {
            return Ok(false);
        }
        let file = self.layout.settings();
        if settings == Settings::default() {
            self.disk.remove(&file)?;
        } else {
            let broken = |source| EngineError::Format { file: file.clone(), source };
            self.put_file(&file, &format::settings_text(&settings).map_err(broken)?)?;
        }
        self.disk.sync_folder(self.layout.root())?;
        Ok(true)
    }

    /// What agents called, as far as it is still kept, the oldest first.
    pub fn audit(&self) -> Result<Vec<AuditLine>, EngineError> {
        let mut lines = Vec::new();
        for file in [Utf8PathBuf::from(format!("{}.1", self.layout.audit())), self.layout.audit()] {
            let bytes = self.disk.read(&file)?.unwrap_or_default();
            lines.extend(String::from_utf8_lossy(&bytes).lines().filter_map(AuditLine::parse));
        }
        Ok(lines)
    }

    /// The last lines of a log of ours, the oldest first; none where there is no log.
    pub fn log_lines(&self, file: &Utf8Path, most: usize) -> Result<Vec<String>, DiskError> {
        let mut lines: Vec<String> = Vec::new();
        for file in [Utf8PathBuf::from(format!("{file}.1")), file.to_owned()] {
            let bytes = self.disk.read(&file)?.unwrap_or_default();
            lines.extend(String::from_utf8_lossy(&bytes).lines().map(str::to_owned));
        }
        lines.drain(..lines.len().saturating_sub(most));
        Ok(lines)
    }

    /// Adds lines to a log of ours. What it holds stays below `limit` bytes: before it
    /// would grow beyond, it is put aside as `<file>.1`, and what was aside goes.
    pub fn append_log(&self, file: &Utf8Path, lines: &[u8], limit: u64) -> Result<(), DiskError> {
        if let Some(folder) = file.parent()
            && self.disk.look(folder)?.is_none()
        {
            self.disk.make_folder(folder, Mode::Private)?;
        }
        let size = self.disk.look(file)?.map_or(0, |stat| stat.size);
        if size > 0 && size + lines.len() as u64 > limit {
            let aside = Utf8PathBuf::from(format!("{file}.1"));
            self.disk.replace(file, &aside)?;
        }
        self.disk.append(file, lines, false)
    }
}
