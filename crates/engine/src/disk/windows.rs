//! The disk as Windows has it.

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
