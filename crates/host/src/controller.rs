//! What the host knows and decides by asking `core`; every connection shares it.

mod calls;
mod notices;
mod questions;
mod show;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bascule_core::bridge::{BridgeManifest, Kind, Tool, Version};
use bascule_core::notice::{EntrySeen, Notice};
use bascule_core::permission::Allowed;
use bascule_core::reconcile::Target;
use bascule_core::runtime::{Health, Policy, Signal};
use bascule_engine::{Disk as _, Engine, PackFault, ProgramsSeen, RealDisk, STATE_FOLDER, Tuning};
use camino::Utf8PathBuf;
use tokio::sync::{Notify, broadcast, mpsc, watch};
use tokio::time::Instant;

use crate::chosen::{Chosen, Hold};
use crate::logs::{Audit, log};
use crate::supervisor::{Launch, Supervised};
use crate::wire::{EntryShown, FromHost, Role, Snapshot, Turns};

pub(crate) use notices::shown as notice_shown;
use questions::Questions;

/// How long the host stays with nothing to do.
const IDLE: Duration = Duration::from_secs(600);

/// What a host is started with.
pub struct Config {
    /// The engine of the state folder it serves.
    pub engine: Engine<RealDisk>,
    /// Its own program, which runtimes are started from.
    pub program: Utf8PathBuf,
    /// Its version.
    pub version: Version,
    /// How a person starts Bascule, as it is typed.
    pub me: String,
    /// How a person types the command that chooses what agents may do, without bridge
    /// and choice.
    pub allow: String,
    /// Whether it may read and write the files of AI programs.
    pub sees_files: bool,
    /// Whether it could not leave the job of whoever started it.
    pub bound: bool,
}

/// How the host ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// It does not.
    Stay,
    /// Running calls may finish; what has not begun goes to a successor.
    Drain,
    /// At once.
    Now,
}

/// Done when the host is to end.
pub(crate) async fn ends(ending: &mut watch::Receiver<Ending>) {
    // An error means that the host is gone.
    let _ = ending.wait_for(|ending| *ending != Ending::Stay).await;
}

/// The state of the host.
pub(crate) struct Controller {
    pub(crate) engine: Arc<Engine<RealDisk>>,
    pub(crate) config: Texts,
    pub(crate) token: String,
    pub(crate) since: u64,
    pub(crate) audit: Audit,
    /// Something that is shown may have changed.
    pub(crate) changed: Arc<Notify>,
    pub(crate) snapshot: watch::Sender<Arc<Snapshot>>,
    pub(crate) ending: watch::Sender<Ending>,
    /// What every client hears.
    pub(crate) told: broadcast::Sender<FromHost>,
    pub(crate) activity: Activity,
    pub(crate) turned_away: AtomicU64,
    /// Long questions are read one after the other.
    pub(crate) turns: Turns,
    watchers: AtomicU32,
    rereading: tokio::sync::Mutex<()>,
    own_log: mpsc::Sender<Vec<u8>>,
    state: Mutex<State>,
    questions: Questions,
    /// The notices that outlive the host, as they are and as they were kept last.
    lasting: watch::Sender<Vec<Notice>>,
    kept: tokio::sync::Mutex<Vec<Notice>>,
}

/// What of the start is told or used later.
pub(crate) struct Texts {
    pub(crate) program: Utf8PathBuf,
    pub(crate) version: Version,
    pub(crate) me: String,
    pub(crate) allow: String,
    pub(crate) sees_files: bool,
    pub(crate) bound: bool,
}

#[derive(Default)]
struct State {
    bridges: BTreeMap<String, Bridge>,
    /// The ids in the order people see them.
    order: Vec<String>,
    chosen: Chosen,
    clients: BTreeMap<u64, Role>,
    next_client: u64,
    seen: BTreeMap<Target, EntrySeen>,
    /// Whether `seen` is what a look showed.
    looked: bool,
    programs: ProgramsSeen,
    entries: Vec<EntryShown>,
    notices: Vec<Notice>,
    installed: Option<String>,
}

/// One bridge as the host knows it.
#[derive(Clone)]
struct Bridge {
    manifest: Arc<BridgeManifest>,
    /// `None` for a bridge that has no runtime.
    supervised: Option<Supervised>,
    /// Whether its runtime was told to start nothing.
    held: bool,
}

