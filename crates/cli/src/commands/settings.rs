//! `settings`: how the tray and the window are, shown and changed.

use bascule_core::login;
use bascule_core::reconcile::{Displace, FileWish, Mode, Part, Placing, Wishes};
use bascule_engine::{Disk as _, Face};
use bascule_host::wire::FaceShown;
use bascule_words::Lang;
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use super::enable::whole;
use super::host::reread;
use crate::arguments::{Consent, Setting, Settings, SettingsSet, SettingsVerb};
use crate::carry_out::{Order, carried, watch};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;

/// Shows all of them, or changes one.
pub(super) fn settings(run: &Run, arguments: &Settings) -> Result<Exit, Problem> {
    match &arguments.what {
        None => show(run),
        Some(SettingsVerb::Set(SettingsSet { setting: Setting::Login, value, app, .. })) => {
            at_login(run, value, app.as_deref())
        }
        Some(SettingsVerb::Set(SettingsSet { setting, value, .. })) => {
            let mut face = run.engine.settings()?.face;
            set(&mut face, *setting, value)?;
            // A choice that is made already makes no state folder.
            let changed = face != run.engine.settings()?.face
                && run.engine.change_settings("settings", &mut |progress| watch(run, &progress), |settings| {
                    // Whoever changed another one meanwhile keeps it.
                    let known = set(&mut settings.face, *setting, value);
                    debug_assert!(known.is_ok(), "it was looked at before");
                })?;
            let id = if changed { "settings-changed" } else { "settings-already" };
            run.voice.line(0, &run.say(id, &[("setting", setting.word().into()), ("value", value.into())]));
            if changed {
                // Tray and window hear of it from the service, and it counts when this ends.
                reread(run, |_| true);
            }
            report(run, Some(changed))
        }
    }
}

/// What the window follows while it is open, as `status` tells it: `speaks` is the language
/// that the choice comes to where this runs.
pub(super) fn preferences(run: &Run, face: &FaceShown) -> Value {
    json!({
        "language": language(face.language.as_deref()), "speaks": speaks(run, face.language.as_deref()),
        "theme": theme(face.theme.as_deref()), "toasts": toasts(face.quiet), "muted": face.muted,
    })
}

/// What nobody knows, in a file that somebody wrote, is as if nothing were chosen.
const SYSTEM: &str = "system";

fn language(chosen: Option<&str>) -> &'static str {
    chosen.and_then(Lang::of_tag).map_or(SYSTEM, Lang::tag)
}

fn theme(chosen: Option<&str>) -> &'static str {
    Setting::Theme.values().iter().find(|known| chosen == Some(**known)).unwrap_or(&SYSTEM)
}

fn speaks(run: &Run, language: Option<&str>) -> &'static str {
    let machine = &run.engine.machine;
    let system = || Lang::choose(None, |name| machine.var(name), machine.language.as_deref());
    language.and_then(Lang::of_tag).unwrap_or_else(system).tag()
}

fn toasts(quiet: bool) -> &'static str {
    if quiet { "none" } else { "all" }
}

/// Makes a choice; refuses a value that the setting does not have.
fn set(face: &mut Face, setting: Setting, value: &str) -> Result<(), Problem> {
    let known = setting.values();
    if !known.is_empty() && !known.contains(&value) {
        return Err(Problem::SettingValue { setting: setting.word(), value: value.to_owned(), known });
    }
    let unless = |usual: &str| (value != usual).then(|| value.to_owned());
    match setting {
        Setting::Language => face.language = unless("system"),
        Setting::Theme => face.theme = unless("system"),
        Setting::Toasts => face.quiet = value == "none",
        Setting::Offered => face.offered = unless("none"),
        Setting::Mute => {
            face.muted.insert(value.to_owned());
        }
        Setting::Unmute => {
            face.muted.remove(value);
        }
        Setting::Login => {}
    }
    Ok(())
}

