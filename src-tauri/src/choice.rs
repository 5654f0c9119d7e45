//! What a person can choose, in the menu or on a toast: a closed set, each with an id.

use bascule_host::wire::Decision;
use bascule_words::Lang;

/// Something a person chose.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// The window, there.
    Open(Place),
    /// This bridge is paused.
    Pause(String),
    /// Its pause ends.
    Resume(String),
    /// It failed, and is tried again.
    TryAgain(String),
    /// This question is answered.
    Answer(u64, Answer),
    /// The entry of this notice is put back.
    Restore(String),
    /// What this notice is about stays so.
    Leave(String),
    /// Everything is looked at.
    Check,
    /// This change is taken back.
    Undo(u64),
    /// The language; `None` follows the system.
    Language(Option<Language>),
    /// Whether the app starts when the person logs in.
    Login(bool),
    /// Whether notices come up on the screen.
    Toasts(bool),
    /// Notices of this kind come up no more.
    Mute(String),
    /// The app ends.
    Quit,
}

/// A place in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The wizard that connects.
    Setup,
    /// How everything stands.
    Home,
    /// What was done.
    Activity,
    /// The bridges.
    Bridges,
    /// What is wrong.
    Doctor,
    /// What the person chose.
    Settings,
    /// The wizard that takes Bascule off.
    Uninstall,
}

/// What a person says to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// This call may go.
    Once,
    /// Calls of this kind may go until the background service ends.
    Session,
    /// It may not.
    No,
}

/// A language that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// English.
    English,
    /// Chinese in simplified characters.
    SimplifiedChinese,
}

impl Choice {
    /// Names it where only text goes.
    pub fn id(&self) -> String {
        let switch = |on: bool| if on { "on" } else { "off" };
        match self {
            Self::Open(place) => format!("open:{}", place.word()),
            Self::Pause(bridge) => format!("pause:{bridge}"),
            Self::Resume(bridge) => format!("resume:{bridge}"),
            Self::TryAgain(bridge) => format!("try-again:{bridge}"),
            Self::Answer(question, answer) => format!("answer:{}:{question}", answer.word()),
            Self::Restore(notice) => format!("restore:{notice}"),
            Self::Leave(notice) => format!("leave:{notice}"),
            Self::Check => "check".to_owned(),
            Self::Undo(change) => format!("undo:{change}"),
            Self::Language(language) => {
                format!("language:{}", language.map_or("system", |language| language.lang().tag()))
            }
            Self::Login(on) => format!("login:{}", switch(*on)),
            Self::Toasts(on) => format!("toasts:{}", switch(*on)),
            Self::Mute(code) => format!("mute:{code}"),
            Self::Quit => "quit".to_owned(),
        }
    }

    /// What an id names; `None` where it is none of ours.
    pub fn of_id(id: &str) -> Option<Self> {
        let (kind, rest) = id.split_once(':').unwrap_or((id, ""));
        let switch = || match rest {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        let choice = match kind {
            "open" => Self::Open(Place::of_word(rest)?),
            "pause" => Self::Pause(rest.to_owned()),
            "resume" => Self::Resume(rest.to_owned()),
            "try-again" => Self::TryAgain(rest.to_owned()),
            "answer" => {
                let (answer, question) = rest.split_once(':')?;
                Self::Answer(question.parse().ok()?, Answer::of_word(answer)?)
            }
            "restore" => Self::Restore(rest.to_owned()),
            "leave" => Self::Leave(rest.to_owned()),
            "check" => Self::Check,
            "undo" => Self::Undo(rest.parse().ok()?),
            "language" if rest == "system" => Self::Language(None),
            "language" => Self::Language(Some(Language::ALL.into_iter().find(|one| one.lang().tag() == rest)?)),
            "login" => Self::Login(switch()?),
            "toasts" => Self::Toasts(switch()?),
            "mute" => Self::Mute(rest.to_owned()),
            "quit" => Self::Quit,
            _ => return None,
        };
        // Another spelling of a choice would be another id for it.
        (choice.id() == id).then_some(choice)
    }
}

impl Place {
    /// Every place.
    pub const ALL: [Self; 7] =
        [Self::Setup, Self::Home, Self::Activity, Self::Bridges, Self::Doctor, Self::Settings, Self::Uninstall];

    /// Its word, which the window knows it by.
    pub fn word(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Home => "home",
            Self::Activity => "activity",
            Self::Bridges => "bridges",
            Self::Doctor => "doctor",
            Self::Settings => "settings",
            Self::Uninstall => "uninstall",
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.word() == word)
    }
}

impl Answer {
    /// Every answer, the safe one last.
    pub const ALL: [Self; 3] = [Self::Once, Self::Session, Self::No];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Session => "session",
            Self::No => "no",
        }
    }

    /// What the background service is told.
    pub fn decision(self) -> Decision {
        match self {
            Self::Once => Decision::Once,
            Self::Session => Decision::Session,
            Self::No => Decision::No,
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|answer| answer.word() == word)
    }
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::SimplifiedChinese];

    /// The language of the catalogue.
    pub fn lang(self) -> Lang {
        match self {
            Self::English => Lang::English,
            Self::SimplifiedChinese => Lang::SimplifiedChinese,
        }
    }
}
