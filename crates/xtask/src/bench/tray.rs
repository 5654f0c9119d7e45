//! The tray app: how soon its icon and its window are there, and what it takes.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, anyhow};

use super::Measured;
use super::table::{Measure, Row};
use crate::setup;
use crate::shell::{Root, output};
use crate::test::window_once;

type Unit = fn(Vec<f64>) -> Measure;

/// What is measured, in order: the name it is told by, what it is, and what it stays under.
const MEASURES: &[(&str, &str, Unit, Option<f64>)] = &[
    ("icon", "start of the tray app to its icon in the panel", Measure::Milliseconds, Some(1000.0)),
    ("resident", "memory of the tray app, its icon alone (resident)", Measure::Megabytes, Some(120.0)),
    ("share", "the same, pages it shares with others counted in part (PSS)", Measure::Megabytes, None),
    ("ticks", "processor ticks of the idle tray app in 60 s", Measure::Ticks, Some(2.0)),
    ("painted", "a click on Open Bascule to words in the window", Measure::Milliseconds, Some(600.0)),
    ("complete", "the same, until the window changes no more", Measure::Milliseconds, None),
    ("share-open", "memory with its window open, the web view's processes with it (PSS)", Measure::Megabytes, None),
    ("left", "processes of the web view after its window was closed", Measure::Processes, Some(0.0)),
    ("resident-closed", "memory after its window was closed (resident)", Measure::Megabytes, None),
    ("share-closed", "the same (PSS)", Measure::Megabytes, None),
];

/// Has the app's own bench measure on a throwaway desktop, with the app as it is released.
pub(super) fn measured(root: &Root, runs: usize) -> Measured {
    if !cfg!(target_os = "linux") {
        let why = "the desktop that is measured on is one of Linux".to_owned();
        return Ok(vec![Row::ours("the tray app", Measure::Missing(why), None)]);
    }
    setup::setup(setup::WINDOW)?;
    window_once(root)?;
    let packages = "--package bascule-app --package bascule --package bascule-launcher";
    // The app's test desktop takes the program that lies beside the app.
    output(root.cargo(&format!("build --release --locked {packages}")))?;
    let told = output(root.cargo(&format!("bench --locked {packages} --bench tray -- --runs {runs}")))?;
    rows(&told)
}

fn rows(told: &str) -> Measured {
    let line = told.lines().rev().find(|line| line.starts_with('{')).context("the app's bench told nothing")?;
    let mut values: BTreeMap<String, Vec<f64>> = serde_json::from_str(line)?;
    let mut of = |name: &str| values.remove(name).ok_or_else(|| anyhow!("the app's bench told no `{name}`"));
    let row = |&(name, what, unit, aim): &(&str, &str, Unit, Option<f64>)| Ok(Row::ours(what, unit(of(name)?), aim));
    MEASURES.iter().map(row).collect::<Result<_>>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_becomes_a_row_and_a_missing_one_is_named() {
        let told = |left_out: &str| {
            let values = MEASURES.iter().filter(|(name, ..)| *name != left_out).map(|(name, ..)| (*name, [1.0]));
            serde_json::to_string(&values.collect::<BTreeMap<_, _>>()).unwrap()
        };
        let all = format!("   Running benches/tray.rs\n{}\n", told(""));
        assert_eq!(rows(&all).unwrap().len(), MEASURES.len());
        assert!(rows(&told("ticks")).unwrap_err().to_string().contains("`ticks`"));
        assert!(rows("nothing").is_err());
    }
}
