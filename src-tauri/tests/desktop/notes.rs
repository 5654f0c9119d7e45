//! A notification service, as the Desktop Notifications Specification says.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use zbus::blocking::Connection;
use zbus::blocking::connection::Builder;
use zbus::interface;
use zbus::object_server::SignalEmitter;
use zbus::zvariant::OwnedValue;

use crate::home::until;

/// A toast that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) id: u32,
    pub(crate) title: String,
    pub(crate) body: String,
    /// The key and label of each button.
    pub(crate) buttons: Vec<(String, String)>,
    /// Whether it was taken away again.
    pub(crate) is_gone: bool,
}

type Shared = Arc<(Mutex<Vec<Shown>>, Condvar)>;

/// The notification service of a desktop.
#[derive(Default)]
pub(crate) struct Notes {
    shown: Shared,
}

struct Service {
    shown: Shared,
}

const PLACE: &str = "/org/freedesktop/Notifications";

#[interface(name = "org.freedesktop.Notifications")]
impl Service {
    #[expect(clippy::too_many_arguments, reason = "the specification's own")]
    fn notify(
        &self,
        _app: &str,
        _replaces: u32,
        _icon: &str,
        title: String,
        body: String,
        actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _expires: i32,
    ) -> u32 {
        let mut shown = self.shown.0.lock().expect("whole");
        let id = u32::try_from(shown.len() + 1).expect("few");
        // The default action is a click on the toast itself.
        let pairs = actions.chunks(2).filter(|pair| pair[0] != "default");
        let buttons = pairs.map(|pair| (pair[0].clone(), pair[1].clone())).collect();
        shown.push(Shown { id, title, body, buttons, is_gone: false });
        self.shown.1.notify_all();
        id
    }

    async fn close_notification(
        &self,
        id: u32,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> zbus::fdo::Result<()> {
        for one in self.shown.0.lock().expect("whole").iter_mut().filter(|one| one.id == id) {
            one.is_gone = true;
        }
        self.shown.1.notify_all();
        Self::notification_closed(&emitter, id, 3).await?;
        Ok(())
    }

    fn get_capabilities(&self) -> Vec<String> {
        ["actions", "body"].map(str::to_owned).into()
    }

    fn get_server_information(&self) -> (String, String, String, String) {
        let of = |text: &str| text.to_owned();
        (of("a test"), of("a test"), of("1"), of("1.2"))
    }

    #[zbus(signal)]
    async fn action_invoked(emitter: &SignalEmitter<'_>, id: u32, key: &str) -> zbus::Result<()>;

    #[zbus(signal)]
    async fn notification_closed(emitter: &SignalEmitter<'_>, id: u32, reason: u32) -> zbus::Result<()>;
}

impl Notes {
    /// The same connection, on which it listens.
    pub(crate) fn serve<'a>(&self, builder: Builder<'a>) -> Builder<'a> {
        let service = Service { shown: Arc::clone(&self.shown) };
        let builder = builder.serve_at(PLACE, service).expect("its place");
        builder.name("org.freedesktop.Notifications").expect("its name")
    }

    /// Waits for a toast that this is true of.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str, patience: Duration, is: impl Fn(&Shown) -> bool) -> Shown {
        let until = Instant::now() + patience;
        let mut shown = self.shown.0.lock().expect("whole");
        loop {
            if let Some(found) = shown.iter().find(|one| is(one)) {
                return found.clone();
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "{what}: {shown:#?}");
            shown = self.shown.1.wait_timeout(shown, left).expect("whole").0;
        }
    }

    /// Every toast so far.
    pub(crate) fn all(&self) -> Vec<Shown> {
        self.shown.0.lock().expect("whole").clone()
    }

    /// Presses the button of this label until that has its effect: the first press may come
    /// before its app, which just heard the toast's number, listens for one.
    #[track_caller]
    pub(crate) fn press(&self, connection: &Connection, toast: &Shown, label: &str, mut is: impl FnMut() -> bool) {
        let button = toast.buttons.iter().find(|(_, known)| known == label);
        let (key, _) = button.unwrap_or_else(|| panic!("no button {label}: {toast:#?}"));
        let service = connection.object_server().interface::<_, Service>(PLACE).expect("the service");
        until(label, || {
            let told = zbus::block_on(Service::action_invoked(service.signal_emitter(), toast.id, key));
            told.expect("heard");
            is()
        });
        // A pressed button puts its toast away.
        for one in self.shown.0.lock().expect("whole").iter_mut().filter(|one| one.id == toast.id) {
            one.is_gone = true;
        }
    }
}
