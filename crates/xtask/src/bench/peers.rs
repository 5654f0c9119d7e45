//! The programs that are measured beside ours, pinned under `tests/bench/`.

use std::path::PathBuf;

use anyhow::Result;

use crate::shell::{Root, output, succeed};

/// The folder that pins them.
const FOLDER: &str = "tests/bench";

/// The Node programs, installed where they are not yet; answers with their `node_modules`.
pub(crate) fn node(root: &Root) -> Result<PathBuf> {
    let modules = root.join(FOLDER).join("node_modules");
    if !modules.join(".package-lock.json").exists() {
        let mut install = root.command("npm");
        install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(root.join(FOLDER));
        succeed(install)?;
    }
    Ok(modules)
}

/// A Python with the pinned packages; answers with its interpreter.
pub(crate) fn python(root: &Root) -> Result<PathBuf> {
    let venv = root.join(FOLDER).join("venv");
    let python = venv.join("bin/python");
    let mut probe = root.command(&python);
    probe.args(["-c", "import mcp.server"]);
    if output(probe).is_err() {
        let mut make = root.command("python3");
        make.args(["-m", "venv"]).arg(&venv);
        succeed(make)?;
        let mut install = root.command(&python);
        install.args(["-m", "pip", "install", "--quiet", "--requirement"]);
        install.arg(root.join(FOLDER).join("requirements.txt"));
        succeed(install)?;
    }
    Ok(python)
}

/// The program of the Python peer.
pub(crate) fn python_server(root: &Root) -> PathBuf {
    root.join(FOLDER).join("server.py")
}
