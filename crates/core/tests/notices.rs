//! What deserves a person, told once an episode.

use std::collections::BTreeMap;
use std::time::Duration;

use bascule_core::bridge::Group;
use bascule_core::digest::Digest;
use bascule_core::notice::{
    AuditSeen, EntrySeen, EntryStanding, Foreign, ForeignState, Left, Notice, NoticeChange, Seen, notices,
};
use bascule_core::reconcile::Target;
use bascule_core::runtime::{Cause, Exit, Health, Moment};

/// A face that shows what it is told: the notices that are open.
#[derive(Default)]
struct Play {
    seen: Seen,
    left: Left,
    open: Vec<Notice>,
    now: u64,
}

impl Play {
    /// What changes a second later, in words: `+code` and `-code`.
    fn check(&mut self, expected: &str) {
        self.now += 1;
        let now = Moment(Duration::from_secs(self.now));
        let changes = notices(&self.open, &self.seen, &self.left, now);
        let mut words = Vec::new();
        for change in changes {
            match change {
                NoticeChange::Raise(notice) => {
                    words.push(format!("+{}", notice.about.code()));
                    self.open.push(notice);
                }
                NoticeChange::Withdraw(notice) => {
                    words.push(format!("-{}", notice.about.code()));
                    self.open.retain(|open| *open != notice);
                }
            }
        }
        assert_eq!(words.join(" "), expected, "second {}", self.now);
        assert_eq!(notices(&self.open, &self.seen, &self.left, now), [], "told twice");
        self.left.settle(&self.seen);
    }

    fn bridge(&mut self, health: Health) -> &mut Self {
        self.seen.bridges.insert("eda".to_owned(), health);
        self
    }

    fn entry(&mut self, standing: EntryStanding) -> &mut Self {
        self.seen.entries.insert(target(), EntrySeen { file: "/home/ann/.cursor/mcp.json".into(), standing });
        self
    }
}

fn target() -> Target {
    Target::user("eda", "cursor")
}

fn crashed(in_a_row: u32) -> Cause {
    Cause::Exited { how: Exit::Code(1), in_a_row }
}

fn foreign(foreign: Foreign, meaning: &str) -> ForeignState {
    ForeignState { foreign, entry: (foreign != Foreign::Gone).then(|| Digest::of(meaning.as_bytes())) }
}

#[test]
fn what_mends_itself_or_waits_is_no_notice() {
    let mut play = Play::default();
    for health in [
        Health::Stopped,
        Health::Starting,
        Health::Waiting("EDA".to_owned()),
        Health::Ready,
        Health::Degraded(crashed(1)),
        Health::Degraded(Cause::NoAnswer(Moment::default())),
        Health::Paused,
        Health::PauseUnknown("settings.toml".to_owned()),
    ] {
        play.bridge(health).check("");
    }
}

#[test]
fn a_crash_loop_is_told_once_and_withdrawn_when_it_works() {
    for cure in [Some(Health::Ready), Some(Health::Waiting("EDA".to_owned())), Some(Health::Paused), None] {
        let mut play = Play::default();
        play.bridge(Health::Failed(crashed(5))).check("+failed");
        play.check("");
        let unread = Health::PauseUnknown("settings.toml".to_owned());
        for attempt in [Health::Starting, Health::Degraded(crashed(1)), Health::Stopped, unread] {
            play.bridge(attempt).check("");
        }
        play.bridge(Health::Failed(crashed(9))).check("");
        match cure {
            Some(health) => _ = play.bridge(health),
            None => play.seen.bridges.clear(),
        }
        play.check("-failed");
        play.bridge(Health::Failed(crashed(5))).check("+failed");
    }
}

#[test]
fn what_somebody_made_of_an_entry_is_told_once_a_state() {
    let mut play = Play::default();
    play.entry(EntryStanding::AsWritten).check("");
    play.entry(EntryStanding::Foreign(foreign(Foreign::Edited, "a"))).check("+entry-edited");
    play.entry(EntryStanding::Unknown).check("");
    play.entry(EntryStanding::Foreign(foreign(Foreign::Edited, "a"))).check("");
    play.entry(EntryStanding::Foreign(foreign(Foreign::Edited, "b"))).check("-entry-edited +entry-edited");
    play.entry(EntryStanding::Foreign(foreign(Foreign::Gone, ""))).check("-entry-edited +entry-gone");
    play.entry(EntryStanding::Foreign(foreign(Foreign::Taken, "c"))).check("-entry-gone +entry-taken");
    play.entry(EntryStanding::AsWritten).check("-entry-taken");
    play.entry(EntryStanding::Unknown).check("");
    play.entry(EntryStanding::Foreign(foreign(Foreign::Gone, ""))).check("+entry-gone");
    play.seen.entries.clear();
    play.check("-entry-gone");
}

#[test]
fn leave_it_is_remembered_until_it_changes_again() {
    let (gone, taken) = (foreign(Foreign::Gone, ""), foreign(Foreign::Taken, "c"));
    let mut play = Play::default();
    play.entry(EntryStanding::Foreign(gone)).check("+entry-gone");
    play.left.leave(target(), gone);
    play.check("-entry-gone");
    play.check("");
    // Another run of the host knows what was left, and nothing of what was open.
    play.open.clear();
    play.check("");
    play.entry(EntryStanding::Unknown).check("");
    play.entry(EntryStanding::Foreign(gone)).check("");
    play.entry(EntryStanding::Foreign(taken)).check("+entry-taken");
    play.left.leave(target(), taken);
    play.check("-entry-taken");
    play.entry(EntryStanding::AsWritten).check("");
    assert_eq!(play.left, Left(BTreeMap::new()), "it stands as written: nothing is left any more");
    play.entry(EntryStanding::Foreign(taken)).check("+entry-taken");
}

#[test]
fn an_audit_that_cannot_be_written_and_a_question_are_told_while_they_last() {
    let mut play = Play::default();
    let lost = |problem: &str| AuditSeen::Lost { file: "/s/audit.jsonl".into(), problem: problem.to_owned() };
    play.seen.audit = lost("disk full");
    play.check("+audit");
    play.seen.audit = lost("still full");
    play.check("");
    // The next host has not tried yet.
    play.seen.audit = AuditSeen::Unknown;
    play.check("");
    play.seen.audit = AuditSeen::Written;
    play.check("-audit");
    play.seen.audit = AuditSeen::Unknown;
    play.check("");
    play.seen.asked.insert(("eda".to_owned(), Group::Delete), "drop_net".to_owned());
    play.check("+asked");
    play.seen.asked.insert(("eda".to_owned(), Group::Run), "run_script".to_owned());
    play.check("+asked");
    play.seen.asked.clear();
    play.check("-asked -asked");
}
