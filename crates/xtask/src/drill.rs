//! `cargo xtask drill`: the long forms, logged under `docs/drills/`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::proofs::{Form, PROOFS};
use anyhow::{Context as _, Result, anyhow};

use crate::shell::{Root, on_path, overhear, today, write};
use crate::steps::{self, Closing, Step};

/// What a drill was asked to do.
#[derive(clap::Args)]
pub(crate) struct Wanted {
    /// Only the steps whose name begins so.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// How long each fuzz target runs.
    #[arg(long, default_value_t = 10)]
    minutes: u32,
}

/// Takes the long steps and writes what became of each to `docs/drills/<date>-<commit>.md`.
pub(crate) fn drill(root: &Root, wanted: &Wanted) -> Result<()> {
    let mut steps: Vec<Step> = PROOFS.iter().map(|proof| proof.step(root, Form::Long)).collect();
    steps.extend(fuzz_steps(root, wanted.minutes)?);
    let steps = chosen(steps, wanted.only.as_deref())?;
    let (date, commit) = (today()?, root.commit()?);
    let tally = steps::walk(steps);
    let log = root.join(format!("docs/drills/{date}-{commit}.md"));
    write(&log, &format!("# Drill of {date}, commit {commit}\n\n{}", tally.markdown()))?;
    println!("logged to {}", log.display());
    tally.closed()
}

fn chosen(steps: Vec<Step>, only: Option<&str>) -> Result<Vec<Step>> {
    let Some(only) = only else { return Ok(steps) };
    let names: Vec<String> = steps.iter().map(|step| step.name().to_owned()).collect();
    let steps: Vec<Step> = steps.into_iter().filter(|step| step.name().starts_with(only)).collect();
    if steps.is_empty() {
        return Err(anyhow!("no step begins with `{only}`; there are: {}", names.join(", ")));
    }
    Ok(steps)
}

/// Where fuzz targets are.
const FUZZED: [&str; 2] = ["crates/core/fuzz", "crates/host/fuzz"];

/// One step a fuzz target of the tree.
fn fuzz_steps(root: &Root, minutes: u32) -> Result<Vec<Step>> {
    let mut steps = Vec::new();
    for folder in FUZZED.map(|folder| root.join(folder)) {
        let targets = folder.join("fuzz_targets");
        let listed = fs::read_dir(&targets).with_context(|| format!("{}", targets.display()))?;
        let names: BTreeSet<String> =
            listed.filter_map(|file| file.ok()?.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned)).collect();
        steps.extend(names.into_iter().map(|name| {
            let (root, folder) = (root.clone(), folder.clone());
            Step::new(format!("fuzz {name}, {minutes} min"), move || fuzz(&root, folder, &name, minutes))
        }));
    }
    Ok(steps)
}

/// The closing line counts the inputs tried; a finding makes the fuzzer end badly.
fn fuzz(root: &Root, folder: PathBuf, target: &str, minutes: u32) -> Closing {
    if !on_path("cargo-fuzz") {
        return Err(anyhow!("cargo-fuzz is missing: cargo install --locked cargo-fuzz"));
    }
    let mut fuzz = root.cargo("fuzz run --fuzz-dir");
    // The sanitizer's flags are accepted by the stable compiler only with this.
    fuzz.arg(folder).arg(target).env("RUSTC_BOOTSTRAP", "1");
    fuzz.args(["--", &format!("-max_total_time={}", minutes * 60), "-print_final_stats=1"]);
    let mut closing = String::new();
    overhear(fuzz, &mut |line| {
        if let Some(tried) = line.strip_prefix("stat::number_of_executed_units:") {
            closing = format!("{} inputs, no finding", tried.trim());
        }
    })?;
    Ok(closing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(only: Option<&str>) -> Result<Vec<String>> {
        let steps = ["kills × 300", "fuzz json, 10 min"].map(|name| Step::new(name, || Ok(String::new())));
        Ok(chosen(steps.into(), only)?.iter().map(|step| step.name().to_owned()).collect())
    }

    #[test]
    fn only_names_a_step_by_its_beginning() {
        assert_eq!(names(None).unwrap().len(), 2);
        assert_eq!(names(Some("fuzz")).unwrap(), ["fuzz json, 10 min"]);
    }

    #[test]
    fn a_name_nothing_has_is_answered_with_the_names_there_are() {
        let failure = names(Some("sleep")).unwrap_err().to_string();
        assert!(failure.contains("kills") && failure.contains("fuzz json"), "{failure:#}");
    }
}
