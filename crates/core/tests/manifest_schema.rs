//! The published schema of `bridge.toml` and the strict parser say the same: of a
//! table of cases, and of every small change to manifests that are good.

use bascule_core::bridge::{BridgeManifest, PackFile, Version};
use serde_json::{Map, Value, json};

const SCHEMA: &str = include_str!("../../../docs/bridge.schema.json");
const RUNNING: Version = Version { major: 0, minor: 1, patch: 0 };

const COMMAND: &str = r#"
format = 1
id = "mine"
kind = "command"
requires = "0.1"
version = "1.2"
publisher = "Ann"
name = { en = "Mine", zh-CN = "我的" }
summary = { en = "A server.", zh-CN = "服务器。" }
predecessors = [{ names = ["old"], fragment = "old-mcp", skill = { file = "a/b.json", contains = "x" } }]
[command]
program = "uvx"
args = ["mine", "{bridge}/x"]
cwd = "/somewhere"
env = { TOKEN = "x" }
[groups]
look = ["peek"]
build = ["make", "remake"]
delete = []
run = ["go"]
[try]
en = ["One?", "Two?"]
zh-CN = ["一？", "二？"]
[[plugin]]
files = "plugin/add-on"
[plugin.windows]
to = "{appdata}/Host/Add-ons/mine"
app = "{localappdata}/Host"
[plugin.macos]
to = "{application-support}/Host/mine"
[plugin.linux]
to = "{config}/host/mine"
app = "{home}/.host"
[steps.enable]
en = "Import it."
zh-CN = "导入它。"
[steps.uninstall]
en = "Remove it."
zh-CN = "移除它。"
"#;

const ENGINE: &str = r#"
format = 1
id = "e"
kind = "engine"
name = { en = "E", zh-CN = "E" }
summary = { en = "E.", zh-CN = "E。" }
"#;

const INDEX: &str = r#"
format = 1
id = "i"
kind = "index"
name = { en = "I", zh-CN = "I" }
summary = { en = "I.", zh-CN = "I。" }
[index]
reader = "sage"
project = "Data/Mod.xml"
"#;

/// What both must say, or what only the parser can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Taken,
    Refused,
    /// It depends on the running version, or on two places at once.
    RefusedByTheParserAlone,
}

struct Judges(jsonschema::Validator);

impl Judges {
    fn new() -> Self {
        let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
        Self(jsonschema::validator_for(&schema).expect("a schema"))
    }

    /// What schema and parser say, and the parser's words.
    fn hear(&self, text: &str) -> (bool, bool, String) {
        let by_parser = BridgeManifest::parse(PackFile { name: "bridge.toml", text }, &[], RUNNING);
        let by_schema = toml::from_str::<Value>(text).is_ok_and(|value| self.0.is_valid(&value));
        let words = by_parser.as_ref().map_or_else(ToString::to_string, |_| String::new());
        (by_schema, by_parser.is_ok(), words)
    }
}

