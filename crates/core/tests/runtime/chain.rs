//! The chain of steps from an entry to the host app.

use bascule_core::doctor::Trouble;
use bascule_core::reconcile::{Drift, Refusal};
use bascule_core::runtime::{Cause, ChainFacts, ChainStep, Exit, Health, HostSight, HostTrouble, chain};

/// What is looked at where all is well.
fn good() -> ChainFacts {
    ChainFacts {
        config: Ok(Drift::AsWritten),
        launcher: None,
        engine: None,
        host: HostSight::Running { older: false },
        runtime: Health::Ready,
        runtime_outdated: false,
        last: ChainStep::HostApp,
    }
}

/// The links in words: `step standing code mend`, only what is not plainly good.
fn check(facts: &ChainFacts, expected: &str) {
    let links = chain(facts);
    let words = links.iter().filter_map(|link| {
        let mut words = vec![link.step.word(), link.standing.word()];
        words.extend(link.standing.code());
        words.extend(link.mend.as_ref().map(|mend| mend.kind()));
        (link.standing.word() != "good").then(|| words.join(" "))
    });
    assert_eq!(words.collect::<Vec<_>>().join(", "), expected, "{facts:?}");
    assert_eq!(links.iter().map(|link| link.step).max(), Some(facts.last));
}

#[test]
fn what_stands_after_a_bad_step_is_unknown_and_not_bad() {
    let crashed = Cause::Exited { how: Exit::Code(1), in_a_row: 5 };
    let cases = [
        (good(), ""),
        (
            ChainFacts { config: Ok(Drift::Gone), runtime: Health::Failed(crashed.clone()), ..good() },
            "config bad entry-gone connect-or-forget, launcher unknown, engine unknown, host unknown, \
             runtime unknown, host-app unknown",
        ),
        (
            ChainFacts { config: Err(Refusal::Unreadable("/f".into())), last: ChainStep::Launcher, ..good() },
            "config bad unreadable make-writable, launcher unknown",
        ),
        (
            ChainFacts { config: Ok(Drift::Edited), last: ChainStep::Config, ..good() },
            "config bad entry-edited keep-or-restore",
        ),
        (ChainFacts { config: Ok(Drift::Taken), last: ChainStep::Config, ..good() }, "config bad entry-taken forget"),
        (
            ChainFacts { launcher: Some(Trouble::Gone), last: ChainStep::Engine, ..good() },
            "launcher bad program-gone put-back, engine unknown",
        ),
        (
            ChainFacts { engine: Some(Trouble::Changed), last: ChainStep::Engine, ..good() },
            "engine bad program-damaged put-back",
        ),
        (
            ChainFacts { host: HostSight::Troubled(HostTrouble::Newer("9.0.0".to_owned())), ..good() },
            "host bad host-newer use-newer, runtime unknown, host-app unknown",
        ),
        (
            ChainFacts { host: HostSight::Troubled(HostTrouble::Gone("/p".into())), last: ChainStep::Host, ..good() },
            "host bad program-gone put-back",
        ),
        (
            ChainFacts {
                host: HostSight::Troubled(HostTrouble::DiskFull("/s".into())),
                last: ChainStep::Host,
                ..good()
            },
            "host bad disk-full make-room",
        ),
        (
            ChainFacts { runtime: Health::PauseUnknown("settings.toml: newer".to_owned()), ..good() },
            "runtime bad settings-unusable mend-settings, host-app unknown",
        ),
        (ChainFacts { runtime: Health::Failed(crashed), ..good() }, "runtime bad exited read-log, host-app unknown"),
    ];
    for (facts, expected) in cases {
        check(&facts, expected);
    }
}

#[test]
fn what_waits_or_is_older_is_no_alarm() {
    let cases = [
        (ChainFacts { host: HostSight::Absent, ..good() }, "host waiting call, runtime unknown, host-app unknown"),
        (ChainFacts { runtime: Health::Stopped, ..good() }, "runtime waiting call, host-app unknown"),
        (ChainFacts { runtime: Health::Starting, ..good() }, "runtime waiting start, host-app unknown"),
        (ChainFacts { runtime: Health::Paused, ..good() }, "runtime waiting resume resume, host-app unknown"),
        (ChainFacts { runtime: Health::Waiting("EDA".into()), ..good() }, "host-app waiting host-app open-host-app"),
        (
            ChainFacts { host: HostSight::Running { older: true }, runtime_outdated: true, ..good() },
            "host older, runtime older",
        ),
    ];
    for (facts, expected) in cases {
        check(&facts, expected);
    }
}
