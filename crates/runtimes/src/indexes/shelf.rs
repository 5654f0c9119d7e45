//! The indexes that were built in this process, one a project; each built in a thread
//! of its own while calls wait as long as they like.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bascule_core::bridge::Reader;
use bascule_sage::{Job, Profile};
use camino::{Utf8Path, Utf8PathBuf};

use super::watch::Watch;
use super::{Built, timed};

/// The most projects whose indexes are kept; another one takes the place of the one
/// that was longest not asked for.
const PROJECTS: usize = 12;

/// The most builds one call waits for: files that never stay as they are read must not
/// keep it.
const BUILDS: usize = 3;

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
    slots: Arc<Mutex<Slots>>,
    watch: Option<Arc<Watch>>,
}

type Slots = BTreeMap<Utf8PathBuf, Arc<Slot>>;

/// The place of one project's index.
#[derive(Default)]
struct Slot {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// How it was built last, and is where files change and nobody calls.
    order: Option<Order>,
    kept: Option<Kept>,
    building: Option<Instant>,
    failed: Option<String>,
    asked: Option<Instant>,
}

/// An index and the job it came from.
#[derive(Clone)]
struct Kept {
    job: Job,
    built: Arc<Built>,
}

/// What an index is asked for by.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Order {
    reader: Reader,
    project: Utf8PathBuf,
    sdk: Option<Utf8PathBuf>,
}

impl Shelf {
    /// One whose indexes are built anew when their files change.
    pub(super) fn watched() -> Self {
        let slots: Arc<Mutex<Slots>> = Arc::default();
        let told = Arc::downgrade(&slots);
        let watch = Watch::begin(move |project, watch| {
            let Some(slots) = told.upgrade() else { return };
            let slot = locked(&slots).get(project).cloned();
            if let Some(slot) = slot {
                slot.refresh(watch);
            }
        });
        Self { slots, watch }
    }

    /// Starts building where nothing is there and nobody builds.
    pub(super) fn begin(&self, reader: Reader, project: &Utf8Path, sdk: Option<&Utf8Path>) {
        let slot = self.slot(project);
        let mut state = slot.state();
        if state.kept.is_none() {
            slot.start(&mut state, order(reader, project, sdk), self.watch.clone());
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
        let order = order(reader, project, sdk);
        let until = Instant::now() + patience;
        for _ in 0..BUILDS {
            let kept = slot.state().of(&order).0;
            // Looking at thousands of files takes a moment: nobody is locked out meanwhile.
            // It is done after each build too, for files change while they are read.
            if let Some(kept) = kept.filter(|kept| kept.is_fresh(&order)) {
                return Readiness::Ready(kept.built);
            }
            let mut state = slot.state();
            slot.start(&mut state, order.clone(), self.watch.clone());
            let left = until.saturating_duration_since(Instant::now());
            let waited = slot.changed.wait_timeout_while(state, left, |state| state.building.is_some());
            let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            match (state.of(&order), state.building) {
                ((Some(kept), _), Some(_)) | ((Some(kept), Some(_)), None) => return Readiness::Stale(kept.built),
                ((None, _), Some(since)) => return Readiness::Building(since.elapsed()),
                ((None, Some(reason)), None) => return Readiness::Failed(reason),
                ((_, None), None) => {}
            }
        }
        match slot.state().of(&order).0 {
            Some(kept) if kept.is_fresh(&order) => Readiness::Ready(kept.built),
            Some(kept) => Readiness::Stale(kept.built),
            None => Readiness::Building(Duration::ZERO),
        }
    }

    /// How a project's index stands, without starting anything.
    pub(super) fn seen(&self, project: &Utf8Path) -> Option<Readiness> {
        let slots = locked(&self.slots);
        let slot = slots.get(project)?;
        let state = slot.state();
        match (&state.kept, state.building) {
            (Some(kept), _) => Some(Readiness::Ready(Arc::clone(&kept.built))),
            (None, Some(since)) => Some(Readiness::Building(since.elapsed())),
            (None, None) => None,
        }
    }

    fn slot(&self, project: &Utf8Path) -> Arc<Slot> {
        let mut slots = locked(&self.slots);
        let slot = Arc::clone(slots.entry(project.to_owned()).or_default());
        slot.state().asked = Some(Instant::now());
        while slots.len() > PROJECTS {
            let oldest = slots.iter().min_by_key(|(_, slot)| slot.state().asked).map(|(project, _)| project.clone());
            let Some(oldest) = oldest else { break };
            slots.remove(&oldest);
            if let Some(watch) = &self.watch {
                watch.forget(&oldest);
            }
        }
        slot
    }
}

impl State {
    /// What came of such an order last: the index that is kept, why a newer one failed.
    fn of(&self, order: &Order) -> (Option<Kept>, Option<String>) {
        match self.order.as_ref() == Some(order) {
            true => (self.kept.clone(), self.failed.clone()),
            false => (None, None),
        }
    }
}

impl Kept {
    /// Whether a build would read the same files and find them as they were.
    fn is_fresh(&self, order: &Order) -> bool {
        order.job().is_ok_and(|job| job == self.job) && !self.built.index.is_stale()
    }
}

impl Slot {
    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Builds anew where files are not as they were read. What changes during a build
    /// is looked at after it.
    fn refresh(self: &Arc<Self>, watch: &Arc<Watch>) {
        let (kept, order) = {
            let state = self.state();
            (state.kept.clone(), state.order.clone())
        };
        let (Some(kept), Some(order)) = (kept, order) else { return };
        if !kept.is_fresh(&order) {
            self.start(&mut self.state(), order, Some(Arc::clone(watch)));
        }
    }

    fn start(self: &Arc<Self>, state: &mut State, order: Order, watch: Option<Arc<Watch>>) {
        if state.building.is_some() {
            return;
        }
        if state.order.as_ref() != Some(&order) {
            (state.kept, state.failed) = (None, None);
        }
        state.building = Some(Instant::now());
        state.order = Some(order.clone());
        let slot = Arc::clone(self);
        std::thread::spawn(move || {
            let built = catch_unwind(AssertUnwindSafe(|| order.built()));
            let built = built.unwrap_or_else(|_| Err("reading it failed; this is a fault of Bascule".to_owned()));
            let followed = built.as_ref().ok().map(|kept| Arc::clone(&kept.built));
            let mut state = slot.state();
            state.building = None;
            match built {
                Ok(kept) => (state.kept, state.failed) = (Some(kept), None),
                Err(reason) => state.failed = Some(reason),
            }
            drop(state);
            slot.changed.notify_all();
            if let (Some(watch), Some(built)) = (watch, followed) {
                watch.follow(&order.project, &built.index);
            }
        });
    }
}

fn order(reader: Reader, project: &Utf8Path, sdk: Option<&Utf8Path>) -> Order {
    Order { reader, project: project.to_owned(), sdk: sdk.map(ToOwned::to_owned) }
}

impl Order {
    fn job(&self) -> Result<Job, String> {
        match self.reader {
            Reader::Sage => {
                Job::of_project(&self.project, self.sdk.as_deref(), Profile::Corona).map_err(|error| error.to_string())
            }
        }
    }

    fn built(&self) -> Result<Kept, String> {
        let job = self.job()?;
        let built = Arc::new(timed(|| job.clone().build()));
        Ok(Kept { job, built })
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
