//! A client of the host: finds it, starts it where there is none, asks.

mod connection;
mod start;

use std::sync::Arc;
use std::time::Duration;

use bascule_core::runtime::HostTrouble;
use bascule_engine::{Engine, EngineError, RealDisk};
use camino::Utf8PathBuf;
use serde_json::Value;
use tokio::sync::{Mutex, broadcast, mpsc};
use tokio::time::{Instant, sleep};

use crate::call::{Answer, CallProblem, ToolCall, with_sources};
use crate::carry::{self, By, NotCarried};
use crate::wire::{Ask, Call, Carry, Greeting, Role, Told, TurnedAway};

pub use connection::Heard;
use connection::{Connection, Hears, Opened, Unanswered};
pub use start::BOUND;

/// How long a client looks for a host that it, or somebody, starts.
const PATIENCE: Duration = Duration::from_secs(5);

/// The largest arguments of a call, in bytes: what a line may hold, with room for the rest.
const ARGUMENTS: usize = 3 << 20;

/// How long a client waits for a host that said it ends: its running calls may finish,
/// and its runtimes end.
const SUCCESSION: Duration = Duration::from_secs(20);

/// How often a client looks while a host starts.
const LOOK: Duration = Duration::from_millis(10);

/// How often a call that was not begun is taken to a host's successor.
const SUCCESSORS: u32 = 5;

/// Why there is no host to ask.
#[derive(Debug, thiserror::Error)]
pub enum NoHost {
    /// The state folder cannot be used.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// None runs, and none was to be started.
    #[error("the background service does not run")]
    NotRunning,
    /// It did not come up in time.
    #[error("the background service did not start within {} s", PATIENCE.as_secs())]
    Slow,
    /// Somebody looked in vain a moment ago.
    #[error(transparent)]
    Again(Arc<NoHost>),
    /// A process holds the service's lock and does not answer.
    #[error("{} holds {lock} and does not answer", holder(*.pid))]
    Mute {
        /// Which, where its socket proves it.
        pid: Option<u32>,
        /// The lock.
        lock: Utf8PathBuf,
    },
    /// It cannot be started.
    #[error("the background service cannot be started: {words}")]
    Start {
        /// Why, as far as it is known.
        trouble: HostTrouble,
        /// The system's own words, or the host's.
        words: String,
    },
    /// It runs, and does not speak with this version.
    #[error("the background service (version {version}) does not speak with this one")]
    Turned {
        /// Why.
        why: TurnedAway,
        /// Its version.
        version: String,
    },
}

fn holder(pid: Option<u32>) -> String {
    pid.map_or_else(|| "another program".to_owned(), |pid| format!("the background service (process {pid})"))
}

impl NoHost {
    /// What is wrong with the host, where that is known.
    pub fn trouble(&self) -> Option<HostTrouble> {
        match self {
            Self::Again(first) => first.trouble(),
            Self::Mute { .. } => Some(HostTrouble::Silent),
            Self::Start { trouble, .. } => Some(trouble.clone()),
            Self::Turned { why: TurnedAway::TooOld, version } => Some(HostTrouble::Newer(version.clone())),
            Self::Engine(_) | Self::NotRunning | Self::Slow | Self::Turned { .. } => None,
        }
    }

    /// Why a call has no answer, for an agent. `me` is how a person starts Bascule.
    fn told(&self, me: &str) -> CallProblem {
        let mend = match self {
            Self::Again(first) => return first.told(me),
            Self::Mute { pid: Some(pid), .. } => {
                format!("ask the user to end process {pid}, then call again: that starts the service anew")
            }
            Self::Mute { pid: None, .. } => {
                "ask the user to end the program that holds this file, or to start the computer anew".to_owned()
            }
            Self::Turned { why: TurnedAway::TooOld, .. } => {
                "ask the user to restart this AI program: it still runs an older Bascule".to_owned()
            }
            // How a person starts it may be what is gone.
            Self::Start { trouble: HostTrouble::Gone(_), .. } => {
                "ask the user to restart this AI program, and to install Bascule again where that does not help"
                    .to_owned()
            }
            Self::Start { trouble: HostTrouble::ReadOnly(folder), .. } => format!(
                "ask the user to see that {folder} can be written, then call again; {me} doctor says what is in the way"
            ),
            Self::Start { trouble: HostTrouble::DiskFull(folder), .. } => format!(
                "ask the user to make room on the disk of {folder}, then call again; {me} doctor says whether that is enough"
            ),
            Self::Engine(_) | Self::NotRunning | Self::Slow | Self::Start { .. } | Self::Turned { .. } => {
                format!("ask the user to run {me} doctor, which says what is in the way")
            }
        };
        CallProblem::with(with_sources(self), mend)
    }
}

