//! `harnesses`, `bridges`, `status`, `configure`, `verify`, `doctor`, languages.

use serde_json::json;

use crate::home::{BROKEN, Expected, Home};

#[test]
fn programs_are_listed_with_the_reason() {
    let home = Home::usual();
    let found = format!("Cursor (cursor): found {}", home.shown(".cursor"));
    let out = ["2 AI programs found", &found, &home.shown(".codex/config.toml")];
    home.check(&["harnesses"], &Expected { code: 0, out: &out, err: &[] });
    let told = home.json(&["harnesses", "--json"], 0);
    let ids: Vec<_> = told["harnesses"].as_array().expect("a list").iter().map(|one| one["id"].clone()).collect();
    assert_eq!(ids, [json!("cursor"), json!("codex")]);
    let all = home.json(&["harnesses", "--all", "--json"], 0);
    assert!(all["harnesses"].as_array().is_some_and(|list| list.len() >= 26));
    home.check(&["harnesses", "--all"], &Expected { code: 0, out: &["Zed (zed)"], err: &[] });
    Home::empty().check(&["harnesses"], &Expected { code: 0, out: &["No AI program was found"], err: &[] });
}

#[test]
fn one_program_is_not_several() {
    let home = Home::empty().with(".cursor/mcp.json", "{}\n");
    home.check(&["harnesses"], &Expected { code: 0, out: &["1 AI program found:"], err: &[] });
}

#[test]
fn status_follows_what_happens_to_an_entry() {
    let home = Home::usual();
    let state = |home: &Home, harness: &str| {
        let told = home.json(&["status", "--json"], 0);
        let entries = told["bridges"][0]["entries"].as_array().expect("entries").clone();
        entries.into_iter().find(|entry| entry["harness"] == harness).expect("a row")["state"].clone()
    };
    assert_eq!(state(&home, "cursor"), "absent");
    home.ends(&["enable", "bascule", "--all", "--yes"], 0);
    assert_eq!(state(&home, "cursor"), "as-written");
    let edited = home.read(".cursor/mcp.json").replace("\"--for\"", "\"--verbose\", \"--for\"");
    home.write(".cursor/mcp.json", &edited);
    assert_eq!(state(&home, "cursor"), "edited");
    home.write(".cursor/mcp.json", "{\"mcpServers\": {\"bascule\": {\"command\": \"theirs\"}}}");
    assert_eq!(state(&home, "cursor"), "taken");
    home.write(".cursor/mcp.json", "{}");
    assert_eq!(state(&home, "cursor"), "gone");
    home.check(
        &["status"],
        &Expected { code: 0, out: &["removed by somebody else", &home.shown(".cursor/mcp.json")], err: &[] },
    );
    home.write(".cursor/mcp.json", "{");
    assert_eq!(state(&home, "cursor"), "unreadable");
}

#[test]
fn a_snippet_can_be_piped() {
    let home = Home::usual();
    let ran = home.check(
        &["configure", "--harness", "cursor", "--print"],
        &Expected { code: 0, out: &["\"mcpServers\""], err: &[&home.shown(".cursor/mcp.json")] },
    );
    let value: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON alone");
    assert_eq!(value["mcpServers"]["bascule"]["args"], json!(["mcp", "bascule", "--for", "cursor"]));
    home.check(
        &["configure", "--harness", "codex", "--print"],
        &Expected { code: 0, out: &["[mcp_servers.bascule]"], err: &[] },
    );
    for harness in home.json(&["harnesses", "--all", "--json"], 0)["harnesses"].as_array().expect("a list") {
        let id = harness["id"].as_str().expect("an id");
        home.check(&["configure", "--harness", id, "--print"], &Expected { code: 0, out: &["bascule"], err: &[] });
    }
    home.ends(&["configure", "--harness", "nobody", "--print"], 2);
    home.ends(&["configure", "--harness", "cursor"], 2);
}

