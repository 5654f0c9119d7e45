//! Packs as cases: what is read, and what is refused at which place.

use serde_json::{Value, json};

use super::*;

const RUNNING: Version = Version { major: 0, minor: 1, patch: 0 };

const MANIFEST: &str = r#"format = 1
id = "demo"
kind = "engine"
name = { en = "Demo", zh-CN = "示例" }
summary = { en = "Shows it.", zh-CN = "演示。" }
[groups]
look = ["peek"]
"#;

const COMMAND: &str = r#"format = 1
id = "mine"
kind = "command"
name = { en = "Mine", zh-CN = "我的" }
summary = { en = "A server.", zh-CN = "服务器。" }
[command]
program = "uvx"
"#;

fn tool(name: &str, read_only: bool) -> String {
    json!({
        "name": name,
        "description": "Peeks.",
        "inputSchema": {"type": "object", "additionalProperties": false},
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": read_only, "destructiveHint": false, "idempotentHint": true,
                        "openWorldHint": false},
    })
    .to_string()
}

/// Reads a `command` bridge whose server listed these tools.
fn recalled(manifest: &str, recorded: &str) -> Result<BridgeManifest, String> {
    let file = PackFile { name: "tools.json", text: recorded };
    let read = BridgeManifest::parse(PackFile { name: "bridge.toml", text: manifest }, &[], RUNNING);
    read.and_then(|manifest| manifest.with_recorded(file)).map_err(|error| error.to_string())
}

/// Reads a pack whose tools are `tools`, and shows the error as people see it.
fn read(manifest: &str, tools: &[String]) -> Result<BridgeManifest, String> {
    let files: Vec<_> = tools.iter().map(|text| PackFile { name: "tools/a.json", text }).collect();
    let file = PackFile { name: "bridge.toml", text: manifest };
    BridgeManifest::parse(file, &files, RUNNING).map_err(|error| error.to_string())
}

#[test]
fn the_built_in_bridge_only_looks() {
    let manifest = built_in("bascule", RUNNING).expect("built in").expect("our own pack");
    assert_eq!(manifest.id, "bascule");
    let names: Vec<_> = manifest.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["list_bridges", "list_programs", "diagnose", "show_changes"]);
    for tool in manifest.tools.iter() {
        assert_eq!(manifest.group_of(tool), Group::Look, "{}", tool.name);
        let hints = Annotations { read_only: true, destructive: false, idempotent: true, open_world: false };
        assert_eq!(tool.annotations, hints, "{}", tool.name);
    }
    assert!(manifest.try_it.is_some());
}

#[test]
fn every_built_in_bridge_is_read_and_only_looks() {
    for id in BUILT_INS {
        let manifest = built_in(id, RUNNING).expect("built in").unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(manifest.id, id);
        assert!(!manifest.tools.is_empty(), "{id}");
        assert_eq!(works_in_projects(id), matches!(manifest.kind, Kind::Index(_)), "{id}");
        assert!(RESERVED.contains(&id), "{id}");
        for tool in manifest.tools.iter() {
            assert_eq!(manifest.group_of(tool), Group::Look, "{id}: {}", tool.name);
        }
    }
    assert!(built_in("nobody", RUNNING).is_none());
}

#[test]
fn no_built_in_bridge_came_with_a_version_that_is_still_to_come() {
    let before_all = Version { major: 0, minor: 0, patch: 0 };
    assert_eq!(built_in_after(before_all).collect::<Vec<_>>(), BUILT_INS);
    let this = Version::parse(env!("CARGO_PKG_VERSION")).expect("a version");
    assert_eq!(built_in_after(this).count(), 0);
}