/// The host, as one client sees it: connected when something is asked, and again after
/// it was gone.
#[derive(Clone)]
pub struct Host {
    shared: Arc<Shared>,
}

struct Shared {
    engine: Engine<RealDisk>,
    /// The program that is started as the host where none is installed.
    program: Utf8PathBuf,
    role: Role,
    /// How a person starts Bascule, as it is typed.
    me: String,
    connection: Mutex<Known>,
    heard: broadcast::Sender<Heard>,
}

/// What a client knows of its host.
#[derive(Default)]
struct Known {
    living: Option<Connection>,
    /// When one was looked for in vain, and why there was none.
    failed: Option<(Instant, Arc<NoHost>)>,
}

impl Host {
    /// The host of this engine's state folder. Nothing is connected or started yet; what is
    /// started then is the engine that is installed, and this program where none is.
    pub fn new(engine: Engine<RealDisk>, program: Utf8PathBuf, role: Role, me: String) -> Self {
        let heard = broadcast::Sender::new(64);
        Self { shared: Arc::new(Shared { engine, program, role, me, connection: Mutex::default(), heard }) }
    }

    /// Why there is no answer, for an agent.
    pub fn told(&self, error: &NoHost) -> CallProblem {
        error.told(&self.shared.me)
    }

    /// What the host says without being asked, from now on.
    pub fn heard(&self) -> broadcast::Receiver<Heard> {
        self.shared.heard.subscribe()
    }

    /// Connects, and starts the host where there is none.
    pub async fn connect(&self) -> Result<(), NoHost> {
        self.connection(true).await.map(drop)
    }

    /// Connects to a host that runs already, which shows from then on who is here.
    pub async fn meet(&self) -> Result<(), NoHost> {
        self.connection(false).await.map(drop)
    }

    /// Whether a host is connected now.
    pub fn is_connected(&self) -> bool {
        // Whoever holds it is about to connect.
        let known = self.shared.connection.try_lock();
        known.is_ok_and(|known| known.living.as_ref().is_some_and(|living| !living.is_over()))
    }

    /// Asks a host that runs already.
    pub async fn ask_running(&self, ask: Ask) -> Result<Told, NoHost> {
        let connection = self.connection(false).await?;
        connection.ask(ask, Hears::Nothing).await.map_err(|_| NoHost::NotRunning)
    }

    /// Asks the host, started where there is none. What it had not begun when it ended
    /// is asked again of its successor.
    pub async fn ask(&self, ask: Ask) -> Result<Told, NoHost> {
        for _ in 0..SUCCESSORS {
            let connection = self.connection(true).await?;
            match connection.ask(ask.clone(), Hears::Nothing).await {
                Ok(Told::NotBegun) | Err(_) => self.forget(&connection).await,
                Ok(told) => return Ok(told),
            }
        }
        Err(NoHost::Slow)
    }

    /// Begins a watch: what it sees is [`Heard::Snapshot`], until the connection ends.
    pub async fn watch(&self, start: bool) -> Result<(), NoHost> {
        self.connection(start).await?.begin(Ask::Watch);
        Ok(())
    }

