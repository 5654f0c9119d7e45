//! What the window can ask of the app: all there is.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bascule_host::call::with_sources;
use bascule_host::client::Host;
use bascule_host::wire::{Ask, Decision, Told};
use serde::{Deserialize, Serialize};
use tauri::ipc::Channel;
use tauri::{AppHandle, State};
use tauri_plugin_dialog::{DialogExt as _, FilePath};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::carry::{Carried, Carrier, Failure};
use super::control::Input;
use super::save;

/// What the commands share with the controller.
pub(super) struct Desk {
    inputs: UnboundedSender<Input>,
    carrier: Carrier,
    host: Host,
    opened: Mutex<Opened>,
    /// The commands under way, each with what cancels it.
    running: Mutex<BTreeMap<u64, oneshot::Sender<()>>>,
    next: AtomicU64,
    /// What was copied stays available as long as this lives.
    clipboard: Mutex<Option<arboard::Clipboard>>,
}

/// Where the window is to open, and how it is to look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Opened {
    /// The place.
    pub(super) place: &'static str,
    /// The tag of the language.
    pub(super) language: &'static str,
    /// `system`, `light` or `dark`.
    pub(super) theme: String,
}

/// What the window asks of the background service itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Asked {
    /// A bridge that failed is tried again.
    TryAgain {
        /// The bridge.
        bridge: String,
    },
    /// A question is answered.
    Decide {
        /// Its number.
        question: u64,
        /// The answer.
        answer: Decision,
    },
    /// What a notice is about stays so.
    Leave {
        /// The notice.
        notice: String,
    },
}

/// What is chosen in the system's own dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum What {
    /// A folder.
    Folder,
    /// A file.
    File,
}

impl Desk {
    /// For this app.
    pub(super) fn new(inputs: UnboundedSender<Input>, carrier: Carrier, host: Host, opened: Opened) -> Self {
        Self {
            inputs,
            carrier,
            host,
            opened: Mutex::new(opened),
            running: Mutex::default(),
            next: AtomicU64::new(1),
            clipboard: Mutex::default(),
        }
    }

    /// Tells the controller.
    pub(super) fn tell(&self, input: Input) {
        // It ends with the app.
        let _ = self.inputs.send(input);
    }

    /// Where the window opens next.
    pub(super) fn open(&self, opened: Opened) {
        *locked(&self.opened) = opened;
    }

    /// Cancels all that is under way.
    pub(super) fn leave(&self) {
        locked(&self.running).clear();
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Carries a command out; its number at once, all else through the channel.
#[tauri::command]
pub(super) fn carry(desk: State<'_, Desk>, app: AppHandle, arguments: Vec<String>, channel: Channel<Carried>) -> u64 {
    let id = desk.next.fetch_add(1, Ordering::Relaxed);
    let (cancel, cancelled) = oneshot::channel();
    locked(&desk.running).insert(id, cancel);
    let carrier = desk.carrier.clone();
    tauri::async_runtime::spawn(async move {
        use tauri::Manager as _;
        // A window that was closed meanwhile hears nothing more.
        carrier.carry(arguments, cancelled, |carried| drop(channel.send(carried))).await;
        let desk = app.state::<Desk>();
        locked(&desk.running).remove(&id);
        desk.tell(Input::Carried);
    });
    id
}

/// Stops a command, where it still is under way.
#[tauri::command]
pub(super) fn cancel(desk: State<'_, Desk>, id: u64) {
    if let Some(cancel) = locked(&desk.running).remove(&id) {
        let _ = cancel.send(());
    }
}

/// Asks the background service; rejects where it could not be asked, or refused.
#[tauri::command]
pub(super) async fn ask(desk: State<'_, Desk>, ask: Asked) -> Result<(), Failure> {
    let typed = |words: &[&str]| desk.carrier.typed(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
    let (ask, command) = match ask {
        Asked::TryAgain { bridge } => {
            let command = typed(&["resume", &bridge]);
            (Ask::TryAgain { bridge }, command)
        }
        // Nothing that is typed answers a question.
        Asked::Decide { question, answer } => (Ask::Decide { question, answer }, String::new()),
        Asked::Leave { notice } => {
            let command = typed(&["notices", "leave", &notice]);
            (Ask::Leave { notice }, command)
        }
    };
    match desk.host.ask(ask).await {
        Ok(Told::Refused { code, text }) => Err(Failure { code, sentence: text, command }),
        Ok(_) => Ok(()),
        Err(error) => Err(Failure { code: "no-host".to_owned(), sentence: with_sources(&error), command }),
    }
}

/// Where the window was asked to open, and how it is to look.
#[tauri::command]
pub(super) fn opened(desk: State<'_, Desk>) -> Opened {
    locked(&desk.opened).clone()
}

/// Lets the person choose in the system's dialog; its path, or `null`.
#[tauri::command]
pub(super) async fn choose(app: AppHandle, what: What, title: String) -> Result<Option<String>, ()> {
    let (chosen, waits) = oneshot::channel();
    let tell = move |path: Option<FilePath>| drop(chosen.send(path));
    let dialog = app.dialog().file().set_title(title);
    match what {
        What::Folder => dialog.pick_folder(tell),
        What::File => dialog.pick_file(tell),
    }
    Ok(waits.await.ok().flatten().map(|path| path.to_string()))
}

/// Writes a text into the file that the person chooses in the system's dialog; its path,
/// or `null`.
#[tauri::command]
pub(super) async fn save(app: AppHandle, name: String, text: String) -> Result<Option<String>, String> {
    let (chosen, waits) = oneshot::channel();
    app.dialog().file().set_file_name(name).save_file(move |path| drop(chosen.send(path)));
    let Some(path) = waits.await.ok().flatten() else { return Ok(None) };
    let path = path.into_path().map_err(|error| error.to_string())?;
    save::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Some(path.display().to_string()))
}

/// Shows a file in its folder.
#[tauri::command]
pub(super) fn reveal(path: String) -> Result<(), String> {
    tauri_plugin_opener::reveal_item_in_dir(&path).map_err(|error| format!("{path}: {error}"))
}

/// Puts a text into the clipboard.
#[tauri::command]
pub(super) fn copy(desk: State<'_, Desk>, text: String) -> Result<(), String> {
    let mut clipboard = locked(&desk.clipboard);
    let clipboard = match clipboard.as_mut() {
        Some(clipboard) => clipboard,
        None => clipboard.insert(arboard::Clipboard::new().map_err(|error| error.to_string())?),
    };
    clipboard.set_text(text).map_err(|error| error.to_string())
}
