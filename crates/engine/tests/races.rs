//! Another program changes its own file in a loop while we enable and roll back.
//!
//! Two manners: one takes the lock folder beside its file as Claude Code does, one
//! takes no lock but looks again right before its rename and starts over where the
//! file changed. After each of our steps nothing of theirs and nothing of ours may
//! be lost or left, and a third program that reads all the time never sees a file
//! that is torn or missing.

// Where files cannot be exchanged a window remains, and the promise is a smaller one.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "the other program's own way to its files")]

#[path = "home.rs"]
mod home;

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bascule_core::reconcile::Target;
use bascule_engine::{Applied, Engine, EngineError, Outcome, RealDisk};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use home::{Home, Wishes, absent, granted, present};

/// How the other program keeps its changes from being lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// It makes the folder `<file>.lock`, reads again, renames, removes the folder.
    Locks,
    /// It looks again right before its rename, and starts over where the file changed.
    LooksAgain,
}

struct Case {
    manner: Manner,
    harness: &'static str,
    file: &'static str,
    /// The folder in which nothing may be left beside the file.
    folder: &'static str,
}

const BRIDGE: &str = "demo";
/// A home is used this often: each change reads the whole history.
const ROUNDS_A_HOME: usize = 10;
/// Their changes that stand in the file at once; older ones they take out again.
const STANDING: usize = 40;
/// As the program itself waits.
const SETTLE: Duration = Duration::from_millis(10);
/// How long a dead program's lock stands before the other takes it over.
const STALE: Duration = Duration::from_secs(10);
/// How often one step of ours is tried where the file keeps changing under it.
const TRIES: usize = 50;

#[test]
fn against_a_program_with_a_lock_nothing_is_lost() {
    raced(&Case { manner: Manner::Locks, harness: "claude-code", file: ".claude.json", folder: "" });
}

#[test]
fn against_a_program_that_looks_again_nothing_is_lost() {
    raced(&Case { manner: Manner::LooksAgain, harness: "cursor", file: ".cursor/mcp.json", folder: ".cursor" });
}

/// What was counted over all rounds.
#[derive(Debug, Default)]
struct Tally {
    rounds: usize,
    their_changes: usize,
    their_retries: usize,
    reads: usize,
    given_up: usize,
    ours_lost: usize,
    theirs_lost: usize,
}

fn raced(case: &Case) {
    let rounds = rounds();
    let began = Instant::now();
    let mut tally = Tally::default();
    while tally.rounds < rounds {
        in_one_home(case, ROUNDS_A_HOME.min(rounds - tally.rounds), &mut tally);
    }
    println!(
        "proof: {} rounds against a writer that {}: {} changes of theirs ({} started over), {} whole reads, \
         {} lost of theirs, {} of ours, {} times we gave up and tried again ({:.1} s)",
        tally.rounds,
        match case.manner {
            Manner::Locks => "takes the lock",
            Manner::LooksAgain => "takes no lock",
        },
        tally.their_changes,
        tally.their_retries,
        tally.reads,
        tally.theirs_lost,
        tally.ours_lost,
        tally.given_up,
        began.elapsed().as_secs_f32(),
    );
    assert_eq!((tally.theirs_lost, tally.ours_lost), (0, 0), "{tally:?}");
    assert!(tally.their_changes > rounds, "they hardly wrote: {tally:?}");
}

fn rounds() -> usize {
    std::env::var("BASCULE_RACES").ok().map_or(500, |rounds| rounds.parse().expect("BASCULE_RACES is a number"))
}

fn in_one_home(case: &Case, rounds: usize, tally: &mut Tally) {
    let home = Home::new();
    home.write(case.file, START);
    let engine = Engine { settle: SETTLE, ..home.real() };
    let other = Other {
        file: home.path.join(case.file),
        manner: case.manner,
        changes: Mutex::new(BTreeSet::new()),
        made: AtomicUsize::new(0),
        retries: AtomicUsize::new(0),
    };
    let over = AtomicBool::new(false);
    let reads = thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut dice = Dice::new();
            while !over.load(Ordering::Relaxed) {
                other.change();
                thread::sleep(Duration::from_micros(dice.below(6_000)));
            }
        });
        let reader = scope.spawn(|| watched(&other.file, &over));
        // Also where a round panics, the others come to their end.
        let ending = Ending(&over);
        for _ in 0..rounds {
            if writer.is_finished() || reader.is_finished() {
                break;
            }
            our_round(&engine, &other, case, tally);
        }
        drop(ending);
        writer.join().expect("their side");
        reader.join().expect("the reader")
    });
    tally.reads += reads;
    tally.their_changes += other.made.load(Ordering::Relaxed);
    tally.their_retries += other.retries.load(Ordering::Relaxed);
    no_litter(&home.path.join(case.folder), &other.file);
    no_litter(&home.path.join(".bascule/journal"), &other.file);
}

struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn our_round(engine: &Engine<RealDisk>, other: &Other, case: &Case, tally: &mut Tally) {
    let target = Target::user(BRIDGE, case.harness);
    let target = std::slice::from_ref(&target);
    let revision = insisted(engine, || Ok(present(target)), tally);
    other.compare(true, tally);
    insisted(engine, || revision.map_or_else(|| Ok(absent(target)), |revision| engine.undo_wishes(revision)), tally);
    other.compare(false, tally);
    tally.rounds += 1;
}

