//! The connection to the background service: held, watched, and made again.

use std::time::Duration;

use bascule_engine::{Engine, RealDisk};
use bascule_host::client::{Heard, Host, NoHost};
use bascule_host::wire::Ask;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, sleep};

use super::control::Input;
use crate::view::Reach;

/// The pause before a first attempt to connect again, and the longest one.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(60));

/// After so long a connection the next pause is the first again.
const STABLE: Duration = Duration::from_secs(60);

/// Holds the service and hands on what it tells, for as long as the app runs, or until
/// Bascule was taken off: then nothing of it is made anew.
pub(super) async fn link(engine: Engine<RealDisk>, host: Host, inputs: UnboundedSender<Input>) {
    let tell = |reach: Reach| drop(inputs.send(Input::Reach(reach)));
    let mut heard = host.heard();
    let mut pause = PAUSES.0;
    let mut was_there = false;
    loop {
        let is_there = engine.layout.root().is_dir();
        if was_there && !is_there {
            return tell(Reach::Gone);
        }
        was_there |= is_there;
        let begin = Instant::now();
        // Whoever holds the lock and does not answer is about to listen, or about to take
        // Bascule off: nobody is started beside it.
        let is_held = engine.host_lock_is_held().unwrap_or(false);
        match host.watch(!is_held).await {
            Ok(()) => {
                tell(Reach::Connected);
                watched(&host, &mut heard, &inputs).await;
                was_there = true;
                tell(Reach::Coming);
            }
            Err(error) => tell(lost(&error)),
        }
        pause = if begin.elapsed() > STABLE { PAUSES.0 } else { pause };
        sleep(pause).await;
        pause = (pause * 2).min(PAUSES.1);
    }
}

/// Holds the service, and hands on what it tells until the connection ends.
async fn watched(host: &Host, heard: &mut tokio::sync::broadcast::Receiver<Heard>, inputs: &UnboundedSender<Input>) {
    let mut hold = std::pin::pin!(host.ask_running(Ask::Hold));
    let mut held = true;
    loop {
        let heard = tokio::select! {
            heard = heard.recv() => heard,
            _ = &mut hold, if held => {
                held = false;
                continue;
            }
        };
        match heard {
            Ok(Heard::Snapshot(snapshot)) => drop(inputs.send(Input::Snapshot(snapshot))),
            Ok(Heard::Lost) | Err(RecvError::Closed) => return,
            Ok(Heard::ToolsChanged(_)) | Err(RecvError::Lagged(_)) => {}
        }
    }
}

/// Why there is no service, as people are told.
fn lost(error: &NoHost) -> Reach {
    let of = |code: &'static str, what: Option<String>| Reach::Lost { code, what };
    match error {
        NoHost::Again(first) => lost(first),
        NoHost::Mute { .. } | NoHost::Slow => of("host-silent", None),
        // It is about to listen, or about to end.
        NoHost::NotRunning => Reach::Coming,
        NoHost::Engine(_) | NoHost::Start { .. } | NoHost::Turned { .. } => {
            of("host-cannot-start", Some(error.to_string()))
        }
    }
}
