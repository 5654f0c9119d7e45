//! `bridges new`, `check` and `pack`; and the page for authors, whose example works.

use std::io::{Cursor, Write as _};

use serde_json::json;

use crate::home::{Expected, Home, has_node};

const PAGE: &str = include_str!("../../../../BRIDGES.md");

/// The files of the page's example: each block of code below a line that names its
/// file in bold.
fn example() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("**`hello/").and_then(|rest| rest.strip_suffix("`**")) else { continue };
        let block = lines.by_ref().skip_while(|line| !line.starts_with("```")).skip(1);
        let text: String = block.take_while(|line| !line.starts_with("```")).map(|line| format!("{line}\n")).collect();
        files.push((name.to_owned(), text));
    }
    files
}

#[test]
fn the_example_of_the_page_works_as_printed() {
    let home = Home::usual();
    let example = example();
    assert_eq!(example.len(), 4, "{example:?}");
    for (name, text) in &example {
        home.write(&format!("hello/{name}"), text);
    }
    home.check(
        &["bridges", "check", "hello"],
        &Expected { code: 0, out: &["“hello” is in order (4 files)"], err: &[] },
    );
    if !has_node() {
        return;
    }
    home.ends(&["bridges", "pack", "hello"], 0);
    home.check(&["bridges", "add", "hello.zip", "--yes"], &Expected { code: 0, out: &["“hello” is added"], err: &[] });
    home.ends(&["enable", "hello", "--harness", "cursor", "--yes"], 0);
    home.check(&["verify", "hello"], &Expected { code: 0, out: &["“hello” works (1 tool"], err: &[] });
}

#[test]
fn the_pages_plugin_goes_where_it_says() {
    let home = Home::usual();
    home.ends(&["bridges", "new", "hello"], 0);
    let chapter = PAGE.split("\n## ").find(|chapter| chapter.starts_with("plugin/")).expect("a chapter");
    let block = chapter.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    home.write("hello/bridge.toml", &format!("{}\n{block}", home.read("hello/bridge.toml")));
    home.check(&["bridges", "check", "hello"], &Expected { code: 5, out: &[], err: &["plugin/add-on"] });
    home.write("hello/plugin/add-on/main.js", "");
    home.ends(&["bridges", "check", "hello"], 0);
    let told = home.json(&["bridges", "add", "hello", "--json"], 5);
    let folders = told["bridge"]["plugins"].as_array().map_or(0, Vec::len);
    assert_eq!(folders, usize::from(cfg!(any(windows, target_os = "linux"))), "{told:#}");
}

#[test]
fn the_example_is_what_new_writes() {
    let home = Home::usual();
    home.check(&["bridges", "new", "hello"], &Expected { code: 0, out: &["bridges check", "bridges add"], err: &[] });
    for (name, text) in example() {
        assert_eq!(home.read(&format!("hello/{name}")), text, "{name}");
    }
    let err = ["is there already and is something else", "--dir"];
    home.check(&["bridges", "new", "hello"], &Expected { code: 5, out: &[], err: &err });
    home.ends(&["bridges", "new", "hello", "--dir", "elsewhere"], 0);
    home.check(&["bridges", "new", "Hello"], &Expected { code: 2, out: &[], err: &["1 to 20"] });
}

#[test]
fn a_pack_is_the_same_bytes_every_time_and_never_written_over_something_else() {
    let home = Home::usual();
    home.ends(&["bridges", "new", "own"], 0);
    let told = home.json(&["bridges", "pack", "own", "--json"], 0);
    let first = bytes(&home, "own.zip");
    assert_eq!(told["bytes"], json!(first.len()), "{told:#}");
    home.check(&["bridges", "pack", "own"], &Expected { code: 0, out: &["is this bridge already"], err: &[] });
    home.ends(&["bridges", "pack", "own", "--out", "again.zip"], 0);
    assert_eq!(bytes(&home, "again.zip"), first);
    home.write("own/more.txt", "x");
    home.check(&["bridges", "pack", "own"], &Expected { code: 0, out: &["is packed"], err: &[] });
    assert_ne!(bytes(&home, "own.zip"), first);
    home.write("own.zip", "mine");
    let err = ["was left alone", "--out"];
    home.check(&["bridges", "pack", "own"], &Expected { code: 5, out: &[], err: &err });
    assert_eq!(home.read("own.zip"), "mine");
    let folder = home.json(&["bridges", "check", "own", "--json"], 0);
    home.ends(&["bridges", "pack", "own", "--out", "new.zip"], 0);
    let zip = home.json(&["bridges", "check", "new.zip", "--json"], 0);
    assert_eq!((&folder["digest"], &folder["files"]), (&zip["digest"], &zip["files"]));
}

