//! Every line of the menu, and a click on each.

use crate::home::{CURSOR, Desktop, SERVER, printed, until};
use crate::panel::{drawn, found};

#[test]
fn every_line_is_there() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    let rows = desktop.panel.wait(desktop.connection(), "the bridge is ready", |rows| {
        found(rows, &["The bridge is ready"]).is_some() && found(rows, &["Recent changes", "Undo"]).is_some()
    });
    assert_eq!(drawn(&rows), include_str!("menu.txt"), "{}", drawn(&rows));
}

#[test]
fn a_click_on_pause_pauses_and_one_on_resume_resumes() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    desktop.panel.click(desktop.connection(), &["Red Alert 3 mods", "Pause"]);
    desktop.panel.wait(desktop.connection(), "it says so", |rows| found(rows, &["Paused by you"]).is_some());
    let paused = || {
        let bridges = desktop.done(&["status"])["bridges"].clone();
        let ours = bridges.as_array().and_then(|all| all.iter().find(|one| one["id"] == "ra3-mod-xml"));
        ours.is_some_and(|one| one["health"]["state"] == "paused")
    };
    assert!(paused());
    desktop.panel.click(desktop.connection(), &["Red Alert 3 mods", "Resume"]);
    desktop.panel.wait(desktop.connection(), "it says so", |rows| found(rows, &["The bridge is ready"]).is_some());
    assert!(!paused());
}

#[test]
fn a_click_on_undo_takes_the_change_back() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    assert_ne!(desktop.read(".cursor/mcp.json"), CURSOR);
    desktop.panel.click(desktop.connection(), &["Recent changes", "Undo"]);
    desktop.toast("it is taken back", |toast| toast.title.ends_with("was taken back"));
    assert_eq!(desktop.read(".cursor/mcp.json"), CURSOR);
    desktop.panel.wait(desktop.connection(), "nothing is left to undo", |rows| {
        found(rows, &["Recent changes", "Nothing to take back"]).is_some()
    });
}

#[test]
fn a_click_on_check_tells_what_was_found() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    let found = desktop.done(&["doctor"])["findings"].clone();
    assert_eq!(found.as_array().map(Vec::len), Some(0), "{found:#}");
    desktop.panel.click(desktop.connection(), &["Check now"]);
    let toast = desktop.toast("everything is in order", |toast| toast.title == "Everything is in order");
    assert!(toast.body.ends_with("things were looked at."), "{toast:?}");
}

#[test]
fn a_click_on_a_language_changes_every_word() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    desktop.panel.click(desktop.connection(), &["Language", "简体中文"]);
    let rows = desktop.panel.wait(desktop.connection(), "it speaks Chinese", |rows| {
        ["退出", "红色警戒 3 模组"].iter().all(|line| found(rows, &[line]).is_some())
    });
    for (line, tick) in [("简体中文", true), ("跟随系统", false)] {
        let row = found(&rows, &["语言", line]);
        assert_eq!(row.and_then(|row| row.tick), Some(tick), "{line}: {}", drawn(&rows));
    }
    assert_eq!(desktop.done(&["settings"])["language"], "zh-CN");
    let speaks = |desktop: &Desktop, language: &str| {
        desktop.panel.wait(desktop.connection(), "it speaks English", |rows| found(rows, &["Quit"]).is_some());
        until("it is noted", || desktop.done(&["settings"])["language"] == language);
    };
    desktop.panel.click(desktop.connection(), &["语言", "English"]);
    speaks(&desktop, "en");
    desktop.panel.click(desktop.connection(), &["Language", "As the system"]);
    speaks(&desktop, "system");
}

