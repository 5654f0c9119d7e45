//! The one door to the disk.
//!
//! Every effect is one method, so that a test can fail or kill each of them. What
//! a method promises about durability it says itself; nothing else is durable.

use std::fs;
use std::io::{self, Write as _};
use std::time::Duration;

use bascule_core::reconcile::Mode;
use camino::{Utf8Path, Utf8PathBuf};

#[cfg(unix)]
#[path = "disk/unix.rs"]
#[expect(clippy::disallowed_methods, reason = "the one place that touches files")]
mod system;
#[cfg(windows)]
#[path = "disk/windows.rs"]
#[expect(clippy::disallowed_methods, reason = "the one place that touches files")]
mod system;

/// An I/O error with the path and the effect it came from.
#[derive(Debug, thiserror::Error)]
#[error("cannot {effect} {path}")]
pub struct DiskError {
    /// What was tried, as a verb: "read", "replace".
    pub effect: &'static str,
    /// The path it was tried on.
    pub path: Utf8PathBuf,
    /// The system's answer.
    pub source: io::Error,
}

impl DiskError {
    /// Whether symbolic links in the path lead in a circle.
    pub fn is_link_loop(&self) -> bool {
        system::is_link_loop(&self.source)
    }

    /// Whether another program has the file open and keeps us out, also after a little
    /// patience. Never on Unix.
    pub fn is_in_use(&self) -> bool {
        system::is_in_use(&self.source)
    }
}

/// What a path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// Anything else.
    Other,
}

/// What the system says of a path, without following a final link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// What it is.
    pub kind: Kind,
    /// How many names it has.
    pub links: u64,
    /// It is the root of a mount.
    pub mount: bool,
    /// Its mode forbids even its owner to write.
    pub read_only: bool,
    /// Its mode lets others than its owner in; `false` where the system has no modes.
    pub shared: bool,
    /// Its owner's id, 0 where the system has none.
    pub owner: u32,
    /// Device and file number, which together name it for its life.
    pub identity: (u64, u64),
    /// Time since it was last changed.
    pub age: Duration,
    /// Its size in bytes; of a file alone it means something.
    pub size: u64,
}

/// Whose rights a new file gets.
#[derive(Clone, Copy, Debug)]
pub enum Like<'a> {
    /// Those of the file it will replace: owner, mode, ACL, extended attributes.
    File(&'a Utf8Path),
    /// Those of a new file.
    New(Mode),
}

/// Looks and effects. Looks change nothing; each effect happens wholly or fails,
/// but for [`Disk::write`] and [`Disk::append`], which a kill may cut short.
pub trait Disk {
    /// What a path is; `None` where there is nothing.
    fn look(&self, path: &Utf8Path) -> Result<Option<Stat>, DiskError>;
    /// A file's bytes; `None` where there is nothing.
    fn read(&self, path: &Utf8Path) -> Result<Option<Vec<u8>>, DiskError>;
    /// Where a symbolic link leads, as it is written.
    fn follow(&self, path: &Utf8Path) -> Result<Utf8PathBuf, DiskError>;
    /// The names in a folder, sorted; none where there is no folder.
    fn list(&self, folder: &Utf8Path) -> Result<Vec<String>, DiskError>;
    /// Whether files may be made and removed in a folder.
    fn may_write(&self, folder: &Utf8Path) -> bool;

    /// Makes one folder; fails where something is there.
    fn make_folder(&self, path: &Utf8Path, mode: Mode) -> Result<(), DiskError>;
    /// Removes an empty folder.
    fn remove_folder(&self, path: &Utf8Path) -> Result<(), DiskError>;
    /// Writes a file that does not exist yet, with its rights, and syncs its bytes.
    fn write(&self, path: &Utf8Path, bytes: &[u8], like: Like<'_>) -> Result<(), DiskError>;
    /// Adds bytes to a private file of ours, made where missing; synced if asked.
    fn append(&self, path: &Utf8Path, bytes: &[u8], synced: bool) -> Result<(), DiskError>;
    /// Renames over whatever is there, in one step. On Windows a file that is there
    /// hands down its access list and streams, and the step is the system's own.
    fn replace(&self, from: &Utf8Path, to: &Utf8Path) -> Result<(), DiskError>;
    /// Renames where nothing is there; `false`, and nothing happens, where something is.
    fn place(&self, from: &Utf8Path, to: &Utf8Path) -> Result<bool, DiskError>;
    /// Exchanges two files in one step; `false`, and nothing happens, where the
    /// system cannot.
    fn exchange(&self, one: &Utf8Path, other: &Utf8Path) -> Result<bool, DiskError>;
    /// Removes a file.
    fn remove(&self, path: &Utf8Path) -> Result<(), DiskError>;
    /// Takes the rights of everybody but the owner away, where the system has modes.
    fn make_private(&self, path: &Utf8Path) -> Result<(), DiskError>;
    /// Makes the names in a folder durable, where the system has it.
    fn sync_folder(&self, folder: &Utf8Path) -> Result<(), DiskError>;
}

/// The real disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

#[expect(clippy::disallowed_methods, reason = "the one place that touches files")]
impl Disk for RealDisk {
    fn look(&self, path: &Utf8Path) -> Result<Option<Stat>, DiskError> {
        match system::stat(path) {
            Ok(stat) => Ok(Some(stat)),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(failed("look at", path, error)),
        }
    }

