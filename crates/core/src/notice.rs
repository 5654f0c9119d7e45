//! What deserves a person's attention, told once.
//!
//! A notice is about a state that lasts. It is raised when the state begins, withdrawn
//! when it ends, and never raised again in between. What mends itself, what the person
//! did and what merely waits is no notice.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;

use crate::bridge::Group;
use crate::digest::Digest;
use crate::reconcile::{Drift, Scope, Target};
use crate::runtime::{Cause, Health, Moment};

/// Something that deserves a person's attention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it is about.
    pub about: About,
    /// When it was first seen.
    pub since: Moment,
}

/// What a notice is about, with what is to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A bridge failed too often.
    Failed {
        /// The bridge.
        bridge: String,
        /// How, when it was told.
        cause: Cause,
    },
    /// Somebody else took an entry of ours out, or changed it.
    Entry {
        /// The entry.
        target: Target,
        /// Its file.
        file: Utf8PathBuf,
        /// What stands there now.
        state: ForeignState,
    },
    /// What agents do cannot be written down.
    Audit {
        /// The file.
        file: Utf8PathBuf,
        /// The system's own words.
        problem: String,
    },
    /// An agent wants what the person is to be asked about.
    Asked {
        /// The bridge.
        bridge: String,
        /// What its tool does.
        group: Group,
        /// The tool that asked first.
        tool: String,
    },
}

/// The lasting state a notice is about: at most one notice is open for each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Episode {
    /// This bridge does not work.
    Failed(String),
    /// This entry stands so.
    Entry(Target, ForeignState),
    /// What agents do cannot be written down.
    Audit,
    /// The person is asked about this group of tools of a bridge.
    Asked(String, Group),
}

/// What somebody else made of an entry of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Foreign {
    /// It still starts our launcher, but something in it was changed.
    Edited,
    /// It is not there any more.
    Gone,
    /// Something else stands under its name.
    Taken,
}

/// An entry as somebody else left it: another meaning is another state, another layout is
/// not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ForeignState {
    /// What they made of it.
    pub foreign: Foreign,
    /// The meaning of what stands there now, as [`crate::reconcile::entry_digest`] says;
    /// `None` where nothing does.
    pub entry: Option<Digest>,
}

/// What was seen, as far as notices are made of it.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Every bridge that is there.
    pub bridges: BTreeMap<String, Health>,
    /// Every entry we own.
    pub entries: BTreeMap<Target, EntrySeen>,
    /// Whether what agents do can be written down.
    pub audit: AuditSeen,
    /// The questions to the person that are open, one a bridge and group, with the tool
    /// that asked first.
    pub asked: BTreeMap<(String, Group), String>,
}

/// An entry we own, and its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrySeen {
    /// The file.
    pub file: Utf8PathBuf,
    /// What stands there.
    pub standing: EntryStanding,
}

/// What stands in the place of an entry of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStanding {
    /// Our entry.
    AsWritten,
    /// What somebody else left.
    Foreign(ForeignState),
    /// Its file cannot be read right now, as in the middle of somebody's writing.
    Unknown,
}

/// Whether what agents do can be written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AuditSeen {
    /// It can.
    #[default]
    Written,
    /// Nothing was written down yet.
    Unknown,
    /// It cannot.
    Lost {
        /// The file.
        file: Utf8PathBuf,
        /// The system's own words.
        problem: String,
    },
}

/// The states of entries that the person said to leave. Kept across runs of the host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left(pub BTreeMap<Target, ForeignState>);

/// What becomes of notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeChange {
    /// This one is shown.
    Raise(Notice),
    /// This one, which was raised, has no reason any more.
    Withdraw(Notice),
}

/// What changes between the notices that are open and what was seen.
///
/// The changes come in a stable order, withdrawals first. Applied to `open` they give the
/// notices to hand in next time, also after a restart of the host.
pub fn notices(open: &[Notice], seen: &Seen, left: &Left, now: Moment) -> Vec<NoticeChange> {
    let gone = open.iter().filter(|notice| !still_holds(&notice.about, seen, left));
    let withdrawn = gone.cloned().map(NoticeChange::Withdraw);
    let told = |about: &About| {
        let episode = about.episode();
        open.iter().any(|notice| notice.about.episode() == episode)
    };
    let new = deserving(seen, left).into_iter().filter(|about| !told(about));
    let raised = new.map(|about| NoticeChange::Raise(Notice { about, since: now }));
    withdrawn.chain(raised).collect()
}

/// What a person should know of what was seen, whether or not they were told.
fn deserving(seen: &Seen, left: &Left) -> Vec<About> {
    let failed = seen.bridges.iter().filter_map(|(bridge, health)| match health {
        Health::Failed(cause) => Some(About::Failed { bridge: bridge.clone(), cause: cause.clone() }),
        Health::Ready
        | Health::Starting
        | Health::Waiting(_)
        | Health::Paused
        | Health::PauseUnknown(_)
        | Health::Degraded(_)
        | Health::Stopped => None,
    });
    let entries = seen.entries.iter().filter_map(|(target, entry)| match entry.standing {
        EntryStanding::Foreign(state) if left.0.get(target) != Some(&state) => {
            Some(About::Entry { target: target.clone(), file: entry.file.clone(), state })
        }
        EntryStanding::Foreign(_) | EntryStanding::AsWritten | EntryStanding::Unknown => None,
    });
    let audit = match &seen.audit {
        AuditSeen::Written | AuditSeen::Unknown => None,
        AuditSeen::Lost { file, problem } => Some(About::Audit { file: file.clone(), problem: problem.clone() }),
    };
    let asked = seen.asked.iter().map(|((bridge, group), tool)| About::Asked {
        bridge: bridge.clone(),
        group: *group,
        tool: tool.clone(),
    });
    failed.chain(entries).chain(audit).chain(asked).collect()
}

