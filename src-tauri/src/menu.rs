//! The tray's menu, as a value: everything the app does can be reached from it.

use bascule_core::bridge::Spoken;
use bascule_words::{Explained, Lang, Told, Value, Words, explained};

use crate::choice::{Answer, Choice, Language, Place};
use crate::view::{
    About, Bridge, Cause, Change, ChangeKind, Chosen, Foreign, Line as First, Notice, Question, Standing, View,
};

/// The menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu(pub Vec<Line>);

/// One line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Says something and does nothing.
    Says(String),
    /// Does something.
    Does(String, Choice),
    /// Does something, and shows by a tick whether it is so already.
    Ticks {
        /// What it says.
        text: String,
        /// What it does.
        choice: Choice,
        /// Whether it is so.
        is_on: bool,
    },
    /// Opens further lines.
    Opens(String, Vec<Line>),
    /// Parts what stands above from what stands below.
    Parts,
}

/// The menu for this view, in the language of the words.
pub fn menu(view: &View, words: &Words) -> Menu {
    let of = |id: &str, choice: Choice| Line::Does(words.say(id, &[]), choice);
    let mut lines = vec![Line::Says(first(view, words)), Line::Parts];
    let before = lines.len();
    lines.extend(view.questions.iter().map(|question| question_line(question, words)));
    // A bridge that failed says so in its own line.
    let notices = view.notices.iter().filter(|notice| !matches!(notice.about, About::Failed { .. }));
    lines.extend(notices.map(|notice| notice_line(notice, words)));
    if lines.len() > before {
        lines.push(Line::Parts);
    }
    lines.push(of("tray-enable", Choice::Open(Place::Setup)));
    lines.extend(view.bridges.iter().map(|bridge| bridge_line(bridge, words)));
    lines.push(Line::Parts);
    lines.push(of("tray-open", Choice::Open(Place::Home)));
    lines.push(of("tray-check", Choice::Check));
    lines.push(Line::Opens(words.say("tray-changes", &[]), changes(&view.changes, view, words)));
    lines.push(Line::Parts);
    lines.extend(chosen(view.chosen, words));
    lines.push(Line::Parts);
    lines.push(of("tray-uninstall", Choice::Open(Place::Uninstall)));
    lines.push(of("tray-quit", Choice::Quit));
    Menu(lines)
}

/// Whether two rows of lines differ in nothing but words, ticks and what opens.
pub fn has_same_shape(one: &[Line], other: &[Line]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|pair| match pair {
            (Line::Says(_), Line::Says(_)) | (Line::Opens(..), Line::Opens(..)) | (Line::Parts, Line::Parts) => true,
            (Line::Does(_, one), Line::Does(_, other)) => one == other,
            (Line::Ticks { choice: one, .. }, Line::Ticks { choice: other, .. }) => one == other,
            (Line::Says(_) | Line::Does(..) | Line::Ticks { .. } | Line::Opens(..) | Line::Parts, _) => false,
        })
}

