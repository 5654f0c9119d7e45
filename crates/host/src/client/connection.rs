//! One connection to a host.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use bascule_engine::HostNote;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Semaphore, broadcast, mpsc, oneshot};
use tokio::time::timeout;

use crate::call::Progress;
use crate::endpoint::{Endpoint, serves_us};
use crate::wire::{
    Ask, FromClient, FromHost, Greeting, HELLO_LIMIT, Hello, OLDEST, PROTOCOL, Reader, Role, Snapshot, TOLD_LIMIT,
    Told, Writer,
};

/// How long a host may take to greet.
const GREETING: Duration = Duration::from_secs(2);

/// Why something asked has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unanswered {
    /// The host is ending: it was never sent.
    NotSent,
    /// The connection ended before the answer came.
    Lost,
}

/// How much is asked at once: less than a host allows one client, for what is begun and
/// never answered takes room as well.
const ROOM: usize = 60;

/// What a host says without being asked.
#[derive(Clone, Debug)]
pub enum Heard {
    /// How everything stands, for who watches.
    Snapshot(Arc<Snapshot>),
    /// The tools of this bridge changed.
    ToolsChanged(String),
    /// The connection ended.
    Lost,
}

/// A greeted connection. Cheap to clone; it ends when the last clone is gone.
#[derive(Clone)]
pub(super) struct Connection {
    inner: Arc<Inner>,
}

struct Inner {
    lines: mpsc::UnboundedSender<FromClient>,
    waiting: Mutex<HashMap<u64, Waiting>>,
    next: AtomicU64,
    over: AtomicBool,
    room: Semaphore,
    heard: broadcast::Sender<Heard>,
}

struct Waiting {
    told: oneshot::Sender<Told>,
    hears: Hears,
}

/// Who hears what comes before an answer.
#[derive(Clone, Default)]
pub(super) enum Hears {
    /// Nobody.
    #[default]
    Nothing,
    /// Of a call, steps of progress.
    Steps(mpsc::Sender<Progress>),
    /// Of a carried verb, what it prints.
    Values(mpsc::UnboundedSender<Value>),
}

/// What came of connecting.
pub(super) enum Opened {
    Greeted(Greeting, Connection),
    /// Somebody listens and does not greet in time.
    Mute,
    Nobody,
}

impl Connection {
    /// Connects to the host of a note and greets it.
    pub(super) async fn open(note: &HostNote, role: Role, heard: broadcast::Sender<Heard>) -> Opened {
        let Ok(stream) = Endpoint::named(&note.endpoint).connect().await else { return Opened::Nobody };
        if !serves_us(&stream) {
            return Opened::Nobody;
        }
        let (input, output) = tokio::io::split(stream);
        let (mut reader, mut writer) = (Reader::new(input), Writer::new(output));
        let hello = Hello {
            protocol: PROTOCOL,
            oldest: OLDEST,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            token: note.token.clone(),
            role,
        };
        if writer.send(&hello).await.is_err() {
            return Opened::Nobody;
        }
        let greeting = match timeout(GREETING, reader.next::<Greeting>(HELLO_LIMIT)).await {
            Ok(Ok(greeting)) => greeting,
            // It ended meanwhile, or speaks something that this version cannot know.
            Ok(Err(_)) => return Opened::Nobody,
            Err(_) => return Opened::Mute,
        };
        let (lines, messages) = mpsc::unbounded_channel();
        let inner = Arc::new(Inner {
            lines,
            waiting: Mutex::default(),
            next: AtomicU64::new(1),
            over: AtomicBool::new(false),
            room: Semaphore::new(ROOM),
            heard,
        });
        tokio::spawn(write(writer, messages));
        tokio::spawn(read(reader, Arc::downgrade(&inner)));
        Opened::Greeted(greeting, Self { inner })
    }

    /// Whether two are the same connection.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Whether nothing will be answered any more.
    pub(super) fn is_over(&self) -> bool {
        self.inner.over.load(Ordering::Acquire)
    }

