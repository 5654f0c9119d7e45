//! Whole files that are ours: launcher, engines, skill files, a host app's plugin.
//!
//! An entry shares its file with its person, a file here does not. It is ours as long
//! as its bytes are the ones we wrote; a person who changed it owns it.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use super::{Change, Deed, Displace, Fate, FileChange, FileSight, Kept, Mode, Refusal};
use crate::digest::Digest;
use crate::document::Content;

/// What a file of ours is for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The program whose path entries name, and what tells it which engine to start.
    Launcher,
    /// One version of the program itself.
    Engine,
    /// A skill of this bridge: one of its files, or its marker.
    Skill(String),
    /// The host app's side of this bridge.
    Plugin(String),
    /// What starts Bascule at login.
    Login,
}

/// A file we own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileClaim {
    /// What it is for.
    pub part: Part,
    /// Its bytes as we wrote them.
    pub digest: Digest,
    /// The bytes of somebody else that stood there before; they return when ours go.
    pub displaced: Option<Digest>,
    /// The folders above it that we made, outermost first.
    pub folders: Vec<Utf8PathBuf>,
}

/// What is wished for one file, by its absolute path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileWish {
    /// These bytes.
    Present(Placing),
    /// No file of ours.
    Absent {
        /// What it is for, where no claim says so.
        part: Part,
        /// Bytes that are ours though no claim says so.
        known: Vec<Digest>,
    },
    /// What stands there stays, and is the person's from now on.
    Theirs,
    /// What stood there before a revision.
    Before(Box<FilePast>),
}

/// A file as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// What it is for.
    pub part: Part,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The rights of a file that is new.
    pub mode: Mode,
    /// A person asked for it just now: also one they deleted comes back.
    pub explicit: bool,
    /// What to do with a file that is not ours.
    pub over: Displace,
    /// Bytes that are ours though no claim says so.
    pub known: Vec<Digest>,
}

/// What an earlier revision did to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePast {
    /// The claim it found.
    pub found: Option<FileClaim>,
    /// The claim it left.
    pub left: Option<FileClaim>,
    /// The file as it found it.
    pub before: Content,
    /// The file as it left it.
    pub after: Kept,
    /// The rights it would have if it had to be made again.
    pub mode: Mode,
    /// A later revision that left it otherwise than this one did.
    pub later: Option<u64>,
}

/// A file's part in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdit {
    /// The path it was asked under, before symbolic links are followed.
    pub file: Utf8PathBuf,
    /// What we owned before.
    pub before: Option<FileClaim>,
    /// What we own after.
    pub after: Option<FileClaim>,
}

impl FileEdit {
    /// What the file is for.
    pub fn part(&self) -> Option<&Part> {
        self.after.as_ref().or(self.before.as_ref()).map(|claim| &claim.part)
    }

    /// The edit that undoes it.
    pub fn inverse(&self) -> Self {
        Self { file: self.file.clone(), before: self.after.clone(), after: self.before.clone() }
    }
}

