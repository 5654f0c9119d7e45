//! One fault, played: a misbehaving runtime, an adapter that calls it, a face that looks.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, Home, add_toy};
use crate::raw::Raw;
use crate::seen::{host_pid, memory, nothing_left, signal, until, zombies_of};

/// What a background service may need at most, in MiB, whatever its runtimes do.
pub(crate) const MEMORY: u64 = 40;

/// How large a fault is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// As every run of the tests can wait for it, on a machine that does much else.
    Small,
    /// As it is promised.
    Full,
}

impl Size {
    /// Within which time what is shown must be true.
    pub(crate) fn prompt(self) -> Duration {
        match self {
            Self::Small => Duration::from_secs(10),
            Self::Full => Duration::from_secs(3),
        }
    }

    pub(crate) fn of<T>(self, small: T, full: T) -> T {
        match self {
            Self::Small => small,
            Self::Full => full,
        }
    }
}

/// How a play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The service is asked to end.
    Asked,
    /// The service is killed.
    Killed,
}

pub(crate) struct Play {
    pub(crate) home: Home,
    pub(crate) tag: String,
    pub(crate) face: Raw,
    pub(crate) host: u32,
    pub(crate) size: Size,
}

impl Play {
    /// A service with the bridge `toy` before a server of these manners, and who looks at it.
    pub(crate) fn begin(home: Home, tag: String, size: Size) -> Self {
        home.run(&["query", "toy", "none"]);
        let mut face = Raw::greeted(&home, json!("face"));
        face.watch();
        let host = host_pid(&home);
        Self { home, tag, face, host, size }
    }

    /// The same in a home of its own.
    pub(crate) fn with(manners: &[&str], tuning: &str, size: Size) -> Self {
        let (home, tag) = home_with(manners, tuning);
        Self::begin(home, tag, size)
    }

    /// An adapter that knows the tools.
    pub(crate) fn adapter(&self) -> Client {
        adapter(&self.home)
    }

    /// Waits until `toy` is shown so; fails where that is not prompt.
    pub(crate) fn shows(&mut self, what: &str, is_so: impl Fn(&Value) -> bool) -> Duration {
        let took = self.face.until_toy(self.size.prompt(), what, is_so);
        println!("measured: {what}: shown within {:.2} s", took.as_secs_f64());
        took
    }

    /// Ends it, and sees that nothing is left.
    pub(crate) fn end(self, ending: Ending) {
        let Self { home, tag, host, .. } = self;
        let settled = Duration::from_secs(10);
        until(settled, "the dead are seen off", || zombies_of(&home, &tag) == 0);
        let (peak, now) = memory(host);
        println!("measured: memory of the service: {peak} MiB at most, {now} MiB now");
        assert!(peak < MEMORY, "the service had {peak} MiB");
        match ending {
            Ending::Asked => drop(home.run(&["host", "stop"])),
            Ending::Killed => signal(host, "KILL"),
        }
        let took = nothing_left(&home, &tag);
        println!("measured: {ending:?}: nothing left within {:.2} s", took.as_secs_f64());
    }
}

/// A home with the bridge `toy` before a server of these manners; and its tag.
pub(crate) fn home_with(manners: &[&str], tuning: &str) -> (Home, String) {
    let home = Home::new();
    let tag = furnish(&home, manners, tuning);
    (home, tag)
}

/// Gives a home such a bridge; the tag of its server.
pub(crate) fn furnish(home: &Home, manners: &[&str], tuning: &str) -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let tag = format!("faults-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let tagged = format!("--tag={tag}");
    let arguments: Vec<&str> = std::iter::once(tagged.as_str()).chain(manners.iter().copied()).collect();
    add_toy(home, &misbehaving_server(), &arguments, None);
    std::fs::write(home.path().join("settings.toml"), format!("format = 1\n[host]\n{tuning}\n")).expect("settings");
    tag
}

/// Starts the service of a home with one call, whatever comes of it.
pub(crate) fn start_and_call(home: &Home) {
    home.run(&["query", "toy", "echo", "--arg", "text=hello"]);
}

/// An adapter of a home that knows the tools of `toy`.
pub(crate) fn adapter(home: &Home) -> Client {
    let mut adapter = Client::start_program(Path::new(env!("CARGO_BIN_EXE_bascule")), "toy", home.clone());
    adapter.open("2025-11-25");
    adapter.wait_for_tool("echo");
    adapter
}

/// Whether an adapter gets its answer.
pub(crate) fn echoes(adapter: &mut Client, id: u64) -> bool {
    adapter.call(id, "echo", &json!({"text": "hello"}))["result"]["structuredContent"]["text"] == "hello"
}

/// Where cargo put the server that misbehaves.
fn misbehaving_server() -> String {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_bascule"));
    let path = binary.with_file_name("examples").join("misbehaving_server");
    assert!(path.exists(), "run `cargo build -p bascule-runtimes --example misbehaving_server` first");
    path.to_str().expect("UTF-8").to_owned()
}
