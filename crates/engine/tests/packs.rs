//! Bridges of others on a real disk: read, added, exchanged and removed, whole or not
//! at all.

#![expect(clippy::disallowed_methods, reason = "a test prepares and looks at its files")]

use bascule_core::bridge::{PackTree, Version, template};
use bascule_core::machine::{Machine, Os};
use bascule_core::reconcile::Mode;
use bascule_engine::faulty::{Fault, FaultyDisk};
use bascule_engine::{Disk, DiskError, Engine, EngineError, Like, Pace, Progress, RealDisk, Stat, Written};
use camino::{Utf8Path, Utf8PathBuf};

const RUNNING: Version = Version { major: 0, minor: 1, patch: 0 };

struct Home {
    _folder: tempfile::TempDir,
    path: Utf8PathBuf,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = if cfg!(windows) { folder.path().to_owned() } else { folder.path().canonicalize().expect("a path") };
        let path = Utf8PathBuf::from_path_buf(path).expect("UTF-8");
        Self { _folder: folder, path }
    }

    fn engine(&self) -> Engine {
        Engine::new(Machine::new(Os::Linux, self.path.as_str()), "/opt/bascule".into())
    }

    fn faulty(&self, at: usize, exchanges: bool) -> Engine<FaultyDisk<Plain>> {
        let machine = Machine::new(Os::Linux, self.path.as_str());
        Engine::on(FaultyDisk::new(Plain { exchanges }, at, Fault::Die), machine, "/opt/bascule".into())
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(path, bytes).expect("a file");
    }
}

fn go(_: Progress<'_>) -> Pace {
    Pace::Go
}

/// The template with one word changed, so that versions differ.
fn pack(word: &str) -> PackTree {
    let mut tree = PackTree::default();
    for (path, bytes) in template("mine").expect("the template").files() {
        let text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
        tree.add(path, text.replace("Your name", word).into_bytes()).expect("it fits");
    }
    tree
}

/// The publisher of the bridge `mine`; `None` where there is none.
fn publisher<D: Disk>(engine: &Engine<D>) -> Option<String> {
    let pack = engine.pack("mine", RUNNING)?;
    pack.unwrap_or_else(|fault| panic!("{fault}")).publisher
}

#[test]
fn a_folder_and_its_zip_are_the_same_pack() {
    let home = Home::new();
    let (engine, tree) = (home.engine(), pack("Ann"));
    let folder = home.path.join("mine");
    assert_eq!(engine.write_new_folder(&folder, &tree).expect("written"), Written::New);
    assert_eq!(engine.write_new_folder(&folder, &tree).expect("looked"), Written::Taken);
    home.write("mine/.git/config", b"not of the pack");
    assert_eq!(engine.read_pack(&folder).expect("read").digest(), tree.digest());
    let zip = home.path.join("mine.zip");
    let bytes = tree.to_zip().expect("packed");
    let write = |bytes: &[u8]| engine.write_zip(&zip, bytes, "mine", RUNNING).expect("looked");
    assert_eq!((write(&bytes), write(&bytes)), (Written::New, Written::Same));
    assert_eq!(engine.read_pack(&zip).expect("read").digest(), tree.digest());
    assert_eq!(write(&pack("Bob").to_zip().expect("packed")), Written::Renewed);
    home.write("mine.zip", b"something of the person's");
    assert_eq!(write(&bytes), Written::Taken);
    assert_eq!(std::fs::read(&zip).expect("there"), b"something of the person's");
}

#[test]
fn what_may_not_be_in_a_pack_is_refused_before_it_is_read() {
    let home = Home::new();
    home.write("no.zip", b"no zip");
    home.write("kept/tools.json", b"");
    let mut cases =
        vec![("no.zip", "not a zip file"), ("kept", "the name is kept for Bascule"), ("nowhere", "nothing is at")];
    if cfg!(unix) {
        cases.extend(only_some_systems_have(&home));
    }
    for (name, expected) in cases {
        let error = home.engine().read_pack(&home.path.join(name)).expect_err(name).to_string();
        assert!(error.contains(expected), "{name}: {error}");
    }
}

