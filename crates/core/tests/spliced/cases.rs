//! Single cases: what a put looks like, what comes back, and what is refused where.

use bascule_core::document::{Bom, ConfigDocument, Container, Content, Dialect, Slot};
use serde_json::{Value, json};

fn map(path: &[&str]) -> Container {
    Container::Map { path: path.iter().map(|&key| key.to_owned()).collect() }
}

fn list(path: &[&str]) -> Container {
    Container::List { path: path.iter().map(|&key| key.to_owned()).collect(), name_key: "name".to_owned() }
}

fn slot(container: Container, name: &str) -> Slot {
    Slot { container, name: name.to_owned() }
}

fn content(text: &str) -> Content {
    Content::Bytes(text.as_bytes().to_vec())
}

fn entry(container: &Container) -> Value {
    match container {
        Container::Map { .. } => json!({ "command": "x", "args": ["mcp"] }),
        Container::List { .. } => json!({ "name": "b", "command": "x", "args": ["mcp"] }),
        Container::Block { .. } => json!("held"),
    }
}

/// Puts the entry `b` into `before`, expects `after`, and expects `before` back.
#[track_caller]
fn check(dialect: Dialect, container: Container, before: &str, after: &str) {
    let (before, slot) = (content(before), slot(container, "b"));
    let entry = entry(&slot.container);
    let document = ConfigDocument::read(dialect, &before).expect("reads");
    let (put, seam) = document.put(&slot, &entry, Bom::Keep).expect("puts");
    assert_eq!(put, content(after), "{}", crate::held::shown(&put));
    let changed = ConfigDocument::read(dialect, &put).expect("reads again");
    assert_eq!(changed.entry(&slot), Ok(Some(entry)));
    assert_eq!(changed.remove(&slot, &seam), Ok(before));
}

/// Puts `b` into `before`, lets `edit` happen, takes `b` out and expects `left`.
#[track_caller]
fn after_edit(dialect: Dialect, container: Container, before: &str, edit: impl FnOnce(&str) -> String, left: &str) {
    let (before, slot) = (content(before), slot(container, "b"));
    let document = ConfigDocument::read(dialect, &before).expect("reads");
    let (put, seam) = document.put(&slot, &entry(&slot.container), Bom::Keep).expect("puts");
    let Content::Bytes(put) = put else { panic!("absent") };
    let edited = content(&edit(std::str::from_utf8(&put).expect("text")));
    let changed = ConfigDocument::read(dialect, &edited).expect("reads again");
    let back = changed.remove(&slot, &seam).expect("removes");
    assert_eq!(back, content(left), "{}\n=>\n{}", crate::held::shown(&edited), crate::held::shown(&back));
}

/// Replaces `old` by `b`, expects `after`, and expects `before` back.
#[track_caller]
fn replaced(dialect: Dialect, container: Container, old: &str, before: &str, after: &str) {
    let (before, slot) = (content(before), slot(container, "b"));
    let document = ConfigDocument::read(dialect, &before).expect("reads");
    let (put, seam) = document.replace(old, &slot, &entry(&slot.container), Bom::Keep).expect("replaces");
    assert_eq!(put, content(after), "{}", crate::held::shown(&put));
    let changed = ConfigDocument::read(dialect, &put).expect("reads again");
    assert_eq!(changed.remove(&slot, &seam), Ok(before));
}

/// Expects reading or putting to fail with this sentence.
#[track_caller]
fn refused(dialect: Dialect, container: Container, before: &[u8], sentence: &str) {
    let before = Content::Bytes(before.to_vec());
    let slot = slot(container, "b");
    let outcome = ConfigDocument::read(dialect, &before)
        .and_then(|document| document.put(&slot, &entry(&slot.container), Bom::Keep));
    match outcome {
        Err(error) => assert_eq!(error.to_string(), sentence),
        Ok((put, _)) => panic!("accepted: {}", crate::held::shown(&put)),
    }
}

const SERVERS: &[&str] = &["mcp_servers"];

