//! From one version to the next, and back.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::adapter::Adapter;
use crate::home::{Expected, Home};
use crate::{ENABLE, LAUNCHER, engine, home};

/// A folder with a launcher and an engine of this version that answers as a shell
/// script does.
pub(crate) fn stand_in(folder: &Path, version: &str, does: &str) {
    let script = format!("#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'bascule {version}'; exit; fi\n{does}\n");
    std::fs::write(folder.join("bascule"), script).expect("a script");
    std::fs::set_permissions(folder.join("bascule"), std::fs::Permissions::from_mode(0o755)).expect("rights");
    std::fs::write(folder.join("bascule-launcher"), "a newer launcher").expect("a launcher");
}

/// A script's answer to `initialize`, as a server of this version.
fn answers(version: &str) -> String {
    format!(
        "read line\necho '{{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{{\"protocolVersion\":\"2025-06-18\",\
         \"capabilities\":{{}},\"serverInfo\":{{\"name\":\"bascule\",\"version\":\"{version}\"}}}}}}'\ncat >/dev/null"
    )
}

fn upgraded(home: &Home, version: &str) {
    let folder = home.path(&format!("download {version}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    stand_in(&folder, version, &answers(version));
    home.ends(&["self", "install", "--from", folder.to_str().expect("UTF-8"), "--yes"], 0);
}

fn versions(home: &Home) -> Vec<String> {
    let folders = std::fs::read_dir(home.path(".bascule/versions")).expect("versions");
    let mut names: Vec<String> =
        folders.map(|folder| folder.expect("a folder").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

#[test]
fn running_adapters_notice_nothing_of_an_upgrade_and_new_ones_are_new() {
    let home = home();
    home.ends(ENABLE, 0);
    let launcher = home.path(LAUNCHER);
    let before = std::fs::read(&launcher).expect("a launcher");
    let mut running: Vec<Adapter> = (0..5).map(|_| Adapter::start(&launcher)).collect();
    let own = env!("CARGO_PKG_VERSION");
    for adapter in &mut running {
        assert_eq!(adapter.open()["serverInfo"]["version"], own);
    }
    upgraded(&home, "9.0.0");
    assert_eq!(std::fs::read(&launcher).expect("a launcher"), before, "a launcher of the same contract stays");
    assert_eq!(Adapter::start(&launcher).open()["serverInfo"]["version"], "9.0.0");
    for adapter in &mut running {
        assert_eq!(adapter.tools().len(), 4);
        let changes = adapter.call("show_changes");
        assert_eq!(changes["isError"], false, "{changes}");
    }
    // Two versions later the first is neither used nor to go back to; only those who
    // run it keep it.
    upgraded(&home, "9.1.0");
    assert_eq!(versions(&home), [own, "9.0.0", "9.1.0"]);
    for adapter in &mut running {
        assert_eq!(adapter.tools().len(), 4);
    }
    running.into_iter().for_each(Adapter::end);
    upgraded(&home, "9.2.0");
    assert_eq!(versions(&home), ["9.1.0", "9.2.0"]);
    assert_eq!(Adapter::start(&launcher).open()["serverInfo"]["version"], "9.2.0");
    // An older program that is run by hand makes nothing older.
    home.check(ENABLE, &Expected { code: 0, out: &["Nothing needs to change"], err: &[] });
    assert_eq!(Adapter::start(&launcher).open()["serverInfo"]["version"], "9.2.0");
    home.ends(&["rollback", "4", "--yes"], 0);
    assert_eq!(versions(&home), [own, "9.0.0", "9.1.0"]);
    assert_eq!(Adapter::start(&launcher).open()["serverInfo"]["version"], "9.1.0");
    // What came back can be started, too.
    home.ends(&["self", "use", own, "--yes"], 0);
    assert_eq!(Adapter::start(&launcher).open()["serverInfo"]["version"], own);
}

#[test]
fn another_version_is_used_and_used_no_more() {
    let home = home();
    home.ends(ENABLE, 0);
    upgraded(&home, "9.0.0");
    let launcher = home.path(LAUNCHER);
    let own = env!("CARGO_PKG_VERSION");
    let version = |expected: &str| assert_eq!(Adapter::start(&launcher).open()["serverInfo"]["version"], expected);
    version("9.0.0");
    home.check(&["self", "use", own, "--yes"], &Expected { code: 0, out: &["Using Bascule"], err: &[] });
    version(own);
    home.ends(&["rollback", "--yes"], 0);
    version("9.0.0");
}

#[test]
fn an_engine_that_is_gone_is_told_by_the_launcher_and_an_app_that_is_gone_by_the_engine() {
    let home = home();
    let app = home.path("the app");
    std::fs::create_dir(&app).expect("an app");
    home.ends(&["self", "install", "--app", app.to_str().expect("UTF-8"), "--yes"], 0);
    home.ends(ENABLE, 0);
    let launcher = home.path(LAUNCHER);
    assert_eq!(Adapter::start(&launcher).open()["serverInfo"]["name"], "bascule");
    assert!(home.read(".bascule/current").contains("the app"), "enable keeps what is noted of an app");

    std::fs::remove_dir(&app).expect("removed");
    let mut adapter = Adapter::start(&launcher);
    adapter.open();
    assert_eq!(adapter.tools(), ["uninstall_bascule"]);
    let said = adapter.call("uninstall_bascule");
    let text = said["content"][0]["text"].as_str().expect("a text");
    let command = format!("{} self install", launcher.display());
    assert!(text.contains(&command), "{text}");

    std::fs::remove_file(engine(&home)).expect("removed");
    let mut adapter = Adapter::start(&launcher);
    assert_eq!(adapter.open()["serverInfo"]["name"], "bascule-launcher");
    assert_eq!(adapter.tools(), ["why_bascule_is_missing"]);
    let said = adapter.call("why_bascule_is_missing");
    let text = said["content"][0]["text"].as_str().expect("a text");
    assert!(text.contains(".cursor/mcp.json → bascule") && text.contains("Install Bascule again"), "{text}");

    home.ends(&["self", "install", "--yes"], 0);
    let mut adapter = Adapter::start(&launcher);
    adapter.open();
    assert_eq!(adapter.tools().len(), 4, "installed again without the app");
}
