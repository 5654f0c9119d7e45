//! What the tray shows, as a value: decided from what the background service tells.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bascule_core::bridge::Spoken;
use bascule_core::harness;
use bascule_core::reconcile::{Scope, Target};
use bascule_core::runtime::Moment;
use bascule_host::wire::{BridgeShown, CauseShown, NoticeShown, QuestionShown, Snapshot};
use bascule_words::Lang;
use camino::{Utf8Path, Utf8PathBuf};

/// The six states of the icon. Each is a shape of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Nothing is connected, or the person paused it.
    Off,
    /// What is connected can be used.
    Ready,
    /// All that is connected waits for a program the person opens.
    Waiting,
    /// Something has been at work for two seconds.
    Working,
    /// Something waits for the person's choice.
    Attention,
    /// Something does not work.
    Failed,
}

/// Whether the background service can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It is looked for, or started.
    Coming,
    /// It answers.
    Connected,
    /// It cannot be had.
    Lost {
        /// Why, as `bascule_words::explained` knows it.
        code: &'static str,
        /// What that names.
        what: Option<String>,
    },
    /// Bascule was taken off this computer while the app ran.
    Gone,
}

/// What the person chose that the tray shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The language; `None` where it follows the system.
    pub language: Option<Lang>,
    /// Whether the app starts when the person logs in.
    pub login: bool,
    /// Whether notices come up on the screen.
    pub toasts: bool,
}

/// Everything a view is made of.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// What was told last.
    pub snapshot: Option<&'a Snapshot>,
    /// Whether it is still told.
    pub reach: &'a Reach,
    /// The names of bridges, by id.
    pub names: &'a BTreeMap<String, Spoken>,
    /// What was changed lately, the newest first.
    pub changes: &'a [Change],
    /// What the person chose.
    pub chosen: Chosen,
    /// Since when which bridge works.
    pub work: &'a Work,
    /// The home folder, where people write `~` for it.
    pub home: Option<&'a Utf8Path>,
    /// Now.
    pub now: Moment,
}

/// What the tray shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The icon.
    pub state: State,
    /// What the first line says.
    pub line: Line,
    /// How many bridges can be used.
    pub ready: usize,
    /// Every connected bridge.
    pub bridges: Vec<Bridge>,
    /// Calls that wait for a yes.
    pub questions: Vec<Question>,
    /// What else a person is to know.
    pub notices: Vec<Notice>,
    /// Changes that can be taken back, the newest first.
    pub changes: Vec<Change>,
    /// What the person chose.
    pub chosen: Chosen,
}

/// What the first line is about, beside how many bridges are ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The service is looked for.
    Coming,
    /// The service cannot be had.
    NoService {
        /// Why.
        code: &'static str,
        /// What that names.
        what: Option<String>,
    },
    /// Nothing of Bascule is here any more.
    Gone,
    /// No AI program is connected.
    NothingConnected,
    /// The person paused every bridge.
    Paused,
    /// How many are ready says it all.
    Ready,
    /// For these programs.
    Waiting(Vec<String>),
    /// These bridges are at work.
    Working(Vec<Spoken>),
    /// So many things wait for a choice.
    Attention(usize),
    /// These bridges do not work.
    Failed(Vec<Spoken>),
}

/// A connected bridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Spoken,
    /// How it stands.
    pub standing: Standing,
    /// Whether anything runs for it, so that it can be paused.
    pub is_served: bool,
}

/// How a bridge stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It can be used.
    Ready,
    /// The next call starts it.
    Resting,
    /// It is being started.
    Starting,
    /// It answers a call.
    Working,
    /// It waits for this program.
    Waiting(String),
    /// The person paused it.
    Paused,
    /// It runs, and not as it should; or a step before it is in disorder.
    Unwell(Cause),
    /// It was given up.
    Failed(Cause),
}

/// What is wrong, as it is told by code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The word.
    pub code: String,
    /// What it names.
    pub what: Option<String>,
    /// The same in English.
    pub text: String,
}

