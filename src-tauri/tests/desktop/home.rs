//! A throwaway desktop: a home, a screen, a session bus, and the app on them.

#![expect(clippy::disallowed_methods, reason = "a test prepares its files and starts what it tests")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use zbus::blocking::Connection;
use zbus::blocking::connection::Builder;

use crate::notes::{Notes, Shown};
use crate::panel::Panel;
use crate::screen::{Screen, Window};

/// How long anything may take before a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Cursor's file as many people have it.
pub(crate) const CURSOR: &str = "{\n  \"mcpServers\": {\n    \"mine\": { \"command\": \"/bin/sh\" }\n  }\n}\n";

/// A server whose one tool deletes something.
pub(crate) const SERVER: &str = r#"
import json, sys
TOOL = {"name": "delete_all", "description": "Deletes all.", "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": False, "destructiveHint": True}}
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    if asked.get("method") == "initialize":
        result = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "deleter", "version": "1"}}
    elif asked.get("method") == "tools/list":
        result = {"tools": [TOOL]}
    elif asked.get("method") == "tools/call":
        result = {"content": [{"type": "text", "text": "deleted"}]}
    else:
        result = {}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"#;

/// A desktop with the app on it; all of it goes with the test.
pub(crate) struct Desktop {
    home: tempfile::TempDir,
    /// The app, and whatever else was started; ended in this order.
    running: Vec<Child>,
    address: String,
    display: String,
    connection: Option<Connection>,
    pub(crate) panel: Panel,
    pub(crate) notes: Notes,
}

impl Desktop {
    /// A home with Cursor in it, a screen and a bus, on which a panel and a notification
    /// service listen already. Nothing of Bascule runs yet.
    pub(crate) fn new() -> Self {
        Self::on(true)
    }

    /// The same without a panel.
    pub(crate) fn bare() -> Self {
        Self::on(false)
    }

    fn on(has_panel: bool) -> Self {
        let home = tempfile::tempdir().expect("a home");
        let runtime = home.path().join("run");
        fs::create_dir(&runtime).expect("a folder");
        fs::set_permissions(&runtime, fs::Permissions::from_mode(0o700)).expect("a private folder");
        let mut desktop = Self {
            home,
            running: Vec::new(),
            address: String::new(),
            display: String::new(),
            connection: None,
            panel: Panel::default(),
            notes: Notes::default(),
        };
        desktop.write(".cursor/mcp.json", CURSOR);
        desktop.begin_screen();
        desktop.bus(has_panel);
        desktop
    }

    /// The same, where Cursor is connected to the index of mods.
    pub(crate) fn connected() -> Self {
        let desktop = Self::new();
        desktop.done(&["enable", "ra3-mod-xml", "--harness", "cursor", "--yes"]);
        desktop
    }

    /// The same, with a bridge whose tool asks first.
    pub(crate) fn with_deleter() -> Self {
        let desktop = Self::connected();
        desktop.write("server.py", SERVER);
        let server = desktop.path("server.py").display().to_string();
        desktop.ran(&["bridges", "add", "deleter", "--yes", "--", "/usr/bin/python3", &server]);
        desktop.done(&["allow", "deleter", "build"]);
        desktop.done(&["enable", "deleter", "--harness", "cursor", "--yes"]);
        desktop
    }

