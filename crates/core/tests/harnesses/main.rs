//! The table of harnesses, tested as a table: places, entries, laws.

mod entries;
mod laws;
mod places;

use bascule_core::document::Content;
use bascule_core::harness::{Candidate, Harness, Probe, Reach};
use bascule_core::machine::{Machine, Os};
use camino::{Utf8Path, Utf8PathBuf};

/// A machine of each kind with one person and no variable set.
fn bare(os: Os) -> Machine {
    Machine::new(os, home(os))
}

fn home(os: Os) -> &'static str {
    match os {
        Os::Windows => r"C:\Users\ann",
        Os::Mac => "/Users/ann",
        Os::Linux => "/home/ann",
    }
}

fn project(os: Os) -> &'static Utf8Path {
    Utf8Path::new(match os {
        Os::Windows => r"C:\work\demo",
        Os::Mac | Os::Linux => "/work/demo",
    })
}

/// The candidates of a site where exactly `present` exists, each an empty file.
fn candidates(harness: &'static Harness, scope: Reach, machine: &Machine, present: &[String]) -> Vec<Candidate> {
    let Some(site) = harness.site(scope) else { return Vec::new() };
    let there = |path: &Utf8Path| present.contains(&plain(path));
    let candidate = |(place, file, probes): (_, Utf8PathBuf, Vec<Probe>)| {
        let content = if there(&file) { Content::Bytes(Vec::new()) } else { Content::Absent };
        let evident =
            probes.is_empty() || probes.iter().any(|probe| matches!(probe, Probe::Exists(path) if there(path)));
        Candidate { place, file, content: Some(content), evident }
    };
    site.files(machine, Some(project(machine.os))).into_iter().map(candidate).collect()
}

/// A path with one kind of separator: joins use the host's, whatever the machine.
fn plain(path: &Utf8Path) -> String {
    path.as_str().replace('\\', "/")
}

/// `~` spelt out, with one kind of separator.
fn spelt(path: &str, os: Os) -> String {
    path.replacen('~', home(os), 1).replace('\\', "/")
}
