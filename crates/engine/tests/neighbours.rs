//! Other programs and people who touch a file while a change is under way.

#![expect(clippy::disallowed_methods, reason = "a test plays the person and other programs in a throwaway home")]

#[path = "home.rs"]
mod home;

use std::cell::Cell;
use std::fs;
use std::io::ErrorKind;
#[cfg(unix)]
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::time::Duration;
#[cfg(unix)]
use std::time::SystemTime;

use bascule_core::harness;
use bascule_core::reconcile::{Drift, Mode, Target};
#[cfg(unix)]
use bascule_engine::Cause;
#[cfg(unix)]
use bascule_engine::faulty::{Fault, FaultyDisk};
use bascule_engine::{Disk, DiskError, Engine, Like, Outcome, Pace, RealDisk, Stat};
use camino::{Utf8Path, Utf8PathBuf};

#[cfg(unix)]
use home::granted;
use home::{Home, disabled, enabled, is_done, present, refused};

const CURSOR: &str = ".cursor/mcp.json";
const CODEX: &str = ".codex/config.toml";
const CLAUDE: &str = ".claude.json";

fn cursor() -> Target {
    Target::user("demo", "cursor")
}

fn codex() -> Target {
    Target::user("demo", "codex")
}

fn claude() -> Target {
    Target::user("demo", "claude-code")
}

#[test]
fn a_note_torn_by_a_full_disk_is_mended() {
    let home = Home::with(&[(CLAUDE, "{}\n")]);
    let once = Cell::new(false);
    let engine = home.engine(Hooked(|effect: Effect, path: &Utf8Path, bytes: &[u8]| {
        let locked = effect == Effect::Append && bytes.starts_with(b"{\"record\":\"locked\"");
        if !locked || once.replace(true) {
            return Ok(());
        }
        RealDisk.append(path, &bytes[..bytes.len() / 2], false)?;
        Err(DiskError { effect: "append to", path: path.to_owned(), source: ErrorKind::StorageFull.into() })
    }));
    let (_, applied) = enabled(&engine, &[claude()]);
    assert!(once.get() && !is_done(applied.as_ref()), "{applied:?}");
    let engine = home.real();
    engine.recover(&mut |_| Pace::Go).unwrap();
    engine.history().unwrap();
}

#[test]
fn a_file_that_vanishes_before_its_turn_is_made_anew() {
    let home = Home::with(&[(CURSOR, "{}\n"), (CODEX, "# a\n")]);
    let file = home.path.join(CURSOR);
    let once = Cell::new(false);
    let engine = home.engine(Hooked(|effect, path: &Utf8Path, _: &[u8]| {
        if effect == Effect::Exchange && path == file && !once.replace(true) {
            fs::remove_file(path).unwrap();
        }
        Ok(())
    }));
    let (_, applied) = enabled(&engine, &[cursor(), codex()]);
    assert!(once.get() && is_done(applied.as_ref()), "{applied:?}");
}

#[test]
fn an_entry_edited_under_an_older_launcher_is_not_removed() {
    let home = Home::with(&[(CURSOR, "{}\n")]);
    let older = Engine { launcher: "/old/bascule".into(), ..home.real() };
    enabled(&older, &[cursor()]);
    let edited = home.read(CURSOR).replace("\"mcp\",", "\"mcp\", \"--mine\",");
    home.write(CURSOR, &edited);
    let engine = home.real();
    let drifts = engine.drifts().unwrap();
    assert!(matches!(drifts.as_slice(), [(_, _, Ok(Drift::Edited))]), "{drifts:?}");
    let (plan, applied) = disabled(&engine, &[cursor()]);
    assert_eq!(refused(&plan), ["edited-since"], "{applied:?}");
    assert_eq!(home.read(CURSOR), edited);
}

#[test]
fn a_taken_name_is_refused_also_where_a_predecessor_stands() {
    let home = Home::with(&[(
        CURSOR,
        "{\"mcpServers\": {\"demo\": {\"command\": \"x\"}, \"old-demo\": {\"command\": \"old-demo-server\"}}}\n",
    )]);
    let plan = home.real().plan(&present(&[cursor()])).unwrap();
    assert_eq!(refused(&plan), ["slot-taken"]);
}

// Windows asks for a right to make links that a test may not have.
#[cfg(unix)]
#[test]
fn folders_that_are_links_to_nothing_are_refused() {
    let home = Home::new();
    symlink("/missing/x", home.path.join(".cursor")).unwrap();
    symlink(".codex", home.path.join(".codex")).unwrap();
    let plan = home.real().plan(&present(&[codex(), cursor()])).unwrap();
    assert_eq!(refused(&plan), ["link-loop", "dangling-link"]);
}

#[test]
fn recovery_of_a_closed_journal_tells_how_it_ended() {
    let home = Home::with(&[(CURSOR, "{}\n")]);
    let engine = home.real();
    let wishes = present(&[cursor()]);
    let plan = engine.plan(&wishes).unwrap();
    engine.apply(&wishes, &plan, "test", &mut |_| Pace::Stop).unwrap();
    let state = home.path.join(".bascule");
    fs::rename(state.join("history/000001.jsonl"), state.join("journal/000001.jsonl")).unwrap();
    let recovered = engine.recover(&mut |_| Pace::Go).unwrap();
    assert!(matches!(recovered, Some((1, Outcome::Undone(_)))), "{recovered:?}");
}

