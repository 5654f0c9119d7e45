//! What the app was started with.

use bascule_core::login;

use crate::choice::Place;

/// How it was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// To run.
    Run(Asked),
    /// To say its version.
    Version,
}

/// What was asked of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    /// The person logged in, and asked for nothing.
    pub(super) at_login: bool,
    /// Where its window is to open.
    pub(super) place: Option<Place>,
}

impl Asked {
    /// Reads the arguments; hands back the first that nobody knows.
    pub(super) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Start, String> {
        let mut asked = Self::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                login::AT_LOGIN => asked.at_login = true,
                "--version" => return Ok(Start::Version),
                "--open" => {
                    let word = arguments.next().unwrap_or_default();
                    let place = Place::ALL.into_iter().find(|place| place.word() == word);
                    asked.place = Some(place.ok_or(word)?);
                }
                _ => return Err(argument),
            }
        }
        Ok(Start::Run(asked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_known_or_refused() {
        let run = |at_login, place| Ok(Start::Run(Asked { at_login, place }));
        let cases: [(&[&str], _); 7] = [
            (&[], run(false, None)),
            (&["--at-login"], run(true, None)),
            (&["--open", "setup"], run(false, Some(Place::Setup))),
            (&["--version"], Ok(Start::Version)),
            (&["--open", "somewhere"], Err("somewhere".to_owned())),
            (&["--open"], Err(String::new())),
            (&["window"], Err("window".to_owned())),
        ];
        for (arguments, expected) in cases {
            assert_eq!(Asked::parse(arguments.iter().map(|one| (*one).to_owned())), expected, "{arguments:?}");
        }
    }
}
