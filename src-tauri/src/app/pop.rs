//! Toasts on the screen, with buttons that act.

use std::collections::BTreeMap;

use notify_rust::{Notification, NotificationResponse, Timeout};
use tokio::sync::{mpsc::UnboundedSender, oneshot};

use super::control::Input;
use crate::choice::{Choice, Place};
use crate::toast::ToastText;

/// The toasts that may still be on the screen, by episode.
#[derive(Debug, Default)]
pub(super) struct Pops(BTreeMap<String, oneshot::Sender<()>>);

impl Pops {
    /// Brings one up. `waits` says that somebody waits for the answer.
    pub(super) fn show(&mut self, episode: &str, text: &ToastText, waits: bool, inputs: UnboundedSender<Input>) {
        let (withdraw, withdrawn) = oneshot::channel();
        self.0.insert(episode.to_owned(), withdraw);
        let mut notification = Notification::new();
        notification.appname("Bascule").summary(&text.title).body(&text.body);
        notification.timeout(if waits { Timeout::Never } else { Timeout::Default });
        for (choice, label) in &text.buttons {
            notification.action(&choice.id(), label);
        }
        show(notification, withdrawn, inputs);
    }

    /// Takes one away, where it still is.
    pub(super) fn withdraw(&mut self, episode: &str) {
        // Whoever shows it hears that its sender is gone.
        self.0.remove(episode);
    }
}

/// What was answered, for the controller. A toast that goes unanswered changes nothing.
fn answered(response: &NotificationResponse, inputs: &UnboundedSender<Input>) {
    let choice = match response {
        NotificationResponse::Action(id) => Choice::of_id(id),
        NotificationResponse::Default => Some(Choice::Open(Place::Home)),
        NotificationResponse::Reply(_) | NotificationResponse::Closed(_) => None,
    };
    if let Some(choice) = choice {
        let _ = inputs.send(Input::Chosen(choice));
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn show(mut notification: Notification, withdrawn: oneshot::Receiver<()>, inputs: UnboundedSender<Input>) {
    // What a click beside the buttons is told by; nobody shows its label.
    notification.action("default", "Bascule");
    tokio::spawn(async move {
        // Where nobody shows notices, the icon and the menu still do.
        let Ok(handle) = notification.show_async().await else { return };
        tokio::select! {
            () = handle.wait_for_action_async(|response| answered(response, &inputs)) => {}
            _ = withdrawn => {
                handle.close_async().await;
            }
        }
    });
}

/// These systems offer no way to take a toast away while its answer is awaited: they put
/// it away by themselves, and an answer that comes too late changes nothing.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn show(notification: Notification, withdrawn: oneshot::Receiver<()>, inputs: UnboundedSender<Input>) {
    std::thread::spawn(move || {
        let Ok(handle) = notification.show() else { return };
        let answer = |response: &NotificationResponse| {
            let mut withdrawn = withdrawn;
            if !matches!(withdrawn.try_recv(), Err(oneshot::error::TryRecvError::Closed)) {
                answered(response, &inputs);
            }
        };
        let _ = handle.wait_for_response(answer);
    });
}
