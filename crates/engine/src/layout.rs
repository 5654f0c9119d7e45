//! The state folder as a typed tree.

use bascule_core::digest::Digest;
use bascule_core::machine::Machine;
use camino::{Utf8Path, Utf8PathBuf};

/// Where Bascule keeps what it knows: `~/.bascule`, or what `BASCULE_HOME` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    root: Utf8PathBuf,
}

impl Layout {
    /// The layout of a machine.
    pub fn of(machine: &Machine) -> Self {
        let root = machine.var("BASCULE_HOME").map_or_else(|| machine.home.join(".bascule"), Into::into);
        Self { root }
    }

    /// The state folder itself.
    pub fn root(&self) -> &Utf8Path {
        &self.root
    }

    /// Every folder of the tree, outermost first.
    pub fn folders(&self) -> [Utf8PathBuf; 5] {
        [self.root.clone(), self.journals(), self.histories(), self.originals(), self.bridges()]
    }

    /// Everything in the tree but the lock, the journals last: a run that was cut off
    /// still knows what was done.
    pub fn ours(&self) -> Vec<Utf8PathBuf> {
        let own = ["bin", "versions", "current", "snapshots", "projects.toml", "host.sock", "audit.jsonl.1"];
        let mut ours: Vec<Utf8PathBuf> = own.map(|name| self.root.join(name)).to_vec();
        ours.extend([
            self.logs(),
            self.instances(),
            self.settings(),
            self.audit(),
            self.notices(),
            self.start_lock(),
            self.host_lock(),
        ]);
        ours.extend([self.owned(), self.bridges(), self.originals(), self.histories(), self.journals()]);
        ours
    }

    /// At most one open journal lies here.
    pub fn journals(&self) -> Utf8PathBuf {
        self.root.join("journal")
    }

    /// The closed journals, one a revision.
    pub fn histories(&self) -> Utf8PathBuf {
        self.root.join("history")
    }

    /// Bytes of files as they were, by digest. May hold secrets.
    pub fn originals(&self) -> Utf8PathBuf {
        self.root.join("originals")
    }

    /// Bridges the person added, a folder each.
    pub fn bridges(&self) -> Utf8PathBuf {
        self.root.join("bridges")
    }

    /// The projects the person registered.
    pub fn projects(&self) -> Utf8PathBuf {
        self.root.join("projects.toml")
    }

    /// What the person chose.
    pub fn settings(&self) -> Utf8PathBuf {
        self.root.join("settings.toml")
    }

    /// What the person was told of and what still lasts.
    pub fn notices(&self) -> Utf8PathBuf {
        self.root.join("notices.json")
    }

    /// What agents called.
    pub fn audit(&self) -> Utf8PathBuf {
        self.root.join("audit.jsonl")
    }

    /// What the host and its runtimes wrote.
    pub fn logs(&self) -> Utf8PathBuf {
        self.root.join("logs")
    }

    /// What runs says here how it is reached.
    pub fn instances(&self) -> Utf8PathBuf {
        self.root.join("instances")
    }

    /// Where the running host is reached.
    pub fn host_note(&self) -> Utf8PathBuf {
        self.instances().join("host.json")
    }

    /// The lock that a host holds for its life.
    pub fn host_lock(&self) -> Utf8PathBuf {
        self.root.join("host.lock")
    }

    /// The lock that a client holds while it starts the host.
    pub fn start_lock(&self) -> Utf8PathBuf {
        self.root.join("start.lock")
    }

    /// The lock that one apply holds.
    pub fn state_lock(&self) -> Utf8PathBuf {
        self.root.join("state.lock")
    }

    /// What we own in plain lines, for the launcher that stands alone.
    pub fn owned(&self) -> Utf8PathBuf {
        self.root.join("owned.txt")
    }

    /// The open journal of a revision.
    pub fn journal(&self, revision: u64) -> Utf8PathBuf {
        self.journals().join(revision_file(revision))
    }

    /// The closed journal of a revision.
    pub fn history(&self, revision: u64) -> Utf8PathBuf {
        self.histories().join(revision_file(revision))
    }

    /// The kept bytes of a digest.
    pub fn original(&self, digest: Digest) -> Utf8PathBuf {
        self.originals().join(digest.to_string())
    }
}

/// The revision a journal's file name stands for.
pub(crate) fn revision_of(file_name: &str) -> Option<u64> {
    file_name.strip_suffix(".jsonl")?.parse().ok()
}

fn revision_file(revision: u64) -> String {
    format!("{revision:06}.jsonl")
}
