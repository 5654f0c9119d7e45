//! The parts of a problem that are errors of their own, in words.

use bascule_core::bridge::Malformed;
use bascule_core::install::NotInstalled;
use bascule_core::project::ProjectProblem;
use bascule_engine::{CurrentError, EngineError, FormatError};
use bascule_words::Words;
use serde_json::{Value, json};

use super::{Told, disk, typed};
use crate::exit::Exit;
use crate::run::Run;

/// Tells one place of a pack that is wrong, and hands it back for programs.
pub(super) fn detail(run: &Run, malformed: &Malformed) -> Value {
    let (sentence, mend) = bascule_words::malformed(&run.words, malformed);
    run.voice.aside_below(2, &sentence);
    run.voice.help(&run.words, 4, &mend, &[]);
    let (file, place) = match malformed {
        Malformed::Text(error) => (&error.file, Some((error.line, error.column))),
        Malformed::Tree(error) => (&error.path, None),
    };
    json!({
        "file": file, "line": place.map(|(line, _)| line), "column": place.map(|(_, column)| column),
        "sentence": sentence, "help": mend,
    })
}

/// Why no project was chosen.
pub(super) fn project(words: &Words, problem: &ProjectProblem) -> Told {
    let say = |id: &str, values: &[(&str, bascule_words::Value<'_>)]| words.say(id, values);
    let (code, exit, sentence) = match problem {
        ProjectProblem::Ambiguous(folders) => {
            let folders = words.list(folders.iter().map(ToString::to_string));
            ("project-ambiguous", Exit::Usage, say("problem-project-ambiguous", &[("folders", folders.into())]))
        }
        ProjectProblem::NoneKnown => ("project-none", Exit::Usage, say("problem-project-none", &[])),
        ProjectProblem::NotOne(folder) => {
            ("project-not-one", Exit::Usage, say("problem-project-not-one", &[("path", folder.into())]))
        }
        ProjectProblem::Gone(folder) => {
            ("project-gone", Exit::Unavailable, say("problem-project-gone", &[("path", folder.into())]))
        }
    };
    Told { code, sentence, mend: Some(say("problem-project-mend", &[])), ways: vec![], exit }
}

pub(super) fn not_installed(words: &Words, error: &NotInstalled) -> Told {
    let (code, sentence, mend) = match error {
        NotInstalled::NoLauncher => {
            ("no-launcher", words.say("problem-no-launcher", &[]), words.say("problem-no-launcher-mend", &[]))
        }
        NotInstalled::NoVersion(version) => (
            "no-version",
            words.say("problem-no-version", &[("version", version.into())]),
            words.say("problem-no-version-mend", &[]),
        ),
        NotInstalled::Note(CurrentError::BadValue(_, "app")) | NotInstalled::NotText(_) => {
            let problem = error.to_string();
            (
                "bad-place",
                words.say("problem-bad-place", &[("problem", problem.into())]),
                words.say("problem-bad-place-mend", &[]),
            )
        }
        NotInstalled::Note(error) => {
            let problem = error.to_string();
            (
                "bad-version",
                words.say("problem-bad-version", &[("problem", problem.into())]),
                words.say("problem-bad-version-mend", &[]),
            )
        }
    };
    Told { code, sentence, mend: Some(mend), ways: vec![], exit: Exit::Unavailable }
}

/// Why the engine could not.
pub(super) fn engine(words: &Words, error: &EngineError) -> Told {
    let say = |id: &str, values: &[(&str, bascule_words::Value<'_>)]| words.say(id, values);
    let (code, exit, sentence) = match error {
        EngineError::Disk(error) => ("disk", Exit::Unavailable, disk(words, error)),
        EngineError::Format { file, source: FormatError::Newer(_) } => {
            ("newer-format", Exit::Unavailable, say("problem-newer", &[("file", file.into())]))
        }
        EngineError::Format { file, source } => {
            let values = [("file", file.into()), ("problem", source.to_string().into())];
            ("state-file", Exit::Unavailable, say("problem-state-file", &values))
        }
        EngineError::Held(holder) => {
            ("held", Exit::Unavailable, say("problem-held", &[("holder", (&holder.description).into())]))
        }
        EngineError::OtherUsersHome { home, .. } => {
            ("other-users-home", Exit::Refused, say("problem-other-home", &[("home", home.into())]))
        }
        EngineError::Stale => ("stale", Exit::Refused, say("problem-stale", &[])),
        EngineError::NoRevision(number) => {
            ("no-change", Exit::Usage, say("problem-no-change", &[("number", number.to_string().into())]))
        }
    };
    let (mend, ways) = match error {
        EngineError::Disk(_) => (None, vec![]),
        EngineError::Format { source: FormatError::Newer(_), .. } => (Some(say("remedy-use-newer", &[])), vec![]),
        EngineError::Format { .. } => (Some(say("problem-state-file-mend", &[])), vec![typed(&["doctor"])]),
        EngineError::Held(_) | EngineError::Stale => (Some(say("remedy-try-again", &[])), vec![]),
        EngineError::OtherUsersHome { .. } => (Some(say("problem-other-home-mend", &[])), vec![]),
        EngineError::NoRevision(_) => (Some(say("problem-no-change-mend", &[])), vec![typed(&["history"])]),
    };
    Told { code, sentence, mend, ways, exit }
}
