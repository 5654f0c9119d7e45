//! What the person chose, also where it cannot be read: nobody may do more because a
//! file is broken.

use bascule_core::permission::Allowed;
use bascule_core::runtime::Health;
use bascule_engine::{EngineError, Settings};

use crate::call::{CallProblem, with_sources};

/// What the person chose, as far as it could be read.
///
/// What was read once goes on to hold while the file cannot be read, but that agents may
/// only look. Where it never was read, every bridge counts as paused: what the person
/// paused is not forgotten.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    last: Option<Settings>,
    usual: Settings,
    problem: Option<String>,
}

/// Why nothing may be started for a bridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// The person paused it.
    Paused,
    /// Whether they did cannot be read; why, on one line.
    Unread(String),
}

impl Chosen {
    /// What one look at the file shows.
    pub(crate) fn of(read: Result<Settings, EngineError>) -> Self {
        let mut chosen = Self::default();
        chosen.read(read);
        chosen
    }

    /// Takes over what another look shows.
    pub(crate) fn read(&mut self, read: Result<Settings, EngineError>) {
        match read {
            Ok(settings) => (self.last, self.problem) = (Some(settings), None),
            // What a parser draws around the place does not fit into a sentence.
            Err(error) => {
                self.problem = Some(with_sources(&error).split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
    }

    /// What was read last; what nobody chose anything comes to where nothing was.
    pub(crate) fn settings(&self) -> &Settings {
        self.last.as_ref().unwrap_or(&self.usual)
    }

    /// Why the file cannot be read, where it cannot.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Why nothing may be started for a bridge; `None` where something may.
    pub(crate) fn hold(&self, bridge: &str) -> Option<Hold> {
        match (&self.last, &self.problem) {
            (None, problem) => Some(Hold::Unread(problem.clone().unwrap_or_default())),
            (Some(settings), _) => settings.is_paused(bridge).then_some(Hold::Paused),
        }
    }

    /// What agents may do with a bridge of this usual choice.
    pub(crate) fn allowed(&self, bridge: &str, usual: Allowed) -> Allowed {
        let word = self.settings().allow.get(bridge).map(String::as_str);
        Allowed::chosen(word, self.problem.is_some(), usual)
    }
}

impl Hold {
    /// How a bridge is that is held so.
    pub(crate) fn health(self) -> Health {
        match self {
            Self::Paused => Health::Paused,
            Self::Unread(why) => Health::PauseUnknown(why),
        }
    }

    /// What an agent is told that calls it. `me` is how a person starts Bascule.
    pub(crate) fn told(&self, bridge: &str, me: &str) -> CallProblem {
        match self {
            Self::Paused => CallProblem::with(
                format!("{bridge} is paused by the user; nothing was started"),
                format!("the user can resume it with: {me} resume {bridge}"),
            ),
            Self::Unread(why) => CallProblem::with(
                format!("{bridge} was not started, because what the user paused cannot be read: {why}"),
                format!("ask the user to run {me} doctor, which says how to mend that file"),
            ),
        }
    }
}

/// Why nothing may be started for a bridge, as an agent is told that calls it; `None`
/// where something may. `me` is how a person starts Bascule.
pub fn why_held(read: Result<Settings, EngineError>, bridge: &str, me: &str) -> Option<CallProblem> {
    Chosen::of(read).hold(bridge).map(|hold| hold.told(bridge, me))
}

#[cfg(test)]
mod tests {
    use bascule_engine::FormatError;

    use super::*;

    type Read = Result<Settings, EngineError>;

    fn paused(bridge: &str) -> Read {
        Ok(Settings { paused: [bridge.to_owned()].into(), ..Settings::default() })
    }

    fn everything(bridge: &str) -> Read {
        let allow = [(bridge.to_owned(), "everything".to_owned())].into();
        Ok(Settings { allow, ..Settings::default() })
    }

    fn newer() -> Read {
        Err(EngineError::Format { file: "/s/settings.toml".into(), source: FormatError::Newer(9) })
    }

    fn drawn() -> Read {
        let source = FormatError::Toml("bad\n  |\n1 | x\n".to_owned());
        Err(EngineError::Format { file: "/s/settings.toml".into(), source })
    }

    #[test]
    fn what_cannot_be_read_lets_nobody_do_more() {
        let unread = |hold: Option<Hold>| matches!(hold, Some(Hold::Unread(why)) if why.contains("settings.toml"));
        let (free, held) = (None, Some(Hold::Paused));
        let cases: [(&str, Vec<Read>, Option<Hold>, Allowed); 5] = [
            ("nothing is chosen", vec![Ok(Settings::default())], free.clone(), Allowed::Build),
            ("it is paused", vec![paused("a")], held.clone(), Allowed::Build),
            ("it was paused and cannot be read any more", vec![paused("a"), newer()], held, Allowed::LookOnly),
            (
                "all was allowed and cannot be read any more",
                vec![everything("a"), drawn()],
                free.clone(),
                Allowed::LookOnly,
            ),
            ("it can be read again", vec![newer(), everything("a")], free, Allowed::Everything),
        ];
        for (name, reads, hold, allowed) in cases {
            let mut chosen = Chosen::default();
            reads.into_iter().for_each(|read| chosen.read(read));
            assert_eq!((chosen.hold("a"), chosen.allowed("a", Allowed::Build)), (hold, allowed), "{name}");
        }
        for (name, read) in [("newer", newer()), ("no TOML", drawn())] {
            let chosen = Chosen::of(read);
            assert!(unread(chosen.hold("a")) && unread(chosen.hold("b")), "{name}: {chosen:?}");
            assert_eq!(chosen.allowed("a", Allowed::Everything), Allowed::LookOnly, "{name}");
            assert!(!chosen.problem().expect("a problem").contains('\n'), "{name}: {chosen:?}");
        }
    }
}
