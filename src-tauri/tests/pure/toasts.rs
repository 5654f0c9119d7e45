//! Which toasts come up, and when they go.

use bascule_app::toast::{Mood, PATIENCE, Shown, ToastOrder, next_due, toasts};
use bascule_host::wire::Snapshot;
use bascule_words::{Lang, Words};

use crate::cases::{
    Case, audit_notice, bridge, cause, connected, entry_notice, failed_notice, question, waits, with_notices, wrong,
};

const SEEN: u64 = 1_000;
const DUE: u64 = SEEN + PATIENCE;

/// One after the other: what is told, the mood, the time, and the orders that follow.
fn play(steps: &[(&Snapshot, Mood, u64, &[&str])]) {
    let mut shown = Shown::default();
    for (at, (snapshot, mood, now, expected)) in steps.iter().enumerate() {
        let view = Case::of("", (*snapshot).clone()).view();
        let orders = toasts(&shown, &view, mood, *now);
        let words: Vec<String> = orders
            .iter()
            .map(|order| match order {
                ToastOrder::Show(toast) => format!("show {}", toast.episode),
                ToastOrder::Withdraw(episode) => format!("withdraw {episode}"),
            })
            .collect();
        assert_eq!(words, *expected, "step {at}");
        shown = shown.after(&orders);
    }
}

fn open() -> Mood {
    Mood::Open { muted: Default::default() }
}

#[test]
fn kinds_that_the_person_does_not_want_again_have_none_and_questions_still_do() {
    let gone = with_notices(quiet(), vec![entry_notice("entry-gone", "mods"), audit_notice()]);
    let all = Snapshot { questions: vec![question(7, None)], ..gone };
    let muted = Mood::Open { muted: ["entry-gone".to_owned(), "asked".to_owned()].into() };
    play(&[(&all, muted, DUE, &["show question:7", "show audit"])]);
}

fn quiet() -> Snapshot {
    connected(vec![bridge("mods", "ready"), bridge("board", "ready")])
}

#[test]
fn an_episode_has_one_toast_which_goes_with_its_reason() {
    let failed = with_notices(quiet(), vec![failed_notice("board", cause("exited", "exit 1"))]);
    play(&[
        (&quiet(), open(), SEEN, &[]),
        (&failed, open(), SEEN, &["show failed:board"]),
        (&failed, open(), DUE, &[]),
        (&quiet(), open(), DUE, &["withdraw failed:board"]),
        (&failed, open(), DUE, &["show failed:board"]),
    ]);
}

#[test]
fn what_heals_within_a_minute_has_none() {
    let gone = with_notices(quiet(), vec![entry_notice("entry-gone", "mods")]);
    let view = Case::of("", gone.clone()).view();
    assert_eq!(next_due(&Shown::default(), &view, &open(), SEEN), Some(DUE));
    play(&[
        (&gone, open(), SEEN, &[]),
        (&gone, open(), DUE - 1, &[]),
        (&quiet(), open(), DUE, &[]),
        (&gone, open(), DUE, &["show entry:mods:cursor:Gone"]),
    ]);
}

#[test]
fn an_entry_that_changes_once_more_is_another_episode() {
    let gone = with_notices(quiet(), vec![entry_notice("entry-gone", "mods")]);
    let edited = with_notices(quiet(), vec![entry_notice("entry-edited", "mods")]);
    play(&[
        (&gone, open(), DUE, &["show entry:mods:cursor:Gone"]),
        (&edited, open(), DUE, &["withdraw entry:mods:cursor:Gone", "show entry:mods:cursor:Edited"]),
    ]);
}

#[test]
fn each_question_has_its_own_at_once() {
    let one = Snapshot { questions: vec![question(7, None)], ..quiet() };
    let two = Snapshot { questions: vec![question(7, None), question(8, None)], ..quiet() };
    play(&[
        (&one, open(), 0, &["show question:7"]),
        (&two, open(), 0, &["show question:8"]),
        (&quiet(), open(), 0, &["withdraw question:7", "withdraw question:8"]),
    ]);
}

#[test]
fn nothing_comes_up_in_the_setup_or_where_none_are_wanted_but_what_is_over_goes() {
    let failed = with_notices(quiet(), vec![failed_notice("board", cause("exited", "exit 1"))]);
    for mood in [Mood::Setup, Mood::Muted] {
        play(&[
            (&failed, mood.clone(), DUE, &[]),
            (&failed, open(), DUE, &["show failed:board"]),
            (&quiet(), mood.clone(), DUE, &["withdraw failed:board"]),
        ]);
    }
}

#[test]
fn a_closed_program_a_start_an_older_build_and_a_pause_have_none() {
    let mut older = bridge("mods", "ready");
    older.older_build = true;
    let bridges = vec![waits("board", "JLCEDA"), bridge("a", "starting"), older, bridge("b", "paused")];
    let unwell = connected(vec![wrong("board", "degraded", cause("no-answer", ""))]);
    play(&[(&connected(bridges), open(), DUE, &[]), (&unwell, open(), DUE, &[])]);
}

/// What each toast says, and its buttons.
#[test]
fn toasts_say_who_did_what_and_the_safe_button_is_last() {
    let all = Snapshot {
        questions: vec![question(7, Some("cursor")), question(8, None)],
        ..with_notices(
            quiet(),
            vec![
                failed_notice("board", cause("exited", "exit 1")),
                entry_notice("entry-gone", "mods"),
                entry_notice("entry-edited", "board"),
                entry_notice("entry-taken", "unknown"),
                audit_notice(),
            ],
        )
    };
    let view = Case::of("", all).view();
    let mut found = String::new();
    for lang in Lang::ALL {
        let words = Words::new(lang);
        for order in toasts(&Shown::default(), &view, &open(), DUE) {
            let ToastOrder::Show(toast) = order else { panic!("{order:?}") };
            let text = toast.text(&words);
            let buttons = text.buttons.iter().map(|(choice, label)| format!("{label} [{}]", choice.id()));
            found += &format!("{}\n  {}\n  {}\n", text.title, text.body, buttons.collect::<Vec<_>>().join(", "));
            assert!(text.buttons.len() <= 3, "{text:?}");
            assert!(text.title.chars().count() <= 60, "{text:?}");
        }
    }
    assert_eq!(found, include_str!("toasts.txt"), "all of it now:\n{found}");
}