#[test]
fn toml_puts_a_table_at_the_end_in_the_manner_of_the_file() {
    let put = |before: &str, after: &str| check(Dialect::Toml, map(SERVERS), before, after);
    put("", "[mcp_servers.b]\ncommand = \"x\"\nargs = [\"mcp\"]\n");
    put("# c\n", "# c\n\n[mcp_servers.b]\ncommand = \"x\"\nargs = [\"mcp\"]\n");
    put("a = 1", "a = 1\n\n[mcp_servers.b]\ncommand = \"x\"\nargs = [\"mcp\"]");
    put("a = 1\r\n\r\n", "a = 1\r\n\r\n[mcp_servers.b]\r\ncommand = \"x\"\r\nargs = [\"mcp\"]\r\n");
    put("[a]\n[b]\n# end\n", "[a]\n[b]\n# end\n[mcp_servers.b]\ncommand = \"x\"\nargs = [\"mcp\"]\n");
    put("[a]\n\n# b\n[b]\n", "[a]\n\n# b\n[b]\n\n[mcp_servers.b]\ncommand = \"x\"\nargs = [\"mcp\"]\n");
}

#[test]
fn toml_puts_a_member_where_the_container_stands_in_brackets() {
    let put = |before: &str, after: &str| check(Dialect::Toml, map(SERVERS), before, after);
    put("mcp_servers = {}\n", "mcp_servers = {b = { command = \"x\", args = [\"mcp\"] }}\n");
    put("mcp_servers = { }\n", "mcp_servers = { b = { command = \"x\", args = [\"mcp\"] } }\n");
    put(
        "mcp_servers = { a = { x = 1 } } # c\n",
        "mcp_servers = { a = { x = 1 }, b = { command = \"x\", args = [\"mcp\"] } } # c\n",
    );
    put(
        "mcp_servers.a.x = 1\n[t]\n",
        "mcp_servers.a.x = 1\nmcp_servers.b = { command = \"x\", args = [\"mcp\"] }\n[t]\n",
    );
    check(
        Dialect::Toml,
        map(&["o", "mcp"]),
        "o = { z = 1 }\n",
        "o = { z = 1, mcp = { b = { command = \"x\", args = [\"mcp\"] } } }\n",
    );
}

#[test]
fn toml_lists_grow_by_a_table_or_by_an_item() {
    let put = |before: &str, after: &str| check(Dialect::Toml, list(SERVERS), before, after);
    let table = "[[mcp_servers]]\nname = \"b\"\ncommand = \"x\"\nargs = [\"mcp\"]\n";
    let item = "{ name = \"b\", command = \"x\", args = [\"mcp\"] }";
    put("", table);
    put("[[mcp_servers]]\nname = \"a\"\n", &format!("[[mcp_servers]]\nname = \"a\"\n\n{table}"));
    put("mcp_servers = []\n", &format!("mcp_servers = [{item}]\n"));
    put("mcp_servers = [\n  # none\n]\n", &format!("mcp_servers = [\n  # none\n  {item}\n]\n"));
    put(
        "mcp_servers = [\n  { name = \"a\" }, # a\n]\n",
        &format!("mcp_servers = [\n  {{ name = \"a\" }}, # a\n  {item},\n]\n"),
    );
}

#[test]
fn toml_takes_out_only_what_came_in() {
    let edit = |edit: fn(&str) -> String, left| after_edit(Dialect::Toml, map(SERVERS), "a = 1\n", edit, left);
    edit(|put| format!("{put}\n# mine\n[t]\n"), "a = 1\n\n# mine\n[t]\n");
    edit(|put| put.replace("\n[mcp", "[t]\nx = 1\n\n[mcp"), "a = 1\n[t]\nx = 1\n");
    edit(|put| put.replace("\n[mcp", "[mcp"), "a = 1\n");
    edit(|put| put.replace('\n', "\r\n"), "a = 1\r\n");
    edit(|put| format!("{put}\n[mcp_servers.b.env]\nA = \"1\"\n[mcp_servers.c]\n"), "a = 1\n[mcp_servers.c]\n");
    edit(|put| format!("{put}[t]\n[mcp_servers.b.env]\nA = \"1\"\n# c\n"), "a = 1\n[t]\n# c\n");
    edit(|put| format!("# top\n{put}"), "# top\na = 1\n");
    // Another program writes the whole file anew.
    edit(|_| "mcp_servers = { b = { command = \"x\", args = [] } }\na = 1\n".to_owned(), "mcp_servers = {}\na = 1\n");
    edit(|_| "a = 1\n[mcp_servers]\n[mcp_servers.b]\ncommand = \"x\"\n".to_owned(), "a = 1\n[mcp_servers]\n");
    edit(|_| "a=1\nmcp_servers.b.command = \"x\"\nmcp_servers.b.z = 1\n".to_owned(), "a=1\n");
}

