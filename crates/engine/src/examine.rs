//! Looking at everything `doctor` judges.

use std::collections::BTreeSet;

use bascule_core::bridge::{BridgeManifest, Kind, Version};
use bascule_core::departure::Presence;
use bascule_core::doctor::{Examined, Idle, Server, Skill, bridge_of, places_of};
use bascule_core::document::{ConfigDocument, Content, DocumentError};
use bascule_core::harness::{self, Candidate, Elsewhere, Reach, Rewrites, Site, Status};
use bascule_core::reconcile::{Displace, Drift, OTHER, Receipt, Refusal, Scope, Step, Target, Wish, Wishes, is_ours};
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::Disk;
use crate::engine::{Engine, EngineError};
use crate::format::FormatError;
use crate::packs::{BUILT_IN, PackFault};
use crate::survey::Program;

impl<D: Disk> Engine<D> {
    /// Looks at everything that can be wrong, also where our own notes cannot be read.
    /// Changes nothing.
    pub fn examine(&self, running: Version) -> Result<Examined, EngineError> {
        let mut examined = Examined { shared: self.shared()?, ..Examined::default() };
        let receipt = match self.history() {
            Ok(history) => history.receipt(),
            Err(EngineError::Format { file, source }) if !matches!(source, FormatError::Newer(_)) => {
                examined.unusable.push((file, source.to_string()));
                Receipt::default()
            }
            Err(EngineError::Disk(error)) => {
                examined.unusable.push((error.path, error.source.to_string()));
                Receipt::default()
            }
            Err(error) => return Err(error),
        };
        let judged = examined.unusable.is_empty();
        examined.interrupted = self.interrupted()?;
        if judged {
            examined.entries = self.drifts()?;
            examined.outdated = self.outdated(&receipt)?;
            examined.programs = self.examine_installation(&receipt, &examined.outdated)?;
            examined.idle = self.idle(&examined, running);
            examined.skills = self.seen_skills(running)?;
            examined.plugins = self.plugin_standings(running)?;
        }
        for program in self.programs().into_iter().filter(|program| program.found.is_some()) {
            self.examine_program(&program, &mut examined);
            if judged {
                self.examine_way(&program, &receipt, &mut examined)?;
            }
        }
        for server in &mut examined.servers {
            let target = bridge_of(&server.launch).map(|bridge| Target::user(bridge, server.harness));
            server.known = target.as_ref().is_some_and(|target| receipt.claims.contains_key(target));
            server.as_ours = match target {
                Some(target) if judged && server.ours && !server.known => {
                    let plan = self.plan(&Wishes::from_iter([(target, Wish::ASKED)]))?;
                    let mut edits = plan.changes.iter().flat_map(|change| change.edits());
                    edits.any(|edit| edit.step == Step::Adopt)
                }
                Some(_) | None => server.ours,
            };
        }
        self.examine_projects(running, &mut examined)?;
        Ok(examined)
    }

