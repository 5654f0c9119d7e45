//! `plan`, `enable`, `disable`, `rollback`, `history`.

use serde_json::json;

use crate::home::{BROKEN, CODEX, CURSOR, Expected, Home};

#[test]
fn enable_then_disable_leaves_every_byte() {
    let home = Home::usual();
    let before = home.files();
    let expected =
        Expected { code: 0, out: &["Cursor: adds", "Codex: adds", "This is change 1", "rollback 1"], err: &[] };
    home.check(&["enable", "bascule", "--all", "--yes"], &expected);
    assert!(home.read(".cursor/mcp.json").contains("\"mcp\", \"bascule\", \"--for\", \"cursor\""));
    assert!(home.read(".codex/config.toml").starts_with(CODEX));
    home.check(
        &["enable", "bascule", "--all", "--yes"],
        &Expected { code: 0, out: &["Already so", "Nothing needs"], err: &[] },
    );
    home.ends(&["disable", "bascule", "--all", "--yes"], 0);
    assert_eq!(home.files(), before);
    home.check(&["disable", "bascule", "--all", "--yes"], &Expected { code: 0, out: &["Nothing needs"], err: &[] });
    assert_eq!(home.files(), before);
}

#[test]
fn a_plan_and_a_dry_run_change_nothing_and_say_what_would() {
    let home = Home::usual();
    let before = home.files();
    for line in [&["plan", "bascule", "--all"][..], &["enable", "bascule", "--all", "--dry-run"], &[]] {
        home.check(line, &Expected { code: 0, out: &["This does it:", "enable bascule --all --yes"], err: &[] });
        assert_eq!(home.files(), before, "{line:?}");
    }
    assert!(!home.path(".bascule").exists(), "a plan leaves no trace");
}

#[test]
fn where_nobody_can_be_asked_nothing_happens_and_the_command_is_printed() {
    let home = Home::usual();
    let before = home.files();
    let expected =
        Expected { code: 5, out: &["Cursor: adds"], err: &["nobody here to ask", "enable bascule --all --yes"] };
    let ran = home.check(&["enable", "bascule", "--all"], &expected);
    assert_eq!(home.files(), before);
    // What is printed works as printed.
    let line = ran.err.lines().last().expect("a command").trim();
    let arguments: Vec<&str> = line.split(' ').skip(1).collect();
    assert!(std::path::Path::new(line.split(' ').next().expect("a program")).is_absolute(), "{line}");
    home.ends(&arguments, 0);
}

#[test]
fn one_broken_file_leaves_the_others_connected() {
    let home = Home::usual().with(".codex/config.toml", BROKEN);
    let err = ["config.toml:1:", "help: Correct the file"];
    home.check(&["enable", "bascule", "--all", "--yes"], &Expected { code: 4, out: &["Cursor: adds"], err: &err });
    assert!(home.read(".cursor/mcp.json").contains("bascule"));
    assert_eq!(home.read(".codex/config.toml"), BROKEN);
    home.check(&["enable", "bascule", "--harness", "codex", "--yes"], &Expected { code: 5, out: &[], err: &err });
    home.ends(&["disable", "bascule", "--all", "--yes"], 0);
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}