#[test]
fn toml_containers_of_ours_stay_once_somebody_uses_them() {
    let inline =
        |edit: fn(&str) -> String, left| after_edit(Dialect::Toml, map(&["o", "mcp"]), "o = { }\n", edit, left);
    inline(str::to_owned, "o = { }\n");
    inline(|put| put.replace("{ b =", "{ c = 1, b ="), "o = { mcp = { c = 1 } }\n");
    inline(|put| put.replace("] } }", "] }, c = 1 }"), "o = { mcp = { c = 1 } }\n");
}

#[test]
fn toml_replaces_in_place() {
    replaced(
        Dialect::Toml,
        map(SERVERS),
        "old",
        "[mcp_servers.old]\ncommand = 'y' # c\n[mcp_servers.old.env]\nA = 1\n\n[t]\n",
        "[mcp_servers.b]\ncommand = \"x\"\nargs = [\"mcp\"]\n\n[t]\n",
    );
    replaced(
        Dialect::Toml,
        map(SERVERS),
        "old",
        "[mcp_servers]\n  old = { x = 1 } # c\nz = { }\n",
        "[mcp_servers]\nb = { command = \"x\", args = [\"mcp\"] }\nz = { }\n",
    );
    replaced(
        Dialect::Toml,
        map(SERVERS),
        "old",
        "mcp_servers = {old = {}, z = {}}",
        "mcp_servers = {b = { command = \"x\", args = [\"mcp\"] }, z = {}}",
    );
    replaced(
        Dialect::Toml,
        list(SERVERS),
        "old",
        "[[mcp_servers]]\nname = 'old'\n[[mcp_servers]]\nname = 'z'\n",
        "[[mcp_servers]]\nname = \"b\"\ncommand = \"x\"\nargs = [\"mcp\"]\n[[mcp_servers]]\nname = 'z'\n",
    );
}

#[test]
fn toml_refuses_with_the_place() {
    let no = |container, before: &str, sentence| refused(Dialect::Toml, container, before.as_bytes(), sentence);
    no(map(SERVERS), "a = 1\nmcp_servers = 1\n", "line 2, column 1: \"mcp_servers\" is not a table");
    no(map(SERVERS), "[[mcp_servers]]\nname = 'a'\n", "line 1, column 1: \"mcp_servers\" is not a table");
    no(list(SERVERS), "[t]\n[mcp_servers.a]\n", "line 2, column 1: \"mcp_servers\" is not a list");
    no(map(SERVERS), "a = 1\n\na = 2\n", "line 3, column 1: the key \"a\" stands there twice");
    no(map(SERVERS), "[mcp_servers.b]\n", "line 1, column 1: an entry named \"b\" is already there");
    no(map(SERVERS), &format!("a = {}{}", "[".repeat(500), "]".repeat(500)), "line 1, column 85: nested too deeply");
    refused(Dialect::Toml, map(SERVERS), b"a = 1\nb = \"\xff\"", "line 2, column 6: not UTF-8 text");
}

#[test]
fn yaml_puts_an_entry_in_the_manner_of_its_siblings() {
    let put = |before: &str, after: &str| check(Dialect::Yaml, map(&["ext"]), before, after);
    let two = "ext:\n  b:\n    command: x\n    args:\n      - mcp\n";
    put("", two);
    put("# only a comment\n", &format!("# only a comment\n{two}"));
    put("---\n...\n", &format!("---\n{two}...\n"));
    put("a: 1", &format!("a: 1\n{}", two.trim_end()));
    put(
        "ext:\n    dev:\n        args:\n        - x\nz: 1\n",
        "ext:\n    dev:\n        args:\n        - x\n    b:\n        command: x\n        args:\n        - mcp\nz: 1\n",
    );
    put("ext:\nz: 1\n", &format!("{two}z: 1\n"));
    put("ext: null # c\n", "ext: # c\n  b:\n    command: x\n    args:\n      - mcp\n");
    put("ext: {}\r\n", "ext: {b: {command: x, args: [mcp]}}\r\n");
    put("ext: { a: {x: 1} }\n", "ext: { a: {x: 1}, b: {command: x, args: [mcp]} }\n");
    put("{\"ext\": {}}", "{\"ext\": {b: {command: x, args: [mcp]}}}");
    put("{\"a\": 1}", "{\"a\": 1, ext: {b: {command: x, args: [mcp]}}}");
    put(
        "ext:\n  a: 1\n  # about a\n# flat\nz: 1\n",
        "ext:\n  a: 1\n  # about a\n  b:\n    command: x\n    args:\n      - mcp\n# flat\nz: 1\n",
    );
    put("ext:\n  a: |+\n    kept\n\n", "ext:\n  b:\n    command: x\n    args:\n      - mcp\n  a: |+\n    kept\n\n");
}

