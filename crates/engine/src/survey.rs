//! What the disk shows: which programs are there, which files are theirs, and
//! whether each may be changed.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::document::Content;
use bascule_core::harness::{self, Candidate, ConfigSite, Harness, PolicyEffect, Probe, Process, Rewrites};
use bascule_core::machine::Machine;
use bascule_core::reconcile::{FileSight, Observed, Receipt, Refusal, SiteSight, Target};
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, DiskError, Kind};

/// A harness and whether it is on this machine.
#[derive(Clone, Debug)]
pub struct Program {
    /// The harness.
    pub harness: &'static Harness,
    /// What showed that it is there.
    pub found: Option<Utf8PathBuf>,
}

/// Looks at the disk for the engine.
pub(crate) struct Survey<'a, D> {
    pub(crate) disk: &'a D,
    pub(crate) machine: &'a Machine,
    /// Finds a running process by its description.
    pub(crate) running: &'a dyn Fn(&[Process]) -> Option<String>,
    /// Sites the person named: file and shape.
    pub(crate) named: &'a BTreeMap<Target, ConfigSite>,
}

/// The most links followed from one path to its file.
const LINK_LIMIT: usize = 40;

impl<D: Disk> Survey<'_, D> {
    /// Every harness of the table, with what shows it. What we made ourselves, as the
    /// receipt says, shows none: a skill is written for one program where another has its
    /// folder.
    pub(crate) fn programs(&self, receipt: &Receipt) -> Vec<Program> {
        let made: BTreeSet<&Utf8Path> =
            receipt.files.values().flat_map(|claim| &claim.folders).map(Utf8PathBuf::as_path).collect();
        let theirs = |path: &Utf8PathBuf| !self.is_ours_alone(path, &made, receipt);
        let found = |harness: &'static Harness| {
            harness.probes(self.machine).iter().find_map(|probe| self.answer(probe).filter(theirs))
        };
        harness::ALL.iter().map(|harness| Program { harness, found: found(harness) }).collect()
    }

    /// Whether a folder is one of those we made, and holds nothing but whole files of ours.
    /// A settings file counts as its program's: a person named that program.
    fn is_ours_alone(&self, folder: &Utf8Path, made: &BTreeSet<&Utf8Path>, receipt: &Receipt) -> bool {
        let ours = |path: Utf8PathBuf| receipt.files.contains_key(&path) || self.is_ours_alone(&path, made, receipt);
        made.contains(folder)
            && self.disk.list(folder).is_ok_and(|names| names.into_iter().all(|name| ours(folder.join(name))))
    }

    /// The sites and files of these targets, and the files of every claim.
    pub(crate) fn observe(&self, targets: impl IntoIterator<Item = Target>, receipt: &Receipt) -> Observed {
        let mut observed = Observed::default();
        let targets: BTreeSet<Target> = targets.into_iter().collect();
        for target in targets {
            let sight = self.site(&target);
            if let Ok(site) = &sight.site {
                self.see(&mut observed, &site.file);
            }
            observed.sites.insert(target, sight);
        }
        for claim in receipt.claims.values() {
            self.see(&mut observed, &claim.file);
        }
        receipt.files.keys().for_each(|file| self.see(&mut observed, file));
        observed
    }

    /// Every file a site of a harness may be, as it is read: for doctor.
    pub(crate) fn candidates(&self, harness: &'static Harness, target: &Target) -> Vec<Candidate> {
        let Some(site) = target.scope.reach().and_then(|reach| harness.site(reach)) else { return Vec::new() };
        let candidate = |(place, file, evidence): (_, Utf8PathBuf, Vec<Probe>)| {
            let content = match self.disk.read(&file) {
                Ok(bytes) => Some(bytes.map_or(Content::Absent, Content::Bytes)),
                Err(_) => None,
            };
            let evident = evidence.is_empty() || evidence.iter().any(|probe| self.answer(probe).is_some());
            Candidate { place, file, content, evident }
        };
        site.files(self.machine, target.scope.project()).into_iter().map(candidate).collect()
    }

    fn site(&self, target: &Target) -> SiteSight {
        if let Some(site) = self.named.get(target) {
            return SiteSight { site: Ok(site.clone()), running: None, policy: None };
        }
        let refused = |refusal| SiteSight { site: Err(refusal), running: None, policy: None };
        let Some(harness) = harness::find(&target.harness) else { return refused(Refusal::UnknownHarness) };
        let Some(reach) = target.scope.reach() else { return refused(Refusal::NoSite) };
        let chosen = harness.choose(reach, target.name(), &self.candidates(harness, target));
        let site = match chosen {
            Ok(Some(site)) => site,
            Ok(None) => return refused(Refusal::NoSite),
            Err(ambiguous) => return refused(Refusal::Ambiguous(ambiguous.files)),
        };
        let running = match harness.rewrites {
            Rewrites::FromMemory { processes } => (self.running)(processes),
            Rewrites::Never | Rewrites::ReadModifyWrite { .. } => None,
        };
        let exclusive = |(file, effect): (Utf8PathBuf, PolicyEffect)| {
            let there = effect == PolicyEffect::Exclusive && matches!(self.disk.look(&file), Ok(Some(_)));
            there.then_some(file)
        };
        let policy = harness.policy_files(self.machine).into_iter().find_map(exclusive);
        SiteSight { site: Ok(site), running, policy }
    }

    pub(crate) fn see(&self, observed: &mut Observed, file: &Utf8Path) {
        if !observed.files.contains_key(file) {
            observed.files.insert(file.to_owned(), self.file(file));
        }
    }

    /// A file, followed through links and judged.
    fn file(&self, file: &Utf8Path) -> FileSight {
        let mut sight =
            FileSight { real: file.to_owned(), content: Content::Absent, missing: Vec::new(), blocked: None };
        match self.judged(&mut sight) {
            Ok(blocked) => sight.blocked = blocked,
            Err(error) => {
                let denied = error.source.kind() == std::io::ErrorKind::PermissionDenied;
                sight.blocked = Some(if denied {
                    Refusal::Unreadable(error.path)
                } else if error.is_in_use() {
                    Refusal::InUse(error.path)
                } else if error.is_link_loop() {
                    Refusal::LinkLoop(error.path)
                } else {
                    Refusal::System { file: error.path, problem: error.source.to_string() }
                });
            }
        }
        sight
    }

    /// Fills the sight in, and says why the file may not be changed.
    fn judged(&self, sight: &mut FileSight) -> Result<Option<Refusal>, DiskError> {
        let named = sight.real.clone();
        let mut followed = 0;
        let stat = loop {
            match self.disk.look(&sight.real)? {
                Some(stat) if stat.kind == Kind::Link => {
                    if followed == LINK_LIMIT {
                        return Ok(Some(Refusal::LinkLoop(named)));
                    }
                    let to = self.disk.follow(&sight.real)?;
                    sight.real = sight.real.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
                    followed += 1;
                }
                Some(stat) => break Some(stat),
                None if followed > 0 => return Ok(Some(Refusal::DanglingLink(named))),
                None => break None,
            }
        };
        let Some(stat) = stat else { return self.unmade(sight) };
        if stat.kind != Kind::File {
            return Ok(Some(Refusal::NotAFile(named)));
        }
        sight.content = self.disk.read(&sight.real)?.map_or(Content::Absent, Content::Bytes);
        let folder_writable = sight.real.parent().is_some_and(|folder| self.disk.may_write(folder));
        Ok(if stat.mount {
            Some(Refusal::MountPoint(named))
        } else if stat.links > 1 {
            Some(Refusal::HardLinked(named))
        } else if stat.read_only {
            Some(Refusal::ReadOnly(named))
        } else if !folder_writable {
            Some(Refusal::FolderReadOnly(sight.real.parent().unwrap_or(&named).to_owned()))
        } else {
            None
        })
    }

    /// No file yet: which folders are missing, and may the first be made?
    fn unmade(&self, sight: &mut FileSight) -> Result<Option<Refusal>, DiskError> {
        let mut folder = sight.real.parent();
        while let Some(above) = folder {
            match self.disk.look(above)? {
                None => sight.missing.insert(0, above.to_owned()),
                Some(stat) if stat.kind == Kind::Link && self.disk.look(&above.join("."))?.is_none() => {
                    return Ok(Some(Refusal::DanglingLink(above.to_owned())));
                }
                Some(stat) if stat.kind == Kind::Folder || stat.kind == Kind::Link => {
                    let writable = self.disk.may_write(above);
                    return Ok((!writable).then(|| Refusal::FolderReadOnly(above.to_owned())));
                }
                Some(_) => return Ok(Some(Refusal::NotAFile(above.to_owned()))),
            }
            folder = above.parent();
        }
        Ok(None)
    }

    /// The path that answers a probe with yes.
    fn answer(&self, probe: &Probe) -> Option<Utf8PathBuf> {
        match probe {
            Probe::Exists(path) => matches!(self.disk.look(path), Ok(Some(_))).then(|| path.clone()),
            Probe::Holds { folder, prefix } => {
                let names = self.disk.list(folder).ok()?;
                names.into_iter().find(|name| name.starts_with(prefix.as_str())).map(|name| folder.join(name))
            }
        }
    }
}
