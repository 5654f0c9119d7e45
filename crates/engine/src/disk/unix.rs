//! The disk as Unix has it.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown};

use bascule_core::reconcile::Mode;
use camino::Utf8Path;
use rustix::fs::{Access, AtFlags, CWD, RenameFlags};
use rustix::io::Errno;

use super::{Kind, Like, Stat};
#[cfg(target_os = "macos")]
use macos::copy_attributes;

#[cfg(target_os = "macos")]
#[path = "macos.rs"]
#[expect(unsafe_code, reason = "no library has a safe word for this call")]
mod macos;

pub(super) fn stat(path: &Utf8Path) -> io::Result<Stat> {
    let metadata = fs::symlink_metadata(path)?;
    let kind = match metadata.file_type() {
        kind if kind.is_file() => Kind::File,
        kind if kind.is_dir() => Kind::Folder,
        kind if kind.is_symlink() => Kind::Link,
        _ => Kind::Other,
    };
    Ok(Stat {
        kind,
        links: metadata.nlink(),
        mount: kind == Kind::File && is_mount(path, &metadata),
        read_only: metadata.mode() & 0o200 == 0,
        shared: metadata.mode() & 0o077 != 0,
        owner: metadata.uid(),
        identity: (metadata.dev(), metadata.ino()),
        age: metadata.modified().ok().and_then(|time| time.elapsed().ok()).unwrap_or_default(),
        size: metadata.len(),
    })
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
#[cfg(not(target_os = "macos"))]
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
#[cfg(not(target_os = "macos"))]
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

pub(super) fn replace(from: &Utf8Path, to: &Utf8Path) -> io::Result<()> {
    fs::rename(from, to)
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

pub(super) fn remove(path: &Utf8Path) -> io::Result<()> {
    fs::remove_file(path)
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

pub(super) fn is_link_loop(error: &io::Error) -> bool {
    error.raw_os_error() == Some(Errno::LOOP.raw_os_error())
}

/// An open file keeps nobody out here.
pub(super) fn is_in_use(_error: &io::Error) -> bool {
    false
}

pub(super) fn reading<T>(mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    act()
}

pub(super) fn changing<T>(mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    act()
}
