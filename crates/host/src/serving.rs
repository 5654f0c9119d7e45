//! One client's connection, served: greeted, answered, never waited for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;

use crate::call::{Progress, with_sources};
use crate::carry;
use crate::controller::{Controller, Ending, ends};
use crate::endpoint::{Stream, is_ours};
use crate::wire::{
    ASK_LIMIT, Ask, Carry, FromClient, FromHost, Greeting, HELLO_LIMIT, Hello, LineError, Reader, Role, Snapshot, Told,
    TurnedAway, Writer, agreed,
};

/// How long a client may take to say who it is.
const HELLO: Duration = Duration::from_secs(2);

/// How many clients are served at once.
const CROWD: usize = 512;

/// How many answers a client may wait for at once.
const ASKS: usize = 64;

/// How many answers wait to be written.
const ANSWERS: usize = 8;

/// How long the last answers may take to be read once the host ends.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Serves a connection until either side ends it.
pub(crate) async fn serve(controller: Arc<Controller>, stream: Stream) {
    if !is_ours(&stream) {
        return controller.turn_away();
    }
    let (input, output) = tokio::io::split(stream);
    let (mut reader, mut writer) = (Reader::sharing(input, &controller.turns), Writer::new(output));
    let hello = match timeout(HELLO, reader.next::<Hello>(HELLO_LIMIT)).await {
        Ok(Ok(hello)) => hello,
        // Somebody looked whether we live.
        Ok(Err(LineError::Ended)) => return,
        // Who is slow, or speaks something else, is let go without a word.
        Ok(Err(_)) | Err(_) => return controller.turn_away(),
    };
    let version = controller.config.version.to_string();
    let greeting = match admitted(&controller, &hello) {
        Ok(protocol) => Greeting::Welcome { protocol, version, pid: std::process::id() },
        Err(why) => Greeting::TurnedAway { why, version },
    };
    if timeout(HELLO, writer.send(&greeting)).await.is_err() || matches!(greeting, Greeting::TurnedAway { .. }) {
        if matches!(greeting, Greeting::TurnedAway { why: TurnedAway::TooNew, .. }) {
            controller.end(Ending::Drain);
        }
        return controller.turn_away();
    }
    let number = controller.enter(hello.role.clone());
    let inside = Inside { controller: &controller, number };
    converse(&controller, hello.role, reader, writer).await;
    drop(inside);
}

fn admitted(controller: &Controller, hello: &Hello) -> Result<u32, TurnedAway> {
    if !same(hello.token.as_bytes(), controller.token.as_bytes()) {
        return Err(TurnedAway::Token);
    }
    if controller.crowd() >= CROWD {
        return Err(TurnedAway::Crowded);
    }
    agreed(hello)
}

/// Compares in a time that tells nothing about where two differ.
fn same(one: &[u8], other: &[u8]) -> bool {
    let differences = one.iter().zip(other).fold(0, |seen, (one, other)| seen | (one ^ other));
    one.len() == other.len() && differences == 0
}

/// A client that is in; it leaves when this goes.
struct Inside<'a> {
    controller: &'a Controller,
    number: u64,
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.controller.leave(self.number);
    }
}

async fn converse(
    controller: &Arc<Controller>,
    role: Role,
    mut reader: Reader<impl AsyncRead + Unpin>,
    writer: Writer<impl AsyncWrite + Unpin + Send + 'static>,
) {
    let (out, lines) = mpsc::channel(ANSWERS);
    let (watching, watch) = watch::channel(None);
    let mut writing =
        tokio::spawn(write(writer, lines, watch, controller.snapshot.subscribe(), controller.told.subscribe()));
    let mut ending = controller.ending.subscribe();
    let mut client = Client {
        controller: Arc::clone(controller),
        role: Arc::new(role),
        out: out.clone(),
        watching,
        asks: JoinSet::new(),
        open: Arc::default(),
        left: false,
    };
    let mut said = false;
    loop {
        tokio::select! {
            // Who does not read its answers is not listened to either.
            message = reader.next::<FromClient>(ASK_LIMIT), if out.capacity() > 0 => match message {
                Ok(message) => {
                    if !client.take(message).await {
                        controller.turn_away();
                        break;
                    }
                }
                Err(LineError::Ended | LineError::Broken(_)) => break,
                // What follows a line that is none cannot be trusted either.
                Err(
                    LineError::TooLong(_) | LineError::TooMany | LineError::TooSlow | LineError::Malformed(_),
                ) => {
                    controller.turn_away();
                    break;
                }
            },
            () = ends(&mut ending), if !said => {
                said = true;
                if out.send(FromHost::Leaving).await.is_err() {
                    break;
                }
            }
            // The other side reads no more.
            _ = &mut writing => return,
            Some(_) = client.asks.join_next() => {}
            _ = out.reserve(), if out.capacity() == 0 => {}
        }
        if client.left && client.asks.is_empty() {
            break;
        }
    }
    // Nobody waits for what is still asked.
    client.asks.shutdown().await;
    drop((client, out));
    let _ = timeout(LAST_WORDS, writing).await;
}

