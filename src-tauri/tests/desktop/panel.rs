//! A panel: it watches for icons and reads their menus, as `org.kde.StatusNotifierWatcher`
//! and `com.canonical.dbusmenu` say.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Instant;

use zbus::blocking::connection::Builder;
use zbus::blocking::{Connection, Proxy};
use zbus::interface;
use zbus::message::Header;
use zbus::object_server::SignalEmitter;
use zbus::zvariant::{OwnedValue, Value};

use crate::home::{PATIENCE, until};

type Registered = Arc<(Mutex<Vec<(String, String)>>, Condvar)>;

/// The panel of a desktop.
#[derive(Default)]
pub(crate) struct Panel {
    /// The icons: their peer and path.
    items: Registered,
    icon: Option<(String, String)>,
}

/// A line of a menu as a panel sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: i32,
    pub(crate) text: String,
    pub(crate) is_enabled: bool,
    /// Whether it is ticked, where it can be.
    pub(crate) tick: Option<bool>,
    pub(crate) is_separator: bool,
    pub(crate) rows: Vec<Row>,
}

struct Watcher {
    items: Registered,
}

#[interface(name = "org.kde.StatusNotifierWatcher")]
impl Watcher {
    async fn register_status_notifier_item(
        &self,
        service: &str,
        #[zbus(header)] header: Header<'_>,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> zbus::fdo::Result<()> {
        let peer = header.sender().map(ToString::to_string).unwrap_or_default();
        self.items.0.lock().expect("whole").push((peer, service.to_owned()));
        self.items.1.notify_all();
        Self::status_notifier_item_registered(&emitter, service).await?;
        Ok(())
    }

    fn register_status_notifier_host(&self, _service: &str) {}

    #[zbus(property)]
    fn registered_status_notifier_items(&self) -> Vec<String> {
        self.items.0.lock().expect("whole").iter().map(|(peer, path)| format!("{peer}{path}")).collect()
    }

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }

    #[zbus(property)]
    fn protocol_version(&self) -> i32 {
        0
    }

    #[zbus(signal)]
    async fn status_notifier_item_registered(emitter: &SignalEmitter<'_>, service: &str) -> zbus::Result<()>;

    #[zbus(signal)]
    async fn status_notifier_host_registered(emitter: &SignalEmitter<'_>) -> zbus::Result<()>;
}

type Layout = (i32, HashMap<String, OwnedValue>, Vec<OwnedValue>);

impl Panel {
    /// The same connection, on which it listens.
    pub(crate) fn serve<'a>(&self, builder: Builder<'a>) -> Builder<'a> {
        let watcher = Watcher { items: Arc::clone(&self.items) };
        let builder = builder.serve_at("/StatusNotifierWatcher", watcher).expect("its place");
        builder.name("org.kde.StatusNotifierWatcher").expect("its name")
    }

    /// Forgets the icons of before: another app is to come.
    pub(crate) fn forget(&mut self) {
        self.items.0.lock().expect("whole").clear();
    }

    /// Waits until an icon is there.
    #[track_caller]
    pub(crate) fn wait_for_icon(&mut self) {
        let until = Instant::now() + PATIENCE;
        let mut items = self.items.0.lock().expect("whole");
        while items.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no icon came");
            items = self.items.1.wait_timeout(items, left).expect("whole").0;
        }
        self.icon = items.last().cloned();
    }

    fn item<'c>(&self, connection: &'c Connection) -> Proxy<'c> {
        let (peer, path) = self.icon.clone().expect("an icon");
        Proxy::new(connection, peer, path, "org.kde.StatusNotifierItem").expect("an item")
    }

    fn menu<'c>(&self, connection: &'c Connection) -> zbus::Result<Proxy<'c>> {
        let (peer, _) = self.icon.clone().expect("an icon");
        let path: zbus::zvariant::OwnedObjectPath = self.item(connection).get_property("Menu")?;
        Proxy::new(connection, peer, path, "com.canonical.dbusmenu")
    }

    /// The file of the icon as it is shown now.
    pub(crate) fn icon(&self, connection: &Connection) -> String {
        let item = self.item(connection);
        item.get_property::<String>("IconName").expect("an icon")
    }

    /// Every line of the menu of the icon that came last; none while there is no icon.
    pub(crate) fn now(&mut self, connection: &Connection) -> Vec<Row> {
        self.icon = self.items.0.lock().expect("whole").last().cloned();
        if self.icon.is_some() { self.rows(connection) } else { Vec::new() }
    }

    /// Every line of the menu as it stands now; none while an icon has no menu yet.
    fn rows(&self, connection: &Connection) -> Vec<Row> {
        let none: Vec<String> = Vec::new();
        let told: zbus::Result<(u32, Layout)> =
            self.menu(connection).and_then(|menu| menu.call("GetLayout", &(0, -1, none)));
        told.map(|told| row(told.1).rows).unwrap_or_default()
    }

    /// Waits until this is true of the menu; hands it back.
    #[track_caller]
    pub(crate) fn wait(&self, connection: &Connection, what: &str, is: impl Fn(&[Row]) -> bool) -> Vec<Row> {
        let until = Instant::now() + PATIENCE;
        loop {
            let rows = self.rows(connection);
            if is(&rows) {
                return rows;
            }
            assert!(Instant::now() < until, "{what}: {}", drawn(&rows));
            std::thread::sleep(std::time::Duration::from_millis(30));
        }
    }

    /// Clicks the line that these words lead to. A menu that is exchanged between the look
    /// and the click is looked at again.
    #[track_caller]
    pub(crate) fn click(&self, connection: &Connection, words: &[&str]) {
        until(&format!("{words:?} takes no click"), || {
            let rows = self.wait(connection, &format!("no line {words:?}"), |rows| found(rows, words).is_some());
            let row = found(&rows, words).expect("there");
            assert!(row.is_enabled, "{words:?} does nothing");
            let event = (row.id, "clicked", Value::I32(0), 0_u32);
            let clicked: zbus::Result<()> = self.menu(connection).and_then(|menu| menu.call("Event", &event));
            clicked.is_ok()
        });
    }
}