    /// Asks and waits for the answer. Dropping the future tells the host that nobody
    /// waits any more.
    pub(super) async fn ask(&self, ask: Ask, hears: Hears) -> Result<Told, Unanswered> {
        // A host serves so many at once; the rest wait here for their turn.
        let _room = self.inner.room.acquire().await;
        let id = self.inner.next.fetch_add(1, Ordering::Relaxed);
        let (told, answer) = oneshot::channel();
        {
            let mut waiting = self.inner.waiting();
            if self.is_over() {
                return Err(Unanswered::NotSent);
            }
            waiting.insert(id, Waiting { told, hears });
        }
        let pending = Pending { inner: &self.inner, id };
        // A closed channel means a closed connection, which the reader notices.
        let _ = self.inner.lines.send(FromClient::Ask { id, ask });
        let told = answer.await.map_err(|_| Unanswered::Lost);
        drop(pending);
        told
    }

    /// Asks something whose answer nobody waits for.
    pub(super) fn begin(&self, ask: Ask) {
        let id = self.inner.next.fetch_add(1, Ordering::Relaxed);
        let _ = self.inner.lines.send(FromClient::Ask { id, ask });
    }
}

impl Inner {
    fn waiting(&self) -> MutexGuard<'_, HashMap<u64, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        {
            let mut waiting = self.waiting();
            self.over.store(true, Ordering::Release);
            waiting.clear();
        }
        // Nobody may listen.
        let _ = self.heard.send(Heard::Lost);
    }

    fn receive(&self, message: FromHost) {
        match message {
            FromHost::Told { id, told } => {
                let mut open = self.waiting();
                let asked = open.remove(&id);
                self.bye_where_done(&open);
                drop(open);
                if let Some(asked) = asked {
                    let _ = asked.told.send(told);
                }
            }
            FromHost::Step { id, step } => {
                let waiting = self.waiting();
                if let Some(Hears::Steps(progress)) = waiting.get(&id).map(|waiting| &waiting.hears) {
                    // A step that finds no room is left out, which the protocol allows.
                    let _ = progress.try_send(step);
                }
            }
            FromHost::Printed { id, value } => {
                let waiting = self.waiting();
                if let Some(Hears::Values(values)) = waiting.get(&id).map(|waiting| &waiting.hears) {
                    // Who does not listen any more drops the question as well.
                    let _ = values.send(value);
                }
            }
            FromHost::Seen { snapshot, .. } => drop(self.heard.send(Heard::Snapshot(snapshot.into()))),
            FromHost::ToolsChanged { bridge } => drop(self.heard.send(Heard::ToolsChanged(bridge))),
            // What is asked from now on finds the successor; open answers still come.
            FromHost::Leaving => {
                let open = self.waiting();
                self.over.store(true, Ordering::Release);
                self.bye_where_done(&open);
            }
        }
    }

    /// Tells a host that is leaving that nothing is waited for any more.
    fn bye_where_done(&self, open: &HashMap<u64, Waiting>) {
        if open.is_empty() && self.over.load(Ordering::Acquire) {
            let _ = self.lines.send(FromClient::Bye);
        }
    }
}

/// Something asked, until it is answered; dropped before, the host is told.
struct Pending<'a> {
    inner: &'a Inner,
    id: u64,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        let mut open = self.inner.waiting();
        if open.remove(&self.id).is_some() {
            let _ = self.inner.lines.send(FromClient::Cancel { id: self.id });
            self.inner.bye_where_done(&open);
        }
    }
}

async fn write(mut writer: Writer<impl AsyncWrite + Unpin>, mut messages: mpsc::UnboundedReceiver<FromClient>) {
    while let Some(message) = messages.recv().await {
        if writer.send(&message).await.is_err() {
            return;
        }
    }
}

async fn read(mut reader: Reader<impl AsyncRead + Unpin>, inner: Weak<Inner>) {
    while let Ok(message) = reader.next::<FromHost>(TOLD_LIMIT).await {
        let Some(inner) = inner.upgrade() else { return };
        inner.receive(message);
    }
    if let Some(inner) = inner.upgrade() {
        inner.end();
    }
}