    /// Calls a tool. One call, one answer: what may have reached a runtime is never
    /// sent again.
    pub async fn call(&self, bridge: &str, call: ToolCall) -> Answer {
        let ToolCall { name, arguments, meta, progress } = call;
        if serde_json::to_vec(&arguments).map_or(0, |text| text.len()) > ARGUMENTS {
            let limit = ARGUMENTS >> 20;
            return Answer::Problem(CallProblem::with(
                format!("{name}: its arguments are larger than {limit} MiB; it was not called"),
                "pass a path instead of the contents of a file",
            ));
        }
        let tool = name.clone();
        let wanted = progress.is_some();
        let hears = progress.map_or(Hears::Nothing, Hears::Steps);
        let ask = Ask::Call(Call { bridge: bridge.to_owned(), tool: name, arguments, meta, progress: wanted });
        for _ in 0..SUCCESSORS {
            let connection = match self.connection(true).await {
                Ok(connection) => connection,
                Err(error) => return Answer::Problem(self.told(&error)),
            };
            match connection.ask(ask.clone(), hears.clone()).await {
                Ok(Told::Answer(answer)) => return answer,
                Ok(Told::NotBegun) | Err(Unanswered::NotSent) => self.forget(&connection).await,
                Ok(Told::Refused { text, .. }) => return Answer::Problem(CallProblem::bare(text)),
                Ok(Told::Tools(_) | Told::Snapshot(_) | Told::Ended { .. } | Told::Done) => {
                    return Answer::Problem(CallProblem::bare("the background service answered something else"));
                }
                Err(Unanswered::Lost) => {
                    self.forget(&connection).await;
                    return Answer::Problem(CallProblem::with(
                        format!(
                            "the background service ended while it worked on {tool}; the call may have run, and was not sent again"
                        ),
                        "check first whether this call had an effect, then call again: that starts the service anew",
                    ));
                }
            }
        }
        Answer::Problem(self.told(&NoHost::Slow))
    }

    /// Carries out a verb of the command line for a person: by the service, or where there
    /// is none to be had and where the verb would end it, by ourselves. `said` gets each
    /// value that it prints; its exit code comes last, `None` where it was killed.
    ///
    /// Dropping the future cancels it: what it began is put back.
    pub async fn carry(&self, carry: Carry, said: mpsc::UnboundedSender<Value>) -> Result<Option<i32>, NotCarried> {
        let Some(by) = carry::by(&carry.arguments) else {
            return Err(NotCarried::Verb(carry.arguments.first().cloned().unwrap_or_default()));
        };
        for _ in 0..if by == By::Service { SUCCESSORS } else { 0 } {
            let Ok(connection) = self.connection(true).await else { break };
            match connection.ask(Ask::Carry(carry.clone()), Hears::Values(said.clone())).await {
                Ok(Told::Ended { exit }) => return Ok(exit),
                Ok(Told::NotBegun) | Err(Unanswered::NotSent) => self.forget(&connection).await,
                Ok(_) => break,
                Err(Unanswered::Lost) => {
                    self.forget(&connection).await;
                    return Err(NotCarried::Lost);
                }
            }
        }
        let root = self.shared.engine.layout.root();
        let (values, mut printed) = mpsc::channel(1);
        let carrying = carry::carry(&self.shared.program, root, carry, values);
        let passing = async {
            while let Some(value) = printed.recv().await {
                // Who does not listen any more drops this future as well.
                let _ = said.send(value);
            }
        };
        tokio::join!(carrying, passing).0
    }

    async fn forget(&self, connection: &Connection) {
        let mut known = self.shared.connection.lock().await;
        if known.living.as_ref().is_some_and(|living| living.is(connection)) {
            known.living = None;
        }
    }

    /// The living connection, made where there is none.
    async fn connection(&self, start: bool) -> Result<Connection, NoHost> {
        let came = Instant::now();
        let mut known = self.shared.connection.lock().await;
        if let Some(connection) = known.living.as_ref().filter(|connection| !connection.is_over()) {
            return Ok(connection.clone());
        }
        known.living = None;
        // Whoever waited while another looked in vain need not look as long again.
        if let Some((_, first)) = known.failed.as_ref().filter(|(when, _)| start && *when > came) {
            return Err(NoHost::Again(Arc::clone(first)));
        }
        match self.found(start).await {
            Ok(connection) => {
                known.living = Some(connection.clone());
                Ok(connection)
            }
            Err(error) if start => {
                let first = Arc::new(error);
                known.failed = Some((Instant::now(), Arc::clone(&first)));
                Err(NoHost::Again(first))
            }
            Err(error) => Err(error),
        }
    }

