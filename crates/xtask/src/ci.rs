//! `cargo xtask ci`: what `.ci/run` asks of a commit.

use crate::proofs::{self, Form, PROOFS};
use crate::shell::Root;
use crate::steps::Step;
use crate::{harnesses, journeys, screens, setup, systems, test};

/// Setup, the tests, the window's screens and journeys, the other systems, the real programs, the proofs in their short form.
pub(crate) fn steps(root: &Root) -> Vec<Step> {
    let needs = [setup::ALL, setup::WINDOW, setup::SCREENS, setup::OTHER_SYSTEMS].concat();
    let mut steps = vec![Step::new("setup", move || setup::setup(&needs).map(|()| String::new()))];
    steps.extend(test::steps(root, proofs::targets()));
    let (seen, walked) = (root.clone(), root.clone());
    steps.push(Step::new("screens", move || screens::after_window(&seen)));
    steps.push(Step::new("journeys", move || journeys::after_tests(&walked)));
    let (windows, macos) = (root.clone(), root.clone());
    steps.push(Step::new("windows by wine", move || systems::windows::test(&windows, Form::Short)));
    let macos = Step::new("macos", move || systems::macos::check(&macos));
    let programs = Step::new("real programs", || {
        let options = harnesses::Options { bascule: None, only: Vec::new() };
        harnesses::run(&options).map(|()| String::new())
    });
    // Those are fetched and started one after the other, and have time enough to answer.
    steps.push(programs.beside(macos));
    steps.extend(PROOFS.iter().map(|proof| proof.step(root, Form::Short)));
    steps
}
