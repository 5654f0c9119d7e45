//! Verbs that the background service carries out for a window.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bascule_core::machine::Machine;
use bascule_engine::{Engine, OS};
use bascule_host::NotCarried;
use bascule_host::client::Host;
use bascule_host::wire::{Carry, Role};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::home::{CURSOR, Home};

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// The environment of a person who sits at this home.
fn variables(home: &Home) -> BTreeMap<String, String> {
    let command = home.command(&[]);
    let text = |text: &std::ffi::OsStr| text.to_str().expect("UTF-8").to_owned();
    command.get_envs().filter_map(|(name, value)| Some((text(name), text(value?)))).collect()
}

/// A window's way to the service of this home.
struct Window {
    host: Host,
    runtime: tokio::runtime::Runtime,
}

fn window(home: &Home) -> Window {
    let folder = home.path("").to_str().expect("UTF-8").trim_end_matches(['/', '\\']).to_owned();
    let own = env!("CARGO_BIN_EXE_bascule");
    let engine = Engine::new(Machine::new(OS, folder), own.into());
    let host = Host::new(engine, own.into(), Role::Face, "bascule".to_owned());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    Window { host, runtime }
}

/// Carries out one verb: its exit code, steps left out of what it said.
fn carried(home: &Home, window: &Window, arguments: &[&str]) -> (Result<Option<i32>, NotCarried>, Vec<Value>) {
    let arguments = arguments.iter().map(|one| (*one).to_owned()).collect();
    let carry = Carry { arguments, variables: variables(home) };
    let (said, mut values) = mpsc::unbounded_channel();
    let ended = window.runtime.block_on(async { tokio::time::timeout(PATIENCE, window.host.carry(carry, said)).await });
    let mut printed = Vec::new();
    while let Ok(value) = values.try_recv() {
        assert_eq!(value["format"], 1, "{value:#}");
        printed.push(value);
    }
    (ended.expect("in time"), printed)
}

/// Carries out a verb that ends with this code; its result, and how many steps came before.
#[track_caller]
fn result(home: &Home, window: &Window, arguments: &[&str], code: i32) -> (Value, usize) {
    let (ended, mut printed) = carried(home, window, arguments);
    let result = printed.pop().expect("a result");
    assert_eq!(ended.expect("carried out"), Some(code), "{arguments:?}: {result:#}");
    let steps = printed.iter().filter(|value| value["step"]["text"].is_string()).count();
    assert_eq!(steps, printed.len(), "{printed:#?}");
    (result, steps)
}

#[test]
fn what_was_looked_at_is_what_is_done() {
    let home = Home::usual();
    let window = window(&home);
    let wish = ["bascule", "--harness", "cursor"];
    let (plan, _) = result(&home, &window, &[&["plan"], &wish[..]].concat(), 0);
    let digest = plan["plan"].as_str().expect("a plan").to_owned();
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);

    // Somebody else writes meanwhile: other bytes than were shown would be written.
    home.write(".cursor/mcp.json", &CURSOR.replace("mine", "yours"));
    let enable = [&["enable"], &wish[..], &["--yes", "--only-plan", &digest]].concat();
    let (refused, _) = result(&home, &window, &enable, 5);
    assert_eq!(refused["error"]["code"], "plan-changed", "{refused:#}");
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR.replace("mine", "yours"));

    home.write(".cursor/mcp.json", CURSOR);
    let (done, steps) = result(&home, &window, &enable, 0);
    assert_eq!((&done["applied"]["outcome"], &done["plan"]), (&"done".into(), &plan["plan"]));
    assert_eq!(steps, plan["changes"].as_array().expect("changes").len());
    assert!(home.path(".bascule/instances/host.json").exists(), "the service did it");
    // Asked for once more it is there already, which is what was looked at.
    let (again, _) = result(&home, &window, &enable, 0);
    assert_eq!((&again["changes"], &again["refusals"]), (&Value::Array(vec![]), &Value::Array(vec![])));

    let (proven, steps) = result(&home, &window, &["verify"], 0);
    assert_eq!((proven["entries"][0]["good"].clone(), steps), (true.into(), 1));
}

#[test]
fn files_are_looked_for_where_the_asker_has_them() {
    let home = Home::empty().with("elsewhere/.claude.json", "{}\n");
    let window = window(&home);
    // The service starts first, and knows nothing of that folder.
    result(&home, &window, &["status"], 0);
    let elsewhere = home.path("elsewhere");
    let home = home.env("CLAUDE_CONFIG_DIR", elsewhere.to_str().expect("UTF-8"));
    result(&home, &window, &["enable", "bascule", "--harness", "claude-code", "--yes"], 0);
    assert!(home.read("elsewhere/.claude.json").contains("bascule"));
    // A service that is told to end waits for who is connected.
    drop(window);
}

#[test]
fn other_verbs_are_not_carried_out() {
    let home = Home::usual();
    let window = window(&home);
    for verb in [&["mcp", "bascule"][..], &["host", "run"], &["setup"], &[]] {
        let (ended, printed) = carried(&home, &window, verb);
        assert!(matches!(ended, Err(NotCarried::Verb(_))) && printed.is_empty(), "{verb:?}: {ended:?} {printed:?}");
    }
}

#[test]
fn a_verb_that_ends_the_service_is_carried_out_beside_it() {
    let home = Home::usual();
    let before = home.files();
    let window = window(&home);
    result(&home, &window, &["enable", "bascule", "--harness", "cursor", "--yes"], 0);
    let (gone, _) = result(&home, &window, &["uninstall", "--yes"], 0);
    assert_eq!((&gone["ended"], &gone["data"]), (&true.into(), &"removed".into()), "{gone:#}");
    assert_eq!(home.files(), before);
}

#[test]
fn a_verb_that_nobody_waits_for_ends_and_leaves_nothing_half_done() {
    let home = Home::usual().with(".bascule/settings.toml", "format = 1\n\n[host]\nidle_ms = 1000\n");
    let window = window(&home);
    window.runtime.block_on(async {
        let arguments = ["status", "--watch"].map(str::to_owned).to_vec();
        let carry = Carry { arguments, variables: variables(&home) };
        let (said, mut values) = mpsc::unbounded_channel();
        let watching = window.host.carry(carry, said);
        let first = async { values.recv().await.expect("a first value") };
        tokio::select! {
            ended = watching => panic!("{ended:?}"),
            first = first => assert_eq!(first["command"], "status"),
            () = tokio::time::sleep(PATIENCE) => panic!("nothing comes"),
        }
    });
    // What watches keeps the service busy.
    let start = Instant::now();
    while home.path(".bascule/instances/host.json").exists() {
        assert!(start.elapsed() < PATIENCE, "the watch goes on");
        window.runtime.block_on(async { tokio::time::sleep(Duration::from_millis(20)).await });
    }
}
