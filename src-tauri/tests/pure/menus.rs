//! The whole menu of each situation, in both languages, beside `menus.txt`.

use std::time::Duration;

use bascule_app::menu::{Line, Menu, has_same_shape, menu};
use bascule_app::view::{ChangeKind, Chosen, Reach, State};
use bascule_host::wire::Snapshot;
use bascule_words::{Lang, Words};

use crate::cases::{
    Case, audit_notice, bridge, broken_at, built_in, calls, cause, change, connected, entry_notice, failed_notice,
    question, waits, with_notices, wrong,
};

/// The situations, in the order of `menus.txt`.
fn cases() -> Vec<Case> {
    let worked = |seconds: u64, case: Case| Case { worked: Duration::from_millis(seconds), ..case };
    let without = |name, reach| Case { snapshot: None, reach, ..Case::of(name, Snapshot::default()) };
    let both = || connected(vec![bridge("mods", "ready"), bridge("board", "stopped")]);
    let lost = || Reach::Lost { code: "host-cannot-start", what: Some("no such file".to_owned()) };
    let questions = Snapshot { questions: vec![question(7, Some("cursor")), question(8, None)], ..both() };
    let unreadable = {
        let mut snapshot = both();
        snapshot.host.settings_problem = Some("line 3".to_owned());
        snapshot
    };
    vec![
        without("at the start", Reach::Coming),
        without("the service cannot be had", lost()),
        without("taken off", Reach::Gone),
        Case::of("nothing is connected", Snapshot { bridges: vec![bridge("mods", "stopped")], ..Snapshot::default() }),
        Case::of("one is ready", connected(vec![bridge("mods", "ready")])),
        Case::of("all are ready", both()),
        Case::of("nothing runs for one", connected(vec![built_in("bascule")])),
        Case::of("one is paused", connected(vec![bridge("mods", "ready"), bridge("board", "paused")])),
        Case::of("all are paused", connected(vec![bridge("mods", "paused"), bridge("board", "paused")])),
        Case::of("one waits", connected(vec![bridge("mods", "ready"), waits("board", "JLCEDA")])),
        Case::of("all wait", connected(vec![waits("board", "JLCEDA")])),
        worked(1_999, Case::of("work that is short", connected(vec![bridge("mods", "starting"), calls("board", 1)]))),
        worked(2_000, Case::of("work that is long", connected(vec![bridge("mods", "starting"), calls("board", 1)]))),
        Case::of(
            "one is unwell",
            connected(vec![bridge("mods", "ready"), wrong("board", "degraded", cause("no-answer", ""))]),
        ),
        Case::of(
            "a step before it is in disorder",
            connected(vec![broken_at("mods", "launcher", cause("program-gone", ""))]),
        ),
        Case::of("one failed", {
            let exited = || cause("exited", "exit 3");
            let bridges = vec![bridge("mods", "ready"), wrong("board", "failed", exited())];
            with_notices(connected(bridges), vec![failed_notice("board", exited())])
        }),
        Case::of("calls wait for a yes", questions),
        Case::of(
            "entries of ours were changed",
            with_notices(both(), vec![entry_notice("entry-gone", "mods"), entry_notice("entry-edited", "board")]),
        ),
        Case::of("a name was taken", with_notices(both(), vec![entry_notice("entry-taken", "mods")])),
        Case::of("the log cannot be written", with_notices(both(), vec![audit_notice()])),
        Case::of("settings cannot be read", unreadable),
        Case::of("a later version tells more", with_notices(both(), vec![entry_notice("later-kind", "mods")])),
        Case {
            changes: vec![
                change(9, ChangeKind::Connected, "mods", "Cursor"),
                change(8, ChangeKind::Disconnected, "board", "Codex CLI"),
                change(7, ChangeKind::Other, "unknown", "Codex CLI"),
                change(6, ChangeKind::Connected, "mods", "Codex CLI"),
                change(5, ChangeKind::Connected, "mods", "Codex CLI"),
                change(4, ChangeKind::Connected, "mods", "the sixth is not offered"),
            ],
            chosen: Chosen { language: Some(Lang::SimplifiedChinese), login: true, toasts: false },
            ..Case::of("changes, and things chosen", both())
        },
        Case { reach: lost(), ..Case::of("the service was there and is lost", both()) },
        Case { reach: Reach::Coming, ..Case::of("the service comes again", both()) },
    ]
}

fn drawn(menu: &Menu) -> String {
    fn lines(text: &mut String, all: &[Line], depth: usize) {
        for line in all {
            let indent = "  ".repeat(depth);
            match line {
                Line::Says(said) => *text += &format!("{indent}{said}\n"),
                Line::Does(said, choice) => *text += &format!("{indent}{said}  [{}]\n", choice.id()),
                Line::Ticks { text: said, choice, is_on } => {
                    let tick = if *is_on { "x" } else { " " };
                    *text += &format!("{indent}({tick}) {said}  [{}]\n", choice.id());
                }
                Line::Opens(said, more) => {
                    *text += &format!("{indent}{said} >\n");
                    lines(text, more, depth + 1);
                }
                Line::Parts => *text += &format!("{indent}-\n"),
            }
        }
    }
    let mut text = String::new();
    lines(&mut text, &menu.0, 1);
    text
}

#[test]
fn the_whole_menu_of_each_situation_is_as_it_is_written_down() {
    let mut found = String::new();
    for case in cases() {
        let view = case.view();
        found += &format!("# {}: {:?}\n", case.name, view.state);
        for lang in Lang::ALL {
            found += &format!("## {}\n{}", lang.tag(), drawn(&menu(&view, &Words::new(lang))));
        }
    }
    let expected = include_str!("menus.txt");
    if found != expected {
        let place = found.lines().zip(expected.lines()).position(|(one, other)| one != other);
        let place = place.unwrap_or_else(|| found.lines().count().min(expected.lines().count()));
        let line = |text: &str| text.lines().nth(place).unwrap_or("(its end)").to_owned();
        panic!("menus.txt:{}: {:?}, and now {:?}; all of it now:\n{found}", place + 1, line(expected), line(&found));
    }
}

#[test]
fn every_state_is_reached() {
    let mut states: Vec<State> = cases().iter().map(|case| case.view().state).collect();
    states.sort();
    states.dedup();
    let all = [State::Off, State::Ready, State::Waiting, State::Working, State::Attention, State::Failed];
    assert_eq!(states, all);
}

#[test]
fn a_menu_keeps_its_shape_while_only_words_and_ticks_change() {
    let of = |snapshot: Snapshot, lang| menu(&Case::of("", snapshot).view(), &Words::new(lang));
    let one = |state: &str| connected(vec![bridge("mods", state)]);
    let english = of(one("ready"), Lang::English);
    let asked = Snapshot { questions: vec![question(7, None)], ..one("ready") };
    for (other, same) in [
        (of(one("ready"), Lang::SimplifiedChinese), true),
        (of(one("paused"), Lang::English), true),
        (of(asked, Lang::English), false),
        (of(connected(vec![bridge("mods", "ready"), bridge("board", "ready")]), Lang::English), false),
    ] {
        assert_ne!(english, other);
        assert_eq!(has_same_shape(&english.0, &other.0), same, "{other:?}");
    }
}
