//! Host plugins on this machine: which files a bridge has for its host app, where they
//! lie, and what a wish for them comes to.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::bridge::{BUILT_INS, BridgeManifest, PackTree, Version};
use bascule_core::digest::Digest;
use bascule_core::plugin::{self, PluginFolder, PluginNote, PluginSight, PluginStanding, PluginWish};
use bascule_core::reconcile::{Part, Receipt, Refusal, Wishes};
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, Kind};
use crate::engine::{Engine, EngineError};
use crate::packs::PackFault;

/// Wishes for host plugins, and what to say about them.
#[derive(Clone, Debug, Default)]
pub struct PluginWishes {
    /// The wishes for their files.
    pub wishes: Wishes,
    /// What to tell.
    pub told: Vec<PluginNote>,
    /// Files that are not placed, and why.
    pub refused: Vec<(Utf8PathBuf, Refusal)>,
}

/// The host app of a bridge, as far as a folder shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostAppSeen {
    /// Whether that folder is there.
    pub found: bool,
    /// The folder.
    pub folder: Utf8PathBuf,
}

impl<D: Disk> Engine<D> {
    /// Whether the host app of a bridge is here: a folder of it that is there, else one that
    /// is not. `None` where the bridge names none that this system could have.
    pub fn host_app(&self, manifest: &BridgeManifest) -> Option<HostAppSeen> {
        let places = manifest.plugins.iter().filter_map(|plugin| plugin.place(self.machine.os)?.app.as_ref());
        let folders = places.filter_map(|app| app.resolve(&self.machine));
        let seen = folders.map(|folder| HostAppSeen { found: self.is_folder_there(&folder), folder });
        seen.reduce(|first, other| if first.found { first } else { other })
    }

    /// Where the files of a pack go on this machine; only what has a place here.
    pub fn plugin_folders(&self, manifest: &BridgeManifest, tree: &PackTree) -> Vec<PluginFolder> {
        let folder = |plugin: &bascule_core::bridge::Plugin| {
            let place = plugin.place(self.machine.os)?;
            let folder = place.to.resolve(&self.machine)?;
            let app = place.app.as_ref().and_then(|app| app.resolve(&self.machine));
            let missing_app = app.filter(|app| !self.is_folder_there(app));
            let at = |inside: &str| inside.split('/').fold(folder.clone(), |path, part| path.join(part));
            let files = tree.files().filter_map(|(path, bytes)| Some((at(plugin.inside(path)?), bytes.to_vec())));
            Some(PluginFolder { files: files.collect(), folder, missing_app })
        };
        manifest.plugins.iter().filter_map(folder).collect()
    }

    /// The wishes that do this for the plugins of bridges. Changes nothing.
    ///
    /// A bridge that is not here, or whose files are not those that were agreed to, places
    /// nothing; what is ours of it goes all the same.
    pub fn plugin_wishes<'a>(
        &self,
        orders: impl IntoIterator<Item = (&'a str, PluginWish)>,
        running: Version,
    ) -> Result<PluginWishes, EngineError> {
        let history = self.history()?;
        let (receipt, forgotten) = (history.receipt(), history.next() == 1);
        let mut all = PluginWishes::default();
        for (bridge, wish) in orders {
            let declared = self.declared_folders(bridge, running);
            if declared.is_none() && wish != PluginWish::Remove {
                continue;
            }
            let sight = self.plugin_sight(bridge, declared.unwrap_or_default(), &receipt, forgotten);
            let mut decision = plugin::decide(bridge, &sight, wish);
            if !matches!(wish, PluginWish::Remove) {
                // Whatever a bridge declares, what is Bascule's own is not a host app's.
                let own = self.layout.root();
                for folder in sight.folders.iter().filter(|folder| overlaps(&folder.folder, own)) {
                    decision.files.retain(|file, _| !folder.files.contains_key(file));
                    all.refused.push((folder.folder.clone(), Refusal::FolderTaken(folder.folder.clone())));
                }
            }
            all.wishes.files.extend(decision.files);
            all.told.extend(decision.told);
            all.refused.extend(decision.refused);
        }
        Ok(all)
    }

    /// The wishes that take away every host plugin that is ours. What a person changed
    /// stays.
    pub fn every_plugin_removed(&self, running: Version) -> Result<PluginWishes, EngineError> {
        let mut bridges: BTreeSet<String> = self.bridges_with_plugins(&self.history()?.receipt());
        let declares = |pack: &Result<BridgeManifest, PackFault>| pack.as_ref().is_ok_and(|it| !it.plugins.is_empty());
        bridges.extend(self.packs(running).into_iter().filter(|(_, pack)| declares(pack)).map(|(id, _)| id));
        self.plugin_wishes(bridges.iter().map(|bridge| (bridge.as_str(), PluginWish::Remove)), running)
    }

