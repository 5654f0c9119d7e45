//! Skills on this machine: which bridges have one, in which folders they are, and
//! what a wish for them comes to.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::bridge::{self, BUILT_INS, PackError, PackProblem, Rule, Version};
use bascule_core::harness::Reach;
use bascule_core::reconcile::{Part, Receipt, Refusal, Wishes};
use bascule_core::skill::{
    self, FILES_LIMIT, FolderSight, MARKER, Marker, SkillNote, SkillPackage, SkillStanding, SkillWish,
};
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, DiskError, Kind};
use crate::engine::{Engine, EngineError};
use crate::packs::PackFault;

/// The most links followed on the way to a folder.
const LINK_LIMIT: usize = 40;

/// The most folders inside each other that a skill may have.
const DEPTH_LIMIT: usize = 8;

/// A skill's folder: the skill of this bridge, here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkillIn {
    /// The bridge.
    pub bridge: String,
    /// The folder, behind symbolic links, with the bridge's id as its name.
    pub folder: Utf8PathBuf,
}

/// Wishes for skills, and what to say about them.
#[derive(Clone, Debug, Default)]
pub struct SkillWishes {
    /// The wishes for their files.
    pub wishes: Wishes,
    /// What to tell.
    pub told: Vec<SkillNote>,
    /// Folders that stay as they are, and why.
    pub refused: Vec<(Utf8PathBuf, Refusal)>,
}

impl<D: Disk> Engine<D> {
    /// The skill of a bridge; `None` where there is no such bridge, or it has none.
    pub fn skill_package(&self, id: &str, running: Version) -> Option<Result<SkillPackage, PackFault>> {
        let manifest = match self.pack(id, running)? {
            Ok(manifest) => manifest,
            Err(fault) => return Some(Err(fault)),
        };
        let own = BUILT_INS.contains(&id);
        let files = match own {
            true => bridge::built_in_skill(id),
            false => match self.skill_files(&self.layout.bridges().join(id).join("skill")) {
                Ok(files) => files,
                Err(fault) => return Some(Err(fault)),
            },
        };
        if files.is_empty() {
            return None;
        }
        let version = manifest.version.or(own.then_some(running)).map(|version| version.to_string());
        let older = manifest.predecessors.into_iter().filter_map(|old| old.skill).collect();
        Some(SkillPackage::read(id, version, files).map(|package| package.after(older)).map_err(PackFault::from))
    }

    /// The folders of these skills below these places: each once, however many
    /// symbolic links lead to it.
    pub fn skill_folders(&self, bridge: &str, places: impl IntoIterator<Item = Utf8PathBuf>) -> BTreeSet<SkillIn> {
        let folder = |place: Utf8PathBuf| self.behind_links(&place.join(bridge));
        places.into_iter().map(|place| SkillIn { bridge: bridge.to_owned(), folder: folder(place) }).collect()
    }

    /// Every skill that our notes or a marker prove to be ours, in `places` and where
    /// programs look for the person's own skills.
    pub fn skills(&self, places: &[Utf8PathBuf]) -> Result<BTreeSet<SkillIn>, EngineError> {
        let receipt = self.history()?.receipt();
        let mut found = BTreeSet::new();
        for (file, claim) in &receipt.files {
            // Every skill has a marker, whose place says which folder it is.
            if let (Part::Skill(bridge), Some(MARKER), Some(folder)) = (&claim.part, file.file_name(), file.parent()) {
                found.insert(SkillIn { bridge: bridge.clone(), folder: folder.to_owned() });
            }
        }
        for place in skill::every_place(&self.machine, Reach::User, None).iter().chain(places) {
            for name in self.disk.list(place).unwrap_or_default() {
                let folder = self.behind_links(&place.join(&name));
                let marker = self.disk.read(&folder.join(MARKER)).ok().flatten();
                if marker.is_some_and(|bytes| Marker::read(&bytes).is_ok_and(|marker| marker.bridge == name)) {
                    found.insert(SkillIn { bridge: name, folder });
                }
            }
        }
        Ok(found)
    }

    /// How a skill stands in its folder; `None` where nothing proves that it is ours.
    pub fn skill_standing(&self, one: &SkillIn) -> Result<Option<SkillStanding>, EngineError> {
        let receipt = self.history()?.receipt();
        let sight = self.skill_sight(one, None, &receipt);
        Ok(sight.ok().and_then(|sight| SkillStanding::of(&one.bridge, &sight)))
    }

    /// The wishes that do this for skills in their folders. Changes nothing.
    pub fn skill_wishes<'a>(
        &self,
        orders: impl IntoIterator<Item = (SkillIn, SkillWish<'a>)>,
    ) -> Result<SkillWishes, EngineError> {
        let receipt = self.history()?.receipt();
        let mut all = SkillWishes::default();
        for (one, wish) in orders {
            let package = match wish {
                SkillWish::Install { package, .. } | SkillWish::Sync(package) => Some(package),
                SkillWish::Remove => None,
            };
            let decided =
                self.skill_sight(&one, package, &receipt).map(|sight| skill::decide(&one.bridge, &sight, wish));
            match decided {
                Ok(decision) => {
                    all.wishes.files.extend(decision.files);
                    all.wishes.folders.extend(decision.folders);
                    all.told.extend(decision.told);
                    all.refused.extend(decision.refusal.map(|refusal| (one.folder, refusal)));
                }
                Err(refusal) => all.refused.push((one.folder, refusal)),
            }
        }
        Ok(all)
    }

