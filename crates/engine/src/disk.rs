//! The one door to the disk.
//!
//! Every effect is one method, so that a test can fail or kill each of them. What
//! a method promises about durability it says itself; nothing else is durable.

use std::fs;
use std::io::{self, Write as _};
use std::time::Duration;

use bascule_core::reconcile::Mode;
use camino::{Utf8Path, Utf8PathBuf};

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
        #[cfg(unix)]
        let looped = self.source.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error());
        #[cfg(not(unix))]
        let looped = false;
        looped
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
    /// Renames over whatever is there, in one step.
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
        match fs::symlink_metadata(path) {
            Ok(metadata) => Ok(Some(system::stat(path, &metadata))),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(failed("look at", path, error)),
        }
    }

    fn read(&self, path: &Utf8Path) -> Result<Option<Vec<u8>>, DiskError> {
        // A pipe or device would hang or never end.
        let read = fs::metadata(path).and_then(|metadata| match metadata.is_file() {
            true => fs::read(path),
            false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
        });
        match read {
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
        fs::remove_dir(path).map_err(|error| failed("remove the folder", path, error))
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
        fs::rename(from, to).map_err(|error| failed("replace", to, error))
    }

    fn place(&self, from: &Utf8Path, to: &Utf8Path) -> Result<bool, DiskError> {
        system::place(from, to).map_err(|error| failed("place", to, error))
    }

    fn exchange(&self, one: &Utf8Path, other: &Utf8Path) -> Result<bool, DiskError> {
        system::exchange(one, other).map_err(|error| failed("exchange", other, error))
    }

    fn remove(&self, path: &Utf8Path) -> Result<(), DiskError> {
        fs::remove_file(path).map_err(|error| failed("remove", path, error))
    }

    fn make_private(&self, path: &Utf8Path) -> Result<(), DiskError> {
        system::make_private(path).map_err(|error| failed("make private", path, error))
    }

    fn sync_folder(&self, folder: &Utf8Path) -> Result<(), DiskError> {
        system::sync_folder(folder).map_err(|error| failed("sync", folder, error))
    }
}

fn failed(effect: &'static str, path: &Utf8Path, source: io::Error) -> DiskError {
    DiskError { effect, path: path.to_owned(), source }
}