#[test]
fn a_pack_is_refused_at_the_place_that_is_wrong() {
    let with = |old: &str, new: &str| MANIFEST.replace(old, new);
    let peek = || vec![tool("peek", true)];
    let cases: Vec<(String, Vec<String>, &str)> = vec![
        (with("id =", "ids ="), peek(), "bridge.toml, line 2, column 1: unknown field `ids`"),
        (with("look =", "looks ="), peek(), "bridge.toml, line 7, column 1: unknown field `looks`"),
        (with("\"demo\"", "\"Demo\""), peek(), "line 2, column 6: id breaks its rule: 1 to 20 of a-z"),
        (with("\"demo\"", "\"a-very-long-id-indeed\""), peek(), "line 2, column 6: id breaks its rule"),
        (with("\"demo\"", "\"-demo\""), peek(), "line 2, column 6: id breaks its rule"),
        (with("\"engine\"", "\"broker\""), peek(), "line 3, column 8: bridges of kind \"broker\" are not in this"),
        (
            with("\"engine\"", "\"index\""),
            peek(),
            "line 3, column 8: index breaks its rule: a bridge of kind index has",
        ),
        (
            format!("{}[index]\nreader = \"sage\"\nproject = \"../x\"\n", with("\"engine\"", "\"index\"")),
            peek(),
            "line 8, column 1: index.project breaks its rule",
        ),
        (
            format!("{}[index]\nreader = \"none\"\nproject = \"x\"\n", with("\"engine\"", "\"index\"")),
            peek(),
            "line 9, column 10: unknown variant `none`",
        ),
        (format!("{MANIFEST}[index]\nreader = \"sage\"\nproject = \"x\"\n"), peek(), "index breaks its rule: only a"),
        (with("\"engine\"", "\"magic\""), peek(), "line 3, column 8: no bridge is of kind \"magic\""),
        (with("\"engine\"", "\"command\""), peek(), "line 3, column 8: command breaks its rule"),
        (with("\"Demo\"", "\"\""), peek(), "line 4, column 8: name breaks its rule"),
        (with(", zh-CN = \"示例\"", ""), peek(), "line 4, column 8: missing field `zh-CN`"),
        (with("format = 1", "format = 2\nfuture = true"), peek(), "line 1, column 10: format 2 is newer than 1"),
        (with("format = 1", "format = 0"), peek(), "line 1, column 10: format breaks its rule"),
        (with("[groups]", "requires = \"0.2\"\n[groups]"), peek(), "line 6, column 12: the bridge needs Bascule 0.2.0"),
        (with("[groups]", "requires = \"new\"\n[groups]"), peek(), "line 6, column 12: requires breaks its rule"),
        (
            with("[groups]", "[groups]\nrun = [\"peek\"]"),
            peek(),
            "line 7, column 8: the tool \"peek\" is in two groups",
        ),
        (with("\"peek\"", "\"poke\""), peek(), "line 1, column 1: the tool \"peek\" is in no group"),
        (with("\"peek\"", "\"peek\", \"poke\""), peek(), "line 7, column 17: no tool is called \"poke\""),
        (MANIFEST.into(), vec![tool("peek", false)], "line 7, column 9: the tool \"peek\" is in group look but"),
        (MANIFEST.into(), [peek(), peek()].concat(), "two tools are called \"peek\""),
        (with("id = \"demo\"", "id = \"demo\"\nid = \"demo\""), peek(), "line 3, column 1: duplicate key"),
        (with("[groups]", "[groups"), peek(), "bridge.toml, line 6, column 8: "),
        (with("[groups]", &format!("#{}\n[groups]", "x".repeat(70_000))), peek(), "larger than 65536 bytes"),
        (
            format!("{MANIFEST}[[predecessors]]\nfragment = \"ab\"\n"),
            peek(),
            "line 8, column 1: fragment breaks its rule: at least 3",
        ),
        (format!("{MANIFEST}[command]\nprogram = \"x\"\n"), peek(), "line 8, column 1: command breaks its rule: only"),
        (MANIFEST.into(), vec![tool("pe ek", true)], "tools/a.json, line 1, column 2: name breaks its rule"),
        (MANIFEST.into(), vec![tool(&"p".repeat(65), true)], "name breaks its rule"),
        (MANIFEST.into(), vec![tool("peek", true).replace("Peeks.", "")], "description breaks its rule"),
        (MANIFEST.into(), vec![tool("peek", true).replace("\"name\"", "\"nome\"")], "column 7: unknown field `nome`"),
        (MANIFEST.into(), vec![tool("peek", true).replace(",\"openWorldHint\":false", "")], "missing field `openWorld"),
        (
            MANIFEST.into(),
            vec![tool("peek", true).replace("\"additionalProperties\":false", "\"pattern\":\"a\"")],
            "# uses the schema keyword \"pattern\"",
        ),
        (
            MANIFEST.into(),
            vec![tool("peek", true).replace(",\"additionalProperties\":false", "")],
            "inputSchema breaks its rule: it describes an object with additionalProperties false",
        ),
        (MANIFEST.into(), vec!["{\n  \"name\": }".into()], "tools/a.json, line 2, column 11: expected value"),
        (COMMAND.replace("program =", "shell ="), vec![], "bridge.toml, line 7, column 1: unknown field `shell`"),
        (COMMAND.replace("\"uvx\"", "\"\""), vec![], "line 6, column 1: command breaks its rule"),
        (format!("{COMMAND}env = {{ \"A=B\" = \"c\" }}\n"), vec![], "command.env breaks its rule"),
        (COMMAND.into(), peek(), "line 1, column 1: the tool \"peek\" is in no group"),
        (format!("{COMMAND}[groups]\nlook = [\"peek\", \"poke\"]\n"), peek(), "no tool is called \"poke\""),
    ];
    for (manifest, tools, expected) in cases {
        let error = read(&manifest, &tools).expect_err(expected);
        assert!(error.contains(expected), "expected {expected:?}, found {error:?} for\n{manifest}\n{tools:?}");
    }
}

