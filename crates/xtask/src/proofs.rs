//! Promises that are proven by repetition: short in `ci`, long in `drill`.

use anyhow::{Result, anyhow};

use crate::claude_loop;
use crate::shell::{Root, overhear, succeed};
use crate::steps::{Closing, Step};
use crate::test::window_once;

/// Something tried again and again; one is added with one value in [`PROOFS`].
#[derive(Debug)]
pub(crate) struct Proof {
    /// What it is called in the summary and by `drill --only`.
    name: &'static str,
    how: How,
    short: u32,
    long: u32,
}

/// How a proof is tried.
#[derive(Debug)]
enum How {
    /// Integration tests of a crate that read from a variable how often to try. A line
    /// of theirs that begins with `proof:` is repeated in the summary. They may be
    /// `#[ignore]`d, so that the plain tests go without.
    Tests { room: &'static str, targets: &'static [&'static str], variable: &'static str, which: Which },
    /// The real Claude Code and we change its file at the same time.
    ClaudeLoop,
}

/// Which tests of a target are a proof's.
#[derive(Clone, Copy, Debug)]
enum Which {
    /// All of them.
    All,
    /// Those that are `#[ignore]`d: the others say the same in small, and would take the
    /// time that these measure.
    Ignored,
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
        how: How::Tests {
            room: "core",
            targets: &["json_laws", "spliced"],
            variable: "PROPTEST_CASES",
            which: Which::All,
        },
        short: 5_000,
        long: 100_000,
    },
    Proof {
        name: "kills",
        how: How::Tests { room: "cli", targets: &["kills"], variable: "BASCULE_KILLS", which: Which::All },
        short: 60,
        long: 300,
    },
    Proof {
        name: "races",
        how: How::Tests { room: "engine", targets: &["races"], variable: "BASCULE_RACES", which: Which::All },
        short: 500,
        long: 5_000,
    },
    Proof {
        name: "host",
        how: How::Tests { room: "cli", targets: &["host_load"], variable: "BASCULE_HOST_KILLS", which: Which::All },
        short: 10,
        long: 100,
    },
    Proof {
        name: "faults",
        how: How::Tests { room: "cli", targets: &["host_faults"], variable: "BASCULE_FAULTS", which: Which::Ignored },
        short: 1,
        long: 10,
    },
    Proof { name: "claude", how: How::ClaudeLoop, short: 20, long: 200 },
];

/// The test targets that proofs run whole: whoever runs all proofs need not run them before.
pub(crate) fn targets() -> Vec<&'static str> {
    let whole = |proof: &'static Proof| match &proof.how {
        How::Tests { targets, which: Which::All, .. } => *targets,
        How::Tests { .. } | How::ClaudeLoop => &[],
    };
    PROOFS.iter().flat_map(whole).copied().collect()
}

impl Proof {
    /// The proof as a step.
    pub(crate) fn step(&'static self, root: &Root, form: Form) -> Step {
        let root = root.clone();
        let rounds = match form {
            Form::Short => self.short,
            Form::Long => self.long,
        };
        Step::new(format!("{} × {rounds}", self.name), move || match self.how {
            How::Tests { room, targets, variable, which } => {
                present(&root, room, targets)?;
                if room == "cli" {
                    // Its tests start the server of the runtimes that misbehaves, and install the launcher.
                    window_once(&root)?;
                    succeed(root.cargo("build --locked --workspace --bins --examples"))?;
                }
                tests(&root, (targets, which), (variable, rounds))
            }
            How::ClaudeLoop => {
                let options = claude_loop::Options { bascule: None, rounds: usize::try_from(rounds)? };
                claude_loop::run(&options).map(|()| String::new())
            }
        })
    }
}

fn tests(root: &Root, (targets, which): (&[&str], Which), (variable, rounds): (&str, u32)) -> Closing {
    // Chosen from the whole workspace: libraries have the features, and are built, as for its tests.
    let mut test = root.cargo("test --locked --workspace");
    test.args(targets.iter().flat_map(|target| ["--test", target]));
    let which = match which {
        Which::All => "--include-ignored",
        Which::Ignored => "--ignored",
    };
    test.args(["--", which, "--nocapture"]).env(variable, rounds.to_string());
    let mut told = Told::default();
    let ended = overhear(test, &mut |line| told.hear(line));
    match ended {
        Ok(()) => Ok(told.held.join("; ")),
        Err(failure) if told.broken.is_empty() => Err(failure),
        Err(failure) => Err(failure.context(told.broken.join("; "))),
    }
}

/// What the summary repeats of a test's words.
#[derive(Default)]
struct Told {
    held: Vec<String>,
    broken: Vec<String>,
    follows: bool,
}

impl Told {
    fn hear(&mut self, line: &str) {
        let line = line.trim();
        self.held.extend(line.strip_prefix("proof: ").map(str::to_owned));
        // The place of a panic stands on one line, and what broke on the next.
        if self.follows || line.contains(" panicked at ") {
            self.broken.push(line.to_owned());
        }
        self.follows = line.contains(" panicked at ");
    }
}

/// Refuses where a test is not in the tree, sooner and in plainer words than cargo.
fn present(root: &Root, room: &str, targets: &[&str]) -> Result<()> {
    for target in targets {
        let test = format!("crates/{room}/tests/{target}");
        if !root.join(format!("{test}.rs")).exists() && !root.join(&test).join("main.rs").exists() {
            return Err(anyhow!("there is no test {test}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_held_and_what_broke_is_repeated() {
        let mut told = Told::default();
        let lines = [
            "running 2 tests",
            "proof: 60 kills",
            "thread 'a::b' (7) panicked at crates/cli/tests/seen.rs:15:9:",
            "not in time",
            "stack backtrace:",
        ];
        lines.iter().for_each(|line| told.hear(line));
        assert_eq!(told.held, ["60 kills"]);
        assert_eq!(told.broken, lines[2..4]);
    }
}
