//! The bridges that are here: the built-in ones, and those a person added.

mod author;
mod place;
mod source;

use std::collections::BTreeSet;

use bascule_core::bridge::{self, BUILT_INS, BridgeManifest, PackError, PackFile, Tool, Version};
use bascule_core::reconcile::Mode;
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, DiskError, Kind, Like};
use crate::engine::{Engine, EngineError};

pub use author::Written;
pub use place::Added;
pub use source::SourceFault;

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
        let added: BTreeSet<String> = added.into_iter().map(place::id_of).collect();
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
        if id.is_empty() || id.contains(['/', '\\', '.', ':']) {
            return None;
        }
        match self.standing(id) {
            Ok(folder) => folder.map(|folder| self.added_pack(id, &folder, running)),
            Err(error) => Some(Err(error.into())),
        }
    }

    /// The folder an added bridge is in: its own, or, where a kill came between two
    /// renames, the one its older self was put aside to.
    pub(crate) fn standing(&self, id: &str) -> Result<Option<Utf8PathBuf>, DiskError> {
        for folder in [self.pack_folder(id), self.aside(id, place::OLD)] {
            if matches!(self.disk.look(&folder)?, Some(stat) if stat.kind == Kind::Folder) {
                return Ok(Some(folder));
            }
        }
        Ok(None)
    }

    fn added_pack(&self, id: &str, folder: &Utf8Path, running: Version) -> Result<BridgeManifest, PackFault> {
        let read = |path: Utf8PathBuf| -> Result<Option<(Utf8PathBuf, String)>, DiskError> {
            let bytes = self.disk.read(&path)?;
            Ok(bytes.map(|bytes| (path, String::from_utf8_lossy(&bytes).into_owned())))
        };
        let manifest = folder.join("bridge.toml");
        let text = read(manifest.clone())?.map(|(_, text)| text).unwrap_or_default();
        let file = PackFile { name: manifest.as_str(), text: &text };
        let shipped = folder.join("tools");
        let names = self.disk.list(&shipped)?.into_iter().filter(|name| name.ends_with(".json"));
        let shipped: Vec<_> =
            names.filter_map(|name| read(shipped.join(name)).transpose()).collect::<Result<_, DiskError>>()?;
        let tools: Vec<PackFile<'_>> =
            shipped.iter().map(|(path, text)| PackFile { name: path.as_str(), text }).collect();
        let mut pack = BridgeManifest::parse(file, &tools, running)?.kept_as(id, file)?;
        if let Some((path, text)) = read(folder.join(RECORDED))? {
            pack = pack.with_recorded(PackFile { name: path.as_str(), text: &text })?;
        }
        Ok(pack.placed_in(folder))
    }

    /// Notes the tools of a `command` bridge's server, so that they can be listed
    /// before it runs.
    pub fn record_tools(&self, id: &str, tools: &[Tool]) -> Result<(), EngineError> {
        self.put_file(&self.pack_folder(id).join(RECORDED), &bridge::recorded_text(tools))
    }

    /// Where a bridge that was added lies.
    pub fn pack_folder(&self, id: &str) -> Utf8PathBuf {
        self.layout.bridges().join(id)
    }

    /// Two programs may record the same bridge at once: each writes its own
    /// temporary file, and the last rename counts.
    pub(crate) fn put_file(&self, file: &Utf8Path, text: &str) -> Result<(), EngineError> {
        let temporary = Utf8PathBuf::from(format!("{file}.{}", std::process::id()));
        if self.disk.look(&temporary)?.is_some() {
            self.disk.remove(&temporary)?;
        }
        self.disk.write(&temporary, text.as_bytes(), Like::New(Mode::Private))?;
        self.disk.replace(&temporary, file)?;
        Ok(())
    }
}

/// The tools a server listed when it was last seen.
const RECORDED: &str = "tools.json";