/// What the first line says: what is the matter, and what works.
pub fn first(view: &View, words: &Words) -> String {
    let total = view.bridges.len();
    let say = |id: &str, values: &[(&str, Value<'_>)]| words.say(id, values);
    let ready = || {
        let values = [("ready", view.ready.into()), ("total", total.into())];
        say(if view.ready == total { "tray-ready-all" } else { "tray-ready-some" }, &values)
    };
    let with_ready = |first: String| {
        if view.ready == 0 {
            return first;
        }
        say("tray-and", &[("first", first.into()), ("second", ready().into())])
    };
    let list = |names: &[Spoken]| words.list(names.iter().map(|name| spoken(name, words).to_owned()));
    match &view.line {
        First::Coming => say("tray-coming", &[]),
        First::NoService { code, what } => {
            let cause = Cause { code: (*code).to_owned(), what: what.clone(), text: (*code).to_owned() };
            say("tray-no-service", &[("cause", why("", &cause, words).sentence.into())])
        }
        First::Gone => say("tray-gone", &[]),
        First::NothingConnected => say("tray-nothing", &[]),
        First::Paused => say("tray-paused", &[]),
        First::Ready => ready(),
        First::Waiting(awaited) => say("tray-waiting", &[("what", words.list(awaited.iter().cloned()).into())]),
        First::Working(names) => with_ready(say("tray-working", &[("bridges", list(names).into())])),
        First::Attention(things) => with_ready(say("tray-attention", &[("things", (*things).into())])),
        First::Failed(names) => with_ready(say("tray-failed", &[("bridges", list(names).into())])),
    }
}

/// What a question asks, in one sentence.
pub(crate) fn question_text(question: &Question, words: &Words) -> String {
    let group = bascule_words::group(words, &question.group);
    let values = [
        ("tool", Value::from(&question.tool)),
        ("bridge", spoken(&question.bridge, words).into()),
        ("group", group.as_ref().into()),
    ];
    match &question.program {
        Some(program) => words.say("status-asked", &[&values[..], &[("program", program.into())]].concat()),
        None => words.say("status-asked-unnamed", &values),
    }
}

/// What each answer is called.
pub(crate) fn answers(question: u64, words: &Words) -> Vec<(Choice, String)> {
    let id = |answer: Answer| match answer {
        Answer::Once => "answer-once",
        Answer::Session => "answer-session",
        Answer::No => "answer-no",
    };
    Answer::ALL.map(|answer| (Choice::Answer(question, answer), words.say(id(answer), &[]))).into()
}

/// What can be done about an entry that somebody changed: the safe way last.
pub(crate) fn ways(notice: &Notice, words: &Words) -> Vec<(Choice, String)> {
    let of = |choice: Choice, id: &str| (choice, words.say(id, &[]));
    match &notice.about {
        About::Entry { target, .. } => {
            let first = match target {
                Some(_) => of(Choice::Restore(notice.key.clone()), "entry-restore"),
                None => of(Choice::Open(Place::Doctor), "tray-look"),
            };
            vec![first, of(Choice::Leave(notice.key.clone()), "entry-leave")]
        }
        About::Failed { id, .. } => vec![
            of(Choice::TryAgain(id.clone()), "tray-try-again"),
            of(Choice::Open(Place::Doctor), "tray-look"),
            of(Choice::Pause(id.clone()), "tray-pause"),
        ],
        About::Audit { .. } | About::Settings { .. } | About::Other(_) => {
            vec![of(Choice::Open(Place::Doctor), "tray-look")]
        }
    }
}

/// A notice in one sentence.
pub(crate) fn notice_text(notice: &Notice, words: &Words) -> String {
    match &notice.about {
        About::Entry { foreign, bridge, program, file, .. } => {
            let id = match foreign {
                Foreign::Edited => "notice-entry-edited",
                Foreign::Gone => "notice-entry-gone",
                Foreign::Taken => "notice-entry-taken",
            };
            let bridge = spoken(bridge, words);
            words.say(id, &[("program", program.into()), ("bridge", bridge.into()), ("file", file.into())])
        }
        About::Failed { id, name, cause } => {
            let cause = why(id, cause, words).sentence;
            words.say("notice-failed", &[("bridge", spoken(name, words).into()), ("cause", cause.into())])
        }
        About::Audit { file } => words.say("notice-audit", &[("file", file.into())]),
        About::Settings { problem } => words.say("tray-settings-broken", &[("problem", problem.into())]),
        About::Other(text) => text.clone(),
    }
}

/// What is wrong, for a person.
pub(crate) fn why(bridge: &str, cause: &Cause, words: &Words) -> Explained {
    explained(words, Told { bridge, code: &cause.code, what: cause.what.as_deref(), text: &cause.text })
}

/// A name in the language of the words.
pub(crate) fn spoken<'s>(name: &'s Spoken, words: &Words) -> &'s str {
    match words.lang() {
        Lang::English => &name.en,
        Lang::SimplifiedChinese => &name.zh_cn,
    }
}

fn question_line(question: &Question, words: &Words) -> Line {
    let does = |(choice, text): (Choice, String)| Line::Does(text, choice);
    Line::Opens(question_text(question, words), answers(question.number, words).into_iter().map(does).collect())
}