/// Nothing is there: also where a folder above is missing or is a file.
fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "the one place that touches files")]
mod system {
    use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown};

    use bascule_core::reconcile::Mode;
    use camino::Utf8Path;
    use rustix::fs::{Access, AtFlags, CWD, RenameFlags};
    use rustix::io::Errno;

    use super::{Kind, Like, Stat};

    pub(super) fn stat(path: &Utf8Path, metadata: &Metadata) -> Stat {
        let kind = match metadata.file_type() {
            kind if kind.is_file() => Kind::File,
            kind if kind.is_dir() => Kind::Folder,
            kind if kind.is_symlink() => Kind::Link,
            _ => Kind::Other,
        };
        Stat {
            kind,
            links: metadata.nlink(),
            mount: kind == Kind::File && is_mount(path, metadata),
            read_only: metadata.mode() & 0o200 == 0,
            shared: metadata.mode() & 0o077 != 0,
            owner: metadata.uid(),
            identity: (metadata.dev(), metadata.ino()),
            age: metadata.modified().ok().and_then(|time| time.elapsed().ok()).unwrap_or_default(),
            size: metadata.len(),
        }
    }

    /// Linux says it directly, also of a bind mount within one file system;
    /// elsewhere a mount is on another device than its folder.
    fn is_mount(path: &Utf8Path, metadata: &Metadata) -> bool {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{StatxAttributes, StatxFlags, statx};
            if let Ok(seen) = statx(CWD, path.as_std_path(), AtFlags::SYMLINK_NOFOLLOW, StatxFlags::BASIC_STATS)
                && seen.stx_attributes_mask.contains(StatxAttributes::MOUNT_ROOT)
            {
                return seen.stx_attributes.contains(StatxAttributes::MOUNT_ROOT);
            }
        }
        let folder = path.parent().and_then(|folder| fs::metadata(folder).ok());
        folder.is_some_and(|folder| folder.dev() != metadata.dev())
    }

    pub(super) fn may_write(folder: &Utf8Path) -> bool {
        rustix::fs::accessat(CWD, folder.as_std_path(), Access::WRITE_OK | Access::EXEC_OK, AtFlags::EACCESS).is_ok()
    }

    pub(super) fn make_folder(path: &Utf8Path, mode: Mode) -> io::Result<()> {
        let bits = match mode {
            Mode::Private => 0o700,
            Mode::Ordinary | Mode::Executable => 0o777,
        };
        DirBuilder::new().mode(bits).create(path)
    }

    pub(super) fn make_private(path: &Utf8Path) -> io::Result<()> {
        let mode = fs::symlink_metadata(path)?.mode() & 0o700;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
    }

    pub(super) fn create(path: &Utf8Path, like: Like<'_>) -> io::Result<File> {
        let bits = match like {
            // Nobody else may read it before its rights are those of the old file.
            Like::File(_) | Like::New(Mode::Private) => 0o600,
            Like::New(Mode::Ordinary) => 0o666,
            Like::New(Mode::Executable) => 0o777,
        };
        OpenOptions::new().write(true).create_new(true).mode(bits).open(path)
    }

    /// Gives a new file the owner, mode, ACL and extended attributes of an old one.
    /// Fails where the system does not let us.
    pub(super) fn take_after(file: &File, like: Like<'_>) -> io::Result<()> {
        let Like::File(path) = like else { return Ok(()) };
        let old = File::open(path)?;
        let (was, is) = (old.metadata()?, file.metadata()?);
        if (was.uid(), was.gid()) != (is.uid(), is.gid()) {
            fchown(file, Some(was.uid()), Some(was.gid()))?;
        }
        // An ACL's mask shows as the group's mode, so the mode comes last.
        copy_attributes(&old, file)?;
        file.set_permissions(was.permissions())
    }

    /// POSIX ACLs are extended attributes too (`system.posix_acl_access`).
    fn copy_attributes(old: &File, new: &File) -> io::Result<()> {
        let mut names = Vec::new();
        match read_all(&mut names, |buffer| rustix::fs::flistxattr(old, buffer)) {
            Err(Errno::NOTSUP | Errno::NOSYS) => return Ok(()),
            other => other?,
        }
        for name in names.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
            let mut value = Vec::new();
            read_all(&mut value, |buffer| rustix::fs::fgetxattr(old, name, buffer))?;
            let mut present = Vec::new();
            let same =
                read_all(&mut present, |buffer| rustix::fs::fgetxattr(new, name, buffer)).is_ok() && present == value;
            if !same {
                rustix::fs::fsetxattr(new, name, &value, rustix::fs::XattrFlags::empty())?;
            }
        }
        // A folder's default ACL gives new files rights that the old one did not have.
        let mut own = Vec::new();
        read_all(&mut own, |buffer| rustix::fs::flistxattr(new, buffer))?;
        let old_names: Vec<&[u8]> = names.split(|byte| *byte == 0).collect();
        for name in own.split(|byte| *byte == 0).filter(|name| !name.is_empty() && !old_names.contains(name)) {
            rustix::fs::fremovexattr(new, name)?;
        }
        Ok(())
    }

    /// Fills `into` with what `ask` has; the kernel's largest list or value is 64 KiB.
    fn read_all(into: &mut Vec<u8>, mut ask: impl FnMut(&mut [u8]) -> Result<usize, Errno>) -> Result<(), Errno> {
        let mut room = 1 << 10;
        loop {
            into.resize(room, 0);
            match ask(into) {
                Ok(filled) => {
                    into.truncate(filled);
                    return Ok(());
                }
                Err(Errno::RANGE) if room < 1 << 20 => room *= 4,
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) fn open_private(path: &Utf8Path) -> io::Result<File> {
        OpenOptions::new().append(true).create(true).mode(0o600).open(path)
    }

    pub(super) fn place(from: &Utf8Path, to: &Utf8Path) -> io::Result<bool> {
        match rustix::fs::renameat_with(CWD, from.as_std_path(), CWD, to.as_std_path(), RenameFlags::NOREPLACE) {
            Ok(()) => Ok(true),
            Err(Errno::EXIST) => Ok(false),
            // A file system without the flag: a hard link fails where something is there.
            // A folder cannot be linked: making the empty one decides who was first,
            // and the rename replaces it.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) if from.is_dir() => match fs::create_dir(to) {
                Ok(()) => fs::rename(from, to).map(|()| true),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
                Err(error) => Err(error),
            },
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => match fs::hard_link(from, to) {
                Ok(()) => fs::remove_file(from).map(|()| true),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
                Err(error) => Err(error),
            },
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn exchange(one: &Utf8Path, other: &Utf8Path) -> io::Result<bool> {
        match rustix::fs::renameat_with(CWD, one.as_std_path(), CWD, other.as_std_path(), RenameFlags::EXCHANGE) {
            Ok(()) => Ok(true),
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn sync_folder(folder: &Utf8Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }
}

#[cfg(windows)]
#[expect(clippy::disallowed_methods, reason = "the one place that touches files")]
mod system {
    use std::fs::{self, File, Metadata, OpenOptions};
    use std::io;

    use bascule_core::reconcile::Mode;
    use camino::Utf8Path;

    use super::{Kind, Like, Stat};

    pub(super) fn stat(_path: &Utf8Path, metadata: &Metadata) -> Stat {
        let kind = match metadata.file_type() {
            kind if kind.is_file() => Kind::File,
            kind if kind.is_dir() => Kind::Folder,
            kind if kind.is_symlink() => Kind::Link,
            _ => Kind::Other,
        };
        Stat {
            kind,
            links: 1,
            mount: false,
            read_only: metadata.permissions().readonly(),
            shared: false,
            owner: 0,
            identity: (0, metadata.modified().ok().map_or(0, since_epoch)),
            age: metadata.modified().ok().and_then(|time| time.elapsed().ok()).unwrap_or_default(),
            size: metadata.len(),
        }
    }

    fn since_epoch(time: std::time::SystemTime) -> u64 {
        time.duration_since(std::time::UNIX_EPOCH).map_or(0, |age| u64::try_from(age.as_nanos()).unwrap_or(u64::MAX))
    }

    pub(super) fn may_write(folder: &Utf8Path) -> bool {
        fs::metadata(folder).is_ok_and(|metadata| metadata.is_dir())
    }

    pub(super) fn make_folder(path: &Utf8Path, _mode: Mode) -> io::Result<()> {
        fs::create_dir(path)
    }

    pub(super) fn make_private(_path: &Utf8Path) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn create(path: &Utf8Path, _like: Like<'_>) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(path)
    }

    pub(super) fn take_after(_file: &File, _like: Like<'_>) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn open_private(path: &Utf8Path) -> io::Result<File> {
        OpenOptions::new().append(true).create(true).open(path)
    }

    pub(super) fn place(from: &Utf8Path, to: &Utf8Path) -> io::Result<bool> {
        match fs::hard_link(from, to) {
            Ok(()) => fs::remove_file(from).map(|()| true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(super) fn exchange(_one: &Utf8Path, _other: &Utf8Path) -> io::Result<bool> {
        Ok(false)
    }

    pub(super) fn sync_folder(_folder: &Utf8Path) -> io::Result<()> {
        Ok(())
    }
}
