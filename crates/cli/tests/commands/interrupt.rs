//! Two at once, and Ctrl-C.

use std::fs::File;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::home::{CODEX, CURSOR, Home};

/// Holds the state lock as another Bascule would.
#[expect(clippy::disallowed_methods, reason = "a test holds the lock")]
fn held(home: &Home) -> File {
    home.ends(&["enable", "bascule", "--harness", "cursor", "--yes"], 0);
    home.ends(&["disable", "bascule", "--harness", "cursor", "--yes"], 0);
    let path = home.path(".bascule/state.lock");
    let lock = std::fs::OpenOptions::new().read(true).write(true).open(path).expect("the lock");
    lock.lock().expect("taken");
    lock
}

#[test]
fn a_second_one_waits_and_says_for_whom() {
    let home = Home::usual();
    let lock = held(&home);
    let mut command = home.command(&["enable", "bascule", "--all", "--yes"]);
    let child = command.stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("runs");
    std::thread::sleep(Duration::from_millis(400));
    drop(lock);
    let done = child.wait_with_output().expect("ends");
    let err = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{err}");
    assert!(err.contains("Waiting for another Bascule: ") && err.contains("(disable bascule"), "{err}");
}

#[test]
fn stopped_while_it_waits_it_changes_nothing() {
    let home = Home::usual();
    let lock = held(&home);
    let mut command = home.command(&["enable", "bascule", "--all", "--yes"]);
    let child = command.stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("runs");
    std::thread::sleep(Duration::from_millis(300));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("told");
    drop(lock);
    let start = Instant::now();
    let done = child.wait_with_output().expect("ends");
    assert!(start.elapsed() < Duration::from_secs(10));
    let err = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(5), "{err}");
    assert!(err.contains("Putting everything back") && err.contains("You stopped it"), "{err}");
    assert_eq!((home.read(".cursor/mcp.json"), home.read(".codex/config.toml")), (CURSOR.to_owned(), CODEX.to_owned()));
}
