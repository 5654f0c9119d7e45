//! Rules about the tree as a whole: files that must be there, and what they must say.

use super::{File, Finding};

/// What core's own clippy.toml must ban.
const CORE_BANS: &[&str] = &[
    "std::fs::read",
    "std::fs::write",
    "std::env::var",
    "std::process::Command",
    "std::time::SystemTime::now",
    "std::time::Instant::now",
    "std::thread::sleep",
];

/// Crates that would let core reach outside its arguments.
const CORE_CRATES: &[&str] = &["tokio", "rand", "getrandom", "chrono", "time", "jiff", "dirs", "tempfile", "sysinfo"];

/// Files without which the tree is not whole, and words each must hold.
const REQUIRED: &[(&str, &[&str])] = &[
    (".ci/run", &["set -euo pipefail", "cargo xtask ci"]),
    ("ARCHITECTURE.md", &[]),
    ("CHANGELOG.md", &["Unreleased"]),
    ("CONTRIBUTING.md", &["cargo xtask test"]),
    ("LICENSE-APACHE", &["Apache License", "Version 2.0", "END OF TERMS AND CONDITIONS"]),
    ("LICENSE-MIT", &["MIT License", "WITHOUT WARRANTY OF ANY KIND"]),
    ("README.md", &["cargo xtask run", "cargo xtask test"]),
    ("README.zh-CN.md", &["cargo xtask run", "cargo xtask test"]),
    ("SECURITY.md", &[]),
    ("crates/core/Cargo.toml", &[]),
    ("crates/core/clippy.toml", CORE_BANS),
];

/// What breaks a rule of the whole tree.
pub(crate) fn findings(files: &[File], tasks: &[String]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, words) in REQUIRED {
        match files.iter().find(|file| file.path == *path) {
            Some(file) => findings.extend(unsaid(file, words)),
            None => findings.push(Finding {
                path: (*path).to_owned(),
                line: 1,
                wrong: "the file is missing".into(),
                mend: "write it".into(),
            }),
        }
    }
    for file in files {
        let is_crate = file.path.starts_with("crates/") || file.path.starts_with("src-tauri/");
        if file.path.ends_with("/Cargo.toml") && is_crate {
            findings.extend(unused_crates(file, files));
        }
        match file.path.as_str() {
            "Cargo.toml" => findings.extend(unreasoned_crates(file, files)),
            "crates/core/Cargo.toml" => findings.extend(core_crates(file)),
            path if path.ends_with(".md") => findings.extend(no_such_task(file, tasks)),
            _ => {}
        }
    }
    findings
}

fn unsaid(file: &File, words: &[&str]) -> Vec<Finding> {
    let unsaid = words.iter().filter(|word| !file.text.contains(**word));
    unsaid.map(|word| file.finding(1, format!("does not say `{word}`"), "put it back")).collect()
}

fn core_crates(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in file.lines() {
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        if CORE_CRATES.contains(&name) {
            let mend = "core decides on values: time, chance and the machine come in as arguments";
            findings.push(file.finding(number, format!("core depends on {name}"), mend));
        }
    }
    findings
}

/// A dependency that no file of its crate names.
fn unused_crates(manifest: &File, files: &[File]) -> Vec<Finding> {
    let folder = manifest.path.trim_end_matches("Cargo.toml");
    let sources: Vec<&File> = files.iter().filter(|file| file.path.starts_with(folder)).collect();
    let named = |name: &str| {
        let name = name.replace('-', "_");
        sources.iter().any(|file| file.tokens.iter().any(|token| token.is(&name)))
    };
    let mut findings = Vec::new();
    for (line, name) in dependencies(manifest).filter(|(_, name)| !named(name)) {
        findings.push(manifest.finding(line, format!("nothing in {folder} names {name}"), "take the dependency out"));
    }
    findings
}

/// A dependency whose reason ARCHITECTURE.md does not give.
fn unreasoned_crates(manifest: &File, files: &[File]) -> Vec<Finding> {
    let page = "ARCHITECTURE.md";
    let rows = files.iter().filter(|file| file.path == page).flat_map(|file| file.text.lines());
    let reasoned: Vec<&str> = rows.filter_map(|row| row.strip_prefix("| ")?.split(" |").next()).collect();
    let given = |name: &str| reasoned.iter().any(|names| names.split(", ").any(|given| given == name));
    let mut findings = Vec::new();
    for (line, name) in dependencies(manifest).filter(|(_, name)| !name.starts_with("bascule") && !given(name)) {
        let mend = format!("say in {page} why it is there, in one line of the table of dependencies");
        findings.push(manifest.finding(line, format!("the dependency {name} has no reason"), mend));
    }
    findings
}