    /// Looks at every registered project.
    fn examine_projects(&self, running: Version, examined: &mut Examined) -> Result<(), EngineError> {
        for (bridge, pack) in self.packs(running) {
            let Ok(Kind::Index(source)) = pack.map(|pack| pack.kind) else { continue };
            match self.projects(&bridge, &source.marker) {
                Ok(projects) => examined.projects.extend(projects.into_iter().map(|one| (bridge.clone(), one))),
                Err(EngineError::Format { file, source }) => {
                    examined.unusable.push((file, source.to_string()));
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Entries we own that today would be written otherwise.
    fn outdated(&self, receipt: &Receipt) -> Result<Vec<(Target, Utf8PathBuf)>, EngineError> {
        let renewed: Wishes = receipt
            .claims
            .keys()
            .filter(|target| target.harness != OTHER)
            .map(|target| (target.clone(), Wish::Present { explicit: false, predecessor: Displace::Ask }))
            .collect();
        let changes = self.plan(&renewed)?.changes;
        let outdated: BTreeSet<(Target, Utf8PathBuf)> = changes
            .iter()
            .flat_map(|change| change.edits().iter().map(|edit| (&change.file.path, edit)))
            .filter(|(_, edit)| !matches!(edit.step, Step::Adopt | Step::Release))
            .map(|(path, edit)| (edit.target.clone(), path.clone()))
            .collect();
        Ok(outdated.into_iter().collect())
    }

    fn seen_skills(&self, running: Version) -> Result<Vec<Skill>, EngineError> {
        let mut seen = Vec::new();
        for one in self.skills(&[])? {
            let newest = match self.skill_package(&one.bridge, running) {
                Some(Ok(package)) => Some(package.version),
                Some(Err(_)) | None => None,
            };
            let standing = self.skill_standing(&one)?;
            seen.extend(standing.map(|standing| Skill { bridge: one.bridge, standing, newest }));
        }
        Ok(seen)
    }

    /// Entries that stand as we wrote them and start nothing all the same.
    fn idle(&self, examined: &Examined, running: Version) -> Vec<(Target, Utf8PathBuf, Idle)> {
        let why = |target: &Target| match self.pack(&target.bridge, running) {
            None => Some(Idle::NoBridge),
            Some(Ok(manifest)) => match manifest.kind {
                Kind::Command(command) => {
                    let there = self.is_there(Utf8Path::new(&command.program));
                    (there == Some(false)).then_some(Idle::NoCommand(command.program))
                }
                Kind::Engine | Kind::Index(_) => None,
            },
            Some(Err(_)) => None,
        };
        let standing = examined.entries.iter().filter(|(_, _, state)| *state == Ok(Drift::AsWritten));
        standing.filter_map(|(target, file, _)| Some((target.clone(), file.clone(), why(target)?))).collect()
    }

    /// Whether an entry could go into the files of a program that has none of ours.
    fn examine_way(&self, program: &Program, receipt: &Receipt, examined: &mut Examined) -> Result<(), EngineError> {
        let harness = program.harness;
        let target = Target::user(BUILT_IN, harness.id);
        if harness.status != Status::Active || receipt.claims.contains_key(&target) {
            return Ok(());
        }
        for (_, refusal) in self.plan(&Wishes::from_iter([(target, Wish::ASKED)]))?.refusals {
            let of_file = matches!(
                refusal,
                Refusal::Unparsable { .. }
                    | Refusal::SlotTaken { .. }
                    | Refusal::ReadOnly(_)
                    | Refusal::FolderReadOnly(_)
                    | Refusal::Unreadable(_)
                    | Refusal::HardLinked(_)
                    | Refusal::MountPoint(_)
                    | Refusal::DanglingLink(_)
                    | Refusal::LinkLoop(_)
                    | Refusal::NotAFile(_)
                    | Refusal::Attributes(_)
                    | Refusal::InUse(_)
                    | Refusal::System { .. }
            );
            if of_file && !examined.unreadable.contains(&(harness.id, refusal.clone())) {
                examined.unreadable.push((harness.id, refusal));
            }
        }
        Ok(())
    }

    /// Whether a server's program is there; `None` where that cannot be told.
    fn is_there(&self, program: &Utf8Path) -> Option<bool> {
        let places = places_of(&self.machine, program)?;
        Some(places.iter().any(|path| matches!(self.disk.look(path), Ok(Some(_)))))
    }

    /// Homes on the other side of a border, whose programs are out of reach.
    pub fn elsewhere(&self) -> Vec<Elsewhere> {
        let there = |path: &Utf8PathBuf| matches!(self.disk.look(path), Ok(Some(_)));
        let found = harness::elsewhere_probes(&self.machine).into_iter().filter(there).collect();
        harness::elsewhere(&self.machine, &found)
    }

    /// The parts of the state folder that others may read.
    fn shared(&self) -> Result<Vec<Utf8PathBuf>, EngineError> {
        let mut shared = Vec::new();
        for folder in self.layout.folders() {
            if self.disk.look(&folder)?.is_some_and(|stat| stat.shared) {
                shared.push(folder.clone());
            }
            for name in self.disk.list(&folder)? {
                let path = folder.join(name);
                // Elsewhere a socket cannot be made private: its folder is.
                let counts =
                    |kind| kind == crate::Kind::File || (cfg!(target_os = "linux") && kind == crate::Kind::Other);
                if self.disk.look(&path)?.is_some_and(|stat| stat.shared && counts(stat.kind)) {
                    shared.push(path);
                }
            }
        }
        Ok(shared)
    }

    fn examine_program(&self, program: &Program, examined: &mut Examined) {
        let harness = program.harness;
        for (file, effect) in harness.policy_files(&self.machine) {
            if matches!(self.disk.look(&file), Ok(Some(_))) {
                examined.policies.push((harness.id, file, effect));
            }
        }
        if let Rewrites::FromMemory { processes } = harness.rewrites
            && let Some(process) = (self.running)(processes)
        {
            examined.running.push((harness.id, process));
        }
        let Some(site) = harness.site(Reach::User) else { return };
        let target = Target::user("", harness.id);
        for candidate in self.survey().candidates(harness, &target) {
            match self.servers(harness.id, site, &candidate) {
                Ok(servers) => examined.servers.extend(servers),
                Err(error) => {
                    let refusal = Refusal::Unparsable { file: candidate.file.clone(), error };
                    examined.unreadable.push((harness.id, refusal));
                }
            }
        }
    }

    /// Everything of ours on this machine, also what no history knows: in the files of
    /// the person, of registered projects, and of `beside`.
    ///
    /// `skills` and `plugins` take those away: [`Engine::every_skill_removed`] and
    /// [`Engine::every_plugin_removed`] say what does.
    pub fn presence(
        &self,
        skills: Wishes,
        plugins: Wishes,
        beside: Option<&Utf8Path>,
        running: Version,
    ) -> Result<Presence, EngineError> {
        let history = self.history()?;
        let steps = |(id, pack): (String, Result<BridgeManifest, PackFault>)| Some((id, pack.ok()?.steps.uninstall?));
        let mut presence = Presence {
            receipt: history.receipt(),
            skills,
            plugins,
            steps: self.packs(running).into_iter().filter_map(steps).collect(),
            projects_lost: history.next() == 1,
            ..Presence::default()
        };
        let mut seen: BTreeSet<Utf8PathBuf> = BTreeSet::new();
        let programs = self.programs();
        for program in &programs {
            let harness = program.harness;
            if program.found.is_some() {
                presence.programs.insert(harness.id);
            }
            let Some(site) = harness.site(Reach::User) else { continue };
            for candidate in self.survey().candidates(harness, &Target::user("", harness.id)) {
                // A file that cannot be read holds nothing that could be taken out of it.
                presence.servers.extend(self.servers(harness.id, site, &candidate).unwrap_or_default());
                seen.insert(candidate.file);
            }
        }
        // A registry that cannot be read names no project.
        let registered = self.all_registered().unwrap_or_default().into_iter().map(|project| project.folder);
        let folders: BTreeSet<Utf8PathBuf> = registered.chain(beside.map(Utf8Path::to_owned)).collect();
        for (folder, program) in folders.iter().flat_map(|folder| programs.iter().map(move |one| (folder, one))) {
            let harness = program.harness;
            let Some(site) = harness.site(Reach::Project) else { continue };
            let target = Target { scope: Scope::Project(folder.clone()), ..Target::user("", harness.id) };
            // In the home folder some files are the person's own, whatever the program calls them.
            let new = |candidate: &Candidate| !seen.contains(&candidate.file);
            for candidate in self.survey().candidates(harness, &target).into_iter().filter(new) {
                let servers = self.servers(harness.id, site, &candidate).unwrap_or_default();
                presence.in_projects.extend(servers.into_iter().map(|server| (folder.clone(), server)));
            }
        }
        Ok(presence)
    }

    fn servers(&self, harness: &'static str, site: &Site, candidate: &Candidate) -> Result<Vec<Server>, DocumentError> {
        let Some(content @ Content::Bytes(_)) = &candidate.content else { return Ok(Vec::new()) };
        let shape = site.shape_for(content);
        let entries = ConfigDocument::read(site.dialect, content)?.entries(&shape.keys.container())?;
        let server = |(name, entry): (String, serde_json::Value)| {
            let launch = shape.launch(&entry)?;
            let there = self.is_there(&launch.program);
            let ours = is_ours(&entry, &self.launcher);
            Some(Server {
                harness,
                file: candidate.file.clone(),
                name,
                launch,
                ours,
                known: false,
                as_ours: false,
                there,
            })
        };
        Ok(entries.into_iter().filter_map(server).collect())
    }
}
