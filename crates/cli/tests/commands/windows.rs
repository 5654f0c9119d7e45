//! The real binary on Windows: where files lie there, whose they are, how lines end.

#![expect(clippy::disallowed_methods, reason = "a test plays the person and the AI program")]

use std::fs::OpenOptions;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::windows::fs::OpenOptionsExt as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::home::{Expected, Home};

const CLASSIC: &str = "AppData/Roaming/Claude/claude_desktop_config.json";
const PACKAGED: &str =
    "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json";
const OTHER_PACKAGE: &str =
    "AppData/Local/Packages/Claude_0123456789abc/LocalCache/Roaming/Claude/claude_desktop_config.json";
/// A file of the package that is no config: the program was never started.
const FRESH_PACKAGE: &str = "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/Settings/settings.dat";
const OTHER_FRESH_PACKAGE: &str = "AppData/Local/Packages/Claude_0123456789abc/Settings/settings.dat";

const EMPTY: &str = "{\r\n  \"mcpServers\": {}\r\n}\r\n";

/// Which file of Claude Desktop gets the entry, by what is there.
#[test]
fn claude_desktop_is_written_where_the_installed_one_reads() {
    let cases: [(&[&str], Option<&str>); 8] = [
        (&[], Some(CLASSIC)),
        (&[CLASSIC], Some(CLASSIC)),
        (&[CLASSIC, FRESH_PACKAGE], Some(CLASSIC)),
        (&[FRESH_PACKAGE], Some(PACKAGED)),
        (&[PACKAGED], Some(PACKAGED)),
        (&[CLASSIC, PACKAGED], Some(PACKAGED)),
        (&[PACKAGED, OTHER_PACKAGE], None),
        (&[FRESH_PACKAGE, OTHER_FRESH_PACKAGE], None),
    ];
    for (present, written) in cases {
        let home = present.iter().fold(Home::empty(), |home, file| home.with(file, EMPTY));
        let before = home.files();
        let line = ["enable", "bascule", "--harness", "claude-desktop", "--yes"];
        let Some(written) = written else {
            home.check(&line, &Expected { code: 5, out: &[], err: &["Claude_pzs8sxrjxfjjc", "Claude_0123456789abc"] });
            assert_eq!(home.files(), before, "{present:?}");
            continue;
        };
        home.ends(&line, 0);
        let mut now = home.files();
        let text = String::from_utf8(now.remove(&home.path(written)).expect("the file")).expect("UTF-8");
        assert!(text.contains("bascule"), "{present:?}: {text}");
        now.extend(before.get_key_value(&home.path(written)).map(|(path, bytes)| (path.clone(), bytes.clone())));
        assert_eq!(now, before, "{present:?}: another file changed");
        home.ends(&["disable", "bascule", "--harness", "claude-desktop", "--yes"], 0);
        assert_eq!(home.files(), before, "{present:?}");
    }
}

#[test]
fn the_folders_are_those_the_environment_names() {
    let home = Home::empty();
    let (roaming, local) = (home.path("漫游 数据"), home.path("local data"));
    let home = home.with("漫游 数据/Claude/claude_desktop_config.json", EMPTY);
    let home = home.env("APPDATA", &roaming.display().to_string()).env("LOCALAPPDATA", &local.display().to_string());
    let line = ["enable", "bascule", "--harness", "claude-desktop", "--yes"];
    home.ends(&line, 0);
    assert!(home.read("漫游 数据/Claude/claude_desktop_config.json").contains("bascule"));
    // The packaged one is installed, started, and from then on the one that reads.
    home.ends(&["disable", "bascule", "--all", "--yes"], 0);
    let packaged = "local data/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json";
    home.write(packaged, EMPTY);
    home.ends(&line, 0);
    assert!(home.read(packaged).contains("bascule"));
    assert_eq!(home.read("漫游 数据/Claude/claude_desktop_config.json"), EMPTY);
}

/// A person's files as Windows programs write them, under a name as people have it.
fn written_by_windows(person: &str) -> Home {
    Home::called(person)
        .with(
            ".cursor/mcp.json",
            "{\r\n\t\"mcpServers\": {\r\n\t\t\"mine\": { \"command\": \"x.cmd\" }\r\n\t}\r\n}\r\n",
        )
        .with(".codex/config.toml", "# 我的\r\nmodel = \"gpt-5\"\r\n")
        .with(".claude.json", "{\r\n  \"numStartups\": 3\r\n}")
        .with("AppData/Roaming/Code/User/mcp.json", "{\r\n  // mine\r\n  \"servers\": {},\r\n}\r\n")
        .with("AppData/Roaming/Zed/settings.json", "// Zed\r\n{\r\n  \"theme\": \"One\",\r\n}\r\n")
        .with(".gemini/settings.json", "{}\r\n")
        .with(CLASSIC, EMPTY)
}

