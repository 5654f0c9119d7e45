//! What can be wrong with the host process and with what it needs.

use camino::Utf8PathBuf;

use super::Finding;

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

/// What is wrong, in the order it is mended in.
pub(super) fn of_service(service: &Service) -> Vec<Finding> {
    let state = service.state.clone().map(|state| match state {
        StateTrouble::ReadOnly(path) => Finding::StateReadOnly(path),
        StateTrouble::Full(path) => Finding::StateFull(path),
    });
    let settings = service.settings.clone().map(|(file, problem)| Finding::SettingsUnusable { file, problem });
    let life = match &service.life {
        Life::Absent | Life::Answers => None,
        Life::Older { version, installed } => {
            Some(Finding::ServiceOlder { version: version.clone(), installed: installed.clone() })
        }
        Life::Silent { pid } => Some(Finding::ServiceSilent { pid: *pid }),
    };
    let replaced = matches!(service.life, Life::Older { .. });
    // Whoever takes over for the host takes over for its runtimes too.
    let outdated = service.outdated.iter().filter(|_| !replaced).cloned().map(Finding::ServingOlder);
    let found = state.into_iter().chain(settings).chain(life);
    let found = found.chain(service.taken.clone().map(Finding::EndpointTaken));
    let found = found.chain(service.stale.clone().map(Finding::ServiceStale));
    found.chain(outdated).chain(service.orphans.iter().cloned().map(Finding::Orphaned)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Examined, Fix, Severity, findings};
    use super::*;

    #[test]
    fn each_trouble_of_the_host_is_told_with_its_weight_and_its_mend() {
        let older = || Life::Older { version: "0.1.0".into(), installed: "0.2.0".into() };
        let orphan = Orphan { pid: 7, bridge: "x".into(), started: 1 };
        let cases: [(Service, &[(&str, Severity, Option<Fix>)]); 10] = [
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
