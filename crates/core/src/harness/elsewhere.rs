//! Homes on the other side of a border: WSL, a container, a remote editor.
//!
//! A program that runs there reads its config there. What we would write here it
//! never sees, and a path of this side means nothing on that one. So such a home
//! is named to the person with what to do; nothing is ever written into it.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use crate::machine::{Machine, Os};

/// A home whose programs are out of our reach from this machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Elsewhere {
    /// Whose home it is.
    pub side: Side,
    /// What gave it away, for the person to recognise.
    pub because: String,
}

/// What lies on the other side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The Windows around this distribution.
    Windows,
    /// A Linux distribution inside this Windows, by its package folder.
    Distribution(String),
    /// The machine on which the window of this editor stands; here runs only its
    /// server. Its user settings, and so its MCP servers, are there.
    EditorWindow(&'static str),
    /// The machine around this container.
    ContainerHost,
}

/// What a person does to reach the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Advice {
    /// Install and run Bascule in Windows as well.
    RunOnWindows,
    /// Install and run Bascule inside the distribution as well.
    RunInDistribution,
    /// Install and run Bascule on the machine that shows the editor's window.
    RunWhereTheWindowIs,
    /// Install and run Bascule outside of the container.
    RunOutsideTheContainer,
}

impl Side {
    /// What to do about it.
    pub fn advice(&self) -> Advice {
        match self {
            Self::Windows => Advice::RunOnWindows,
            Self::Distribution(_) => Advice::RunInDistribution,
            Self::EditorWindow(_) => Advice::RunWhereTheWindowIs,
            Self::ContainerHost => Advice::RunOutsideTheContainer,
        }
    }
}

/// The paths whose existence [`elsewhere`] wants to know.
pub fn elsewhere_probes(machine: &Machine) -> Vec<Utf8PathBuf> {
    if machine.os != Os::Linux {
        return Vec::new();
    }
    let servers = EDITOR_SERVERS.iter().map(|(folder, _)| machine.home.join(folder));
    let marks = CONTAINER_FILES.iter().map(Utf8PathBuf::from);
    servers.chain(marks).collect()
}

/// The homes on other sides, given which of the probed paths were found.
pub fn elsewhere(machine: &Machine, found: &BTreeSet<Utf8PathBuf>) -> Vec<Elsewhere> {
    match machine.os {
        Os::Windows => distributions(machine),
        Os::Linux => around_linux(machine, found),
        Os::Mac => Vec::new(),
    }
}

/// Whether a folder of PATH belongs to the other side: a Windows drive seen from
/// WSL, or the command line an editor's server brings along. A program found there
/// is installed over there, and reads its config there.
pub(super) fn leads_elsewhere(machine: &Machine, folder: &str) -> bool {
    let on_drive = || {
        let mut parts = folder.split('/').skip(1);
        parts.next() == Some("mnt") && parts.next().is_some_and(|drive| drive.len() == 1)
    };
    let of_server =
        || EDITOR_SERVERS.iter().any(|(server, _)| Utf8Path::new(folder).starts_with(machine.home.join(server)));
    machine.os == Os::Linux
        && ((machine.var("WSL_DISTRO_NAME").is_some() && on_drive())
            || of_server()
            || Utf8Path::new(folder).starts_with(CONTAINER_EDITOR_SERVER))
}

/// The folder an editor's server makes in a home it was connected to.
///
/// [S: code.visualstudio.com (`~/.vscode-server`); LC TH for VS Code; the other
/// two are the same server under the fork's name.]
const EDITOR_SERVERS: &[(&str, &str)] = &[
    (".vscode-server", "VS Code"),
    (".vscode-server-insiders", "VS Code Insiders"),
    (".cursor-server", "Cursor"),
    (".windsurf-server", "Windsurf"),
];

/// Where development containers keep the editor's server.
const CONTAINER_EDITOR_SERVER: &str = "/vscode/vscode-server";

/// Files the common container engines put into every container.
const CONTAINER_FILES: &[&str] = &["/.dockerenv", "/run/.containerenv"];

/// Variables the development containers of editors set to `true`.
const CONTAINER_VARS: &[&str] = &["REMOTE_CONTAINERS", "CODESPACES"];

/// How package folders of distributions begin. A distribution that was not
/// installed as a package has none and stays unseen from Windows.
const DISTRIBUTIONS: &[&str] = &["CanonicalGroupLimited.", "TheDebianProject.", "KaliLinux.", "46932SUSE."];

fn distributions(machine: &Machine) -> Vec<Elsewhere> {
    let is_one = |name: &&String| DISTRIBUTIONS.iter().any(|prefix| name.starts_with(prefix));
    let home = |name: &String| Elsewhere { side: Side::Distribution(name.clone()), because: name.clone() };
    machine.packages.iter().filter(is_one).map(home).collect()
}

