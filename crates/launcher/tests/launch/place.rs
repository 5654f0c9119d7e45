//! A throwaway installation: the real launcher, and stand-ins for engines.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) struct Place {
    _folder: tempfile::TempDir,
    /// The temporary folder around it.
    #[cfg(unix)]
    pub(crate) around: PathBuf,
    /// The installation's folder, with what makes paths hard to pass on.
    pub(crate) root: PathBuf,
}

impl Place {
    /// An installation with the engine 1.0.0, in this layout.
    pub(crate) fn new(layout: &str) -> Self {
        let place = Self::bare();
        place.add_engine("1.0.0");
        place.note(&format!("contract = 1\nversion = 1.0.0\nlayout = {layout}\n"));
        place
    }

    /// A launcher alone.
    pub(crate) fn bare() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let real = folder.path().canonicalize().expect("a folder");
        // Windows' canonical form is not one that programs are started from.
        let real = if cfg!(windows) { folder.path().to_owned() } else { real };
        let place = Self {
            root: real.join("用户 home").join(".bascule"),
            #[cfg(unix)]
            around: real,
            _folder: folder,
        };
        place.program(Path::new(env!("CARGO_BIN_EXE_bascule-launcher")), &place.launcher());
        place
    }

    pub(crate) fn launcher(&self) -> PathBuf {
        self.root.join("bin").join(program("bascule"))
    }

    pub(crate) fn engine(&self, version: &str) -> PathBuf {
        self.root.join("versions").join(version).join(program("bascule"))
    }

    pub(crate) fn add_engine(&self, version: &str) {
        let launcher = Path::new(env!("CARGO_BIN_EXE_bascule-launcher"));
        let stand_in = launcher.with_file_name("examples").join(program("stand_in_engine"));
        self.program(&stand_in, &self.engine(version));
    }

    pub(crate) fn note(&self, text: &str) {
        std::fs::write(self.root.join("current"), text).expect("a note");
    }

    /// A second name of the file on Unix, where a copy that was open for writing a moment
    /// ago cannot be started while another test forks. Windows removes no file that another
    /// test runs under its other name, so there it is a copy.
    fn program(&self, from: &Path, to: &Path) {
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        if cfg!(windows) || std::fs::hard_link(from, to).is_err() {
            std::fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
        }
    }

    /// What the engine said that this program started.
    pub(crate) fn run(&self, program: &Path, arguments: &[&str]) -> String {
        said(Command::new(program).args(arguments))
    }
}

pub(crate) fn said(command: &mut Command) -> String {
    let output: Output = command.output().expect("the launcher starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn program(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}
