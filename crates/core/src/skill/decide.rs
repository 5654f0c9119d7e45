//! What happens to the files of one skill in one folder.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::marker::{MARKER, Marker, MarkerProblem};
use super::package::SkillPackage;
use crate::digest::Digest;
use crate::reconcile::{Displace, FileWish, Mode, Part, Placing, Refusal};

/// What our newer file is called beside one the person changed.
pub(super) const BESIDE: &str = ".new";

/// What the survey says of a skill's folder.
#[derive(Clone, Debug, Default)]
pub struct FolderSight {
    /// The folder, with the bridge's id as its name.
    pub folder: Utf8PathBuf,
    /// The bytes of each file there that [`names_of_interest`] asks for.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Anything at all is in it.
    pub filled: bool,
    /// The folders down to it that do not exist, outermost first.
    pub missing: Vec<Utf8PathBuf>,
    /// Our claims in it, by the path inside the folder.
    pub claims: BTreeMap<String, Digest>,
    /// Every folder that some claim says is ours.
    pub made: BTreeSet<Utf8PathBuf>,
}

/// What is wished for a skill in a folder.
#[derive(Clone, Copy, Debug)]
pub enum SkillWish<'a> {
    /// A person asked for it just now.
    Install {
        /// The skill.
        package: &'a SkillPackage,
        /// What to do with an older program's skill.
        older: Displace,
        /// Ours goes over what the person changed in it, too.
        restore: bool,
    },
    /// It is brought up to date where it is.
    Sync(&'a SkillPackage),
    /// It goes.
    Remove,
}

/// What to tell the person beside the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkillNote {
    /// The person changed this file; it stays.
    Edited(Utf8PathBuf),
    /// Our newer file lies here, beside the one the person changed.
    Beside(Utf8PathBuf),
    /// The person deleted this, and it is not brought back unasked.
    Deleted(Utf8PathBuf),
    /// The person changed this file; it stays although the skill goes.
    Kept(Utf8PathBuf),
    /// An older program's skill stays in this folder, as asked.
    OlderStays(Utf8PathBuf),
}

/// What becomes of a skill in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillDecision {
    /// What is wished for each file.
    pub files: BTreeMap<Utf8PathBuf, FileWish>,
    /// Folders that are ours though no claim says so.
    pub folders: BTreeSet<Utf8PathBuf>,
    /// What to tell.
    pub told: Vec<SkillNote>,
    /// Why the folder stays as it is.
    pub refusal: Option<Refusal>,
}

/// How a skill stands in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillStanding {
    /// The folder.
    pub folder: Utf8PathBuf,
    /// The version that was written last, where a marker says so.
    pub version: Option<String>,
    /// Files of ours that the person changed.
    pub edited: Vec<String>,
    /// Files of ours that the person deleted.
    pub deleted: Vec<String>,
    /// Newer files of ours that lie beside changed ones.
    pub beside: Vec<String>,
}

/// The paths inside a skill's folder whose bytes decide something.
pub fn names_of_interest(
    package: Option<&SkillPackage>,
    marker: Option<&[u8]>,
    claims: &BTreeMap<String, Digest>,
) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = claims.keys().cloned().collect();
    names.insert(MARKER.to_owned());
    if let Some(Ok(marker)) = marker.map(Marker::read) {
        names.extend(marker.files.into_keys());
    }
    if let Some(package) = package {
        names.extend(package.files.keys().flat_map(|path| [path.clone(), beside(path)]));
        names.extend(package.older.iter().map(|older| older.file.clone()));
    }
    names
}

/// Decides one folder.
///
/// Touches only what marker or claims prove to be ours; a folder without either is
/// refused, unless it is empty or an older program's that the person wants replaced.
pub fn decide(bridge: &str, sight: &FolderSight, wish: SkillWish<'_>) -> SkillDecision {
    let refused = |refusal| SkillDecision { refusal: Some(refusal), ..SkillDecision::default() };
    let ours = match Ours::of(bridge, sight) {
        Ok(ours) => ours,
        Err(refusal) => return refused(refusal),
    };
    match (wish, ours) {
        (SkillWish::Remove, Some(ours)) => ours.remove(),
        (SkillWish::Sync(package), Some(ours)) => ours.sync(package),
        (SkillWish::Remove | SkillWish::Sync(_), None) => SkillDecision::default(),
        (SkillWish::Install { package, restore, .. }, Some(ours)) => {
            ours.write(package, if restore { Manner::Over } else { Manner::Asked })
        }
        (SkillWish::Install { package, older, .. }, None) => {
            let is_older = sight.files.iter().any(|(path, bytes)| package.succeeds(path, bytes));
            let folder = || sight.folder.clone();
            match (is_older, older) {
                (false, _) if sight.filled => refused(Refusal::FolderTaken(folder())),
                (true, Displace::Ask) => refused(Refusal::OlderSkill(folder())),
                (true, Displace::Leave) => {
                    SkillDecision { told: vec![SkillNote::OlderStays(folder())], ..SkillDecision::default() }
                }
                (true, Displace::Replace) | (false, _) => {
                    Ours { bridge, sight, marker: None }.write(package, Manner::Over)
                }
            }
        }
    }
}

