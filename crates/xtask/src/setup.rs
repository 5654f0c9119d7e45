//! `cargo xtask setup`: what must be on the machine, and how it comes there.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, anyhow};

use crate::shell::{on_path, succeed};

/// Something a build or a test needs from the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    /// What it is, as a person says it.
    what: &'static str,
    /// What needs it.
    why: &'static str,
    check: Check,
    mend: Mend,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    /// Any of these programs is on PATH.
    Program(&'static [&'static str]),
    /// This command succeeds.
    Succeeds(&'static [&'static str]),
    /// All these files are there.
    Files(&'static [&'static str]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mend {
    /// Packages of Debian and Ubuntu.
    Packages(&'static [&'static str]),
    /// Components of the Rust toolchain.
    Components(&'static [&'static str]),
}

const COMPILER: Need = Need {
    what: "a C compiler",
    why: "linking, and crates with C inside",
    check: Check::Program(&["cc", "gcc", "clang"]),
    mend: Mend::Packages(&["gcc", "libc6-dev"]),
};

const NODE: Need = Need {
    what: "Node.js with npm",
    why: "the window, the real AI programs and the peers of the bench",
    check: Check::Program(&["npm"]),
    mend: Mend::Packages(&["nodejs", "npm"]),
};

const DESKTOP: Need = Need {
    what: "the libraries of window and tray",
    why: "building the tray app",
    check: Check::Succeeds(&["pkg-config", "--exists", "webkit2gtk-4.1", "ayatana-appindicator3-0.1", "librsvg-2.0"]),
    mend: Mend::Packages(&[
        "pkg-config",
        "libwebkit2gtk-4.1-dev",
        "libayatana-appindicator3-dev",
        "librsvg2-dev",
        "libxdo-dev",
    ]),
};

/// What building and starting `bascule` needs.
pub(crate) const BUILD: &[Need] = &[COMPILER];

/// What building and starting the app needs besides.
pub(crate) const APP: &[Need] = &[NODE, DESKTOP];

/// What everything in this repository needs.
pub(crate) const ALL: &[Need] = &[
    COMPILER,
    Need {
        what: "git",
        why: "tidy and the logs ask it for files and commits",
        check: Check::Program(&["git"]),
        mend: Mend::Packages(&["git"]),
    },
    Need {
        what: "rustfmt and clippy",
        why: "cargo xtask test",
        check: Check::Succeeds(&["sh", "-c", "cargo fmt --version && cargo clippy --version"]),
        mend: Mend::Components(&["rustfmt", "clippy"]),
    },
    NODE,
    Need {
        what: "Python with venv",
        why: "the real AI programs and the peers of the bench",
        check: Check::Succeeds(&["python3", "-c", "import ensurepip, venv"]),
        mend: Mend::Packages(&["python3", "python3-venv"]),
    },
];

/// What building and testing the tray app needs.
pub(crate) const WINDOW: &[Need] = &[
    DESKTOP,
    Need {
        what: "a screen and a session bus for tests",
        why: "the tests of the tray app",
        check: Check::Succeeds(&[
            "sh",
            "-c",
            "command -v Xvfb && command -v xvfb-run && command -v xauth && command -v dbus-run-session",
        ]),
        mend: Mend::Packages(&["xvfb", "xauth", "dbus", "dbus-x11"]),
    },
    Need {
        what: "the driver of the web view",
        why: "the journeys in the window",
        check: Check::Program(&["WebKitWebDriver"]),
        mend: Mend::Packages(&["webkit2gtk-driver"]),
    },
];

/// What looking at the window's screens needs.
pub(crate) const SCREENS: &[Need] = &[
    Need {
        what: "Chromium",
        why: "the screens of the window",
        check: Check::Program(&["chromium", "chromium-browser", "google-chrome"]),
        mend: Mend::Packages(&["chromium"]),
    },
    Need {
        what: "ImageMagick",
        why: "small pictures of the screens",
        check: Check::Program(&["convert"]),
        mend: Mend::Packages(&["imagemagick"]),
    },
    Need {
        what: "the fonts of the screens",
        why: "they look the same on every machine",
        check: Check::Succeeds(&[
            "sh",
            "-c",
            "fc-list :family=Inter family | grep -q . && fc-list ':family=Noto Sans CJK SC' family | grep -q .",
        ]),
        mend: Mend::Packages(&["fontconfig", "fonts-inter", "fonts-noto-cjk"]),
    },
];

