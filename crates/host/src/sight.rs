//! How a bridge stands, as it is shown: the same where a host runs and where none does.

use std::collections::BTreeMap;
use std::time::Duration;

use bascule_core::bridge::{BridgeManifest, Kind, Version};
use bascule_core::notice::{AuditSeen, EntrySeen, EntryStanding, Foreign, Left, NoticeChange, Seen, notices};
use bascule_core::permission::Allowed;
use bascule_core::reconcile::{Drift, Refusal, Scope, Target};
use bascule_core::runtime::{
    Awaited, Cause, ChainFacts, ChainStep, Exit, Fault, Health, HostSight, HostTrouble, Moment, Standing, Unstartable,
    chain,
};
use bascule_engine::{Disk, Engine, EngineError, ProgramsSeen, Settings};

use crate::chosen::{Chosen, Hold};
use crate::controller::notice_shown;
use crate::supervisor::sentence;
use crate::wire::{BridgeShown, CauseShown, EntryShown, FaceShown, HealthShown, LinkShown, NoticeShown, Snapshot};

/// How everything stands where no host can say it: nothing runs, and the rest is looked
/// at here. `trouble` is why the host does not run as it should, where that is known.
pub fn at_rest<D: Disk>(
    engine: &Engine<D>,
    running: Version,
    trouble: Option<&HostTrouble>,
) -> Result<Snapshot, EngineError> {
    let chosen = Chosen::of(engine.settings());
    // While a change of ours is under way nothing that stands there says anything.
    let entries = engine.entries_seen()?.unwrap_or_default();
    let programs = engine.programs_seen();
    let host = trouble.cloned().map_or(HostSight::Absent, HostSight::Troubled);
    let sight = Sight { entries: &entries, programs: &programs, host: &host };
    // Nothing runs, so what was told still stands but for what the files show.
    let told = engine.open_notices().unwrap_or_default();
    let mut seen = Seen { entries: entries.clone(), audit: AuditSeen::Unknown, ..Seen::default() };
    let bridges = engine.packs(running).into_iter().filter_map(|(id, pack)| {
        let manifest = pack.ok()?;
        let health = match manifest.kind {
            Kind::Engine => Health::Ready,
            Kind::Index(_) | Kind::Command(_) => chosen.hold(&id).map_or(Health::Stopped, Hold::health),
        };
        seen.bridges.insert(id.clone(), health.clone());
        let mut shown = sight.bridge(&manifest, &health, false);
        shown.allows = chosen.allowed(&id, manifest.usual_choice()).word().to_owned();
        Some(shown)
    });
    let mut snapshot = Snapshot { bridges: bridges.collect(), ..Snapshot::default() };
    snapshot.host.settings_problem = chosen.problem().map(str::to_owned);
    snapshot.face = face_shown(chosen.settings());
    snapshot.entries = entries.iter().map(|(target, entry)| entry_shown(target, entry)).collect();
    let left = Left::of(&chosen.settings().left, &entries);
    let (mut raised, mut open) = (Vec::new(), told);
    for change in notices(&open, &seen, &left, Moment(Duration::ZERO)) {
        match change {
            NoticeChange::Raise(notice) => raised.push(notice),
            NoticeChange::Withdraw(gone) => open.retain(|notice| *notice != gone),
        }
    }
    // Nobody watched when the new ones began.
    let new = raised.iter().map(|notice| NoticeShown { since: None, ..notice_shown(notice) });
    snapshot.notices = new.chain(open.iter().map(notice_shown)).collect();
    Ok(snapshot)
}

/// What a person chose of tray and window, as it is told.
pub(crate) fn face_shown(settings: &Settings) -> FaceShown {
    let face = settings.face.clone();
    FaceShown { language: face.language, theme: face.theme, quiet: face.quiet, muted: face.muted.into_iter().collect() }
}

/// What was looked at, for every bridge alike.
pub(crate) struct Sight<'a> {
    pub(crate) entries: &'a BTreeMap<Target, EntrySeen>,
    pub(crate) programs: &'a ProgramsSeen,
    pub(crate) host: &'a HostSight,
}

impl Sight<'_> {
    /// A bridge with its health and chain, and nothing of what only a running host knows.
    pub(crate) fn bridge(&self, manifest: &BridgeManifest, health: &Health, older_build: bool) -> BridgeShown {
        BridgeShown {
            id: manifest.id.clone(),
            health: health_shown(health),
            chain: self.chain(manifest, health, older_build),
            runtime: None,
            restarts: 0,
            last_lines: Vec::new(),
            running_calls: 0,
            calls: 0,
            programs: Vec::new(),
            allows: Allowed::default().word().to_owned(),
            older_build,
        }
    }

    /// The steps of a bridge. Of several entries one that works says it for all: each
    /// that does not is told as a notice. Where there is none, the programs it would start
    /// need not be there either, and the way begins after them.
    fn chain(&self, manifest: &BridgeManifest, health: &Health, older_build: bool) -> Vec<LinkShown> {
        let entries: Vec<_> = self.entries.iter().filter(|(target, _)| target.bridge == manifest.id).collect();
        let facts = ChainFacts {
            config: config(entries.iter().map(|(_, entry)| *entry)),
            launcher: self.programs.launcher.clone().filter(|_| !entries.is_empty()),
            engine: self.programs.engine.clone().filter(|_| !entries.is_empty()),
            host: self.host.clone(),
            runtime: health.clone(),
            runtime_outdated: older_build,
            last: match manifest.kind {
                Kind::Engine => ChainStep::Engine,
                Kind::Index(_) | Kind::Command(_) => ChainStep::Runtime,
            },
        };
        let shown = |link: bascule_core::runtime::Link| LinkShown {
            step: link.step.word().to_owned(),
            standing: link.standing.word().to_owned(),
            cause: standing_shown(&link.standing),
        };
        let links = chain(&facts).into_iter();
        links.filter(|link| !entries.is_empty() || link.step > ChainStep::Engine).map(shown).collect()
    }
}

