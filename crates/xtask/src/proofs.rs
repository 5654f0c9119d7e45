//! Promises that are proven by repetition: short in `ci`, long in `drill`.

use crate::shell::{Failure, Root, overhear};
use crate::steps::{Closing, Step};

/// An integration test that tries something as often as a variable says.
///
/// A proof is added with one line in [`PROOFS`]. Its test reads the variable, prints
/// one line that begins with `proof:` saying how often it tried, and need not run
/// without the variable (it may be `#[ignore]`d).
#[derive(Debug)]
pub(crate) struct Proof {
    /// What it is called in the summary and by `drill --only`.
    pub(crate) name: &'static str,
    /// The folder of its crate, under `crates/`.
    room: &'static str,
    /// The crate.
    package: &'static str,
    /// The integration test in the crate's `tests/`.
    target: &'static str,
    /// The variable that says how often.
    variable: &'static str,
    short: u32,
    long: u32,
}

/// How long a proof runs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// As a commit can wait for it.
    Short,
    /// As a night can.
    Long,
}

/// Every proof.
pub(crate) const PROOFS: &[Proof] = &[
    Proof {
        name: "documents",
        room: "core",
        package: "bascule-core",
        target: "spliced",
        variable: "PROPTEST_CASES",
        short: 5_000,
        long: 200_000,
    },
    Proof {
        name: "kills",
        room: "cli",
        package: "bascule",
        target: "kills",
        variable: "BASCULE_KILLS",
        short: 60,
        long: 300,
    },
    Proof {
        name: "claude",
        room: "cli",
        package: "bascule",
        target: "claude",
        variable: "BASCULE_CLAUDE_ROUNDS",
        short: 20,
        long: 200,
    },
    Proof {
        name: "races",
        room: "cli",
        package: "bascule",
        target: "races",
        variable: "BASCULE_RACES",
        short: 5_000,
        long: 5_000,
    },
];

impl Proof {
    /// The proof as a step.
    pub(crate) fn step(&'static self, root: &Root, form: Form) -> Step {
        let root = root.clone();
        let rounds = match form {
            Form::Short => self.short,
            Form::Long => self.long,
        };
        Step::new(format!("{} × {rounds}", self.name), move || self.prove(&root, rounds))
    }

    fn prove(&self, root: &Root, rounds: u32) -> Closing {
        let file = format!("crates/{}/tests/{}", self.room, self.target);
        if !root.join(format!("{file}.rs")).exists() && !root.join(&file).join("main.rs").exists() {
            return Err(Failure(format!("there is no test {file}")));
        }
        let words = format!("test --locked --package {} --test {}", self.package, self.target);
        let mut test = root.cargo(&words);
        test.args(["--", "--include-ignored", "--nocapture"]).env(self.variable, rounds.to_string());
        let mut told = Vec::new();
        overhear(test, &mut |line| told.extend(line.trim().strip_prefix("proof: ").map(str::to_owned)))?;
        Ok(told.join("; "))
    }
}
