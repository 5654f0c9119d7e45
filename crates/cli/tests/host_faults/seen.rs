//! What the system shows of a background service: its processes and its memory.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::client::Home;

/// Waits until something is so; how long that took.
pub(crate) fn until(patience: Duration, what: &str, mut is_so: impl FnMut() -> bool) -> Duration {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < patience, "not within {patience:?}: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
    begin.elapsed()
}

/// The note of a home's host, as it stands.
pub(crate) fn note(home: &Path) -> Option<Value> {
    let text = std::fs::read_to_string(home.join("instances/host.json")).ok()?;
    serde_json::from_str(&text).ok()
}

/// The process that a home's note names.
pub(crate) fn host_pid(home: &Home) -> u32 {
    let pid = note(home.path()).and_then(|note| note["pid"].as_u64()).expect("a host said where it is");
    u32::try_from(pid).expect("a process id")
}

/// A process as the system shows it.
#[derive(Clone, Debug)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    pub(crate) parent: u32,
    pub(crate) is_zombie: bool,
    words: Vec<String>,
    home: Option<String>,
}

impl Process {
    fn read(pid: u32) -> Option<Self> {
        let read = |name: &str| std::fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let mut rest = stat.rsplit_once(") ")?.1.split(' ');
        let is_zombie = rest.next()? == "Z";
        let parent = rest.next()?.parse().ok()?;
        let words = |bytes: Vec<u8>| -> Vec<String> {
            bytes.split(|byte| *byte == 0).map(|word| String::from_utf8_lossy(word).into_owned()).collect()
        };
        let home = words(read("environ")).iter().find_map(|word| word.strip_prefix("BASCULE_HOME=").map(str::to_owned));
        Some(Self { pid, parent, is_zombie, words: words(read("cmdline")), home })
    }
}

fn all() -> Vec<Process> {
    let listed = std::fs::read_dir("/proc").expect("processes").filter_map(Result::ok);
    listed.filter_map(|entry| Process::read(entry.file_name().to_str()?.parse().ok()?)).collect()
}

/// What there is of a home: its host and its runtimes by their environment, foreign
/// servers and all they started by the tag in their arguments, and the dead that host or
/// runtime have not seen off.
///
/// What this test itself started, and its adapters, is not among them.
pub(crate) fn processes_of(home: &Home, tag: &str) -> Vec<Process> {
    let (path, tag) = (home.path().to_str().expect("UTF-8").to_owned(), format!("--tag={tag}"));
    let all = all();
    let is_of_service = |process: &Process| {
        let kind = process.words.get(1).map(String::as_str);
        process.home.as_ref() == Some(&path) && matches!(kind, Some("host" | "runtime"))
    };
    let ours: Vec<Process> =
        all.iter().filter(|process| is_of_service(process) || process.words.contains(&tag)).cloned().collect();
    // What a foreign server does not see off is its own affair.
    let has_to = |pid: u32| ours.iter().any(|process| process.pid == pid && is_of_service(process));
    let dead = all.iter().filter(|process| process.is_zombie && has_to(process.parent)).cloned();
    ours.iter().cloned().chain(dead).collect()
}

/// The foreign servers of this tag, and what they started.
pub(crate) fn servers_of(tag: &str) -> Vec<u32> {
    let tag = format!("--tag={tag}");
    all().into_iter().filter(|process| process.words.contains(&tag)).map(|process| process.pid).collect()
}

/// Waits until nothing of a home is left; how long that took.
pub(crate) fn nothing_left(home: &Home, tag: &str) -> Duration {
    let begin = Instant::now();
    loop {
        let left = processes_of(home, tag);
        if left.is_empty() {
            return begin.elapsed();
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "{} processes are left: {:.2000}", left.len(), shown(&left));
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn shown(processes: &[Process]) -> String {
    format!("{processes:?}")
}

/// The dead among a home's processes.
pub(crate) fn zombies_of(home: &Home, tag: &str) -> usize {
    processes_of(home, tag).iter().filter(|process| process.is_zombie).count()
}

/// How much memory a process had at most, and has now, in MiB.
pub(crate) fn memory(pid: u32) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or_default().div_ceil(1024)
    };
    (of("VmHWM:"), of("VmRSS:"))
}

/// Sends a signal.
pub(crate) fn signal(pid: u32, which: &str) {
    let sent = std::process::Command::new("kill").args([format!("-{which}"), pid.to_string()]).status();
    assert!(sent.expect("kill").success(), "no process {pid}");
}

/// A file system of its own in this folder, as long as it lives; `None`, and said why,
/// where this person may mount none.
pub(crate) struct Mounted(std::path::PathBuf);

impl Mounted {
    pub(crate) fn small(folder: &Path, options: &str) -> Option<Self> {
        let mounted = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(folder)
            .stderr(std::process::Stdio::null())
            .status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(Self(folder.to_owned()));
        }
        println!("skipped: this person may not mount a file system of its own");
        None
    }

    pub(crate) fn remount(&self, options: &str) -> bool {
        let options = format!("remount,{options}");
        std::process::Command::new("mount").args(["-o", &options]).arg(&self.0).status().is_ok_and(|it| it.success())
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(&self.0).status();
    }
}
