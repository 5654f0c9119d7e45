//! The commands about what runs: pause, allow, log, notices, and how it all stands.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::home::{CURSOR, Expected, Home, toy};

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A home with a server behind a bridge that AI programs are connected to.
fn with_toy(manner: &'static str) -> Home {
    let home = Home::usual();
    let [program, manner] = toy(manner);
    let added = home.run(&["bridges", "add", "toy", "--yes", "--", &program, &manner]);
    assert!(matches!(added.code, Some(0 | 4)), "{added:#?}");
    home.ends(&["enable", "toy", "--harness", "cursor", "--yes"], 0);
    home
}

/// An adapter as an AI program starts it.
struct Adapter {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
    next: u64,
}

impl Adapter {
    fn of(home: &Home) -> Self {
        Self::to(home, "toy")
    }

    fn to(home: &Home, bridge: &str) -> Self {
        let mut command = home.command(&["mcp", bridge, "--for", "cursor"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("runs");
        let lines = BufReader::new(child.stdout.take().expect("an output")).lines();
        let mut adapter = Self { child, lines, next: 0 };
        let client =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        adapter.ask("initialize", &client);
        adapter
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        let line = json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params});
        writeln!(self.child.stdin.as_mut().expect("an input"), "{line}").expect("heard");
        loop {
            let line = self.lines.next().expect("an answer").expect("UTF-8");
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            if answer["id"] == self.next {
                return answer["result"].clone();
            }
        }
    }

    /// Calls the tool that answers with its arguments; the text of what came of it.
    fn echo(&mut self) -> String {
        self.ask("tools/call", &json!({"name": "echo", "arguments": {"a": 1}})).to_string()
    }
}

