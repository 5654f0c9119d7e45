//! The indexes that were built in this process, one a project; each built in a thread
//! of its own while calls wait as long as they like.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bascule_core::bridge::Reader;
use bascule_sage::{Job, Profile};
use camino::{Utf8Path, Utf8PathBuf};

use super::{Built, timed};

/// How an index stands.
pub(super) enum Readiness {
    /// The files are as it read them.
    Ready(Arc<Built>),
    /// Files changed, and the newer one is not there yet.
    Stale(Arc<Built>),
    /// There is none yet, for this long.
    Building(Duration),
    /// There is none, and why.
    Failed(String),
}

/// Every index of this process.
#[derive(Default)]
pub(super) struct Shelf {
    slots: Mutex<BTreeMap<Utf8PathBuf, Arc<Slot>>>,
}

/// The place of one project's index.
#[derive(Default)]
struct Slot {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    kept: Option<Arc<Built>>,
    building: Option<Instant>,
    failed: Option<String>,
}

impl Shelf {
    /// Starts building where nothing is there and nobody builds.
    pub(super) fn begin(&self, reader: Reader, project: &Utf8Path, sdk: Option<&Utf8Path>) {
        let slot = self.slot(project);
        let mut state = slot.state();
        if state.kept.is_none() {
            slot.start(&mut state, reader, project, sdk);
        }
    }

    /// The index of a project as it is now: built anew where files changed, and waited
    /// for up to `patience`.
    pub(super) fn want(
        &self,
        reader: Reader,
        project: &Utf8Path,
        sdk: Option<&Utf8Path>,
        patience: Duration,
    ) -> Readiness {
        let slot = self.slot(project);
        let kept = slot.state().kept.clone();
        // Looking at thousands of files takes a moment: nobody is locked out meanwhile.
        if let Some(built) = kept.filter(|built| !built.index.is_stale()) {
            return Readiness::Ready(built);
        }
        let mut state = slot.state();
        slot.start(&mut state, reader, project, sdk);
        let building = |state: &mut State| state.building.is_some();
        let waited = slot.changed.wait_timeout_while(state, patience, building);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        match (&state.kept, state.building, &state.failed) {
            (Some(built), None, None) => Readiness::Ready(Arc::clone(built)),
            (Some(built), ..) => Readiness::Stale(Arc::clone(built)),
            (None, Some(since), _) => Readiness::Building(since.elapsed()),
            (None, None, Some(reason)) => Readiness::Failed(reason.clone()),
            (None, None, None) => Readiness::Building(Duration::ZERO),
        }
    }

    /// How a project's index stands, without starting anything.
    pub(super) fn seen(&self, project: &Utf8Path) -> Option<Readiness> {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = slots.get(project)?;
        let state = slot.state();
        match (&state.kept, state.building) {
            (Some(built), _) => Some(Readiness::Ready(Arc::clone(built))),
            (None, Some(since)) => Some(Readiness::Building(since.elapsed())),
            (None, None) => None,
        }
    }

    fn slot(&self, project: &Utf8Path) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slots.entry(project.to_owned()).or_default())
    }
}

impl Slot {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(self: &Arc<Self>, state: &mut State, reader: Reader, project: &Utf8Path, sdk: Option<&Utf8Path>) {
        if state.building.is_some() {
            return;
        }
        state.building = Some(Instant::now());
        let (slot, project, sdk) = (Arc::clone(self), project.to_owned(), sdk.map(ToOwned::to_owned));
        std::thread::spawn(move || {
            let built = catch_unwind(AssertUnwindSafe(|| build(reader, &project, sdk.as_deref())));
            let built = built.unwrap_or_else(|_| Err("reading it failed; this is a fault of Bascule".to_owned()));
            let mut state = slot.state();
            state.building = None;
            state.failed = built.as_ref().err().cloned();
            if let Ok(built) = built {
                state.kept = Some(Arc::new(built));
            }
            drop(state);
            slot.changed.notify_all();
        });
    }
}

/// Builds the index of a project.
pub(super) fn build(reader: Reader, project: &Utf8Path, sdk: Option<&Utf8Path>) -> Result<Built, String> {
    match reader {
        Reader::Sage => {
            let job = Job::of_project(project, sdk, Profile::Corona).map_err(|error| error.to_string())?;
            Ok(timed(|| job.build()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_waited_for_as_long_as_one_likes() {
        let sample = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bridges/ra3-mod-xml/sample");
        let shelf = Shelf::default();
        assert!(shelf.seen(&sample).is_none());
        let none = shelf.want(Reader::Sage, &sample, None, Duration::ZERO);
        assert!(matches!(none, Readiness::Building(_) | Readiness::Ready(_)));
        let long = Duration::from_secs(60);
        assert!(matches!(shelf.want(Reader::Sage, &sample, None, long), Readiness::Ready(_)));
        assert!(matches!(shelf.seen(&sample), Some(Readiness::Ready(_))));
        let nowhere = sample.join("nowhere");
        let Readiness::Failed(reason) = shelf.want(Reader::Sage, &nowhere, None, long) else { panic!("no mod") };
        assert!(reason.contains("holds no Data/Mod.xml"), "{reason}");
    }
}
