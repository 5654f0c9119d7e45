//! The disk as Windows has it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::os::windows::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::os::windows::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use bascule_core::reconcile::Mode;
use camino::{Utf8Path, Utf8PathBuf};
use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_CANT_RESOLVE_FILENAME, ERROR_DELETE_PENDING, ERROR_DIR_NOT_EMPTY, ERROR_LOCK_VIOLATION,
    ERROR_SHARING_VIOLATION, ERROR_UNABLE_TO_MOVE_REPLACEMENT, ERROR_UNABLE_TO_MOVE_REPLACEMENT_2,
    ERROR_UNABLE_TO_REMOVE_REPLACED, ERROR_USER_MAPPED_FILE, WIN32_ERROR,
};
use windows_sys::Win32::Storage::FileSystem::{
    DELETE, FILE_ADD_FILE, FILE_ADD_SUBDIRECTORY, FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_ENCRYPTED,
    FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_NOT_CONTENT_INDEXED, FILE_ATTRIBUTE_SYSTEM, FILE_FLAG_BACKUP_SEMANTICS,
    FILE_FLAG_OPEN_REPARSE_POINT, FILE_READ_ATTRIBUTES,
};
use windows_sys::Win32::System::SystemServices::{
    IO_REPARSE_TAG_CLOUD, IO_REPARSE_TAG_DEDUP, IO_REPARSE_TAG_ONEDRIVE, IO_REPARSE_TAG_WOF,
};

use super::{Kind, Like, Stat};
pub(super) use win32::is_packaged;
use win32::{Facts, Onto, Rights};

#[path = "win32.rs"]
#[expect(unsafe_code, reason = "the standard library has no word for these calls; each says why it is sound")]
mod win32;

/// A process without a window of its own.
const CREATE_NO_WINDOW: u32 = 0x0800_0000;
/// A process that does not end with the job of the one that starts it.
const CREATE_BREAKAWAY_FROM_JOB: u32 = 0x0100_0000;

/// Attributes that a new file gets from the one it replaces. What else there is
/// (compression, streams) comes with the replacing.
const KEPT: u32 = FILE_ATTRIBUTE_ARCHIVE
    | FILE_ATTRIBUTE_ENCRYPTED
    | FILE_ATTRIBUTE_HIDDEN
    | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED
    | FILE_ATTRIBUTE_SYSTEM;

pub(super) fn stat(path: &Utf8Path) -> io::Result<Stat> {
    let metadata = fs::symlink_metadata(path)?;
    let facts = win32::facts(&opened(path, FILE_READ_ATTRIBUTES)?)?;
    let kind = match metadata.file_type() {
        kind if kind.is_symlink() => Kind::Link,
        kind if kind.is_dir() => Kind::Folder,
        kind if kind.is_file() && is_file(facts.tag) => Kind::File,
        _ => Kind::Other,
    };
    let Facts { links, identity, .. } = facts;
    Ok(Stat {
        kind,
        links: u64::from(links),
        // A volume is mounted on a folder, as a reparse point: a link.
        mount: false,
        read_only: metadata.permissions().readonly(),
        shared: false,
        owner: 0,
        identity,
        age: metadata.modified().ok().and_then(|time| time.elapsed().ok()).unwrap_or_default(),
        size: metadata.len(),
    })
}

/// Whether what has this reparse tag holds bytes like any file: none, or the marks of
/// OneDrive and its like, of deduplication and of compressed system files. Others
/// stand for something else (a socket, a packaged app's program, a link of WSL).
fn is_file(tag: u32) -> bool {
    // OneDrive counts its folders in the third digit.
    let provider = tag & !0xF000;
    tag == 0
        || provider == IO_REPARSE_TAG_CLOUD
        || [IO_REPARSE_TAG_ONEDRIVE, IO_REPARSE_TAG_DEDUP, IO_REPARSE_TAG_WOF].contains(&tag)
}

/// The file or folder itself, not what a link leads to.
fn opened(path: &Utf8Path, access: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.access_mode(access).custom_flags(FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT);
    options.open(path)
}