#[test]
fn every_connection_is_tried() {
    let home = Home::usual();
    home.check(&["verify"], &Expected { code: 0, out: &["no connection to check"], err: &[] });
    home.ends(&["enable", "bascule", "--all", "--yes"], 0);
    home.check(
        &["verify"],
        &Expected { code: 0, out: &["Cursor: “bascule” works (4 tools", "Codex: “bascule” works"], err: &[] },
    );
    let told = home.json(&["verify", "--harness", "cursor", "--json"], 0);
    let steps: Vec<_> =
        told["entries"][0]["steps"].as_array().expect("steps").iter().map(|one| one["step"].clone()).collect();
    assert_eq!(
        steps,
        ["config", "allowed", "launcher", "engine", "initialize", "tools", "call"].map(|step| json!(step)),
        "{told:#}"
    );
    let edited = home.read(".cursor/mcp.json").replace("\"--for\"", "\"--verbose\", \"--for\"");
    home.write(".cursor/mcp.json", &edited);
    home.check(&["verify"], &Expected { code: 4, out: &["was not started", "doctor"], err: &[] });
    let told = home.json(&["verify", "--harness", "cursor", "--json"], 5)["entries"][0].clone();
    assert_eq!(told["reason"], "edited");
    assert!(told["sentence"].as_str().is_some_and(|sentence| sentence.contains("changed")), "{told:#}");
    let ways: Vec<_> =
        told["remedy"]["ways"].as_array().expect("ways").iter().map(|way| way["arguments"].clone()).collect();
    assert_eq!(ways, [json!(["enable", "bascule", "--harness", "cursor", "--restore"]), json!(["doctor"])], "{told:#}");
    // Each way is also there as it is typed.
    let typed = told["remedy"]["ways"][0]["command"].as_str().expect("a command");
    assert!(typed.ends_with("enable bascule --harness cursor --restore"), "{typed}");
    let good = home.json(&["verify", "--harness", "codex", "--json"], 0)["entries"][0].clone();
    assert_eq!((&good["sentence"], &good["remedy"]), (&json!(null), &json!(null)));
    home.ends(&["verify", "nothing"], 2);
}

// It starts a program of Unix.
#[cfg(unix)]
#[test]
fn a_server_that_does_not_answer_is_told_with_its_step() {
    let home = Home::usual();
    home.ends(&["bridges", "add", "dead", "--yes", "--command", "/bin/false"], 4);
    home.ends(&["enable", "dead", "--harness", "cursor", "--yes"], 0);
    let out = ["did not list its tools", "dead is not available", "code 1", "doctor"];
    home.check(&["verify", "dead"], &Expected { code: 5, out: &out, err: &[] });
    let told = home.json(&["verify", "--launcher", "/nowhere/bascule", "--json"], 5);
    assert_eq!(told["entries"][0]["failed_step"], "config", "{told:#}");
}