fn config<'e>(entries: impl Iterator<Item = &'e EntrySeen>) -> Result<Drift, Refusal> {
    let drift = |entry: &EntrySeen| match entry.standing {
        EntryStanding::AsWritten => Ok(Drift::AsWritten),
        EntryStanding::Foreign(state) => Ok(match state.foreign {
            Foreign::Edited => Drift::Edited,
            Foreign::Gone => Drift::Gone,
            Foreign::Taken => Drift::Taken,
        }),
        EntryStanding::Unknown => Err(Refusal::Unreadable(entry.file.clone())),
    };
    let all: Vec<_> = entries.map(drift).collect();
    let works = all.is_empty() || all.contains(&Ok(Drift::AsWritten));
    if works { Ok(Drift::AsWritten) } else { all.into_iter().next().unwrap_or(Ok(Drift::AsWritten)) }
}

fn standing_shown(standing: &Standing) -> Option<CauseShown> {
    let code = standing.code()?.to_owned();
    let of = |text: &str, what: Option<String>| CauseShown { code: code.clone(), text: text.to_owned(), what };
    let shown = match standing {
        Standing::Good | Standing::Older | Standing::Unknown => return None,
        Standing::Waiting(Awaited::Call) => of("the next call starts it", None),
        Standing::Waiting(Awaited::Start) => of("it is being started", None),
        Standing::Waiting(Awaited::Resume) => of("the user paused it", None),
        Standing::Waiting(Awaited::HostApp(app)) => of("its program is closed", Some(app.clone())),
        Standing::Bad(Fault::Entry(_)) => of("somebody else changed this entry", None),
        Standing::Bad(Fault::File(_)) => of("the file of this entry cannot be read", None),
        Standing::Bad(Fault::Program(_)) => of("a program of ours is gone or damaged", None),
        Standing::Bad(Fault::Host(trouble)) => trouble_shown(trouble),
        Standing::Bad(Fault::Settings(why)) => settings_unread(why),
        Standing::Bad(Fault::Runtime(cause)) => cause_shown(cause),
    };
    Some(shown)
}

/// How a bridge is, as it is shown.
pub(crate) fn health_shown(health: &Health) -> HealthShown {
    HealthShown {
        state: health.word().to_owned(),
        waits_for: match health {
            Health::Waiting(app) => Some(app.clone()),
            _ => None,
        },
        cause: match health {
            Health::PauseUnknown(why) => Some(settings_unread(why)),
            Health::Degraded(what) | Health::Failed(what) => Some(cause_shown(what)),
            Health::Ready | Health::Starting | Health::Waiting(_) | Health::Paused | Health::Stopped => None,
        },
    }
}

/// Why the host does not run as it should, as it is shown.
pub fn trouble_shown(trouble: &HostTrouble) -> CauseShown {
    let (text, what) = match trouble {
        HostTrouble::Silent => ("the background service does not answer", None),
        HostTrouble::CannotStart(words) => ("the background service cannot be started", Some(words.clone())),
        HostTrouble::Gone(program) => ("its program is not there", Some(program.to_string())),
        HostTrouble::Newer(version) => {
            ("the background service is of a newer version, which does not speak with this one", Some(version.clone()))
        }
        HostTrouble::ReadOnly(folder) => ("the state folder cannot be written", Some(folder.to_string())),
        HostTrouble::DiskFull(folder) => ("the disk is full", Some(folder.to_string())),
    };
    CauseShown { code: trouble.code().to_owned(), text: text.to_owned(), what }
}

fn settings_unread(why: &str) -> CauseShown {
    let code = Fault::Settings(String::new()).code().to_owned();
    CauseShown { code, text: format!("what the user paused cannot be read: {why}"), what: Some(why.to_owned()) }
}

/// A cause, as it is shown.
pub(crate) fn cause_shown(cause: &Cause) -> CauseShown {
    let what = match cause {
        Cause::Exited { how: Exit::Code(code), .. } => Some(format!("exit {code}")),
        Cause::Exited { how: Exit::Signal(signal), .. } => Some(format!("signal {signal}")),
        Cause::Exited { how: Exit::Unknown, .. } | Cause::NoAnswer(_) | Cause::WillNotEnd(_) => None,
        Cause::CannotStart(Unstartable::Missing(program)) => Some(program.clone()),
        Cause::CannotStart(Unstartable::Refused(words)) | Cause::Reported(words) => Some(words.clone()),
        Cause::NotReady(after) => Some(after.as_secs().to_string()),
    };
    CauseShown { code: cause.code().to_owned(), text: sentence(cause), what }
}

/// An entry, as it is shown.
pub(crate) fn entry_shown(target: &Target, entry: &EntrySeen) -> EntryShown {
    EntryShown {
        bridge: target.bridge.clone(),
        program: target.harness.clone(),
        project: match &target.scope {
            Scope::Project(folder) => Some(folder.to_string()),
            Scope::User | Scope::File(_) => None,
        },
        file: entry.file.to_string(),
        state: match entry.standing {
            EntryStanding::AsWritten => "as-written",
            EntryStanding::Foreign(state) => state.foreign.code().trim_start_matches("entry-"),
            EntryStanding::Unknown => "unreadable",
        }
        .to_owned(),
    }
}
