//! Rules about Rust code.

use std::collections::BTreeSet;

use super::{File, Finding, Token};

/// Where the table of harnesses lies, a file each.
const TABLE: &str = "crates/core/src/harness/table";

/// Files that may carry the expectation for the banned file methods.
const DOORS: &[&str] = &[
    "crates/engine/src/disk.rs",
    "crates/engine/src/disk/macos.rs",
    "crates/engine/src/disk/unix.rs",
    "crates/engine/src/disk/win32.rs",
    "crates/engine/src/disk/windows.rs",
    "crates/engine/src/lock.rs",
    "crates/launcher/src/look.rs",
    "crates/sage/src/disk.rs",
    "src-tauri/src/app/save.rs",
];

/// Rooms that read files of a host app and change none.
const READERS: &[&str] = &["crates/sage/src/", "crates/runtimes/src/"];

/// What would change files.
const WRITES: &[&str] = &[
    "write",
    "rename",
    "remove_file",
    "remove_dir",
    "remove_dir_all",
    "create_dir",
    "create_dir_all",
    "copy",
    "hard_link",
    "set_permissions",
    "OpenOptions",
    "DirBuilder",
];

/// Parsers of the formats that are edited.
const EDITORS: &[&str] =
    &["json5", "jsonc_parser", "saphyr_parser", "serde_saphyr", "serde_yaml_ng", "taplo", "toml_edit", "yaml_edit"];

/// What the decisions may not reach for.
const OUTSIDE: &[&[&str]] = &[
    &["std", "fs"],
    &["std", "env"],
    &["std", "process"],
    &["std", "net"],
    &["SystemTime", "now"],
    &["Instant", "now"],
    &["thread", "sleep"],
    &["thread", "spawn"],
];

/// Macros that belong to an unfinished thought.
const UNFINISHED: &[&str] = &["todo", "unimplemented", "dbg"];

/// The ids of the table's harnesses, as its files write them.
pub(crate) fn harness_ids(files: &[File]) -> BTreeSet<String> {
    let table = files.iter().filter(|file| file.path.starts_with(TABLE));
    let ids = table.flat_map(|file| file.tokens.windows(3)).filter_map(|window| {
        let field = window[0].is("id") && window[1].is(":") && !window[0].in_test;
        if field { window[2].string().map(str::to_owned) } else { None }
    });
    ids.collect()
}

/// What breaks a rule in one Rust file.
pub(crate) fn findings(file: &File, ids: &BTreeSet<String>) -> Vec<Finding> {
    if !file.path.ends_with(".rs") {
        return Vec::new();
    }
    let rules: &[fn(&File) -> Vec<Finding>] =
        &[undocumented, outside_in_core, doors, readers, editors, mcp_library, stored_shapes, unfinished];
    let mut findings: Vec<Finding> = rules.iter().flat_map(|rule| rule(file)).collect();
    findings.extend(by_name(file, ids));
    findings
}

fn undocumented(file: &File) -> Vec<Finding> {
    let first = file.text.lines().next().unwrap_or_default();
    if first.starts_with("//!") {
        return Vec::new();
    }
    let mend = "begin the file with a `//!` line that says what it is for";
    vec![file.finding(1, "no module documentation", mend)]
}

fn outside_in_core(file: &File) -> Vec<Finding> {
    if !file.path.starts_with("crates/core/src/") || file.is_test() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for words in OUTSIDE {
        let wrong = format!("core names {}", words.join("::"));
        let mend = "core decides on values: let the engine look, and take what it saw as an argument";
        findings.extend(named(file, words).map(|line| file.finding(line, &*wrong, mend)));
    }
    findings
}