#[test]
fn the_schema_and_the_parser_agree_on_every_case() {
    use Verdict::{Refused, RefusedByTheParserAlone, Taken};
    let long = |count: usize| "x".repeat(count);
    let with = |old: &str, new: &str| {
        assert!(COMMAND.contains(old), "{old:?} is not in the manifest");
        COMMAND.replacen(old, new, 1)
    };
    let cases: Vec<(String, Verdict)> = vec![
        (COMMAND.into(), Taken),
        (ENGINE.into(), Taken),
        (INDEX.into(), Taken),
        (INDEX.replace("\"sage\"", "\"other\""), Refused),
        (INDEX.replace("\"index\"", "\"engine\""), Refused),
        (ENGINE.replace("\"engine\"", "\"index\""), Refused),
        (INDEX.replace("Data/Mod.xml", "../Mod.xml"), Refused),
        (INDEX.replace("Data/Mod.xml", "/Mod.xml"), Refused),
        (INDEX.replace("Data/Mod.xml", "Data/."), Refused),
        (INDEX.replace("Data/Mod.xml", "Data/.x"), Taken),
        (INDEX.replace("Data/Mod.xml", "C:/Mod.xml"), Refused),
        (INDEX.replace("Data/Mod.xml", "a/b/c/d/e/f/g/h"), Taken),
        (INDEX.replace("Data/Mod.xml", "a/b/c/d/e/f/g/h/i"), Refused),
        (with("format = 1", "format = 0"), Refused),
        (with("format = 1", "format = 2"), Refused),
        (with("format = 1", "format = \"1\""), Refused),
        (with("\"mine\"", "\"a\""), Taken),
        (with("\"mine\"", "\"0-9\""), Taken),
        (with("\"mine\"", &format!("\"{}\"", long(20))), Taken),
        (with("\"mine\"", &format!("\"{}\"", long(21))), Refused),
        (with("\"mine\"", "\"\""), Refused),
        (with("\"mine\"", "\"Mine\""), Refused),
        (with("\"mine\"", "\"-mine\""), Refused),
        (with("\"mine\"", "\"mine-\""), Refused),
        (with("\"mine\"", "\"mi.ne\""), Refused),
        (with("\"mine\"", "\"mine\\n\""), Refused),
        (with("\"command\"", "\"engine\""), Refused),
        (with("\"command\"", "\"broker\""), Refused),
        (with("\"command\"", "\"magic\""), Refused),
        (ENGINE.replace("engine", "command"), Refused),
        (format!("{ENGINE}[command]\nprogram = \"x\"\n"), Refused),
        (with("\"0.1\"", "\"0.1.0-beta\""), Taken),
        (with("\"0.1\"", "\"0\""), Taken),
        (with("\"0.1\"", "\"9.0\""), RefusedByTheParserAlone),
        (with("\"0.1\"", "\"new\""), Refused),
        (with("\"0.1\"", "\"1.2.3.4\""), Refused),
        (with("\"0.1\"", "\"1.\""), Refused),
        (with("\"Ann\"", &format!("\"{}\"", long(80))), Taken),
        (with("\"Ann\"", &format!("\"{}\"", long(81))), Refused),
        (with("\"Ann\"", "\"A\\nB\""), Refused),
        (with("\"Ann\"", "\"\\u0085\""), Refused),
        (with("\"我的\"", &format!("\"{}\"", "我".repeat(40))), Taken),
        (with("\"我的\"", &format!("\"{}\"", "我".repeat(41))), Refused),
        (with("\"A server.\"", &format!("\"{}\"", long(200))), Taken),
        (with("\"A server.\"", &format!("\"{}\"", long(201))), Refused),
        (with("\"A server.\"", "\"\""), Refused),
        (with(", zh-CN = \"我的\"", ""), Refused),
        (with("zh-CN = \"我的\"", "zh-CN = \"我的\", fr = \"x\""), Refused),
        (with("\"uvx\"", "\"\""), Refused),
        (with("\"uvx\"", "\"a\\u0000\""), Refused),
        (with("\"{bridge}/x\"", "\"\""), Taken),
        (with("\"{bridge}/x\"", "\"a\\u0000\""), Refused),
        (with("TOKEN = \"x\"", "\"A=B\" = \"x\""), Refused),
        (with("TOKEN = \"x\"", "\"\" = \"x\""), Refused),
        (with("TOKEN = \"x\"", "\"a b\" = \"\""), Taken),
        (with("TOKEN = \"x\"", "TOKEN = \"\\u0000\""), Refused),
        (with("TOKEN = \"x\"", "TOKEN = 1"), Refused),
        (with("[\"peek\"]", "[\"peek\", \"peek\"]"), Refused),
        (with("[\"peek\"]", "[\"go\"]"), RefusedByTheParserAlone),
        (with("look = ", "looks = "), Refused),
        (with("\"old-mcp\"", "\"old\""), Taken),
        (with("\"old-mcp\"", "\"ol\""), Refused),
        (with("\"old-mcp\"", "\"旧程序\""), Taken),
        (with("names = [\"old\"], ", ""), Taken),
        (with(" fragment = \"old-mcp\",", ""), Refused),
        (with("\"1.2\"", "\"one\""), Refused),
        (with(", contains = \"x\"", ""), Taken),
        (with("a/b.json", "../b.json"), Refused),
        (with("a/b.json", "a/.."), Refused),
        (with("a/b.json", "a//b"), Refused),
        (with("a/b.json", "C:b"), Refused),
        (with("a/b.json", "..."), Taken),
        (with("\"Two?\"", "\"Two?\", \"Three?\""), Refused),
        (with(", \"Two?\"", ""), Refused),
        (with("\"Two?\"", &format!("\"{}\"", long(201))), Refused),
        (with("\"Two?\"", "\"Two\\t?\""), Refused),
        (with("plugin/add-on", "plugin"), Taken),
        (with("plugin/add-on", "plugin/a/b/c/d/e/f/g"), Taken),
        (with("plugin/add-on", "plugin/a/b/c/d/e/f/g/h"), Refused),
        (with("plugin/add-on", "plugins"), Refused),
        (with("plugin/add-on", "skill"), Refused),
        (with("plugin/add-on", "plugin/"), Refused),
        (with("plugin/add-on", "plugin/.."), Refused),
        (with("plugin/add-on", "plugin/..\\u0085/x"), Refused),
        (with("{config}/host/mine", "{home}/a/b/c/d/e/f/g/h"), Taken),
        (with("{config}/host/mine", "{home}/a/b/c/d/e/f/g/h/i"), Refused),
        (with("{config}/host/mine", "{home}/.host/插件"), Taken),
        (with("{config}/host/mine", "{home}"), Refused),
        (with("{config}/host/mine", "{home}/"), Refused),
        (with("{config}/host/mine", "{home}/a/../b"), Refused),
        (with("{config}/host/mine", "{home}/a/.. /b"), Refused),
        (with("{config}/host/mine", "{home}/a./b"), Refused),
        (with("{config}/host/mine", "{home}//b"), Refused),
        (with("{config}/host/mine", "{home}/a\\\\b"), Refused),
        (with("{config}/host/mine", "{home}/a:b"), Refused),
        (with("{config}/host/mine", "{home}/{bridge}"), Refused),
        (with("{config}/host/mine", "{appdata}/x"), Refused),
        (with("{config}/host/mine", "{root}/etc"), Refused),
        (with("{config}/host/mine", "/etc/x"), Refused),
        (with("{config}/host/mine", "~/x"), Refused),
        (with("{config}/host/mine", "host/mine"), Refused),
        (with("{application-support}/Host/mine", "{config}/x"), Taken),
        (with("{application-support}/Host/mine", "{localappdata}/x"), Refused),
        (with("{appdata}/Host/Add-ons/mine", "{config}/x"), Refused),
        (with("app = \"{home}/.host\"", ""), Taken),
        (with("to = \"{config}/host/mine\"", ""), Refused),
        (format!("{ENGINE}[[plugin]]\nfiles = \"plugin\"\n"), Refused),
        (format!("{ENGINE}plugin = []\n"), Taken),
        (with("\"Import it.\"", &format!("\"{}\"", long(300))), Taken),
        (with("\"Import it.\"", &format!("\"{}\"", long(301))), Refused),
        (with("zh-CN = \"移除它。\"", ""), Refused),
    ];
    let judges = Judges::new();
    for (text, expected) in cases {
        let (by_schema, by_parser, words) = judges.hear(&text);
        let heard = match (by_schema, by_parser) {
            (true, true) => Some(Taken),
            (false, false) => Some(Refused),
            (true, false) => Some(RefusedByTheParserAlone),
            (false, true) => None,
        };
        assert_eq!(heard, Some(expected), "{words}\n{text}");
    }
}