#[test]
fn ticks_stand_for_what_is_so() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    let ticked = |desktop: &Desktop, line: &str, on: bool| {
        desktop
            .panel
            .wait(desktop.connection(), line, |rows| found(rows, &[line]).is_some_and(|row| row.tick == Some(on)));
    };
    let autostart = desktop.path(".config/autostart/bascule.desktop");
    ticked(&desktop, "Start at login", false);
    // A panel may tick by itself at once, so what came of it is waited for first.
    desktop.panel.click(desktop.connection(), &["Start at login"]);
    until("its file is there", || autostart.exists());
    ticked(&desktop, "Start at login", true);
    assert!(desktop.read(".config/autostart/bascule.desktop").contains("bascule-app\" --at-login"));
    desktop.panel.click(desktop.connection(), &["Start at login"]);
    until("its file is gone", || !autostart.exists());
    ticked(&desktop, "Start at login", false);
    ticked(&desktop, "Show notices", true);
    desktop.panel.click(desktop.connection(), &["Show notices"]);
    until("it is noted", || desktop.done(&["settings"])["toasts"] == "none");
    ticked(&desktop, "Show notices", false);
}

/// The lines that open the window, and the title it has at their place.
const WAYS_IN: &[(&[&str], &str)] = &[
    (&["Enable AI access…"], "Setup – Bascule"),
    (&["Open Bascule"], "Home – Bascule"),
    (&["Recent changes", "All changes…"], "Activity – Bascule"),
    (&["Settings…"], "Settings – Bascule"),
    (&["Uninstall…"], "Uninstall – Bascule"),
];

#[test]
fn a_click_opens_the_window_at_its_place_or_leads_an_open_one_there() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["The bridge is ready"]).is_some());
    for closes in [true, false] {
        for (line, title) in WAYS_IN {
            desktop.panel.click(desktop.connection(), line);
            desktop.wait_for_window(title);
            if closes {
                desktop.close_window();
            }
        }
    }
    assert_eq!(desktop.screen().windows().len(), 1, "one window serves all of them");
}

#[test]
fn a_click_on_see_what_is_wrong_opens_the_check_up() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["The bridge is ready"]).is_some());
    desktop.write(".cursor/mcp.json", "{}\n");
    desktop.panel.click(desktop.connection(), &["Red Alert 3 mods: ", "See what is wrong"]);
    desktop.wait_for_window("Doctor – Bascule");
}

#[test]
fn a_click_on_try_again_starts_what_was_given_up() {
    let mut desktop = Desktop::new();
    desktop.write(".bascule/settings.toml", "format = 1\n\n[host]\nfirst_pause_ms = 10\nlongest_pause_ms = 10\n");
    let server = desktop.path("server.py").display().to_string();
    desktop.ran(&["bridges", "add", "deleter", "--yes", "--", "/usr/bin/python3", &server]);
    desktop.done(&["enable", "deleter", "--harness", "cursor", "--yes"]);
    desktop.start(&["--at-login"]);
    desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["The bridge is ready"]).is_some());
    // Its program is not there yet.
    printed(desktop.begun(&["query", "deleter", "delete_all", "--json"]));
    desktop.panel.wait(desktop.connection(), "it failed", |rows| found(rows, &["Not working: deleter"]).is_some());
    desktop.write("server.py", SERVER);
    desktop.panel.click(desktop.connection(), &["deleter: failed", "Try again"]);
    desktop.panel.wait(desktop.connection(), "it works", |rows| found(rows, &["The bridge is ready"]).is_some());
}

#[test]
fn a_click_on_quit_ends_the_app_and_leaves_the_service() {
    let mut desktop = Desktop::connected();
    desktop.start(&["--at-login"]);
    desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["The bridge is ready"]).is_some());
    desktop.panel.click(desktop.connection(), &["Quit"]);
    until("the app ended", || !desktop.app_runs());
    assert_eq!(desktop.done(&["host", "status"])["running"], true);
}

#[test]
fn an_entry_that_somebody_changed_is_put_back_or_left_by_a_click() {
    for (line, comes_back) in [("Restore", true), ("Leave it", false)] {
        let mut desktop = Desktop::connected();
        desktop.start(&["--at-login"]);
        desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["The bridge is ready"]).is_some());
        desktop.write(".cursor/mcp.json", "{}\n");
        desktop.panel.click(desktop.connection(), &["Cursor: somebody removed the entry", line]);
        desktop.panel.wait(desktop.connection(), "nobody tells it any more", |rows| {
            found(rows, &["Cursor: somebody"]).is_none()
        });
        assert_eq!(desktop.read(".cursor/mcp.json").contains("ra3-mod-xml"), comes_back, "{line}");
    }
}
