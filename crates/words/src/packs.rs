//! What is wrong with a pack and what helps, as sentences.

use bascule_core::bridge::{Malformed, TreeError, TreeProblem};

use crate::{Value, Words};

/// What is wrong with a pack, in the words of a person who may not have made it, and
/// what its author can do. Places inside of texts come with the reader's own words.
pub fn malformed(words: &Words, malformed: &Malformed) -> (String, String) {
    match malformed {
        Malformed::Text(error) => {
            let place = format!("{}:{}:{}", error.file, error.line, error.column);
            let values = [("place", place.into()), ("problem", error.problem.to_string().into())];
            (words.say("problem-bridge-file", &values), error.problem.mend())
        }
        Malformed::Tree(error) => of_tree(words, error),
    }
}

fn of_tree(words: &Words, error: &TreeError) -> (String, String) {
    let path = || ("path", Value::from(&error.path));
    let limit = |limit: &usize| ("limit", Value::from(limit.to_string()));
    let mebibytes = |limit: &usize| ("limit", Value::from((limit >> 20).to_string()));
    let say = |id: &str, values: &[(&str, Value<'_>)]| words.say(id, values);
    let rename = || say("pack-rename-mend", &[]);
    let smaller = || say("pack-smaller-mend", &[]);
    let again = || say("pack-again-mend", &[]);
    match &error.problem {
        TreeProblem::Outside => (say("pack-outside", &[path()]), say("pack-outside-mend", &[])),
        TreeProblem::Name(name) => (say("pack-name", &[path(), ("name", name.into())]), rename()),
        TreeProblem::LongPath { limit: most } => (say("pack-long-path", &[path(), limit(most)]), rename()),
        TreeProblem::NotAFile => (say("pack-not-a-file", &[path()]), say("pack-not-a-file-mend", &[])),
        TreeProblem::Twin(other) => (say("pack-twin", &[path(), ("other", other.into())]), rename()),
        TreeProblem::FileAndFolder => (say("pack-file-and-folder", &[path()]), rename()),
        TreeProblem::Kept => (say("pack-kept", &[path()]), rename()),
        TreeProblem::LargeFile { limit: most } => (say("pack-large-file", &[path(), mebibytes(most)]), smaller()),
        TreeProblem::LargeTree { limit: most } => (say("pack-large", &[mebibytes(most)]), smaller()),
        TreeProblem::ManyFiles { limit: most } => (say("pack-many", &[limit(most)]), smaller()),
        TreeProblem::Bomb { ratio } => {
            let ratio = ratio.to_string();
            (say("pack-bomb", &[path(), ("ratio", ratio.into())]), say("pack-bomb-mend", &[]))
        }
        TreeProblem::Zip(problem) => (say("pack-zip", &[path(), ("problem", problem.into())]), again()),
        TreeProblem::NoManifest { inside: None } => (say("pack-no-file", &[path()]), say("pack-no-file-mend", &[])),
        TreeProblem::NoManifest { inside: Some(folder) } => {
            (say("pack-no-file", &[path()]), say("pack-inside-mend", &[("folder", folder.into())]))
        }
        TreeProblem::NotText => (say("pack-not-text", &[path()]), say("pack-not-text-mend", &[])),
        TreeProblem::NotATool => (say("pack-not-a-tool", &[path()]), say("pack-not-a-tool-mend", &[])),
    }
}
