//! Which folders a skill goes into, so that every program that is there reads it.

use camino::{Utf8Path, Utf8PathBuf};

use crate::harness::{Base, Harness, Known, Reach, Status};
use crate::machine::Machine;

/// The folder many programs share, below the home folder or a project's.
pub const SHARED: &str = ".agents/skills";

/// A folder that holds one folder a skill.
#[derive(Clone, Debug)]
pub struct SkillPlace {
    /// The folder, before symbolic links are followed.
    pub folder: Utf8PathBuf,
    /// The programs that read it.
    pub readers: Vec<&'static Harness>,
}

/// The folders through which these programs read a skill, as few as will do.
///
/// The shared folder serves those that read it for certain; another program gets
/// the first of its own folders, or one of them that is used already. Without any
/// program the shared folder is meant. Programs without skills have no place.
pub fn places(
    machine: &Machine,
    programs: &[&'static Harness],
    reach: Reach,
    project: Option<&Utf8Path>,
) -> Vec<SkillPlace> {
    let shared = shared(machine, reach, project);
    let mut places: Vec<SkillPlace> = Vec::new();
    let living = || programs.iter().copied().filter(|harness| harness.status != Status::Retired);
    let (sharing, others): (Vec<_>, Vec<_>) = living().partition(|harness| harness.shared_skills == Known::Yes(true));
    let own = |harness: &&'static Harness| (*harness, own_folders(harness, machine, reach, project));
    let mut others: Vec<(&'static Harness, Vec<Utf8PathBuf>)> = others.iter().map(own).collect();
    // Those without a choice come first, so that the others can join them.
    others.sort_by_key(|(_, folders)| folders.len());
    if !sharing.is_empty() || programs.is_empty() {
        places.extend(shared.map(|folder| SkillPlace { folder, readers: sharing }));
    }
    for (harness, folders) in others {
        let used = places.iter_mut().find(|place| folders.contains(&place.folder));
        match (used, folders.first()) {
            (Some(place), _) => place.readers.push(harness),
            (None, Some(first)) => places.push(SkillPlace { folder: first.clone(), readers: vec![harness] }),
            (None, None) => {}
        }
    }
    places
}

/// Every folder of this reach in which any program might read a skill.
pub fn every_place(machine: &Machine, reach: Reach, project: Option<&Utf8Path>) -> Vec<Utf8PathBuf> {
    let own = crate::harness::ALL.iter().flat_map(|harness| own_folders(harness, machine, reach, project));
    let mut folders: Vec<Utf8PathBuf> = shared(machine, reach, project).into_iter().chain(own).collect();
    folders.sort();
    folders.dedup();
    folders
}

fn shared(machine: &Machine, reach: Reach, project: Option<&Utf8Path>) -> Option<Utf8PathBuf> {
    let base = match reach {
        Reach::User => Base::Home(SHARED),
        Reach::Project => Base::Project(SHARED),
    };
    base.resolve(machine, project).pop()
}

fn own_folders(harness: &Harness, machine: &Machine, reach: Reach, project: Option<&Utf8Path>) -> Vec<Utf8PathBuf> {
    let here = harness.skills.iter().filter(|folder| folder.scope == reach && folder.os.contains(&machine.os));
    here.flat_map(|folder| folder.folder.resolve(machine, project)).collect()
}
