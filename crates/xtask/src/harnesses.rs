//! Real programs, each in its pinned version, read what we wrote.
//!
//! One throwaway home holds all of them, as on a person's machine: each has a
//! config with a server of its own and, where the dialect allows it, comments.
//! One `enable` later every program must know our server as meant and still its
//! own; one `disable` later none may know ours, and every file must be byte for
//! byte what the program itself had left.

mod bytes;
mod install;
mod program;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use camino::{Utf8Path, Utf8PathBuf};

use self::bytes::{Moments, Outcome};
pub(crate) use self::install::install;
use self::program::{Expects, Server, Word};
pub(crate) use self::program::{Program, programs};
use crate::shell::Root;
use crate::timed;

// Kilo takes 5 s alone and was seen to take 42 on a crowded machine.
const PATIENCE: Duration = Duration::from_secs(120);
const INSTALLS: usize = 2;
// One more than the cores this runs on: two of the programs mostly wait for an
// answer from the network that never comes.
const QUESTIONS: usize = 3;

// What answers is ours, whichever program asks; this one says most plainly that it connected.
const STANDS_FOR_ALL: &str = "claude-code";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The program that enables and disables; without it, a debug build of this tree
    #[arg(long)]
    pub(crate) bascule: Option<Utf8PathBuf>,
    /// Only this program (may be repeated)
    #[arg(long = "only", value_name = "ID")]
    pub(crate) only: Vec<String>,
}

/// Runs the whole test; refuses when one program failed, after all had their turn.
pub(crate) fn run(options: &Options) -> Result<()> {
    let stage = Stage::new("harness-home", options.bascule.as_deref())?;
    let mut programs = programs(&stage.folder)?;
    programs.retain(|program| options.only.is_empty() || options.only.contains(&program.id));
    ensure!(!programs.is_empty(), "no program of that name");

    println!("installing what is missing");
    let mut results = Results::default();
    results.note(in_lanes(INSTALLS, &programs, |program| install(&stage.folder.join(&program.id), program)));
    for program in &programs {
        stage.furnish(program)?;
    }

    println!("before: each program knows its own server");
    let ready = results.alive(&programs);
    results.note(in_lanes(QUESTIONS, &ready, |program| stage.ask(program, Ours::Absent)));
    let left = stage.snapshot(&programs);

    println!("enable");
    results.heed(stage.bascule(&["enable", "bascule", "--all", "--yes"]));
    let enabled = stage.snapshot(&programs);
    let asked = in_lanes(QUESTIONS, &results.alive(&programs), |program| stage.ask(program, Ours::AsMeant));
    let times = results.note(asked);
    println!("without an engine, and without the app it came with: the programs still connect");
    results.note(in_lanes(1, &results.alive(&programs), |program| stage.ask_without(program)));
    let used = stage.snapshot(&programs);

    println!("disable");
    results.heed(stage.bascule(&["disable", "bascule", "--all", "--yes"]));
    let disabled = stage.snapshot(&programs);
    let outcomes = in_lanes(QUESTIONS, &results.alive(&programs), |program| {
        let at = |files: &BTreeMap<String, Vec<u8>>| files.get(&program.id).cloned().unwrap_or_default();
        Moments { before: at(&left), enabled: at(&enabled), used: at(&used), disabled: at(&disabled) }.outcome()
    });
    let outcomes = results.note(outcomes);
    results.note(in_lanes(QUESTIONS, &results.alive(&programs), |program| stage.ask(program, Ours::Absent)));

    print_table(&stage, &programs, &times, &outcomes, &results);
    results.verdict()
}

/// Whether a program should know our server.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ours {
    Absent,
    AsMeant,
}

/// The throwaway home, and what plays in it.
pub(crate) struct Stage {
    /// `tests/harnesses`
    pub(crate) folder: Utf8PathBuf,
    pub(crate) home: Utf8PathBuf,
    pub(crate) bascule: Utf8PathBuf,
    python: Utf8PathBuf,
}

impl Stage {
    /// Makes an empty home under `target`: Codex warns of one under the system's temporary folder.
    pub(crate) fn new(name: &str, bascule: Option<&Utf8Path>) -> Result<Self> {
        let found = Root::find()?;
        let root = found.path();
        let home = root.join("target").join(name);
        if home.exists() {
            fs::remove_dir_all(&home).with_context(|| format!("cannot empty {home}"))?;
        }
        fs::create_dir_all(home.join("work")).with_context(|| format!("cannot make {home}"))?;
        let bascule = bascule.map_or_else(|| found.bascule(), |bascule| Ok(root.join(bascule)))?;
        let bascule =
            bascule.canonicalize_utf8().with_context(|| format!("no program at {bascule}: build it first"))?;
        Ok(Self { folder: root.join("tests/harnesses"), home, bascule, python: python()? })
    }