/// What one client asks.
struct Client {
    controller: Arc<Controller>,
    role: Arc<Role>,
    out: mpsc::Sender<FromHost>,
    watching: watch::Sender<Option<u64>>,
    asks: JoinSet<()>,
    open: Arc<Mutex<HashMap<u64, AbortHandle>>>,
    /// It has said that nothing more comes.
    left: bool,
}

impl Client {
    /// Takes a message; `false` where it breaks the protocol.
    async fn take(&mut self, message: FromClient) -> bool {
        match message {
            FromClient::Bye => {
                self.left = true;
                true
            }
            FromClient::Cancel { id } => {
                let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
                if let Some(ask) = open {
                    ask.abort();
                }
                true
            }
            FromClient::Ask { id, ask } => {
                let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
                if open.contains_key(&id) || open.len() >= ASKS {
                    return false;
                }
                let asked = Asked {
                    id,
                    controller: Arc::clone(&self.controller),
                    role: Arc::clone(&self.role),
                    out: self.out.clone(),
                    open: Arc::clone(&self.open),
                };
                let watching = self.watching.clone();
                let handle = self.asks.spawn(asked.answer(ask, watching));
                open.insert(id, handle);
                true
            }
        }
    }
}

/// One thing asked.
struct Asked {
    id: u64,
    controller: Arc<Controller>,
    role: Arc<Role>,
    out: mpsc::Sender<FromHost>,
    open: Arc<Mutex<HashMap<u64, AbortHandle>>>,
}

impl Asked {
    async fn answer(self, ask: Ask, watching: watch::Sender<Option<u64>>) {
        let told = self.told(ask, &watching).await;
        // Before the answer goes out: the client may use the number again.
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
        // A client that is gone is noticed by who reads from it.
        let _ = self.out.send(FromHost::Told { id: self.id, told }).await;
    }

    async fn told(&self, ask: Ask, watching: &watch::Sender<Option<u64>>) -> Told {
        let controller = &self.controller;
        let refused = |code: &str, text: &str| Told::Refused { code: code.to_owned(), text: text.to_owned() };
        match ask {
            Ask::Call(call) => {
                if !call.progress {
                    return controller.call(&self.role, call, None).await;
                }
                let (progress, steps) = mpsc::channel(16);
                let passing = pass(steps, self.id, self.out.clone());
                let called = controller.call(&self.role, call, Some(progress));
                // Steps end with the call, and all of them come before its answer.
                tokio::join!(called, passing).0
            }
            Ask::Carry(carry) => self.carried(carry).await,
            Ask::Tools { bridge } => controller.tools(&self.role, &bridge).await,
            Ask::Status => {
                if !controller.is_watched() {
                    let _watched = Watched::begin(controller);
                    controller.confirm().await;
                }
                controller.show();
                Told::Snapshot(Box::new(Snapshot::clone(&controller.snapshot.borrow())))
            }
            Ask::Watch => {
                let _busy = controller.activity.hold();
                let _watched = Watched::begin(controller);
                controller.show();
                watching.send_replace(Some(self.id));
                let _unwatch = Unwatch(watching);
                ends(&mut controller.ending.subscribe()).await;
                Told::Done
            }
            Ask::Hold => {
                let _busy = controller.activity.hold();
                ends(&mut controller.ending.subscribe()).await;
                Told::Done
            }
            Ask::Reread => {
                controller.reread().await;
                controller.show();
                Told::Done
            }
            Ask::TryAgain { bridge } if controller.try_again(&bridge) => Told::Done,
            Ask::TryAgain { .. } => refused("no-bridge", "there is no such bridge"),
            Ask::Decide { question, answer } if controller.decide(question, answer) => Told::Done,
            Ask::Decide { .. } => refused("no-question", "this is not asked any more"),
            Ask::Leave { notice } => controller.leave_so(&notice).await,
            Ask::End { now } => {
                controller.end(if now { Ending::Now } else { Ending::Drain });
                Told::Done
            }
        }
    }
}