#[test]
fn what_was_typed_wrong_is_answered_with_what_may_be_meant() {
    let home = Home::usual();
    let before = home.files();
    let cases: [(&[&str], &[&str]); 23] = [
        (&["enable", "bascule", "--harness", "cursr"], &["“cursr”", "Did you mean “cursor”?", "harnesses --all"]),
        (&["enable", "basculé", "--all"], &["“basculé”", "Did you mean “bascule”?", "bridges"]),
        (&["enable", "../x", "--all"], &["does not know a bridge"]),
        (&["enable", "bascule"], &["Which AI programs?", "enable bascule --all"]),
        (&["enable"], &["Say what to connect", "enable bascule --all"]),
        (&["disable", "bascule"], &["Which AI programs?", "first disconnects", "disable bascule --all"]),
        (&["plan", "bascule"], &["first shows the plan", "plan bascule --all"]),
        (&["enable", "bascule", "--project"], &["--project needs a folder"]),
        (&["enable", "bascule", "--harness"], &["--harness needs the id of a program"]),
        (
            &["enable", "bascule", "--harness", "cursor", "--project", "nowhere"],
            &["nowhere is not a folder that is there"],
        ),
        (&["enable", "bascule", "--harness", "claude"], &["“claude-code”", "“claude-desktop”"]),
        (&["enable", "bascule", "--harness", "droid"], &["“factory”"]),
        (&["enable", "bascule", "--al"], &["“--al” does not belong here", "“--all”"]),
        (&["frobnicate"], &["“frobnicate” does not belong here"]),
        (&["enable", "bascule", "--all", "--harness", "cursor"], &["do not go together"]),
        (&["enable", "bascule", "--all", "--scope", "galaxy"], &["“galaxy” is not a value", "user, project"]),
        (&["enable", "bascule", "--all", "--scope", "project"], &["--project"]),
        (&["rollback", "7", "--yes"], &["no change 7", "history"]),
        (&["rollback", "x"], &["“x” is not a value"]),
        (&["enable", "bascule", "--all", "--scope", "user", "--project", "p"], &["do not go together"]),
        (&["--lang", "de", "status"], &["“de” is not a value"]),
        (&["bridges", "add", "x", "--env", "y", "--command", "z"], &["“y” is not a value"]),
        (&["setup", "--bridge", "nothing"], &["“nothing”", "bridges"]),
    ];
    for (line, err) in cases {
        home.check(line, &Expected { code: 2, out: &[], err });
        assert_eq!(home.files(), before, "{line:?}");
    }
    let told = home.json(&["enable", "bascule", "--harness", "cursr", "--json"], 2);
    assert_eq!(told["error"]["code"], "unknown-program", "{told:#}");
    let told = home.json(&["enable", "bascule", "--al", "--json"], 2);
    let error = &told["error"];
    assert!(error["sentence"].as_str().is_some_and(|text| text.starts_with("“--al”")), "{told:#}");
    assert!(error["commands"][0].as_str().is_some_and(|line| line.ends_with("enable --help")), "{told:#}");
}

#[test]
fn a_rollback_takes_back_and_can_be_taken_back() {
    let home = Home::usual();
    let before = home.files();
    home.check(&["rollback", "--yes"], &Expected { code: 0, out: &["not changed anything yet"], err: &[] });
    home.ends(&["enable", "bascule", "--all", "--yes"], 0);
    let with = home.files();
    home.check(&["rollback", "1", "--yes"], &Expected { code: 0, out: &["Takes back change 1"], err: &[] });
    assert_eq!(home.files(), before);
    home.check(&["rollback", "1", "--yes"], &Expected { code: 5, out: &[], err: &["came after it", "rollback 2"] });
    home.check(&["rollback", "--yes"], &Expected { code: 0, out: &["Nothing needs"], err: &[] });
    assert_eq!(home.files(), before, "a rollback is never what is meant without a number");
    home.ends(&["rollback", "2", "--yes"], 0);
    assert_eq!(home.files(), with);
    home.check(&["rollback", "--yes"], &Expected { code: 0, out: &["Takes back change 1"], err: &[] });
    assert_eq!(home.files(), before);
    home.ends(&["rollback", "4", "--yes"], 0);
    assert_eq!(home.files(), with);
    home.ends(&["rollback", "--harness", "cursor", "--yes"], 0);
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
    home.ends(&["rollback", "--all", "--yes"], 0);
    assert_eq!(home.files(), before);
    home.check(&["rollback", "--all", "--yes"], &Expected { code: 0, out: &["Nothing needs"], err: &[] });
}

#[test]
fn history_tells_the_newest_first() {
    let home = Home::usual();
    home.check(&["history"], &Expected { code: 0, out: &["not changed anything yet"], err: &[] });
    home.ends(&["enable", "bascule", "--all", "--yes"], 0);
    home.ends(&["rollback", "1", "--yes"], 0);
    home.check(&["history"], &Expected { code: 0, out: &["enable bascule --all", "taken back later"], err: &[] });
    let told = home.json(&["history", "--json"], 0);
    let changes = told["changes"].as_array().expect("changes");
    let numbers: Vec<_> = changes.iter().map(|change| &change["number"]).collect();
    assert_eq!(numbers, [&json!(2), &json!(1)]);
    assert_eq!((&changes[1]["rolled_back"], &changes[0]["rolled_back"]), (&json!(true), &json!(false)));
    assert_eq!(changes[1]["outcome"], "done");
}