#[test]
fn yaml_lists_grow_by_an_item() {
    let put = |before: &str, after: &str| check(Dialect::Yaml, list(&["mcp"]), before, after);
    put("a: 1\n", "a: 1\nmcp:\n  - name: b\n    command: x\n    args:\n      - mcp\n");
    put("mcp:\n- name: a\n  x: 1\n", "mcp:\n- name: a\n  x: 1\n- name: b\n  command: x\n  args:\n  - mcp\n");
    put("mcp: []\n", "mcp: [{name: b, command: x, args: [mcp]}]\n");
    put("mcp:\n", "mcp:\n  - name: b\n    command: x\n    args:\n      - mcp\n");
}

#[test]
fn yaml_takes_out_only_what_came_in() {
    let edit = |edit: fn(&str) -> String, left| after_edit(Dialect::Yaml, map(&["ext"]), "a: 1\n", edit, left);
    edit(|put| format!("{put}z: 1\n"), "a: 1\nz: 1\n");
    edit(|put| format!("{put}  c: 1\n"), "a: 1\next:\n  c: 1\n");
    edit(|put| put.replace("ext:\n", "ext:\n  # mine\n"), "a: 1\next:\n  # mine\n");
    edit(|put| put.replace('\n', "\r\n"), "a: 1\r\n");
    edit(|_| "a: 1\next: {b: {command: x}}\n".to_owned(), "a: 1\n");
    edit(|_| "ext:\n    b:\n        command: x\na: 1\n".to_owned(), "a: 1\n");
    edit(|_| "ext:\n    b:\n        command: |+\n          x\n\na: 1\n".to_owned(), "a: 1\n");
}

#[test]
fn yaml_replaces_in_place() {
    replaced(
        Dialect::Yaml,
        map(&["ext"]),
        "old",
        "ext:\n  old: # c\n    x: |\n      y\n\n  z: 1\n",
        "ext:\n  b:\n    command: x\n    args:\n      - mcp\n  z: 1\n",
    );
    replaced(
        Dialect::Yaml,
        list(&["mcp"]),
        "old",
        "mcp:\n- x: 1\n  name: old\n- name: z\n",
        "mcp:\n- name: b\n  command: x\n  args:\n  - mcp\n- name: z\n",
    );
    replaced(Dialect::Yaml, map(&["ext"]), "old", "ext: {old: 1, z: 2}", "ext: {b: {command: x, args: [mcp]}, z: 2}");
}

#[test]
fn yaml_refuses_rather_than_guesses() {
    let no = |before: &str, sentence| refused(Dialect::Yaml, map(&["ext"]), before.as_bytes(), sentence);
    no("a: 1\next: 1\n", "line 2, column 6: \"ext\" is not a map");
    no("ext: [1]\n", "line 1, column 6: \"ext\" is not a map");
    no("a: 1\n---\nb: 1\n", "line 2, column 1: more than one YAML document");
    no("a: 1\n'a': 2\n", "line 2, column 1: the key \"a\" stands there twice");
    no("x: &x {}\next: *x\n", "line 2, column 6: the container is an alias of another place");
    no("ext: &x {}\nx: *x\n", "line 1, column 6: the container is used at another place too");
    no("ext: !t {}\n", "line 1, column 6: the container carries a tag");
    no("x: &x {q: 1}\n<<: *x\n", "line 2, column 1: a merge key may bring in what we cannot see");
    no("x: &x {q: 1}\next:\n  <<: *x\n", "line 3, column 3: a merge key may bring in what we cannot see");
    no("ext: {b: }\n", "line 1, column 1: an entry named \"b\" is already there");
    no(&"[".repeat(200), "line 1, column 129: nested too deeply");
    no(&"[".repeat(500), "line 1, column 256: nested too deeply");
    no("a: 1\rb: 2\r", "line 1, column 5: a line ends in a carriage return alone");
    refused(Dialect::Yaml, list(&["mcp"]), b"mcp: {}\n", "line 1, column 6: \"mcp\" is not a list");
}

