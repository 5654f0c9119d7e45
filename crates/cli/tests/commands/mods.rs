//! `index` and `query`: a mod asked without any AI program.

use serde_json::json;

use crate::home::{Expected, Home};

const ENTRY: &str = "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\">\n<Includes><Include type=\"all\" \
                     source=\"a.xml\"/><Include type=\"instance\" source=\"b.xml\"/></Includes></AssetDeclaration>\n";
const ASSET: &str = "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\"><Defines><Define name=\"N\" value=\"1\"/>\
                     </Defines><Unit id=\"Tank\"/></AssetDeclaration>\n";

fn home() -> Home {
    Home::empty().with("mods/one/Data/Mod.xml", ENTRY).with("mods/one/Data/a.xml", ASSET)
}

#[test]
fn an_index_is_built_once_and_counted() {
    let home = home().with("mods/one/Data/b.xml", ASSET);
    let expected = ["Files: 2 compiled, 1 only visible", "Assets: 1 compiled, 1 only visible, 1 different ones"];
    let quiet = Expected { code: 0, out: &expected, err: &[] };
    home.check(&["index", "--project", "mods/one"], &quiet);
    home.check(&["index", "--entry", "mods/one/Data/Mod.xml"], &quiet);
    home.check(
        &["--lang", "zh-CN", "index", "--project", "mods/one"],
        &Expected { code: 0, out: &["宏定义：2 个"], err: &[] },
    );
    let told = home.json(&["index", "--project", "mods/one", "--json"], 0);
    assert_eq!(told["files"], json!({"all": 2, "instance": 1, "nested_fragments": 0}));
    assert_eq!(told["assets"], json!({"all": 1, "instance": 1, "distinct": 1}));
    assert_eq!((&told["defines"], &told["complete"]), (&json!(2), &json!(true)));
    assert!(told["millis"].is_u64());
    assert_eq!(told["peak_memory_bytes"].is_u64(), cfg!(target_os = "linux"), "{told:#}");
}

#[test]
fn a_snapshot_replaces_a_snapshot_and_nothing_else() {
    let home = home().with("notes.txt", "mine");
    for _ in 0..2 {
        home.check(
            &["index", "--project", "mods/one", "--out", "s.json.gz"],
            &Expected {
                code: 0,
                out: &[&format!("Snapshot written to {}", home.shown("s.json.gz")), "b.xml is not there"],
                err: &[],
            },
        );
    }
    let err = ["Something else stands at", "so it was left alone"];
    home.check(&["index", "--project", "mods/one", "--out", "notes.txt"], &Expected { code: 5, out: &[], err: &err });
    assert_eq!(home.read("notes.txt"), "mine");
}

#[test]
fn what_is_no_mod_is_said() {
    let home = home().with("broken/Data/Mod.xml", "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\"><A id=\"x\">");
    let cases: [(&[&str], i32, &str); 6] = [
        (&["index"], 2, "No project is known here."),
        (&["index", "--project", "mods"], 2, "holds no Data/Mod.xml"),
        (&["index", "--entry", "mods/gone.xml"], 2, "is no file"),
        (&["index", "--project", "mods/one", "--sdk", "gone"], 2, "gone"),
        (&["index", "--project", "broken"], 4, ""),
        (&["index", "--project", "mods/one", "--entry", "x"], 2, "--entry"),
    ];
    for (arguments, code, err) in cases {
        home.check(arguments, &Expected { code, out: &[], err: &[err] });
    }
    let told = home.json(&["index", "--project", "broken", "--json"], 4);
    assert_eq!(told["diagnostics"][0]["code"], "malformed", "{told:#}");
}

#[test]
fn a_question_is_answered_without_an_ai_program() {
    let home = home();
    let asked = ["query", "ra3-mod-xml", "find_asset", "--arg", "id=tank", "--project", "mods/one"];
    home.check(&asked, &Expected { code: 0, out: &["\"state\": \"ready\"", "\"file\": \"Data/a.xml\""], err: &[] });
    let told = home.json(&[&asked[..], &["--arg", "limit=1", "--json"]].concat(), 0);
    assert_eq!((&told["answer"]["total"], &told["problem"]), (&json!(1), &json!(null)), "{told:#}");
    let bridges = home.json(&["query", "bascule", "list_bridges", "--json"], 0);
    assert_eq!(bridges["answer"]["bridges"][1]["kind"], "index", "{bridges:#}");
    let cases: [(&[&str], i32, &str); 7] = [
        (&["query", "nobody", "x"], 2, "nobody"),
        (&["query", "ra3-mod-xml", "find"], 2, "has no tool called “find”"),
        (&["query", "ra3-mod-xml", "find_asset"], 2, "the parameter \"id\" is missing"),
        (
            &["query", "ra3-mod-xml", "find_asset", "--arg", "id=x", "--arg", "limit=many"],
            2,
            "limit must be a whole number",
        ),
        (&["query", "ra3-mod-xml", "get_status"], 2, "No project is known here."),
        (&["query", "ra3-mod-xml", "get_status", "--project", "gone"], 3, "is not there any more"),
        (&["query", "ra3-mod-xml", "get_status", "--arg", "project=mods"], 2, "but no project"),
    ];
    for (arguments, code, err) in cases {
        home.check(arguments, &Expected { code, out: &[], err: &[err] });
    }
}

#[test]
fn a_question_reaches_a_server_of_ones_own_and_ends_it() {
    let home = home();
    // Any MCP server will do: this program is one.
    let own = env!("CARGO_BIN_EXE_bascule");
    home.ends(&["bridges", "add", "own", "--yes", "--command", own, "mcp", "ra3-mod-xml"], 0);
    let project = home.path("mods/one");
    let project = format!("project={}", project.to_str().expect("UTF-8"));
    let asked = ["query", "own", "find_asset", "--arg", "id=Tank", "--arg", "limit=3", "--arg", &project];
    home.check(&asked, &Expected { code: 0, out: &["\"file\": \"Data/a.xml\""], err: &[] });
    let err = ["“find_asset” gave no answer", "PROJECT_NONE"];
    home.check(&["query", "own", "find_asset", "--arg", "id=Tank"], &Expected { code: 3, out: &[], err: &err });
    home.check(&["query", "own", "nothing"], &Expected { code: 2, out: &[], err: &["Its tools are"] });
}