impl SkillStanding {
    /// How the skill stands; `None` where nothing proves that the folder is ours.
    pub fn of(bridge: &str, sight: &FolderSight) -> Option<Self> {
        let ours = Ours::of(bridge, sight).ok().flatten()?;
        let (mut edited, mut deleted, mut newer) = (Vec::new(), Vec::new(), Vec::new());
        for name in ours.names().into_iter().filter(|name| name != MARKER) {
            match ours.state(&name) {
                _ if name.ends_with(BESIDE) => newer.extend(sight.files.contains_key(&name).then_some(name)),
                State::Ours => {}
                State::Edited => edited.push(name),
                State::Gone => deleted.push(name),
            }
        }
        let version = ours.marker.map(|marker| marker.version);
        Some(Self { folder: sight.folder.clone(), version, edited, deleted, beside: newer })
    }
}

/// A folder that is proved to be ours.
struct Ours<'a> {
    bridge: &'a str,
    sight: &'a FolderSight,
    marker: Option<Marker>,
}

/// In which manner a skill is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Nobody asked just now: what the person deleted stays away.
    Quiet,
    /// The person asked: what they deleted comes back, what they changed stays.
    Asked,
    /// The person asked for ours over what stands there.
    Over,
}

/// A file that we wrote once, as it is now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ours,
    Edited,
    Gone,
}

impl<'a> Ours<'a> {
    fn of(bridge: &'a str, sight: &'a FolderSight) -> Result<Option<Self>, Refusal> {
        let marker = match sight.files.get(MARKER).map(|bytes| Marker::read(bytes)) {
            Some(Ok(marker)) if marker.bridge == bridge => Some(marker),
            Some(Err(MarkerProblem::Newer(_))) => return Err(Refusal::NewerFormat),
            Some(Ok(_) | Err(MarkerProblem::Strange(_))) | None => None,
        };
        let proved = marker.is_some() || !sight.claims.is_empty();
        Ok(proved.then_some(Self { bridge, sight, marker }))
    }

    /// Every file that we wrote once.
    fn names(&self) -> BTreeSet<String> {
        let marked = self.marker.iter().flat_map(|marker| marker.files.keys());
        marked.chain(self.sight.claims.keys()).cloned().collect()
    }

    /// The digests of a file that are ours.
    fn known(&self, name: &str) -> Vec<Digest> {
        if name == MARKER {
            // It was read, so it is ours as it is.
            let read = self.sight.files.get(MARKER).filter(|_| self.marker.is_some());
            return read.map(|bytes| Digest::of(bytes)).into_iter().collect();
        }
        self.marker.iter().filter_map(|marker| marker.files.get(name)).copied().collect()
    }

    fn state(&self, name: &str) -> State {
        match self.sight.files.get(name).map(|bytes| Digest::of(bytes)) {
            None => State::Gone,
            Some(now) if self.known(name).contains(&now) || self.sight.claims.get(name) == Some(&now) => State::Ours,
            Some(_) => State::Edited,
        }
    }

    fn path(&self, name: &str) -> Utf8PathBuf {
        name.split('/').fold(self.sight.folder.clone(), |path, part| path.join(part))
    }

    fn part(&self) -> Part {
        Part::Skill(self.bridge.to_owned())
    }

    /// Up to date: nothing happens where the version is the same and no newer file
    /// waits beside a changed one.
    fn sync(self, package: &SkillPackage) -> SkillDecision {
        let names = self.names();
        let same = self.marker.as_ref().is_some_and(|marker| marker.version == package.version);
        if same && !names.iter().any(|name| name.ends_with(BESIDE)) {
            return SkillDecision::default();
        }
        let written = || names.iter().filter(|name| *name != MARKER);
        if written().all(|name| self.state(name) == State::Gone) {
            let told = vec![SkillNote::Deleted(self.sight.folder.clone())];
            return SkillDecision { told, ..SkillDecision::default() };
        }
        self.write(package, Manner::Quiet)
    }