fn doors(file: &File) -> Vec<Finding> {
    let product = [
        "crates/engine/src/",
        "crates/cli/src/",
        "crates/launcher/src/",
        "crates/runtimes/src/",
        "crates/sage/src/",
        "crates/words/src/",
        "src-tauri/src/",
    ];
    let guarded = product.iter().any(|room| file.path.starts_with(room));
    if !guarded || file.is_test() || DOORS.contains(&file.path.as_str()) {
        return Vec::new();
    }
    // Clippy has one name for every ban; a file that names no file method can only
    // have meant another ban.
    let mend = "go through the room's disk.rs: only it, and engine's lock.rs, touch files";
    let std = named(file, &["std", "fs"]).map(|line| file.finding(line, "a door to the disk: std::fs", mend));
    let tokio = named(file, &["tokio", "fs", "read"]).chain(named(file, &["tokio", "fs", "write"]));
    std.chain(tokio.map(|line| file.finding(line, "a door to the disk: tokio::fs", mend))).collect()
}

fn readers(file: &File) -> Vec<Finding> {
    if !READERS.iter().any(|room| file.path.starts_with(room)) || file.is_test() {
        return Vec::new();
    }
    let mend = "this room only reads: return bytes, and let the caller write them";
    let words = WRITES.iter().flat_map(|name| [vec!["fs", *name], vec!["File", "create"], vec!["File", "create_new"]]);
    let mut findings: Vec<Finding> = Vec::new();
    for words in words {
        let lines: Vec<usize> = named(file, &words).collect();
        let wrong = format!("a way to change files: {}", words.join("::"));
        findings.extend(lines.into_iter().map(|line| file.finding(line, &*wrong, mend)));
    }
    findings.sort();
    findings.dedup();
    findings
}

/// Whether it lies in a crate of the workspace.
fn is_ours(file: &File) -> bool {
    ["crates/", "src-tauri/"].iter().any(|room| file.path.starts_with(room))
}

fn editors(file: &File) -> Vec<Finding> {
    let core = "crates/core/src/document";
    if !is_ours(file) || file.path.starts_with(core) || file.is_test() {
        return Vec::new();
    }
    let mend = format!("only {core} names the format editors: ask it for a document");
    let names = file.tokens.iter().filter(|token| EDITORS.iter().any(|name| token.is(name)) && !token.in_test);
    names.map(|token| file.finding(token.line, format!("names the format editor {}", token.text), &*mend)).collect()
}

fn mcp_library(file: &File) -> Vec<Finding> {
    if file.path.starts_with("crates/cli/src/mcp") {
        return Vec::new();
    }
    let mend = "only crates/cli/src/mcp names rmcp: give it what it should serve as a value";
    let names = file.tokens.iter().filter(|token| token.is("rmcp"));
    names.map(|token| file.finding(token.line, "names rmcp", mend)).collect()
}

fn stored_shapes(file: &File) -> Vec<Finding> {
    let engine = "crates/engine/src/";
    if !file.path.starts_with(engine) || file.path.starts_with("crates/engine/src/format/") || file.is_test() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let mut derives = false;
    for (at, token) in file.tokens.iter().enumerate() {
        let opens = token.is("(") && at > 0 && file.tokens[at - 1].is("derive");
        derives = (derives || opens) && !token.is(")");
        if derives && (token.is("Serialize") || token.is("Deserialize")) && !token.in_test {
            let mend = "what reaches a disk has its type, with a version, in crates/engine/src/format/";
            findings.push(file.finding(token.line, format!("derives {}", token.text), mend));
        }
    }
    findings
}

fn unfinished(file: &File) -> Vec<Finding> {
    let macros = file.tokens.windows(2).filter(|it| it[1].is("!") && UNFINISHED.iter().any(|name| it[0].is(name)));
    macros
        .map(|it| file.finding(it[0].line, format!("{}! is left in", it[0].text), "finish it or take it out"))
        .collect()
}

/// A decision by a harness's name instead of by its data.
fn by_name(file: &File, ids: &BTreeSet<String>) -> Vec<Finding> {
    let tooling = file.path.starts_with("crates/xtask/");
    if !is_ours(file) || tooling || file.path.starts_with(TABLE) || file.is_test() {
        return Vec::new();
    }
    let tokens = &file.tokens;
    let sign = |at: Option<usize>, sign: &str| at.and_then(|at| tokens.get(at)).is_some_and(|token| token.is(sign));
    let mut findings = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Some(id) = token.string().filter(|text| ids.contains(*text) && !token.in_test) else { continue };
        let (before, after) = (at.checked_sub(1), Some(at + 1));
        let compared = sign(before, "=") && (sign(at.checked_sub(2), "=") || sign(at.checked_sub(2), "!"));
        let compares = (sign(after, "=") || sign(after, "!")) && sign(Some(at + 2), "=");
        let arm = sign(after, "=") && sign(Some(at + 2), ">");
        let one_of_several = sign(after, "|") || sign(before, "|");
        if compared || compares || arm || one_of_several {
            let mend = format!("say what is special about it as data in {TABLE}/, and decide by that");
            findings.push(file.finding(token.line, format!("decides by the harness id \"{id}\""), mend));
        }
    }
    findings
}

