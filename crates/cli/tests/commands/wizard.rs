//! The wizard, in a terminal.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::home::{CODEX, CURSOR, Home};

/// Says each answer when its question has come, and returns all that was shown.
pub(crate) fn talk(home: &Home, arguments: &[&str], dialogue: &[(&str, &str)]) -> (Option<i32>, String) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("granted");
    unlockpt(&terminal).expect("unlocked");
    let name = ptsname(&terminal, Vec::new()).expect("a name").into_string().expect("UTF-8");
    let side = open(&name);
    let other = |side: &File| side.try_clone().expect("a copy");
    let mut command = home.command(arguments);
    command.stdin(other(&side)).stdout(other(&side)).stderr(side);
    let mut child = command.spawn().expect("runs");
    drop(command);
    let mut terminal = File::from(terminal);
    let mut reader = terminal.try_clone().expect("a copy");
    let (told, heard) = mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            if told.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    let mut shown = Vec::new();
    let mut read_to = 0;
    for (question, answer) in dialogue {
        let start = Instant::now();
        loop {
            let text = String::from_utf8_lossy(&shown[read_to..]).into_owned();
            if text.contains(question) {
                read_to = shown.len();
                break;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{question:?} was not asked: {text}");
            if let Ok(more) = heard.recv_timeout(Duration::from_millis(200)) {
                shown.extend(more);
            }
        }
        terminal.write_all(format!("{answer}\n").as_bytes()).expect("heard");
    }
    let status = child.wait().expect("ends");
    while let Ok(more) = heard.recv_timeout(Duration::from_millis(200)) {
        shown.extend(more);
    }
    (status.code(), String::from_utf8_lossy(&shown).into_owned())
}

#[expect(clippy::disallowed_methods, reason = "a test opens its terminal")]
fn open(name: &str) -> File {
    std::fs::OpenOptions::new().read(true).write(true).open(name).expect("the other side")
}

#[test]
fn a_program_is_left_out_and_the_rest_connected_and_proven() {
    let home = Home::usual().env("TERM", "dumb");
    let (code, shown) = talk(
        &home,
        &[],
        &[("leaves a program out)", "d"), ("leaves a program out)", "1"), ("leaves a program out)", "y")],
    );
    assert_eq!(code, Some(0), "{shown}");
    for part in
        ["found ~/.cursor", "nothing else changes", "left out", "Cursor: “bascule” works", "--for", "ask in Cursor"]
    {
        assert!(shown.contains(part), "{part:?}: {shown}");
    }
    assert_eq!(home.read(".codex/config.toml"), CODEX);
    assert!(home.read(".cursor/mcp.json").contains("bascule"));
}

#[test]
fn only_n_or_q_ends_it_and_several_numbers_are_understood() {
    let home = Home::usual();
    let ask = "leaves a program out)";
    let (code, shown) = talk(
        &home,
        &[],
        &[(ask, "what"), ("numbers such as", "1,2"), (ask, "1 2"), (ask, "7"), ("numbers such as", "q")],
    );
    assert_eq!(code, Some(5), "{shown}");
    assert!(shown.contains("1. Codex: left out") && shown.contains("2. Cursor: left out"), "{shown}");
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}

#[test]
fn no_means_no() {
    let home = Home::usual();
    for (line, question) in
        [(&["setup"][..], "leaves a program out)"), (&["enable", "bascule", "--all"], "show the lines)")]
    {
        let (code, shown) = talk(&home, line, &[(question, "n")]);
        assert_eq!(code, Some(5), "{shown}");
        assert!(shown.contains("Nothing was changed"), "{shown}");
    }
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}

#[test]
fn where_no_program_is_found_the_demo_is_offered() {
    let home = Home::empty();
    let enter = ("Press Enter", "");
    let (code, shown) = talk(&home, &[], &[("on example files", "y"), enter, enter, enter, enter, enter]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("the same, all"), "{shown}");
}

#[test]
fn colour_is_only_in_a_terminal_and_can_be_turned_off() {
    let home = Home::usual();
    let (_, coloured) = talk(&home, &["plan", "bascule", "--all", "--diff"], &[]);
    assert!(coloured.contains("\u{1b}[32m+ "), "{coloured:?}");
    let home = home.env("NO_COLOR", "1");
    let (_, plain) = talk(&home, &["plan", "bascule", "--all", "--diff"], &[]);
    assert!(!plain.contains('\u{1b}') && plain.contains("+ "), "{plain:?}");
}
