//! What agents may do with a bridge: the person's one choice, and their answers.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::bridge::Group;

/// What a person lets agents do with a bridge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Allowed {
    /// Look only.
    LookOnly,
    /// Look and build; what cannot be undone is asked about each time.
    #[default]
    Build,
    /// Everything.
    Everything,
}

/// What a person answered to a question about one group of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This call and no other.
    Once,
    /// Every such call of this session.
    Session,
    /// No such call of this session.
    No,
}

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permit {
    /// It goes through.
    Go,
    /// The person is asked, and it goes through only where they say so in time.
    Ask,
    /// It does not go through.
    Closed,
}

/// A word that names no choice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not one of look, build, everything")]
pub struct NotAChoice(pub String);

/// What becomes of a call to a tool of this group, where the person answered so before.
///
/// An answer opens only what is asked about: never what their choice closes.
pub fn permit(choice: Allowed, group: Group, answered: Option<Answer>) -> Permit {
    match (choice, group, answered) {
        (_, Group::Look, _)
        | (Allowed::Build, Group::Build, _)
        | (Allowed::Everything, Group::Build | Group::Delete | Group::Run, _) => Permit::Go,
        (Allowed::LookOnly, Group::Build | Group::Delete | Group::Run, _) => Permit::Closed,
        (Allowed::Build, Group::Delete | Group::Run, None) => Permit::Ask,
        (Allowed::Build, Group::Delete | Group::Run, Some(Answer::Once | Answer::Session)) => Permit::Go,
        (Allowed::Build, Group::Delete | Group::Run, Some(Answer::No)) => Permit::Closed,
    }
}

/// The answers of one session, by bridge and group. No answer is no, and not kept: the
/// next call asks again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers(BTreeMap<(String, Group), Answer>);

impl Answers {
    /// What becomes of a call. An answer that is good for one call is used up by it.
    pub fn permit(&mut self, choice: Allowed, bridge: &str, group: Group) -> Permit {
        let place = (bridge.to_owned(), group);
        let answered = self.0.get(&place).copied();
        let is_asked_about = permit(choice, group, None) == Permit::Ask;
        if is_asked_about && answered == Some(Answer::Once) {
            self.0.remove(&place);
        }
        permit(choice, group, answered)
    }

    /// Keeps what the person answered.
    pub fn answer(&mut self, bridge: &str, group: Group, answer: Answer) {
        self.0.insert((bridge.to_owned(), group), answer);
    }

    /// Forgets the answers about a bridge, as when the person chose anew.
    pub fn forget(&mut self, bridge: &str) {
        self.0.retain(|(about, _), _| about != bridge);
    }
}

impl Allowed {
    /// Every choice, the narrowest first.
    pub const ALL: [Self; 3] = [Self::LookOnly, Self::Build, Self::Everything];

    /// What a person chose, by the word that was kept, else what is `usual`. Where it cannot be read, or says
    /// nothing that is known, agents may look: nobody may do more because a file broke.
    pub fn chosen(word: Option<&str>, unreadable: bool, usual: Self) -> Self {
        match word {
            _ if unreadable => Self::LookOnly,
            None => usual,
            Some(word) => word.parse().unwrap_or(Self::LookOnly),
        }
    }

    /// Its word in files and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::LookOnly => "look",
            Self::Build => "build",
            Self::Everything => "everything",
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Allowed {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Self, NotAChoice> {
        let named = Self::ALL.into_iter().find(|choice| choice.word() == text);
        named.ok_or_else(|| NotAChoice(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(choice: Allowed, answered: Option<Answer>, expected: [Permit; 4]) {
        let groups = [Group::Look, Group::Build, Group::Delete, Group::Run];
        assert_eq!(groups.map(|group| permit(choice, group, answered)), expected, "{choice}, {answered:?}");
    }

    #[test]
    fn one_choice_decides_and_answers_open_only_what_is_asked() {
        use Permit::{Ask, Closed, Go};
        for answered in [None, Some(Answer::Once), Some(Answer::Session), Some(Answer::No)] {
            check(Allowed::LookOnly, answered, [Go, Closed, Closed, Closed]);
            check(Allowed::Everything, answered, [Go, Go, Go, Go]);
        }
        check(Allowed::Build, None, [Go, Go, Ask, Ask]);
        check(Allowed::Build, Some(Answer::Once), [Go, Go, Go, Go]);
        check(Allowed::Build, Some(Answer::Session), [Go, Go, Go, Go]);
        check(Allowed::Build, Some(Answer::No), [Go, Go, Closed, Closed]);
        assert_eq!(Allowed::default(), Allowed::Build);
    }

    #[test]
    fn an_answer_holds_as_long_as_it_says_and_for_nothing_else() {
        let cases = [
            (Answer::Once, [Permit::Go, Permit::Ask, Permit::Ask]),
            (Answer::Session, [Permit::Go, Permit::Go, Permit::Go]),
            (Answer::No, [Permit::Closed, Permit::Closed, Permit::Closed]),
        ];
        for (answer, expected) in cases {
            let mut answers = Answers::default();
            answers.answer("eda", Group::Delete, answer);
            assert_eq!(answers.permit(Allowed::Everything, "eda", Group::Delete), Permit::Go);
            assert_eq!(answers.permit(Allowed::Build, "eda", Group::Run), Permit::Ask, "another group");
            assert_eq!(answers.permit(Allowed::Build, "cae", Group::Delete), Permit::Ask, "another bridge");
            let calls = [(); 3].map(|()| answers.permit(Allowed::Build, "eda", Group::Delete));
            assert_eq!(calls, expected, "{answer:?}");
            answers.forget("eda");
            assert_eq!(answers.permit(Allowed::Build, "eda", Group::Delete), Permit::Ask);
        }
    }

    #[test]
    fn its_words_are_read_as_they_are_written() {
        for choice in Allowed::ALL {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        for word in ["", "Look", "look ", "all"] {
            assert_eq!(word.parse::<Allowed>(), Err(NotAChoice(word.to_owned())));
        }
    }
}
