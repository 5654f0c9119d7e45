//! JSON documents, case by case: what exactly goes in and what comes out.

use bascule_core::document::{Bom, ConfigDocument, Container, Content, Dialect, DocumentError, Problem, Seam, Slot};
use serde_json::{Value, json};

use Dialect::{Json, Json5, JsonComments, Jsonc};

fn slot(path: &[&str]) -> Slot {
    let path = path.iter().map(|&key| key.to_owned()).collect();
    Slot { container: Container::Map { path }, name: "b".to_owned() }
}

fn list(path: &[&str]) -> Slot {
    let path = path.iter().map(|&key| key.to_owned()).collect();
    Slot { container: Container::List { path, name_key: "name".to_owned() }, name: "b".to_owned() }
}

fn entry() -> Value {
    json!({"command": "x", "args": ["mcp", "y"]})
}

fn bytes(text: &str) -> Content {
    Content::Bytes(text.as_bytes().to_vec())
}

fn text(content: &Content) -> &str {
    match content {
        Content::Absent | Content::Kept(_) => "(absent)",
        Content::Bytes(bytes) => std::str::from_utf8(bytes).expect("UTF-8"),
    }
}

fn put(dialect: Dialect, before: &Content, slot: &Slot, entry: &Value) -> Result<(Content, Seam), DocumentError> {
    ConfigDocument::read(dialect, before)?.put(slot, entry, Bom::Keep)
}

/// `before` becomes `after`, and `before` again.
#[track_caller]
fn check(dialect: Dialect, slot: &Slot, before: &str, after: &str) {
    check_with(dialect, slot, &entry(), &bytes(before), after);
}

#[track_caller]
fn check_with(dialect: Dialect, slot: &Slot, entry: &Value, before: &Content, after: &str) {
    let (with, seam) = put(dialect, before, slot, entry).expect("puts");
    assert_eq!(text(&with), after);
    let document = ConfigDocument::read(dialect, &with).expect("reads");
    assert_eq!(document.entry(slot).expect("reads").as_ref(), Some(entry));
    assert_eq!(&document.remove(slot, &seam).expect("removes"), before);
}

/// After `put` into `before`, `edited` loses our entry and becomes `after`.
#[track_caller]
fn check_edited(dialect: Dialect, before: &Content, edited: &str, after: &Content) {
    let slot = slot(&["m"]);
    let (_, seam) = put(dialect, before, &slot, &entry()).expect("puts");
    let edited = bytes(edited);
    let document = ConfigDocument::read(dialect, &edited).expect("reads");
    assert_eq!(text(&document.remove(&slot, &seam).expect("removes")), text(after));
}

#[track_caller]
fn refused(dialect: Dialect, text: &str, line: usize, column: usize, words: &str) {
    let error = match put(dialect, &bytes(text), &slot(&["m"]), &entry()) {
        Ok((with, _)) => panic!("accepted: {with:?}"),
        Err(error) => error,
    };
    assert_eq!((error.line, error.column), (line, column), "{error}");
    assert!(error.problem.to_string().contains(words), "{error}");
}

