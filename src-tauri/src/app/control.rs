//! The one loop: what happens comes in as a closed set, what is shown follows from it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bascule_core::bridge::{Spoken, Version, built_in};
use bascule_core::machine::{Machine, Os};
use bascule_core::runtime::Moment;
use bascule_engine::{Engine, RealDisk};
use bascule_host::client::Host;
use bascule_host::wire::{Ask, Snapshot};
use bascule_words::Words;
use tauri::AppHandle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::asked::Asked;
use super::carry::Carrier;
use super::commands::{Desk, Opened};
use super::deed::{Deed, Ended, Said};
use super::desktop::{self, Lacks, Scheme};
use super::drawn::Drawn;
use super::link::link;
use super::own::{self, Preferences};
use super::pop::Pops;
use super::{lacks, past, window};
use crate::choice::{Choice, Place};
use crate::menu::{first, menu};
use crate::offer::{Offer, Start, news, offer};
use crate::toast::{Mood, Shown, ToastAbout, ToastOrder, ToastText, next_due, toasts};
use crate::view::{Change, Facts, Reach, View, Work, view};

/// The version of this app.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What can happen.
#[derive(Debug)]
pub(super) enum Input {
    /// The background service came or went.
    Reach(Reach),
    /// How everything stands.
    Snapshot(Arc<Snapshot>),
    /// The person chose something.
    Chosen(Choice),
    /// What a choice came to.
    Did(Deed, Ended),
    /// A command of the window ended: what was chosen and changed may be other than before.
    Carried,
    /// The window was closed.
    Closed,
    /// The desktop likes other colours.
    Scheme(Scheme),
    /// The desktop has no place for the icon.
    NoTray,
}

/// What the controller is made of: all of it may go to another thread.
pub(super) struct Parts {
    pub(super) app: AppHandle,
    pub(super) asked: Asked,
    pub(super) engine: Engine<RealDisk>,
    pub(super) host: Host,
    pub(super) carrier: Carrier,
    /// How a person starts Bascule, as it is typed.
    pub(super) me: String,
    pub(super) preferences: Preferences,
    pub(super) inputs: UnboundedSender<Input>,
    pub(super) happened: UnboundedReceiver<Input>,
}

/// All that the app knows.
pub(super) struct Controller {
    app: AppHandle,
    asked: Asked,
    engine: Engine<RealDisk>,
    host: Host,
    carrier: Carrier,
    me: String,
    /// The sentences of the person's language. They stay on one thread.
    words: Words,
    inputs: UnboundedSender<Input>,
    happened: UnboundedReceiver<Input>,
    begin: Instant,
    reach: Reach,
    snapshot: Option<Arc<Snapshot>>,
    names: BTreeMap<String, Spoken>,
    changes: Vec<Change>,
    preferences: Preferences,
    work: Work,
    shown: Shown,
    pops: Pops,
    place: Option<Place>,
    scheme: Scheme,
    drawn: Option<Drawn>,
}

impl Parts {
    /// The parts for this app, and what its commands share with them.
    pub(super) fn of(app: AppHandle, machine: &Machine, asked: Asked) -> (Self, Desk) {
        let engine = own::engine(machine);
        let me = own::typed(machine);
        let host = own::host(&engine, own::program(&engine), me.clone());
        let carrier = Carrier::new(host.clone(), machine.env.clone(), me.clone());
        let preferences = own::preferences(&engine);
        let (inputs, happened) = unbounded_channel();
        let opened = opened(asked.place.unwrap_or(Place::Home), &preferences);
        let desk = Desk::new(inputs.clone(), carrier.clone(), host.clone(), opened);
        (Self { app, asked, engine, host, carrier, me, preferences, inputs, happened }, desk)
    }
}

