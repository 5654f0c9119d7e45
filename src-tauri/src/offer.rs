//! What a start offers by itself, once: the setup on a computer where no app was started
//! yet, and after an update the bridges that came with it.

use std::collections::BTreeSet;

use bascule_core::bridge::{Spoken, Version, built_in_after};
use bascule_words::Words;

use crate::choice::{Choice, Place};
use crate::menu::spoken;
use crate::toast::ToastText;

/// What a start is.
#[derive(Clone, Debug)]
pub struct Start<'a> {
    /// The version that offered what it brings; none where no app was started yet.
    pub offered: Option<&'a str>,
    /// The version that starts.
    pub running: Version,
    /// Whether the person logged in, and asked for nothing.
    pub at_login: bool,
    /// Where the window is to open.
    pub place: Option<Place>,
    /// Whether notices come up on the screen.
    pub toasts: bool,
    /// The bridges that some program is connected to.
    pub connected: BTreeSet<String>,
}

/// What a start offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Nothing, and nothing is noted.
    Nothing,
    /// Nothing that is seen; that this version was here is noted.
    Noted,
    /// The setup. Whoever ignores it has seen it.
    Setup,
    /// These bridges, which came since the version that offered last.
    News(Vec<&'static str>),
}

/// Decides what a start offers.
pub fn offer(start: &Start<'_>) -> Offer {
    let Some(offered) = start.offered else {
        return if start.at_login { Offer::Nothing } else { Offer::Setup };
    };
    let Some(offered) = Version::parse(offered) else { return Offer::Noted };
    if offered == start.running {
        return Offer::Nothing;
    }
    let new: Vec<&str> = built_in_after(offered).filter(|id| !start.connected.contains(*id)).collect();
    // In the setup every bridge stands anyway.
    if new.is_empty() || !start.toasts || start.place == Some(Place::Setup) { Offer::Noted } else { Offer::News(new) }
}

/// The toast that tells of bridges an update brought.
pub fn news(bridges: &[Spoken], running: Version, words: &Words) -> ToastText {
    let names = words.list(bridges.iter().map(|name| spoken(name, words).to_owned()));
    ToastText {
        title: words.say("toast-news", &[("bridges", names.into())]),
        body: words.say("toast-news-body", &[("version", running.to_string().into())]),
        buttons: vec![(Choice::Open(Place::Setup), words.say("tray-enable", &[]))],
    }
}