/// One step of ours, tried again where we gave up: then nothing of it may stand.
fn insisted(
    engine: &Engine<RealDisk>,
    wishes: impl Fn() -> Result<Wishes, EngineError>,
    tally: &mut Tally,
) -> Option<u64> {
    for _ in 0..TRIES {
        let asked = wishes().and_then(|wishes| granted(engine, &wishes));
        match asked {
            Ok((_, Some(Applied { outcome: Outcome::Done, revision, .. }))) => return Some(revision),
            // An entry of ours that was lost leaves nothing to do.
            Ok((plan, None)) if plan.refusals.is_empty() => return None,
            Ok((_, Some(Applied { outcome: Outcome::Undone(_), .. }))) | Err(EngineError::Stale) => tally.given_up += 1,
            other => panic!("{other:?}, {tally:?}"),
        }
    }
    panic!("the file never stood still long enough: {tally:?}");
}

const START: &str = "{\n  \"numStartups\": 7,\n  \"seen\": {},\n  \"mcpServers\": {\n    \"mine\": {\n      \"command\": \"npx\"\n    }\n  }\n}\n";

/// The other program.
struct Other {
    file: Utf8PathBuf,
    manner: Manner,
    /// Its changes that must stand in the file; held for the length of a change.
    changes: Mutex<BTreeSet<usize>>,
    made: AtomicUsize,
    retries: AtomicUsize,
}

impl Other {
    /// One change of its own: a new key, and the oldest goes.
    fn change(&self) {
        let mut changes = self.changes.lock().expect("nobody panicked");
        let new = self.made.load(Ordering::Relaxed);
        let old = (changes.len() >= STANDING).then(|| changes.first().copied()).flatten();
        let edited = |bytes: &[u8]| {
            let mut config: Value = serde_json::from_slice(bytes).expect("their file is whole");
            let seen = config["seen"].as_object_mut().expect("their keys");
            seen.insert(new.to_string(), json!(true));
            if let Some(old) = old {
                seen.remove(&old.to_string());
            }
            serde_json::to_vec_pretty(&config).expect("JSON")
        };
        match self.manner {
            Manner::Locks => self.write_locked(edited),
            Manner::LooksAgain => self.write_watchfully(edited),
        }
        changes.insert(new);
        changes.retain(|change| Some(*change) != old);
        self.made.fetch_add(1, Ordering::Relaxed);
    }

    fn write_locked(&self, edited: impl Fn(&[u8]) -> Vec<u8>) {
        let lock = Utf8PathBuf::from(format!("{}.lock", self.file));
        while let Err(error) = fs::create_dir(&lock) {
            assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
            let age = fs::metadata(&lock).and_then(|lock| lock.modified()).ok().and_then(|time| time.elapsed().ok());
            assert!(age.is_none_or(|age| age < STALE), "our lock went stale while we held it");
            self.retries.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(1));
        }
        let new = edited(&fs::read(&self.file).expect("their file"));
        fs::write(self.temporary(), new).expect("their temporary file");
        fs::rename(self.temporary(), &self.file).expect("their rename");
        fs::remove_dir(&lock).expect("their lock is theirs");
    }

    fn write_watchfully(&self, edited: impl Fn(&[u8]) -> Vec<u8>) {
        loop {
            let old = fs::read(&self.file).expect("their file");
            fs::write(self.temporary(), edited(&old)).expect("their temporary file");
            if fs::read(&self.file).expect("their file") == old {
                return fs::rename(self.temporary(), &self.file).expect("their rename");
            }
            self.retries.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn temporary(&self) -> Utf8PathBuf {
        format!("{}.tmp.4711.c0ffee", self.file).into()
    }

    /// Between two of its changes: do all of them stand, and ours as it should?
    fn compare(&self, enabled: bool, tally: &mut Tally) {
        let mut changes = self.changes.lock().expect("nobody panicked");
        let config: Value = serde_json::from_slice(&fs::read(&self.file).expect("the file")).expect("whole");
        let seen = config["seen"].as_object().expect("their keys").keys();
        let seen: BTreeSet<usize> = seen.map(|key| key.parse().expect("a number")).collect();
        // Counted once: from here on the file as it is.
        tally.theirs_lost += seen.symmetric_difference(&changes).count();
        *changes = seen;
        let servers = config["mcpServers"].as_object().expect("servers");
        tally.theirs_lost += usize::from(!servers.contains_key("mine"));
        tally.ours_lost += usize::from(servers.contains_key(BRIDGE) != enabled);
    }
}

/// Reads the file all the time and counts how often it was whole.
fn watched(file: &Utf8Path, over: &AtomicBool) -> usize {
    let mut reads = 0;
    while !over.load(Ordering::Relaxed) {
        let bytes = fs::read(file).unwrap_or_else(|error| panic!("the file is away: {error}"));
        let config: Value = serde_json::from_slice(&bytes).unwrap_or_else(|error| {
            panic!("the file is torn: {error}: {}", String::from_utf8_lossy(&bytes));
        });
        assert!(config["mcpServers"]["mine"].is_object(), "{config}");
        reads += 1;
        thread::sleep(Duration::from_micros(200));
    }
    reads
}

/// Nothing beside the file, but for the state folder itself.
fn no_litter(folder: &Utf8Path, file: &Utf8Path) {
    for entry in folder.read_dir_utf8().expect("the folder") {
        let path = entry.expect("an entry").into_path();
        assert!(path == file || path.file_name() == Some(".bascule"), "{path} is left behind");
    }
}

/// Pauses that no two runs have alike.
struct Dice(u64);

impl Dice {
    fn new() -> Self {
        use std::hash::{BuildHasher as _, RandomState};
        Self(RandomState::new().hash_one(0) | 1)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