/// The system decides it when the folder is opened for it, whatever lists and groups say.
pub(super) fn may_write(folder: &Utf8Path) -> bool {
    let mut options = OpenOptions::new();
    options.access_mode(FILE_ADD_FILE | FILE_ADD_SUBDIRECTORY).custom_flags(FILE_FLAG_BACKUP_SEMANTICS);
    options.open(folder).is_ok()
}

/// Rights come from the folder above: a profile's are its person's alone.
pub(super) fn make_folder(path: &Utf8Path, _mode: Mode) -> io::Result<()> {
    fs::create_dir(path)
}

/// The system has no modes.
pub(super) fn make_private(_path: &Utf8Path) -> io::Result<()> {
    Ok(())
}

/// A new file, already with the owner and access list of the one it will replace:
/// nobody else may read it, not even while it is written.
pub(super) fn create(path: &Utf8Path, like: Like<'_>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let Like::File(old) = like else { return options.open(path) };
    let attributes = fs::metadata(old)?.file_attributes();
    let file = options.attributes(attributes & KEPT).open(path)?;
    let (was, is) = (Rights::of(old)?, Rights::of(path)?);
    if was != is {
        was.give(path, &is).map_err(|error| io::Error::new(io::ErrorKind::PermissionDenied, error))?;
    }
    Ok(file)
}

/// It has everything since it was created.
pub(super) fn take_after(_file: &File, _like: Like<'_>) -> io::Result<()> {
    Ok(())
}

pub(super) fn open_private(path: &Utf8Path) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

pub(super) fn replace(from: &Utf8Path, to: &Utf8Path) -> io::Result<()> {
    // Where it fails halfway the replacing leaves a file of its own beside the old one,
    // so whether the old one may go is asked first.
    let may_go = opened(to, DELETE).map(drop);
    match may_go.and_then(|()| win32::replace_file(to, from)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => win32::rename(from, to, Onto::Anything),
        // It stopped after the old file had lost its name: ours has still its own.
        Err(error) if is(&error, &[ERROR_UNABLE_TO_MOVE_REPLACEMENT, ERROR_UNABLE_TO_MOVE_REPLACEMENT_2]) => {
            match win32::rename(from, to, Onto::Nothing) {
                Err(other) if other.kind() == io::ErrorKind::AlreadyExists => Err(error),
                other => other,
            }
        }
        other => other,
    }
}

pub(super) fn place(from: &Utf8Path, to: &Utf8Path) -> io::Result<bool> {
    match win32::rename(from, to, Onto::Nothing) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Removes a file. A program that runs cannot be removed, but it can be renamed: it goes
/// aside, and goes for good once it has ended.
pub(super) fn remove(path: &Utf8Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if is(&error, &[ERROR_ACCESS_DENIED]) && is_program(path) => {
            let aside = aside();
            win32::rename(path, &aside, Onto::Nothing)?;
            remove_later(&aside)
        }
        Err(_) => changing(|| fs::remove_file(path)),
        Ok(()) => Ok(()),
    }
}

/// Whether a file begins as programs do.
fn is_program(path: &Utf8Path) -> bool {
    let mut mark = [0; 2];
    File::open(path).and_then(|mut file| file.read_exact(&mut mark)).is_ok() && mark == *b"MZ"
}

/// A name nothing has, in the folder for what is soon gone.
fn aside() -> Utf8PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = Utf8PathBuf::from_path_buf(std::env::temp_dir()).unwrap_or_else(|_| ".".into());
    folder.join(format!("bascule-gone-{}-{}.exe", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)))
}

/// Has the system's own shell remove a file once this process has ended: until then the
/// shell reads from a pipe that ends with us. A program that started us ends right after
/// us, so the shell tries for a while.
fn remove_later(path: &Utf8Path) -> io::Result<()> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Ok(()) };
    let mut shell = Command::new("cmd.exe");
    // The name is ours and plain; the folder, which may hold anything, is not spelled out.
    shell.raw_arg(format!("/d /c \"more >nul & for /l %i in (1,1,20000) do @if exist {name} del /f /q {name}\""));
    shell.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // Whoever started us may end everything we started together with us.
    let outside = CREATE_NO_WINDOW | CREATE_BREAKAWAY_FROM_JOB;
    let child = match shell.creation_flags(outside).spawn() {
        Err(error) if is(&error, &[ERROR_ACCESS_DENIED]) => shell.creation_flags(CREATE_NO_WINDOW).spawn(),
        other => other,
    };
    std::mem::forget(child?.stdin);
    Ok(())
}