    fn begin_screen(&mut self) {
        let mut screen = self.command("Xvfb");
        screen.args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]).stdout(Stdio::piped());
        let mut screen = screen.stderr(Stdio::null()).spawn().expect("Xvfb: `cargo xtask setup` installs it");
        let mut number = String::new();
        BufReader::new(screen.stdout.take().expect("its output")).read_line(&mut number).expect("its number");
        self.display = format!(":{}", number.trim());
        self.running.push(screen);
    }

    fn bus(&mut self, has_panel: bool) {
        let mut bus = self.command("dbus-daemon");
        bus.args(["--session", "--nofork", "--nopidfile", "--print-address"]).stdout(Stdio::piped());
        let mut bus = bus.spawn().expect("dbus-daemon: `cargo xtask setup` installs it");
        let mut address = String::new();
        BufReader::new(bus.stdout.take().expect("its output")).read_line(&mut address).expect("its address");
        self.address = address.trim().to_owned();
        self.running.push(bus);
        // Whoever starts after this finds both.
        let builder = self.notes.serve(self.builder());
        let builder = if has_panel { self.panel.serve(builder) } else { builder };
        self.connection = Some(builder.build().expect("the bus"));
    }

    /// A connection to the session bus that is still to be made.
    pub(crate) fn builder(&self) -> Builder<'static> {
        Builder::address(self.address.as_str()).expect("an address")
    }

    /// The connection that panel and notification service have.
    pub(crate) fn connection(&self) -> &Connection {
        self.connection.as_ref().expect("it is made first")
    }

    /// Starts the app with these arguments, and waits for its icon and menu; how long it
    /// was until the panel had the icon.
    pub(crate) fn start(&mut self, arguments: &[&str]) -> Duration {
        self.panel.forget();
        let begin = Instant::now();
        let app = self.app(arguments).spawn().expect("the app");
        self.running.insert(0, app);
        self.panel.wait_for_icon();
        let took = begin.elapsed();
        self.panel.wait(self.connection(), "an icon without a menu", |rows| !rows.is_empty());
        took
    }

    /// The number of the app's process.
    pub(crate) fn app_id(&self) -> u32 {
        self.running[0].id()
    }

    /// The app, on this desktop.
    pub(crate) fn app(&self, arguments: &[&str]) -> Command {
        let mut app = self.command(env!("CARGO_BIN_EXE_bascule-app"));
        app.args(arguments);
        app
    }

    /// Starts the app, and waits for this among what it writes for whoever reads along.
    #[track_caller]
    pub(crate) fn start_saying(&mut self, arguments: &[&str], words: &str) {
        let mut app = self.app(arguments).stderr(Stdio::piped()).spawn().expect("the app");
        let mut lines = BufReader::new(app.stderr.take().expect("its words")).lines();
        self.running.insert(0, app);
        let said: Vec<String> = lines.by_ref().map_while(Result::ok).take_while(|line| !line.contains(words)).collect();
        // Where it ended, so did what it writes.
        assert!(self.app_runs(), "{words}: {said:#?}");
        std::thread::spawn(move || lines.for_each(drop));
    }

    /// Waits until a background service runs: who started it has come that far.
    pub(crate) fn wait_for_service(&mut self) {
        until("a service runs", || self.done(&["host", "status"])["running"] == true);
    }

    /// Ends a program of this desktop; what it wrote for whoever reads along.
    pub(crate) fn ended(&self, mut app: Child) -> String {
        app.kill().expect("it runs");
        let mut said = String::new();
        app.stderr.take().expect("its words").read_to_string(&mut said).expect("UTF-8");
        app.wait().expect("ends");
        said
    }

    /// Whether the app still runs.
    pub(crate) fn app_runs(&mut self) -> bool {
        self.running[0].try_wait().expect("its state").is_none()
    }

    /// A program on this desktop, with nothing of the person's who runs the test.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("LANG", "C.UTF-8");
        command.env("HOME", self.home.path()).env("XDG_RUNTIME_DIR", self.home.path().join("run"));
        command.env("BASCULE_LAUNCHER", bascule()).env("NO_AT_BRIDGE", "1");
        if !self.address.is_empty() {
            command.env("DBUS_SESSION_BUS_ADDRESS", &self.address);
        }
        if !self.display.is_empty() {
            command.env("DISPLAY", &self.display);
        }
        command.stdin(Stdio::null());
        command
    }

    /// Runs the command line.
    pub(crate) fn ran(&self, arguments: &[&str]) -> Output {
        self.command(bascule().to_str().expect("UTF-8")).args(arguments).output().expect("runs")
    }

    /// Runs the command line, which must end well; what it printed.
    #[track_caller]
    pub(crate) fn done(&self, arguments: &[&str]) -> Value {
        let ran = self.ran(&[arguments, &["--json"]].concat());
        assert!(ran.status.success(), "{arguments:?}: {ran:?}");
        serde_json::from_slice(&ran.stdout).unwrap_or_default()
    }

    /// Starts the command line, and leaves it running.
    pub(crate) fn begun(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(bascule().to_str().expect("UTF-8"));
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("runs")
    }

    /// The screen.
    pub(crate) fn screen(&self) -> Screen {
        Screen::of(&self.display)
    }

    /// Whether a window of the app is on the screen.
    pub(crate) fn has_window(&self) -> bool {
        !self.screen().windows().is_empty()
    }

    /// Waits until the one window of the app has this title.
    #[track_caller]
    pub(crate) fn wait_for_window(&self, title: &str) {
        let is = |windows: Vec<Window>| matches!(&windows[..], [one] if one.title == title);
        until(&format!("no window is called {title}"), || is(self.screen().windows()));
    }

    /// Closes the window, and waits until it is gone.
    pub(crate) fn close_window(&self) {
        let screen = self.screen();
        screen.windows().iter().for_each(|window| screen.close(window));
        until("the window is gone", || !self.has_window());
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.home.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("there")
    }

    /// Waits for a toast that this is true of.
    #[track_caller]
    pub(crate) fn toast(&self, what: &str, is: impl Fn(&Shown) -> bool) -> Shown {
        self.notes.wait(what, PATIENCE * 2, is)
    }
}

/// What a finished program printed.
pub(crate) fn printed(mut child: Child) -> String {
    let mut text = String::new();
    child.stdout.take().expect("its output").read_to_string(&mut text).expect("UTF-8");
    child.wait().expect("ends");
    text
}

/// The engine, which cargo puts beside the app when it builds the workspace.
fn bascule() -> &'static Path {
    static PROGRAM: std::sync::OnceLock<PathBuf> = std::sync::OnceLock::new();
    PROGRAM.get_or_init(|| {
        let program = Path::new(env!("CARGO_BIN_EXE_bascule-app")).with_file_name("bascule");
        assert!(program.is_file(), "{}: `cargo build --package bascule` builds it", program.display());
        program
    })
}

/// Waits until something is so.
#[track_caller]
pub(crate) fn until(what: &str, mut is: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        // The background service is nobody's child here.
        let _ = self.ran(&["host", "stop"]);
        for child in &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
