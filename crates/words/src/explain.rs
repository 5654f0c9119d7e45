//! A refusal and what helps against it, as sentences.

use bascule_core::document::{DocumentError, Problem};
use bascule_core::harness::{self, NameProblem};
use bascule_core::reconcile::{Refusal, Remedy, Scope, Target};

use crate::Words;

/// What helps, for a person: a sentence, and the commands that do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// The remedy's stable word.
    pub kind: &'static str,
    /// What to do.
    pub sentence: String,
    /// Ways to do it here.
    pub ways: Vec<Way>,
}

/// One way to mend something: a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// What it comes to, where the sentence does not say.
    pub label: Option<String>,
    /// The arguments after the program's own name.
    pub arguments: Vec<String>,
}

impl From<Vec<String>> for Way {
    fn from(arguments: Vec<String>) -> Self {
        Self { label: None, arguments }
    }
}

/// Why something was left as it is.
pub fn refusal(words: &Words, refusal: &Refusal) -> String {
    let say = |id: &str, values: &[(&str, crate::Value<'_>)]| words.say(id, values);
    match refusal {
        Refusal::Unparsable { file, error } => unparsable(words, file.as_str(), error),
        Refusal::SlotTaken { file, name } => say("refusal-slot-taken", &[("file", file.into()), ("name", name.into())]),
        Refusal::Predecessor { file, name } => {
            say("refusal-predecessor", &[("file", file.into()), ("name", name.into())])
        }
        Refusal::EditedSince { file, name } => {
            say("refusal-edited-since", &[("file", file.into()), ("name", name.into())])
        }
        Refusal::FileEdited(file) => say("refusal-file-edited", &[("file", file.into())]),
        Refusal::FileTaken(file) => say("refusal-file-taken", &[("file", file.into())]),
        Refusal::FolderTaken(folder) => say("refusal-folder-taken", &[("folder", folder.into())]),
        Refusal::LinkInTheWay(path) => say("refusal-link-in-the-way", &[("path", path.into())]),
        Refusal::OlderSkill(folder) => say("refusal-older-skill", &[("folder", folder.into())]),
        Refusal::ChangedLater { later } => say("refusal-changed-later", &[("later", later.to_string().into())]),
        Refusal::ReadOnly(file) => say("refusal-read-only", &[("file", file.into())]),
        Refusal::FolderReadOnly(folder) => say("refusal-folder-read-only", &[("folder", folder.into())]),
        Refusal::Unreadable(file) => say("refusal-unreadable", &[("file", file.into())]),
        Refusal::HardLinked(file) => say("refusal-hard-linked", &[("file", file.into())]),
        Refusal::MountPoint(file) => say("refusal-mount-point", &[("file", file.into())]),
        Refusal::DanglingLink(file) => say("refusal-dangling-link", &[("file", file.into())]),
        Refusal::LinkLoop(file) => say("refusal-link-loop", &[("file", file.into())]),
        Refusal::NotAFile(file) => say("refusal-not-a-file", &[("file", file.into())]),
        Refusal::Attributes(file) => say("refusal-attributes", &[("file", file.into())]),
        Refusal::ManagedByPolicy(file) => say("refusal-managed-by-policy", &[("file", file.into())]),
        Refusal::HarnessRunning { process } => say("refusal-program-running", &[("process", process.into())]),
        Refusal::NewerFormat => say("refusal-newer-format", &[]),
        Refusal::Ambiguous(files) => {
            let files = files.iter().map(|file| file.as_str()).collect::<Vec<_>>().join(", ");
            say("refusal-ambiguous", &[("files", files.into())])
        }
        Refusal::NoSite => say("refusal-no-site", &[]),
        Refusal::Retired => say("refusal-retired", &[]),
        Refusal::ByHand => say("refusal-by-hand", &[]),
        Refusal::UnknownHarness => say("refusal-unknown-program", &[]),
        Refusal::Name(problem) => {
            let reason = match problem {
                NameProblem::Empty => say("name-empty", &[]),
                NameProblem::Character(character) => {
                    say("name-character", &[("character", character.to_string().into())])
                }
                NameProblem::TooLong(most) => say("name-too-long", &[("most", u64::from(*most).into())]),
                NameProblem::Reserved => say("name-reserved", &[]),
            };
            say("refusal-bad-name", &[("reason", reason.into())])
        }
        Refusal::Expanded(path) => say("refusal-expanded-path", &[("path", path.into())]),
        Refusal::BridgeRemoved { bridge } => say("refusal-bridge-removed", &[("bridge", bridge.into())]),
        Refusal::KeptChanging(file) => say("refusal-kept-changing", &[("file", file.into())]),
        Refusal::LockHeld(lock) => say("refusal-lock-held", &[("lock", lock.into())]),
        Refusal::InUse(file) => say("refusal-in-use", &[("file", file.into())]),
        Refusal::System { file, problem } => {
            say("refusal-system", &[("file", file.into()), ("problem", problem.into())])
        }
    }
}

/// What helps against a refusal of a whole file of ours.
pub fn file_remedy(words: &Words, remedy: &Remedy) -> Mend {
    let of_no_entry = Target::user("", "");
    let Mend { kind, sentence, ways } = self::remedy(words, remedy, &of_no_entry);
    // Commands about an entry say nothing about a file.
    let ways = ways.into_iter().filter(|way| way.arguments.first().is_some_and(|verb| verb == "rollback")).collect();
    Mend { kind, sentence, ways }
}

/// What helps against a refusal of `target`.
pub fn remedy(words: &Words, remedy: &Remedy, target: &Target) -> Mend {
    let say = |id: &str, values: &[(&str, crate::Value<'_>)]| words.say(id, values);
    let (sentence, ways): (String, Vec<Vec<String>>) = match remedy {
        Remedy::MendFile { file, line, column } => {
            let place = format!("{file}:{line}:{column}");
            (say("remedy-mend-file", &[("place", place.into())]), vec![])
        }
        Remedy::FreeName { name } => (say("remedy-free-name", &[("name", name.into())]), vec![]),
        Remedy::FreePlace(path) => (say("remedy-free-place", &[("path", path.into())]), vec![]),
        Remedy::ReplaceOrLeave => {
            let sentence = say("remedy-replace-or-leave", &[]);
            (sentence, vec![on(target, "enable", &["--replace"]), on(target, "enable", &["--leave"])])
        }
        Remedy::ReplaceOrLeaveSkill => (say("remedy-replace-or-leave-skill", &[]), vec![]),
        Remedy::KeepOrRestore => {
            return Mend {
                kind: remedy.kind(),
                sentence: say("remedy-keep-or-restore", &[]),
                ways: keep_or_restore(words, target),
            };
        }
        Remedy::RollBackFirst { revision } => {
            let revision = revision.to_string();
            (say("remedy-roll-back-first", &[]), vec![vec!["rollback".to_owned(), revision]])
        }
        Remedy::MakeWritable(path) => (say("remedy-make-writable", &[("path", path.into())]), vec![snippet(target)]),
        Remedy::PasteSnippet => (say("remedy-paste-snippet", &[]), vec![snippet(target)]),
        Remedy::MendLink(path) => (say("remedy-mend-link", &[("path", path.into())]), vec![]),
        Remedy::AskAdministrator(file) => (say("remedy-ask-administrator", &[("file", file.into())]), vec![]),
        Remedy::Quit { process } => (say("remedy-quit", &[("process", process.into())]), vec![]),
        Remedy::CloseFile(file) => (say("remedy-close-file", &[("file", file.into())]), vec![]),
        Remedy::UseNewer => (say("remedy-use-newer", &[]), vec![]),
        Remedy::NameFile => (say("remedy-name-file", &[]), vec![]),
        Remedy::OtherScope => (say("remedy-other-scope", &[]), vec![]),
        Remedy::ChooseOther => (say("remedy-choose-other", &[]), vec![vec!["harnesses".to_owned()]]),
        Remedy::SeePrograms => (say("remedy-see-programs", &[]), vec![vec!["harnesses".to_owned()]]),
        Remedy::MovePath => (say("remedy-move-path", &[]), vec![]),
        Remedy::AddBridge { bridge } => (say("remedy-add-bridge", &[("bridge", bridge.into())]), vec![]),
        Remedy::TryAgain => (say("remedy-try-again", &[]), vec![]),
    };
    Mend { kind: remedy.kind(), sentence, ways: ways.into_iter().map(Way::from).collect() }
}

/// The two ways out where somebody changed our entry.
pub fn keep_or_restore(words: &Words, target: &Target) -> Vec<Way> {
    let program = match &target.scope {
        Scope::File(file) => file.as_str(),
        Scope::User | Scope::Project(_) => {
            harness::find(&target.harness).map_or(target.harness.as_str(), |harness| harness.name)
        }
    };
    let keep = words.say("way-keep", &[("program", program.into())]);
    let restore = words.say("way-restore", &[]);
    vec![
        Way { label: Some(keep), arguments: on(target, "disable", &["--keep"]) },
        Way { label: Some(restore), arguments: on(target, "enable", &["--restore"]) },
    ]
}

/// The arguments of a command on exactly this target.
pub fn on(target: &Target, verb: &str, more: &[&str]) -> Vec<String> {
    let mut arguments: Vec<String> = vec![verb.to_owned(), target.bridge.clone()];
    arguments.extend(["--harness".to_owned(), target.harness.clone()]);
    match &target.scope {
        Scope::User => {}
        Scope::Project(folder) => {
            arguments.extend(["--scope", "project", "--project", folder.as_str()].map(str::to_owned));
        }
        Scope::File(file) => arguments.extend(["--file".to_owned(), file.to_string()]),
    }
    arguments.extend(more.iter().map(|word| (*word).to_owned()));
    arguments
}

fn snippet(target: &Target) -> Vec<String> {
    ["configure", "--harness", &target.harness, "--bridge", &target.bridge, "--print"].map(str::to_owned).to_vec()
}

fn unparsable(words: &Words, file: &str, error: &DocumentError) -> String {
    let at = |id: &str, more: &[(&str, &str)]| {
        let place = format!("{file}:{}:{}", error.line, error.column);
        let mut values = vec![("place", place.into())];
        values.extend(more.iter().map(|(name, text)| (*name, (*text).into())));
        words.say(id, &values)
    };
    match &error.problem {
        Problem::Syntax(reason) => at("refusal-unparsable", &[("reason", reason)]),
        Problem::DuplicateKey(key) => at("refusal-duplicate-key", &[("key", key)]),
        Problem::WrongType { key, .. } => at("refusal-wrong-type", &[("key", key)]),
        Problem::SeveralDocuments => at("refusal-several-documents", &[]),
        Problem::TooLarge => words.say("refusal-too-large", &[("file", file.into())]),
        Problem::NotUtf8 => at("refusal-not-utf8", &[]),
        Problem::TooDeep => at("refusal-too-deep", &[]),
        Problem::Occupied(_) | Problem::Missing(_) => {
            at("refusal-unparsable", &[("reason", &error.problem.to_string())])
        }
        Problem::Scattered(_) | Problem::Unsupported(_) | Problem::SecondOpinion => {
            at("refusal-unsafe-form", &[("reason", &error.problem.to_string())])
        }
    }
}