/// Windows replaces and keeps the old file, but not in one step.
pub(super) fn exchange(_one: &Utf8Path, _other: &Utf8Path) -> io::Result<bool> {
    Ok(false)
}

/// Renames come back once they are on the disk, and what the log of the file system
/// holds before them is there too.
pub(super) fn sync_folder(_folder: &Utf8Path) -> io::Result<()> {
    Ok(())
}

pub(super) fn is_link_loop(error: &io::Error) -> bool {
    is(error, &[ERROR_CANT_RESOLVE_FILENAME])
}

/// Whether another program has the file open in a way that keeps us out.
pub(super) fn is_in_use(error: &io::Error) -> bool {
    is(
        error,
        &[
            ERROR_SHARING_VIOLATION,
            ERROR_LOCK_VIOLATION,
            ERROR_USER_MAPPED_FILE,
            ERROR_UNABLE_TO_REMOVE_REPLACED,
            ERROR_DELETE_PENDING,
        ],
    )
}

/// How long to wait before each further try.
const PAUSES: [u64; 6] = [5, 10, 25, 60, 150, 350];

/// Reads, and tries again for a little while where another program keeps us out: virus
/// scanners, indexers and backups open a file for a moment just after it changed.
pub(super) fn reading<T>(act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    patiently(act, is_in_use)
}

/// Changes, with the same patience. A name whose removal is still under way answers
/// that access is denied, and its folder that it is not empty.
pub(super) fn changing<T>(act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    patiently(act, |error| is_in_use(error) || is(error, &[ERROR_ACCESS_DENIED, ERROR_DIR_NOT_EMPTY]))
}

fn patiently<T>(mut act: impl FnMut() -> io::Result<T>, passing: fn(&io::Error) -> bool) -> io::Result<T> {
    for pause in PAUSES {
        match act() {
            Err(error) if passing(&error) => thread::sleep(Duration::from_millis(pause)),
            other => return other,
        }
    }
    act()
}

fn is(error: &io::Error, codes: &[WIN32_ERROR]) -> bool {
    error.raw_os_error().is_some_and(|code| codes.contains(&code.cast_unsigned()))
}

#[cfg(test)]
mod tests {
    use camino::Utf8PathBuf;

    use super::*;

    #[test]
    fn a_placeholder_of_a_synchronised_folder_is_a_file_and_a_stand_in_is_not() {
        const ONEDRIVE_FOLDER: u32 = 0x9000_601A;
        const APP_ALIAS: u32 = 0x8000_001B;
        const WSL_LINK: u32 = 0xA000_001D;
        for tag in [0, IO_REPARSE_TAG_CLOUD, ONEDRIVE_FOLDER, IO_REPARSE_TAG_DEDUP, IO_REPARSE_TAG_WOF] {
            assert!(is_file(tag), "{tag:#x}");
        }
        for tag in [APP_ALIAS, WSL_LINK] {
            assert!(!is_file(tag), "{tag:#x}");
        }
    }

    #[test]
    fn a_list_of_its_own_goes_over_to_the_new_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| Utf8PathBuf::from_path_buf(folder.path().join(name)).unwrap();
        let (old, new) = (path("old"), path("new"));
        fs::write(&old, "old").unwrap();
        let inherited = Rights::of(&old).unwrap();
        inherited.on_its_own().give(&old, &inherited).unwrap();
        let own = Rights::of(&old).unwrap();
        if own == inherited {
            // Wine has the lists that Unix modes make, and no others.
            return println!("skipped: no list of its own on this file system");
        }
        drop(create(&new, Like::File(&old)).unwrap());
        assert_eq!(Rights::of(&new).unwrap(), own);
        replace(&new, &old).unwrap();
        assert_eq!(Rights::of(&old).unwrap(), own);
    }
}