    /// Writes the skill: what is ours becomes new, what the person changed stays.
    fn write(self, package: &SkillPackage, manner: Manner) -> SkillDecision {
        let mut decision = SkillDecision { folders: self.folders(), ..SkillDecision::default() };
        let mut files: BTreeMap<String, Digest> = BTreeMap::new();
        let mut stays: BTreeSet<String> = BTreeSet::from([MARKER.to_owned()]);
        let written = self.names();
        for (name, bytes) in &package.files {
            stays.insert(name.clone());
            let (new, last) = (Digest::of(bytes), self.last(name));
            let now = self.sight.files.get(name).map(|bytes| Digest::of(bytes));
            let edited = now.is_some_and(|now| now != new) && self.state(name) == State::Edited;
            let deleted = now.is_none() && written.contains(name);
            if deleted && manner == Manner::Quiet {
                decision.told.push(SkillNote::Deleted(self.path(name)));
                files.extend(last.map(|last| (name.clone(), last)));
            } else if edited && manner != Manner::Over {
                decision.told.push(SkillNote::Edited(self.path(name)));
                files.extend(last.map(|last| (name.clone(), last)));
                // A change of what is still the newest stands beside nothing newer.
                if last != Some(new) {
                    let newer = beside(name);
                    stays.insert(newer.clone());
                    self.put_beside(&newer, bytes, manner, &mut decision, &mut files);
                }
            } else {
                files.insert(name.clone(), new);
                self.place(name, bytes.clone(), manner, &mut decision);
            }
        }
        for older in package.older.iter().filter(|older| !package.files.contains_key(&older.file)) {
            // The older program's own marker is empty meanwhile, or it would take the
            // folder for its own.
            let bytes = self.sight.files.get(&older.file);
            let held = bytes.is_some_and(Vec::is_empty) && self.last(&older.file) == Some(Digest::of(b""));
            if held || (self.marker.is_none() && bytes.is_some_and(|bytes| older.recognises(bytes))) {
                stays.insert(older.file.clone());
                files.insert(older.file.clone(), Digest::of(b""));
                self.place(&older.file, Vec::new(), manner, &mut decision);
            }
        }
        for name in written.difference(&stays) {
            self.take(name, &mut decision);
        }
        let marker =
            Marker { bridge: self.bridge.to_owned(), version: package.version.clone(), made: self.made(), files };
        // The marker is no page of anybody's: who asks for the skill asks for it too.
        let manner = if manner == Manner::Quiet { Manner::Asked } else { Manner::Over };
        self.place(MARKER, marker.bytes(), manner, &mut decision);
        decision
    }

    /// Puts our newer file beside one the person changed, unless they changed or
    /// deleted that one too.
    fn put_beside(
        &self,
        newer: &str,
        bytes: &[u8],
        manner: Manner,
        decision: &mut SkillDecision,
        files: &mut BTreeMap<String, Digest>,
    ) {
        let there = self.sight.files.get(newer);
        let free = there.is_none_or(|there| there == bytes || self.state(newer) == State::Ours);
        let deleted = there.is_none() && self.names().contains(newer);
        if free && (manner != Manner::Quiet || !deleted) {
            decision.told.push(SkillNote::Beside(self.path(newer)));
            files.insert(newer.to_owned(), Digest::of(bytes));
            self.place(newer, bytes.to_vec(), manner, decision);
        } else {
            files.extend(self.last(newer).map(|last| (newer.to_owned(), last)));
        }
    }

    /// Takes all of it away.
    fn remove(self) -> SkillDecision {
        let mut decision = SkillDecision { folders: self.folders(), ..SkillDecision::default() };
        for name in self.names() {
            self.take(&name, &mut decision);
        }
        if self.marker.is_some() {
            self.take(MARKER, &mut decision);
        }
        decision
    }

    /// A file of ours goes; one the person changed is theirs from now on.
    fn take(&self, name: &str, decision: &mut SkillDecision) {
        let wish = match self.state(name) {
            State::Edited => {
                decision.told.push(SkillNote::Kept(self.path(name)));
                FileWish::Theirs
            }
            State::Ours | State::Gone => FileWish::Absent { part: self.part(), known: self.known(name) },
        };
        decision.files.insert(self.path(name), wish);
    }

    fn place(&self, name: &str, bytes: Vec<u8>, manner: Manner, decision: &mut SkillDecision) {
        let known = self.known(name);
        let (explicit, over) = match manner {
            Manner::Quiet => (false, Displace::Ask),
            Manner::Asked => (true, Displace::Ask),
            Manner::Over => (true, Displace::Replace),
        };
        let placing = Placing { part: self.part(), bytes, mode: Mode::Ordinary, explicit, over, known };
        decision.files.insert(self.path(name), FileWish::Present(placing));
    }

    /// A file as we wrote it last.
    fn last(&self, name: &str) -> Option<Digest> {
        let marked = self.marker.as_ref().and_then(|marker| marker.files.get(name));
        marked.or_else(|| self.sight.claims.get(name)).copied()
    }

    /// How many folders are ours, from the skill's own upwards.
    fn made(&self) -> usize {
        let ours = |folder: &&Utf8Path| {
            self.sight.missing.iter().any(|missing| missing == *folder) || self.sight.made.contains(*folder)
        };
        let now = self.sight.folder.ancestors().take_while(ours).count();
        self.marker.as_ref().map_or(0, |marker| marker.made).max(now)
    }

    /// The folders the marker says we made, and those inside them that our files need.
    fn folders(&self) -> BTreeSet<Utf8PathBuf> {
        let made = self.marker.as_ref().map_or(0, |marker| marker.made);
        let folder = &self.sight.folder;
        let mut folders: BTreeSet<Utf8PathBuf> = folder.ancestors().take(made).map(Utf8Path::to_owned).collect();
        if made > 0 {
            for name in self.names() {
                let path = self.path(&name);
                let within = path.ancestors().skip(1).take_while(|inner| *inner != folder);
                folders.extend(within.map(Utf8Path::to_owned));
            }
        }
        folders
    }
}

fn beside(name: &str) -> String {
    format!("{name}{BESIDE}")
}