/// As root the folder is not closed, and only the rest is shown. Only on Unix does a
/// mode close one.
#[cfg(unix)]
#[test]
fn recovery_settles_where_a_folder_was_closed_to_us() {
    let home = Home::with(&[(CURSOR, "{}\n"), (CODEX, "# a\n")]);
    let broken = home.engine(FaultyDisk::new(RealDisk, 14, Fault::Die));
    let _ = granted(&broken, &present(&[cursor()]));
    let engine = home.real();
    assert!(engine.interrupted().unwrap().is_some(), "{:?}", broken.disk.names());
    let mode = |bits| fs::set_permissions(home.path.join(".cursor"), fs::Permissions::from_mode(bits)).unwrap();
    mode(0o000);
    let recovered = engine.recover(&mut |_| Pace::Go);
    let next = granted(&engine, &present(&[codex()]));
    mode(0o700);
    assert!(recovered.is_ok() && next.is_ok(), "{recovered:?} {next:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_default_acl_of_the_folder_gives_nobody_new_rights() {
    use rustix::fs::{XattrFlags, listxattr, setxattr};

    let home = Home::with(&[(CURSOR, "{}\n")]);
    let (folder, file) = (home.path.join(".cursor"), home.path.join(CURSOR));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    // The kernel's form: version 2, then tag, rights and id of each entry.
    let entries: [(u16, u16, u32); 5] =
        [(1, 7, u32::MAX), (2, 6, 12345), (4, 5, u32::MAX), (0x10, 7, u32::MAX), (0x20, 5, u32::MAX)];
    let mut acl = 2_u32.to_le_bytes().to_vec();
    for (tag, rights, id) in entries {
        acl.extend(tag.to_le_bytes().into_iter().chain(rights.to_le_bytes()).chain(id.to_le_bytes()));
    }
    match setxattr(folder.as_std_path(), "system.posix_acl_default", &acl, XattrFlags::empty()) {
        Err(rustix::io::Errno::NOTSUP) => return println!("skipped: no ACLs on this file system"),
        set => set.unwrap(),
    }
    enabled(&home.real(), &[cursor()]);
    let mut names = [0; 4096];
    let filled = listxattr(file.as_std_path(), &mut names[..]).unwrap();
    let names = String::from_utf8_lossy(&names[..filled]);
    assert!(!names.contains("acl"), "{names}");
}

#[test]
fn an_entry_that_is_gone_leaves_nothing_to_its_neighbour() {
    let home = Home::with(&[(CURSOR, "{ }\n")]);
    let engine = home.real();
    let second = [Target::user("second", "cursor")];
    enabled(&engine, &[cursor()]);
    fs::remove_file(home.path.join(CURSOR)).unwrap();
    let before = home.shown();
    enabled(&engine, &second);
    disabled(&engine, &[cursor()]);
    disabled(&engine, &second);
    assert_eq!(home.shown(), before);
}

#[test]
fn a_lock_that_somebody_took_over_is_theirs() {
    let home = Home::with(&[(CLAUDE, "{}\n")]);
    let (lock, file) = (lock_of_claude(&home), home.path.join(CLAUDE));
    let engine = home.engine(Hooked(|effect, path: &Utf8Path, _: &[u8]| {
        if effect == Effect::Exchange && path == file {
            fs::remove_dir(&lock).unwrap();
            fs::create_dir(&lock).unwrap();
        }
        Ok(())
    }));
    enabled(&engine, &[claude()]);
    assert!(lock.exists());
}

// A folder's time is set through its open file.
#[cfg(unix)]
#[test]
fn a_lock_that_is_never_given_back_leaves_no_claim() {
    let home = Home::with(&[(CLAUDE, "{}\n")]);
    let lock = lock_of_claude(&home);
    fs::create_dir(&lock).unwrap();
    // Younger than now: its age never makes it stale.
    let ahead = SystemTime::now() + Duration::from_secs(3600);
    fs::File::open(&lock).unwrap().set_modified(ahead).unwrap();
    let engine = Engine { lock_patience: Duration::from_millis(50), ..home.real() };
    let outcome = enabled(&engine, &[claude()]).1.unwrap().outcome;
    assert!(
        matches!(&outcome, Outcome::Undone(Cause::Refused { refusal, .. }) if refusal.code() == "lock-held"),
        "{outcome:?}"
    );
    assert!(engine.drifts().unwrap().is_empty());
    assert!(lock.exists());
}

#[test]
fn the_lock_of_a_dead_program_goes_stale_before_we_give_up() {
    let patience = Home::new().real().lock_patience;
    for harness in harness::ALL {
        let stale = harness.lock().map_or(Duration::ZERO, |lock| Duration::from_secs(lock.stale()));
        assert!(stale < patience, "{}: {stale:?}", harness.id);
    }
}

fn lock_of_claude(home: &Home) -> Utf8PathBuf {
    home.path.join(".claude.json.lock")
}

/// The effects that a [`Hooked`] disk tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Append,
    Exchange,
}

/// The real disk, but right before an [`Effect`] somebody else has a turn.
///
/// The hook hears the effect, the path it will change and the bytes it will write
/// there. Where it answers with an error, that is the disk's answer, and the effect
/// does not happen.
struct Hooked<F>(F);

impl<F: Fn(Effect, &Utf8Path, &[u8]) -> Result<(), DiskError>> Disk for Hooked<F> {
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
        (self.0)(Effect::Append, path, bytes)?;
        RealDisk.append(path, bytes, synced)
    }

    fn replace(&self, from: &Utf8Path, to: &Utf8Path) -> Result<(), DiskError> {
        RealDisk.replace(from, to)
    }

    fn place(&self, from: &Utf8Path, to: &Utf8Path) -> Result<bool, DiskError> {
        RealDisk.place(from, to)
    }

    fn exchange(&self, one: &Utf8Path, other: &Utf8Path) -> Result<bool, DiskError> {
        (self.0)(Effect::Exchange, other, b"")?;
        RealDisk.exchange(one, other)
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
