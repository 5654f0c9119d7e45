//! `cargo xtask check macos`: what the compiler says of the workspace for macOS.

use super::{cargo, folder};
use crate::setup;
use crate::shell::{Root, succeed, write};
use crate::steps::Closing;
use crate::test::window_once;

const TARGET: &str = "aarch64-apple-darwin";

/// What a crate calls that compiles a little Objective-C for itself: types need none of it,
/// and there is no compiler for it here, so it gets an empty object. Like any of its kind
/// it knows no `-?`, by which other compilers are told.
const STAND_IN: &str = "\
#!/bin/sh
if [ \"$1\" = '-?' ]; then exit 1; fi
while [ $# -gt 0 ]; do
    if [ \"$1\" = -o ]; then : >\"$2\"; fi
    shift
done
";

/// Type-checks the whole workspace, tests included. Nothing is linked or run: there is
/// no macOS here.
pub(crate) fn check(root: &Root) -> Closing {
    setup::setup(setup::OTHER_SYSTEMS)?;
    window_once(root)?;
    let stand_in = folder(root)?.join("no-compiler.sh");
    write(&stand_in, STAND_IN)?;
    let mut allow = root.command("chmod");
    allow.arg("755").arg(&stand_in);
    succeed(allow)?;
    let mut check = cargo(root, "check", TARGET)?;
    check.env("CC_aarch64_apple_darwin", &stand_in);
    check.env("AR_aarch64_apple_darwin", "ar");
    check.args(["--workspace", "--all-targets"]);
    succeed(check)?;
    Ok("types only".to_owned())
}
