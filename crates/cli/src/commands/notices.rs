//! `notices`: what a person is to know, and what they leave as it is.

use bascule_core::notice::{About, EntryStanding, Foreign, Notice};
use bascule_core::reconcile::Target;
use bascule_core::runtime::Moment;
use bascule_host::wire::NoticeShown;
use bascule_runtimes::utc;
use bascule_words::Way;
use serde_json::{Value, json};

use super::host::{explained, reread, sight};
use crate::arguments::NoticeLeave;
use crate::carry_out::watch;
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;
use crate::told;
use crate::voice::Offer;

/// A notice in words.
struct Worded {
    sentence: String,
    mend: Option<String>,
    ways: Vec<Way>,
}

/// Lists them.
pub(super) fn notices(run: &Run) -> Result<Exit, Problem> {
    let shown = sight(run)?.snapshot.notices;
    if shown.is_empty() {
        run.voice.line(0, &run.say("notices-none", &[]));
    }
    tell(run, 0, &shown)?;
    run.voice.json(json!({"command": "notices", "notices": report(run, &shown)?}));
    Ok(Exit::Done)
}

/// Notes that an entry stays as somebody else left it.
pub(super) fn leave(run: &Run, arguments: &NoticeLeave) -> Result<Exit, Problem> {
    let named = &arguments.notice;
    let open = open(run)?;
    let found = open.iter().find_map(|notice| match &notice.about {
        about @ About::Entry { state, .. } if about.key() == *named => Some(state.text()),
        About::Entry { .. } | About::Failed { .. } | About::Audit { .. } | About::Asked { .. } => None,
    });
    let state = found.ok_or_else(|| Problem::NoNotice(named.clone()))?;
    let leave = |settings: &mut bascule_engine::Settings| drop(settings.left.insert(named.clone(), state));
    let changed = run.engine.change_settings("leave", &mut |progress| watch(run, &progress), leave)?;
    reread(run, |_| true);
    run.voice.line(0, &run.say("notice-left", &[("notice", named.into())]));
    run.voice.json(json!({"command": "notices leave", "notice": named, "changed": changed}));
    Ok(Exit::Done)
}

/// Every entry that somebody else changed, also those that were left.
fn open(run: &Run) -> Result<Vec<Notice>, Problem> {
    let entries = run.engine.entries_seen()?.unwrap_or_default();
    let of = |(target, entry): (Target, bascule_core::notice::EntrySeen)| match entry.standing {
        EntryStanding::Foreign(state) => {
            Some(Notice { about: About::Entry { target, file: entry.file, state }, since: Moment::default() })
        }
        EntryStanding::AsWritten | EntryStanding::Unknown => None,
    };
    Ok(entries.into_iter().filter_map(of).collect())
}

/// Tells notices, each with what can be done.
pub(super) fn tell(run: &Run, indent: usize, shown: &[NoticeShown]) -> Result<(), Problem> {
    let open = if shown.is_empty() { Vec::new() } else { open(run)? };
    for notice in shown {
        let worded = worded(run, notice, &open);
        run.voice.line(indent, &worded.sentence);
        if let Some(since) = notice.since {
            let time = told::readable_time(since);
            run.voice.line(indent + 2, &run.say("notice-since", &[("time", time.into())]));
        }
        if let Some(mend) = &worded.mend {
            let offers: Vec<Offer> = run.offers(&worded.ways);
            run.voice.helped(&run.words, indent + 2, mend, &offers);
        }
    }
    Ok(())
}

/// Notices for programs.
pub(super) fn report(run: &Run, shown: &[NoticeShown]) -> Result<Vec<Value>, Problem> {
    let open = if shown.is_empty() { Vec::new() } else { open(run)? };
    let report = |notice: &NoticeShown| {
        let worded = worded(run, notice, &open);
        json!({
            "notice": notice.key, "code": notice.kind, "bridge": notice.bridge, "harness": notice.program,
            "file": notice.file, "since": notice.since.map(utc), "sentence": worded.sentence,
            "remedy": told::remedy(run, worded.mend.as_deref(), &worded.ways),
        })
    };
    Ok(shown.iter().map(report).collect())
}

fn worded(run: &Run, notice: &NoticeShown, open: &[Notice]) -> Worded {
    let bridge = notice.bridge.as_str();
    let entry = open.iter().find_map(|one| match &one.about {
        about @ About::Entry { target, state, .. } if about.key() == notice.key => Some((target, state.foreign)),
        About::Entry { .. } | About::Failed { .. } | About::Audit { .. } | About::Asked { .. } => None,
    });
    if let Some((target, foreign)) = entry {
        return of_entry(run, notice, target, foreign);
    }
    match (notice.kind.as_str(), &notice.cause) {
        ("failed", Some(cause)) => {
            let explained = explained(run, bridge, cause);
            let values = [("bridge", run.bridge_name(bridge).into()), ("cause", explained.sentence.into())];
            Worded { sentence: run.say("notice-failed", &values), mend: explained.mend, ways: explained.ways }
        }
        ("audit", _) => {
            let file = notice.file.as_deref().unwrap_or_default();
            let sentence = run.say("notice-audit", &[("file", file.into())]);
            Worded { sentence, mend: Some(run.say("notice-audit-mend", &[])), ways: Vec::new() }
        }
        ("asked", _) => {
            let values = [("bridge", run.bridge_name(bridge).into()), ("text", (&notice.text).into())];
            Worded { sentence: run.say("notice-asked", &values), mend: None, ways: Vec::new() }
        }
        // A later version's, or an entry that has changed again since.
        _ => Worded { sentence: notice.text.clone(), mend: None, ways: Vec::new() },
    }
}

fn of_entry(run: &Run, notice: &NoticeShown, target: &Target, foreign: Foreign) -> Worded {
    let file = notice.file.as_deref().map(|file| run.path(file.into())).unwrap_or_default();
    let values = [
        ("program", told::program(&run.words, target).into()),
        ("bridge", run.bridge_name(&target.bridge).into()),
        ("file", file.into()),
    ];
    let (sentence, restore) = match foreign {
        Foreign::Edited => (run.say("notice-entry-edited", &values), Some(&["--restore"][..])),
        Foreign::Gone => (run.say("notice-entry-gone", &values), Some(&[][..])),
        // What has its name is somebody else's: it is not written over.
        Foreign::Taken => (run.say("notice-entry-taken", &values), None),
    };
    let way = |label: &str, arguments: Vec<String>| Way { label: Some(run.say(label, &[])), arguments };
    let restore = restore.map(|more| way("notice-restore", bascule_words::on(target, "enable", more)));
    let leave = way("notice-leave", ["notices", "leave", &notice.key].map(str::to_owned).to_vec());
    Worded { sentence, mend: Some(run.say("notice-choose", &[])), ways: restore.into_iter().chain([leave]).collect() }
}