#[test]
fn a_list_of_recorded_tools_is_refused_where_no_client_could_use_it() {
    let cases = [
        ("{\"format\": 2, \"tools\": []}", "line 1, column 2: format 2 is newer than 1"),
        ("{\"format\": 1, \"tools\": [{\"name\": \"x\"}]}", "inputSchema breaks its rule"),
        ("{\"format\": 1}", "missing field `tools`"),
        (
            r#"{"format": 1, "tools": [{"name": "x", "inputSchema": {}}, {"name": "x", "inputSchema": {}}]}"#,
            "two tools are called \"x\"",
        ),
    ];
    for (recorded, expected) in cases {
        let error = recalled(COMMAND, recorded).expect_err(expected);
        assert!(error.contains(expected), "expected {expected:?}, found {error:?}");
    }
}

#[test]
fn tools_a_pack_ships_are_listed_until_its_server_was_seen_and_judged_by_it() {
    let manifest = format!("{COMMAND}[groups]\nlook = [\"peek\"]\n");
    let shipped = read(&manifest, &[tool("peek", true)]).expect("a pack");
    assert_eq!(shipped.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["peek"]);
    let Value::Object(strange) = json!({"strange": 1}) else { unreachable!("an object") };
    assert!(shipped.tools[0].check(&strange).is_ok());
    let seen = shipped.with_recorded(PackFile { name: "tools.json", text: &recorded_text(&[]) }).expect("a list");
    assert!(seen.tools.is_empty());
}

#[test]
fn recorded_tools_come_back_with_every_key() {
    let listed =
        json!({"name": "a/b.c", "inputSchema": {"type": "object", "anyOf": []}, "icons": [1], "_meta": {"k": 1}});
    let Value::Object(listed) = listed else { unreachable!("an object") };
    let tool = Tool::foreign(listed.clone()).expect("a tool");
    let manifest = recalled(COMMAND, &recorded_text(&[tool])).expect("a pack");
    assert_eq!(manifest.tools[0].listed(), &listed);
    assert!(manifest.tools[0].check(&serde_json::Map::new()).is_ok());
}