/// Names, links and files of holes that other systems do not have.
#[cfg(unix)]
fn only_some_systems_have(home: &Home) -> Vec<(&'static str, &'static str)> {
    let of_holes = |path: &str| {
        home.write(path, b"");
        let file = std::fs::File::options().write(true).open(home.path.join(path)).expect("opened");
        file.set_len(1 << 40).expect("a file of holes");
    };
    of_holes("large/x");
    of_holes("huge.zip");
    for path in ["names/a?b", "case/a", "case/A", "links/x/y", "deep/etc/y"] {
        home.write(path, b"");
    }
    for (path, to) in [("links/link", "/etc/passwd"), ("deep/etc/link", "/etc")] {
        std::os::unix::fs::symlink(to, home.path.join(path)).expect("a link");
    }
    vec![
        ("large", "x: larger than"),
        ("huge.zip", "larger than"),
        ("names", "does not work on every system"),
        ("case", "the same as A"),
        ("links", "link: neither a file nor"),
        ("deep", "etc/link: neither a file nor"),
    ]
}

#[cfg(not(unix))]
fn only_some_systems_have(_: &Home) -> Vec<(&'static str, &'static str)> {
    Vec::new()
}

#[test]
fn a_bridge_is_added_once_recorded_exchanged_and_removed() {
    let home = Home::new();
    let engine = home.engine();
    let source = Some(Utf8Path::new("/a/mine.zip"));
    assert!(engine.add_pack("mine", &pack("Ann"), source, &mut go).expect("added"));
    assert!(!engine.add_pack("mine", &pack("Ann"), source, &mut go).expect("looked"));
    assert!(!engine.add_pack("jlceda", &pack("Ann"), source, &mut go).expect("looked"));
    let added = engine.added("mine").expect("read").expect("noted");
    assert_eq!((added.source.as_deref(), added.digest), (source, pack("Ann").digest()));
    let ids: Vec<String> = engine.packs(RUNNING).into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids, ["bascule", "ra3-mod-xml", "mine"]);
    engine.record_tools("mine", &[]).expect("recorded");
    assert!(engine.pack("mine", RUNNING).expect("there").expect("good").tools.is_empty());
    assert!(engine.update_pack("mine", &pack("Bob"), source, &mut go).expect("exchanged"));
    assert_eq!(publisher(&engine).as_deref(), Some("Bob"));
    let tools = engine.pack("mine", RUNNING).expect("there").expect("good").tools.len();
    assert_eq!(tools, 1, "what the old server listed goes with it");
    assert!(!engine.update_pack("other", &pack("Bob"), source, &mut go).expect("looked"));
    home.write(".bascule/bridges/mine/cache/x", b"of its server");
    assert!(engine.remove_pack("mine", &mut go).expect("removed"));
    assert!(!engine.remove_pack("mine", &mut go).expect("looked"));
    assert!(engine.pack("mine", RUNNING).is_none());
    assert_eq!(std::fs::read_dir(home.path.join(".bascule/bridges")).expect("there").count(), 0);
    assert!(engine.pack("../mine", RUNNING).is_none());
}

#[test]
fn a_folder_that_is_not_what_its_name_says_is_told() {
    let home = Home::new();
    let engine = home.engine();
    assert!(engine.add_pack("other", &pack("Ann"), None, &mut go).expect("added"));
    let told = engine.pack("other", RUNNING).expect("there").expect_err("another id").to_string();
    assert!(told.contains("line 2, column 1: id breaks its rule"), "{told}");
    home.write(".bascule/bridges/mine/bridge.toml", b"");
    assert!(engine.pack("mine", RUNNING).expect("there").is_err());
}

