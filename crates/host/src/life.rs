//! A host's life: from its lock to its last word.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bascule_engine::{DiskError, EngineError, FileLock, HostNote};
use interprocess::local_socket::traits::tokio::Listener as _;
use tokio::io::AsyncWriteExt as _;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::call::with_sources;
use crate::controller::{Config, Controller, Ending, ends};
use crate::endpoint::{Endpoint, Listener};
use crate::process::{adopt, told_to_end};
use crate::serving::serve;
use crate::supervisor::now;

/// How long running calls may take once the host is to end.
const DRAIN: Duration = Duration::from_secs(5);

/// How long a host waits for one that is about to end.
const PREDECESSOR: Duration = Duration::from_secs(8);

/// How long the runtimes may take to end altogether.
const STOPPING: Duration = Duration::from_secs(12);

/// How long what is left to be kept may take.
const KEEPING: Duration = Duration::from_secs(1);

/// What a host that cannot live says to whoever started it, before the reason.
pub(crate) const FAILED: &str = "failed: ";

/// How a host ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lived {
    /// Another one lives already; this one did nothing.
    AnotherDoes,
    /// Whole.
    Whole,
}

/// Why there was no life.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The state folder cannot be used.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A file of it cannot be used.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The system gives no way to wait for anything.
    #[error("the system gives no events")]
    Events(#[source] io::Error),
    /// The system gives no socket, or no pipe, there.
    #[error("cannot listen at {at}")]
    Listen {
        /// Where.
        at: String,
        /// The system's answer.
        source: io::Error,
    },
    /// The system gives no chance.
    #[error("the system gives no random numbers")]
    Chance,
}

/// Lives: holds the lock, listens, serves, and ends when it is asked to, when the system
/// ends it, or when it had nothing to do for long enough.
///
/// Where another host lives, it does nothing. It writes one line to standard output when
/// it can be reached, or why it cannot live, and nothing else.
pub fn live(config: Config) -> Result<Lived, HostError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(HostError::Events)?;
    let lived = runtime.block_on(async {
        let lived = lived(config).await;
        if let Err(error) = &lived {
            say(&format!("{FAILED}{}\n", with_sources(error))).await;
        }
        lived
    });
    // A read of a file may still wait; nobody waits for it.
    runtime.shutdown_background();
    lived
}

async fn lived(config: Config) -> Result<Lived, HostError> {
    let Some(lock) = only_one(&config).await? else { return Ok(Lived::AnotherDoes) };
    // Where the system has no such thing, what leaves its group and its parent stays.
    let _ = adopt();
    let token = random()?;
    let endpoint = Endpoint::of(&config.engine, &random()?[..16])?;
    let cannot = |source| HostError::Listen { at: endpoint.text().to_owned(), source };
    let listener = endpoint.listen(&config.engine).map_err(cannot)?;
    let since = now();
    let version = config.version.to_string();
    let note = HostNote::new(std::process::id(), since, version, endpoint.text().to_owned(), token.clone());
    config.engine.put_host_note(&note)?;
    let controller = Controller::new(config, token, since);
    controller.log(&format!("begins: version {}, process {}", controller.config.version, std::process::id()));
    if controller.config.bound {
        controller.log("could not leave the job of whoever started it, and ends with it");
    }
    controller.recall().await;
    controller.reread().await;
    // Not among what ends with serving: it is not to be cut off while it writes.
    tokio::spawn(Arc::clone(&controller).keep_notices());
    say("listening\n").await;
    let clients = serve_all(&controller, listener).await;
    leave(&controller, &endpoint, note, clients, lock).await;
    Ok(Lived::Whole)
}

/// The lock of the host; `None` where another one lives and stays.
async fn only_one(config: &Config) -> Result<Option<FileLock>, HostError> {
    let begin = Instant::now();
    loop {
        if let Some(lock) = config.engine.take_host_lock()? {
            return Ok(Some(lock));
        }
        let answers = match config.engine.host_note() {
            Ok(Some(note)) => Endpoint::named(&note.endpoint).connect().await.is_ok(),
            Ok(None) | Err(_) => false,
        };
        if answers || begin.elapsed() > PREDECESSOR {
            return Ok(None);
        }
        // It is about to listen, or about to end.
        sleep(Duration::from_millis(20)).await;
    }
}

/// 32 letters that nobody can guess.
fn random() -> Result<String, HostError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| HostError::Chance)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

async fn say(line: &str) {
    let mut out = tokio::io::stdout();
    // Whoever started us may be gone.
    let _ = out.write_all(line.as_bytes()).await;
    let _ = out.flush().await;
}

/// Serves until it is time to end.
async fn serve_all(controller: &Arc<Controller>, listener: Listener) -> JoinSet<()> {
    let mut clients = JoinSet::new();
    let mut others = JoinSet::new();
    others.spawn(Arc::clone(controller).publish());
    others.spawn(crate::watch::watch(Arc::clone(controller)));
    let mut ending = controller.ending.subscribe();
    let told = told_to_end();
    let mut told = std::pin::pin!(told);
    let bored = bored(controller);
    let mut bored = std::pin::pin!(bored);
    loop {
        tokio::select! {
            stream = listener.accept() => match stream {
                Ok(stream) => drop(clients.spawn(serve(Arc::clone(controller), stream))),
                // Too many files are open, or the client left again: later ones may get in.
                Err(_) => sleep(Duration::from_millis(10)).await,
            },
            Some(_) = clients.join_next() => {}
            () = ends(&mut ending) => return clients,
            () = &mut bored => {
                controller.end(Ending::Drain);
                return clients;
            }
            () = &mut told => {
                controller.end(Ending::Drain);
                return clients;
            }
        }
    }
}

/// Done when the host had nothing to do for long enough. It looks when that may be so, and
/// is not woken by each call.
async fn bored(controller: &Controller) {
    loop {
        let (now, idle) = (Instant::now(), controller.idle());
        let busy = controller.activity.busy();
        let due = if busy.holders == 0 { busy.since + idle } else { now + idle };
        if due <= now {
            return;
        }
        sleep_until(due).await;
    }
}

/// Stops listening, takes note and socket away, lets running calls finish, stops the
/// runtimes, and lets go of the lock last.
async fn leave(
    controller: &Arc<Controller>,
    endpoint: &Endpoint,
    note: HostNote,
    mut clients: JoinSet<()>,
    lock: FileLock,
) {
    // What cannot be said or taken away is stale for whoever comes next.
    let _ = controller.engine.put_host_note(&note.leaving());
    let _ = endpoint.clear(&controller.engine);
    controller.log("ends");
    let mut ending = controller.ending.subscribe();
    // Each client is told, gets what it still waits for, and is let go.
    let drained = async { while clients.join_next().await.is_some() {} };
    tokio::select! {
        _ = timeout(DRAIN, drained) => {}
        _ = ending.wait_for(|ending| *ending == Ending::Now) => {}
    }
    clients.shutdown().await;
    let _ = timeout(STOPPING, controller.stop()).await;
    let _ = timeout(KEEPING, controller.keep_now()).await;
    let _ = controller.engine.drop_host_note();
    drop(lock);
}
