//! `status --watch`: shows how everything stands, and again whenever that changes.

use std::time::{Duration, Instant};

use bascule_core::runtime::HostTrouble;
use bascule_host::client::Heard;
use bascule_host::process::told_to_end;
use tokio::sync::broadcast::error::RecvError;

use super::host::{Service, Sight, at_rest, host_of, obstacle};
use super::status::look;
use crate::exit::Exit;
use crate::mcp::block_on;
use crate::problem::Problem;
use crate::run::Run;
use crate::told;

/// How often a service that does not run is looked for.
const AGAIN: Duration = Duration::from_millis(500);

/// How long what was found to keep a service from starting counts.
const FRESH: Duration = Duration::from_secs(10);

/// Shows until Ctrl-C, or until nobody reads along. Starts no service: where none runs, it
/// waits for one.
pub(super) fn watch(run: &Run) -> Result<Exit, Problem> {
    let host = host_of(run);
    let shown = block_on(async {
        let mut heard = host.heard();
        let mut end = std::pin::pin!(told_to_end());
        let mut before: Option<Sight> = None;
        let mut obstacle = Obstacle::default();
        loop {
            if let Err(error) = host.watch(false).await {
                // One that is about to end is soon gone.
                let now = at_rest(run, error.trouble(), &mut || obstacle.now(run))?;
                if before.as_ref() != Some(&now) && !show(run, &now)? {
                    return Ok(());
                }
                before = Some(now);
                tokio::select! {
                    () = &mut end => return Ok(()),
                    () = tokio::time::sleep(AGAIN) => continue,
                }
            }
            before = None;
            loop {
                let heard = tokio::select! {
                    () = &mut end => return Ok(()),
                    heard = heard.recv() => heard,
                };
                match heard {
                    Ok(Heard::Snapshot(snapshot)) => {
                        let sight = Sight { snapshot: (*snapshot).clone(), service: Service::Runs, trouble: None };
                        if !show(run, &sight)? {
                            return Ok(());
                        }
                    }
                    Ok(Heard::Lost) | Err(RecvError::Closed) => break,
                    Ok(Heard::ToolsChanged(_)) | Err(RecvError::Lagged(_)) => {}
                }
            }
        }
    });
    shown.map_err(crate::mcp::AdapterError::Start)?.map(|()| Exit::Done)
}

/// What keeps a service from starting, as it was found last: finding it out writes a
/// little, which is not to be done with every look.
#[derive(Default)]
struct Obstacle {
    found: Option<(Instant, Option<HostTrouble>)>,
}

impl Obstacle {
    fn now(&mut self, run: &Run) -> Option<HostTrouble> {
        if let Some((when, trouble)) = &self.found
            && when.elapsed() < FRESH
        {
            return trouble.clone();
        }
        let trouble = obstacle(run);
        self.found = Some((Instant::now(), trouble.clone()));
        trouble
    }
}

/// Shows one look; `false` where nobody reads any more.
fn show(run: &Run, sight: &Sight) -> Result<bool, Problem> {
    run.voice.begin_page();
    run.voice.line(0, &run.say("watch-at", &[("time", told::precise_time(told::now()).into())]));
    let report = look(run, sight)?;
    if sight.service != Service::Runs {
        run.voice.line(0, &run.say("watch-waits", &[]));
    }
    Ok(run.voice.end_page(report))
}
