//! What a choice in the menu has done: a command, and what its end is to a person.

use bascule_words::{Words, on};
use serde_json::Value;

use super::carry::Carried;
use super::control::VERSION;
use super::own;
use crate::choice::{Language, Place};
use crate::toast::ToastText;
use crate::view::{About, Foreign, View};

/// A command that a choice comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// This bridge is paused.
    Pause(String),
    /// Its pause ends.
    Resume(String),
    /// An entry is put back, by this command.
    Restore(Vec<String>),
    /// What this notice is about stays so.
    Leave(String),
    /// Everything is looked at.
    Check,
    /// This change is taken back.
    Undo(u64),
    /// The language.
    Language(Option<Language>),
    /// Whether the app starts at login.
    Login(bool),
    /// Whether notices come up.
    Toasts(bool),
    /// Notices of this kind come up no more.
    Mute(String),
    /// This version has offered what it brings.
    Offered,
}

/// How a command ended, and what it printed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ended {
    value: Value,
    exit: Option<i32>,
    failure: Option<String>,
}

/// What a person hears of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Nothing: the menu shows it.
    Nothing,
    /// The window, there.
    Look(Place),
    /// A toast.
    Toast(Box<ToastText>),
}

impl Deed {
    /// The way back for the entry of a notice, where there is one.
    pub(super) fn restore(view: &View, notice: &str) -> Option<Self> {
        let notice = view.notices.iter().find(|one| one.key == notice)?;
        let About::Entry { foreign, target: Some(target), .. } = &notice.about else { return None };
        let more: &[&str] = match foreign {
            Foreign::Edited => &["--restore", "--yes"],
            Foreign::Gone => &["--yes"],
            // What has its name is somebody else's.
            Foreign::Taken => return None,
        };
        Some(Self::Restore(on(target, "enable", more)))
    }

    /// The command's arguments.
    pub(super) fn arguments(&self) -> Vec<String> {
        let of = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        match self {
            Self::Pause(bridge) => of(&["pause", bridge]),
            Self::Resume(bridge) => of(&["resume", bridge]),
            Self::Restore(arguments) => arguments.clone(),
            Self::Leave(notice) => of(&["notices", "leave", notice]),
            Self::Check => of(&["doctor"]),
            Self::Undo(change) => of(&["rollback", &change.to_string(), "--yes"]),
            Self::Language(language) => {
                of(&["settings", "set", "language", language.map_or("system", |language| language.lang().tag())])
            }
            Self::Login(true) => {
                let app = own::app();
                let app = app.iter().flat_map(|app| ["--app", app.as_str()]);
                of(&["settings", "set", "login", "on"].into_iter().chain(app).collect::<Vec<_>>())
            }
            Self::Login(false) => of(&["settings", "set", "login", "off"]),
            Self::Toasts(on) => of(&["settings", "set", "toasts", if *on { "all" } else { "none" }]),
            Self::Mute(code) => of(&["settings", "set", "mute", code]),
            Self::Offered => of(&["settings", "set", "offered", VERSION]),
        }
    }

    /// What a person hears of how it ended.
    pub(super) fn said(&self, ended: &Ended, words: &Words) -> Said {
        let toast = |title: String, body: String| Said::Toast(Box::new(ToastText { title, body, buttons: Vec::new() }));
        if let Self::Check = self
            && let Some(findings) = ended.value.get("findings").and_then(Value::as_array)
        {
            if !findings.is_empty() {
                return Said::Look(Place::Doctor);
            }
            let checked = ended.value.get("checked").and_then(Value::as_u64).unwrap_or_default();
            let body = words.say("toast-in-order-body", &[("checked", checked.into())]);
            return toast(words.say("toast-in-order", &[]), body);
        }
        // Nobody asked for this one.
        if ended.exit != Some(0) && *self != Self::Offered {
            return toast(words.say("toast-not-done", &[]), ended.why());
        }
        match self {
            Self::Undo(change) => {
                let title = words.say("toast-undone", &[("number", change.to_string().into())]);
                toast(title, String::new())
            }
            Self::Pause(_)
            | Self::Resume(_)
            | Self::Restore(_)
            | Self::Leave(_)
            | Self::Check
            | Self::Language(_)
            | Self::Login(_)
            | Self::Toasts(_)
            | Self::Mute(_)
            | Self::Offered => Said::Nothing,
        }
    }
}

impl Ended {
    /// Takes what comes of the command.
    pub(super) fn hear(&mut self, carried: Carried) {
        match carried {
            Carried::Value(value) => self.value = value,
            Carried::Step(_) => {}
            Carried::Exit(code) => self.exit = Some(code),
            Carried::Failed(failure) => self.failure = Some(failure.sentence),
        }
    }

    /// Why it was not done, as the command says it.
    fn why(&self) -> String {
        let said = |value: Option<&Value>| value?.get("sentence")?.as_str().map(str::to_owned);
        let refusal = self.value.get("refusals").and_then(|refusals| refusals.get(0));
        let own = said(self.value.get("error")).or_else(|| said(refusal));
        own.or_else(|| self.failure.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use bascule_words::Lang;
    use serde_json::json;

    use super::*;

    fn said(deed: &Deed, value: Value, exit: i32) -> Said {
        deed.said(&Ended { value, exit: Some(exit), failure: None }, &Words::new(Lang::English))
    }

    fn toast(title: &str, body: &str) -> Said {
        Said::Toast(Box::new(ToastText { title: title.to_owned(), body: body.to_owned(), buttons: Vec::new() }))
    }

    #[test]
    fn a_person_hears_what_the_menu_does_not_show() {
        let cases = [
            (Deed::Pause("a".to_owned()), json!({"changed": true}), 0, Said::Nothing),
            (
                Deed::Check,
                json!({"checked": 12, "findings": []}),
                0,
                toast("Everything is in order", "12 things were looked at."),
            ),
            (Deed::Check, json!({"checked": 12, "findings": [{"code": "entry-gone"}]}), 4, Said::Look(Place::Doctor)),
            (Deed::Undo(3), json!({"applied": {"change": 4}}), 0, toast("Change 3 was taken back", "")),
            (
                Deed::Undo(3),
                json!({"refusals": [{"sentence": "Somebody changed it."}]}),
                5,
                toast("That could not be done", "Somebody changed it."),
            ),
            (
                Deed::Login(true),
                json!({"error": {"sentence": "Nothing can be written."}}),
                3,
                toast("That could not be done", "Nothing can be written."),
            ),
        ];
        for (deed, value, exit, expected) in cases {
            assert_eq!(said(&deed, value, exit), expected, "{deed:?}");
        }
    }
}