fn around_linux(machine: &Machine, found: &BTreeSet<Utf8PathBuf>) -> Vec<Elsewhere> {
    let mut homes = Vec::new();
    if let Some(distribution) = machine.var("WSL_DISTRO_NAME") {
        homes.push(Elsewhere { side: Side::Windows, because: format!("WSL_DISTRO_NAME={distribution}") });
    }
    for (folder, editor) in EDITOR_SERVERS {
        let path = machine.home.join(folder);
        if found.contains(&path) {
            homes.push(Elsewhere { side: Side::EditorWindow(editor), because: path.into_string() });
        }
    }
    let variable =
        CONTAINER_VARS.iter().find(|name| machine.var(name) == Some("true")).map(|name| format!("{name}=true"));
    let file = || CONTAINER_FILES.iter().find(|file| found.contains(Utf8Path::new(file)));
    if let Some(because) = variable.or_else(|| file().map(|file| (*file).to_owned())) {
        homes.push(Elsewhere { side: Side::ContainerHost, because });
    }
    homes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(machine: &Machine, found: &[&str]) -> Vec<(Side, Advice)> {
        let found = found.iter().map(Utf8PathBuf::from).collect();
        elsewhere(machine, &found).into_iter().map(|home| (home.side.clone(), home.side.advice())).collect()
    }

    fn linux() -> Machine {
        Machine::new(Os::Linux, "/home/ann")
    }

    #[test]
    fn an_ordinary_machine_has_nothing_elsewhere() {
        assert_eq!(seen(&linux(), &[]), []);
        assert_eq!(seen(&Machine::new(Os::Mac, "/Users/ann"), &["/.dockerenv"]), []);
        assert_eq!(seen(&Machine::new(Os::Windows, r"C:\Users\ann"), &[]), []);
    }

    #[test]
    fn a_distribution_names_the_windows_around_it() {
        let machine = linux().with_env("WSL_DISTRO_NAME", "Ubuntu");
        assert_eq!(seen(&machine, &[]), [(Side::Windows, Advice::RunOnWindows)]);
    }

    #[test]
    fn windows_names_its_distributions() {
        let mut machine = Machine::new(Os::Windows, r"C:\Users\ann");
        let debian = "TheDebianProject.DebianGNULinux_76v4gfsz19hv4";
        machine.packages = [debian, "Claude_pzs8sxrjxfjjc"].map(str::to_owned).into();
        assert_eq!(seen(&machine, &[]), [(Side::Distribution(debian.to_owned()), Advice::RunInDistribution)]);
    }

    #[test]
    fn an_editor_server_points_at_the_window() {
        let servers = ["/home/ann/.vscode-server", "/home/ann/.cursor-server"];
        let expected = [
            (Side::EditorWindow("VS Code"), Advice::RunWhereTheWindowIs),
            (Side::EditorWindow("Cursor"), Advice::RunWhereTheWindowIs),
        ];
        assert_eq!(seen(&linux(), &servers), expected);
    }

    #[test]
    fn a_container_is_told_once() {
        let expected = [(Side::ContainerHost, Advice::RunOutsideTheContainer)];
        assert_eq!(seen(&linux(), &["/.dockerenv", "/run/.containerenv"]), expected);
        assert_eq!(seen(&linux().with_env("CODESPACES", "true"), &["/.dockerenv"]), expected);
        assert_eq!(seen(&linux().with_env("CODESPACES", "false"), &[]), []);
    }

    #[test]
    fn the_path_of_the_other_side_is_told_from_ours() {
        let windows = "/mnt/c/Users/ann/AppData/Local/Programs/Microsoft VS Code/bin";
        let server = "/home/ann/.vscode-server/bin/abc/bin/remote-cli";
        let wsl = linux().with_env("WSL_DISTRO_NAME", "Ubuntu");
        assert!(leads_elsewhere(&wsl, windows));
        assert!(!leads_elsewhere(&linux(), windows), "a disk of one's own may be mounted there");
        assert!(leads_elsewhere(&linux(), server));
        for ours in ["/usr/bin", "/mnt/data/bin", "/home/ann/.vscode-servers/bin"] {
            assert!(!leads_elsewhere(&wsl, ours), "{ours}");
        }
    }

    #[test]
    fn every_sign_is_among_the_probes() {
        let probes = elsewhere_probes(&linux());
        assert!(probes.contains(&Utf8PathBuf::from("/home/ann/.windsurf-server")), "{probes:?}");
        assert!(probes.contains(&Utf8PathBuf::from("/.dockerenv")), "{probes:?}");
        assert_eq!(elsewhere_probes(&Machine::new(Os::Windows, r"C:\Users\ann")), Vec::<Utf8PathBuf>::new());
    }
}
