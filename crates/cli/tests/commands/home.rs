//! A throwaway home and the program run in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Cursor's file as many people have it.
pub(crate) const CURSOR: &str =
    "{\n  \"mcpServers\": {\n    \"mine\": { \"command\": \"/bin/sh\", \"args\": [\"x\"] }\n  }\n}\n";
/// Codex's file with a comment.
pub(crate) const CODEX: &str = "# mine\nmodel = \"gpt-5\"\n";
/// A file that does not parse.
pub(crate) const BROKEN: &str = "[mcp_servers\n";

/// Where programs of the system lie.
const PATH: &str = if cfg!(windows) { r"C:\Windows\System32" } else { "/usr/bin:/bin" };

/// The variable that names the home folder.
const HOME: &str = if cfg!(windows) { "USERPROFILE" } else { "HOME" };

/// A home folder that goes with its test.
pub(crate) struct Home {
    _folder: tempfile::TempDir,
    root: PathBuf,
    env: BTreeMap<String, String>,
}

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// What a run must come to: its exit code, and what must stand in its output and on
/// standard error.
pub(crate) struct Expected<'a> {
    pub(crate) code: i32,
    pub(crate) out: &'a [&'a str],
    pub(crate) err: &'a [&'a str],
}

impl Home {
    /// An empty home, in memory where the system has such a place.
    pub(crate) fn empty() -> Self {
        let memory = Path::new("/dev/shm");
        let in_memory = cfg!(unix) && memory.is_dir();
        let folder = if in_memory { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
        let folder = folder.expect("a temporary folder");
        let root = folder.path().to_owned();
        // Entries start this program itself: a home needs no copy of it.
        let own = std::path::absolute(env!("CARGO_BIN_EXE_bascule")).expect("a path");
        let own = ("BASCULE_LAUNCHER", own.to_str().expect("UTF-8"));
        let env = [("PATH", PATH), ("LANG", "C.UTF-8"), own];
        let env = env.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { _folder: folder, root, env }
    }

    /// A home with Cursor and Codex.
    pub(crate) fn usual() -> Self {
        Self::empty().with(".cursor/mcp.json", CURSOR).with(".codex/config.toml", CODEX)
    }

    /// The same home with a file in it.
    pub(crate) fn with(self, path: &str, text: &str) -> Self {
        self.write(path, text);
        self
    }

    /// An empty home in a folder of this name.
    #[cfg(windows)]
    #[expect(clippy::disallowed_methods, reason = "a test prepares its files")]
    pub(crate) fn called(name: &str) -> Self {
        let mut home = Self::empty();
        home.root.push(name);
        std::fs::create_dir(&home.root).expect("a folder");
        home
    }

    /// The same home with a variable set.
    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.to_owned(), value.to_owned());
        self
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// A path of the home as the program shows it.
    pub(crate) fn shown(&self, path: &str) -> String {
        if cfg!(windows) { self.path(&path.replace('/', "\\")).display().to_string() } else { format!("~/{path}") }
    }

    #[expect(clippy::disallowed_methods, reason = "a test prepares its files")]
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(path, text).expect("a file");
    }

    #[expect(clippy::disallowed_methods, reason = "a test looks at its files")]
    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap_or_else(|error| format!("({path}: {error})"))
    }

    /// The state folder is lost.
    #[expect(clippy::disallowed_methods, reason = "a test takes the folder away")]
    pub(crate) fn forget(&self) {
        std::fs::remove_dir_all(self.path(".bascule")).expect("a state folder");
    }

    /// Every file of the home but the state folder's, with its bytes.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.root, &mut files);
        files
    }

    #[expect(clippy::disallowed_methods, reason = "a test starts the program in an environment of its own")]
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bascule"));
        command.args(arguments).env_clear().env(HOME, &self.root);
        // Without it a Windows program finds no libraries of its system.
        #[cfg(windows)]
        command.envs(std::env::var_os("SystemRoot").map(|folder| ("SystemRoot", folder)));
        command.envs(&self.env);
        command.current_dir(&self.root);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        self.run_in("", arguments)
    }

    /// The same in a folder of the home.
    pub(crate) fn run_in(&self, folder: &str, arguments: &[&str]) -> Ran {
        let mut command = self.command(arguments);
        command.current_dir(self.path(folder));
        let done = command.stdin(Stdio::null()).output().expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Ran { code: done.status.code(), out: text(done.stdout), err: text(done.stderr) }
    }

    /// Runs and compares.
    #[track_caller]
    pub(crate) fn check(&self, arguments: &[&str], expected: &Expected<'_>) -> Ran {
        let ran = self.run(arguments);
        assert_eq!(ran.code, Some(expected.code), "{arguments:?}: {ran:#?}");
        // A line may end within what is looked for.
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in expected.out {
            assert!(
                ran.out.contains(part) || flat(&ran.out).contains(part),
                "{part:?} is not said by {arguments:?}: {ran:#?}"
            );
        }
        for part in expected.err {
            assert!(
                ran.err.contains(part) || flat(&ran.err).contains(part),
                "{part:?} is not warned of by {arguments:?}: {ran:#?}"
            );
        }
        ran
    }

    /// Runs for the exit code alone.
    #[track_caller]
    pub(crate) fn ends(&self, arguments: &[&str], code: i32) -> Ran {
        self.check(arguments, &Expected { code, out: &[], err: &[] })
    }

    /// Runs and reads the JSON.
    #[track_caller]
    pub(crate) fn json(&self, arguments: &[&str], code: i32) -> Value {
        let ran = self.ends(arguments, code);
        let value: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out));
        assert_eq!(value["format"], 1, "{value:#}");
        value
    }
}

/// No host outlives its home.
impl Drop for Home {
    fn drop(&mut self) {
        if self.path(".bascule/instances/host.json").exists() {
            let _ = self.command(&["host", "stop"]).stdin(Stdio::null()).output();
        }
    }
}

/// The small server of the adapter's tests, with this manner.
pub(crate) fn toy(manner: &'static str) -> [String; 2] {
    let own = Path::new(env!("CARGO_BIN_EXE_bascule"));
    let path = own.with_file_name("examples").join(format!("toy_server{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "run `cargo build -p bascule --example toy_server` first");
    [path.to_str().expect("a readable path").to_owned(), manner.to_owned()]
}

/// Whether Node.js is where the program looks in a throwaway home; says so where not.
pub(crate) fn has_node() -> bool {
    let found = cfg!(unix) && ["/usr/bin/node", "/bin/node"].iter().any(|node| Path::new(node).exists());
    if !found {
        println!("skipped in part: there is no node in /usr/bin or /bin");
    }
    found
}

#[expect(clippy::disallowed_methods, reason = "a test looks at its files")]
fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.ends_with(".bascule") {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
            continue;
        }
        match std::fs::read(&path) {
            Ok(bytes) => drop(files.insert(path, bytes)),
            // On Windows a program takes itself away after its end, also between the list and the look.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => panic!("{}: {error}", path.display()),
        }
    }
}