/// Starts the app at login, or does not any more: a file like every other of ours.
fn at_login(run: &Run, value: &str, app: Option<&Utf8Path>) -> Result<Exit, Problem> {
    let known = Setting::Login.values();
    let file = login::file(&run.engine.machine);
    let (wish, mut typed) = match value {
        "on" => {
            let app = app_of(run, app)?;
            let placing = Placing {
                part: Part::Login,
                bytes: login::contents(run.engine.machine.os, &app),
                mode: Mode::Ordinary,
                explicit: true,
                over: Displace::Ask,
                known: Vec::new(),
            };
            (FileWish::Present(placing), vec!["--app".to_owned(), whole(&app)])
        }
        "off" => (FileWish::Absent { part: Part::Login, known: Vec::new() }, Vec::new()),
        _ => return Err(Problem::SettingValue { setting: "login", value: value.to_owned(), known }),
    };
    typed.splice(0..0, ["settings", "set", "login", value].map(str::to_owned));
    let order = Order {
        command: "settings",
        wishes: Wishes { files: [(file, wish)].into(), ..Wishes::default() },
        typed,
        consent: Consent { yes: true, ..Consent::default() },
        diff: false,
        heading: run.say("settings-login-heading", &[]),
        notes: Vec::new(),
        refused: Vec::new(),
        refused_files: Vec::new(),
    };
    let (exit, carried) = carried(run, &order)?;
    if exit != Exit::Done {
        run.voice.json(carried.into());
        return Ok(exit);
    }
    report(run, Some(carried.get("applied").is_some_and(|applied| !applied.is_null())))
}

/// The app that is started at login: the one that asks, else the one this program came with.
fn app_of(run: &Run, named: Option<&Utf8Path>) -> Result<Utf8PathBuf, Problem> {
    if let Some(app) = named {
        return camino::absolute_utf8(app).map_err(|_| Problem::Relative(app.to_owned()));
    }
    let noted = run.programs.root().and_then(|root| run.engine.noted_app(root));
    noted.ok_or(Problem::NoApp)
}

fn show(run: &Run) -> Result<Exit, Problem> {
    let face = run.engine.settings()?.face;
    run.voice.heading(&run.say("settings-heading", &[]));
    for (setting, value) in values(run, &face) {
        let known = run.words.list(setting.values().iter().map(|value| (*value).to_owned()));
        let line = [("setting", setting.word().into()), ("value", value.into()), ("known", known.into())];
        run.voice.line(2, &run.say("settings-line", &line));
    }
    for (name, path) in paths(run) {
        run.voice.line(2, &run.say("settings-path", &[("name", name.into()), ("path", run.path(&path).into())]));
    }
    run.voice.line(0, &run.say("settings-with", &[]));
    run.voice.verbatim(2, &run.typed(&["settings", "set", "theme", "dark"].map(str::to_owned)));
    report(run, None)
}

fn report(run: &Run, changed: Option<bool>) -> Result<Exit, Problem> {
    let face = run.engine.settings()?.face;
    let mut report = serde_json::Map::from_iter([("command".to_owned(), "settings".into())]);
    report.extend(values(run, &face).map(|(setting, value)| (setting.word().to_owned(), value.into())));
    report.insert("speaks".to_owned(), speaks(run, face.language.as_deref()).into());
    report.insert("muted".to_owned(), face.muted.iter().cloned().collect::<Vec<_>>().into());
    report.insert("offered".to_owned(), face.offered.clone().into());
    // People know their home: paths are told from it.
    let paths = [("home", run.engine.machine.home.clone())].into_iter().chain(paths(run));
    let paths = paths.map(|(name, path)| (name.to_owned(), path.into_string().into()));
    report.insert("paths".to_owned(), json!(serde_json::Map::from_iter(paths)));
    report.extend(changed.map(|changed| ("changed".to_owned(), changed.into())));
    run.voice.json(report.into());
    Ok(Exit::Done)
}

/// What is chosen, but for what only the app notes.
fn values(run: &Run, face: &Face) -> [(Setting, String); 4] {
    let at_login = matches!(run.engine.disk.look(&login::file(&run.engine.machine)), Ok(Some(_)));
    [
        (Setting::Language, language(face.language.as_deref()).to_owned()),
        (Setting::Theme, theme(face.theme.as_deref()).to_owned()),
        (Setting::Toasts, toasts(face.quiet).to_owned()),
        (Setting::Login, if at_login { "on" } else { "off" }.to_owned()),
    ]
}

fn paths(run: &Run) -> [(&'static str, Utf8PathBuf); 3] {
    let layout = &run.engine.layout;
    [("state", layout.root().to_owned()), ("launcher", run.engine.launcher.clone()), ("logs", layout.logs())]
}
