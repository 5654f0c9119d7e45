//! What a start offers by itself.

use bascule_app::choice::Place;
use bascule_app::offer::{Offer, Start, news, offer};
use bascule_core::bridge::{Spoken, Version};
use bascule_words::{Lang, Words};

const RUNNING: Version = Version { major: 9, minor: 0, patch: 0 };

/// A start by hand, of the version after this one.
fn after(offered: Option<&'static str>) -> Start<'static> {
    Start { offered, running: RUNNING, at_login: false, place: None, toasts: true, connected: Default::default() }
}

#[test]
fn a_start_offers_what_is_new_to_the_person_and_nothing_twice() {
    let all = || Offer::News(vec!["bascule", "ra3-mod-xml"]);
    let connected = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    let cases = [
        (after(None), Offer::Setup),
        (Start { place: Some(Place::Home), ..after(None) }, Offer::Setup),
        // Nobody asked for a window; the next start by hand offers it.
        (Start { at_login: true, ..after(None) }, Offer::Nothing),
        (after(Some("9.0.0")), Offer::Nothing),
        (after(Some("0.0.1")), all()),
        (Start { at_login: true, ..after(Some("0.0.1")) }, all()),
        (Start { connected: connected(&["bascule"]), ..after(Some("0.0.1")) }, Offer::News(vec!["ra3-mod-xml"])),
        (Start { connected: connected(&["bascule", "ra3-mod-xml"]), ..after(Some("0.0.1")) }, Offer::Noted),
        (Start { toasts: false, ..after(Some("0.0.1")) }, Offer::Noted),
        (Start { place: Some(Place::Setup), ..after(Some("0.0.1")) }, Offer::Noted),
        // An update without a bridge, a step back, and what is no version.
        (after(Some("8.9.9")), Offer::Noted),
        (after(Some("10.0.0")), Offer::Noted),
        (after(Some("x")), Offer::Noted),
    ];
    for (start, expected) in cases {
        assert_eq!(offer(&start), expected, "{start:?}");
    }
}

#[test]
fn news_are_told_in_both_languages() {
    let bridges = [("Mods & maps", "模组与地图"), ("Circuit boards", "电路板")];
    let bridges = bridges.map(|(en, zh_cn)| Spoken { en: en.to_owned(), zh_cn: zh_cn.to_owned() });
    let told = Lang::ALL.map(|lang| {
        let text = news(&bridges, RUNNING, &Words::new(lang));
        let buttons: Vec<_> = text.buttons.iter().map(|(choice, label)| format!("{label} [{}]", choice.id())).collect();
        [text.title, text.body, buttons.join(", ")].join("\n")
    });
    assert_eq!(
        told,
        [
            "New in Bascule: Mods & maps, Circuit boards\n\
             New with version 9.0.0, and connected to nothing yet.\n\
             Enable AI access… [open:setup]",
            "Bascule 新增：模组与地图、电路板\n随版本 9.0.0 而来，尚未连接任何 AI 程序。\n启用 AI 访问… [open:setup]",
        ]
    );
}
