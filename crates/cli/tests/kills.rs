//! The real program killed at every effect and at random moments.
//!
//! After the next start every entry is in as a whole or out as a whole, each file
//! nobody else wrote is byte for byte as before or as after, no temporary file and
//! no lock of ours is left, no journal is open, and `status` says what is true.

// Elsewhere nothing tells a killed process from one that ended; `commands/crash.rs` kills at
// every effect on every system.
#![cfg(unix)]

#[expect(dead_code, reason = "each test file uses its own part")]
#[path = "commands/home.rs"]
mod home;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use home::Home;
use serde_json::Value;

/// One command that is killed, and what was done before it.
struct Case {
    name: &'static str,
    before: &'static [&'static [&'static str]],
    killed: &'static [&'static str],
}

const ENABLE: &[&str] = &["enable", "bascule", "--all", "--no-skill", "--yes"];
const TEACH: &[&str] = &["skills", "install", "--harness", "claude-code", "--harness", "cursor", "--yes"];
const UNTEACH: &[&str] = &["skills", "remove", "--yes"];
const DISABLE: &[&str] = &["disable", "bascule", "--all", "--yes"];
const ROLLBACK: &[&str] = &["rollback", "--yes"];
const INSTALL: &[&str] = &["self", "install", "--from", "1.0.0", "--machine", "opt", "--yes"];
const UPGRADE: &[&str] = &["self", "install", "--from", "1.1.0", "--machine", "opt", "--yes"];
const ATTACH: &[&str] = &["enable", "own", "--harness", "cursor", "--yes"];
const DETACH: &[&str] = &["disable", "own", "--harness", "cursor", "--yes"];
const FIX: &[&str] = &["doctor", "--fix"];

const CASES: &[Case] = &[
    Case { name: "enable", before: &[], killed: ENABLE },
    Case { name: "disable", before: &[ENABLE], killed: DISABLE },
    Case { name: "rollback", before: &[ENABLE], killed: ROLLBACK },
    Case { name: "a skill in two folders", before: &[], killed: TEACH },
    Case { name: "a skill goes", before: &[TEACH], killed: UNTEACH },
    Case { name: "rollback of a removal", before: &[ENABLE, DISABLE], killed: ROLLBACK },
    Case { name: "files in a host app with their entry", before: &[], killed: ATTACH },
    Case { name: "files in a host app go", before: &[ATTACH], killed: DETACH },
    Case { name: "put programs in place", before: &[], killed: INSTALL },
    Case { name: "upgrade programs", before: &[INSTALL], killed: UPGRADE },
];

/// A machine as many have it: every dialect, a lock, a file and a folder that are
/// not there yet, files without a final newline, comments, secrets.
const FILES: &[(&str, &str)] = &[
    (
        ".claude.json",
        "{\n  \"numStartups\": 41,\n  \"projects\": { \"/home/a/shop\": { \"allowedTools\": [] } },\n  \"mcpServers\": {\n    \"github\": {\n      \"type\": \"stdio\",\n      \"command\": \"/bin/sh\",\n      \"args\": [\"-y\", \"server-github\"],\n      \"env\": { \"TOKEN\": \"not-a-secret\" }\n    }\n  }\n}",
    ),
    (".cursor/mcp.json", home::CURSOR),
    (
        ".codex/config.toml",
        "# mine\nmodel = \"gpt-5\"\n\n[mcp_servers.docs]\ncommand = \"/bin/sh\"\n\n[tui]\ntheme = \"dark\"\n",
    ),
    (".config/opencode/opencode.jsonc", "{\n  // the theme stays\n  \"theme\": \"system\",\n}\n"),
    (
        ".config/goose/config.yaml",
        "GOOSE_MODEL: sonnet\nextensions:\n  developer:\n    enabled: true # always\n    type: builtin\n",
    ),
    (".config/zed/settings.json", "// Zed settings\n{ \"vim_mode\": true }\n"),
    (".junie/readme.txt", "no config here yet\n"),
];

/// Files and their bytes.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// A case in a home of its own, ready for its command.
struct Stage {
    home: Home,
    before: Tree,
}

impl Stage {
    fn new(case: &Case) -> Self {
        let home = FILES.iter().fold(Home::empty(), |home, (path, text)| home.with(path, text));
        if case.killed.contains(&"self") {
            ["1.0.0", "1.1.0"].into_iter().for_each(|version| download(&home, version));
        }
        if case.killed.contains(&"own") {
            bridge(&home);
        }
        for line in case.before {
            home.ends(line, 0);
        }
        let before = relative(&home);
        Self { home, before }
    }