/// A call that waits for a yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its number.
    pub number: u64,
    /// The bridge's name.
    pub bridge: Spoken,
    /// The tool.
    pub tool: String,
    /// What people fear of it.
    pub group: String,
    /// What people call the program that asks, where it is known.
    pub program: Option<String>,
}

/// Something a person is to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Names it.
    pub key: String,
    /// Its kind, in a word for programs.
    pub code: String,
    /// What it is about.
    pub about: About,
    /// When it was seen first, in seconds since 1970.
    pub since: Option<u64>,
}

/// What a notice is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// Somebody else made something else of an entry.
    Entry {
        /// What they made.
        foreign: Foreign,
        /// The bridge's name.
        bridge: Spoken,
        /// What people call the program.
        program: String,
        /// The file.
        file: String,
        /// The entry, where it can be put back.
        target: Option<Target>,
    },
    /// What agents do cannot be written down.
    Audit {
        /// The file.
        file: String,
    },
    /// A bridge was given up.
    Failed {
        /// The bridge.
        id: String,
        /// Its name.
        name: Spoken,
        /// Why.
        cause: Cause,
    },
    /// What the person chose cannot be read.
    Settings {
        /// Why, in the system's words.
        problem: String,
    },
    /// What a later version tells, in its own words.
    Other(String),
}

/// What somebody made of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// It was changed.
    Edited,
    /// It is gone.
    Gone,
    /// Something else has its name.
    Taken,
}

/// A change that can be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its number.
    pub number: u64,
    /// Whether it connected or the other way round.
    pub kind: ChangeKind,
    /// The bridges' ids.
    pub bridges: BTreeSet<String>,
    /// What people call the programs.
    pub programs: BTreeSet<String>,
}

/// What a change did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// Entries went in.
    Connected,
    /// Entries went out.
    Disconnected,
    /// Anything else, such as a skill.
    Other,
}

/// How long something works before it is shown: shorter work would only flicker.
pub const LONG: Duration = Duration::from_secs(2);

/// Names what is told where the settings cannot be read.
const SETTINGS: &str = "settings-unusable";

/// How many changes are offered to be taken back.
const CHANGES: usize = 5;

/// Since when which bridge works.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work(BTreeMap<String, Moment>);

impl Work {
    /// The same after this was seen: who went on working keeps its beginning.
    #[must_use]
    pub fn seen(&self, snapshot: &Snapshot, now: Moment) -> Self {
        let at_work = snapshot.bridges.iter().filter(|bridge| is_at_work(bridge));
        Self(at_work.map(|bridge| (bridge.id.clone(), self.0.get(&bridge.id).copied().unwrap_or(now))).collect())
    }

    /// When the next of them has worked so long that it is shown; none where all are.
    pub fn due(&self, now: Moment) -> Option<Moment> {
        self.0.values().map(|since| since.after(LONG)).filter(|due| *due > now).min()
    }

    fn is_long(&self, bridge: &str, now: Moment) -> bool {
        self.0.get(bridge).is_some_and(|since| now.since(*since) >= LONG)
    }
}

fn is_at_work(bridge: &BridgeShown) -> bool {
    bridge.health.state == "starting" || bridge.running_calls > 0
}

/// Decides what the tray shows.
pub fn view(facts: &Facts<'_>) -> View {
    let empty = Snapshot::default();
    let snapshot = facts.snapshot.unwrap_or(&empty);
    let connected: BTreeSet<&str> = snapshot.entries.iter().map(|entry| entry.bridge.as_str()).collect();
    let bridges = snapshot.bridges.iter().filter(|bridge| connected.contains(bridge.id.as_str()));
    let bridges: Vec<Bridge> = bridges.map(|bridge| shown(facts, bridge)).collect();
    let questions: Vec<Question> = snapshot.questions.iter().map(|question| asked(facts, question)).collect();
    let notices = notices(facts, snapshot);
    let ready = bridges.iter().filter(|bridge| bridge.standing.is_ready()).count();
    let (state, line) = state(facts, &bridges, &questions, &notices);
    let changes = facts.changes.iter().take(CHANGES).cloned().collect();
    View { state, line, ready, bridges, questions, notices, changes, chosen: facts.chosen }
}