/// What building for Windows and macOS on Debian needs; about 2 GB.
pub(crate) const OTHER_SYSTEMS: &[Need] = &[
    Need {
        what: "Debian's newest Rust with its sources",
        why: "the standard libraries of Windows and macOS are built from them",
        check: Check::Files(&["/usr/bin/rustc", "/usr/bin/cargo", "/usr/lib/rustlib/src/rust/library/std/Cargo.toml"]),
        mend: Mend::Packages(&["rustc-web", "cargo-web", "rust-web-src"]),
    },
    Need {
        what: "the MinGW compiler",
        why: "linking for Windows",
        check: Check::Program(&["x86_64-w64-mingw32-gcc"]),
        mend: Mend::Packages(&["gcc-mingw-w64-x86-64"]),
    },
    Need {
        what: "wine for 64 bits",
        why: "running the tests that were built for Windows",
        check: Check::Files(&["/usr/lib/wine/wine64", "/usr/lib/wine/wineserver64"]),
        mend: Mend::Packages(&["wine", "wine64"]),
    },
];

/// Installs those of `needs` that are missing; silent where nothing is.
///
/// Elsewhere than on Debian and Ubuntu it installs no system package, and fails
/// with the list of what is missing.
pub(crate) fn setup(needs: &[Need]) -> Result<()> {
    let missing: Vec<Need> = needs.iter().copied().filter(|need| !need.check.holds()).collect();
    let commands = commands(&missing, Path::new("/etc/debian_version").exists())?;
    for need in &missing {
        println!("missing: {} ({})", need.what, need.why);
    }
    for words in commands {
        succeed(privileged(&words)?)?;
    }
    match missing.iter().find(|need| !need.check.holds()) {
        Some(need) => Err(anyhow!("{} is still missing after its installation", need.what)),
        None => Ok(()),
    }
}

impl Check {
    fn holds(self) -> bool {
        match self {
            Self::Program(names) => names.iter().any(|name| on_path(name)),
            Self::Files(paths) => paths.iter().all(|path| Path::new(path).exists()),
            Self::Succeeds(words) => {
                let mut command = Command::new(words[0]);
                command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                command.status().is_ok_and(|status| status.success())
            }
        }
    }
}

/// The commands that bring what is missing, or the sentence that says what to install.
fn commands(missing: &[Need], debian: bool) -> Result<Vec<Vec<&'static str>>> {
    let (mut packages, mut components, mut by_hand) = (Vec::new(), Vec::new(), Vec::new());
    for need in missing {
        match need.mend {
            Mend::Packages(names) if debian => packages.extend(names),
            Mend::Packages(_) => by_hand.push(format!("{} ({})", need.what, need.why)),
            Mend::Components(names) => components.extend(names),
        }
    }
    if !by_hand.is_empty() {
        return Err(anyhow!("please install: {}", by_hand.join(", ")));
    }
    let mut commands = Vec::new();
    if !packages.is_empty() {
        commands.push(vec!["apt-get", "update", "-qq"]);
        commands.push([&["apt-get", "install", "-y", "-qq", "--no-install-recommends"], &packages[..]].concat());
    }
    if !components.is_empty() {
        commands.push([&["rustup", "component", "add"], &components[..]].concat());
    }
    Ok(commands)
}

/// The command as somebody who may install packages: through sudo where we are not root.
fn privileged(words: &[&str]) -> Result<Command> {
    let plain = words[0] != "apt-get" || is_root();
    if !plain && !on_path("sudo") {
        return Err(anyhow!("please run as root: {}", words.join(" ")));
    }
    let mut command = Command::new(if plain { words[0] } else { "sudo" });
    command.args(if plain { &words[1..] } else { words });
    command.env("DEBIAN_FRONTEND", "noninteractive");
    Ok(command)
}

fn is_root() -> bool {
    let mut id = Command::new("id");
    id.arg("-u");
    crate::shell::output(id).is_ok_and(|uid| uid.trim() == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_missing_means_nothing_done() {
        assert_eq!(commands(&[], true).unwrap(), Vec::<Vec<&str>>::new());
        assert_eq!(commands(&[], false).unwrap(), Vec::<Vec<&str>>::new());
    }

    #[test]
    fn debian_gets_one_installation_for_all_packages() {
        let commands = commands(&[ALL[0], ALL[1], ALL[2]], true).unwrap();
        assert_eq!(commands.len(), 3, "{commands:?}");
        assert!(commands[1].ends_with(&["gcc", "libc6-dev", "git"]), "{commands:?}");
        assert_eq!(commands[2], ["rustup", "component", "add", "rustfmt", "clippy"]);
    }

    #[test]
    fn elsewhere_the_person_hears_what_is_needed_and_why() {
        let failure = commands(ALL, false).unwrap_err().to_string();
        for word in ["a C compiler", "git", "Node.js", "Python"] {
            assert!(failure.contains(word), "{failure:#}");
        }
    }

    #[test]
    fn a_missing_program_is_noticed() {
        assert!(!Check::Program(&["no-such-program-here"]).holds());
        assert!(!Check::Succeeds(&["no-such-program-here"]).holds());
        assert!(!Check::Files(&["/", "/no-such-file-here"]).holds());
    }
}