#[test]
fn blocks_stand_at_the_end_of_any_bytes() {
    let block = || Container::Block { comment: "#".to_owned() };
    let text = "# >>> bascule: b >>>\nheld\n# <<< bascule: b <<<";
    check(Dialect::Text, block(), "", &format!("{text}\n"));
    check(Dialect::Text, block(), "ü", &format!("ü\n\n{text}"));
    check(Dialect::Text, block(), "a\n\n", &format!("a\n\n{text}\n"));
    check(Dialect::Text, block(), "a\r\n", &format!("a\r\n\r\n{}\r\n", text.replace('\n', "\r\n")));
    replaced(Dialect::Text, block(), "o", "# >>> bascule: o >>>\r\n# <<< bascule: o <<<\nz", &format!("{text}\nz"));
    refused(Dialect::Text, block(), b"a\n# >>> bascule: o >>>\n", "line 2, column 1: the block \"o\" does not end");
    refused(
        Dialect::Text,
        block(),
        b"# <<< bascule: o <<<\n",
        "line 1, column 1: the block \"o\" ends but never began",
    );
    refused(
        Dialect::Text,
        block(),
        b"# >>> bascule: o >>>\n# <<< bascule: o <<<\n# >>> bascule: o >>>\n# <<< bascule: o <<<\n",
        "line 3, column 1: the key \"o\" stands there twice",
    );
    refused(Dialect::Text, map(&["a"]), b"x\n", "line 1, column 1: a text holds nothing but blocks");
}

#[test]
fn blank_and_absent_files_come_back_as_they_were() {
    let block = Container::Block { comment: "//".to_owned() };
    for (dialect, container) in
        [(Dialect::Toml, map(SERVERS)), (Dialect::Yaml, map(&["a", "b"])), (Dialect::Text, block)]
    {
        for before in [
            Content::Absent,
            content(""),
            content(" \r\n\t"),
            content("\n"),
            content("\u{feff}"),
            content("\u{feff}\n"),
        ] {
            for bom in [Bom::Keep, Bom::TakeOut] {
                let slot = slot(container.clone(), "b");
                let document = ConfigDocument::read(dialect, &before).expect("reads");
                let (put, seam) = document.put(&slot, &entry(&container), bom).expect("puts");
                let changed = ConfigDocument::read(dialect, &put).expect("reads again");
                assert_eq!(
                    changed.remove(&slot, &seam).as_ref(),
                    Ok(&before),
                    "{dialect:?} {}",
                    crate::held::shown(&put)
                );
            }
        }
    }
}

#[test]
fn what_a_dialect_cannot_hold_is_refused() {
    let sentence = |dialect, container: Container, entry: Value| {
        let absent = Content::Absent;
        let document = ConfigDocument::read(dialect, &absent).expect("reads");
        document.put(&slot(container, "b"), &entry, Bom::Keep).expect_err("refuses").problem.to_string()
    };
    let mut deep = json!(1);
    for _ in 0..1_000 {
        deep = json!([deep]);
    }
    assert_eq!(sentence(Dialect::Toml, map(SERVERS), json!({ "a": null })), "TOML has no null");
    assert_eq!(sentence(Dialect::Toml, map(SERVERS), json!("text")), "an entry in TOML is a table");
    assert_eq!(sentence(Dialect::Toml, map(SERVERS), json!({ "a": u64::MAX })), "TOML has no integers over 63 bits");
    assert_eq!(sentence(Dialect::Toml, map(SERVERS), json!({ "a": deep })), "nested too deeply");
    assert_eq!(sentence(Dialect::Yaml, map(SERVERS), json!({ "a": deep })), "nested too deeply");
    assert_eq!(sentence(Dialect::Yaml, list(SERVERS), json!({ "a": 1 })), "an item of a list carries its own name");
    let block = Container::Block { comment: "#".to_owned() };
    let held = "# <<< bascule: b <<<";
    assert_eq!(sentence(Dialect::Text, block, json!(held)), "this name, comment sign or text cannot stand in a block");
}