    fn read(&self, path: &Utf8Path) -> Result<Option<Vec<u8>>, DiskError> {
        // A pipe or device would hang or never end.
        let read = || match fs::metadata(path)?.is_file() {
            true => fs::read(path),
            false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
        };
        match system::reading(read) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(failed("read", path, error)),
        }
    }

    fn follow(&self, path: &Utf8Path) -> Result<Utf8PathBuf, DiskError> {
        let to = fs::read_link(path).map_err(|error| failed("follow", path, error))?;
        Utf8PathBuf::from_path_buf(to)
            .map_err(|_| failed("follow", path, io::Error::new(io::ErrorKind::InvalidData, "the link is not UTF-8")))
    }

    fn list(&self, folder: &Utf8Path) -> Result<Vec<String>, DiskError> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if is_absence(&error) => return Ok(Vec::new()),
            Err(error) => return Err(failed("list", folder, error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| failed("list", folder, error))?;
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    fn may_write(&self, folder: &Utf8Path) -> bool {
        system::may_write(folder)
    }

    fn make_folder(&self, path: &Utf8Path, mode: Mode) -> Result<(), DiskError> {
        system::make_folder(path, mode).map_err(|error| failed("make the folder", path, error))
    }

    fn remove_folder(&self, path: &Utf8Path) -> Result<(), DiskError> {
        system::changing(|| fs::remove_dir(path)).map_err(|error| failed("remove the folder", path, error))
    }

    fn write(&self, path: &Utf8Path, bytes: &[u8], like: Like<'_>) -> Result<(), DiskError> {
        let written = || {
            let mut file = system::create(path, like)?;
            file.write_all(bytes)?;
            system::take_after(&file, like)?;
            file.sync_all()
        };
        written().map_err(|error| failed("write", path, error))
    }

    fn append(&self, path: &Utf8Path, bytes: &[u8], synced: bool) -> Result<(), DiskError> {
        let appended = || {
            let mut file = system::open_private(path)?;
            file.write_all(bytes)?;
            if synced { file.sync_all() } else { Ok(()) }
        };
        appended().map_err(|error| failed("append to", path, error))
    }

    fn replace(&self, from: &Utf8Path, to: &Utf8Path) -> Result<(), DiskError> {
        system::changing(|| system::replace(from, to)).map_err(|error| failed("replace", to, error))
    }

    fn place(&self, from: &Utf8Path, to: &Utf8Path) -> Result<bool, DiskError> {
        system::changing(|| system::place(from, to)).map_err(|error| failed("place", to, error))
    }

    fn exchange(&self, one: &Utf8Path, other: &Utf8Path) -> Result<bool, DiskError> {
        system::exchange(one, other).map_err(|error| failed("exchange", other, error))
    }

    fn remove(&self, path: &Utf8Path) -> Result<(), DiskError> {
        system::remove(path).map_err(|error| failed("remove", path, error))
    }

    fn make_private(&self, path: &Utf8Path) -> Result<(), DiskError> {
        system::make_private(path).map_err(|error| failed("make private", path, error))
    }

    fn sync_folder(&self, folder: &Utf8Path) -> Result<(), DiskError> {
        system::sync_folder(folder).map_err(|error| failed("sync", folder, error))
    }
}

/// Whether this process runs inside a packaged app, which sees files of its own where
/// others see the person's: what it would write for AI programs they would not read.
pub fn is_packaged() -> bool {
    #[cfg(windows)]
    return system::is_packaged();
    #[cfg(not(windows))]
    false
}

fn failed(effect: &'static str, path: &Utf8Path, source: io::Error) -> DiskError {
    DiskError { effect, path: path.to_owned(), source }
}

/// Nothing is there: also where a folder above is missing or is a file.
fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
