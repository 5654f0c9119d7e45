//! The real launcher in a throwaway installation, before a stand-in for the engine.

#![expect(clippy::disallowed_methods, reason = "a test that lays out files and starts programs")]

mod missing;
mod place;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use place::{Place, said};

#[test]
fn arguments_reach_the_engine_as_they_are() {
    let place = Place::new("user");
    let arguments = ["mcp", "a b", "", "吊桥 \"x\" 'y'", r"C:\back\ slash\", "--for", "*", "$HOME %PATH%"];
    let told = place.run(&place.launcher(), &arguments);
    assert_eq!(told.lines().next(), Some(format!("{arguments:?}").as_str()));
}

#[test]
fn the_state_folder_is_found_without_any_environment() {
    let place = Place::new("user");
    let mut command = Command::new(place.launcher());
    command.env_clear();
    let told = said(&mut command);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[1], place.root.to_str().unwrap());
    // Windows gives every process a few of its own.
    assert!(cfg!(windows) || lines[2] == "1", "the engine got {} variables", lines[2]);
}

#[test]
fn the_state_folder_is_the_launchers_whatever_the_environment_says() {
    let place = Place::new("user");
    let told = said(Command::new(place.launcher()).env("BASCULE_HOME", "/elsewhere"));
    assert_eq!(told.lines().nth(1), place.root.to_str());
}

#[test]
fn a_machines_installation_leaves_the_state_folder_to_each_person() {
    let place = Place::new("machine");
    let told = said(Command::new(place.launcher()).env_remove("BASCULE_HOME"));
    assert_eq!(told.lines().nth(1), Some("-"));
    let told = said(Command::new(place.launcher()).env("BASCULE_HOME", "/mine"));
    assert_eq!(told.lines().nth(1), Some("/mine"));
}

#[test]
#[cfg(unix)]
fn a_link_to_the_launcher_leads_to_its_installation() {
    let place = Place::new("user");
    let link = place.around.join("somewhere else");
    std::fs::create_dir(&link).unwrap();
    let link = link.join("b");
    std::os::unix::fs::symlink(place.launcher(), &link).unwrap();
    assert_eq!(place.run(&link, &[]).lines().nth(1), place.root.to_str());
    let second = place.around.join("second");
    std::os::unix::fs::symlink(&link, &second).unwrap();
    assert_eq!(place.run(&second, &[]).lines().nth(1), place.root.to_str());
}

#[test]
fn exit_codes_pass_through() {
    let place = Place::new("user");
    for code in [0, 1, 3, 70, 255] {
        let status = Command::new(place.launcher()).args(["exit", &code.to_string()]).status().unwrap();
        assert_eq!(status.code(), Some(code));
    }
}

#[test]
fn standard_streams_pass_through() {
    let place = Place::new("user");
    let mut child = Command::new(place.launcher())
        .arg("echo")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let sent: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let mut input = child.stdin.take().unwrap();
    let bytes = sent.clone();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    assert!(output.stdout == sent && output.stderr == sent);
}

#[test]
fn the_engine_ends_with_the_launcher() {
    let place = Place::new("user");
    let mut child = Command::new(place.launcher()).arg("stay").stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    // On Unix the launcher has become the engine.
    assert_eq!(cfg!(unix), line.trim() == child.id().to_string());
    child.kill().unwrap();
    // The pipe ends when the last process that holds it has ended.
    let begin = std::time::Instant::now();
    output.read_to_end(&mut Vec::new()).unwrap();
    assert!(begin.elapsed().as_secs() < 10, "the engine outlived the launcher");
    child.wait().unwrap();
}

#[test]
#[cfg(unix)]
fn a_signal_that_ends_the_engine_is_seen_by_who_started_the_launcher() {
    use std::os::unix::process::ExitStatusExt;
    let place = Place::new("user");
    let mut child = Command::new(place.launcher()).arg("stay").stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(Command::new("kill").args(["-TERM", line.trim()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().signal(), Some(15));
}

#[test]
fn the_note_decides_between_engines() {
    let place = Place::new("user");
    place.add_engine("2.0.0");
    assert_eq!(place.run(&place.launcher(), &[]).lines().count(), 3);
    std::fs::remove_file(place.engine("1.0.0")).unwrap();
    place.note("contract = 1\nversion = 2.0.0\nlayout = user\n");
    assert_eq!(place.run(&place.launcher(), &[]).lines().count(), 3);
}