impl Asked {
    async fn carried(&self, carry: Carry) -> Told {
        let controller = &self.controller;
        let refused = |code: &str, text: String| Told::Refused { code: code.to_owned(), text };
        if *controller.ending.borrow() != Ending::Stay {
            return Told::NotBegun;
        }
        if !controller.config.sees_files {
            let text = "inside of a packaged app the files of AI programs are not what they are outside";
            return refused("packaged", text.to_owned());
        }
        if carry::by(&carry.arguments) != Some(carry::By::Service) {
            return refused("verb", format!("{:?} is not carried out here", carry.arguments.first()));
        }
        let _busy = controller.activity.hold();
        let (said, mut values) = mpsc::channel(1);
        let carrying = carry::carry(&controller.config.program, controller.engine.layout.root(), carry, said);
        let passing = async {
            while let Some(value) = values.recv().await {
                // A client that is gone is noticed by who reads from it.
                let _ = self.out.send(FromHost::Printed { id: self.id, value }).await;
            }
        };
        match tokio::join!(carrying, passing).0 {
            Ok(exit) => Told::Ended { exit },
            Err(error) => refused("not-carried", with_sources(&error)),
        }
    }
}

async fn pass(mut steps: mpsc::Receiver<Progress>, id: u64, out: mpsc::Sender<FromHost>) {
    while let Some(step) = steps.recv().await {
        if out.send(FromHost::Step { id, step }).await.is_err() {
            return;
        }
    }
}

/// Somebody looks, while it lives.
struct Watched<'a>(&'a Controller);

impl<'a> Watched<'a> {
    fn begin(controller: &'a Controller) -> Self {
        controller.watched(true);
        Self(controller)
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.0.watched(false);
    }
}

struct Unwatch<'a>(&'a watch::Sender<Option<u64>>);

impl Drop for Unwatch<'_> {
    fn drop(&mut self) {
        self.0.send_replace(None);
    }
}

/// Writes what is to be said, and for who watches the newest snapshot whenever the
/// client has read what came before: a slow one misses the ones between.
async fn write(
    mut writer: Writer<impl AsyncWrite + Unpin>,
    mut lines: mpsc::Receiver<FromHost>,
    mut watching: watch::Receiver<Option<u64>>,
    mut snapshots: watch::Receiver<Arc<Snapshot>>,
    mut told: broadcast::Receiver<FromHost>,
) {
    loop {
        let watch = *watching.borrow_and_update();
        let written = tokio::select! {
            biased;
            line = lines.recv() => match line {
                Some(line) => writer.send(&line).await,
                None => return,
            },
            line = told.recv() => match line {
                Ok(line) => writer.send(&line).await,
                // Who missed some hears the next.
                Err(broadcast::error::RecvError::Lagged(_)) => Ok(()),
                Err(broadcast::error::RecvError::Closed) => return,
            },
            Ok(()) = watching.changed() => {
                // The first snapshot comes at once.
                snapshots.mark_changed();
                Ok(())
            }
            Ok(()) = snapshots.changed(), if watch.is_some() => {
                let snapshot = Box::new(Snapshot::clone(&snapshots.borrow_and_update()));
                writer.send(&FromHost::Seen { id: watch.unwrap_or_default(), snapshot }).await
            }
        };
        if written.is_err() {
            return;
        }
    }
}
