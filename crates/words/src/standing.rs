//! How a bridge stands, and what helps, as sentences: from the codes that every version
//! of the background service tells.

use bascule_core::permission::Allowed;

use crate::{Value, Way, Words};

/// What is wrong or awaited, as it is told by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told<'a> {
    /// The bridge.
    pub bridge: &'a str,
    /// The stable code.
    pub code: &'a str,
    /// What it names.
    pub what: Option<&'a str>,
    /// The same in English, where no sentence of ours says it.
    pub text: &'a str,
}

/// What is wrong or awaited, for a person, with what helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// What it is: part of a sentence.
    pub sentence: String,
    /// What to do, where something must be done.
    pub mend: Option<String>,
    /// Commands that do it.
    pub ways: Vec<Way>,
}

/// Explains a cause. One that a later version tells, or a sentence that lacks what it
/// names, is told in that version's own words.
pub fn explained(words: &Words, told: Told<'_>) -> Explained {
    let what = told.what.unwrap_or("?");
    let say = |id: &str| words.say(id, &[("what", what.into())]);
    let plain = |id: &str| words.say(id, &[]);
    let way = |line: &[&str]| Way::from(line.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
    let (log, again) = (way(&["log", "--output", told.bridge]), way(&["resume", told.bridge]));
    let with = |sentence: String, mend: &str, ways: Vec<Way>| Explained { sentence, mend: Some(plain(mend)), ways };
    let bare = |sentence: String| Explained { sentence, mend: None, ways: Vec::new() };
    let doctor = || vec![way(&["doctor"])];
    match told.code {
        "exited" => with(say("cause-exited"), "standing-mend-log", vec![log, again]),
        "cannot-start" => with(say("cause-cannot-start"), "standing-mend-log", vec![log, again]),
        "not-ready" => with(say("cause-not-ready"), "standing-mend-log", vec![log, again]),
        "reported" => with(say("cause-reported"), "standing-mend-log", vec![log, again]),
        "program-missing" => with(say("cause-program-missing"), "standing-mend-install", vec![again]),
        "no-answer" => {
            let ways = vec![way(&["pause", told.bridge]), again];
            with(plain("cause-no-answer"), "standing-mend-restart", ways)
        }
        "will-not-end" => with(plain("cause-will-not-end"), "standing-mend-end", vec![again]),
        "host-silent" => with(plain("cause-host-silent"), "standing-mend-doctor", doctor()),
        "host-cannot-start" => with(say("cause-host-cannot-start"), "standing-mend-doctor", doctor()),
        "host-newer" => with(say("cause-host-newer"), "remedy-use-newer", Vec::new()),
        "read-only" => with(say("cause-state-read-only"), "doctor-state-read-only-mend", Vec::new()),
        "disk-full" => with(say("cause-disk-full"), "doctor-state-full-mend", Vec::new()),
        "settings-unusable" => with(say("cause-settings-unusable"), "standing-mend-doctor", doctor()),
        "entry-edited" => with(plain("cause-entry-edited"), "standing-mend-notices", vec![way(&["notices"])]),
        "entry-gone" => with(plain("cause-entry-gone"), "standing-mend-notices", vec![way(&["notices"])]),
        "entry-taken" => with(plain("cause-entry-taken"), "standing-mend-notices", vec![way(&["notices"])]),
        "unreadable" => with(plain("cause-file-unreadable"), "standing-mend-doctor", doctor()),
        "program-gone" => with(plain("cause-program-gone"), "standing-mend-fix", vec![way(&["doctor", "--fix"])]),
        "program-damaged" => with(plain("cause-program-damaged"), "standing-mend-fix", vec![way(&["doctor", "--fix"])]),
        "call" => bare(plain("await-call")),
        "start" => bare(plain("await-start")),
        "resume" => with(plain("await-resume"), "standing-mend-resume", vec![again]),
        "host-app" => Explained { sentence: say("await-app"), mend: Some(say("standing-mend-open")), ways: Vec::new() },
        _ => {
            let text: Value<'_> = told.text.into();
            with(words.say("cause-other", &[("text", text)]), "standing-mend-doctor", doctor())
        }
    }
}

/// What people call a step of a call's way; the word itself where it is a later version's.
pub fn step<'w>(words: &Words, word: &'w str) -> std::borrow::Cow<'w, str> {
    let id = match word {
        "config" => "step-config",
        "launcher" => "step-launcher",
        "engine" => "step-engine",
        "host" => "step-host",
        "runtime" => "step-serving",
        "host-app" => "step-app",
        other => return other.into(),
    };
    words.say(id, &[]).into()
}

/// What people say of a group of tools.
pub fn group<'w>(words: &Words, key: &'w str) -> std::borrow::Cow<'w, str> {
    let id = match key {
        "look" => "group-look",
        "build" => "group-build",
        "delete" => "group-delete",
        "run" => "group-run",
        other => return other.into(),
    };
    words.say(id, &[]).into()
}

/// What a choice lets AI programs do, in short; the word itself where it is none of ours.
pub fn allowed<'w>(words: &Words, word: &'w str) -> std::borrow::Cow<'w, str> {
    let id = match word {
        "look" => "allowed-look",
        "build" => "allowed-build",
        "everything" => "allowed-everything",
        other => return other.into(),
    };
    words.say(id, &[]).into()
}

/// The same in whole sentences.
pub fn allows(words: &Words, choice: Allowed) -> String {
    match choice {
        Allowed::LookOnly => words.say("allow-look", &[]),
        Allowed::Build => words.say("allow-build", &[]),
        Allowed::Everything => words.say("allow-everything", &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn every_code_is_explained_in_both_languages_and_a_later_one_in_its_own_words() {
        let codes = [
            "exited",
            "program-missing",
            "cannot-start",
            "not-ready",
            "no-answer",
            "will-not-end",
            "reported",
            "host-silent",
            "host-cannot-start",
            "host-newer",
            "read-only",
            "disk-full",
            "settings-unusable",
            "entry-edited",
            "entry-gone",
            "entry-taken",
            "unreadable",
            "program-gone",
            "program-damaged",
            "call",
            "start",
            "resume",
            "host-app",
        ];
        for lang in Lang::ALL {
            let words = Words::new(lang);
            for code in codes {
                let told = Told { bridge: "x", code, what: Some("W"), text: "own words" };
                let explained = explained(&words, told);
                assert!(!explained.sentence.contains("own words"), "{code}: {explained:?}");
                assert!(!explained.sentence.contains('?'), "{code}: {explained:?}");
            }
            let later = Told { bridge: "x", code: "later", what: None, text: "own words" };
            assert_eq!(explained(&words, later).sentence, "own words");
        }
    }
}
