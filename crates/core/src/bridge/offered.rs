//! A pack of somebody else's: read as a whole, with everything a person should see
//! before they agree to it.

use std::collections::BTreeMap;

use camino::Utf8Path;
use serde::Deserialize;

use super::manifest::{BridgeManifest, ChildCommand, Kind};
use super::pack::{PackError, PackFile, PackProblem, Version};
use super::plugin;
use super::rule::Rule;
use super::tree::{PackTree, TreeError, TreeProblem};
use crate::skill::SkillPackage;

/// Ids of bridges that ship with Bascule, now or announced. Nobody else may use them.
pub const RESERVED: [&str; 4] = ["bascule", "ra3-mod-xml", "jlceda", "ansa"];

/// What stands for the bridge's own folder in a command.
pub(super) const OWN_FOLDER: &str = "{bridge}";

/// Something wrong with a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// With a file as a whole.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// At a place of a text.
    #[error(transparent)]
    Text(#[from] PackError),
}

impl PackTree {
    /// Reads the pack of a bridge that does not ship with Bascule.
    ///
    /// Refuses, with every place that is wrong, what [`BridgeManifest::parse`]
    /// refuses, a kind that only Bascule itself can serve, an id that is reserved, a
    /// command or a plugin that names what the pack does not have, two plugin files for
    /// one place, a stray file among the tools, and a skill that
    /// [`SkillPackage::read`] refuses.
    pub fn read(&self, running: Version) -> Result<BridgeManifest, Vec<Malformed>> {
        let mut wrong: Vec<Malformed> = Vec::new();
        let mut tools: Vec<PackFile<'_>> = Vec::new();
        for (path, _) in self.files().filter(|(path, _)| path.starts_with("tools/")) {
            match self.text(path) {
                Some(Ok(text)) if is_tool(path) => tools.push(PackFile { name: path, text }),
                Some(Err(error)) if is_tool(path) => wrong.push(error.into()),
                Some(_) | None => {
                    wrong.push(TreeError { path: path.to_owned(), problem: TreeProblem::NotATool }.into());
                }
            }
        }
        let manifest = match self.manifest_text() {
            Ok(text) => {
                let file = PackFile { name: "bridge.toml", text };
                BridgeManifest::parse(file, &tools, running)
                    .and_then(|manifest| self.fits(file, manifest))
                    .map_err(|error| wrong.push(error.into()))
                    .ok()
            }
            Err(error) => {
                wrong.push(error.into());
                None
            }
        };
        wrong.extend(self.skill().map(Malformed::from));
        match manifest {
            Some(manifest) if wrong.is_empty() => Ok(manifest),
            _ => Err(wrong),
        }
    }

    fn manifest_text(&self) -> Result<&str, TreeError> {
        if let Some(text) = self.text("bridge.toml") {
            return text;
        }
        let inside = self.files().find_map(|(path, _)| path.strip_suffix("/bridge.toml"));
        let problem = TreeProblem::NoManifest { inside: inside.map(str::to_owned) };
        Err(TreeError { path: "bridge.toml".to_owned(), problem })
    }

    /// What only a pack of somebody else's has to keep to.
    fn fits(&self, file: PackFile<'_>, manifest: BridgeManifest) -> Result<BridgeManifest, PackError> {
        let command = manifest.command(file)?;
        if RESERVED.contains(&manifest.id.as_str()) {
            return Err(file.error_at_key("id", PackProblem::ReservedId(manifest.id)));
        }
        for text in command.texts() {
            let Some((_, path)) = text.split_once(OWN_FOLDER) else { continue };
            let named = path.strip_prefix('/').filter(|path| !path.is_empty());
            let there = if path.is_empty() { true } else { named.is_some_and(|path| self.has(path)) };
            if !there {
                let at = file.text.find(&format!("{OWN_FOLDER}{path}")).unwrap_or(0);
                return Err(file.error_at(at, PackProblem::MissingFile(named.unwrap_or(path).to_owned())));
            }
        }
        plugin::agree(file, &manifest.plugins, self)?;
        Ok(manifest)
    }

    /// What is wrong with its skill, also where something else of the manifest is.
    fn skill(&self) -> Option<PackError> {
        #[derive(Deserialize)]
        struct Id {
            id: String,
        }
        let files = self.files().filter_map(|(path, bytes)| Some((path.strip_prefix("skill/")?, bytes)));
        let files: BTreeMap<String, Vec<u8>> = files.map(|(path, bytes)| (path.to_owned(), bytes.to_vec())).collect();
        let Id { id } = self.manifest_text().ok().and_then(|text| toml::from_str(text).ok())?;
        if files.is_empty() { None } else { SkillPackage::read(&id, None, files).err() }
    }
}

impl BridgeManifest {
    /// The bridge as it lies in the state folder under `id`.
    ///
    /// Refuses a kind that only Bascule itself can serve, and another id.
    pub fn kept_as(self, id: &str, file: PackFile<'_>) -> Result<Self, PackError> {
        self.command(file)?;
        if self.id != id {
            let rule = Rule::OwnFolder;
            return Err(file.error_at_key("id", PackProblem::Rule { key: "id".to_owned(), rule }));
        }
        Ok(self)
    }

    fn command(&self, file: PackFile<'_>) -> Result<&ChildCommand, PackError> {
        match &self.kind {
            Kind::Command(command) => Ok(command),
            Kind::Engine | Kind::Index(_) => Err(file.error_at_key("kind", PackProblem::OnlyOurs(self.kind.word()))),
        }
    }

    /// The same bridge in its folder: what stands for that folder in its command and
    /// its steps is exchanged for the folder itself.
    pub fn placed_in(mut self, folder: &Utf8Path) -> Self {
        self.steps.texts_mut().for_each(|text| *text = text.replace(OWN_FOLDER, folder.as_str()));
        if let Kind::Command(command) = &mut self.kind {
            for text in command.texts_mut() {
                *text = text.replace(OWN_FOLDER, folder.as_str());
            }
        }
        self
    }
}

fn is_tool(path: &str) -> bool {
    path.strip_prefix("tools/").is_some_and(|name| name.ends_with(".json") && !name.contains('/'))
}
