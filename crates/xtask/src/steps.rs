//! Named steps: each runs whatever became of the others, each has its time, and the
//! last line counts them.

use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

/// One thing to do, and the name it is reported by.
pub(crate) struct Step {
    name: String,
    act: Box<dyn FnOnce() -> Closing + Send>,
    beside: Option<Box<Step>>,
}

/// What a step has to say at its end: a line worth repeating (may be empty), or why it failed.
pub(crate) type Closing = Result<String>;

impl Step {
    /// A step; `act` returns a line worth repeating in the summary.
    pub(crate) fn new(name: impl Into<String>, act: impl FnOnce() -> Closing + Send + 'static) -> Self {
        Self { name: name.into(), act: Box::new(act), beside: None }
    }

    /// The same with another step taken at the same time: one that waits for programs
    /// leaves the processor to one that computes. What they print is mixed.
    pub(crate) fn beside(self, other: Self) -> Self {
        Self { beside: Some(Box::new(other)), ..self }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// What became of a list of steps.
pub(crate) struct Tally {
    taken: Vec<Taken>,
}

struct Taken {
    name: String,
    took: Duration,
    closing: Closing,
}

/// Takes every step in order, and prints the summary.
pub(crate) fn walk(steps: Vec<Step>) -> Tally {
    let mut taken = Vec::new();
    for step in steps {
        take(step, &mut taken);
    }
    let tally = Tally { taken };
    print!("\n{}", tally.summary());
    tally
}

fn take(step: Step, taken: &mut Vec<Taken>) {
    let Step { name, act, beside } = step;
    println!("\n── {name}");
    let start = Instant::now();
    let beside = beside.map(|step| {
        let name = step.name.clone();
        let other = thread::spawn(move || {
            let mut taken = Vec::new();
            take(*step, &mut taken);
            taken
        });
        (name, other)
    });
    let closing = act();
    if let Err(failure) = &closing {
        println!("{name} failed: {failure:#}");
    }
    taken.push(Taken { name, took: start.elapsed(), closing });
    if let Some((name, other)) = beside {
        let panicked = |_| vec![Taken { name, took: start.elapsed(), closing: Err(anyhow!("it panicked")) }];
        taken.extend(other.join().unwrap_or_else(panicked));
    }
}

impl Tally {
    /// Success only where every step succeeded.
    pub(crate) fn closed(&self) -> Result<()> {
        match self.failed() {
            0 => Ok(()),
            failed => Err(anyhow!("{failed} of {} steps failed", self.taken.len())),
        }
    }

    /// The steps as rows of a Markdown table.
    pub(crate) fn markdown(&self) -> String {
        let mut text = String::from("| step | time | result |\n|---|---:|---|\n");
        for Taken { name, took, closing } in &self.taken {
            let result = match closing {
                Ok(note) if note.is_empty() => "passed".to_owned(),
                Ok(note) => format!("passed: {note}"),
                Err(failure) => format!("**failed**: {failure:#}"),
            };
            let result = result.replace('|', "\\|").replace('\n', " ");
            _ = writeln!(text, "| {name} | {} | {result} |", clock(*took));
        }
        text
    }

    fn failed(&self) -> usize {
        self.taken.iter().filter(|taken| taken.closing.is_err()).count()
    }

    fn summary(&self) -> String {
        let mut text = String::new();
        for Taken { name, took, closing } in &self.taken {
            let (mark, note) = match closing {
                Ok(note) => ("passed", note.clone()),
                Err(failure) => ("FAILED", format!("{failure:#}")),
            };
            let line = format!("{mark} {:>8}  {name}  {note}", clock(*took));
            _ = writeln!(text, "{}", line.trim_end());
        }
        let failed = self.failed();
        _ = writeln!(text, "{} passed, {failed} failed", self.taken.len() - failed);
        text
    }
}

fn clock(took: Duration) -> String {
    let seconds = took.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {:02} s", took.as_secs() / 60, took.as_secs() % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_on_after_a_failure_and_counts_both() {
        let tally =
            walk(vec![Step::new("breaks", || Err(anyhow!("no luck"))), Step::new("holds", || Ok("7 of 7".into()))]);
        assert!(tally.closed().is_err());
        let summary = tally.summary();
        assert!(summary.ends_with("1 passed, 1 failed\n"), "{summary}");
        assert!(summary.contains("breaks  no luck") && summary.contains("holds  7 of 7"), "{summary}");
    }

    #[test]
    fn two_at_once_meet_and_each_has_its_row() {
        let (here, there) = std::sync::mpsc::sync_channel(0);
        let beside = Step::new("computes", move || there.recv().map(|()| String::new()).map_err(Into::into));
        let both = Step::new("waits", move || here.send(()).map(|()| String::new()).map_err(Into::into)).beside(beside);
        let panics = Step::new("holds", || Ok(String::new())).beside(Step::new("panics", || panic!("on purpose")));
        let summary = walk(vec![both, panics]).summary();
        let marks: Vec<&str> = summary.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(marks, ["passed", "passed", "passed", "FAILED", "3"], "{summary}");
    }

    #[test]
    fn closes_well_when_every_step_held() {
        assert!(walk(vec![Step::new("holds", || Ok(String::new()))]).closed().is_ok());
    }

    #[test]
    fn a_failure_stays_in_its_row_of_the_log() {
        let tally = walk(vec![Step::new("breaks", || Err(anyhow!("a | b\nc")))]);
        assert!(tally.markdown().ends_with("**failed**: a \\| b c |\n"), "{}", tally.markdown());
    }
}
