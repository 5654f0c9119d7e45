//! The snapshot: everything that is shown, as one value.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bascule_core::runtime::HostSight;

use super::{Bridge, Controller, Ending, State};
use crate::sight::{Sight, face_shown};
use crate::supervisor::now;
use crate::wire::{BridgeShown, Decision, HostShown, Role, RuntimeShown, Snapshot};

/// Changes that come together are shown together.
const TOGETHER: Duration = Duration::from_millis(20);

impl Controller {
    /// Publishes a new snapshot whenever something changed, for as long as it lives.
    pub(crate) async fn publish(self: Arc<Self>) {
        loop {
            self.changed.notified().await;
            self.show();
            tokio::time::sleep(TOGETHER).await;
        }
    }

    /// Makes the snapshot anew and publishes it where it differs.
    pub(crate) fn show(&self) {
        let mut next = self.seen();
        self.snapshot.send_if_modified(|there| {
            (next.number, next.at) = (there.number, there.at);
            if **there == next {
                return false;
            }
            next.number += 1;
            next.at = now();
            *there = Arc::new(next);
            true
        });
    }

    fn seen(&self) -> Snapshot {
        let questions = self.questions.shown();
        let mut state = self.state();
        self.notice(&mut state);
        let adapters = state.clients.values().filter(|role| matches!(role, Role::Adapter { .. })).count();
        let host = HostShown {
            version: self.config.version.to_string(),
            pid: std::process::id(),
            since: self.since,
            installed: state.installed.clone(),
            leaving: *self.ending.borrow() != Ending::Stay,
            sees_files: self.config.sees_files,
            bound: self.config.bound,
            adapters: u32::try_from(adapters).unwrap_or(u32::MAX),
            turned_away: self.turned_away.load(Ordering::Relaxed),
            audit_lost: self.audit.lost(),
            settings_problem: state.chosen.problem().map(str::to_owned),
        };
        let sight = HostSight::Running { older: host.installed.is_some() };
        let bridges = state.order.iter().filter_map(|id| Some(shown(&state, id, state.bridges.get(id)?, &sight)));
        Snapshot {
            number: 0,
            at: 0,
            host,
            bridges: bridges.collect(),
            entries: state.entries.clone(),
            notices: state.notices.iter().map(super::notices::shown).collect(),
            questions,
            face: face_shown(state.chosen.settings()),
        }
    }

    /// Takes a person's answer to a question; `false` where nothing of this number is asked.
    pub(crate) fn decide(&self, question: u64, decision: Decision) -> bool {
        self.questions.decide(question, decision)
    }
}

fn shown(state: &State, id: &str, bridge: &Bridge, host: &HostSight) -> BridgeShown {
    let programs: BTreeSet<String> = state
        .clients
        .values()
        .filter_map(|role| match role {
            Role::Adapter { bridge, program } if bridge == id => program.clone(),
            Role::Adapter { .. } | Role::Command | Role::Face => None,
        })
        .collect();
    let supervised = bridge.supervised.as_ref();
    let view = supervised.map(|supervised| supervised.view().borrow().clone());
    let health = bridge.health(state.chosen.hold(id));
    let older_build = view.as_ref().is_some_and(|view| view.outdated);
    let sight = Sight { entries: &state.seen, programs: &state.programs, host };
    let mut shown = sight.bridge(&bridge.manifest, &health, older_build);
    shown.allows = Controller::allowed(state, id).word().to_owned();
    shown.programs = programs.into_iter().collect();
    if let (Some(supervised), Some(view)) = (supervised, view) {
        shown.runtime = view.pid.map(|pid| RuntimeShown { pid, since: view.since.unwrap_or_default() });
        shown.restarts = view.starts.saturating_sub(1);
        shown.last_lines = view.last_lines;
        shown.running_calls = supervised.running_calls();
        shown.calls = supervised.answered_calls();
    }
    shown
}