#[test]
fn json_of_a_plan_has_the_shape_of_its_page() {
    let home = Home::usual().with(".codex/config.toml", BROKEN);
    let told = home.json(&["plan", "bascule", "--all", "--json"], 0);
    assert_eq!(told["command"], "plan");
    let change = &told["changes"][0];
    assert_eq!(change["entries"][0], json!({"bridge": "bascule", "harness": "cursor", "scope": "user", "step": "put"}));
    assert!(change["diff"].as_array().is_some_and(|lines| lines.iter().any(|line| line["kind"] == "in")), "{change:#}");
    let refusal = &told["refusals"][0];
    assert_eq!((&refusal["code"], &refusal["remedy"]["kind"]), (&json!("unparsable"), &json!("mend-file")), "{told:#}");
    assert_eq!(told["applied"], json!(null));
    let told = home.json(&["enable", "bascule", "--all", "--json"], 5);
    assert!(
        told["apply_command"].as_str().is_some_and(|line| line.ends_with("enable bascule --all --yes")),
        "{told:#}"
    );
    let told = home.json(&["enable", "bascule", "--all", "--json", "--yes"], 4);
    assert_eq!(told["applied"], json!({"change": 1, "outcome": "done"}));
    let told = home.json(&["enable", "bascule", "--harness", "cursor", "--json", "--yes"], 0);
    assert_eq!((&told["applied"], &told["settled"][0]["harness"]), (&json!(null), &json!("cursor")));
}

#[test]
fn a_program_is_known_however_its_name_is_written_and_told_when_it_is_not_here() {
    let home = Home::usual();
    let line = ["enable", "bascule", "--harness", "Cursor", "--harness", "ZED", "--yes"];
    home.check(&line, &Expected { code: 0, out: &["Cursor: adds", "Not found on this computer: Zed"], err: &[] });
    let told = home.json(&["disable", "bascule", "--harness", "CURSOR", "--json", "--yes"], 0);
    assert_eq!(told["applied"]["outcome"], "done", "{told:#}");
}

#[test]
fn what_is_printed_works_as_printed_also_with_blanks_and_at_any_width() {
    let home = Home::usual().with("my shop/README", "").env("COLUMNS", "40");
    let ran = home.check(
        &["enable", "bascule", "--harness", "cursor", "--project", "my shop"],
        &Expected { code: 5, out: &[], err: &[if cfg!(windows) { "\\my shop\" --yes" } else { "/my shop' --yes" }] },
    );
    assert!(ran.out.lines().any(|line| line.chars().count() <= 40), "{}", ran.out);
    let ran = home.run(&["plan", "bascule", "--all", "--lang", "zh-CN"]);
    let bad = |line: &&str| line.trim_start().starts_with(['，', '。', '）', '”', '：', '；']);
    assert_eq!(ran.out.lines().find(bad), None);
}

#[test]
fn two_at_once_both_end_well() {
    let home = Home::usual();
    for _ in 0..4 {
        let run = || {
            let mut command = home.command(&["enable", "bascule", "--all", "--yes"]);
            command.stdout(std::process::Stdio::null()).spawn().expect("runs")
        };
        let mut pair = [run(), run(), run()];
        for child in &mut pair {
            assert_eq!(child.wait().expect("ends").code(), Some(0));
        }
        home.ends(&["disable", "bascule", "--all", "--yes"], 0);
    }
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}

#[test]
fn a_removed_bridge_is_not_brought_back() {
    let home = Home::usual();
    home.ends(&["bridges", "add", "own", "--yes", "--command", "/bin/false"], 4);
    home.ends(&["enable", "own", "--harness", "cursor", "--yes"], 0);
    home.ends(&["disable", "own", "--all", "--yes"], 0);
    home.ends(&["bridges", "remove", "own"], 0);
    let err = ["“own” was removed", "bridges add"];
    home.check(&["rollback", "2", "--yes"], &Expected { code: 5, out: &[], err: &err });
    let told = home.json(&["rollback", "2", "--yes", "--json"], 5);
    assert_eq!(told["refusals"][0]["code"], "bridge-removed", "{told:#}");
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}

/// Secrets a person may have put anywhere, each in its own place.
const SECRETS: [&str; 6] =
    ["s3cret-env", "s3cret-argument", "s3cret-toml", "s3cret-yaml", "s3cret-ours", "s3cret-YmFz="];

