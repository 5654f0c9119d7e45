//! A throwaway home for the engine's tests, shared by them with `#[path]`.

#![expect(clippy::disallowed_methods, reason = "a test builds and reads its own throwaway home")]
#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use bascule_core::machine::{Machine, Os};
use bascule_core::reconcile::{Displace, Plan, Predecessor, Target, Wish};
use bascule_engine::{Applied, Disk, Engine, EngineError, Outcome, Pace, RealDisk};
use camino::{Utf8Path, Utf8PathBuf};

/// A home folder in a folder of its own; gone when dropped.
pub(crate) struct Home {
    _folder: tempfile::TempDir,
    pub(crate) path: Utf8PathBuf,
}

/// Every file and folder below a home: folders end with `/` and have no bytes.
pub(crate) type Tree = BTreeMap<String, Vec<u8>>;

impl Home {
    /// An empty home, in memory where the system has such a place.
    pub(crate) fn new() -> Self {
        let memory = Utf8Path::new("/dev/shm");
        let in_memory = cfg!(unix) && memory.is_dir();
        let folder = if in_memory { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
        // Windows would put a prefix before the path that no person and no program writes.
        let path = if cfg!(windows) { folder.path().to_owned() } else { folder.path().canonicalize().unwrap() };
        let path = Utf8PathBuf::from_path_buf(path).unwrap().join("home");
        fs::create_dir(&path).unwrap();
        Self { _folder: folder, path }
    }

    /// A home with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let home = Self::new();
        for (name, text) in files {
            home.write(name, text);
        }
        home
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).unwrap()
    }

    pub(crate) fn machine(&self) -> Machine {
        Machine::new(Os::Linux, &self.path)
    }

    /// An engine on a disk over this home, with no program running.
    pub(crate) fn engine<D: Disk>(&self, disk: D) -> Engine<D> {
        let mut engine = Engine::on(disk, self.machine(), "/opt/bascule/bin/bascule".into());
        engine.running = |_| None;
        engine.running_programs = Vec::new;
        // Where nobody else writes there is nobody to wait for.
        engine.settle = Duration::ZERO;
        engine.predecessors = BTreeMap::from([(
            "demo".to_owned(),
            vec![Predecessor { names: vec!["old-demo".to_owned()], command: Some("old-demo-server".to_owned()) }],
        )]);
        engine
    }

    pub(crate) fn real(&self) -> Engine<RealDisk> {
        self.engine(RealDisk)
    }

    /// The tree as text: one line for each file and folder.
    pub(crate) fn shown(&self) -> String {
        self.tree().iter().map(|(name, bytes)| format!("{name}: {:?}\n", String::from_utf8_lossy(bytes))).collect()
    }

    /// Everything in the home but Bascule's own folder.
    pub(crate) fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        collect(&self.path, &self.path, &mut tree);
        tree
    }
}

fn collect(root: &Utf8Path, folder: &Utf8Path, tree: &mut Tree) {
    for entry in folder.read_dir_utf8().unwrap() {
        let path = entry.unwrap().into_path();
        let name = path.strip_prefix(root).unwrap().as_str().replace('\\', "/");
        if name == ".bascule" {
            continue;
        }
        if path.symlink_metadata().unwrap().is_dir() {
            tree.insert(format!("{name}/"), Vec::new());
            collect(root, &path, tree);
        } else {
            tree.insert(name, fs::read(&path).unwrap());
        }
    }
}

pub(crate) use bascule_core::reconcile::Wishes;

pub(crate) fn present(targets: &[Target]) -> Wishes {
    let wish = Wish::Present { explicit: true, predecessor: Displace::Replace };
    targets.iter().map(|target| (target.clone(), wish.clone())).collect()
}

pub(crate) fn absent(targets: &[Target]) -> Wishes {
    targets.iter().map(|target| (target.clone(), Wish::Absent)).collect()
}

pub(crate) fn theirs(targets: &[Target]) -> Wishes {
    targets.iter().map(|target| (target.clone(), Wish::Theirs)).collect()
}

/// Plans and applies, without anybody watching.
pub(crate) fn granted<D: Disk>(engine: &Engine<D>, wishes: &Wishes) -> Result<(Plan, Option<Applied>), EngineError> {
    let plan = engine.plan(wishes)?;
    let applied = engine.apply(wishes, &plan, "test", &mut |_| Pace::Go)?;
    Ok((plan, applied))
}

pub(crate) fn enabled<D: Disk>(engine: &Engine<D>, targets: &[Target]) -> (Plan, Option<Applied>) {
    granted(engine, &present(targets)).unwrap()
}

pub(crate) fn disabled<D: Disk>(engine: &Engine<D>, targets: &[Target]) -> (Plan, Option<Applied>) {
    granted(engine, &absent(targets)).unwrap()
}

pub(crate) fn rolled_back<D: Disk>(engine: &Engine<D>, revision: u64) -> Plan {
    granted(engine, &engine.undo_wishes(revision).unwrap()).unwrap().0
}

/// Why a plan leaves targets alone, in the order of the targets.
pub(crate) fn refused(plan: &Plan) -> Vec<&'static str> {
    plan.refusals.iter().map(|(_, refusal)| refusal.code()).collect()
}

pub(crate) fn is_done(applied: Option<&Applied>) -> bool {
    applied.is_some_and(|applied| matches!(applied.outcome, Outcome::Done))
}