#[test]
fn the_schema_and_the_parser_agree_on_every_small_change() {
    let judges = Judges::new();
    let mut tried = 0;
    for text in [COMMAND, ENGINE, INDEX] {
        let good: Value = toml::from_str(text).expect("TOML");
        for changed in changes(&good) {
            // Not everything in JSON can be written in TOML.
            let Ok(text) = toml::to_string(&changed) else { continue };
            let (by_schema, by_parser, words) = judges.hear(&text);
            assert_eq!(by_schema, by_parser, "schema and parser ({words}) differ on\n{text}");
            tried += 1;
        }
    }
    assert!(tried > 200, "only {tried} changes");
}

/// Every value with one thing in it taken out, added or exchanged.
fn changes(value: &Value) -> Vec<Value> {
    let others =
        [json!("x"), json!("\u{7}"), json!(""), json!(7), json!(true), json!([]), json!({}), json!(["a", "b"])];
    let mut changes: Vec<Value> = others.into_iter().filter(|other| other != value).collect();
    match value {
        Value::Object(map) => {
            let exchanged = |key: &str, new: Option<Value>| {
                let mut map: Map<String, Value> = map.clone();
                match new {
                    Some(new) => map.insert(key.to_owned(), new),
                    None => map.shift_remove(key),
                };
                Value::Object(map)
            };
            changes.push(exchanged("unknown", Some(json!("x"))));
            for (key, inner) in map {
                changes.push(exchanged(key, None));
                changes.extend(self::changes(inner).into_iter().map(|new| exchanged(key, Some(new))));
            }
        }
        Value::Array(list) => {
            for (index, inner) in list.iter().enumerate() {
                let without = list.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, one)| one.clone());
                changes.push(Value::Array(without.collect()));
                for new in self::changes(inner) {
                    let mut list = list.clone();
                    list[index] = new;
                    changes.push(Value::Array(list));
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    changes
}