    /// The wishes that take away every skill that our notes or a marker prove to be
    /// ours: also where there are no notes any more. What a person changed stays.
    pub fn every_skill_removed(&self) -> Result<SkillWishes, EngineError> {
        self.skill_wishes(self.skills(&[])?.into_iter().map(|one| (one, SkillWish::Remove)))
    }

    /// The files of a `skill` folder; none where there is no such folder.
    fn skill_files(&self, root: &Utf8Path) -> Result<BTreeMap<String, Vec<u8>>, PackFault> {
        let mut files = BTreeMap::new();
        let mut folders = vec![(root.to_owned(), String::new(), 0)];
        while let Some((folder, inside, depth)) = folders.pop() {
            for name in self.disk.list(&folder)? {
                let (path, inside) = (folder.join(&name), format!("{inside}{name}"));
                if files.len() > FILES_LIMIT || depth > DEPTH_LIMIT {
                    return Err(unfit(&inside, Rule::SkillDepth));
                }
                match self.disk.look(&path)?.map(|stat| stat.kind) {
                    Some(Kind::Folder) => folders.push((path, format!("{inside}/"), depth + 1)),
                    Some(Kind::File) => drop(files.insert(inside, self.disk.read(&path)?.unwrap_or_default())),
                    // A link could bring in what the bridge does not own.
                    Some(Kind::Link | Kind::Other) => return Err(unfit(&inside, Rule::SkillLinks)),
                    None => {}
                }
            }
        }
        Ok(files)
    }

    fn skill_sight(
        &self,
        one: &SkillIn,
        package: Option<&SkillPackage>,
        receipt: &Receipt,
    ) -> Result<FolderSight, Refusal> {
        let folder = &one.folder;
        let kind = self.disk.look(folder).map_err(unread)?.map(|stat| stat.kind);
        if kind.is_some_and(|kind| kind != Kind::Folder) {
            return Err(if kind == Some(Kind::Link) {
                Refusal::DanglingLink(folder.clone())
            } else {
                Refusal::FolderTaken(folder.clone())
            });
        }
        let inside = |path: &Utf8Path| {
            let parts = path.strip_prefix(folder).ok()?.components();
            Some(parts.map(|part| part.as_str()).collect::<Vec<_>>().join("/"))
        };
        let mine = |part: &Part| *part == Part::Skill(one.bridge.clone());
        let claims = receipt.files.iter().filter(|(_, claim)| mine(&claim.part));
        let claims: BTreeMap<_, _> = claims.filter_map(|(file, claim)| Some((inside(file)?, claim.digest))).collect();
        let marker = self.skill_file(&folder.join(MARKER))?;
        let mut files = BTreeMap::new();
        for name in skill::names_of_interest(package, marker.as_deref(), &claims) {
            let path = name.split('/').fold(folder.clone(), |path, part| path.join(part));
            if let Some(bytes) = self.skill_file(&path)? {
                files.insert(name, bytes);
            }
        }
        let missing = |above: &&Utf8Path| matches!(self.disk.look(above), Ok(None));
        let mut missing: Vec<Utf8PathBuf> = folder.ancestors().take_while(missing).map(Utf8Path::to_owned).collect();
        missing.reverse();
        let filled = !self.disk.list(folder).map_err(unread)?.is_empty();
        Ok(FolderSight { folder: folder.clone(), files, filled, missing, claims, made: receipt.folders() })
    }

    fn skill_file(&self, path: &Utf8Path) -> Result<Option<Vec<u8>>, Refusal> {
        self.disk.read(path).map_err(unread)
    }

    /// The folder a path leads to. Where that cannot be told the path stays as it is,
    /// and is refused when something is planned there.
    fn behind_links(&self, path: &Utf8Path) -> Utf8PathBuf {
        let mut real = Utf8PathBuf::new();
        let mut ahead: Vec<String> = path.components().rev().map(|part| part.as_str().to_owned()).collect();
        let mut followed = 0;
        while let Some(part) = ahead.pop() {
            match part.as_str() {
                "." => continue,
                ".." => {
                    real.pop();
                    continue;
                }
                part => real.push(part),
            }
            let link = matches!(self.disk.look(&real), Ok(Some(stat)) if stat.kind == Kind::Link);
            if !link {
                continue;
            }
            let leads = matches!(self.disk.look(&real.join(".")), Ok(Some(_)));
            let (true, true, Ok(to)) = (leads, followed < LINK_LIMIT, self.disk.follow(&real)) else {
                return path.to_owned();
            };
            followed += 1;
            real.pop();
            ahead.extend(to.components().rev().map(|part| part.as_str().to_owned()));
        }
        real
    }
}

fn unread(error: DiskError) -> Refusal {
    match error.source.kind() {
        std::io::ErrorKind::PermissionDenied => Refusal::Unreadable(error.path),
        std::io::ErrorKind::InvalidInput => Refusal::NotAFile(error.path),
        _ => Refusal::System { file: error.path, problem: error.source.to_string() },
    }
}

fn unfit(path: &str, rule: Rule) -> PackFault {
    let problem = PackProblem::Rule { key: "files".to_owned(), rule };
    PackFault::Pack(PackError { file: format!("skill/{path}"), line: 1, column: 1, problem })
}