#[test]
fn every_byte_comes_back() {
    let home = written_by_windows("张 三 (办公室)");
    let before = home.files();
    home.ends(&["enable", "bascule", "--all", "--yes"], 0);
    let now = home.files();
    assert!(now.len() >= before.len());
    for (path, bytes) in &before {
        let text = String::from_utf8(now[path].clone()).expect("UTF-8");
        assert_ne!(&now[path], bytes, "{}: nothing was written", path.display());
        assert!(!text.replace("\r\n", "").contains('\n'), "{}: a line ends otherwise: {text:?}", path.display());
        assert!(!text.contains(r"\\?\") && !text.contains(r"\\\\?"), "{}: {text}", path.display());
    }
    home.ends(&["disable", "bascule", "--all", "--yes"], 0);
    assert_eq!(home.files(), before);
    home.ends(&["rollback", "2", "--yes"], 0);
    assert_eq!(home.files(), now, "the rollback of the removal");
    home.ends(&["rollback", "1", "--yes"], 0);
    assert_eq!(home.files(), before);
}

#[test]
fn the_entry_starts_the_adapter() {
    let home = written_by_windows("空 格");
    home.ends(&["enable", "bascule", "--harness", "cursor", "--yes"], 0);
    let config: Value = serde_json::from_str(&home.read(".cursor/mcp.json")).expect("JSON");
    let entry = &config["mcpServers"]["bascule"];
    let program = entry["command"].as_str().expect("a command");
    let args = entry["args"].as_array().expect("arguments").iter().map(|arg| arg.as_str().expect("text"));
    let mut adapter = Command::new(program)
        .args(args)
        .env("USERPROFILE", home.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the adapter starts");
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params":
        {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "cursor", "version": "1"}}});
    let mut input = adapter.stdin.take().expect("a pipe");
    writeln!(input, "{hello}").expect("the adapter reads");
    let mut line = String::new();
    BufReader::new(adapter.stdout.take().expect("a pipe")).read_line(&mut line).expect("an answer");
    let answer: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(answer["result"]["serverInfo"]["name"], "bascule", "{answer}");
    drop(input);
    assert!(adapter.wait().expect("an end").success());
}

#[test]
fn a_file_that_another_process_keeps_to_itself_is_named() {
    let home = Home::usual();
    let before = home.files();
    let holder = OpenOptions::new().read(true).share_mode(0).open(home.path(".cursor/mcp.json")).expect("open");
    let err = ["Another program has", "mcp.json open", "Quit the program"];
    home.check(&["enable", "bascule", "--harness", "cursor", "--yes"], &Expected { code: 5, out: &[], err: &err });
    drop(holder);
    assert_eq!(home.files(), before);
}

/// A program that runs cannot be removed here: it goes aside, and goes when it has ended.
#[test]
fn a_program_that_runs_takes_itself_away() {
    let home = Home::empty().with(".cursor/mcp.json", crate::home::CURSOR).env("BASCULE_LAUNCHER", "");
    let before = home.files();
    home.ends(&["enable", "bascule", "--harness", "cursor", "--yes"], 0);
    let launcher = home.path(".bascule/bin/bascule.exe");
    let mut uninstall = Command::new(launcher);
    uninstall.args(["uninstall", "--yes"]).env_clear().env("USERPROFILE", home.path(""));
    uninstall.envs(std::env::var_os("SystemRoot").map(|folder| ("SystemRoot", folder)));
    let done = uninstall.stdin(Stdio::null()).output().expect("the launcher runs");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(!home.path(".bascule").exists(), "{said}");
    for _ in 0..100 {
        if home.files() == before {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    assert_eq!(home.files().into_keys().collect::<Vec<_>>(), before.into_keys().collect::<Vec<_>>());
}

/// The adapter ends with the launcher's job, and so would all that it starts.
#[test]
fn the_service_survives_the_job_of_the_launcher_that_began_it() {
    let home = Home::empty().with(".cursor/mcp.json", crate::home::CURSOR).env("BASCULE_LAUNCHER", "");
    let [program, manner] = crate::home::toy("plain");
    let added = home.run(&["bridges", "add", "toy", "--yes", "--", &program, &manner]);
    assert!(matches!(added.code, Some(0 | 4)), "{added:#?}");
    home.ends(&["enable", "toy", "--harness", "cursor", "--yes"], 0);
    home.run(&["host", "stop"]);
    let mut launcher = Command::new(home.path(".bascule/bin/bascule.exe"));
    launcher.args(["mcp", "toy", "--for", "cursor"]).env("USERPROFILE", home.path(""));
    let mut launcher = launcher.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the launcher starts");
    let mut input = launcher.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(launcher.stdout.take().expect("a pipe")).lines();
    let client =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let call = json!({"name": "echo", "arguments": {"a": 1}});
    for (id, method, params) in [(1, "initialize", client), (2, "tools/call", call)] {
        writeln!(input, "{}", json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).expect("heard");
        let answer =
            lines.by_ref().map(|line| line.expect("a line")).find(|line| line.contains(&format!("\"id\":{id}")));
        assert!(answer.expect("an answer").contains("\"result\""));
    }
    let service = || home.json(&["status", "--json"], 0)["service"].clone();
    let before = service();
    assert_eq!((&before["state"], &before["bound"]), (&json!("runs"), &json!(false)), "{before:#}");
    // Its job ends with it, and the adapter with the job.
    launcher.kill().expect("ended");
    launcher.wait().expect("an end");
    assert!(lines.next().is_none_or(|line| line.is_err()), "the adapter has ended");
    let after = service();
    assert_eq!((&after["state"], &after["process"]), (&json!("runs"), &before["process"]), "{after:#}");
    home.run(&["host", "stop"]);
}
