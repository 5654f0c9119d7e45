//! Laws every format keeps, on documents grown from chance.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::dice::Dice;
use crate::grow::{self, Grown};
use crate::held::{damaged, held};

#[test]
fn toml_keeps_the_laws() {
    keeps_the_laws(grow::toml::grow, held);
}

#[test]
fn yaml_keeps_the_laws() {
    keeps_the_laws(grow::yaml::grow, held);
}

#[test]
fn blocks_keep_the_laws() {
    keeps_the_laws(grow::block::grow, held);
}

#[test]
fn damaged_toml_is_refused_or_restored() {
    keeps_the_laws(grow::toml::grow, damaged);
}

#[test]
fn damaged_yaml_is_refused_or_restored() {
    keeps_the_laws(grow::yaml::grow, damaged);
}

#[test]
fn damaged_text_is_refused_or_restored() {
    keeps_the_laws(grow::block::grow, damaged);
}

type Law = fn(&mut Dice, &Grown) -> Result<(), String>;

fn keeps_the_laws(grow: fn(&mut Dice) -> Grown, law: Law) {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = Config { cases: asked.unwrap_or(5_000), failure_persistence: None, ..Config::default() };
    let bytes = proptest::collection::vec(any::<u8>(), 0..200);
    let outcome = TestRunner::new(config).run(&bytes, |bytes| {
        let mut dice = Dice::new(&bytes);
        let grown = grow(&mut dice);
        law(&mut dice, &grown).map_err(TestCaseError::fail)
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}
