//! The bridges that are here: the built-in ones, and those a person added.

use bascule_core::bridge::{self, BUILT_INS, BridgeManifest, PackError, PackFile, Tool, Version};
use bascule_core::reconcile::Mode;
use camino::Utf8PathBuf;

use crate::disk::{Disk, DiskError, Like};
use crate::engine::{Engine, EngineError};

/// The id of the bridge that shows the program itself.
pub const BUILT_IN: &str = "bascule";

/// Why a bridge that is there cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PackFault {
    /// Its files break a rule.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// Its files cannot be read.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

impl<D: Disk> Engine<D> {
    /// Every bridge by its id, the built-in ones first, the others by name.
    pub fn packs(&self, running: Version) -> Vec<(String, Result<BridgeManifest, PackFault>)> {
        let added = self.disk.list(&self.layout.bridges()).unwrap_or_default();
        let own = BUILT_INS.iter().map(|id| (*id).to_owned());
        let ids = own.chain(added.into_iter().filter(|id| !BUILT_INS.contains(&id.as_str())));
        ids.filter_map(|id| self.pack(&id, running).map(|pack| (id, pack))).collect()
    }

    /// One bridge; `None` where there is none of this id.
    pub fn pack(&self, id: &str, running: Version) -> Option<Result<BridgeManifest, PackFault>> {
        if let Some(built_in) = bridge::built_in(id, running) {
            return Some(built_in.map_err(PackFault::from));
        }
        // An id comes from the command line: it names a folder, never a path.
        if id.is_empty() || id.contains(['/', '\\', '.']) {
            return None;
        }
        let read = |file: &Utf8PathBuf| self.disk.read(file);
        let (manifest, tools) = (self.pack_file(id, "bridge.toml"), self.pack_file(id, "tools.json"));
        let text = match read(&manifest) {
            Ok(bytes) => String::from_utf8_lossy(&bytes?).into_owned(),
            Err(error) => return Some(Err(error.into())),
        };
        let recorded = match read(&tools) {
            Ok(bytes) => bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => return Some(Err(error.into())),
        };
        let recorded: Vec<PackFile<'_>> = recorded.iter().map(|text| PackFile { name: tools.as_str(), text }).collect();
        let file = PackFile { name: manifest.as_str(), text: &text };
        Some(BridgeManifest::parse(file, &recorded, running).map_err(PackFault::from))
    }

    /// Adds a bridge; `false`, and nothing happens, where its id is taken.
    pub fn add_pack(&self, id: &str, manifest: &str) -> Result<bool, EngineError> {
        let file = self.pack_file(id, "bridge.toml");
        if BUILT_INS.contains(&id) || self.disk.look(&file)?.is_some() {
            return Ok(false);
        }
        self.store().prepare()?;
        let folder = self.layout.bridges().join(id);
        if self.disk.look(&folder)?.is_none() {
            self.disk.make_folder(&folder, Mode::Private)?;
        }
        self.put_file(&file, manifest)?;
        Ok(true)
    }

    /// Removes a bridge a person added; `false` where there is none of this id.
    pub fn remove_pack(&self, id: &str) -> Result<bool, EngineError> {
        let folder = self.layout.bridges().join(id);
        let mut removed = false;
        // The manifest goes first: without it the rest is no bridge any more.
        for name in ["bridge.toml", "tools.json"] {
            let file = self.pack_file(id, name);
            if self.disk.look(&file)?.is_some() {
                self.disk.remove(&file)?;
                removed = true;
            }
        }
        if removed && self.disk.list(&folder)?.is_empty() {
            self.disk.remove_folder(&folder)?;
        }
        Ok(removed)
    }

    /// Notes the tools of a `command` bridge's server, so that they can be listed
    /// before it runs.
    pub fn record_tools(&self, id: &str, tools: &[Tool]) -> Result<(), EngineError> {
        self.put_file(&self.pack_file(id, "tools.json"), &bridge::recorded_text(tools))
    }

    fn pack_file(&self, id: &str, name: &str) -> Utf8PathBuf {
        self.layout.bridges().join(id).join(name)
    }

    /// Two programs may record the same bridge at once: each writes its own
    /// temporary file, and the last rename counts.
    fn put_file(&self, file: &Utf8PathBuf, text: &str) -> Result<(), EngineError> {
        let temporary = Utf8PathBuf::from(format!("{file}.{}", std::process::id()));
        if self.disk.look(&temporary)?.is_some() {
            self.disk.remove(&temporary)?;
        }
        self.disk.write(&temporary, text.as_bytes(), Like::New(Mode::Private))?;
        self.disk.replace(&temporary, file)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bascule_core::bridge::{ChildCommand, command_manifest};
    use bascule_core::machine::{Machine, Os};

    fn engine(home: &tempfile::TempDir) -> Engine {
        let home = home.path().to_str().expect("a UTF-8 temporary folder");
        Engine::new(Machine::new(Os::Linux, home), "/opt/bascule".into())
    }

    #[test]
    fn a_bridge_is_added_once_recorded_and_removed() {
        let home = tempfile::tempdir().expect("a temporary folder");
        let engine = engine(&home);
        let version = Version { major: 0, minor: 1, patch: 0 };
        let command = ChildCommand { program: "srv".into(), args: vec![], cwd: None, env: Default::default() };
        let text = command_manifest("mine", "Mine", &command, version).expect("a manifest");
        assert!(engine.add_pack("mine", &text).expect("added"));
        assert!(!engine.add_pack("mine", &text).expect("looked"));
        assert!(!engine.add_pack(BUILT_IN, &text).expect("looked"));
        let ids: Vec<String> = engine.packs(version).into_iter().map(|(id, _)| id).collect();
        assert_eq!(ids, ["bascule", "ra3-mod-xml", "mine"]);
        engine.record_tools("mine", &[]).expect("recorded");
        assert!(engine.pack("mine", version).expect("there").is_ok());
        assert!(engine.remove_pack("mine").expect("removed"));
        assert!(!engine.remove_pack("mine").expect("looked"));
        assert!(engine.pack("mine", version).is_none());
        assert!(engine.pack("../mine", version).is_none());
    }
}
