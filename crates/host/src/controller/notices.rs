//! What a person is to know: raised once, withdrawn when it heals, left when they say so.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bascule_core::bridge::Group;
use bascule_core::notice::{About, AuditSeen, EntrySeen, EntryStanding, Left, Notice, NoticeChange, Seen, notices};
use bascule_core::reconcile::Target;
use bascule_core::runtime::Moment;
use bascule_engine::{ProgramsSeen, Settings};

use super::{Controller, State};
use crate::call::with_sources;
use crate::logs::Written;
use crate::sight::{cause_shown, entry_shown};
use crate::supervisor::{now, sentence};
use crate::wire::{NoticeShown, Told};

impl Controller {
    /// Takes over what the files of the AI programs show, and the version installed.
    /// Entries that nobody can tell of now stay as they were seen last.
    pub(crate) fn saw(
        &self,
        entries: Option<BTreeMap<Target, EntrySeen>>,
        programs: ProgramsSeen,
        installed: Option<String>,
    ) {
        let mut state = self.state();
        if let Some(entries) = entries {
            state.entries = entries.iter().map(|(target, entry)| entry_shown(target, entry)).collect();
            state.seen = entries;
            state.looked = true;
        }
        (state.programs, state.installed) = (programs, installed);
        drop(state);
        self.changed.notify_one();
    }

    /// Raises and withdraws notices by what is known now.
    pub(super) fn notice(&self, state: &mut State) {
        let bridge = |(id, bridge): (&String, &super::Bridge)| (id.clone(), bridge.health(state.chosen.hold(id)));
        let audit = match self.audit.seen() {
            Written::Yes => AuditSeen::Written,
            Written::NothingYet => AuditSeen::Unknown,
            Written::No => {
                let problem = "lines could not be written".to_owned();
                AuditSeen::Lost { file: self.engine.layout.audit(), problem }
            }
        };
        let asked = self.questions.shown().into_iter().filter_map(|question| {
            let group = [Group::Look, Group::Build, Group::Delete, Group::Run];
            let group = group.into_iter().find(|group| group.key() == question.group)?;
            Some(((question.bridge, group), question.tool))
        });
        let seen = Seen {
            bridges: state.bridges.iter().map(bridge).collect(),
            entries: if state.looked { state.seen.clone() } else { unlooked(&state.notices) },
            audit,
            asked: asked.collect(),
        };
        let left = Left::of(&state.chosen.settings().left, &seen.entries);
        for change in notices(&state.notices, &seen, &left, Moment(Duration::from_secs(now()))) {
            match change {
                NoticeChange::Raise(notice) => state.notices.insert(0, notice),
                NoticeChange::Withdraw(gone) => state.notices.retain(|notice| *notice != gone),
            }
        }
        let lasting = |notice: &&Notice| !matches!(notice.about, About::Asked { .. });
        let lasting: Vec<Notice> = state.notices.iter().filter(lasting).cloned().collect();
        self.lasting.send_if_modified(|known| {
            let changed = *known != lasting;
            *known = lasting;
            changed
        });
    }

    /// Takes over what the host before told and what may still last. What cannot be read
    /// is told anew.
    pub(crate) async fn recall(&self) {
        let engine = Arc::clone(&self.engine);
        let open = match tokio::task::spawn_blocking(move || engine.open_notices()).await {
            Ok(Ok(open)) => open,
            Ok(Err(error)) => return self.log(&format!("what was told is not known: {}", with_sources(&error))),
            Err(_) => return,
        };
        self.state().notices.clone_from(&open);
        self.lasting.send_replace(open.clone());
        *self.kept.lock().await = open;
    }

    /// Keeps what lasts of what was told, whenever that changes, as long as the host lives.
    pub(crate) async fn keep_notices(self: Arc<Self>) {
        let mut lasting = self.lasting.subscribe();
        while lasting.changed().await.is_ok() {
            self.keep_now().await;
        }
    }

    /// Keeps it now, where it is not as it was kept last.
    pub(crate) async fn keep_now(&self) {
        let mut kept = self.kept.lock().await;
        let lasting = self.lasting.borrow().clone();
        if *kept == lasting {
            return;
        }
        let (engine, open) = (Arc::clone(&self.engine), lasting.clone());
        match tokio::task::spawn_blocking(move || engine.keep_notices(&open)).await {
            Ok(Ok(())) => *kept = lasting,
            Ok(Err(error)) => self.log(&format!("what was told is not kept: {}", with_sources(&error))),
            Err(_) => {}
        }
    }

    /// A person has seen a notice and leaves things as they are.
    pub(crate) async fn leave_so(self: &Arc<Self>, named: &str) -> Told {
        let entry = {
            let state = self.state();
            let notice = state.notices.iter().find(|notice| notice.about.key() == named);
            match notice.map(|notice| &notice.about) {
                Some(about @ About::Entry { state: there, .. }) => Some((about.key(), there.text())),
                Some(About::Failed { .. } | About::Audit { .. } | About::Asked { .. }) | None => None,
            }
        };
        let Some((entry, text)) = entry else {
            let text = format!("there is no notice {named} about an entry");
            return Told::Refused { code: "no-notice".to_owned(), text };
        };
        let engine = Arc::clone(&self.engine);
        let leave = move |settings: &mut Settings| drop(settings.left.insert(entry, text));
        let changed = tokio::task::spawn_blocking(move || {
            engine.change_settings("leave", &mut |_| bascule_engine::Pace::Go, leave)
        });
        match changed.await {
            Ok(Ok(_)) => {
                self.reread().await;
                self.show();
                Told::Done
            }
            Ok(Err(error)) => Told::Refused { code: "state".to_owned(), text: with_sources(&error) },
            Err(_) => Told::Refused { code: "fault".to_owned(), text: "it failed while it was noted".to_owned() },
        }
    }
}

/// The entries of notices as they are known before anybody looked: not at all.
fn unlooked(open: &[Notice]) -> BTreeMap<Target, EntrySeen> {
    let entry = |notice: &Notice| match &notice.about {
        About::Entry { target, file, .. } => {
            Some((target.clone(), EntrySeen { file: file.clone(), standing: EntryStanding::Unknown }))
        }
        About::Failed { .. } | About::Audit { .. } | About::Asked { .. } => None,
    };
    open.iter().filter_map(entry).collect()
}

/// A notice as it is shown.
pub(crate) fn shown(notice: &Notice) -> NoticeShown {
    let (bridge, program, file, text) = match &notice.about {
        About::Failed { bridge, cause } => (bridge.clone(), None, None, sentence(cause)),
        About::Entry { target, file, state } => {
            let text = format!("somebody else changed this entry: {}", state.foreign.code());
            (target.bridge.clone(), Some(target.harness.clone()), Some(file.to_string()), text)
        }
        About::Audit { file, problem } => (String::new(), None, Some(file.to_string()), problem.clone()),
        About::Asked { bridge, group, tool } => {
            (bridge.clone(), None, None, format!("{tool} ({}) waits for a yes", group.key()))
        }
    };
    let cause = match &notice.about {
        About::Failed { cause, .. } => Some(cause_shown(cause)),
        About::Entry { .. } | About::Audit { .. } | About::Asked { .. } => None,
    };
    NoticeShown {
        key: notice.about.key(),
        kind: notice.about.code().to_owned(),
        bridge,
        program,
        file,
        cause,
        since: Some(notice.since.0.as_secs()),
        text,
    }
}