    /// Puts a program's files from before into the home.
    pub(crate) fn furnish(&self, program: &Program) -> Result<()> {
        self.furnish_folder(&self.folder.join(&program.id).join("home"), &self.home)
    }

    fn furnish_folder(&self, from: &Utf8Path, to: &Utf8Path) -> Result<()> {
        fs::create_dir_all(to)?;
        for entry in from.read_dir_utf8().with_context(|| format!("cannot read {from}"))? {
            let entry = entry?;
            let target = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                self.furnish_folder(entry.path(), &target)?;
                continue;
            }
            let text = fs::read_to_string(entry.path())?
                .replace("@HOME@", self.home.as_str())
                .replace("@PYTHON@", self.python.as_str())
                .replace("@SERVER@", self.folder.join("fixture/server.py").as_str());
            fs::write(&target, text).with_context(|| format!("cannot write {target}"))?;
        }
        Ok(())
    }

    /// A command in the home that sees nothing of this machine but PATH.
    pub(crate) fn command(&self, program: &Utf8Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.home.join("work")).env_clear().env("HOME", &self.home).env("NO_COLOR", "1");
        // The stand-in is told how to fail through these.
        for name in ["PATH", "BY_HAND_BREAKS"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
    }

    /// A command of the real program.
    pub(crate) fn program(&self, program: &Program) -> Command {
        let mut command = self.command(&self.folder.join(&program.id).join(&program.binary));
        command.envs(&program.env);
        command
    }

    /// Runs `bascule`; refuses when it did not do all it was told.
    pub(crate) fn bascule(&self, args: &[&str]) -> Result<()> {
        let ran = timed::run(self.command(&self.bascule).args(args), PATIENCE)?;
        ensure!(ran.status.success(), "bascule {args:?} ended with {}\n{}{}", ran.status, ran.stdout, ran.stderr);
        Ok(())
    }

    /// Asks a program for its own server, which it must know, and for ours.
    ///
    /// A program under load may give up on a server before it answered, so a
    /// second look is allowed; a third would hide a real fault.
    fn ask(&self, program: &Program, ours: Ours) -> Result<Duration> {
        self.look(program, ours).or_else(|error| {
            let first = error.to_string();
            println!("  {} gets a second look: {}", program.id, first.lines().next().unwrap_or_default());
            self.look(program, ours)
        })
    }

    /// Asks the program that stands for all whether it connects where the engine is gone,
    /// and where the app is gone that it came with; then everything is put back.
    fn ask_without(&self, program: &Program) -> Result<()> {
        if program.id != STANDS_FOR_ALL {
            return Ok(());
        }
        let versions = self.home.join(".bascule/versions");
        let aside = self.home.join(".bascule/aside");
        fs::rename(&versions, &aside).with_context(|| format!("cannot move {versions}"))?;
        let without_engine = self.ask(program, Ours::AsMeant);
        fs::rename(&aside, &versions).with_context(|| format!("cannot move {aside}"))?;
        without_engine.context("without an engine")?;
        let app = self.home.join("app");
        fs::create_dir(&app).with_context(|| format!("cannot make {app}"))?;
        self.bascule(&["self", "install", "--app", app.as_str(), "--yes"])?;
        fs::remove_dir(&app).with_context(|| format!("cannot remove {app}"))?;
        let without_app = self.ask(program, Ours::AsMeant);
        self.bascule(&["self", "install", "--yes"])?;
        without_app.context("without its app").map(drop)
    }

    fn look(&self, program: &Program, ours: Ours) -> Result<Duration> {
        let wanted = match ours {
            Ours::Absent => Word::Unknown,
            Ours::AsMeant => Word::AsMeant,
        };
        let mut answers: BTreeMap<Vec<String>, timed::Ran> = BTreeMap::new();
        for (server, wanted) in [(self.theirs(), Word::AsMeant), (self.ours(&program.id), wanted)] {
            let ran = match answers.entry(program.question(&server)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let ran = timed::run(self.program(program).args(new.key()), PATIENCE)?;
                    new.insert(ran)
                }
            };
            let word = program.word(&server, &ran.stdout, &ran.stderr)?;
            ensure!(word == wanted, "{}: {word:?} instead of {wanted:?}\n{}{}", server.name, ran.stdout, ran.stderr);
        }
        Ok(answers.values().map(|ran| ran.took).sum())
    }

    fn theirs(&self) -> Server {
        Server {
            name: "mine".into(),
            command: self.python.to_string(),
            args: vec![self.folder.join("fixture/server.py").into()],
        }
    }

    fn ours(&self, id: &str) -> Server {
        let args = ["mcp", "bascule", "--for", id].map(String::from).to_vec();
        let launcher = self.home.join(".bascule/bin/bascule");
        Server { name: "bascule".into(), command: launcher.into_string(), args }
    }

    /// The config files as they are; one that cannot be read counts as empty.
    fn snapshot(&self, programs: &[Program]) -> BTreeMap<String, Vec<u8>> {
        let bytes = |program: &Program| fs::read(self.home.join(&program.config)).unwrap_or_default();
        programs.iter().map(|program| (program.id.clone(), bytes(program))).collect()
    }
}

