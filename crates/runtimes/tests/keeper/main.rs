//! The keeper leaves nothing behind: real servers that misbehave, real processes.

#![expect(clippy::disallowed_methods, reason = "a test starts processes")]

mod kept;

use std::time::Duration;

use kept::{Kept, marked};
use serde_json::json;

/// What a kept server came to.
#[derive(Debug)]
struct End {
    code: i32,
    took: Duration,
    left: usize,
}

/// Keeps a misbehaving server of these manners, does something with it, and waits for
/// its keeper to end.
fn end_of(manners: &[&str], act: impl FnOnce(&mut Kept)) -> End {
    let mut kept = Kept::misbehaving(manners);
    kept.ask("initialize", json!({"protocolVersion": "2025-11-25"}));
    act(&mut kept);
    let (code, took) = kept.ended();
    let left = marked(&kept.tag).max(kept.is_anybody_left().into());
    End { code, took, left }
}

/// The same, its end within this time.
fn check(manners: &[&str], act: impl FnOnce(&mut Kept), code: i32, within: Duration) {
    let end = end_of(manners, act);
    assert_eq!((end.code, end.left), (code, 0), "{manners:?}: {end:?}");
    assert!(end.took < within, "{manners:?}: {end:?}");
}

/// More than the patience, and time for a loaded machine.
#[cfg(unix)]
const WITH_PATIENCE: Duration = Duration::from_secs(15);

/// Less than the patience.
const AT_ONCE: Duration = Duration::from_millis(1_900);

/// The code of a server that was killed.
const KILLED: i32 = 137;

#[test]
fn a_server_that_ends_with_its_input_passes_its_code_on() {
    check(&["--exit=7"], Kept::hang_up, 7, AT_ONCE);
    check(&["--exit=0", "--children=3", "--sessions=3"], Kept::hang_up, 0, AT_ONCE);
}

#[test]
fn a_server_that_ends_by_itself_takes_all_it_started_along() {
    let crash = |kept: &mut Kept| kept.tell("tools/call", json!({"name": "crash", "arguments": {"code": 5}}));
    check(&["--children=5", "--sessions=5"], crash, 5, AT_ONCE);
}

#[test]
fn a_server_that_ignores_everything_is_killed_after_the_patience() {
    let end = end_of(&["--stubborn", "--children=2", "--sessions=2"], Kept::hang_up);
    assert_eq!((end.code, end.left), (KILLED, 0), "{end:?}");
    assert!(end.took >= bascule_runtimes::PATIENCE, "{end:?}");
}

#[test]
fn five_hundred_children_are_gone() {
    let many = |kept: &mut Kept| {
        kept.ask("tools/call", json!({"name": "spawn", "arguments": {"children": 500, "sessions": 20}}));
        kept.hang_up();
    };
    check(&["--stubborn"], many, KILLED, Duration::from_secs(30));
}

#[test]
#[cfg(target_os = "linux")]
fn processes_that_start_their_successors_in_new_sessions_are_caught() {
    let running = |kept: &mut Kept| {
        kept.ask("tools/call", json!({"name": "spawn", "arguments": {"relay": 3}}));
        std::thread::sleep(Duration::from_millis(300));
        assert!(kept.children() < 10, "what ended is not reaped: {}", kept.children());
        kept.hang_up();
    };
    check(&[], running, 0, WITH_PATIENCE);
}

#[test]
#[cfg(unix)]
fn a_keeper_that_is_asked_to_end_closes_the_input_and_then_kills() {
    check(&["--exit=6", "--sessions=3"], |kept| kept.signal(rustix::process::Signal::TERM), 6, AT_ONCE);
    check(&["--stubborn", "--sessions=3"], |kept| kept.signal(rustix::process::Signal::TERM), KILLED, WITH_PATIENCE);
    let twice = |kept: &mut Kept| {
        kept.signal(rustix::process::Signal::TERM);
        std::thread::sleep(Duration::from_millis(200));
        kept.signal(rustix::process::Signal::TERM);
    };
    check(&["--stubborn", "--sessions=3"], twice, KILLED, AT_ONCE);
}

#[test]
fn a_server_that_floods_its_log_is_answered_and_ended() {
    let flood = |kept: &mut Kept| {
        kept.ask("tools/call", json!({"name": "flood", "arguments": {"megabytes": 20}}));
        kept.hang_up();
    };
    check(&["--garbage"], flood, 0, AT_ONCE);
}

#[test]
fn answers_come_back_as_they_are() {
    let mut kept = Kept::misbehaving(&["--slow=5"]);
    let opened = kept.ask("initialize", json!({"protocolVersion": "2024-11-05"}));
    assert_eq!(opened["protocolVersion"], "2024-11-05");
    let text = "ä\u{2028}𝄞".repeat(100_000);
    let echoed = kept.ask("tools/call", json!({"name": "echo", "arguments": {"text": text}}));
    assert_eq!(echoed["structuredContent"]["text"], text.as_str());
    let seen = kept.ask("tools/call", json!({"name": "look", "arguments": {"variable": "BASCULE_HOME"}}));
    assert!(seen["structuredContent"]["variable"].is_null(), "our state folder is not for others: {seen}");
    kept.hang_up();
    assert_eq!(kept.ended().0, 0);
}

#[test]
#[cfg(unix)]
fn any_bytes_pass() {
    let bytes: Vec<u8> = (0_u32..3_000_000).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert_eq!(kept::piped("cat", &[], &bytes), (0, bytes, String::new()));
}

#[test]
#[cfg(unix)]
fn the_end_is_noticed_while_a_server_reads_nothing() {
    let began = std::time::Instant::now();
    // More than two pipes hold, less than they and the keeper's hands do.
    let (code, ..) = kept::piped("sleep", &["600"], &[b'x'; 150 << 10]);
    assert_eq!(code, KILLED);
    assert!(began.elapsed() < WITH_PATIENCE);
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let (code, output, remarks) = kept::piped("no-such-program-anywhere", &[], b"");
    assert_eq!((code, output.as_slice()), (3, &b""[..]));
    assert!(remarks.contains("no-such-program-anywhere cannot be started"), "{remarks}");
}