#[test]
fn no_planted_secret_is_ever_shown() {
    let cursor = "{\n  \"mcpServers\": {\n    \"x\": { \"command\": \"y\", \"args\": [\"--token=s3cret-argument\", \"-k\", \"s3cret-argument\"],\n      \"env\": { \"TOKEN\": \"s3cret-env\" } }\n  }\n}\n";
    let codex = "[mcp_servers.x]\ncommand = \"y\"\nargs = [\"s3cret-toml\"]\n[mcp_servers.x.env]\nKEY = \"\"\"\ns3cret-toml\ns3cret-YmFz=\n\"\"\"\n";
    let goose = "extensions:\n  x:\n    cmd: y\n    args:\n      [s3cret-yaml]\n    envs: {KEY: s3cret-yaml}\n    note: |\n      s3cret-yaml\n";
    let home = Home::usual()
        .with(".cursor/mcp.json", cursor)
        .with(".codex/config.toml", codex)
        .with(".config/goose/config.yaml", goose);
    let shows = |home: &Home, line: &[&str]| {
        let ran = home.run(line);
        for secret in SECRETS {
            assert!(!ran.out.contains(secret) && !ran.err.contains(secret), "{secret} by {line:?}: {ran:#?}");
        }
        ran
    };
    let look = |home: &Home| {
        for line in [
            &["plan", "bascule", "--all", "--diff"][..],
            &["plan", "bascule", "--all", "--restore", "--diff"],
            &["disable", "bascule", "--all", "--dry-run", "--diff"],
            &["disable", "bascule", "--all", "--keep", "--dry-run", "--diff"],
            &["rollback", "--dry-run", "--diff"],
            &["rollback", "--all", "--dry-run", "--diff"],
            &["history"],
            &["status"],
            &["doctor"],
        ] {
            shows(home, line);
            shows(home, &[line, &["--json"]].concat());
        }
    };
    look(&home);
    shows(&home, &["enable", "bascule", "--all", "--yes", "--diff"]);
    look(&home);
    // The person puts a secret into our entry: it is theirs, also when ours comes back.
    let edit = || {
        let text = home.read(".cursor/mcp.json").replace(
            "\"--for\", \"cursor\"]",
            "\"--for\", \"cursor\", \"s3cret-ours\"], \"env\": {\"A\": \"s3cret-ours\"}",
        );
        assert!(text.contains("s3cret-ours"), "{text}");
        home.write(".cursor/mcp.json", &text);
    };
    edit();
    look(&home);
    shows(&home, &["enable", "bascule", "--harness", "cursor", "--restore", "--yes", "--diff"]);
    look(&home);
    edit();
    shows(&home, &["disable", "bascule", "--harness", "cursor", "--keep", "--yes", "--diff"]);
    look(&home);
    let ran = shows(&home, &["enable", "bascule", "--harness", "cursor", "--restore", "--yes", "--diff"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    look(&home);
    shows(&home, &["rollback", "--yes", "--diff"]);
    look(&home);
    shows(&home, &["rollback", "--all", "--yes", "--diff"]);
    look(&home);
}

#[test]
fn no_secret_of_the_person_is_shown() {
    let secret =
        "{\n  \"mcpServers\": {\n    \"x\": { \"command\": \"y\", \"env\": { \"TOKEN\": \"hunter2\" } }\n  }\n}\n";
    let home = Home::usual().with(".cursor/mcp.json", secret);
    for line in [&["plan", "bascule", "--all", "--diff"][..], &["plan", "bascule", "--all", "--json"]] {
        let ran = home.ends(line, 0);
        assert!(!ran.out.contains("hunter2") && !ran.err.contains("hunter2"), "{ran:#?}");
        assert!(ran.out.contains("--for"), "our own entry is shown: {ran:#?}");
    }
}

#[test]
fn a_project_gets_its_own_entry_with_a_warning() {
    let home = Home::usual();
    let project = home.path("shop");
    let project = project.to_str().expect("UTF-8");
    home.write("shop/README", "");
    let line = ["enable", "bascule", "--harness", "cursor", "--project", project];
    let yes = [&line[..], &["--yes"]].concat();
    home.check(&yes, &Expected { code: 0, out: &["Cursor in shop", "may be shared with others"], err: &[] });
    assert!(home.read("shop/.cursor/mcp.json").contains("bascule"));
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
    home.ends(&["disable", "bascule", "--all", "--yes"], 0);
    assert!(!home.path("shop/.cursor").exists(), "what was made goes");
}

#[test]
fn a_pipe_that_closes_is_no_error() {
    let home = Home::usual();
    let mut child = home.command(&["harnesses", "--all"]).stdout(std::process::Stdio::piped()).spawn().expect("runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("ends").code(), Some(0));
}