/// The names under the manifest's dependencies, with their lines.
fn dependencies(manifest: &File) -> impl Iterator<Item = (usize, &str)> {
    let mut within = false;
    manifest.lines().filter_map(move |(number, line)| {
        if line.starts_with('[') {
            within = line.trim_end().ends_with("dependencies]");
            return None;
        }
        let name = line.split(['.', ' ', '=']).next().filter(|name| !name.is_empty() && !name.starts_with('#'))?;
        within.then_some((number, name))
    })
}

/// A document that names a task which is none.
fn no_such_task(file: &File, tasks: &[String]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in file.lines() {
        for (at, command) in line.match_indices("cargo xtask ") {
            let rest = &line[at + command.len()..];
            let word: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
            if !word.is_empty() && !tasks.contains(&word) {
                let mend = format!("the tasks are: {}", tasks.join(", "));
                findings.push(file.finding(number, format!("there is no task `cargo xtask {word}`"), mend));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::{File, findings, planted};

    #[test]
    fn missing_files_are_found() {
        let found = findings(&[], &[]);
        for path in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "crates/core/clippy.toml", ".ci/run"] {
            assert!(found.iter().any(|it| it.path == path && it.wrong.contains("missing")), "{path}");
        }
    }

    #[test]
    fn a_readme_names_both_commands_and_no_other_task() {
        assert_eq!(planted("README.md", "cargo xtask run\n", "does not say `cargo xtask test`"), [1]);
        assert_eq!(planted("README.md", "`cargo xtask run`\n`cargo xtask fly`\n", "there is no task"), [2]);
        assert_eq!(planted("README.md", "cargo xtask run\n", "does not say `cargo xtask run`"), Vec::<usize>::new());
    }

    #[test]
    fn core_has_its_bans_and_no_way_out() {
        let bans = "disallowed-methods = [{ path = \"std::fs::read\" }]\n";
        assert_eq!(planted("crates/core/clippy.toml", bans, "std::time::Instant::now"), [1]);
        assert_eq!(planted("crates/core/clippy.toml", bans, "`std::fs::read`"), Vec::<usize>::new());
        let manifest = "[dependencies]\ntokio.workspace = true\ntoml.workspace = true\nrand = \"1\"\n";
        assert_eq!(planted("crates/core/Cargo.toml", manifest, "core depends on"), [2, 4]);
    }

    #[test]
    fn a_dependency_is_used_and_has_a_reason() {
        let manifest = "[dependencies]\nserde.workspace = true\nserde-json = \"1\"\n\n[lints]\nworkspace = true\n";
        let file = |path: &str, text: &str| File::new(path, text.into()).unwrap();
        let found = findings(
            &[file("crates/a/Cargo.toml", manifest), file("crates/a/src/lib.rs", "//! A.\nuse serde_json::Value;\n")],
            &[],
        );
        let unused: Vec<usize> = found.iter().filter(|it| it.wrong.contains("names serde")).map(|it| it.line).collect();
        assert_eq!(unused, [2]);

        let page = "| crate | room | why |\n| a, b | core | for c |\n";
        let root = "[workspace.dependencies]\na = \"1\"\nb = \"1\"\nc = \"1\"\nbascule-core = { path = \"x\" }\n";
        let found = findings(&[file("ARCHITECTURE.md", page), file("Cargo.toml", root)], &[]);
        let bare: Vec<usize> = found.iter().filter(|it| it.wrong.contains("no reason")).map(|it| it.line).collect();
        assert_eq!(bare, [4]);
    }

    #[test]
    fn a_licence_cut_short_is_found() {
        let found = planted("LICENSE-APACHE", "Apache License\nVersion 2.0\n", "END OF TERMS");
        assert_eq!(found, [1]);
    }

    #[test]
    fn a_finding_says_where_and_what_to_do() {
        let file = File::new("crates/core/Cargo.toml", "tokio = \"1\"\n".into()).unwrap();
        let shown = super::core_crates(&file)[0].to_string();
        assert!(shown.starts_with("crates/core/Cargo.toml:1: core depends on tokio\n    help: "), "{shown}");
    }
}
