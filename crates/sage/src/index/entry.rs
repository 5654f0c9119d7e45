//! Where an index begins: the entry files of a mod, its SDK.

use camino::{Utf8Path, Utf8PathBuf};

use super::Index;
use super::build::Build;
use crate::disk;
use crate::includes::{Folders, Profile, Roots, plain};
use crate::limits::Limits;

/// What is to be indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The folders.
    pub roots: Roots,
    /// Each stream's name and entry file.
    pub streams: Vec<(String, Utf8PathBuf)>,
    /// How much is read.
    pub limits: Limits,
}

/// Why there is nothing to index.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAMod {
    /// A folder without an entry file.
    #[error("{0} holds no Data/Mod.xml")]
    NoEntry(Utf8PathBuf),
    /// An entry file that is not there.
    #[error("{0} is no file")]
    NoFile(Utf8PathBuf),
    /// A folder that is no SDK.
    #[error("{0} is no folder")]
    NoSdk(Utf8PathBuf),
}

impl Job {
    /// Every stream of the mod in a folder: `Data/Mod.xml`, and the metadata of each
    /// additional map.
    ///
    /// Without a named SDK it is the folder above that has the SDK's schemas, where
    /// there is one. Refuses a folder without `Data/Mod.xml`, in any case.
    pub fn of_project(project: &Utf8Path, sdk: Option<&Utf8Path>, profile: Profile) -> Result<Self, NotAMod> {
        let project = plain(project);
        let mut folders = Folders::default();
        let Some(entry) = folders.file(&project, "Data/Mod.xml") else { return Err(NotAMod::NoEntry(project)) };
        let mut streams = vec![("static".to_owned(), entry.clone())];
        let maps = entry.parent().and_then(|data| {
            let names = disk::list(data)?;
            let name = names.into_iter().find(|name| name.eq_ignore_ascii_case("additionalmaps"))?;
            Some(data.join(name))
        });
        if let Some(maps) = maps {
            let mut names = disk::list(&maps).unwrap_or_default();
            names.retain(|name| is_map_metadata(name));
            streams.extend(names.into_iter().map(|name| (format!("global:{name}"), maps.join(name))));
        }
        let roots = Roots { sdk: sdk_of(&project, sdk)?, project, profile, last: None };
        Ok(Self { roots, streams, limits: Limits::default() })
    }

    /// One stream for each of these files.
    ///
    /// The mod is the folder above the first that has `Data/Mod.xml`, else the file's
    /// own folder, which `DATA:` then searches last.
    pub fn of_entries(entries: &[Utf8PathBuf], sdk: Option<&Utf8Path>, profile: Profile) -> Result<Self, NotAMod> {
        let mut streams = Vec::new();
        for entry in entries {
            let entry = plain(entry);
            if !disk::is_file(&entry) {
                return Err(NotAMod::NoFile(entry));
            }
            let name = entry.file_stem().unwrap_or_default().to_lowercase();
            streams.push((if name == "mod" { "static".to_owned() } else { name }, entry));
        }
        let own = streams.first().and_then(|(_, entry)| entry.parent()).unwrap_or(Utf8Path::new("")).to_owned();
        let mut folders = Folders::default();
        let project = own.ancestors().take(4).find(|folder| folders.file(folder, "Data/Mod.xml").is_some());
        let last = if project.is_some() { None } else { Some(own.clone()) };
        let project = project.unwrap_or(&own).to_owned();
        let roots = Roots { sdk: sdk_of(&own, sdk)?, project, profile, last };
        Ok(Self { roots, streams, limits: Limits::default() })
    }

    /// Reads everything the streams reach.
    pub fn build(self) -> Index {
        Build::run(self)
    }
}

/// The file that only an SDK of this game has.
const SDK_MARK: &str = "Schemas/xsd/CnC3Types.xsd";

fn sdk_of(below: &Utf8Path, named: Option<&Utf8Path>) -> Result<Option<Utf8PathBuf>, NotAMod> {
    if let Some(named) = named {
        let named = plain(named);
        return if disk::is_folder(&named) { Ok(Some(named)) } else { Err(NotAMod::NoSdk(named)) };
    }
    let mut folders = Folders::default();
    let found = below.ancestors().take(6).find(|folder| folders.file(folder, SDK_MARK).is_some());
    Ok(found.map(Utf8Path::to_owned))
}

fn is_map_metadata(name: &str) -> bool {
    let name = name.to_lowercase();
    name.starts_with("mapmetadata_") && name.ends_with(".xml")
}
