//! From one engine to the next, both real, while adapters call.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::client::{Home, add_toy, toy_server};
use crate::crowd::{self, Crowd};
use crate::rounds;

const OWN: &str = env!("CARGO_PKG_VERSION");

/// Of the same length, so that it can stand in the place of the other.
const NEXT: &str = "9.9.9";

/// Runs this build over a home, as a person who installs; it must succeed.
fn done(home: &Home, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bascule"));
    // Nothing is named: an empty variable is one that is not set.
    command.args(arguments).env("BASCULE_HOME", home.path()).env("BASCULE_LAUNCHER", "");
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// This build with another version in it: the whole program, not one that plays it.
fn next_version(folder: &Path) {
    let built = PathBuf::from(env!("CARGO_BIN_EXE_bascule"));
    let mut bytes = std::fs::read(&built).expect("this build");
    let places: Vec<usize> =
        bytes.windows(OWN.len()).enumerate().filter(|(_, at)| *at == OWN.as_bytes()).map(|(at, _)| at).collect();
    for place in places {
        bytes[place..place + NEXT.len()].copy_from_slice(NEXT.as_bytes());
    }
    std::fs::create_dir_all(folder).expect("a folder");
    let program = folder.join("bascule");
    std::fs::write(&program, bytes).expect("a program");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("rights");
    let said = Command::new(&program).arg("--version").output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&said.stdout).trim(), format!("bascule {NEXT}"));
    let launcher = built.with_file_name("bascule-launcher");
    assert!(launcher.exists(), "run `cargo build -p bascule-launcher` first");
    std::fs::copy(launcher, folder.join("bascule-launcher")).expect("a launcher");
}

/// The version of the service that a home's note names.
fn serves(home: &Home) -> Option<String> {
    let note = std::fs::read_to_string(home.path().join("instances/host.json")).ok()?;
    let note: Value = serde_json::from_str(&note).ok()?;
    Some(note["version"].as_str()?.to_owned())
}

#[test]
#[ignore = "a proof: cargo xtask drill --only host"]
fn an_upgrade_fails_at_most_one_call_of_each_adapter() {
    assert_eq!(OWN.len(), NEXT.len());
    let home = Home::new();
    // What the server can do is read when it starts: each service finds other tools.
    let manner = home.path().join("manner");
    std::fs::write(&manner, "plain").expect("a file");
    let script = format!("exec '{}' \"$(cat '{}')\"", toy_server(), manner.display());
    add_toy(&home, "sh", &["-c", &script], None);
    let download = tempfile::tempdir().expect("a folder");
    next_version(download.path());
    done(&home, &["self", "install", "--yes"]);
    done(&home, &["self", "install", "--from", download.path().to_str().expect("UTF-8"), "--yes"]);
    done(&home, &["self", "use", OWN, "--yes"]);
    let crowd = Crowd::through(&home.path().join("bin/bascule"), &home, 10);
    crowd.all_answered_since(Instant::now(), Duration::from_secs(20));
    assert_eq!(serves(&home).as_deref(), Some(OWN));
    let times = rounds().clamp(1, 6);
    let (mut slowest, mut slowest_told) = (Duration::ZERO, Duration::ZERO);
    for (version, tools) in [(NEXT, "grown"), (OWN, "plain")].into_iter().cycle().take(times as usize) {
        std::fs::write(&manner, tools).expect("a file");
        let asked = Instant::now();
        done(&home, &["self", "use", version, "--yes"]);
        let used = Instant::now();
        slowest = slowest.max(crowd.all_answered_since(used, Duration::from_secs(10)));
        slowest_told = slowest_told.max(crowd.all_told_since(asked, Duration::from_secs(10)));
        assert_eq!(serves(&home).as_deref(), Some(version), "adapters of before start the version that is used now");
        assert_eq!(crowd::hosts_of(&home).len(), 1, "one service");
    }
    let tally = crowd.end();
    assert_eq!((tally.unanswered, &tally.other), (0, &Vec::new()), "{tally:?}");
    assert!(tally.most_cut_off <= times as usize, "{tally:?}");
    println!(
        "proof: {times} changes of version under 10 adapters: {} calls, {} of them failed and said so, at most {} of one adapter; each worked again within {:.2} s and was told of other tools within {:.2} s",
        tally.answered + tally.cut_off,
        tally.cut_off,
        tally.most_cut_off,
        slowest.as_secs_f64(),
        slowest_told.as_secs_f64()
    );
}