/// The state and what it is about: what is worst decides.
fn state(facts: &Facts<'_>, bridges: &[Bridge], questions: &[Question], notices: &[Notice]) -> (State, Line) {
    match facts.reach {
        Reach::Lost { code, what } => return (State::Failed, Line::NoService { code, what: what.clone() }),
        Reach::Gone => return (State::Off, Line::Gone),
        Reach::Coming if facts.snapshot.is_none() => return (State::Off, Line::Coming),
        // What was told last holds while the service is looked for.
        Reach::Coming | Reach::Connected => {}
    }
    let names = |those: &dyn Fn(&Standing) -> bool| -> Vec<Spoken> {
        bridges.iter().filter(|bridge| those(&bridge.standing)).map(|bridge| bridge.name.clone()).collect()
    };
    let failed = names(&|standing| matches!(standing, Standing::Failed(_)));
    if !failed.is_empty() {
        return (State::Failed, Line::Failed(failed));
    }
    let unwell = names(&|standing| matches!(standing, Standing::Unwell(_))).len();
    // What is unwell because of its entry is told by that entry's notice.
    let things = questions.len() + if notices.is_empty() { unwell } else { notices.len() };
    if things > 0 {
        return (State::Attention, Line::Attention(things));
    }
    if bridges.is_empty() {
        return (State::Off, Line::NothingConnected);
    }
    if bridges.iter().all(|bridge| bridge.standing == Standing::Paused) {
        return (State::Off, Line::Paused);
    }
    let working = names(&|standing| matches!(standing, Standing::Working | Standing::Starting));
    if !working.is_empty() {
        return (State::Working, Line::Working(working));
    }
    if !bridges.iter().any(|bridge| bridge.standing.is_ready()) {
        let awaited = bridges.iter().filter_map(|bridge| match &bridge.standing {
            Standing::Waiting(what) => Some(what.clone()),
            Standing::Ready
            | Standing::Resting
            | Standing::Starting
            | Standing::Working
            | Standing::Paused
            | Standing::Unwell(_)
            | Standing::Failed(_) => None,
        });
        return (State::Waiting, Line::Waiting(awaited.collect()));
    }
    (State::Ready, Line::Ready)
}

impl Standing {
    /// Whether a call would be answered.
    fn is_ready(&self) -> bool {
        match self {
            Self::Ready | Self::Resting | Self::Starting | Self::Working => true,
            Self::Waiting(_) | Self::Paused | Self::Unwell(_) | Self::Failed(_) => false,
        }
    }
}

fn shown(facts: &Facts<'_>, bridge: &BridgeShown) -> Bridge {
    Bridge {
        id: bridge.id.clone(),
        name: name(facts, &bridge.id),
        standing: standing(facts, bridge),
        is_served: bridge.chain.iter().any(|link| link.step == "host"),
    }
}

fn standing(facts: &Facts<'_>, bridge: &BridgeShown) -> Standing {
    let unknown = || Cause { code: bridge.health.state.clone(), what: None, text: bridge.health.state.clone() };
    let health = bridge.health.cause.as_ref().map_or_else(unknown, cause);
    let bad = bridge.chain.iter().find(|link| link.standing == "bad");
    let quiet = match bridge.health.state.as_str() {
        "paused" => return Standing::Paused,
        "failed" => return Standing::Failed(health),
        "degraded" => return Standing::Unwell(health),
        "waiting" => return Standing::Waiting(bridge.health.waits_for.clone().unwrap_or_default()),
        "ready" => Standing::Ready,
        "stopped" => Standing::Resting,
        "starting" => Standing::Starting,
        _ => return Standing::Unwell(health),
    };
    if let Some(cause) = bad.map(|link| link.cause.as_ref().map_or_else(unknown, cause)) {
        return Standing::Unwell(cause);
    }
    match quiet {
        // Until then it is shown as what it is about to be.
        Standing::Starting if !facts.work.is_long(&bridge.id, facts.now) => Standing::Resting,
        Standing::Ready if is_at_work(bridge) && facts.work.is_long(&bridge.id, facts.now) => Standing::Working,
        other => other,
    }
}