/// What became of each program; one that failed is asked no further.
#[derive(Default)]
struct Results {
    failures: BTreeMap<String, anyhow::Error>,
}

// Ours fails like theirs: what it did do is still asked for.
const BASCULE: &str = "bascule";

impl Results {
    fn alive(&self, programs: &[Program]) -> Vec<Program> {
        programs.iter().filter(|program| !self.failures.contains_key(&program.id)).cloned().collect()
    }

    /// Keeps the failures and gives back the rest.
    fn note<T>(&mut self, results: Vec<(String, Result<T>)>) -> BTreeMap<String, T> {
        let mut good = BTreeMap::new();
        for (id, result) in results {
            match result {
                Ok(value) => drop(good.insert(id, value)),
                Err(error) => {
                    println!("  {id} failed: {error:#}");
                    self.failures.insert(id, error);
                }
            }
        }
        good
    }

    /// Keeps a failure of `bascule` itself.
    fn heed(&mut self, result: Result<()>) {
        self.note(vec![(BASCULE.into(), result)]);
    }

    fn verdict(self) -> Result<()> {
        let failed: Vec<_> = self.failures.into_keys().collect();
        ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
        Ok(())
    }
}

/// Does the same for every program, so many at a time.
fn in_lanes<T: Send>(
    lanes: usize,
    programs: &[Program],
    work: impl Fn(&Program) -> Result<T> + Sync,
) -> Vec<(String, Result<T>)> {
    let queue = Mutex::new(programs.iter());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..lanes {
            scope.spawn(|| {
                while let Some(program) = next() {
                    let result = work(program);
                    if let Ok(mut done) = done.lock() {
                        done.push((program.id.clone(), result));
                    }
                }
            });
        }
    });
    done.into_inner().unwrap_or_default()
}

fn print_table(
    stage: &Stage,
    programs: &[Program],
    times: &BTreeMap<String, Duration>,
    outcomes: &BTreeMap<String, Outcome>,
    results: &Results,
) {
    println!("\n{:<12} {:<26} {:<26} {:<10} {:>6}  file after", "harness", "program", "version", "state", "ms");
    for program in programs {
        let version = install::version(&stage.folder.join(&program.id), program).unwrap_or_else(|_| "?".into());
        let state = match (results.failures.contains_key(&program.id), program.expects) {
            (true, _) => "FAILED",
            (false, Expects::Connected) => "connected",
            (false, Expects::Listed) => "listed",
        };
        let took = times.get(&program.id).map_or("-".into(), |took| took.as_millis().to_string());
        let file = match outcomes.get(&program.id) {
            Some(Outcome::Same) => "same bytes",
            Some(Outcome::TheirsWithoutOurs) => "the program's own rewrite, without ours",
            None => "-",
        };
        println!("{:<12} {:<26} {version:<26} {state:<10} {took:>6}  {file}", program.id, program.package);
    }
}

/// The Python that runs the fixture, by its own full name: some programs pass no
/// PATH on, and what PATH finds first may be a script that looks for another one.
fn python() -> Result<Utf8PathBuf> {
    let mut question = Command::new("python3");
    let ran = timed::run(question.args(["-c", "import sys; print(sys.executable)"]), PATIENCE);
    let ran = ran.context("python3 is needed: it runs the fixture, and Hermes")?;
    Ok(ran.stdout.trim().into())
}