    /// How every host plugin of ours stands.
    pub fn plugin_standings(&self, running: Version) -> Result<Vec<PluginStanding>, EngineError> {
        let receipt = self.history()?.receipt();
        let mut standings = Vec::new();
        for bridge in self.bridges_with_plugins(&receipt) {
            let declared = self.declared_folders(&bridge, running).unwrap_or_default();
            let sight = self.plugin_sight(&bridge, declared, &receipt, false);
            standings.extend(plugin::standing(&bridge, &sight));
        }
        Ok(standings)
    }

    fn bridges_with_plugins(&self, receipt: &Receipt) -> BTreeSet<String> {
        let bridge = |part: &Part| match part {
            Part::Plugin(bridge) => Some(bridge.clone()),
            Part::Launcher | Part::Engine | Part::Skill(_) | Part::Login => None,
        };
        receipt.files.values().filter_map(|claim| bridge(&claim.part)).collect()
    }

    fn plugin_sight(
        &self,
        bridge: &str,
        folders: Vec<PluginFolder>,
        receipt: &Receipt,
        forgotten: bool,
    ) -> PluginSight {
        let mine = Part::Plugin(bridge.to_owned());
        let claims = receipt.files.iter().filter(|(_, claim)| claim.part == mine);
        let claims: BTreeMap<_, _> = claims.map(|(file, claim)| (file.clone(), claim.digest)).collect();
        let mut sight = PluginSight { claims, forgotten, ..PluginSight::default() };
        for folder in &folders {
            for file in folder.files.keys() {
                sight.linked.extend(self.link_in_the_way(&folder.folder, file).map(|link| (file.clone(), link)));
            }
        }
        let looked_for = folders.iter().flat_map(|folder| folder.files.keys()).chain(sight.claims.keys());
        for file in looked_for {
            // What cannot be read is refused with its reason when something is planned there.
            let bytes = self.disk.read(file).ok().flatten();
            sight.there.extend(bytes.map(|bytes| (file.clone(), Digest::of(&bytes))));
        }
        sight.folders = folders;
        sight
    }

    /// What an added bridge declares: the files that were agreed to when it was added.
    /// `None` where it is not here, or they are not what was agreed to any more.
    fn declared_folders(&self, bridge: &str, running: Version) -> Option<Vec<PluginFolder>> {
        let manifest = self.pack(bridge, running)?.ok()?;
        // The bridges that are part of the program have no files for host apps.
        if manifest.plugins.is_empty() || BUILT_INS.contains(&bridge) {
            return Some(Vec::new());
        }
        let (folder, agreed) = (self.standing(bridge).ok()??, self.added(bridge).ok()??);
        let mut tree = PackTree::default();
        for (path, digest) in agreed.files.iter().filter(|(path, _)| path.starts_with("plugin/")) {
            let bytes = self.disk.read(&folder.join(path)).ok()??;
            if Digest::of(&bytes) != *digest {
                return None;
            }
            tree.add(path, bytes).ok()?;
        }
        Some(self.plugin_folders(&manifest, &tree))
    }

    /// The first link from a folder on down to a file, both included.
    fn link_in_the_way(&self, folder: &Utf8Path, file: &Utf8Path) -> Option<Utf8PathBuf> {
        let mut down: Vec<&Utf8Path> = file.ancestors().take_while(|path| path.starts_with(folder)).collect();
        down.reverse();
        let is_link = |path: &&Utf8Path| matches!(self.disk.look(path), Ok(Some(stat)) if stat.kind == Kind::Link);
        down.into_iter().find(is_link).map(Utf8Path::to_owned)
    }

    fn is_folder_there(&self, path: &Utf8Path) -> bool {
        // Behind a link, too: the person may keep the app's folder elsewhere.
        matches!(self.disk.look(&path.join(".")), Ok(Some(stat)) if stat.kind == Kind::Folder)
    }
}

/// Whether one of two folders is the other or lies in it, letters having no case.
fn overlaps(one: &Utf8Path, other: &Utf8Path) -> bool {
    let (one, other) = (Utf8PathBuf::from(one.as_str().to_lowercase()), other.as_str().to_lowercase());
    one.starts_with(&other) || Utf8Path::new(&other).starts_with(&one)
}
