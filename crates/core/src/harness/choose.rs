//! Which file of a site is the one to write.

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;

use super::{Base, Choice, Harness, Keys, Place, Probe, Reach, Shape, Site, Standing, When};
use crate::document::{Bom, ConfigDocument, Container, Content, Dialect, Slot};
use crate::machine::Machine;

/// One file a site may be, resolved on a machine and read.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The place it comes from.
    pub place: &'static Place,
    /// The file.
    pub file: Utf8PathBuf,
    /// What is there; a file that cannot be read counts as present.
    pub content: Option<Content>,
    /// One of its place's traces was found, or it needs none.
    pub evident: bool,
}

/// The file, form and manners in which one entry is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigSite {
    /// The file, before symbolic links are followed.
    pub file: Utf8PathBuf,
    /// Its language.
    pub dialect: Dialect,
    /// Where and how entries stand in it.
    pub shape: Shape,
    /// What happens to a byte order mark.
    pub bom: Bom,
}

/// Several files could be the one, and nothing says which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguous {
    /// The files.
    pub files: Vec<Utf8PathBuf>,
}

impl Site {
    /// The files this site may be on a machine, in the order of its places, each
    /// with the questions that decide whether the installed version reads it.
    pub fn files(
        &'static self,
        machine: &Machine,
        project: Option<&Utf8Path>,
    ) -> Vec<(&'static Place, Utf8PathBuf, Vec<Probe>)> {
        let mut files: Vec<(&'static Place, Utf8PathBuf, Vec<Probe>)> = Vec::new();
        for place in self.places.iter().filter(|place| place.os.contains(&machine.os)) {
            for file in place.file.resolve(machine, project) {
                if files.iter().all(|(_, known, _)| *known != file) {
                    let probes = place.evidence.iter().flat_map(|trace| trace.probes(machine)).collect();
                    files.push((place, file, probes));
                }
            }
        }
        files
    }
}

impl Harness {
    /// The site to write an entry called `name` in, chosen among the candidates.
    ///
    /// `None` where the harness has no site in this scope on this machine. Refuses
    /// where the choice is not ours to make.
    pub fn choose(&self, scope: Reach, name: &str, candidates: &[Candidate]) -> Result<Option<ConfigSite>, Ambiguous> {
        let Some(site) = self.site(scope) else { return Ok(None) };
        let chosen = match site.choice {
            Choice::Standing => by_standing(site, name, candidates),
            Choice::Packaged => packaged(candidates)?,
        };
        Ok(chosen.map(|candidate| self.config_site(site, candidate)))
    }

    /// A candidate as a site, with the shape its content asks for.
    pub fn config_site(&self, site: &Site, candidate: &Candidate) -> ConfigSite {
        let absent = Content::Absent;
        let content = candidate.content.as_ref().unwrap_or(&absent);
        ConfigSite {
            file: candidate.file.clone(),
            dialect: site.dialect,
            shape: site.shape_for(content),
            bom: self.bom,
        }
    }
}

impl Site {
    /// The first shape whose condition holds for this content; a table ends with
    /// one that always does.
    pub fn shape_for(&self, content: &Content) -> Shape {
        let holds = |shape: &&Shape| match shape.when {
            When::Always => true,
            When::Holds { path, without } => is_map_at(self.dialect, content, path, without),
        };
        let last = self.shapes.len() - 1;
        *self.shapes.iter().find(holds).unwrap_or(&self.shapes[last])
    }
}

impl Keys {
    /// The container as a value.
    pub fn container(self) -> Container {
        let owned = |path: &[&str]| path.iter().map(|key| (*key).to_owned()).collect();
        match self {
            Self::Map(path) => Container::Map { path: owned(path) },
            Self::List(path, name_key) => Container::List { path: owned(path), name_key: name_key.to_owned() },
        }
    }
}

impl ConfigSite {
    /// The slot of an entry in this site.
    pub fn slot(&self, name: &str) -> Slot {
        Slot { container: self.shape.keys.container(), name: name.to_owned() }
    }
}

fn by_standing<'c>(site: &Site, name: &str, candidates: &'c [Candidate]) -> Option<&'c Candidate> {
    let current = || candidates.iter().filter(|candidate| candidate.place.standing != Standing::Former);
    let there = |candidate: &&Candidate| candidate.content != Some(Content::Absent);
    let ours = |candidate: &&Candidate| candidate.content.as_ref().is_some_and(|content| holds(site, content, name));
    let preferred = || current().find(|candidate| candidate.place.standing == Standing::Preferred);
    let former = || {
        candidates.iter().find(|candidate| {
            candidate.place.standing == Standing::Former && candidate.evident && !candidate.place.evidence.is_empty()
        })
    };
    let evident = current().any(|candidate| candidate.evident);
    current()
        .find(ours)
        .or_else(|| current().find(there))
        .or_else(|| if evident { None } else { former() })
        .or_else(preferred)
        .or_else(|| current().next())
}

fn packaged(candidates: &[Candidate]) -> Result<Option<&Candidate>, Ambiguous> {
    let is_packaged = |candidate: &&Candidate| matches!(candidate.place.file, Base::Package { .. });
    let there = |candidate: &&Candidate| candidate.content != Some(Content::Absent);
    let packages: Vec<&Candidate> = candidates.iter().filter(is_packaged).collect();
    let written: Vec<&Candidate> = packages.iter().copied().filter(|candidate| there(candidate)).collect();
    let classic = candidates.iter().find(|candidate| !is_packaged(candidate));
    let files = |of: &[&Candidate]| of.iter().map(|candidate| candidate.file.clone()).collect();
    match (written.as_slice(), packages.as_slice()) {
        ([one], _) => Ok(Some(one)),
        ([], _) if classic.as_ref().is_some_and(there) => Ok(classic),
        ([], [one]) => Ok(Some(one)),
        ([], []) => Ok(classic),
        ([], several) | (several, _) => Err(Ambiguous { files: files(several) }),
    }
}

fn holds(site: &Site, content: &Content, name: &str) -> bool {
    let slot = Slot { container: site.shape_for(content).keys.container(), name: name.to_owned() };
    ConfigDocument::read(site.dialect, content)
        .and_then(|document| document.entry(&slot))
        .is_ok_and(|entry| entry.is_some())
}

fn is_map_at(dialect: Dialect, content: &Content, path: &[&str], without: &[&str]) -> bool {
    let Some((last, parents)) = path.split_last() else { return false };
    let container = Container::Map { path: parents.iter().map(|key| (*key).to_owned()).collect() };
    let slot = Slot { container, name: (*last).to_owned() };
    let found = ConfigDocument::read(dialect, content).and_then(|document| document.entry(&slot));
    match found {
        Ok(Some(Value::Object(map))) => without.iter().all(|key| !map.contains_key(*key)),
        _ => false,
    }
}
