//! The wiring: what is decided elsewhere meets the desktop here.

mod alone;
mod asked;
mod carry;
mod commands;
mod control;
mod deed;
mod desktop;
mod drawn;
mod link;
mod own;
mod past;
mod pop;
mod save;
mod window;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use bascule_core::machine::Machine;
use bascule_engine::machine;
use bascule_words::{Lang, Words};
use tauri::{AppHandle, Manager as _, RunEvent, WindowEvent};

use crate::choice::{Choice, Place};
use asked::{Asked, Start};
use commands::Desk;
use control::{Controller, Input, Parts};
use desktop::Lacks;

/// Runs until the person quits.
///
/// Where this desktop lacks what is needed it says so, with what helps, and ends with 3.
pub fn run() -> ExitCode {
    let Some(machine) = machine() else {
        complain(&Words::new(Lang::English).say("problem-no-home", &[]));
        return ExitCode::from(3);
    };
    let words = Words::new(own::language(&machine));
    let me = own::typed(&machine);
    let asked = match Asked::parse(std::env::args().skip(1)) {
        Ok(Start::Run(asked)) => asked,
        Ok(Start::Version) => {
            say(&format!("bascule-app {}", env!("CARGO_PKG_VERSION")));
            return ExitCode::SUCCESS;
        }
        Err(unknown) => {
            complain(&words.say("app-unknown", &[("word", (&unknown).into())]));
            return ExitCode::from(2);
        }
    };
    if desktop::is_missing(&machine) {
        complain(&words.row(&[&words.say("app-no-desktop", &[]), &me]));
        return ExitCode::from(3);
    }
    if alone::is_told(&std::env::args().collect::<Vec<_>>()) {
        return ExitCode::SUCCESS;
    }
    // Where the desktop's libraries find nothing to draw on they panic.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let built = catch_unwind(AssertUnwindSafe(|| build(machine, asked)));
    std::panic::set_hook(hook);
    let app = match built {
        Ok(Ok(app)) => app,
        Ok(Err(error)) => {
            complain(&words.say("app-failed", &[("what", error.to_string().into())]));
            return ExitCode::from(3);
        }
        Err(_) => {
            complain(&words.row(&[&words.say("app-no-desktop", &[]), &me]));
            return ExitCode::from(3);
        }
    };
    app.run(|app, event| match event {
        // Without a window the icon is still there.
        RunEvent::ExitRequested { code: None, api, .. } => api.prevent_exit(),
        RunEvent::Exit => {
            if let Some(desk) = app.try_state::<Desk>() {
                desk.leave();
            }
        }
        _ => {}
    });
    ExitCode::SUCCESS
}

fn build(machine: Machine, asked: Asked) -> tauri::Result<tauri::App> {
    let again = |app: &AppHandle, arguments: Vec<String>, _: String| {
        let place = match Asked::parse(arguments.into_iter().skip(1)) {
            // The login alone asks for no window.
            Ok(Start::Run(Asked { at_login: true, place })) => place,
            Ok(Start::Run(Asked { at_login: false, place })) => Some(place.unwrap_or(Place::Home)),
            Ok(Start::Version) | Err(_) => Some(Place::Home),
        };
        if let (Some(desk), Some(place)) = (app.try_state::<Desk>(), place) {
            desk.tell(Input::Chosen(Choice::Open(place)));
        }
    };
    tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(again))
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(tauri::generate_handler![
            commands::carry,
            commands::cancel,
            commands::ask,
            commands::opened,
            commands::choose,
            commands::save,
            commands::reveal,
            commands::copy,
        ])
        .on_window_event(|window, event| {
            if let (WindowEvent::Destroyed, Some(desk)) = (event, window.try_state::<Desk>()) {
                // Nobody sees any more what it asked for; what was begun goes back, as it said.
                desk.leave();
                desk.tell(Input::Closed);
            }
        })
        .setup(move |app| {
            let (parts, desk) = Parts::of(app.handle().clone(), &machine, asked);
            app.manage(desk);
            #[cfg(target_os = "macos")]
            app.set_activation_policy(tauri::ActivationPolicy::Accessory);
            std::thread::Builder::new().name("controller".to_owned()).spawn(move || Controller::run(parts))?;
            Ok(())
        })
        .build(tauri::generate_context!())
}

/// Says what this desktop lacks, with what helps: in a box where there is one, and for
/// whoever reads what the app writes.
fn lacks(app: &AppHandle, lang: Lang, lack: &Lacks, me: &str) {
    use tauri_plugin_dialog::{DialogExt as _, MessageDialogKind};
    let words = Words::new(lang);
    let (what, mend) = match lack {
        Lacks::Webview(what) => {
            (words.say("app-no-window", &[("what", (*what).into())]), words.say("app-no-window-mend", &[]))
        }
        Lacks::Tray => (words.say("app-no-tray", &[]), words.say("app-no-tray-mend", &[])),
    };
    let text = format!("{what}\n\n{mend}\n{me}");
    complain(&text);
    app.dialog().message(text).title("Bascule").kind(MessageDialogKind::Warning).show(|_| {});
}

#[expect(clippy::print_stdout, reason = "the one line for who asks for the version")]
fn say(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "read where there is nothing else to be seen")]
fn complain(text: &str) {
    eprintln!("{text}");
}