#[test]
fn what_is_wrong_is_told_with_file_line_and_mend() {
    let home = Home::usual();
    home.ends(&["bridges", "new", "own"], 0);
    let good = home.read("own/bridge.toml");
    home.write("own/bridge.toml", &good.replace("kind =", "kinds ="));
    home.write("own/tools/readme.md", "x");
    home.write("own/skill/SKILL.md", "# no first lines\n");
    let err =
        ["3 things are wrong", "bridge.toml:3:1", "help: ", "tools/readme.md: in the folder", "skill/SKILL.md:1:1"];
    home.check(&["bridges", "check", "own"], &Expected { code: 5, out: &[], err: &err });
    for verb in ["pack", "add"] {
        home.check(&["bridges", verb, "own"], &Expected { code: 5, out: &[], err: &err });
    }
    let told = home.json(&["bridges", "check", "own", "--json"], 5);
    let first = &told["error"]["problems"][1];
    assert_eq!(
        (&first["file"], &first["line"], &first["column"]),
        (&json!("bridge.toml"), &json!(3), &json!(1)),
        "{told:#}"
    );
    let chinese = ["有 3 处问题", "文件夹 tools 里只能有 JSON 文件"];
    home.check(&["--lang", "zh-CN", "bridges", "check", "own"], &Expected { code: 5, out: &[], err: &chinese });
    assert!(!home.path(".bascule").exists(), "nothing is added");
}

#[test]
fn what_is_wrong_in_a_text_is_said_in_both_languages() {
    let home = Home::usual();
    home.ends(&["bridges", "new", "own"], 0);
    let good = home.read("own/bridge.toml");
    let plugin = "[[plugin]]\nfiles = \"plugin\"\n[plugin.linux]\nto = \"/etc/x\"\n";
    let cases = [
        (
            good.replace("\"0.1.0\"", "\"9.0.0\""),
            ["needs Bascule 9.0.0", "newer Bascule"],
            ["需要 Bascule 9.0.0", "更新的"],
        ),
        (
            good.replace("kind = \"command\"", "kind = \"magic\""),
            ["only a bridge of kind command has one", "Change command"],
            ["只有 command 类型的桥接才有", "请修改 command"],
        ),
        (
            good.replace("{bridge}/server", "{bridge}/x"),
            ["no file “x.mjs”", "Add the file"],
            ["没有文件“x.mjs”", "加进桥接"],
        ),
        (
            good.replace("look = [\"say_hello\"]", ""),
            ["“say_hello” is in no group", "Name “say_hello”"],
            ["“say_hello”不在任何一组里", "写上“say_hello”"],
        ),
        (good.replace("look =", "run ="), ["in group run", "readOnlyHint to true"], ["在 run 组里", "设为 true"]),
        (
            good.replace("id = \"own\"", "id = \"O\""),
            ["id breaks its rule: 1 to 20", "Change id"],
            ["id 不符合规则：1 到 20", "请修改 id"],
        ),
        (
            format!("{good}{plugin}"),
            ["below one of {home}, {config}", "Change plugin.to"],
            ["{home}, {config} 之一之下", "请修改 plugin.to"],
        ),
    ];
    for (text, english, chinese) in cases {
        home.write("own/bridge.toml", &text);
        home.check(&["bridges", "check", "own"], &Expected { code: 5, out: &[], err: &english });
        home.check(&["--lang", "zh-CN", "bridges", "check", "own"], &Expected { code: 5, out: &[], err: &chinese });
    }
}

#[test]
fn zip_files_made_to_do_harm_are_refused() {
    let home = Home::usual();
    let zip = |files: &[(&str, &[u8])]| {
        let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, options).expect("started");
            zip.write_all(bytes).expect("written");
        }
        zip.finish().expect("finished").into_inner()
    };
    let mut climbs = zip(&[("aa/x", b"x")]);
    while let Some(at) = climbs.windows(4).position(|four| four == b"aa/x") {
        climbs[at..at + 4].copy_from_slice(b"../x");
    }
    let mut link = zip::ZipWriter::new(Cursor::new(Vec::new()));
    link.add_symlink("x", "/etc/passwd", zip::write::SimpleFileOptions::default()).expect("a link");
    let link = link.finish().expect("finished").into_inner();
    let zeros = vec![0; 2 << 20];
    let cases: [(&str, Vec<u8>, &str); 5] = [
        ("climbs", climbs, "../x leads out of"),
        ("link", link, "neither a file nor a folder"),
        ("bomb", zip(&[("zeros", &zeros)]), "more than 100 times"),
        ("case", zip(&[("a", b""), ("A", b"")]), "one and the same"),
        ("text", b"no zip".to_vec(), "not a zip file"),
    ];
    for (name, bytes, expected) in cases {
        write(&home, &format!("{name}.zip"), &bytes);
        let line = format!("{name}.zip");
        for verb in [&["check"][..], &["add", "--yes"]] {
            home.check(
                &[&["bridges"], verb, &[line.as_str()]].concat(),
                &Expected { code: 5, out: &[], err: &[expected] },
            );
        }
    }
    assert!(!home.path(".bascule").exists(), "nothing is added");
}

#[expect(clippy::disallowed_methods, reason = "a test looks at its files")]
fn bytes(home: &Home, path: &str) -> Vec<u8> {
    std::fs::read(home.path(path)).expect("a file")
}

#[expect(clippy::disallowed_methods, reason = "a test prepares its files")]
fn write(home: &Home, path: &str, bytes: &[u8]) {
    std::fs::write(home.path(path), bytes).expect("a file");
}