impl Drop for Adapter {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// The bridge as `status --json` shows it.
fn shown(home: &Home) -> Value {
    let status = home.json(&["status", "--json"], 0);
    let bridges = status["bridges"].as_array().expect("bridges");
    bridges.iter().find(|bridge| bridge["id"] == "toy").expect("toy").clone()
}

/// Waits until something is so.
#[track_caller]
fn until(what: &str, mut is: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_pause_ends_what_runs_starts_nothing_and_says_how_to_go_on() {
    let home = with_toy("plain");
    home.ends(&["allow", "toy", "everything"], 0);
    let mut adapter = Adapter::of(&home);
    assert!(adapter.echo().contains("\"a\":1"));
    assert_eq!(shown(&home)["health"]["state"], "ready");
    assert!(shown(&home)["serving"]["process"].is_u64());
    let entry = home.read(".cursor/mcp.json");
    for said in ["Paused: toy.", "Paused already: toy."] {
        home.check(&["pause", "toy"], &Expected { code: 0, out: &[said, "resume toy"], err: &[] });
        assert_eq!((&shown(&home)["serving"], &shown(&home)["health"]["state"]), (&Value::Null, &json!("paused")));
    }
    let told = adapter.echo();
    assert!(told.contains("paused by the user") && told.contains(" resume toy"), "{told}");
    // It survives the service, and an adapter of its own starts none.
    home.ends(&["host", "stop"], 0);
    let mut later = Adapter::of(&home);
    let told = later.echo();
    assert!(told.contains("paused by the user") && told.contains(" resume toy"), "{told}");
    assert_eq!(home.json(&["host", "status", "--json"], 0)["running"], false);
    assert_eq!(home.read(".cursor/mcp.json"), entry, "the entry stays");
    for said in ["Goes on: toy.", "Not paused: toy."] {
        home.check(&["resume", "toy"], &Expected { code: 0, out: &[said], err: &[] });
    }
    assert!(later.echo().contains("\"a\":1"));
}

#[test]
fn everything_is_paused_and_one_goes_on_alone() {
    let home = with_toy("plain");
    let paused = |bridge: &str| {
        let ran = home.json(&["status", "--json"], 0);
        let bridges = ran["bridges"].as_array().expect("bridges").clone();
        bridges.iter().any(|one| one["id"] == bridge && one["health"]["state"] == "paused")
    };
    home.check(&["pause"], &Expected { code: 0, out: &["Everything is paused:"], err: &[] });
    home.check(&["pause"], &Expected { code: 0, out: &["paused already"], err: &[] });
    assert!(paused("toy") && paused("ra3-mod-xml") && !paused("bascule"));
    home.ends(&["resume", "toy"], 0);
    assert!(!paused("toy") && paused("ra3-mod-xml"));
    home.check(&["resume"], &Expected { code: 0, out: &["Everything goes on."], err: &[] });
    home.check(&["resume"], &Expected { code: 0, out: &["Nothing is paused."], err: &[] });
    assert!(!home.path(".bascule/settings.toml").exists(), "what is usual needs no file");
}

#[test]
fn wrong_words_are_named_and_change_nothing() {
    let home = Home::usual();
    let cases: [(&[&str], &str); 9] = [
        (&["pause", "nothing"], "does not know a bridge called “nothing”"),
        (&["pause", "bascule"], "nothing runs for it"),
        (&["resume", "nothing"], "does not know a bridge called “nothing”"),
        (&["allow", "nothing", "look"], "does not know a bridge called “nothing”"),
        (&["allow", "ra3-mod-xml", "all"], "look, build, everything"),
        (&["log", "--since", "yesterday"], "2h, 3d"),
        (&["log", "--bridge", "nothing"], "does not know a bridge called “nothing”"),
        (&["log", "--output"], "needs the id of a bridge"),
        (&["notices", "leave", "x"], "no notice “x”"),
    ];
    for (line, err) in cases {
        home.check(line, &Expected { code: 2, out: &[], err: &[err] });
    }
    for line in [&["resume"][..], &["status"], &["log"], &["notices"], &["doctor"], &["allow", "ra3-mod-xml"]] {
        home.ends(line, 0);
    }
    assert!(!home.path(".bascule").exists(), "looking makes nothing");
}

#[test]
fn a_service_with_nothing_to_do_ends_by_itself_and_a_silent_adapter_holds_it_not() {
    let home = with_toy("plain");
    home.write(".bascule/settings.toml", "format = 1\n\n[host]\nidle_ms = 400\n");
    let mut adapter = Adapter::of(&home);
    assert!(adapter.echo().contains("\"a\":1"));
    let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while home.json(&["host", "status", "--json"], 0)["running"] == true {
        assert!(std::time::Instant::now() < until, "it goes on though nobody needs it");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(adapter.echo().contains("\"a\":1"), "the next call starts it again");
}

#[test]
fn a_choice_counts_at_once_and_is_kept() {
    let home = with_toy("plain");
    home.ends(&["allow", "toy", "build"], 0);
    let mut adapter = Adapter::of(&home);
    home.ends(&["allow", "toy", "look"], 0);
    let closed = adapter.echo();
    assert!(closed.contains("it was not called") && closed.contains(" allow toy "), "{closed}");
    home.ends(&["allow", "toy", "build"], 0);
    home.check(&["allow", "toy"], &Expected { code: 0, out: &["build, as it is now", "echo"], err: &[] });
    for said in ["may now, with “toy”: everything", "so already"] {
        home.check(&["allow", "toy", "everything"], &Expected { code: 0, out: &[said], err: &[] });
    }
    assert!(adapter.echo().contains("\"a\":1"));
    home.ends(&["host", "stop"], 0);
    assert!(adapter.echo().contains("\"a\":1"), "it is kept");
    home.ends(&["allow", "toy", "look"], 0);
    assert!(adapter.echo().contains("it was not called"));
    let chosen = home.json(&["allow", "toy", "--json"], 0);
    assert_eq!((&chosen["allows"], &chosen["choices"][1]["groups"]["delete"]), (&json!("look"), &json!("asks")));
    let calls = home.json(&["log", "--bridge", "toy", "--since", "1h", "--json"], 0);
    let outcomes: Vec<&str> =
        calls["calls"].as_array().expect("calls").iter().filter_map(|call| call["outcome"].as_str()).collect();
    assert_eq!(outcomes, ["closed", "done", "done", "closed"]);
    assert_eq!(calls["calls"][0]["harness"], "cursor");
    home.check(&["log"], &Expected { code: 0, out: &["Cursor  toy echo: not allowed"], err: &[] });
    home.check(&["log", "--since", "2100-01-01"], &Expected { code: 0, out: &["Nothing was called then."], err: &[] });
}

#[test]
fn what_was_chosen_about_a_bridge_goes_with_it() {
    let home = with_toy("plain");
    home.ends(&["allow", "toy", "everything"], 0);
    assert!(Adapter::of(&home).echo().contains("\"a\":1"));
    home.ends(&["bridges", "remove", "toy", "--yes"], 0);
    assert!(!home.path(".bascule/settings.toml").exists());
    let status = home.json(&["status", "--json"], 0);
    assert_eq!(status["service"]["state"], "runs");
    assert!(status["bridges"].as_array().is_some_and(|bridges| bridges.iter().all(|bridge| bridge["id"] != "toy")));
}

#[test]
fn a_bridge_that_fails_is_shown_with_its_step_cause_and_mend() {
    let home = with_toy("die");
    home.write(".bascule/settings.toml", "format = 1\n\n[host]\nfirst_pause_ms = 10\nlongest_pause_ms = 10\n");
    let mut adapter = Adapter::of(&home);
    let _ = adapter.ask("tools/list", &json!({}));
    until("it fails", || shown(&home)["health"]["state"] == "failed");
    let bad = shown(&home)["chain"].as_array().expect("a chain").last().expect("a step").clone();
    assert_eq!(
        (&bad["step"], &bad["standing"], &bad["cause"]["code"]),
        (&json!("runtime"), &json!("bad"), &json!("exited"))
    );
    let line = ["its program ended by itself (exit 3)", "log --output toy", "The background service: in order"];
    home.check(&["status"], &Expected { code: 0, out: &line, err: &[] });
    let chinese = ["它的程序自行退出（exit 3）", "后台服务：正常", "“toy”已失败"];
    home.check(&["status", "--lang", "zh-CN"], &Expected { code: 0, out: &chinese, err: &[] });
    home.check(&["log", "--output", "toy"], &Expected { code: 0, out: &["the licence file is missing"], err: &[] });
    home.check(&["notices"], &Expected { code: 0, out: &["“toy” failed: its program ended by itself"], err: &[] });
    // Whatever else is chosen meanwhile, it stays failed until the person says so.
    home.ends(&["allow", "toy", "look"], 0);
    assert_eq!(shown(&home)["health"]["state"], "failed");
    home.check(&["resume", "toy"], &Expected { code: 0, out: &["Tried again: toy."], err: &[] });
}

#[test]
fn who_asks_bascule_itself_is_seen_where_a_service_runs_and_starts_none() {
    let home = with_toy("plain");
    let connected = || {
        let status = home.json(&["status", "--json"], 0);
        let bridges = status["bridges"].as_array().expect("bridges").clone();
        let own = bridges.into_iter().find(|bridge| bridge["id"] == "bascule").expect("the built-in bridge");
        (status["service"]["state"].clone(), own["connected_now"].clone())
    };
    let asks = |adapter: &mut Adapter| adapter.ask("tools/list", &json!({}))["tools"].is_array();
    let mut alone = Adapter::to(&home, "bascule");
    assert!(asks(&mut alone));
    drop(alone);
    assert_eq!(connected().0, "absent");
    drop(Adapter::of(&home));
    until("a service runs", || connected().0 == "runs");
    assert_eq!(connected().1, json!([]));
    let mut seen = Adapter::to(&home, "bascule");
    assert!(asks(&mut seen));
    until("it is seen", || connected().1 == json!(["cursor"]));
    // Also by a service that starts later, once something is asked.
    home.ends(&["host", "stop"], 0);
    assert_eq!(connected().0, "absent");
    drop(Adapter::of(&home));
    until("another service runs", || connected().0 == "runs");
    let told = seen.ask("tools/call", &json!({"name": "list_bridges", "arguments": {}}));
    assert_eq!(told["isError"], false, "{told:#}");
    until("it is seen again", || connected().1 == json!(["cursor"]));
    drop(seen);
    until("it went", || connected().1 == json!([]));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test loses a bridge's program")]
fn a_proof_goes_as_far_as_what_runs_behind_the_entry() {
    let home = Home::usual();
    let [program, manner] = toy("plain");
    let own = home.path("toy").with_extension(std::env::consts::EXE_EXTENSION);
    std::fs::copy(program, &own).expect("a copy");
    home.ends(&["bridges", "add", "toy", "--yes", "--", own.to_str().expect("UTF-8"), &manner], 0);
    home.ends(&["enable", "toy", "--harness", "cursor", "--yes"], 0);
    let proof = |code| home.json(&["verify", "toy", "--json"], code)["entries"][0].clone();
    let steps = |proof: &Value| {
        let steps = proof["steps"].as_array().expect("steps").clone();
        steps.iter().map(|step| step["step"].as_str().expect("a word").to_owned()).collect::<Vec<_>>()
    };
    let good = proof(0);
    assert_eq!((&good["good"], steps(&good).last().map(String::as_str)), (&json!(true), Some("runtime")));
    // The adapter still lists the tools it knows; what would answer them is not there any more.
    home.ends(&["host", "stop"], 0);
    std::fs::remove_file(&own).expect("removed");
    let bad = proof(5);
    assert_eq!((&bad["good"], &bad["failed_step"]), (&json!(false), &json!("runtime")), "{bad:#}");
    assert_eq!(steps(&bad).last().map(String::as_str), Some("tools"));
    assert!(bad["reason"].as_str().is_some_and(|reason| reason.contains("toy")), "{bad:#}");
    let said = ["listed its tools, but what answers them does not run", "doctor"];
    home.check(&["verify", "toy"], &Expected { code: 5, out: &said, err: &[] });
    // What a person paused is not missing.
    home.ends(&["pause", "toy"], 0);
    assert_eq!(steps(&proof(0)).last().map(String::as_str), Some("tools"));
}

#[test]
fn an_entry_that_somebody_took_out_is_told_with_two_ways_and_left_when_asked() {
    let home = with_toy("plain");
    home.write(".cursor/mcp.json", CURSOR);
    // The same with a service that watches and without one.
    for runs in [false, true] {
        if runs {
            drop(Adapter::of(&home));
            until("a service runs", || home.json(&["host", "status", "--json"], 0)["running"] == true);
            until("it has looked", || {
                home.json(&["notices", "--json"], 0)["notices"].as_array().is_some_and(|notices| notices.len() == 1)
            });
        }
        let file = home.shown(".cursor/mcp.json");
        let ways = [file.as_str(), "enable toy --harness cursor", "notices leave entry:toy:cursor"];
        home.check(&["notices"], &Expected { code: 0, out: &ways, err: &[] });
        home.check(&["status"], &Expected { code: 0, out: &ways, err: &[] });
        assert_eq!(home.read(".cursor/mcp.json"), CURSOR, "nothing is rewritten by itself");
        home.ends(&["notices", "leave", "entry:toy:cursor"], 0);
        home.check(&["notices"], &Expected { code: 0, out: &["nothing to know"], err: &[] });
        home.ends(&["enable", "toy", "--harness", "cursor", "--yes"], 0);
        home.write(".cursor/mcp.json", &home.read(".cursor/mcp.json").replace("\"mcp\"", "\"mcp\", \"--loud\""));
        let edited = ["changed the entry", "--restore", "notices leave entry:toy:cursor"];
        until("the other change is told", || {
            let told = home.run(&["notices"]).out;
            edited.iter().all(|part| told.contains(part))
        });
        home.ends(&["enable", "toy", "--harness", "cursor", "--restore", "--yes"], 0);
        home.write(".cursor/mcp.json", CURSOR);
        home.write(".bascule/settings.toml", "format = 1\n");
    }
}

#[test]
fn a_watch_waits_for_a_service_follows_it_and_ends_when_nobody_reads() {
    let home = with_toy("plain");
    let mut command = home.command(&["status", "--watch", "--json"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("runs");
    let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    let mut next =
        || -> Value { serde_json::from_str(&lines.next().expect("a line").expect("UTF-8")).expect("one value a line") };
    assert_eq!(next()["service"]["state"], "absent");
    let adapter = Adapter::of(&home);
    let mut seen = next();
    while seen["service"]["state"] != "runs" {
        seen = next();
    }
    home.ends(&["pause", "toy"], 0);
    let state = |seen: &Value| {
        let bridges = seen["bridges"].as_array().expect("bridges").clone();
        bridges.into_iter().find(|bridge| bridge["id"] == "toy").expect("toy")["health"]["state"].clone()
    };
    while state(&seen) != "paused" {
        seen = next();
    }
    assert_eq!(seen["preferences"]["language"], "system", "{seen:#}");
    home.ends(&["settings", "set", "language", "zh-CN"], 0);
    while seen["preferences"]["language"] != "zh-CN" {
        seen = next();
    }
    assert_eq!(seen["preferences"]["speaks"], "zh-CN", "{seen:#}");
    // Whoever writes the file by hand is heard as well.
    let settings = home.read(".bascule/settings.toml").replace("zh-CN", "en");
    home.write(".bascule/settings.toml", &settings);
    while seen["preferences"]["speaks"] != "en" {
        seen = next();
    }
    home.ends(&["host", "stop"], 0);
    while seen["service"]["state"] != "absent" {
        seen = next();
    }
    assert_eq!(seen["preferences"]["language"], "en", "the same where no service says it: {seen:#}");
    drop(adapter);
    end(&mut child);
}

/// Ends a watch as Ctrl-C does.
#[cfg(unix)]
fn end(child: &mut Child) {
    let pid = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("told");
    assert_eq!(child.wait().expect("ends").code(), Some(0), "it ends cleanly");
}

#[cfg(not(unix))]
fn end(child: &mut Child) {
    child.kill().expect("ended");
    child.wait().expect("ends");
}

#[test]
fn settings_that_cannot_be_read_are_told_and_let_agents_only_look() {
    let home = with_toy("plain");
    home.ends(&["allow", "toy", "everything"], 0);
    home.write(".bascule/settings.toml", "format = 1\nall_pauses = true\n");
    let told = ["settings.toml", "settings-unusable", "settings.toml.aside"];
    home.check(&["doctor"], &Expected { code: 4, out: &told, err: &[] });
    home.check(&["status"], &Expected { code: 0, out: &["may only look", "doctor"], err: &[] });
    home.check(&["pause", "toy"], &Expected { code: 3, out: &[], err: &["settings.toml", "doctor"] });
    let refused = Adapter::of(&home).echo();
    assert!(refused.contains("settings.toml") && !refused.contains("\"a\":1"), "{refused}");
}

#[test]
fn a_killed_service_leaves_nothing_that_the_check_up_cannot_mend() {
    let home = with_toy("plain");
    let mut adapter = Adapter::of(&home);
    home.ends(&["allow", "toy", "everything"], 0);
    assert!(adapter.echo().contains("\"a\":1"));
    let process = home.json(&["status", "--json"], 0)["service"]["process"].as_u64().expect("a process");
    drop(adapter);
    kill(process);
    until("its note is stale", || home.run(&["doctor"]).out.contains("service-stale"));
    until("what it ran is gone", || !home.run(&["doctor"]).out.contains("orphaned"));
    home.check(&["doctor", "--fix"], &Expected { code: 0, out: &["mended now"], err: &[] });
    home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
}

#[cfg(unix)]
fn kill(process: u64) {
    let pid = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("killed");
}

#[cfg(windows)]
#[expect(clippy::disallowed_methods, reason = "a test ends a process by the system's own tool")]
fn kill(process: u64) {
    let done = std::process::Command::new("taskkill").args(["/F", "/PID", &process.to_string()]).status();
    assert!(done.is_ok_and(|status| status.success()), "killed");
}

#[test]
fn uninstall_ends_what_runs_before_any_file_goes() {
    let home = with_toy("plain");
    home.ends(&["allow", "toy", "everything"], 0);
    let mut adapter = Adapter::of(&home);
    assert!(adapter.echo().contains("\"a\":1"));
    let serving = shown(&home)["serving"]["process"].as_u64().expect("a process");
    let shown = ["Live access: the background service and what it runs: goes", "was ended", "Bascule is gone."];
    home.check(&["uninstall", "--yes"], &Expected { code: 0, out: &shown, err: &[] });
    assert!(!home.path(".bascule").exists());
    #[cfg(target_os = "linux")]
    assert!(!std::path::Path::new(&format!("/proc/{serving}")).exists(), "nothing of ours runs");
    let _ = serving;
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}

#[test]
fn what_runs_can_stay_and_keeps_what_it_needs() {
    let home = with_toy("plain");
    home.ends(&["allow", "toy", "everything"], 0);
    assert!(Adapter::of(&home).echo().contains("\"a\":1"));
    home.ends(&["uninstall", "--spare", "live", "--yes"], 0);
    assert_eq!(home.json(&["host", "status", "--json"], 0)["running"], true);
    assert!(home.path(".bascule/history").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_service_that_does_not_answer_is_told_with_its_process() {
    let home = with_toy("plain");
    drop(Adapter::of(&home));
    let status = home.json(&["status", "--json"], 0);
    let process = status["service"]["process"].as_u64().expect("a process");
    let pid = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::STOP).expect("stopped");
    let said = ["service-silent", &format!("(process {process})")];
    let doctor = home.run(&["doctor"]);
    let silent = home.run(&["status"]);
    rustix::process::kill_process(pid, rustix::process::Signal::CONT).expect("goes on");
    assert!(doctor.code == Some(4) && said.iter().all(|part| doctor.out.contains(part)), "{doctor:#?}");
    assert!(silent.out.contains("is there but does not answer"), "{silent:#?}");
}

#[test]
#[cfg(target_os = "linux")]
fn what_serves_a_bridge_without_a_service_is_found_and_ended() {
    let home = with_toy("plain");
    let root = home.path(".bascule");
    let mut command = home.command(&["runtime", "toy"]);
    let started = command.env("BASCULE_HOME", &root).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let mut orphan = started.expect("runs");
    let pid = format!("({})", orphan.id());
    home.check(&["doctor"], &Expected { code: 4, out: &["orphaned", &pid], err: &[] });
    home.check(&["doctor", "--fix"], &Expected { code: 0, out: &["mended now"], err: &[] });
    assert!(!orphan.wait().expect("ends").success(), "it was ended");
    home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
}