#[test]
fn a_foreign_tool_is_grouped_by_its_hints_and_feared_without_any() {
    let cases = [
        (json!({}), Group::Delete),
        (json!({"readOnlyHint": true}), Group::Look),
        (json!({"destructiveHint": false}), Group::Build),
        (json!({"readOnlyHint": "yes"}), Group::Delete),
    ];
    let manifest = read(COMMAND, &[]).expect("a pack");
    for (hints, expected) in cases {
        let listed = json!({"name": "a", "inputSchema": {}, "annotations": hints});
        let Value::Object(listed) = listed else { unreachable!("an object") };
        let tool = Tool::foreign(listed).expect("a tool");
        assert_eq!(manifest.group_of(&tool), expected, "{hints}");
    }
    let named = read(&format!("{COMMAND}[groups]\nrun = [\"a\"]\n"), &[]).expect("a pack");
    let Value::Object(listed) = json!({"name": "a", "inputSchema": {}}) else { unreachable!("an object") };
    assert_eq!(named.group_of(&Tool::foreign(listed).expect("a tool")), Group::Run);
}

#[test]
fn a_command_becomes_a_manifest_that_reads_back() {
    let command = ChildCommand {
        program: "C:\\Program Files\\x\\\"y\".exe".into(),
        args: vec!["--root".into(), "/a b/ü\n".into()],
        cwd: Some("/somewhere".into()),
        env: [("TOKEN".to_owned(), "s3cret".to_owned())].into(),
    };
    let text = command_manifest("mine", "My server", &command, RUNNING).expect("a manifest");
    let manifest = read(&text, &[]).expect("it reads back");
    assert_eq!((manifest.name.en.as_str(), manifest.kind), ("My server", Kind::Command(command.clone())));
    assert!(!format!("{command:?}").contains("s3cret"));
    let error = command_manifest("Not An Id", "x", &command, RUNNING).expect_err("a bad id");
    assert!(error.to_string().contains("id breaks its rule"), "{error}");
}

#[test]
fn predecessors_are_recognised_by_name_and_fragment() {
    let text = format!("{MANIFEST}[[predecessors]]\nnames = [\"old\", \"older\"]\nfragment = \"old-mcp\"\n");
    let manifest = read(&text, &[tool("peek", true)]).expect("a pack");
    let args = |args: &[&str]| args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>();
    let cases = [
        ("old", "npx", args(&["-y", "old-mcp@2"]), true),
        ("older", "/opt/old-mcp/bin/run", args(&[]), true),
        ("new", "npx", args(&["old-mcp"]), false),
        ("old", "npx", args(&["other"]), false),
    ];
    for (name, program, args, expected) in cases {
        assert_eq!(manifest.predecessors[0].recognises(name, program, &args), expected, "{name} {program} {args:?}");
    }
}

#[test]
fn a_bridge_says_its_version_and_how_an_older_skill_looks() {
    let with = |version: &str, skill: &str| {
        let old = format!("[[predecessors]]\nfragment = \"old-mcp\"\nskill = {skill}\n");
        let text = MANIFEST.replace("[groups]", &format!("{old}[groups]"));
        read(&text.replace("kind =", &format!("version = \"{version}\"\nkind =")), &[tool("peek", true)])
    };
    let manifest = with("2.1", "{ file = \".old.json\", contains = \"old\" }").expect("a pack");
    assert_eq!(manifest.version.map(|version| version.to_string()).as_deref(), Some("2.1.0"));
    let skill = manifest.predecessors[0].skill.as_ref().expect("an older skill");
    assert!(skill.recognises(b"{\"by\": \"old\"}") && !skill.recognises(b"{}"));
    let cases = [
        ("two", "{ file = \"a\" }", "version breaks its rule"),
        ("1", "{ file = \"../a\" }", "skill.file breaks its rule"),
        ("1", "{ file = \"\" }", "skill.file breaks its rule"),
        ("1", "{ contains = \"a\" }", "missing field `file`"),
        ("1", "{ file = \"a\", names = [] }", "unknown field `names`"),
    ];
    for (version, skill, expected) in cases {
        let error = with(version, skill).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn versions_are_compared_number_by_number() {
    let version = |text| Version::parse(text);
    assert!(version("0.10") > version("0.9.9"));
    assert_eq!(version("1"), Some(Version { major: 1, minor: 0, patch: 0 }));
    assert_eq!(version("1.2.3-beta+5"), Some(Version { major: 1, minor: 2, patch: 3 }));
    for wrong in ["", "1.", "1.2.3.4", "a", "-1"] {
        assert_eq!(version(wrong), None, "{wrong:?}");
    }
}
