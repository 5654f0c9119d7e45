//! A panel and a notification service on the session bus, for the journeys: it answers
//! each line it reads, `menu` or `toasts`, with a line of JSON.

#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "the tests of the desktop use the rest")]
#[path = "../tests/desktop/notes.rs"]
mod notes;
#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "the tests of the desktop use the rest")]
#[path = "../tests/desktop/panel.rs"]
mod panel;

/// What the two share with the tests of the desktop.
#[cfg(target_os = "linux")]
mod home {
    use std::time::Duration;

    pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

    /// Nothing is waited for here: whoever asks asks again.
    pub(crate) fn until(what: &str, mut is: impl FnMut() -> bool) {
        assert!(is(), "{what}");
    }
}

fn main() {
    #[cfg(target_os = "linux")]
    linux::answer();
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io::{BufRead as _, Write as _, stdin, stdout};

    use serde_json::{Value, json};
    use zbus::blocking::connection::Builder;

    use crate::notes::Notes;
    use crate::panel::{Panel, drawn};

    pub(super) fn answer() {
        let (mut panel, notes) = (Panel::default(), Notes::default());
        let builder = Builder::session().expect("a session bus");
        let connection = panel.serve(notes.serve(builder)).build().expect("both names");
        for line in stdin().lock().lines() {
            let told = match line.expect("UTF-8").as_str() {
                "menu" => json!(drawn(&panel.now(&connection))),
                "toasts" => notes.all().iter().map(toast).collect(),
                other => panic!("nobody knows {other}"),
            };
            println!("{told}");
            stdout().flush().expect("somebody reads");
        }
    }

    fn toast(shown: &crate::notes::Shown) -> Value {
        let buttons: Vec<&str> = shown.buttons.iter().map(|(_, label)| label.as_str()).collect();
        json!({"title": shown.title, "body": shown.body, "buttons": buttons, "gone": shown.is_gone})
    }
}