/// Dies at each effect of `change` in turn; afterwards the bridge is as `either` says,
/// and doing it again works.
#[track_caller]
fn dies_at_each(
    exchanges: bool,
    prepare: &[&str],
    change: impl Fn(&Engine<FaultyDisk<Plain>>) -> Result<bool, EngineError>,
    either: &[Option<&str>],
) {
    for at in 1.. {
        let home = Home::new();
        for (number, word) in prepare.iter().enumerate() {
            let engine = home.engine();
            assert!(match number {
                0 => engine.add_pack("mine", &pack(word), None, &mut go).expect("added"),
                _ => engine.update_pack("mine", &pack(word), None, &mut go).expect("exchanged"),
            });
        }
        let faulty = home.faulty(at, exchanges);
        let finished = change(&faulty).is_ok();
        if faulty.disk.effects() < at {
            assert!(finished && at > 10, "only {at} effects");
            return;
        }
        let engine = home.engine();
        let found = publisher(&engine);
        assert!(either.contains(&found.as_deref()), "died at {at} ({:?}): {found:?}", faulty.disk.names().last());
        change(&home.faulty(0, exchanges)).unwrap_or_else(|error| panic!("died at {at}, then: {error}"));
        let left = std::fs::read_dir(home.path.join(".bascule/bridges")).expect("there");
        let names: Vec<_> = left.map(|entry| entry.expect("an entry").file_name()).collect();
        assert!(names.iter().all(|name| name == "mine"), "died at {at}: {names:?}");
    }
}

#[test]
fn killed_anywhere_a_bridge_is_all_there_or_not_at_all() {
    // Not every system can exchange two folders.
    for exchanges in [true, false] {
        dies_at_each(
            exchanges,
            &[],
            |engine| engine.add_pack("mine", &pack("Ann"), None, &mut go),
            &[None, Some("Ann")],
        );
        dies_at_each(
            exchanges,
            &["Ann"],
            |engine| engine.update_pack("mine", &pack("Bob"), None, &mut go),
            &[Some("Ann"), Some("Bob")],
        );
        dies_at_each(exchanges, &["Ann"], |engine| engine.remove_pack("mine", &mut go), &[None, Some("Ann")]);
    }
}

/// The real disk, which may be unable to exchange two folders.
struct Plain {
    exchanges: bool,
}

impl Disk for Plain {
    fn look(&self, path: &Utf8Path) -> Result<Option<Stat>, DiskError> {
        RealDisk.look(path)
    }
    fn read(&self, path: &Utf8Path) -> Result<Option<Vec<u8>>, DiskError> {
        RealDisk.read(path)
    }
    fn follow(&self, path: &Utf8Path) -> Result<Utf8PathBuf, DiskError> {
        RealDisk.follow(path)
    }
    fn list(&self, folder: &Utf8Path) -> Result<Vec<String>, DiskError> {
        RealDisk.list(folder)
    }
    fn may_write(&self, folder: &Utf8Path) -> bool {
        RealDisk.may_write(folder)
    }
    fn make_folder(&self, path: &Utf8Path, mode: Mode) -> Result<(), DiskError> {
        RealDisk.make_folder(path, mode)
    }
    fn remove_folder(&self, path: &Utf8Path) -> Result<(), DiskError> {
        RealDisk.remove_folder(path)
    }
    fn write(&self, path: &Utf8Path, bytes: &[u8], like: Like<'_>) -> Result<(), DiskError> {
        RealDisk.write(path, bytes, like)
    }
    fn append(&self, path: &Utf8Path, bytes: &[u8], synced: bool) -> Result<(), DiskError> {
        RealDisk.append(path, bytes, synced)
    }
    fn replace(&self, from: &Utf8Path, to: &Utf8Path) -> Result<(), DiskError> {
        RealDisk.replace(from, to)
    }
    fn place(&self, from: &Utf8Path, to: &Utf8Path) -> Result<bool, DiskError> {
        RealDisk.place(from, to)
    }
    fn exchange(&self, one: &Utf8Path, other: &Utf8Path) -> Result<bool, DiskError> {
        if self.exchanges { RealDisk.exchange(one, other) } else { Ok(false) }
    }
    fn remove(&self, path: &Utf8Path) -> Result<(), DiskError> {
        RealDisk.remove(path)
    }
    fn make_private(&self, path: &Utf8Path) -> Result<(), DiskError> {
        RealDisk.make_private(path)
    }
    fn sync_folder(&self, folder: &Utf8Path) -> Result<(), DiskError> {
        RealDisk.sync_folder(folder)
    }
}
