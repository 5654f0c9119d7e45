//! Choices and their ids.

use bascule_app::choice::{Answer, Choice, Language, Place};

#[test]
fn every_choice_comes_back_from_its_id() {
    let named = |name: &str| name.to_owned();
    let mut choices = vec![
        Choice::Pause(named("ra3-mod-xml")),
        Choice::Resume(named("a:b")),
        Choice::TryAgain(named("")),
        Choice::Restore(named("entry:mods:cursor:/a/b")),
        Choice::Leave(named("entry:mods:cursor")),
        Choice::Mute(named("entry-gone")),
        Choice::Check,
        Choice::Undo(u64::MAX),
        Choice::Language(None),
        Choice::Quit,
    ];
    choices.extend(Place::ALL.map(Choice::Open));
    choices.extend(Answer::ALL.map(|answer| Choice::Answer(7, answer)));
    choices.extend(Language::ALL.map(|language| Choice::Language(Some(language))));
    choices.extend([true, false].map(Choice::Login));
    choices.extend([true, false].map(Choice::Toasts));
    for choice in choices {
        assert_eq!(Choice::of_id(&choice.id()), Some(choice.clone()), "{}", choice.id());
    }
}

#[test]
fn what_is_no_id_is_no_choice() {
    for id in [
        "",
        "open:",
        "open:nowhere",
        "undo:x",
        "undo:01",
        "answer:once",
        "answer:maybe:1",
        "login:yes",
        "language:fr",
        "quit:now",
        "check:",
        "default",
    ] {
        assert_eq!(Choice::of_id(id), None, "{id}");
    }
}
