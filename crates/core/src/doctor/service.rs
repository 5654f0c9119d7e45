//! What can be wrong with the host process and with what it needs.

use camino::Utf8PathBuf;

use super::{Fix, Severity};

/// What was seen of the host process and of what it needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Service {
    /// The host process.
    pub life: Life,
    /// The note of a host that was killed.
    pub stale: Option<Utf8PathBuf>,
    /// The folder for its socket, where somebody else has it.
    pub taken: Option<Utf8PathBuf>,
    /// The settings, where they cannot be read, and why.
    pub settings: Option<(Utf8PathBuf, String)>,
    /// Why the state folder takes no changes.
    pub state: Option<StateTrouble>,
    /// Runtimes whose host is gone.
    pub orphans: Vec<Orphan>,
    /// Bridges whose runtime is of an older build than is installed.
    pub outdated: Vec<String>,
}

/// Whether the host lives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Life {
    /// None does; the next call starts one.
    #[default]
    Absent,
    /// It answers.
    Answers,
    /// It answers, and is another build than the one installed.
    Older {
        /// Its version.
        version: String,
        /// The installed one.
        installed: String,
    },
    /// It holds its lock and answers nothing.
    Silent {
        /// Its process, where its note says so.
        pid: Option<u32>,
    },
}

/// Why the state folder takes no changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateTrouble {
    /// Nobody may write there.
    ReadOnly(Utf8PathBuf),
    /// Its disk is full.
    Full(Utf8PathBuf),
}

/// A runtime whose host is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    /// Its process.
    pub pid: u32,
    /// Its bridge.
    pub bridge: String,
    /// When it started, in seconds since 1970: a process id is used again.
    pub started: u64,
}

/// What is wrong with the host process, or with what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServiceTrouble {
    /// The state folder takes no changes.
    State(StateTrouble),
    /// The settings cannot be read: until then agents may only look.
    Settings {
        /// The file.
        file: Utf8PathBuf,
        /// Why.
        problem: String,
    },
    /// The host holds its lock and answers nothing.
    Silent {
        /// Its process, where it is known.
        pid: Option<u32>,
    },
    /// The host is another build than the one installed.
    Older {
        /// Its version.
        version: String,
        /// The installed one.
        installed: String,
    },
    /// Somebody else has the folder for the host's socket.
    Taken(Utf8PathBuf),
    /// A host that was killed left its note behind.
    Stale(Utf8PathBuf),
    /// The runtime of this bridge is of an older build than is installed.
    Outdated(String),
    /// A runtime whose host is gone.
    Orphan(Orphan),
}

/// What is wrong.
pub(super) fn troubles(service: &Service) -> Vec<ServiceTrouble> {
    let settings = service.settings.clone().map(|(file, problem)| ServiceTrouble::Settings { file, problem });
    let life = match service.life.clone() {
        Life::Absent | Life::Answers => None,
        Life::Older { version, installed } => Some(ServiceTrouble::Older { version, installed }),
        Life::Silent { pid } => Some(ServiceTrouble::Silent { pid }),
    };
    // Whoever takes over for the host takes over for its runtimes too.
    let replaced = matches!(service.life, Life::Older { .. });
    let outdated = service.outdated.iter().filter(|_| !replaced).cloned().map(ServiceTrouble::Outdated);
    let state = service.state.clone().map(ServiceTrouble::State);
    let alone = [state, settings, life, service.taken.clone().map(ServiceTrouble::Taken)];
    let stale = service.stale.clone().map(ServiceTrouble::Stale);
    let orphans = service.orphans.iter().cloned().map(ServiceTrouble::Orphan);
    alone.into_iter().flatten().chain(outdated).chain(orphans).chain(stale).collect()
}

impl ServiceTrouble {
    /// A stable kebab-case code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::State(StateTrouble::ReadOnly(_)) => "state-read-only",
            Self::State(StateTrouble::Full(_)) => "state-full",
            Self::Settings { .. } => "settings-unusable",
            Self::Silent { .. } => "service-silent",
            Self::Older { .. } => "service-older",
            Self::Taken(_) => "endpoint-taken",
            Self::Stale(_) => "service-stale",
            Self::Outdated(_) => "serving-older",
            Self::Orphan(_) => "orphaned",
        }
    }

    /// How much it matters.
    pub fn severity(&self) -> Severity {
        match self {
            Self::State(_) | Self::Settings { .. } | Self::Silent { .. } | Self::Taken(_) => Severity::Error,
            Self::Older { .. } | Self::Outdated(_) | Self::Orphan(_) => Severity::Warning,
            Self::Stale(_) => Severity::Note,
        }
    }

    /// The mend we may do without asking, where there is one.
    pub fn fix(&self) -> Option<Fix> {
        match self {
            Self::Older { .. } | Self::Outdated(_) => Some(Fix::TakeOver),
            Self::Stale(_) => Some(Fix::ClearNote),
            Self::Orphan(_) => Some(Fix::EndOrphan),
            Self::State(_) | Self::Settings { .. } | Self::Silent { .. } | Self::Taken(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Examined, findings};
    use super::*;

    #[test]
    fn each_trouble_of_the_host_is_told_with_its_weight_and_its_mend() {
        let older = || Life::Older { version: "0.1.0".into(), installed: "0.2.0".into() };
        let orphan = Orphan { pid: 7, bridge: "x".into(), started: 1 };
        type Found = (&'static str, Severity, Option<Fix>);
        let cases: [(Service, &[Found]); 10] = [
            (Service::default(), &[]),
            (Service { life: Life::Answers, ..Service::default() }, &[]),
            (
                Service { life: Life::Silent { pid: None }, ..Service::default() },
                &[("service-silent", Severity::Error, None)],
            ),
            (
                Service { life: older(), ..Service::default() },
                &[("service-older", Severity::Warning, Some(Fix::TakeOver))],
            ),
            (
                Service { life: older(), outdated: vec!["x".into()], ..Service::default() },
                &[("service-older", Severity::Warning, Some(Fix::TakeOver))],
            ),
            (
                Service { life: Life::Answers, outdated: vec!["x".into()], ..Service::default() },
                &[("serving-older", Severity::Warning, Some(Fix::TakeOver))],
            ),
            (
                Service { stale: Some("/n".into()), orphans: vec![orphan], ..Service::default() },
                &[
                    ("orphaned", Severity::Warning, Some(Fix::EndOrphan)),
                    ("service-stale", Severity::Note, Some(Fix::ClearNote)),
                ],
            ),
            (
                Service { settings: Some(("/s".into(), "torn".into())), ..Service::default() },
                &[("settings-unusable", Severity::Error, None)],
            ),
            (
                Service { state: Some(StateTrouble::Full("/s".into())), ..Service::default() },
                &[("state-full", Severity::Error, None)],
            ),
            (
                Service {
                    state: Some(StateTrouble::ReadOnly("/s".into())),
                    taken: Some("/t".into()),
                    ..Service::default()
                },
                &[("state-read-only", Severity::Error, None), ("endpoint-taken", Severity::Error, None)],
            ),
        ];
        for (service, expected) in cases {
            let examined = Examined { service: service.clone(), ..Examined::default() };
            let found: Vec<_> = findings(&examined).iter().map(|one| (one.code(), one.severity(), one.fix())).collect();
            assert_eq!(found, expected, "{service:?}");
        }
    }
}