fn notice_line(notice: &Notice, words: &Words) -> Line {
    let does = |(choice, text): (Choice, String)| Line::Does(text, choice);
    Line::Opens(notice_text(notice, words), ways(notice, words).into_iter().map(does).collect())
}

/// A bridge: its state, why it is so, and what can be done.
fn bridge_line(bridge: &Bridge, words: &Words) -> Line {
    let state = match &bridge.standing {
        Standing::Ready => words.say("health-ready", &[]),
        Standing::Resting => words.say("health-stopped", &[]),
        Standing::Starting => words.say("health-starting", &[]),
        Standing::Working => words.say("health-working", &[]),
        Standing::Waiting(what) => words.say("health-waiting", &[("what", what.into())]),
        Standing::Paused => words.say("health-paused", &[]),
        Standing::Unwell(_) => words.say("health-degraded", &[]),
        Standing::Failed(_) => words.say("health-failed", &[]),
    };
    let text = words.say("tray-bridge", &[("bridge", spoken(&bridge.name, words).into()), ("state", state.into())]);
    let mut lines = Vec::new();
    if let Standing::Unwell(cause) | Standing::Failed(cause) = &bridge.standing {
        lines.push(Line::Says(why(&bridge.id, cause, words).sentence));
        lines.push(Line::Does(words.say("tray-look", &[]), Choice::Open(Place::Doctor)));
    }
    if matches!(bridge.standing, Standing::Failed(_)) {
        lines.push(Line::Does(words.say("tray-try-again", &[]), Choice::TryAgain(bridge.id.clone())));
    }
    if !bridge.is_served {
        if lines.is_empty() {
            return Line::Says(text);
        }
    } else if bridge.standing == Standing::Paused {
        lines.push(Line::Does(words.say("tray-resume", &[]), Choice::Resume(bridge.id.clone())));
    } else {
        lines.push(Line::Does(words.say("tray-pause", &[]), Choice::Pause(bridge.id.clone())));
    }
    Line::Opens(text, lines)
}

/// What was changed lately, each with its way back.
fn changes(changes: &[Change], view: &View, words: &Words) -> Vec<Line> {
    let name = |id: &String| {
        let known = view.bridges.iter().find(|bridge| bridge.id == *id);
        known.map_or_else(|| id.clone(), |bridge| spoken(&bridge.name, words).to_owned())
    };
    let line = |change: &Change| {
        let id = match change.kind {
            ChangeKind::Connected => "tray-undo-connected",
            ChangeKind::Disconnected => "tray-undo-disconnected",
            ChangeKind::Other => "tray-undo-other",
        };
        let values = [
            ("number", change.number.to_string().into()),
            ("bridges", words.list(change.bridges.iter().map(name)).into()),
            ("programs", words.list(change.programs.iter().cloned()).into()),
        ];
        Line::Does(words.say(id, &values), Choice::Undo(change.number))
    };
    let undone = changes.iter().map(line);
    let more = Line::Does(words.say("tray-activity", &[]), Choice::Open(Place::Activity));
    if changes.is_empty() {
        return vec![Line::Says(words.say("tray-no-changes", &[])), more];
    }
    undone.chain([Line::Parts, more]).collect()
}

fn chosen(chosen: Chosen, words: &Words) -> Vec<Line> {
    let language = |language: Option<Language>| Line::Ticks {
        text: match language {
            None => words.say("tray-language-system", &[]),
            Some(Language::English) => words.say("tray-language-en", &[]),
            Some(Language::SimplifiedChinese) => words.say("tray-language-zh-cn", &[]),
        },
        choice: Choice::Language(language),
        is_on: chosen.language == language.map(Language::lang),
    };
    let languages = [None].into_iter().chain(Language::ALL.map(Some)).map(language).collect();
    let switch = |id: &str, choice: Choice, is_on: bool| Line::Ticks { text: words.say(id, &[]), choice, is_on };
    vec![
        Line::Opens(words.say("tray-language", &[]), languages),
        switch("part-login", Choice::Login(!chosen.login), chosen.login),
        switch("tray-toasts", Choice::Toasts(!chosen.toasts), chosen.toasts),
        Line::Does(words.say("tray-settings", &[]), Choice::Open(Place::Settings)),
    ]
}