    /// What the command leaves when nobody kills it, and how long it takes.
    fn rehearsed(case: &Case) -> (Tree, Duration) {
        let stage = Self::new(case);
        let began = Instant::now();
        stage.home.ends(case.killed, 0);
        let took = began.elapsed();
        let after = relative(&stage.home);
        assert_ne!(stage.before, after, "{}: nothing to do", case.name);
        (after, took)
    }

    /// The next start, and what must be true after it.
    fn settled(&self, after: &Tree, context: &str) -> Standing {
        self.home.ends(FIX, 0);
        let now = relative(&self.home);
        let standing = match now {
            _ if now == self.before => Standing::Before,
            _ if now == *after => Standing::After,
            _ => panic!("{context}: neither before nor after: {}", told(&now, &self.before, after)),
        };
        let unfinished = names(&self.home.path(".bascule/journal"));
        assert!(unfinished.is_empty(), "{context}: an open journal: {unfinished:?}");
        let originals = names(&self.home.path(".bascule/originals"));
        let left: Vec<_> = originals.iter().filter(|name| name.ends_with(".tmp")).collect();
        assert!(left.is_empty(), "{context}: left behind: {left:?}");
        self.consistent(&now, context);
        standing
    }

    /// `status` knows an entry exactly where the files hold one.
    fn consistent(&self, now: &Tree, context: &str) {
        let status = self.home.json(&["status", "--json"], 0);
        assert_eq!(status["unfinished"], Value::Null, "{context}: {status:#}");
        let bridges = status["bridges"].as_array().expect("bridges").iter();
        let entries: Vec<&Value> = bridges.flat_map(|one| one["entries"].as_array().expect("entries")).collect();
        assert!(entries.len() >= FILES.len(), "{context}: {status:#}");
        for entry in &entries {
            let file = entry["path"].as_str().map(|path| without(self.home.path("").as_path(), Path::new(path)));
            match (entry["state"].as_str(), file) {
                (Some("as-written"), Some(file)) => assert!(holds_ours(&now[&file]), "{context}: {entry:#}"),
                (Some("absent"), None) => {}
                _ => panic!("{context}: {entry:#}"),
            }
        }
        let known = entries.iter().filter(|entry| entry["state"] == "as-written").count();
        let held = now.values().filter(|bytes| holds_ours(bytes)).count();
        assert_eq!(known, held, "{context}: {status:#}");
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Before,
    After,
}

#[test]
fn killed_at_every_effect() {
    for case in CASES {
        let (after, _) = Stage::rehearsed(case);
        let (mut kills, mut forward) = (0, 0);
        for at in 1.. {
            let mut stage = Stage::new(case);
            stage.home = stage.home.env("BASCULE_FAULT", &format!("kill:{at}"));
            let died = stage.home.run(case.killed).code.is_none();
            stage.home = stage.home.env("BASCULE_FAULT", "");
            let context = format!("{}, killed at effect {at}", case.name);
            let standing = stage.settled(&after, &context);
            if !died {
                assert_eq!(standing, Standing::After, "{context}: it ran to its end");
                break;
            }
            kills += 1;
            forward += usize::from(standing == Standing::After);
        }
        assert!(kills >= 20, "{}: only {kills} effects were met", case.name);
        println!(
            "proof: {} killed at each of its {kills} effects: {} all before, {forward} all after",
            case.name,
            kills - forward
        );
    }
}

#[test]
fn killed_at_random_moments() {
    let kills = wanted();
    let rehearsed: Vec<(Tree, Duration)> = CASES.iter().map(Stage::rehearsed).collect();
    let mut dice = Dice::new();
    let (mut done, mut tries, mut begun, mut again, mut forward) = (0, 0, 0, 0, 0);
    while done < kills {
        let case = tries % CASES.len();
        tries += 1;
        let (case, (after, usual)) = (&CASES[case], &rehearsed[case]);
        let stage = Stage::new(case);
        // A run is mostly start and end: every other kill waits until the change began.
        let awaits = dice.next().is_multiple_of(2);
        let delay = dice.within(if awaits { *usual / 4 } else { *usual });
        let died = killed(&stage.home, case.killed, awaits, delay);
        begun += usize::from(!names(&stage.home.path(".bascule/journal")).is_empty());
        // Half of the recoveries are killed too.
        let delay_again = dice.within(*usual);
        let died_again = dice.next().is_multiple_of(2) && killed(&stage.home, FIX, false, delay_again);
        let context = format!("{}, killed after {delay:?}, its recovery after {delay_again:?}", case.name);
        let standing = stage.settled(after, &context);
        assert!(died || standing == Standing::After, "{context}: it ran to its end");
        done += usize::from(died);
        again += usize::from(died_again);
        forward += usize::from(standing == Standing::After);
        assert!(tries < 20 * kills, "only {done} of {tries} were killed before their end");
    }
    println!(
        "proof: {done} kills at random moments in {tries} runs, {begun} with the change under way, \
         {again} recoveries killed too: \
         {} all before, {forward} all after",
        tries - forward
    );
}

#[expect(clippy::disallowed_methods, reason = "how often is asked for from outside")]
fn wanted() -> usize {
    std::env::var("BASCULE_KILLS").ok().map_or(60, |kills| kills.parse().expect("BASCULE_KILLS is a number"))
}

/// Starts the program and kills it after `delay`, counted from its start or from when
/// its journal is there; whether it was still running.
fn killed(home: &Home, line: &[&str], awaits_journal: bool, delay: Duration) -> bool {
    let mut child: Child = home
        .command(line)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let journal = home.path(".bascule/journal");
    while awaits_journal && names(&journal).is_empty() && child.try_wait().expect("known").is_none() {
        thread::sleep(Duration::from_micros(100));
    }
    thread::sleep(delay);
    child.kill().expect("killed");
    child.wait().expect("ended").code().is_none()
}

/// A launcher and an engine of this version in a folder of its name.
fn download(home: &Home, version: &str) {
    use std::os::unix::fs::PermissionsExt;
    let engine = format!("{version}/bascule");
    home.write(&engine, &format!("#!/bin/sh\necho bascule {version}\n"));
    home.write(&format!("{version}/bascule-launcher"), &format!("launcher {version}\n"));
    std::fs::set_permissions(home.path(&engine), std::fs::Permissions::from_mode(0o755)).expect("rights");
}

/// A bridge with files for a host app that is here, and a server that
/// ends at once.
fn bridge(home: &Home) {
    let text = "format = 1\nid = \"own\"\nkind = \"command\"\nname = { en = \"O\", zh-CN = \"O\" }\n\
                summary = { en = \"O.\", zh-CN = \"O。\" }\ncommand = { program = \"/bin/ls\" }\n\
                [[plugin]]\nfiles = \"plugin\"\n\
                linux = { to = \"{home}/Host/own\" }\nmacos = { to = \"{home}/Host/own\" }\n";
    home.write("pack/bridge.toml", text);
    home.write("pack/plugin/main.js", "ours");
    home.write("pack/plugin/parts/more.js", "ours");
    home.write("Host/app.txt", "the app");
    home.ends(&["bridges", "add", "pack", "--yes"], 4);
}

/// The home's files by their path in it: each home lies elsewhere.
fn relative(home: &Home) -> Tree {
    let root = home.path("");
    home.files().into_iter().map(|(path, bytes)| (without(&root, &path), bytes)).collect()
}

fn without(root: &Path, path: &Path) -> PathBuf {
    path.strip_prefix(root).unwrap_or(path).to_owned()
}

fn holds_ours(bytes: &[u8]) -> bool {
    let program = env!("CARGO_BIN_EXE_bascule").as_bytes();
    bytes.windows(program.len()).any(|window| window == program)
}

#[expect(clippy::disallowed_methods, reason = "a test looks at its files")]
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

fn told(now: &Tree, before: &Tree, after: &Tree) -> String {
    let text = |tree: &Tree, path: &PathBuf| {
        tree.get(path).map_or("(absent)".to_owned(), |bytes| String::from_utf8_lossy(bytes).into_owned())
    };
    let paths: std::collections::BTreeSet<_> = now.keys().chain(before.keys()).chain(after.keys()).collect();
    let odd =
        paths.into_iter().filter(|path| now.get(*path) != before.get(*path) || now.get(*path) != after.get(*path));
    let line = |path: &PathBuf| {
        format!(
            "\n--- {}\nnow:\n{}\nbefore:\n{}\nafter:\n{}\n",
            path.display(),
            text(now, path),
            text(before, path),
            text(after, path)
        )
    };
    odd.map(line).collect()
}

/// Moments that no two runs have alike.
struct Dice(u64);

impl Dice {
    fn new() -> Self {
        use std::hash::{BuildHasher as _, RandomState};
        Self(RandomState::new().hash_one(0) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 8
    }

    /// A moment within a run that usually takes so long.
    fn within(&mut self, usual: Duration) -> Duration {
        Duration::from_micros(self.next() % u64::try_from(usual.as_micros()).expect("a short run").max(1))
    }
}
