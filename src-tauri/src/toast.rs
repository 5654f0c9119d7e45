//! What comes up on the screen by itself: seldom, once an episode, and gone when it is over.

use std::collections::BTreeSet;

use bascule_words::Words;

use crate::choice::Choice;
use crate::menu::{answers, notice_text, spoken, ways, why};
use crate::view::{About, Foreign, Notice, Question, View};

/// What becomes of toasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToastOrder {
    /// This one comes up.
    Show(Box<Toast>),
    /// The one of this episode goes.
    Withdraw(String),
}

/// One toast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// What it is about; there is one toast an episode.
    pub episode: String,
    /// What is told.
    pub about: ToastAbout,
}

/// What a toast tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToastAbout {
    /// A call waits for a yes.
    Question(Question),
    /// Something a person is to know.
    Notice(Notice),
}

/// A toast in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToastText {
    /// Who did what.
    pub title: String,
    /// Where, and what still works.
    pub body: String,
    /// What can be done, the safe way last.
    pub buttons: Vec<(Choice, String)>,
}

/// Whether toasts are welcome now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mood {
    /// They are, but for those that the person does not want again.
    Open {
        /// The codes of these.
        muted: BTreeSet<String>,
    },
    /// The person is in the middle of the setup, where everything is told anyway.
    Setup,
    /// The person wants none.
    Muted,
}

/// The episodes that had their toast and are not over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown(BTreeSet<String>);

/// How long something stands before it is told, in seconds: what heals until then is not
/// worth a look. Questions are told at once, for somebody waits; and so is a bridge that
/// was given up, for that took its time already.
pub const PATIENCE: u64 = 60;

/// What becomes of toasts: those whose reason is gone are withdrawn, and what is new and
/// due comes up, unless toasts are not welcome. `now` is in seconds since 1970.
pub fn toasts(before: &Shown, view: &View, mood: &Mood, now: u64) -> Vec<ToastOrder> {
    let open: Vec<Toast> = deserving(view);
    let over = before.0.iter().filter(|episode| !open.iter().any(|toast| toast.episode == **episode));
    let withdrawn = over.cloned().map(ToastOrder::Withdraw);
    let new = open.iter().filter(|toast| mood.welcomes(toast) && !before.0.contains(&toast.episode));
    let due = new.filter(|toast| due(toast).is_none_or(|due| due <= now));
    withdrawn.chain(due.cloned().map(|toast| ToastOrder::Show(Box::new(toast)))).collect()
}

/// When the next toast that is not shown yet is due, in seconds since 1970.
pub fn next_due(before: &Shown, view: &View, mood: &Mood, now: u64) -> Option<u64> {
    let open = deserving(view).into_iter();
    let new = open.filter(|toast| mood.welcomes(toast) && !before.0.contains(&toast.episode));
    new.filter_map(|toast| due(&toast)).filter(|due| *due > now).min()
}

impl Mood {
    fn welcomes(&self, toast: &Toast) -> bool {
        match (self, &toast.about) {
            (Self::Setup | Self::Muted, _) => false,
            // Somebody waits for the answer.
            (Self::Open { .. }, ToastAbout::Question(_)) => true,
            (Self::Open { muted }, ToastAbout::Notice(notice)) => !muted.contains(&notice.code),
        }
    }
}

impl Shown {
    /// The same after these orders were carried out.
    #[must_use]
    pub fn after(mut self, orders: &[ToastOrder]) -> Self {
        for order in orders {
            match order {
                ToastOrder::Show(toast) => drop(self.0.insert(toast.episode.clone())),
                ToastOrder::Withdraw(episode) => drop(self.0.remove(episode)),
            }
        }
        self
    }
}

fn deserving(view: &View) -> Vec<Toast> {
    let questions = view.questions.iter().map(|question| Toast {
        episode: format!("question:{}", question.number),
        about: ToastAbout::Question(question.clone()),
    });
    let notices = view.notices.iter().map(|notice| Toast {
        // An entry that is changed once more is another episode.
        episode: match &notice.about {
            About::Entry { foreign, .. } => format!("{}:{foreign:?}", notice.key),
            About::Audit { .. } | About::Failed { .. } | About::Settings { .. } | About::Other(_) => notice.key.clone(),
        },
        about: ToastAbout::Notice(notice.clone()),
    });
    questions.chain(notices).collect()
}

fn due(toast: &Toast) -> Option<u64> {
    match &toast.about {
        ToastAbout::Question(_) => None,
        ToastAbout::Notice(notice) => match notice.about {
            About::Failed { .. } => None,
            About::Entry { .. } | About::Audit { .. } | About::Settings { .. } | About::Other(_) => {
                notice.since.map(|since| since + PATIENCE)
            }
        },
    }
}

impl Toast {
    /// What it says.
    pub fn text(&self, words: &Words) -> ToastText {
        match &self.about {
            ToastAbout::Question(question) => asked(question, words),
            ToastAbout::Notice(notice) => noticed(notice, words),
        }
    }
}

fn asked(question: &Question, words: &Words) -> ToastText {
    let tool = ("tool", (&question.tool).into());
    let title = match &question.program {
        Some(program) => words.say("toast-asked", &[tool, ("program", program.into())]),
        None => words.say("toast-asked-unnamed", &[tool]),
    };
    let group = bascule_words::group(words, &question.group);
    let values = [("bridge", spoken(&question.bridge, words).into()), ("group", group.as_ref().into())];
    let body = words.say("toast-asked-body", &values);
    ToastText { title, body, buttons: answers(question.number, words) }
}

fn noticed(notice: &Notice, words: &Words) -> ToastText {
    let (title, body) = match &notice.about {
        About::Entry { foreign, bridge, program, file, .. } => {
            let id = match foreign {
                Foreign::Edited => "toast-entry-edited",
                Foreign::Gone => "toast-entry-gone",
                Foreign::Taken => "toast-entry-taken",
            };
            let bridge = spoken(bridge, words);
            (words.say(id, &[("program", program.into()), ("bridge", bridge.into())]), file.clone())
        }
        About::Failed { id, name, cause } => {
            let title = words.say("toast-failed", &[("bridge", spoken(name, words).into())]);
            let cause = why(id, cause, words).sentence;
            (title, words.say("toast-failed-body", &[("cause", cause.into())]))
        }
        About::Audit { .. } | About::Settings { .. } | About::Other(_) => {
            (words.say("toast-notice", &[]), notice_text(notice, words))
        }
    };
    let mut buttons = ways(notice, words);
    // Where three ways out stand already, the menu has this one.
    if buttons.len() < 3 {
        let mute = (Choice::Mute(notice.code.clone()), words.say("toast-mute", &[]));
        buttons.insert(buttons.len() - 1, mute);
    }
    ToastText { title, body, buttons }
}