impl Controller {
    /// Lives as long as the app, on the thread that calls this.
    pub(super) fn run(parts: Parts) {
        let app = parts.app.clone();
        match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime.block_on(Self::of(parts).live()),
            // A system that gives nothing to wait with gives nothing to show either.
            Err(_) => app.exit(3),
        }
    }

    fn of(parts: Parts) -> Self {
        let Parts { app, asked, engine, host, carrier, me, preferences, inputs, happened } = parts;
        Self {
            app,
            asked,
            engine,
            host,
            carrier,
            me,
            words: Words::new(preferences.lang),
            inputs,
            happened,
            begin: Instant::now(),
            reach: Reach::Coming,
            snapshot: None,
            names: BTreeMap::new(),
            changes: Vec::new(),
            preferences,
            work: Work::default(),
            shown: Shown::default(),
            pops: Pops::default(),
            place: None,
            scheme: Scheme::Unsaid,
            drawn: None,
        }
    }

    async fn live(mut self) {
        self.draw();
        self.begin();
        let own = Engine { root: self.engine.root.clone(), ..self.engine.sibling() };
        tokio::spawn(link(own, self.host.clone(), self.inputs.clone()));
        loop {
            let happened = match self.due() {
                Some(due) => tokio::select! {
                    happened = self.happened.recv() => happened,
                    () = sleep(due) => None,
                },
                None => self.happened.recv().await,
            };
            if let Some(happened) = happened {
                self.take(happened);
            }
            self.draw();
        }
    }

    /// What a start brings, beside the icon.
    fn begin(&mut self) {
        let inputs = self.inputs.clone();
        std::thread::spawn(move || desktop::schemes(|scheme| drop(inputs.send(Input::Scheme(scheme)))));
        if !self.asked.at_login {
            let inputs = self.inputs.clone();
            std::thread::spawn(move || {
                if !desktop::gets_tray() {
                    let _ = inputs.send(Input::NoTray);
                }
            });
        }
        let offer = offer(&self.start());
        if offer != Offer::Nothing {
            // Whoever ignores the offer has seen it.
            self.carry(Deed::Offered);
        }
        if let Offer::News(bridges) = &offer {
            self.tell_news(bridges);
        }
        match self.asked.place {
            Some(place) => self.open(place),
            None if offer == Offer::Setup => self.open(Place::Setup),
            None if !self.asked.at_login => self.open(Place::Home),
            None => {}
        }
    }

    /// This start, as far as it decides what is offered.
    fn start(&self) -> Start<'_> {
        let receipt = self.engine.history().map(|history| history.receipt()).unwrap_or_default();
        Start {
            offered: self.preferences.offered.as_deref(),
            running: running(),
            at_login: self.asked.at_login,
            place: self.asked.place,
            toasts: self.preferences.chosen.toasts,
            connected: receipt.claims.into_keys().map(|target| target.bridge).collect(),
        }
    }

    fn tell_news(&mut self, bridges: &[&'static str]) {
        let manifests = bridges.iter().filter_map(|id| built_in(id, running())?.ok());
        let names: Vec<Spoken> = manifests.map(|manifest| manifest.name).collect();
        self.pops.show("news", &news(&names, running(), &self.words), false, self.inputs.clone());
    }

    fn take(&mut self, happened: Input) {
        match happened {
            Input::Reach(reach) => {
                self.reach = reach;
                self.end_where_gone();
            }
            Input::Snapshot(snapshot) => {
                let before = self.snapshot.replace(Arc::clone(&snapshot));
                self.work = self.work.seen(&snapshot, self.now());
                if before.is_none_or(|before| before.entries != snapshot.entries || before.face != snapshot.face) {
                    self.look();
                }
            }
            Input::Chosen(choice) => self.choose(choice),
            Input::Did(deed, ended) => self.did(&deed, &ended),
            Input::Carried => self.look(),
            Input::Closed => {
                self.place = None;
                self.end_where_gone();
            }
            Input::Scheme(scheme) => self.scheme = scheme,
            Input::NoTray => lacks(&self.app, self.words.lang(), &Lacks::Tray, &self.me),
        }
    }

    fn choose(&mut self, choice: Choice) {
        // The desktop ticked it before anybody decided.
        if let (Some(drawn), Choice::Language(_) | Choice::Login(_) | Choice::Toasts(_)) = (&self.drawn, &choice) {
            let _ = drawn.settle();
        }
        match choice {
            Choice::Open(place) => self.open(place),
            Choice::TryAgain(bridge) => self.ask(Ask::TryAgain { bridge }),
            Choice::Answer(question, answer) => self.ask(Ask::Decide { question, answer: answer.decision() }),
            Choice::Leave(notice) => self.carry(Deed::Leave(notice)),
            Choice::Pause(bridge) => self.carry(Deed::Pause(bridge)),
            Choice::Resume(bridge) => self.carry(Deed::Resume(bridge)),
            Choice::Restore(notice) => {
                if let Some(deed) = Deed::restore(&self.view(), &notice) {
                    self.carry(deed);
                }
            }
            Choice::Check => self.carry(Deed::Check),
            Choice::Undo(change) => self.carry(Deed::Undo(change)),
            Choice::Language(language) => self.carry(Deed::Language(language)),
            Choice::Login(on) => self.carry(Deed::Login(on)),
            Choice::Toasts(on) => self.carry(Deed::Toasts(on)),
            Choice::Mute(code) => self.carry(Deed::Mute(code)),
            Choice::Quit => self.app.exit(0),
        }
    }

    /// Asks the background service; what comes of it is seen in the next snapshot.
    fn ask(&self, ask: Ask) {
        let host = self.host.clone();
        tokio::spawn(async move { host.ask(ask).await });
    }

    fn carry(&self, deed: Deed) {
        let (carrier, inputs) = (self.carrier.clone(), self.inputs.clone());
        let mut arguments = deed.arguments();
        // What it says is read in the person's language.
        arguments.extend(["--lang", self.preferences.lang.tag()].map(str::to_owned));
        tokio::spawn(async move {
            // Nobody cancels what the menu began.
            let (_keep, never) = oneshot::channel();
            let mut ended = Ended::default();
            carrier.carry(arguments, never, |carried| ended.hear(carried)).await;
            let _ = inputs.send(Input::Did(deed, ended));
        });
    }

    /// Tells what a choice came to, where the menu alone does not show it.
    fn did(&mut self, deed: &Deed, ended: &Ended) {
        self.look();
        match deed.said(ended, &self.words) {
            Said::Nothing => {}
            Said::Look(place) => self.open(place),
            Said::Toast(text) => self.pops.show("said", &text, false, self.inputs.clone()),
        }
    }

    /// Looks anew at what the service does not tell: names, changes, preferences.
    fn look(&mut self) {
        let packs = self.engine.packs(running()).into_iter();
        self.names = packs.filter_map(|(id, pack)| Some((id, pack.ok()?.name))).collect();
        // What cannot be read is told by the check-up.
        self.changes = self.engine.history().map(|history| past::changes(&history)).unwrap_or_default();
        self.preferences = own::preferences(&self.engine);
        if self.words.lang() != self.preferences.lang {
            self.words = Words::new(self.preferences.lang);
        }
    }

    fn open(&mut self, place: Place) {
        if let Some(desk) = tauri::Manager::try_state::<Desk>(&self.app) {
            desk.open(opened(place, &self.preferences));
        }
        let lack = match desktop::lacks_webview() {
            Some(lack) => Some(lack),
            None => window::open(&self.app, &self.engine.machine, place, &self.preferences.theme)
                .err()
                .map(|_| Lacks::Webview(desktop::WEBVIEW)),
        };
        match lack {
            Some(lack) => lacks(&self.app, self.words.lang(), &lack, &self.me),
            None => self.place = Some(place),
        }
    }

    /// Where Bascule was taken off, what the window kept goes, and the app too, once nobody
    /// looks at it.
    fn end_where_gone(&self) {
        if self.reach != Reach::Gone {
            return;
        }
        window::forget(&self.app, &self.engine.machine);
        if self.place.is_none() {
            self.app.exit(0);
        }
    }

    fn view(&self) -> View {
        let home = Some(self.engine.machine.home.as_path()).filter(|_| self.engine.machine.os != Os::Windows);
        view(&Facts {
            snapshot: self.snapshot.as_deref(),
            reach: &self.reach,
            names: &self.names,
            changes: &self.changes,
            chosen: self.preferences.chosen,
            work: &self.work,
            home,
            now: self.now(),
        })
    }

    fn draw(&mut self) {
        let view = self.view();
        let desktop = self.engine.machine.var("XDG_CURRENT_DESKTOP").unwrap_or_default();
        let state = (view.state, desktop::brightness(desktop, self.scheme));
        let (menu, tip) = (menu(&view, &self.words), first(&view, &self.words));
        match &mut self.drawn {
            // A panel that takes no change now gets the next one.
            Some(drawn) => drop(drawn.draw(state, menu, &tip)),
            None => {
                let inputs = self.inputs.clone();
                let chosen = move |choice| drop(inputs.send(Input::Chosen(choice)));
                self.drawn = Drawn::new(&self.app, state, menu, chosen).ok();
            }
        }
        let orders = toasts(&self.shown, &view, &self.mood(), seconds());
        for order in &orders {
            match order {
                ToastOrder::Withdraw(episode) => self.pops.withdraw(episode),
                ToastOrder::Show(toast) => {
                    let waits = matches!(toast.about, ToastAbout::Question(_));
                    let text: ToastText = toast.text(&self.words);
                    self.pops.show(&toast.episode, &text, waits, self.inputs.clone());
                }
            }
        }
        self.shown = std::mem::take(&mut self.shown).after(&orders);
    }

    fn mood(&self) -> Mood {
        if self.place == Some(Place::Setup) {
            Mood::Setup
        } else if self.preferences.chosen.toasts {
            Mood::Open { muted: self.preferences.muted.clone() }
        } else {
            Mood::Muted
        }
    }

    /// How long until something is to be drawn that nobody tells.
    fn due(&self) -> Option<Duration> {
        let now = self.now();
        let work = self.work.due(now).map(|due| due.since(now));
        let at = seconds();
        let toast = next_due(&self.shown, &self.view(), &self.mood(), at);
        work.into_iter().chain(toast.map(|due| Duration::from_secs(due - at))).min()
    }

    fn now(&self) -> Moment {
        Moment(self.begin.elapsed())
    }
}

fn opened(place: Place, preferences: &Preferences) -> Opened {
    let language = preferences.lang.tag();
    Opened { place: place.word(), language, theme: preferences.theme.clone() }
}

/// The version of this app, to compare with others.
fn running() -> Version {
    Version::parse(VERSION).unwrap_or(Version { major: 0, minor: 0, patch: 0 })
}

/// Seconds since 1970.
fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