impl Bridge {
    /// How it is, and why, where it is held. One that has no runtime is always ready.
    fn health(&self, hold: Option<Hold>) -> Health {
        let Some(supervised) = &self.supervised else { return Health::Ready };
        let health = supervised.view().borrow().health.clone();
        match (health, hold) {
            (Health::Paused, Some(hold)) => hold.health(),
            (health, _) => health,
        }
    }

    /// Its tools as they are known: what its runtime listed last, else its manifest.
    fn tools(&self) -> Arc<[Tool]> {
        let listed = self.supervised.as_ref().and_then(|supervised| supervised.view().borrow().tools.clone());
        match (&self.manifest.kind, listed) {
            (Kind::Command(_), Some(listed)) => listed,
            (Kind::Command(_) | Kind::Engine | Kind::Index(_), _) => Arc::clone(&self.manifest.tools),
        }
    }
}

impl Controller {
    pub(crate) fn new(config: Config, token: String, since: u64) -> Arc<Self> {
        let Config { engine, program, version, me, allow, sees_files, bound } = config;
        let engine = Arc::new(engine);
        let own_log = log(Arc::clone(&engine), "host");
        let changed = Arc::new(Notify::new());
        let lost = Arc::clone(&changed);
        let audit = Audit::begin(Arc::clone(&engine), move || lost.notify_one());
        Arc::new(Self {
            engine,
            config: Texts { program, version, me, allow, sees_files, bound },
            token,
            since,
            audit,
            questions: Questions::new(Arc::clone(&changed)),
            changed,
            snapshot: watch::Sender::new(Arc::default()),
            ending: watch::Sender::new(Ending::Stay),
            told: broadcast::Sender::new(64),
            activity: Activity::new(),
            turned_away: AtomicU64::new(0),
            turns: Turns::default(),
            watchers: AtomicU32::new(0),
            rereading: tokio::sync::Mutex::default(),
            own_log,
            state: Mutex::default(),
            lasting: watch::Sender::default(),
            kept: tokio::sync::Mutex::default(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads settings and bridges again, and makes the runtimes follow.
    pub(crate) async fn reread(self: &Arc<Self>) {
        let engine = Arc::clone(&self.engine);
        let version = self.config.version;
        // One after the other, so that what was read later counts.
        let _turn = self.rereading.lock().await;
        let read = tokio::task::spawn_blocking(move || {
            let there = engine.disk.list(&engine.layout.bridges());
            (engine.settings(), there.map(|_| engine.packs(version)))
        });
        // Bridges that cannot be listed right now are not gone.
        let Ok((settings, Ok(packs))) = read.await else { return };
        let gone = {
            let mut state = self.state();
            let before: BTreeMap<String, Allowed> =
                state.order.iter().map(|id| (id.clone(), Self::allowed(&state, id))).collect();
            state.chosen.read(settings);
            for id in &state.order {
                if before.get(id).is_none_or(|allowed| *allowed != Self::allowed(&state, id)) {
                    self.questions.forget(id);
                }
            }
            let policy = policy(&state.chosen.settings().host);
            let mut gone = std::mem::take(&mut state.bridges);
            state.order.clear();
            for (id, pack) in packs {
                let mut bridge = match (pack, gone.remove(&id)) {
                    (Ok(manifest), known) => self.followed(known, manifest, &policy),
                    // It cannot be read right now.
                    (Err(PackFault::Disk(_)), Some(known)) => known,
                    // A pack that breaks a rule is told by the check-up.
                    (Err(PackFault::Disk(_) | PackFault::Pack(_)), known) => {
                        gone.extend(known.map(|known| (id, known)));
                        continue;
                    }
                };
                let held = state.chosen.hold(&id).is_some();
                if let Some(supervised) = bridge.supervised.as_ref().filter(|_| bridge.held != held) {
                    supervised.tell(if held { Signal::Pause } else { Signal::Resume });
                }
                bridge.held = held;
                state.order.push(id.clone());
                state.bridges.insert(id, bridge);
            }
            gone
        };
        for supervised in gone.into_values().filter_map(|bridge| bridge.supervised) {
            // In a task of its own: whoever asked to read again may not wait for it.
            tokio::spawn(async move { supervised.stop().await });
        }
        self.changed.notify_one();
    }

    /// The bridge of this manifest: the known one where there is one, told of a change.
    fn followed(self: &Arc<Self>, known: Option<Bridge>, manifest: BridgeManifest, policy: &Policy) -> Bridge {
        if let Some(known) = known {
            let same = known.manifest.kind == manifest.kind && known.manifest.version == manifest.version;
            if let (false, Some(supervised)) = (same, &known.supervised) {
                supervised.tell(Signal::Replaced);
            }
            return Bridge { manifest: Arc::new(manifest), ..known };
        }
        let supervised = match &manifest.kind {
            Kind::Engine => None,
            Kind::Index(_) | Kind::Command(_) => Some(self.supervised(&manifest, policy)),
        };
        Bridge { manifest: Arc::new(manifest), supervised, held: false }
    }

    fn supervised(self: &Arc<Self>, manifest: &BridgeManifest, policy: &Policy) -> Supervised {
        let id = manifest.id.clone();
        let launch = Launch {
            program: self.config.program.to_string(),
            args: vec!["runtime".to_owned(), id.clone()],
            env: BTreeMap::from([(STATE_FOLDER.to_owned(), self.engine.layout.root().to_string())]),
        };
        let supervised = Supervised::new(launch, policy.clone(), log(Arc::clone(&self.engine), &id));
        if self.watchers.load(Ordering::Relaxed) > 0 {
            supervised.tell(Signal::Watched(true));
        }
        let mut view = supervised.view();
        let records = matches!(manifest.kind, Kind::Command(_));
        let mut told = "stopped";
        let mut known = Some(Arc::clone(&manifest.tools));
        let controller = Arc::downgrade(self);
        tokio::spawn(async move {
            while view.changed().await.is_ok() {
                let Some(controller) = controller.upgrade() else { return };
                controller.changed.notify_one();
                let word = view.borrow().health.word();
                if word != told {
                    controller.log(&format!("{id}: {word}"));
                    told = word;
                }
                let tools = view.borrow_and_update().tools.clone();
                if records && tools.is_some() && tools != known {
                    controller.record(&id, tools.clone()).await;
                    known = tools;
                }
            }
        });
        supervised
    }

    /// Notes the tools that a foreign server listed, and tells every client.
    async fn record(&self, bridge: &str, tools: Option<Arc<[Tool]>>) {
        let (engine, id) = (Arc::clone(&self.engine), bridge.to_owned());
        // Tools that cannot be noted are listed again at the next start.
        let _ = tokio::task::spawn_blocking(move || engine.record_tools(&id, &tools.unwrap_or_default())).await;
        let _ = self.told.send(FromHost::ToolsChanged { bridge: bridge.to_owned() });
    }

    /// What agents may do with a bridge. Where the file cannot be read or says nothing
    /// that is known, they may look.
    fn allowed(state: &State, bridge: &str) -> Allowed {
        let usual = state.bridges.get(bridge).map_or(Allowed::LookOnly, |bridge| bridge.manifest.usual_choice());
        state.chosen.allowed(bridge, usual)
    }

    /// How long the host stays with nothing to do.
    pub(crate) fn idle(&self) -> Duration {
        self.state().chosen.settings().host.idle_ms.map_or(IDLE, Duration::from_millis)
    }

    /// Ends the host so, or as it is ending already where that is sooner.
    pub(crate) fn end(&self, to: Ending) {
        self.ending.send_if_modified(|ending| {
            let sooner = *ending < to;
            *ending = to.max(*ending);
            sooner
        });
    }

    /// Lets a client in; its number.
    pub(crate) fn enter(&self, role: Role) -> u64 {
        let mut state = self.state();
        state.next_client += 1;
        let number = state.next_client;
        state.clients.insert(number, role);
        drop(state);
        self.changed.notify_one();
        number
    }

    /// Lets it go.
    pub(crate) fn leave(&self, number: u64) {
        self.state().clients.remove(&number);
        self.changed.notify_one();
    }

    /// How many are in.
    pub(crate) fn crowd(&self) -> usize {
        self.state().clients.len()
    }

    /// Counts a connection that was turned away.
    pub(crate) fn turn_away(&self) {
        self.turned_away.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// Somebody begins (`true`) or ends to look at how everything stands.
    pub(crate) fn watched(&self, begins: bool) {
        let before = if begins {
            self.watchers.fetch_add(1, Ordering::Relaxed)
        } else {
            self.watchers.fetch_sub(1, Ordering::Relaxed)
        };
        let watched = begins || before > 1;
        self.each_supervised(|supervised| supervised.tell(Signal::Watched(watched)));
    }

    /// Sees that what nobody needed for a while is as it is shown. Somebody must look, so
    /// that supervisors do too.
    pub(crate) async fn confirm(&self) {
        let mut quiet = Vec::new();
        self.each_supervised(|supervised| quiet.push(supervised.clone()));
        let mut confirmed = tokio::task::JoinSet::new();
        // One that works on something is asked by its supervisor meanwhile.
        for supervised in quiet.into_iter().filter(|supervised| !supervised.is_needed()) {
            confirmed.spawn(async move { supervised.confirm().await });
        }
        while confirmed.join_next().await.is_some() {}
    }

    /// Whether somebody looks already.
    pub(crate) fn is_watched(&self) -> bool {
        self.watchers.load(Ordering::Relaxed) > 0
    }

    /// A person asks for another try of a bridge.
    pub(crate) fn try_again(&self, bridge: &str) -> bool {
        let supervised = self.state().bridges.get(bridge).and_then(|bridge| bridge.supervised.clone());
        supervised.inspect(|supervised| supervised.tell(Signal::TryAgain)).is_some()
    }

    /// Writes a line into the host's own log.
    pub(crate) fn log(&self, text: &str) {
        let line = format!("{} {text}\n", crate::supervisor::now());
        // A log that cannot keep up loses lines, and nothing waits for it.
        let _ = self.own_log.try_send(line.into_bytes());
    }

    /// Stops every runtime; done when nothing of them is left.
    pub(crate) async fn stop(&self) {
        let mut all = Vec::new();
        self.each_supervised(|supervised| all.push(supervised.clone()));
        let mut stops = tokio::task::JoinSet::new();
        for supervised in all {
            stops.spawn(async move { supervised.stop().await });
        }
        while stops.join_next().await.is_some() {}
    }

    fn each_supervised(&self, mut each: impl FnMut(&Supervised)) {
        let state = self.state();
        state.bridges.values().filter_map(|bridge| bridge.supervised.as_ref()).for_each(&mut each);
    }
}

/// What keeps the host from ending: running calls, watches, the tray.
pub(crate) struct Activity(Mutex<Busy>);

/// How busy the host is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Busy {
    /// Who holds it.
    pub(crate) holders: u32,
    /// Since when it is as it is.
    pub(crate) since: Instant,
}

/// Keeps the host from ending while it lives.
pub(crate) struct Holding<'a>(&'a Activity);

impl Activity {
    fn new() -> Self {
        Self(Mutex::new(Busy { holders: 0, since: Instant::now() }))
    }

    /// Keeps the host from ending.
    pub(crate) fn hold(&self) -> Holding<'_> {
        self.change(|holders| holders + 1);
        Holding(self)
    }

    /// How busy the host is now.
    pub(crate) fn busy(&self) -> Busy {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, holders: impl FnOnce(u32) -> u32) {
        let mut busy = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *busy = Busy { holders: holders(busy.holders), since: Instant::now() };
    }
}

impl Drop for Holding<'_> {
    fn drop(&mut self) {
        self.0.change(|holders| holders.saturating_sub(1));
    }
}

/// The product's policy with what the settings say.
fn policy(tuning: &Tuning) -> Policy {
    let usual = Policy::default();
    let or = |ms: Option<u64>, usual: Duration| ms.map_or(usual, Duration::from_millis);
    Policy {
        first_pause: or(tuning.first_pause_ms, usual.first_pause),
        longest_pause: or(tuning.longest_pause_ms, usual.longest_pause),
        start_grace: or(tuning.startup_ms, usual.start_grace),
        silence_idle: or(tuning.hang_ms, usual.silence_idle),
        silence_busy: or(tuning.hang_ms, usual.silence_busy),
        ..usual
    }
}