/// The line that these words lead to: each is the beginning of one, from the outermost in.
pub(crate) fn found<'r>(rows: &'r [Row], words: &[&str]) -> Option<&'r Row> {
    let (first, rest) = words.split_first()?;
    let row = rows.iter().find(|row| row.text.starts_with(first))?;
    if rest.is_empty() { Some(row) } else { found(&row.rows, rest) }
}

/// A menu as text, for whoever reads a failure.
pub(crate) fn drawn(rows: &[Row]) -> String {
    fn lines(text: &mut String, rows: &[Row], depth: usize) {
        for row in rows {
            let tick = row.tick.map(|on| if on { "(x) " } else { "( ) " }).unwrap_or_default();
            let words = if row.is_separator { "-" } else { &row.text };
            let off = if row.is_enabled || row.is_separator { "" } else { "  (says)" };
            *text += &format!("{}{tick}{words}{off}\n", "  ".repeat(depth));
            lines(text, &row.rows, depth + 1);
        }
    }
    let mut text = String::new();
    lines(&mut text, rows, 0);
    text
}

fn row((id, properties, children): Layout) -> Row {
    let text = |name: &str| properties.get(name).and_then(|value| String::try_from(value.clone()).ok());
    let flag = |name: &str| properties.get(name).and_then(|value| bool::try_from(value.clone()).ok());
    let number = |name: &str| properties.get(name).and_then(|value| i32::try_from(value.clone()).ok());
    let ticks = text("toggle-type").is_some();
    Row {
        id,
        // An underline before a letter is its key; two are one.
        text: text("label").unwrap_or_default().replace("__", "_"),
        is_enabled: flag("enabled").unwrap_or(true),
        tick: ticks.then(|| number("toggle-state") == Some(1)),
        is_separator: text("type").as_deref() == Some("separator"),
        rows: children.into_iter().map(|child| row(child.try_into().expect("a line"))).collect(),
    }
}