/// Whether an open notice still has its reason.
fn still_holds(about: &About, seen: &Seen, left: &Left) -> bool {
    match about {
        About::Failed { bridge, .. } => match seen.bridges.get(bridge) {
            // Another attempt is no cure: the episode ends when it works, or when the
            // person paused or removed it.
            Some(
                Health::Failed(_) | Health::Starting | Health::Degraded(_) | Health::Stopped | Health::PauseUnknown(_),
            ) => true,
            Some(Health::Ready | Health::Waiting(_) | Health::Paused) | None => false,
        },
        About::Entry { target, state, .. } => match seen.entries.get(target).map(|entry| entry.standing) {
            Some(EntryStanding::Foreign(now)) => now == *state && left.0.get(target) != Some(state),
            Some(EntryStanding::Unknown) => left.0.get(target) != Some(state),
            Some(EntryStanding::AsWritten) | None => false,
        },
        About::Audit { .. } => seen.audit != AuditSeen::Written,
        About::Asked { bridge, group, .. } => seen.asked.contains_key(&(bridge.clone(), *group)),
    }
}

impl About {
    /// A stable kebab-case code, for JSON output and for the sentence's key.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Failed { .. } => "failed",
            Self::Entry { state, .. } => state.foreign.code(),
            Self::Audit { .. } => "audit",
            Self::Asked { .. } => "asked",
        }
    }

    /// Names it: on the command line, and where a person's choice about it is kept.
    pub fn key(&self) -> String {
        match self {
            Self::Failed { bridge, .. } => format!("failed:{bridge}"),
            Self::Entry { target, .. } => entry_key(target),
            Self::Audit { .. } => "audit".to_owned(),
            Self::Asked { bridge, group, .. } => format!("asked:{bridge}:{}", group.key()),
        }
    }

    /// The lasting state it is about.
    pub fn episode(&self) -> Episode {
        match self {
            Self::Failed { bridge, .. } => Episode::Failed(bridge.clone()),
            Self::Entry { target, state, .. } => Episode::Entry(target.clone(), *state),
            Self::Audit { .. } => Episode::Audit,
            Self::Asked { bridge, group, .. } => Episode::Asked(bridge.clone(), *group),
        }
    }
}

impl Foreign {
    /// What somebody else made of an entry of ours; `None` where it is as we wrote it.
    pub fn of(drift: Drift) -> Option<Self> {
        match drift {
            Drift::AsWritten => None,
            Drift::Edited => Some(Self::Edited),
            Drift::Gone => Some(Self::Gone),
            Drift::Taken => Some(Self::Taken),
        }
    }

    /// A stable kebab-case code, as the check-up's.
    pub fn code(self) -> &'static str {
        match self {
            Self::Edited => "entry-edited",
            Self::Gone => "entry-gone",
            Self::Taken => "entry-taken",
        }
    }
}

impl ForeignState {
    /// The state in one word, as the person's choice to leave it is kept.
    pub fn text(&self) -> String {
        let code = self.foreign.code();
        self.entry.map_or_else(|| code.to_owned(), |digest| format!("{code}:{digest}"))
    }
}

fn entry_key(target: &Target) -> String {
    let Target { bridge, harness, scope } = target;
    match scope {
        Scope::User => format!("entry:{bridge}:{harness}"),
        Scope::Project(place) | Scope::File(place) => format!("entry:{bridge}:{harness}:{place}"),
    }
}

impl Left {
    /// What the person left, of what was kept as key and state, as far as it still
    /// stands so.
    pub fn of(kept: &BTreeMap<String, String>, entries: &BTreeMap<Target, EntrySeen>) -> Self {
        let left = entries.iter().filter_map(|(target, entry)| match entry.standing {
            EntryStanding::Foreign(state) if kept.get(&entry_key(target)) == Some(&state.text()) => {
                Some((target.clone(), state))
            }
            EntryStanding::Foreign(_) | EntryStanding::AsWritten | EntryStanding::Unknown => None,
        });
        Self(left.collect())
    }

    /// Remembers that the person leaves an entry as it stands.
    pub fn leave(&mut self, target: Target, state: ForeignState) {
        self.0.insert(target, state);
    }

    /// Forgets what no longer stands so: whatever comes after it is told anew.
    pub fn settle(&mut self, seen: &Seen) {
        self.0.retain(|target, state| match seen.entries.get(target).map(|entry| entry.standing) {
            Some(EntryStanding::Foreign(now)) => now == *state,
            Some(EntryStanding::Unknown) => true,
            Some(EntryStanding::AsWritten) | None => false,
        });
    }
}
