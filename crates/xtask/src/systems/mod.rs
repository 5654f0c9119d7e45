//! The systems that are not this machine's: built by Debian's own compiler, with the
//! standard library from source, because the toolchain here knows one system only.

pub(crate) mod macos;
pub(crate) mod windows;

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::shell::Root;

/// Debian's compiler, whatever stands first on PATH.
const RUSTC: &str = "/usr/bin/rustc";
const RUSTDOC: &str = "/usr/bin/rustdoc";
const CARGO: &str = "/usr/bin/cargo";

/// Every crate of the workspace but this one, which never leaves its machine.
const PRODUCT: &[&str] = &["--workspace", "--exclude", "xtask"];

/// Debian's cargo, doing `verb` for the system `target`.
fn cargo(root: &Root, verb: &str, target: &str) -> Result<Command> {
    let mut cargo = root.command(CARGO);
    cargo.args([verb, "--locked", "--target", target, "-Zbuild-std=std,panic_unwind,panic_abort"]);
    cargo.env("RUSTC", RUSTC).env("RUSTDOC", RUSTDOC);
    // `-Zbuild-std` asks for a nightly otherwise.
    cargo.env("RUSTC_BOOTSTRAP", "1");
    cargo.env("CARGO_TARGET_DIR", folder(root)?);
    // A toolchain that started us says so to every cargo below it.
    for variable in ["CARGO", "RUSTUP_TOOLCHAIN", "CARGO_ENCODED_RUSTFLAGS"] {
        cargo.env_remove(variable);
    }
    Ok(cargo)
}

/// Where these builds lie: two compilers in one target folder would undo each other's work.
fn folder(root: &Root) -> Result<PathBuf> {
    Ok(root.target()?.join("other-systems"))
}
