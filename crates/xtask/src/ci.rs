//! `cargo xtask ci`: what `.ci/run` asks of a commit.

use crate::proofs::{Form, PROOFS};
use crate::shell::Root;
use crate::steps::Step;
use crate::{harnesses, setup, test};

/// Setup, the tests, the real programs, the proofs in their short form.
pub(crate) fn steps(root: &Root) -> Vec<Step> {
    let mut steps = vec![Step::new("setup", || setup::setup(setup::ALL).map(|()| String::new()))];
    steps.extend(test::steps(root));
    steps.push(Step::new("real programs", || {
        let options = harnesses::Options { bascule: None, only: Vec::new() };
        harnesses::run(&options).map(|()| String::new())
    }));
    steps.extend(PROOFS.iter().map(|proof| proof.step(root, Form::Short)));
    steps
}