#[test]
fn doctor_finds_and_mends() {
    let home = Home::usual();
    home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
    let (there, missing) = if cfg!(windows) { ("cmd", "C:/no/such/program") } else { ("sh", "/no/such/program") };
    let servers = json!({"mcpServers": {"x": {"command": missing}, "y": {"command": there}}});
    home.write(".cursor/mcp.json", &servers.to_string());
    home.write(".codex/config.toml", BROKEN);
    let out = ["[command-missing]", missing, "[config-unusable]"];
    home.check(&["doctor"], &Expected { code: 4, out: &out, err: &[] });
    let codes = |home: &Home, line: &[&str], code| {
        let told = home.json(line, code);
        told["findings"].as_array().expect("findings").iter().map(|one| one["code"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(codes(&home, &["doctor", "--json"], 4), [json!("config-unusable"), json!("command-missing")]);

    let home = Home::usual();
    home.ends(&["enable", "bascule", "--all", "--yes"], 0);
    home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
    // The state folder is lost: the entries are still ours.
    remove(&home.path(".bascule"));
    home.check(&["doctor"], &Expected { code: 4, out: &["[entry-without-receipt]", "doctor --fix"], err: &[] });
    home.check(&["doctor", "--fix"], &Expected { code: 0, out: &["mended now"], err: &[] });
    home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
    home.ends(&["disable", "bascule", "--all", "--yes"], 0);
    assert!(!home.read(".cursor/mcp.json").contains("bascule"));
}

#[test]
fn doctor_survives_a_torn_note_and_says_what_to_do() {
    let home = Home::usual();
    home.ends(&["enable", "bascule", "--all", "--yes"], 0);
    home.write(".bascule/history/000001.jsonl", "{\"torn\n");
    let ran =
        home.check(&["doctor"], &Expected { code: 4, out: &["[state-unusable]", "000001.jsonl.aside"], err: &[] });
    assert!(!ran.out.contains("entry-without-receipt"), "{}", ran.out);
    home.check(&["status"], &Expected { code: 3, out: &[], err: &["doctor"] });
    remove_file(&home.path(".bascule/history/000001.jsonl"));
    home.ends(&["doctor", "--fix"], 0);
    home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
}

// It starts a program of Unix.
#[cfg(unix)]
#[test]
fn doctor_tells_what_cannot_work_without_starting_it() {
    let home = Home::usual();
    home.ends(&["bridges", "add", "gone", "--yes", "--command", "/no/such/server"], 4);
    home.ends(&["bridges", "add", "lost", "--yes", "--command", "/bin/false"], 4);
    home.ends(&["enable", "gone", "lost", "--harness", "cursor", "--yes"], 0);
    remove(&home.path(".bascule/bridges/lost"));
    let out = ["[bridge-command-missing]", "/no/such/server", "[bridge-unknown]", "disable lost --harness cursor"];
    home.check(&["doctor"], &Expected { code: 4, out: &out, err: &[] });
}

#[cfg(unix)]
#[test]
#[expect(clippy::disallowed_methods, reason = "a test links its files")]
fn doctor_names_files_that_enable_would_refuse_and_notes_what_is_not_ours() {
    let home = Home::usual();
    std::fs::hard_link(home.path(".cursor/mcp.json"), home.path("second")).expect("linked");
    home.check(&["doctor"], &Expected { code: 4, out: &["[config-unusable]", "second name", "--print"], err: &[] });
    let foreign = "{\"mcpServers\": {\"x\": {\"command\": \"/no/such/program\"}}}";
    let home = Home::usual().with(".cursor/mcp.json", foreign);
    home.check(&["doctor"], &Expected { code: 0, out: &["note: ", "[command-missing]"], err: &[] });
}

#[cfg(unix)]
#[test]
#[expect(clippy::disallowed_methods, reason = "a test looks at its files")]
fn doctor_closes_a_state_folder_that_others_can_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::usual();
    home.ends(&["enable", "bascule", "--all", "--yes"], 0);
    let folder = home.path(".bascule");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).expect("rights");
    home.check(&["doctor"], &Expected { code: 4, out: &["[state-shared]"], err: &[] });
    home.ends(&["doctor", "--fix"], 0);
    assert_eq!(std::fs::metadata(&folder).expect("there").permissions().mode() & 0o777, 0o700);
}

#[test]
fn it_speaks_chinese_by_locale_and_by_request() {
    let home = Home::usual().env("LANG", "zh_CN.UTF-8");
    home.check(&["harnesses"], &Expected { code: 0, out: &["找到 2 个 AI 程序："], err: &[] });
    home.check(&["--help"], &Expected { code: 0, out: &["用法：", "撤销更改"], err: &[] });
    home.check(&["frobnicate"], &Expected { code: 2, out: &[], err: &["出错：这里不能用“frobnicate”", "提示："] });
    home.check(&["--lang", "en", "harnesses"], &Expected { code: 0, out: &["2 AI programs found"], err: &[] });
    let home = home.env("LC_ALL", "C");
    home.check(&["harnesses"], &Expected { code: 0, out: &["2 AI programs found"], err: &[] });
    home.check(&["harnesses", "--lang=zh-CN"], &Expected { code: 0, out: &["找到"], err: &[] });
}

#[test]
fn text_fits_eighty_columns() {
    let home = Home::usual().with(".codex/config.toml", BROKEN);
    let lines: [&[&str]; 5] =
        [&["--help"], &["enable", "--help"], &["plan", "bascule", "--all"], &["doctor"], &["harnesses", "--all"]];
    for lang in ["en", "zh-CN"] {
        for line in lines {
            let ran = home.run(&[line, &["--lang", lang]].concat());
            for line in ran.out.lines().chain(ran.err.lines()).filter(|line| !line.contains(['/', '\\'])) {
                let wide = line.chars().filter(|c| *c >= '\u{1100}').count();
                assert!(line.chars().count() + wide <= 80, "{line:?}");
            }
        }
    }
}

#[test]
fn the_demo_shows_that_everything_comes_back() {
    let home = Home::empty();
    let out = ["Step 6 of 6", "the same, all", "Claude Code: “bascule” works", "throwaway home is gone"];
    let ran = home.check(&["demo"], &Expected { code: 0, out: &out, err: &[] });
    assert!(!ran.out.contains("different"), "{}", ran.out);
    assert!(home.files().is_empty(), "the demo leaves nothing in the real home");
}

#[expect(clippy::disallowed_methods, reason = "a test loses its file")]
fn remove_file(file: &std::path::Path) {
    std::fs::remove_file(file).expect("removed");
}

#[expect(clippy::disallowed_methods, reason = "a test loses its folder")]
fn remove(folder: &std::path::Path) {
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_program_that_asks_before_it_starts_a_server_is_said_to() {
    let home = Home::usual().with(".claude.json", "{}\n").with("p/README", "");
    home.ends(&["enable", "bascule", "--harness", "claude-code", "--project", "p", "--yes"], 0);
    home.ends(&["enable", "bascule", "--harness", "cursor", "--yes"], 0);
    home.check(&["verify"], &Expected { code: 0, out: &["Claude Code in p will ask you once"], err: &[] });
    let told = home.json(&["verify", "--json"], 0);
    let asks = |entry: &serde_json::Value| entry["asks"] == (entry["scope"] == "project");
    assert!(told["entries"].as_array().is_some_and(|all| all.len() == 2 && all.iter().all(asks)), "{told:#}");
}
