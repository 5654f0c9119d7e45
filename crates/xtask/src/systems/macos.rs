//! `cargo xtask check macos`: what the compiler says of the workspace for macOS.

use super::cargo;
use crate::setup;
use crate::shell::{Root, succeed};
use crate::steps::Closing;

const TARGET: &str = "aarch64-apple-darwin";

/// Type-checks the whole workspace, tests included. Nothing is linked or run: there is
/// no macOS here.
pub(crate) fn check(root: &Root) -> Closing {
    setup::setup(setup::OTHER_SYSTEMS)?;
    let mut check = cargo(root, "check", TARGET)?;
    check.args(["--workspace", "--all-targets"]);
    succeed(check)?;
    Ok("types only".to_owned())
}
