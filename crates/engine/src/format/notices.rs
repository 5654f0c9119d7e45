//! `notices.json`: what a person was told of and what still lasts, so that a host that
//! starts anew does not tell it again.

use std::time::Duration;

use bascule_core::notice::{About, Foreign, ForeignState, Notice};
use bascule_core::runtime::{Cause, Exit, Moment, Unstartable};
use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

use super::claim::StoredTarget;
use super::{FormatError, Version};

/// The version this program writes.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    format: u32,
    open: Vec<StoredNotice>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredNotice {
    /// In seconds since 1970.
    since: u64,
    about: StoredAbout,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum StoredAbout {
    Failed {
        bridge: String,
        cause: StoredCause,
    },
    Entry {
        target: StoredTarget,
        file: Utf8PathBuf,
        foreign: StoredForeign,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entry: Option<String>,
    },
    Audit {
        file: Utf8PathBuf,
        problem: String,
    },
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredForeign {
    Edited,
    Gone,
    Taken,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum StoredCause {
    Exited { how: StoredExit, in_a_row: u32 },
    ProgramMissing(String),
    CannotStart(String),
    NotReady { seconds: u64 },
    NoAnswer,
    WillNotEnd,
    Reported(String),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredExit {
    Code(i32),
    Signal(i32),
    Unknown,
}

/// The text of the notices that outlive the host; `None` where none does.
pub(crate) fn notices_text(open: &[Notice]) -> Result<Option<String>, FormatError> {
    let stored =
        |notice: &Notice| Some(StoredNotice { since: notice.since.0.as_secs(), about: stored_about(&notice.about)? });
    let stored = Stored { format: FORMAT, open: open.iter().filter_map(stored).collect() };
    Ok(if stored.open.is_empty() { None } else { Some(format!("{}\n", serde_json::to_string_pretty(&stored)?)) })
}

/// Reads them back; refuses what a newer program wrote and what none of us did.
pub(crate) fn notices(bytes: &[u8]) -> Result<Vec<Notice>, FormatError> {
    let version: Version = serde_json::from_slice(bytes)?;
    if version.format > FORMAT {
        return Err(FormatError::Newer(version.format));
    }
    let stored: Stored = serde_json::from_slice(bytes)?;
    let notice = |stored: StoredNotice| {
        Ok(Notice { about: about(stored.about)?, since: Moment(Duration::from_secs(stored.since)) })
    };
    stored.open.into_iter().map(notice).collect()
}

fn stored_about(about: &About) -> Option<StoredAbout> {
    Some(match about {
        About::Failed { bridge, cause } => StoredAbout::Failed { bridge: bridge.clone(), cause: stored_cause(cause) },
        About::Entry { target, file, state } => StoredAbout::Entry {
            target: target.into(),
            file: file.clone(),
            foreign: match state.foreign {
                Foreign::Edited => StoredForeign::Edited,
                Foreign::Gone => StoredForeign::Gone,
                Foreign::Taken => StoredForeign::Taken,
            },
            entry: state.entry.map(|digest| digest.to_string()),
        },
        About::Audit { file, problem } => StoredAbout::Audit { file: file.clone(), problem: problem.clone() },
        About::Asked { .. } => return None,
    })
}

fn about(stored: StoredAbout) -> Result<About, FormatError> {
    Ok(match stored {
        StoredAbout::Failed { bridge, cause } => About::Failed { bridge, cause: self::cause(cause) },
        StoredAbout::Entry { target, file, foreign, entry } => {
            let foreign = match foreign {
                StoredForeign::Edited => Foreign::Edited,
                StoredForeign::Gone => Foreign::Gone,
                StoredForeign::Taken => Foreign::Taken,
            };
            let entry = entry.map(|digest| digest.parse()).transpose()?;
            About::Entry { target: target.into(), file, state: ForeignState { foreign, entry } }
        }
        StoredAbout::Audit { file, problem } => About::Audit { file, problem },
    })
}

fn stored_cause(cause: &Cause) -> StoredCause {
    match cause {
        Cause::Exited { how, in_a_row } => StoredCause::Exited {
            how: match how {
                Exit::Code(code) => StoredExit::Code(*code),
                Exit::Signal(signal) => StoredExit::Signal(*signal),
                Exit::Unknown => StoredExit::Unknown,
            },
            in_a_row: *in_a_row,
        },
        Cause::CannotStart(Unstartable::Missing(program)) => StoredCause::ProgramMissing(program.clone()),
        Cause::CannotStart(Unstartable::Refused(words)) => StoredCause::CannotStart(words.clone()),
        Cause::NotReady(after) => StoredCause::NotReady { seconds: after.as_secs() },
        Cause::NoAnswer(_) => StoredCause::NoAnswer,
        Cause::WillNotEnd(_) => StoredCause::WillNotEnd,
        Cause::Reported(words) => StoredCause::Reported(words.clone()),
    }
}

/// Moments of a run of the host that is over say nothing to the next.
fn cause(stored: StoredCause) -> Cause {
    match stored {
        StoredCause::Exited { how, in_a_row } => Cause::Exited {
            how: match how {
                StoredExit::Code(code) => Exit::Code(code),
                StoredExit::Signal(signal) => Exit::Signal(signal),
                StoredExit::Unknown => Exit::Unknown,
            },
            in_a_row,
        },
        StoredCause::ProgramMissing(program) => Cause::CannotStart(Unstartable::Missing(program)),
        StoredCause::CannotStart(words) => Cause::CannotStart(Unstartable::Refused(words)),
        StoredCause::NotReady { seconds } => Cause::NotReady(Duration::from_secs(seconds)),
        StoredCause::NoAnswer => Cause::NoAnswer(Moment::default()),
        StoredCause::WillNotEnd => Cause::WillNotEnd(Moment::default()),
        StoredCause::Reported(words) => Cause::Reported(words),
    }
}

#[cfg(test)]
mod tests {
    use bascule_core::bridge::Group;
    use bascule_core::digest::Digest;
    use bascule_core::reconcile::{Scope, Target};

    use super::*;

    fn all() -> Vec<Notice> {
        let causes = [
            Cause::Exited { how: Exit::Code(3), in_a_row: 5 },
            Cause::Exited { how: Exit::Signal(9), in_a_row: 5 },
            Cause::Exited { how: Exit::Unknown, in_a_row: 5 },
            Cause::CannotStart(Unstartable::Missing("uvx".to_owned())),
            Cause::CannotStart(Unstartable::Refused("no".to_owned())),
            Cause::NotReady(Duration::from_secs(60)),
            Cause::NoAnswer(Moment::default()),
            Cause::WillNotEnd(Moment::default()),
            Cause::Reported("own words".to_owned()),
        ];
        let failed = causes.map(|cause| About::Failed { bridge: "toy".to_owned(), cause });
        let target = |scope| Target { bridge: "toy".to_owned(), harness: "cursor".to_owned(), scope };
        let states = [
            (Foreign::Edited, Some(Digest::of(b"x")), Scope::User),
            (Foreign::Gone, None, Scope::Project("/p".into())),
            (Foreign::Taken, Some(Digest::of(b"y")), Scope::File("/p/x.json".into())),
        ];
        let entries = states.map(|(foreign, entry, scope)| About::Entry {
            target: target(scope),
            file: "/f".into(),
            state: ForeignState { foreign, entry },
        });
        let audit = About::Audit { file: "/a".into(), problem: "full".to_owned() };
        let abouts = failed.into_iter().chain(entries).chain([audit]);
        abouts.enumerate().map(|(at, about)| Notice { about, since: Moment(Duration::from_secs(at as u64)) }).collect()
    }

    #[test]
    fn what_lasts_comes_back_and_a_question_does_not() {
        let asked = About::Asked { bridge: "toy".to_owned(), group: Group::Run, tool: "run".to_owned() };
        let asked = Notice { about: asked, since: Moment::default() };
        assert_eq!(notices_text(std::slice::from_ref(&asked)).expect("text"), None);
        let open: Vec<Notice> = all().into_iter().chain([asked]).collect();
        let text = notices_text(&open).expect("text").expect("some last");
        assert_eq!(notices(text.as_bytes()).expect("read"), all());
    }

    #[test]
    fn what_a_newer_program_wrote_and_what_is_none_is_refused() {
        let text = notices_text(&all()).expect("text").expect("some last");
        let newer = text.replace("\"format\": 1", "\"format\": 2, \"more\": 1");
        assert!(matches!(notices(newer.as_bytes()), Err(FormatError::Newer(2))));
        for bad in ["", "{}", &text.replace("since", "sins"), &text.replace("\"taken\"", "\"token\"")] {
            assert!(notices(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
