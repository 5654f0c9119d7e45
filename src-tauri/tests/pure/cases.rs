//! States that a background service may tell.

use std::collections::BTreeMap;
use std::time::Duration;

use bascule_app::view::{Change, ChangeKind, Chosen, Facts, Reach, View, Work, view};
use bascule_core::bridge::Spoken;
use bascule_core::runtime::Moment;
use bascule_host::wire::{
    BridgeShown, CauseShown, EntryShown, HealthShown, LinkShown, NoticeShown, QuestionShown, Snapshot,
};
use camino::Utf8Path;

/// A situation, from which a view is made.
#[derive(Clone)]
pub(crate) struct Case {
    /// What it is.
    pub(crate) name: &'static str,
    pub(crate) snapshot: Option<Snapshot>,
    pub(crate) reach: Reach,
    pub(crate) changes: Vec<Change>,
    pub(crate) chosen: Chosen,
    /// For how long what works has worked.
    pub(crate) worked: Duration,
}

impl Case {
    pub(crate) fn of(name: &'static str, snapshot: Snapshot) -> Self {
        Self {
            name,
            snapshot: Some(snapshot),
            reach: Reach::Connected,
            changes: Vec::new(),
            chosen: Chosen { language: None, login: false, toasts: true },
            worked: Duration::ZERO,
        }
    }

    pub(crate) fn view(&self) -> View {
        let spoken = |en: &str, zh: &str| Spoken { en: en.to_owned(), zh_cn: zh.to_owned() };
        let names = BTreeMap::from([
            ("mods".to_owned(), spoken("Mods & maps", "模组与地图")),
            ("board".to_owned(), spoken("Circuit boards", "电路板")),
        ]);
        let seen = self.snapshot.as_ref().map(|snapshot| Work::default().seen(snapshot, Moment::default()));
        view(&Facts {
            snapshot: self.snapshot.as_ref(),
            reach: &self.reach,
            names: &names,
            changes: &self.changes,
            chosen: self.chosen,
            work: &seen.unwrap_or_default(),
            home: Some(Utf8Path::new("/home/w")),
            now: Moment(self.worked),
        })
    }
}

/// A bridge that is served.
pub(crate) fn bridge(id: &str, state: &str) -> BridgeShown {
    let link = |step: &str| LinkShown { step: step.to_owned(), standing: "good".to_owned(), cause: None };
    BridgeShown {
        id: id.to_owned(),
        health: HealthShown { state: state.to_owned(), waits_for: None, cause: None },
        chain: ["config", "launcher", "engine", "host", "runtime"].map(link).into(),
        runtime: None,
        restarts: 0,
        last_lines: Vec::new(),
        running_calls: 0,
        calls: 0,
        programs: Vec::new(),
        allows: "build".to_owned(),
        older_build: false,
    }
}

pub(crate) fn waits(id: &str, app: &str) -> BridgeShown {
    let mut bridge = bridge(id, "waiting");
    bridge.health.waits_for = Some(app.to_owned());
    bridge
}

pub(crate) fn calls(id: &str, running: u32) -> BridgeShown {
    BridgeShown { running_calls: running, ..bridge(id, "ready") }
}

pub(crate) fn cause(code: &str, what: &str) -> CauseShown {
    CauseShown { code: code.to_owned(), text: format!("{code} in English"), what: Some(what.to_owned()) }
}

pub(crate) fn wrong(id: &str, state: &str, what: CauseShown) -> BridgeShown {
    let mut bridge = bridge(id, state);
    bridge.health.cause = Some(what);
    bridge
}

/// Nothing runs for this one.
pub(crate) fn built_in(id: &str) -> BridgeShown {
    let mut bridge = bridge(id, "ready");
    bridge.chain.truncate(3);
    bridge
}

pub(crate) fn broken_at(id: &str, step: &str, what: CauseShown) -> BridgeShown {
    let mut bridge = bridge(id, "ready");
    for link in bridge.chain.iter_mut().filter(|link| link.step == step) {
        link.standing = "bad".to_owned();
        link.cause = Some(what.clone());
    }
    bridge
}

/// All of these bridges, each connected to Cursor.
pub(crate) fn connected(bridges: Vec<BridgeShown>) -> Snapshot {
    let entries = bridges.iter().map(|bridge| EntryShown {
        bridge: bridge.id.clone(),
        program: "cursor".to_owned(),
        project: None,
        file: "/home/w/.cursor/mcp.json".to_owned(),
        state: "as-written".to_owned(),
    });
    Snapshot { number: 1, entries: entries.collect(), bridges, ..Snapshot::default() }
}

pub(crate) fn question(number: u64, program: Option<&str>) -> QuestionShown {
    QuestionShown {
        number,
        bridge: "board".to_owned(),
        tool: "delete_track".to_owned(),
        group: "delete".to_owned(),
        program: program.map(str::to_owned),
    }
}

pub(crate) fn entry_notice(kind: &str, bridge: &str) -> NoticeShown {
    NoticeShown {
        key: format!("entry:{bridge}:cursor"),
        kind: kind.to_owned(),
        bridge: bridge.to_owned(),
        program: Some("cursor".to_owned()),
        file: Some("/home/w/.cursor/mcp.json".to_owned()),
        cause: None,
        since: Some(1_000),
        text: "in English".to_owned(),
    }
}

pub(crate) fn failed_notice(bridge: &str, what: CauseShown) -> NoticeShown {
    NoticeShown {
        key: format!("failed:{bridge}"),
        kind: "failed".to_owned(),
        bridge: bridge.to_owned(),
        program: None,
        file: None,
        cause: Some(what),
        since: Some(1_000),
        text: "in English".to_owned(),
    }
}

pub(crate) fn audit_notice() -> NoticeShown {
    NoticeShown {
        key: "audit".to_owned(),
        kind: "audit".to_owned(),
        bridge: String::new(),
        program: None,
        file: Some("/home/w/.bascule/audit.jsonl".to_owned()),
        cause: None,
        since: Some(1_000),
        text: "in English".to_owned(),
    }
}

pub(crate) fn with_notices(snapshot: Snapshot, notices: Vec<NoticeShown>) -> Snapshot {
    Snapshot { notices, ..snapshot }
}

pub(crate) fn change(number: u64, kind: ChangeKind, bridge: &str, program: &str) -> Change {
    Change { number, kind, bridges: [bridge.to_owned()].into(), programs: [program.to_owned()].into() }
}
