//! What is wrong with a pack and what helps, as sentences.

use bascule_core::bridge::{Malformed, PackError, PackProblem, TreeError, TreeProblem};

use crate::{Value, Words, rules};

/// What is wrong with a pack, in the words of a person who may not have made it, and
/// what its author can do.
pub fn malformed(words: &Words, malformed: &Malformed) -> (String, String) {
    match malformed {
        Malformed::Text(error) => pack_error(words, error),
        Malformed::Tree(error) => of_tree(words, error),
    }
}

/// What is wrong at a place of a text, and what its author can do. What does not parse
/// comes with the parser's own words.
pub fn pack_error(words: &Words, error: &PackError) -> (String, String) {
    let place = format!("{}:{}:{}", error.file, error.line, error.column);
    let (problem, mend) = of_text(words, &error.problem);
    let values = [("place", place.into()), ("problem", problem.into())];
    (words.say("problem-bridge-file", &values), mend)
}

fn of_text(words: &Words, problem: &PackProblem) -> (String, String) {
    let say = |id: &str, values: &[(&str, Value<'_>)]| words.say(id, values);
    let newer = || say("pack-text-newer-mend", &[]);
    let kind = || say("pack-text-kind-mend", &[]);
    match problem {
        PackProblem::Shape(reason) => {
            (say("pack-text-shape", &[("problem", reason.into())]), say("pack-text-shape-mend", &[]))
        }
        PackProblem::TooLarge { limit } => {
            let values = [("limit", limit.to_string().into())];
            (say("pack-text-too-large", &values), say("pack-text-too-large-mend", &values))
        }
        PackProblem::NewerFormat { found, known } => {
            let values = [("found", found.to_string().into()), ("known", known.to_string().into())];
            (say("pack-text-newer-format", &values), newer())
        }
        PackProblem::NeedsNewer { required, running } => {
            let values = [("required", required.to_string().into()), ("running", running.to_string().into())];
            (say("pack-text-needs-newer", &values), newer())
        }
        PackProblem::LaterKind(word) => (say("pack-text-later-kind", &[("kind", word.into())]), newer()),
        PackProblem::UnknownKind(word) => (say("pack-text-unknown-kind", &[("kind", word.into())]), kind()),
        PackProblem::OnlyOurs(word) => (say("pack-text-only-ours", &[("kind", (*word).into())]), kind()),
        PackProblem::ReservedId(bridge) => {
            (say("pack-text-reserved-id", &[("bridge", bridge.into())]), say("pack-text-reserved-id-mend", &[]))
        }
        PackProblem::MissingFile(path) => {
            let values = [("path", path.into())];
            (say("pack-text-missing-file", &values), say("pack-text-missing-file-mend", &values))
        }
        PackProblem::Rule { key, rule } => {
            let values = [("key", key.into()), ("rule", rules::rule(words, *rule).into())];
            (say("pack-text-rule", &values), say("pack-text-rule-mend", &values))
        }
        PackProblem::DuplicateTool(tool) => {
            let values = [("tool", tool.into())];
            (say("pack-text-duplicate-tool", &values), say("pack-text-duplicate-tool-mend", &values))
        }
        PackProblem::MissingTool(tool) => {
            let values = [("tool", tool.into())];
            (say("pack-text-missing-tool", &values), say("pack-text-missing-tool-mend", &values))
        }
        PackProblem::Ungrouped(tool) => {
            let values = [("tool", tool.into())];
            (say("pack-text-ungrouped", &values), say("pack-text-ungrouped-mend", &values))
        }
        PackProblem::GroupedTwice(tool) => {
            let values = [("tool", tool.into())];
            (say("pack-text-grouped-twice", &values), say("pack-text-grouped-twice-mend", &values))
        }
        PackProblem::GroupAgainstHint { tool, group } => {
            let values = [("tool", tool.into()), ("group", (*group).into())];
            (say("pack-text-against-hint", &values), say("pack-text-against-hint-mend", &[]))
        }
        PackProblem::Keyword { path, keyword } => {
            let values = [("path", path.into()), ("keyword", keyword.into())];
            (say("pack-text-keyword", &values), say("pack-text-keyword-mend", &[]))
        }
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