/// The lines outside tests that name a path, alone or from a `use` with braces.
fn named<'a>(file: &'a File, words: &'a [&'a str]) -> impl Iterator<Item = usize> + 'a {
    let tokens = &file.tokens;
    let starts = (0..tokens.len()).filter(move |&at| tokens[at].is(words[0]) && !tokens[at].in_test);
    starts.flat_map(move |at| follow(tokens, at, &words[1..]))
}

/// Where the path that begins at `at` goes on with `words`.
fn follow(tokens: &[Token], at: usize, words: &[&str]) -> Vec<usize> {
    let Some((word, rest)) = words.split_first() else { return vec![tokens[at].line] };
    let colon = |at: usize| tokens.get(at).is_some_and(|token| token.is(":"));
    if !colon(at + 1) || !colon(at + 2) {
        return Vec::new();
    }
    let Some(next) = tokens.get(at + 3) else { return Vec::new() };
    if next.is(word) {
        return follow(tokens, at + 3, rest);
    }
    if !next.is("{") {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let mut depth = 0;
    for inner in at + 3..tokens.len() {
        depth += i32::from(tokens[inner].is("{")) - i32::from(tokens[inner].is("}"));
        if depth == 0 {
            break;
        }
        // Only the names right inside the braces continue this path.
        let heads = tokens[inner - 1].is("{") || tokens[inner - 1].is(",");
        if depth == 1 && heads && tokens[inner].is(word) {
            lines.extend(follow(tokens, inner, rest));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::planted;

    const CORE: &str = "crates/core/src/reconcile/mod.rs";
    const ENGINE: &str = "crates/engine/src/survey.rs";
    const CLI: &str = "crates/cli/src/verbs.rs";

    #[track_caller]
    fn check(path: &str, text: &str, what: &str, lines: &[usize]) {
        assert_eq!(planted(path, text, what), lines, "{path}\n{text}");
    }

    #[test]
    fn every_file_says_what_it_is_for() {
        check(CORE, "use x;\n//! Late.\n", "no module documentation", &[1]);
        check(CORE, "//! Early.\n", "no module documentation", &[]);
    }

    #[test]
    fn core_reaches_for_nothing_outside() {
        check(CORE, "//! A.\nuse std::fs;\n", "std::fs", &[2]);
        check(CORE, "//! A.\nuse std::{\n    fmt,\n    env::{self, var},\n};\n", "std::env", &[4]);
        check(CORE, "//! A.\nfn a() { std::process::id(); }\n", "std::process", &[2]);
        check(CORE, "//! A.\nfn a() {\n    Instant::now();\n}\n", "Instant::now", &[3]);
        check(CORE, "//! A.\n// std::fs\nuse std::fmt;\nconst A: &str = \"std::fs\";\n", "std::fs", &[]);
        check(CORE, "//! A.\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n", "std::fs", &[]);
        check("crates/core/tests/real.rs", "//! A.\nuse std::fs;\n", "std::fs", &[]);
    }

    #[test]
    fn files_are_touched_through_the_door_alone() {
        check(ENGINE, "//! A.\nuse std::fs::File;\n", "a door to the disk", &[2]);
        check(CLI, "//! A.\nasync fn a() { tokio::fs::read(b).await; }\n", "a door to the disk", &[2]);
        check("src-tauri/src/app/mod.rs", "//! A.\nuse std::fs;\n", "a door to the disk", &[2]);
        check("crates/engine/src/disk.rs", "//! A.\nuse std::fs;\n", "a door to the disk", &[]);
        check("crates/engine/src/lock.rs", "//! A.\nuse std::fs;\n", "a door to the disk", &[]);
    }

    #[test]
    fn what_reads_a_host_apps_files_changes_none() {
        let disk = "crates/sage/src/disk.rs";
        check(disk, "//! A.\nfn a() { fs::write(b, c); }\n", "a way to change files", &[2]);
        check(disk, "//! A.\nuse std::fs::{self, OpenOptions};\n", "a way to change files", &[2]);
        check(disk, "//! A.\nfn a() { File::create(b); }\n", "a way to change files", &[2]);
        check(disk, "//! A.\nfn a() { fs::read(b); File::open(c); }\n", "a way to change files", &[]);
        check("crates/sage/src/xml.rs", "//! A.\nuse std::fs;\n", "a door to the disk", &[2]);
        check("crates/runtimes/src/index.rs", "//! A.\nuse std::fs;\n", "a door to the disk", &[2]);
        check("crates/engine/src/disk.rs", "//! A.\nfn a() { fs::write(b, c); }\n", "a way to change files", &[]);
    }

    #[test]
    fn format_editors_stay_with_the_documents() {
        check(ENGINE, "//! A.\nuse toml_edit::Document;\n", "format editor", &[2]);
        check(CORE, "//! A.\nfn a() { json5::from_str(b); }\n", "format editor", &[2]);
        check("crates/core/src/document/toml.rs", "//! A.\nuse toml_edit::Document;\n", "format editor", &[]);
        check("crates/core/src/document.rs", "//! A.\nuse toml_edit::Document;\n", "format editor", &[]);
    }

    #[test]
    fn rmcp_stays_with_the_adapter() {
        check(CLI, "//! A.\nuse rmcp::Server;\n", "rmcp", &[2]);
        check("crates/cli/src/mcp/server.rs", "//! A.\nuse rmcp::Server;\n", "rmcp", &[]);
        check(CLI, "//! A, unlike rmcp.\n", "rmcp", &[]);
    }

    #[test]
    fn stored_shapes_stay_with_the_formats() {
        check(ENGINE, "//! A.\n#[derive(Debug, Serialize)]\nstruct A;\n", "derives", &[2]);
        check(ENGINE, "//! A.\n#[derive(Debug)]\nstruct A;\nfn b(_: Serialize) {}\n", "derives", &[]);
        check("crates/engine/src/format/claim.rs", "//! A.\n#[derive(Serialize)]\nstruct A;\n", "derives", &[]);
    }

    #[test]
    fn nothing_unfinished_is_left_in() {
        check(CLI, "//! A.\nfn a() {\n    todo!()\n}\n", "todo!", &[3]);
        check(CLI, "//! A.\nfn a() { dbg!(1); }\n", "dbg!", &[2]);
        check(CLI, "//! A.\nfn a() { unimplemented!() }\n", "unimplemented!", &[2]);
        check(CLI, "//! No todo!() here.\nconst A: &str = \"todo!()\";\n", "todo!", &[]);
    }

    #[test]
    fn nobody_decides_by_a_harness_id() {
        let what = "decides by the harness id";
        check(CLI, "//! A.\nfn a(id: &str) -> bool {\n    id == \"zed\"\n}\n", what, &[3]);
        check(CLI, "//! A.\nfn a(id: &str) -> bool { \"zed\" != id }\n", what, &[2]);
        check(
            ENGINE,
            "//! A.\nfn a(id: &str) {\n    match id {\n        \"zed\" => (),\n        _ => (),\n    }\n}\n",
            what,
            &[4],
        );
        check(CORE, "//! A.\nfn a(id: &str) -> bool { matches!(id, \"vim\" | \"zed\") }\n", what, &[2]);
        check(CLI, "//! A.\nfn a(id: &str) -> bool { id == \"vim\" }\nfn b() { find(\"zed\"); }\n", what, &[]);
        check("crates/core/src/harness/table/vim.rs", "//! A.\nconst A: bool = ID == \"zed\";\n", what, &[]);
        check(CLI, "//! A.\n#[cfg(test)]\nmod tests { const A: bool = ID == \"zed\"; }\n", what, &[]);
    }
}
