//! `cargo xtask test`: every check that needs nothing but the packages of the registries.

use std::process::Command;

use anyhow::Result;

use crate::shell::{Root, on_path, overhear, succeed};
use crate::steps::{Closing, Step};
use crate::tidy;

/// The checks, cheapest first. Tests of the targets in `elsewhere` run in a step of their
/// own, so not here.
pub(crate) fn steps(root: &Root, elsewhere: Vec<&'static str>) -> Vec<Step> {
    let step = |name: &str, act: fn(&Root) -> Closing| {
        let root = root.clone();
        Step::new(name, move || act(&root))
    };
    vec![
        step("tidy", |root| quiet(tidy::tidy(root))),
        step("format", |root| quiet(succeed(root.cargo("fmt --all --check")))),
        step("window", |root| quiet(window(root).and_then(|()| npm(root, &[&["run", "check"], &["test"]])))),
        step("clippy", |root| quiet(succeed(root.cargo("clippy --workspace --all-targets --locked -- -D warnings")))),
        Step::new("tests", {
            let root = root.clone();
            move || tests(&root, &elsewhere)
        }),
        step("doc tests", |root| counted(root.cargo("test --workspace --doc --locked"))),
        step("docs", |root| {
            let mut docs = root.cargo("doc --workspace --no-deps --locked");
            docs.env("RUSTDOCFLAGS", "-D warnings");
            quiet(succeed(docs))
        }),
    ]
}

/// Builds the files that the tray app takes in.
pub(crate) fn window(root: &Root) -> Result<()> {
    npm(root, &[&["ci", "--no-audit", "--no-fund"], &["run", "build"]])
}

fn npm(root: &Root, each: &[&[&str]]) -> Result<()> {
    each.iter().try_for_each(|words| {
        let mut npm = root.command("npm");
        npm.args(*words).current_dir(root.join("ui"));
        succeed(npm)
    })
}

/// Builds them where they were never built.
pub(crate) fn window_once(root: &Root) -> Result<()> {
    if root.join("ui/dist/index.html").is_file() { Ok(()) } else { window(root) }
}

fn quiet(done: Result<()>) -> Closing {
    done.map(|()| String::new())
}

fn tests(root: &Root, elsewhere: &[&str]) -> Closing {
    if !on_path("cargo-nextest") {
        return counted(root.cargo("test --workspace --no-fail-fast --locked"));
    }
    let mut closing = String::new();
    let mut nextest = root.cargo("nextest run --workspace --no-fail-fast --no-tests=pass --locked");
    // Most tests wait for programs they started.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    nextest.args(["--test-threads", &(2 * cores + 1).to_string()]);
    if !elsewhere.is_empty() {
        let targets: Vec<String> = elsewhere.iter().map(|target| format!("binary(={target})")).collect();
        nextest.args(["--filterset", &format!("not ({})", targets.join(" | "))]);
    }
    overhear(nextest, &mut |line| {
        if line.trim_start().starts_with("Summary") {
            closing = line.trim().to_owned();
        }
    })?;
    Ok(closing)
}

/// Runs cargo's own test runner and adds up what its programs report.
pub(crate) fn counted(tests: Command) -> Closing {
    let mut counts = Counts::default();
    overhear(tests, &mut |line| counts.hear(line))?;
    Ok(counts.to_string())
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Counts {
    fn hear(&mut self, line: &str) {
        let Some(result) = line.trim().strip_prefix("test result: ") else { return };
        let words: Vec<&str> = result.split([' ', ';']).filter(|word| !word.is_empty()).collect();
        for pair in words.windows(2) {
            let Ok(number) = pair[0].parse::<u64>() else { continue };
            match pair[1] {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} passed, {} failed, {} ignored", self.passed, self.failed, self.ignored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up_what_several_test_programs_report() {
        let mut counts = Counts::default();
        for line in [
            "running 3 tests",
            "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: FAILED. 5 passed; 4 failed; 0 ignored; 0 measured; 9 filtered out; finished in 1.20s",
        ] {
            counts.hear(line);
        }
        assert_eq!(counts, Counts { passed: 7, failed: 4, ignored: 1 });
    }
}
