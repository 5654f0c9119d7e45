//! A disk that fails or dies at a chosen effect, over a real one.
//!
//! The tests run every kind of plan with a fault at effect 1, 2, ... n. In debug
//! builds the program itself can be made to die at an effect, for kills of the
//! real binary at named points.

use std::cell::{Cell, RefCell};
use std::io;

use bascule_core::reconcile::Mode;
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, DiskError, Like, Stat};

/// What happens at the chosen effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// This effect fails with an error; the disk works again afterwards.
    Fail(io::ErrorKind),
    /// This effect and every later one fail, as on a full or lost disk.
    Stay(io::ErrorKind),
    /// The process dies: nothing happens from here on. A write is cut in half first.
    Die,
    /// The real process kills itself here.
    Kill,
}

/// A disk with one fault in it.
#[derive(Debug)]
pub struct FaultyDisk<D> {
    disk: D,
    at: usize,
    fault: Fault,
    count: Cell<usize>,
    dead: Cell<bool>,
    names: RefCell<Vec<&'static str>>,
}

impl<D> FaultyDisk<D> {
    /// A disk whose `at`-th effect, from 1, meets `fault`. With 0 it only counts.
    pub fn new(disk: D, at: usize, fault: Fault) -> Self {
        Self { disk, at, fault, count: Cell::new(0), dead: Cell::new(false), names: RefCell::new(Vec::new()) }
    }

    /// How many effects were asked for so far.
    pub fn effects(&self) -> usize {
        self.count.get()
    }

    /// Their names, in order.
    pub fn names(&self) -> Vec<&'static str> {
        self.names.borrow().clone()
    }

    fn alive(&self, effect: &'static str, path: &Utf8Path) -> Result<(), DiskError> {
        if self.dead.get() { Err(error(effect, path, io::ErrorKind::Interrupted)) } else { Ok(()) }
    }

    /// Counts an effect and meets the fault where it is due.
    fn effect(&self, effect: &'static str, path: &Utf8Path, torn: impl FnOnce()) -> Result<(), DiskError> {
        self.alive(effect, path)?;
        self.count.set(self.count.get() + 1);
        self.names.borrow_mut().push(effect);
        let (count, fault) = (self.count.get(), self.fault);
        match fault {
            Fault::Fail(kind) if count == self.at => Err(error(effect, path, kind)),
            Fault::Stay(kind) if self.at > 0 && count >= self.at => Err(error(effect, path, kind)),
            Fault::Die if count == self.at => {
                torn();
                self.dead.set(true);
                Err(error(effect, path, io::ErrorKind::Interrupted))
            }
            Fault::Kill if count == self.at => {
                torn();
                kill_self()
            }
            Fault::Fail(_) | Fault::Stay(_) | Fault::Die | Fault::Kill => Ok(()),
        }
    }
}

impl<D: Disk> Disk for FaultyDisk<D> {
    fn look(&self, path: &Utf8Path) -> Result<Option<Stat>, DiskError> {
        self.alive("look at", path)?;
        self.disk.look(path)
    }

    fn read(&self, path: &Utf8Path) -> Result<Option<Vec<u8>>, DiskError> {
        self.alive("read", path)?;
        self.disk.read(path)
    }

    fn follow(&self, path: &Utf8Path) -> Result<Utf8PathBuf, DiskError> {
        self.alive("follow", path)?;
        self.disk.follow(path)
    }

    fn list(&self, folder: &Utf8Path) -> Result<Vec<String>, DiskError> {
        self.alive("list", folder)?;
        self.disk.list(folder)
    }

    fn may_write(&self, folder: &Utf8Path) -> bool {
        self.disk.may_write(folder)
    }

    fn make_folder(&self, path: &Utf8Path, mode: Mode) -> Result<(), DiskError> {
        self.effect("make-folder", path, || {})?;
        self.disk.make_folder(path, mode)
    }

    fn remove_folder(&self, path: &Utf8Path) -> Result<(), DiskError> {
        self.effect("remove-folder", path, || {})?;
        self.disk.remove_folder(path)
    }

    fn write(&self, path: &Utf8Path, bytes: &[u8], like: Like<'_>) -> Result<(), DiskError> {
        // A torn write is the point: whether it could be made does not matter.
        self.effect("write", path, || drop(self.disk.write(path, &bytes[..bytes.len() / 2], like)))?;
        self.disk.write(path, bytes, like)
    }

    fn append(&self, path: &Utf8Path, bytes: &[u8], synced: bool) -> Result<(), DiskError> {
        self.effect("append", path, || drop(self.disk.append(path, &bytes[..bytes.len() / 2], synced)))?;
        self.disk.append(path, bytes, synced)
    }

    fn replace(&self, from: &Utf8Path, to: &Utf8Path) -> Result<(), DiskError> {
        self.effect("replace", to, || {})?;
        self.disk.replace(from, to)
    }

    fn place(&self, from: &Utf8Path, to: &Utf8Path) -> Result<bool, DiskError> {
        self.effect("place", to, || {})?;
        self.disk.place(from, to)
    }

    fn exchange(&self, one: &Utf8Path, other: &Utf8Path) -> Result<bool, DiskError> {
        self.effect("exchange", other, || {})?;
        self.disk.exchange(one, other)
    }

    fn remove(&self, path: &Utf8Path) -> Result<(), DiskError> {
        self.effect("remove", path, || {})?;
        self.disk.remove(path)
    }

    fn make_private(&self, path: &Utf8Path) -> Result<(), DiskError> {
        self.effect("make-private", path, || {})?;
        self.disk.make_private(path)
    }

    fn sync_folder(&self, folder: &Utf8Path) -> Result<(), DiskError> {
        self.effect("sync-folder", folder, || {})?;
        self.disk.sync_folder(folder)
    }
}

fn error(effect: &'static str, path: &Utf8Path, kind: io::ErrorKind) -> DiskError {
    DiskError { effect, path: path.to_owned(), source: io::Error::new(kind, "a planted fault") }
}

#[cfg(unix)]
fn kill_self() -> Result<(), DiskError> {
    let killed = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    unreachable!("the process outlived its kill: {killed:?}")
}

#[cfg(not(unix))]
fn kill_self() -> Result<(), DiskError> {
    // An abort would call up a debugger or a report first.
    std::process::exit(137)
}
