//! The folder an installation lies in, found from the path of one of its programs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The folder that holds `bin/`, `versions/` and `current`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root(PathBuf);

impl Root {
    /// The installation in this folder, whether or not anything is there yet.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }

    /// The installation a launcher at this path belongs to: `<root>/bin/<program>`.
    pub fn of_launcher(program: &Path) -> Option<Self> {
        program.parent()?.parent().map(Self::at)
    }

    /// The installation an engine at this path belongs to, with the version it lies
    /// under: `<root>/versions/<version>/bascule`. `None` for any other path.
    pub fn of_engine(program: &Path) -> Option<(Self, String)> {
        let folder = program.parent()?;
        let versions = folder.parent()?;
        let version = folder.file_name()?.to_str()?;
        let root = Self::at(versions.parent()?);
        (root.engine(version) == program).then(|| (root, version.to_owned()))
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// The path entries name.
    pub fn launcher(&self) -> PathBuf {
        self.0.join("bin").join(program("bascule"))
    }

    /// The launcher that came with the engine of a version, kept beside it.
    pub fn spare_launcher(&self, version: &str) -> PathBuf {
        self.versions().join(version).join(program("bascule-launcher"))
    }

    /// The folder of all engines.
    pub fn versions(&self) -> PathBuf {
        self.0.join("versions")
    }

    /// The engine of a version.
    pub fn engine(&self, version: &str) -> PathBuf {
        self.versions().join(version).join(program("bascule"))
    }

    /// The note that names the engine to start.
    pub fn current(&self) -> PathBuf {
        self.0.join("current")
    }

    /// The plain list of our files and entries, for the day no engine is left to ask.
    pub fn owned(&self) -> PathBuf {
        self.0.join("owned.txt")
    }
}

fn program(name: &str) -> impl AsRef<Path> + AsRef<OsStr> {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_leads_to_the_same_folder() {
        let root = Root::at("/home/李/.bascule");
        assert_eq!(Root::of_launcher(&root.launcher()).as_ref(), Some(&root));
        assert_eq!(Root::of_engine(&root.engine("1.2.3")), Some((root, "1.2.3".to_owned())));
    }

    #[test]
    fn a_program_elsewhere_is_no_engine_of_an_installation() {
        for path in ["/x/target/debug/bascule", "/x/versions/bascule", "/x/versions/1.0.0/other", "/bascule", ""] {
            assert_eq!(Root::of_engine(Path::new(path)), None, "{path}");
        }
    }
}
