//! OS file locks, so that a dead process's lock is no obstacle. `state.lock`: one apply
//! at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::thread;
use std::time::{Duration, Instant};

use camino::Utf8Path;

use crate::disk::DiskError;

/// Who holds the lock, as far as it says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Its process id and command, as it wrote them.
    pub description: String,
}

/// The lock, held until dropped.
#[derive(Debug)]
pub(crate) struct StateLock {
    _file: File,
}

/// Why the lock was not had.
#[derive(Debug)]
pub(crate) enum NotLocked {
    /// It stayed with its holder for the whole patience.
    Held(Holder),
    /// The system refused.
    Disk(DiskError),
}

impl StateLock {
    /// Takes the lock at `path`, waiting up to `patience`; `waiting` hears once for whom.
    pub(crate) fn take(
        path: &Utf8Path,
        description: &str,
        patience: Duration,
        mut waiting: impl FnMut(&Holder),
    ) -> Result<Self, NotLocked> {
        let failed = |source| NotLocked::Disk(DiskError { effect: "lock", path: path.to_owned(), source });
        let mut file = open(path).map_err(failed)?;
        let start = Instant::now();
        let mut told = false;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) => {
                    let holder = Holder { description: holder(&mut file) };
                    if start.elapsed() >= patience {
                        return Err(NotLocked::Held(holder));
                    }
                    if !told {
                        waiting(&holder);
                        told = true;
                    }
                    // An OS lock cannot be awaited with a time limit.
                    thread::sleep(Duration::from_millis(20));
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        let noted = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(description.as_bytes()));
        noted.map_err(failed)?;
        Ok(Self { _file: file })
    }
}

/// A lock that is had at once or not at all, held until dropped.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
}

impl FileLock {
    /// Takes the lock at `path`; `None` where a living process holds it.
    pub(crate) fn try_take(path: &Utf8Path) -> Result<Option<Self>, DiskError> {
        let failed = |source| DiskError { effect: "lock", path: path.to_owned(), source };
        let file = open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

impl FileLock {
    /// Whether a living process holds the lock at `path`. Those who look are in nobody's
    /// way but a taker's, for the moment of the look.
    pub(crate) fn is_held(path: &Utf8Path) -> Result<bool, DiskError> {
        let failed = |source| DiskError { effect: "look at the lock", path: path.to_owned(), source };
        match open(path).map_err(failed)?.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "an OS lock needs its file open")]
fn open(path: &Utf8Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn holder(file: &mut File) -> String {
    let mut text = String::new();
    // Where the system locks the bytes too, the holder stays unnamed.
    let read = file.rewind().and_then(|()| file.take(400).read_to_string(&mut text));
    if read.is_ok() && !text.trim().is_empty() { text.trim().to_owned() } else { "?".to_owned() }
}