    async fn found(&self, start: bool) -> Result<Connection, NoHost> {
        let begin = Instant::now();
        let mut mute;
        let mut leaving = false;
        loop {
            mute = None;
            match self.greeted(start).await? {
                Greeted::Welcome(connection) => return Ok(connection),
                // It ends on its own, or because a newer client asked it to.
                Greeted::Leaving => leaving = true,
                Greeted::Mute(pid) => mute = Some(pid),
                Greeted::Nobody if !start => return Err(NoHost::NotRunning),
                Greeted::Nobody => {
                    // One that was installed since we started comes first.
                    let installed = self.shared.engine.installed_engine();
                    let program = installed.as_ref().unwrap_or(&self.shared.program);
                    start::start(&self.shared.engine, program).await?;
                }
            }
            if begin.elapsed() >= if leaving { SUCCESSION } else { PATIENCE } {
                break;
            }
            sleep(LOOK).await;
        }
        if mute.is_some() || self.shared.engine.host_lock_is_held()? {
            return Err(NoHost::Mute { pid: mute, lock: self.shared.engine.layout.host_lock() });
        }
        Err(NoHost::Slow)
    }

    /// The host that the note names, where it answers.
    async fn greeted(&self, start: bool) -> Result<Greeted, NoHost> {
        // A note that cannot be read is a dead host's, or none of this version's.
        let Ok(Some(note)) = self.shared.engine.host_note() else { return Ok(Greeted::Nobody) };
        if note.leaving {
            // Where it was killed on the way, nothing is left of it but its note.
            let lives = self.shared.engine.host_lock_is_held()?;
            return Ok(if lives { Greeted::Leaving } else { Greeted::Nobody });
        }
        let role = self.shared.role.clone();
        let (greeting, connection) = match Connection::open(&note, role, self.shared.heard.clone()).await {
            Opened::Greeted(greeting, connection) => (greeting, connection),
            Opened::Nobody => return Ok(Greeted::Nobody),
            Opened::Mute => return Ok(Greeted::Mute(note.pid)),
        };
        match greeting {
            Greeting::Welcome { version, .. } if start && self.replaces(&version) => {
                // This version was installed after that host started: it makes room.
                connection.begin(Ask::End { now: false });
                Ok(Greeted::Leaving)
            }
            Greeting::Welcome { .. } => Ok(Greeted::Welcome(connection)),
            Greeting::TurnedAway { why: TurnedAway::TooNew, .. } => Ok(Greeted::Leaving),
            // A note that was read while another host took over has an old token.
            Greeting::TurnedAway { why: TurnedAway::Token, .. } => Ok(Greeted::Leaving),
            Greeting::TurnedAway { why, version } => Err(NoHost::Turned { why, version }),
        }
    }
}

impl Host {
    /// Whether this version is to take over from that of a running host: it is the newer
    /// one, and the one that would be started.
    fn replaces(&self, running: &str) -> bool {
        let own = env!("CARGO_PKG_VERSION");
        let installed = self.shared.engine.installed_version();
        is_newer(own, running) && installed.is_none_or(|installed| installed == own)
    }
}

enum Greeted {
    Welcome(Connection),
    Leaving,
    /// This process listens and says nothing.
    Mute(u32),
    Nobody,
}

/// Whether one version comes after another; of two that cannot be compared neither does.
fn is_newer(one: &str, other: &str) -> bool {
    use bascule_core::bridge::Version;
    match (Version::parse(one), Version::parse(other)) {
        (Some(one), Some(other)) => one > other,
        _ => false,
    }
}
