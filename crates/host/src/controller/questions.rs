//! Questions that only the person can answer, while a call waits.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bascule_core::bridge::Group;
use bascule_core::permission::{Allowed, Answer, Answers, Permit};
use tokio::sync::{Notify, oneshot};

use crate::wire::{Decision, QuestionShown};

/// How long a person may think. AI programs give a call up after a minute.
const THINKING: Duration = Duration::from_secs(45);

/// What is asked and what was answered. No answer is no.
pub(super) struct Questions {
    changed: Arc<Notify>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    answers: Answers,
    open: BTreeMap<u64, Open>,
    next: u64,
}

struct Open {
    shown: QuestionShown,
    group: Group,
    call: oneshot::Sender<bool>,
}

impl Questions {
    pub(super) fn new(changed: Arc<Notify>) -> Self {
        Self { changed, inner: Mutex::default() }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is asked now.
    pub(super) fn shown(&self) -> Vec<QuestionShown> {
        self.inner().open.values().map(|open| open.shown.clone()).collect()
    }

    /// Whether a call may go. Where the person is to be asked and `anybody` looks, it
    /// waits for their answer.
    pub(super) async fn permit(
        &self,
        choice: Allowed,
        group: Group,
        about: (&str, &str, Option<&str>),
        anybody: bool,
    ) -> bool {
        let (bridge, tool, program) = about;
        let answer = {
            let mut inner = self.inner();
            match inner.answers.permit(choice, bridge, group) {
                Permit::Go => return true,
                Permit::Closed => return false,
                Permit::Ask if !anybody => return false,
                Permit::Ask => inner.ask(group, bridge, tool, program),
            }
        };
        self.changed.notify_one();
        let (number, answer) = answer;
        let open = Closing { questions: self, number };
        let decided = tokio::time::timeout(THINKING, answer).await;
        drop(open);
        matches!(decided, Ok(Ok(true)))
    }

    /// Takes a person's answer; `false` where nothing of this number is asked.
    pub(super) fn decide(&self, number: u64, decision: Decision) -> bool {
        let mut inner = self.inner();
        let Some(open) = inner.open.remove(&number) else { return false };
        let bridge = open.shown.bridge;
        let (goes, kept) = match decision {
            // It answers the call that waits, so there is nothing to keep.
            Decision::Once => (true, None),
            Decision::Session => (true, Some(Answer::Session)),
            Decision::No => (false, Some(Answer::No)),
        };
        let mut answered = vec![open.call];
        if let Some(kept) = kept {
            inner.answers.answer(&bridge, open.group, kept);
            // What else was asked about the same is answered with it.
            let group = open.group;
            let same = inner.open.extract_if(.., |_, other| other.shown.bridge == bridge && other.group == group);
            answered.extend(same.map(|(_, other)| other.call));
        }
        drop(inner);
        for call in answered {
            // A call that was given up hears nothing.
            let _ = call.send(goes);
        }
        self.changed.notify_one();
        true
    }

    /// Forgets what was answered about a bridge, and refuses what is still asked: the
    /// person chose anew.
    pub(super) fn forget(&self, bridge: &str) {
        let mut inner = self.inner();
        inner.answers.forget(bridge);
        // A question whose call goes is answered with no.
        inner.open.retain(|_, open| open.shown.bridge != bridge);
    }
}

impl Inner {
    fn ask(&mut self, group: Group, bridge: &str, tool: &str, program: Option<&str>) -> (u64, oneshot::Receiver<bool>) {
        let (call, answer) = oneshot::channel();
        self.next += 1;
        let number = self.next;
        let shown = QuestionShown {
            number,
            bridge: bridge.to_owned(),
            tool: tool.to_owned(),
            group: group.key().to_owned(),
            program: program.map(str::to_owned),
        };
        self.open.insert(number, Open { shown, group, call });
        (number, answer)
    }
}

/// Takes a question back whose call does not wait any more.
struct Closing<'a> {
    questions: &'a Questions,
    number: u64,
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if self.questions.inner().open.remove(&self.number).is_some() {
            self.questions.changed.notify_one();
        }
    }
}
