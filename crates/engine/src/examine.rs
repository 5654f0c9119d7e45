//! Looking at everything `doctor` judges.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::doctor::{Examined, Server, bridge_of, places_of};
use bascule_core::document::{ConfigDocument, Content, DocumentError};
use bascule_core::harness::{self, Candidate, Elsewhere, Reach, Rewrites, Site};
use bascule_core::reconcile::{Displace, OTHER, Refusal, Step, Target, Wish, is_ours};
use camino::Utf8PathBuf;

use crate::disk::Disk;
use crate::engine::{Engine, EngineError};
use crate::survey::Program;

impl<D: Disk> Engine<D> {
    /// Looks at everything that can be wrong. Changes nothing.
    pub fn examine(&self) -> Result<Examined, EngineError> {
        let receipt = self.history()?.receipt();
        let entries = self.drifts()?;
        let renewed: BTreeMap<Target, Wish> = receipt
            .claims
            .keys()
            .filter(|target| target.harness != OTHER)
            .map(|target| (target.clone(), Wish::Present { explicit: false, predecessor: Displace::Ask }))
            .collect();
        let changes = self.plan(&renewed)?.changes;
        let outdated: BTreeSet<(Target, Utf8PathBuf)> = changes
            .iter()
            .flat_map(|change| change.edits.iter().map(|edit| (&change.file.path, edit)))
            .filter(|(_, edit)| !matches!(edit.step, Step::Adopt | Step::Release))
            .map(|(path, edit)| (edit.target.clone(), path.clone()))
            .collect();
        let mut examined = Examined {
            interrupted: self.interrupted()?,
            entries,
            outdated: outdated.into_iter().collect(),
            shared: self.shared()?,
            ..Examined::default()
        };
        for program in self.programs().into_iter().filter(|program| program.found.is_some()) {
            self.examine_program(&program, &mut examined);
        }
        for server in &mut examined.servers {
            let target = bridge_of(&server.launch).map(|bridge| Target::user(bridge, server.harness));
            server.known = target.is_some_and(|target| receipt.claims.contains_key(&target));
        }
        Ok(examined)
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
                if self.disk.look(&path)?.is_some_and(|stat| stat.shared && stat.kind == crate::Kind::File) {
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

    fn servers(&self, harness: &'static str, site: &Site, candidate: &Candidate) -> Result<Vec<Server>, DocumentError> {
        let Some(content @ Content::Bytes(_)) = &candidate.content else { return Ok(Vec::new()) };
        let shape = site.shape_for(content);
        let entries = ConfigDocument::read(site.dialect, content)?.entries(&shape.keys.container())?;
        let server = |(name, entry): (String, serde_json::Value)| {
            let launch = shape.launch(&entry)?;
            let there = places_of(&self.machine, &launch.program)
                .map(|places| places.iter().any(|path| matches!(self.disk.look(path), Ok(Some(_)))));
            let ours = is_ours(&entry, &self.launcher);
            Some(Server { harness, file: candidate.file.clone(), name, launch, ours, known: false, there })
        };
        Ok(entries.into_iter().filter_map(server).collect())
    }
}