fn cause(shown: &CauseShown) -> Cause {
    Cause { code: shown.code.clone(), what: shown.what.clone(), text: shown.text.clone() }
}

fn asked(facts: &Facts<'_>, question: &QuestionShown) -> Question {
    Question {
        number: question.number,
        bridge: name(facts, &question.bridge),
        tool: question.tool.clone(),
        group: question.group.clone(),
        program: question.program.as_deref().map(program),
    }
}

/// Everything a person is to know but questions, which are told as such.
fn notices(facts: &Facts<'_>, snapshot: &Snapshot) -> Vec<Notice> {
    let settings = snapshot.host.settings_problem.iter().map(|problem| Notice {
        key: SETTINGS.to_owned(),
        code: SETTINGS.to_owned(),
        about: About::Settings { problem: problem.clone() },
        since: None,
    });
    let told = snapshot.notices.iter().filter(|notice| notice.kind != "asked").map(|notice| Notice {
        key: notice.key.clone(),
        code: notice.kind.clone(),
        about: about(facts, snapshot, notice),
        since: notice.since,
    });
    settings.chain(told).collect()
}

fn about(facts: &Facts<'_>, snapshot: &Snapshot, notice: &NoticeShown) -> About {
    let file = notice.file.as_deref().map(|file| short(facts, file)).unwrap_or_default();
    let foreign = match notice.kind.as_str() {
        "entry-edited" => Foreign::Edited,
        "entry-gone" => Foreign::Gone,
        "entry-taken" => Foreign::Taken,
        "audit" => return About::Audit { file },
        "failed" => {
            let unknown = || Cause { code: "failed".to_owned(), what: None, text: notice.text.clone() };
            let cause = notice.cause.as_ref().map_or_else(unknown, cause);
            return About::Failed { id: notice.bridge.clone(), name: name(facts, &notice.bridge), cause };
        }
        _ => return About::Other(notice.text.clone()),
    };
    let program = notice.program.as_deref().map(program).unwrap_or_default();
    let target = target(snapshot, notice).filter(|_| foreign != Foreign::Taken);
    About::Entry { foreign, bridge: name(facts, &notice.bridge), program, file, target }
}

/// The entry a notice is about, where the tray can name it to the command that puts it
/// back: not one in a file that belongs to no program we know.
fn target(snapshot: &Snapshot, notice: &NoticeShown) -> Option<Target> {
    let id = notice.program.as_deref().filter(|id| harness::find(id).is_some())?;
    let mut entries = snapshot.entries.iter().filter(|entry| {
        entry.bridge == notice.bridge && entry.program == id && notice.file.as_ref() == Some(&entry.file)
    });
    let scope = match &entries.next()?.project {
        Some(folder) => Scope::Project(Utf8PathBuf::from(folder)),
        None => Scope::User,
    };
    Some(Target { scope, ..Target::user(&notice.bridge, id) })
}

/// What people call a program: by its id where nobody knows another name.
pub fn program(id: &str) -> String {
    harness::find(id).map_or(id, |harness| harness.name).to_owned()
}

/// A path as people write it.
fn short(facts: &Facts<'_>, file: &str) -> String {
    let below = facts.home.and_then(|home| Utf8Path::new(file).strip_prefix(home).ok());
    below.map_or_else(|| file.to_owned(), |below| format!("~/{below}"))
}

fn name(facts: &Facts<'_>, id: &str) -> Spoken {
    facts.names.get(id).cloned().unwrap_or_else(|| Spoken { en: id.to_owned(), zh_cn: id.to_owned() })
}
