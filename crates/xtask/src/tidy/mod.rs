//! `cargo xtask tidy`: the house rules as checks, each finding with its place and its mend.
//!
//! A rule is a function of the files' paths and texts, so a planted violation of
//! each is a test case.

mod code;
mod lexed;
mod text;
mod tree;

use std::fmt;

use anyhow::{Context as _, Result, anyhow};

use crate::shell::{Root, output};
use lexed::Token;

/// A file of the tree: its path with `/` between the parts, its text, and, where it
/// is Rust, its tokens.
pub(crate) struct File {
    path: String,
    text: String,
    tokens: Vec<Token>,
}

/// Something that breaks a rule: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    wrong: String,
    mend: String,
}

/// Checks every file that git knows or would take, and prints what breaks a rule.
pub(crate) fn tidy(root: &Root) -> Result<()> {
    let files = files(root)?;
    let findings = findings(&files, &crate::task_names());
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => {
            println!("tidy: {} files, nothing found", files.len());
            Ok(())
        }
        found => Err(anyhow!("tidy: {found} findings")),
    }
}

/// Every finding in these files, in the order of their paths.
fn findings(files: &[File], tasks: &[String]) -> Vec<Finding> {
    let ids = code::harness_ids(files);
    let mut findings: Vec<Finding> = files
        .iter()
        .flat_map(|file| [code::findings(file, &ids), text::findings(file)])
        .flatten()
        .chain(tree::findings(files, tasks))
        .collect();
    findings.sort();
    findings
}

fn files(root: &Root) -> Result<Vec<File>> {
    let mut list = root.command("git");
    list.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let listed = output(list)?;
    let mut paths: Vec<&str> = listed.split('\0').filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut files = Vec::new();
    for path in paths {
        // Listed but deleted, a link to nowhere, or not text: nothing to read.
        let Ok(text) = std::fs::read_to_string(root.join(path)) else { continue };
        files.push(File::new(path, text).with_context(|| path.to_owned())?);
    }
    Ok(files)
}

impl File {
    fn new(path: &str, text: String) -> Result<Self> {
        let tokens = if path.ends_with(".rs") { lexed::tokens(&text)? } else { Vec::new() };
        Ok(Self { path: path.to_owned(), text, tokens })
    }

    /// Whether the whole file is a test.
    fn is_test(&self) -> bool {
        self.path.split('/').any(|part| part == "tests" || part == "tests.rs")
    }

    fn finding(&self, line: usize, wrong: impl Into<String>, mend: impl Into<String>) -> Finding {
        Finding { path: self.path.clone(), line, wrong: wrong.into(), mend: mend.into() }
    }

    /// The lines with their numbers, from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(at, line)| (at + 1, line))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, wrong, mend } = self;
        write!(out, "{path}:{line}: {wrong}\n    help: {mend}")
    }
}

/// The lines of the findings in one planted file, `what` naming them in their words.
#[cfg(test)]
fn planted(path: &str, text: &str, what: &str) -> Vec<usize> {
    let table = File::new(
        "crates/core/src/harness/table/zed.rs",
        "//! Zed.\nstatic ZED: Harness = Harness { id: \"zed\", ..BARE };\n".into(),
    );
    let files = [File::new(path, text.into()).unwrap(), table.unwrap()];
    let found = findings(&files, &["run".to_owned(), "test".to_owned()]);
    found.iter().filter(|it| it.path == path && it.wrong.contains(what)).map(|it| it.line).collect()
}