#[test]
fn goes_after_the_last_sibling_in_its_manner() {
    let m = slot(&["m"]);
    check(
        Json,
        &m,
        "{\n  \"m\": {\n    \"a\": {\n      \"c\": 1\n    }\n  },\n  \"z\": 1\n}\n",
        "{\n  \"m\": {\n    \"a\": {\n      \"c\": 1\n    },\n    \"b\": {\n      \"command\": \"x\",\n      \"args\": [\"mcp\", \"y\"]\n    }\n  },\n  \"z\": 1\n}\n",
    );
    check(
        Json,
        &m,
        "{\r\n\t\"m\": {\r\n\t\t\"a\": {\r\n\t\t}\r\n\t}\r\n}",
        "{\r\n\t\"m\": {\r\n\t\t\"a\": {\r\n\t\t},\r\n\t\t\"b\": {\r\n\t\t\t\"command\": \"x\",\r\n\t\t\t\"args\": [\"mcp\", \"y\"]\r\n\t\t}\r\n\t}\r\n}",
    );
    check(Json, &m, r#"{"m":{"a":{}}}"#, r#"{"m":{"a":{},"b":{"command":"x","args":["mcp","y"]}}}"#);
    check(
        Json,
        &m,
        r#"{ "m": { "a": 1, "c": 2 } }"#,
        r#"{ "m": { "a": 1, "c": 2, "b": { "command": "x", "args": ["mcp", "y"] } } }"#,
    );
    check(
        Json,
        &m,
        "{\"m\": {\n  \"a\": { \"c\": 1 }\n}}",
        "{\"m\": {\n  \"a\": { \"c\": 1 },\n  \"b\": { \"command\": \"x\", \"args\": [\"mcp\", \"y\"] }\n}}",
    );
}

#[test]
fn leaves_a_comment_with_what_is_above_it() {
    let m = slot(&["m"]);
    check(
        JsonComments,
        &m,
        "{ \"m\": {\n  \"a\": 1 // a's\n  // end\n} }",
        "{ \"m\": {\n  \"a\": 1, // a's\n  // end\n  \"b\": {\n    \"command\": \"x\",\n    \"args\": [\"mcp\", \"y\"]\n  }\n} }",
    );
    check(
        Jsonc,
        &m,
        "{ \"m\": {\n  \"a\": 1, // a's\n} }",
        "{ \"m\": {\n  \"a\": 1, // a's\n  \"b\": {\n    \"command\": \"x\",\n    \"args\": [\"mcp\", \"y\"]\n  },\n} }",
    );
    check(
        Json5,
        &m,
        "{\"m\": { // c\u{2029} }}",
        "{\"m\": { // c\n  \"b\": {\"command\": \"x\", \"args\": [\"mcp\", \"y\"]}\u{2029} }}",
    );
    check(
        JsonComments,
        &m,
        "{\"m\": {\"a\": 1 /* c */ }}",
        "{\"m\": {\"a\": 1, /* c */ \"b\": {\"command\": \"x\", \"args\": [\"mcp\", \"y\"]} }}",
    );
}

#[test]
fn fills_an_empty_container_and_restores_its_hollow() {
    let m = slot(&["m"]);
    let body = "\"b\": {\n      \"command\": \"x\",\n      \"args\": [\"mcp\", \"y\"]\n    }";
    for hollow in ["", " ", "\n", "\n  ", "\n\n\n", "\t", "   \n\t"] {
        let with = put(Json, &bytes(&format!("{{\n  \"m\": {{{hollow}}}\n}}")), &m, &entry()).expect("puts").0;
        assert!(text(&with).contains(&format!("\n    {body}")), "{}", text(&with));
    }
    check(Json, &m, "{\n  \"m\": {}\n}", &format!("{{\n  \"m\": {{\n    {body}\n  }}\n}}"));
    check(Json, &m, "{\n  \"m\": { }\n}", &format!("{{\n  \"m\": {{\n    {body}\n  }}\n}}"));
    check(Json, &m, "{\n  \"m\": {\n  }\n}", &format!("{{\n  \"m\": {{\n    {body}\n  }}\n}}"));
    check(Jsonc, &m, "{\n  \"m\": {\n    // c\n  }\n}", &format!("{{\n  \"m\": {{\n    // c\n    {body}\n  }}\n}}"));
    check(Jsonc, &m, "{\n  \"m\": { /* c */ }\n}", &format!("{{\n  \"m\": {{ /* c */\n    {body}\n  }}\n}}"));
    check(Json, &m, r#"{"z": 1, "m": { }}"#, r#"{"z": 1, "m": { "b": {"command": "x", "args": ["mcp", "y"]} }}"#);
}

#[test]
fn makes_what_is_missing() {
    let skeleton =
        "{\n  \"m\": {\n    \"b\": {\n      \"command\": \"x\",\n      \"args\": [\"mcp\", \"y\"]\n    }\n  }\n}\n";
    check_with(Json, &slot(&["m"]), &entry(), &Content::Absent, skeleton);
    for blank in ["", " ", "\n", "\u{feff}", " \t\n\n"] {
        let bom = if blank.starts_with('\u{feff}') { "\u{feff}" } else { "" };
        check(Json5, &slot(&["m"]), blank, &format!("{bom}{skeleton}"));
    }
    check(Json, &slot(&["m"]), " \r\n", &skeleton.replace('\n', "\r\n"));
    check(Jsonc, &slot(&["m"]), "// mine", &format!("// mine\n{skeleton}"));
    check(Jsonc, &slot(&["m"]), "/* mine */ \n", &format!("/* mine */ \n{skeleton}"));
    check(
        Json,
        &slot(&["a", "amp.m"]),
        "{\n\t\"z\": [\n\t]\n}\n",
        "{\n\t\"z\": [\n\t],\n\t\"a\": {\n\t\t\"amp.m\": {\n\t\t\t\"b\": {\n\t\t\t\t\"command\": \"x\",\n\t\t\t\t\"args\": [\"mcp\", \"y\"]\n\t\t\t}\n\t\t}\n\t}\n}\n",
    );
    check(Json, &slot(&["m"]), r#"{"z":1}"#, r#"{"z":1,"m":{"b":{"command":"x","args":["mcp","y"]}}}"#);
    check(Json, &slot(&["m"]), "{}", skeleton.trim_end());
    check(Json, &slot(&[]), "{}", "{\n  \"b\": {\n    \"command\": \"x\",\n    \"args\": [\"mcp\", \"y\"]\n  }\n}");
}

#[test]
fn compares_keys_by_what_they_mean() {
    let m = slot(&["m"]);
    check(Json, &m, r#"{"\u006d":{"a":1}}"#, r#"{"\u006d":{"a":1,"b":{"command":"x","args":["mcp","y"]}}}"#);
    check(Json5, &m, r"{m:{a:+1,}}", r#"{m:{a:+1,"b":{"command":"x","args":["mcp","y"]},}}"#);
    check(Json5, &m, r"{'m':{\u0061:.5}}", r#"{'m':{\u0061:.5,"b":{"command":"x","args":["mcp","y"]}}}"#);
    let content = bytes(
        r"{m: {a: Infinity, 'b': 0x10, c: 'x\x41\
y'}, n: NaN}",
    );
    let document = ConfigDocument::read(Json5, &content).expect("reads");
    let entries = document.entries(&m.container).expect("reads");
    let expected = [("a", Value::Null), ("b", json!(16)), ("c", json!("xAy"))];
    assert_eq!(entries, expected.map(|(name, value)| (name.to_owned(), value)));
}

#[test]
fn puts_items_into_a_list_of_named_maps() {
    let entry = json!({"name": "b", "command": "x"});
    let m = list(&["m"]);
    let cases = [
        (
            "{\"m\": [\n  {\"name\": \"a\"}\n]}",
            "{\"m\": [\n  {\"name\": \"a\"},\n  {\"name\": \"b\", \"command\": \"x\"}\n]}",
        ),
        ("{\"m\": [{\"name\":\"a\"}]}", "{\"m\": [{\"name\":\"a\"},{\"name\":\"b\",\"command\":\"x\"}]}"),
        ("{}", "{\n  \"m\": [\n    {\n      \"name\": \"b\",\n      \"command\": \"x\"\n    }\n  ]\n}"),
    ];
    for (before, after) in cases {
        check_with(Json, &m, &entry, &bytes(before), after);
    }
    let error = put(Json, &bytes("{}"), &m, &json!({"name": "other"})).expect_err("an item must hold its own name");
    assert!(matches!(error.problem, Problem::Unsupported(_)), "{error}");
}

#[test]
fn takes_only_ours_after_edits_elsewhere() {
    let two = bytes("{\n  \"m\": {\n    \"a\": 1\n  }\n}");
    let ours = "\"b\": {\"command\": \"x\"}";
    let cases = [
        // Appended after ours.
        (
            format!("{{\n  \"m\": {{\n    \"a\": 1,\n    {ours},\n    \"c\": 2\n  }}\n}}"),
            "{\n  \"m\": {\n    \"a\": 1,\n    \"c\": 2\n  }\n}",
        ),
        // The sibling before it deleted.
        (format!("{{\n  \"m\": {{\n    {ours}\n  }}\n}}"), "{\n  \"m\": {\n  }\n}"),
        (format!("{{\n  \"m\": {{\n    {ours},\n    \"c\": 2\n  }}\n}}"), "{\n  \"m\": {\n    \"c\": 2\n  }\n}"),
        // Written anew in another manner.
        (format!("{{\"m\":{{\"a\":1,{ours}}}}}"), "{\"m\":{\"a\":1}}"),
        (format!("{{\"m\":{{{ours},\"a\":1}}}}"), "{\"m\":{\"a\":1}}"),
        (
            format!("{{\r\n\t\"m\": {{\r\n\t\t\"a\": 1,\r\n\t\t{ours}\r\n\t}}\r\n}}"),
            "{\r\n\t\"m\": {\r\n\t\t\"a\": 1\r\n\t}\r\n}",
        ),
    ];
    for (edited, after) in cases {
        check_edited(Json, &two, &edited, &bytes(after));
    }
    let edited =
        format!("{{\n  \"m\": {{\n    \"a\": 1, // a's\n    {ours}, // ours\n    // c's\n    \"c\": 2,\n  }}\n}}");
    let after = bytes("{\n  \"m\": {\n    \"a\": 1, // a's\n     // ours\n    // c's\n    \"c\": 2,\n  }\n}");
    check_edited(Jsonc, &two, &edited, &after);
    // What follows on our line must not slip into a comment above it.
    let edited = format!("{{\n  \"m\": {{\n    \"a\": 1, // a's\n    {ours}, \"c\": 2 }}\n}}");
    check_edited(Jsonc, &two, &edited, &bytes("{\n  \"m\": {\n    \"a\": 1, // a's\n     \"c\": 2 }\n}"));
    // A trailing comma came or went.
    check_edited(Jsonc, &two, &format!("{{ \"m\": {{ \"a\": 1, {ours}, }} }}"), &bytes("{ \"m\": { \"a\": 1, } }"));
    let trailing = bytes("{ \"m\": { \"a\": 1, } }");
    check_edited(Jsonc, &trailing, &format!("{{ \"m\": {{ \"a\": 1, {ours} }} }}"), &bytes("{ \"m\": { \"a\": 1 } }"));
}

#[test]
fn keeps_a_container_of_ours_once_it_holds_something() {
    let ours = "\"b\": {}";
    let before = bytes("{\n  \"z\": 1\n}");
    let cases = [
        (
            format!("{{\n  \"z\": 1,\n  \"m\": {{\n    {ours},\n    \"c\": 2\n  }}\n}}"),
            "{\n  \"z\": 1,\n  \"m\": {\n    \"c\": 2\n  }\n}",
        ),
        (
            format!("{{\n  \"z\": 1,\n  \"m\": {{\n    // c\n    {ours}\n  }}\n}}"),
            "{\n  \"z\": 1,\n  \"m\": {\n    // c\n  }\n}",
        ),
        (format!("{{\n  \"z\": 1,\n  \"m\": {{\n    {ours},\n  }},\n  \"y\": 2\n}}"), "{\n  \"z\": 1,\n  \"y\": 2\n}"),
    ];
    for (edited, after) in cases {
        check_edited(Jsonc, &before, &edited, &bytes(after));
    }
    for ground in [Content::Absent, bytes(" \n")] {
        check_edited(Jsonc, &ground, &format!("{{\"m\":{{{ours}}}}}"), &ground);
        check_edited(Jsonc, &ground, &format!("{{\"m\":{{{ours}}},\n\"z\":1}}"), &bytes("{\n\"z\":1}"));
        check_edited(Jsonc, &ground, &format!("// mine\n{{\"m\":{{{ours}}}}}\n"), &bytes("// mine\n{}\n"));
    }
    check_edited(
        Json,
        &bytes("{\"m\": { }}"),
        &format!("{{\n  \"m\": {{\n    {ours}\n  }}\n}}"),
        &bytes("{\n  \"m\": { }\n}"),
    );
}

#[test]
fn replaces_in_place_and_puts_the_old_text_back() {
    let cases = [
        (Json, r#"{"m": {"a":1,  "old" : {"c":[ ]}, "z":2}}"#),
        (Jsonc, "{\n  \"m\": {\n    \"old\": /* c */ { // d\n    },\n    \"z\": 2,\n  }\n}\n"),
        (Json5, "{m:{old:'x'}}"),
    ];
    for (dialect, before) in cases {
        let before = bytes(before);
        let document = ConfigDocument::read(dialect, &before).expect("reads");
        let slot = slot(&["m"]);
        let (with, seam) = document.replace("old", &slot, &entry(), Bom::Keep).expect("replaces");
        let document = ConfigDocument::read(dialect, &with).expect("reads");
        assert_eq!(document.entry(&slot).expect("reads"), Some(entry()));
        assert_eq!(document.remove(&slot, &seam).expect("removes"), before);
        let again = text(&with).replace("\"m\": {", "\"m\": {\"old\": 5,");
        if dialect != Json5 {
            let again = bytes(&again);
            let error = ConfigDocument::read(dialect, &again).expect("reads").remove(&slot, &seam);
            assert!(matches!(error, Err(error) if error.problem == Problem::Occupied("old".to_owned())));
        }
    }
    let content = bytes(r#"{"m": {"old": 1, "b": 2}}"#);
    let error = ConfigDocument::read(Json, &content).expect("reads").replace("old", &slot(&["m"]), &entry(), Bom::Keep);
    assert!(matches!(error, Err(error) if error.problem == Problem::Occupied("b".to_owned())));
}

#[test]
fn refuses_with_line_and_column() {
    refused(Json, "{\n  // c\n}", 2, 3, "comments");
    refused(Json, "{\"a\": 1,\n}", 1, 8, "trailing comma");
    refused(JsonComments, "{\"a\": [1, ] // c\n}", 1, 9, "trailing comma");
    refused(Jsonc, "{\"a\": 1 \"c\": 2}", 1, 9, "comma");
    refused(Jsonc, "{,}", 1, 2, "key");
    refused(Jsonc, "{\"a\": 1,,}", 1, 9, "key");
    refused(Jsonc, "{a: 1}", 1, 2, "key");
    refused(Jsonc, "{\"a\": 'x'}", 1, 7, "value");
    for number in ["+1", ".5", "5.", "0x1", "01", "1e", "-", "Infinity", "NaN"] {
        let content = bytes(&format!("{{\"a\": {number}}}"));
        assert!(ConfigDocument::read(Jsonc, &content).is_err(), "{number}");
    }
    refused(Json, "{\"a\": \"\t\"}", 1, 8, "control character");
    refused(Json, "{\"a\": \"\\x41\"}", 1, 8, "escape");
    refused(Json, "{\"a\": \"\\ud800\"}", 1, 8, "surrogate");
    refused(Json, "{\"é\": tru}", 1, 7, "value");
    refused(Json, "{} {}", 1, 4, "after the end");
    refused(Json, "{\"a\": \u{a0}1}", 1, 7, "value");
    refused(Jsonc, "{ /* c", 1, 3, "never ends");
    refused(Json5, "{\"a\": \"\n\"}", 1, 8, "control character");
    refused(Json5, "{a-b: 1}", 1, 3, "colon");
    refused(Json, "[]", 1, 1, "an object");
    refused(Json, "{\"m\": []}", 1, 7, "an object");
    refused(Json, "{\n\"m\": null}", 2, 6, "an object");
    refused(Json, "{\"m\": {},\n \"\\u006d\": {}}", 2, 2, "twice");
    let block = Slot { container: Container::Block { comment: "#".to_owned() }, name: "b".to_owned() };
    let error = put(Json, &bytes("{}"), &block, &entry()).expect_err("no blocks in JSON");
    assert!(matches!(error.problem, Problem::Unsupported(_)), "{error}");
}

#[test]
fn reads_to_the_depth_limit_and_never_overflows() {
    for dialect in [Json, JsonComments, Jsonc, Json5] {
        for (depth, fits) in [(127, true), (129, false), (1_000_000, false)] {
            for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
                let inner = if open == "[" { "" } else { "1" };
                let content = bytes(&format!("{}{inner}{}", open.repeat(depth), close.repeat(depth)));
                let read = ConfigDocument::read(dialect, &content);
                assert_eq!(read.is_ok(), fits, "{dialect:?} {depth}");
            }
        }
    }
}