/// Decides one file. `None` where nothing needs to happen; `made` are the folders that
/// any claim says are ours.
pub(super) fn decide(
    file: &Utf8Path,
    wish: &FileWish,
    claim: Option<&FileClaim>,
    sight: &FileSight,
    made: &BTreeSet<Utf8PathBuf>,
) -> Result<Option<Change>, Refusal> {
    let there = Kept::of(&sight.content);
    let ours = |known: &[Digest]| match there {
        Kept::Absent => false,
        Kept::Bytes(digest) => claim.is_some_and(|claim| claim.digest == digest) || known.contains(&digest),
    };
    let owned = |after: Content, edit: FileEdit, mode: Mode| {
        let folders = match (&after, &edit.before) {
            (Content::Absent, Some(before)) => before.folders.clone(),
            _ => sight.missing.clone(),
        };
        let file = FileChange { path: sight.real.clone(), before: sight.content.clone(), after, folders, mode };
        Change { file, lock: None, deed: Deed::File(Box::new(edit)) }
    };
    let edit = |after: Option<FileClaim>| FileEdit { file: file.to_owned(), before: claim.cloned(), after };
    let released = || owned(sight.content.clone(), edit(None), Mode::Private);
    match wish {
        FileWish::Present(placing) => {
            let digest = Digest::of(&placing.bytes);
            let deleted = claim.is_some() && there == Kept::Absent;
            if deleted && !placing.explicit {
                return Ok(None);
            }
            let stands = there == Kept::Bytes(digest);
            if stands && claim.is_some_and(|claim| claim.digest == digest) {
                return Ok(None);
            }
            let strange = there != Kept::Absent && !stands && !ours(&placing.known);
            let displaced = match (placing.over, claim, there) {
                _ if !strange => claim.and_then(|claim| claim.displaced),
                (Displace::Replace, None, Kept::Bytes(theirs)) => Some(theirs),
                (Displace::Replace, Some(claim), _) => claim.displaced,
                (_, Some(_), _) => return Err(Refusal::FileEdited(file.to_owned())),
                _ => return Err(Refusal::FileTaken(file.to_owned())),
            };
            blocked(sight)?;
            let mut folders = above(file, made);
            folders.extend(sight.missing.iter().cloned());
            folders.sort();
            folders.dedup();
            let after = FileClaim { part: placing.part.clone(), digest, displaced, folders };
            Ok(Some(owned(Content::Bytes(placing.bytes.clone()), edit(Some(after)), placing.mode)))
        }
        FileWish::Absent { part, known } => match there {
            Kept::Absent => Ok(claim.map(|_| released())),
            Kept::Bytes(digest) if ours(known) => {
                blocked(sight)?;
                let adopted = || FileClaim { part: part.clone(), digest, displaced: None, folders: above(file, made) };
                let before = claim.cloned().unwrap_or_else(adopted);
                let returning = before.displaced.map_or(Content::Absent, Content::Kept);
                // What is taken away comes back by a rollback: a program that can be started.
                let mode = match before.part {
                    Part::Launcher | Part::Engine => Mode::Executable,
                    Part::Skill(_) | Part::Plugin(_) | Part::Login => Mode::Ordinary,
                };
                let edit = FileEdit { file: file.to_owned(), before: Some(before), after: None };
                Ok(Some(owned(returning, edit, mode)))
            }
            Kept::Bytes(_) if claim.is_some() => Err(Refusal::FileEdited(file.to_owned())),
            Kept::Bytes(_) => Ok(None),
        },
        FileWish::Theirs => Ok(claim.map(|_| released())),
        FileWish::Before(past) => {
            if let Some(later) = past.later {
                return Err(Refusal::ChangedLater { later });
            }
            if there == Kept::of(&past.before) {
                return Ok((claim != past.found.as_ref())
                    .then(|| owned(sight.content.clone(), edit(past.found.clone()), past.mode)));
            }
            match there {
                now if now == past.after => {
                    blocked(sight)?;
                    Ok(Some(owned(past.before.clone(), edit(past.found.clone()), past.mode)))
                }
                // What the person deleted is not brought back.
                Kept::Absent => Ok(claim.map(|_| released())),
                Kept::Bytes(_) => Err(Refusal::FileEdited(file.to_owned())),
            }
        }
    }
}

/// When a change's turn comes: what is started stands before anything names it, and
/// goes after nothing names it any more; what goes takes its empty folders along, so
/// it goes after what comes.
pub(super) fn turn(change: &Change) -> u8 {
    let Deed::File(edit) = &change.deed else { return 2 };
    match (&edit.after, edit.part()) {
        (Some(_), Some(Part::Engine)) => 0,
        (Some(_), Some(Part::Launcher)) => 1,
        (Some(_), _) => 3,
        (None, Some(Part::Launcher)) => 5,
        (None, Some(Part::Engine)) => 6,
        (None, _) => 4,
    }
}

fn above(file: &Utf8Path, made: &BTreeSet<Utf8PathBuf>) -> Vec<Utf8PathBuf> {
    made.iter().filter(|folder| file.starts_with(folder)).cloned().collect()
}

fn blocked(sight: &FileSight) -> Result<(), Refusal> {
    sight.blocked.clone().map_or(Ok(()), Err)
}

/// The same on bytes that moved meanwhile: a whole file has no other bytes to spare.
pub(super) fn replay(edit: &FileEdit, file: &FileChange, now: &Content) -> Result<Content, Refusal> {
    match file.fate(now) {
        Fate::Before | Fate::After => Ok(file.after.clone()),
        Fate::Foreign if *now == Content::Absent && edit.after.is_none() => Ok(Content::Absent),
        Fate::Foreign if edit.before.is_none() => Err(Refusal::FileTaken(edit.file.clone())),
        Fate::Foreign => Err(Refusal::FileEdited(edit.file.clone())),
    }
}
