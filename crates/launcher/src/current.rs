//! The note `current`: which engine to start, and for whom.
//!
//! Lines of `key = value`, the contract first, each key once, nothing else:
//! ```text
//! contract = 1
//! version = 0.1.0
//! app = /Applications/Bascule.app
//! layout = user
//! ```

use std::fmt;

use crate::CONTRACT;

/// What the note says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Current {
    /// The contract it was written for.
    contract: u32,
    /// The version whose engine is started.
    version: String,
    /// The app the engine came from; `None` where it came alone.
    app: Option<String>,
    /// Where the state folder is.
    layout: Layout,
}

/// Whose an installation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One person's: the installation lies in the state folder.
    User,
    /// Everybody's: nothing but programs lies in it, each person has a state folder.
    Machine,
}

/// Why a note cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CurrentError {
    /// It is longer than any note.
    TooLong,
    /// It is not UTF-8.
    NotText,
    /// A line is no `key = value`.
    NoPair(usize),
    /// A line has a key that is none.
    UnknownKey(usize, String),
    /// A key stands twice.
    Twice(usize, &'static str),
    /// A value is not one its key can have.
    BadValue(usize, &'static str),
    /// A key is not there.
    Missing(&'static str),
    /// It was written for a later launcher; the number it asks for.
    LaterContract(u32),
}

impl Current {
    /// The most bytes of a note: a path and a little more.
    pub const LIMIT: usize = 64 << 10;

    /// A note of this contract.
    ///
    /// Refuses a version that is no name of a folder, and an app's path that is not
    /// absolute or does not fit on one line.
    pub fn new(version: &str, app: Option<&str>, layout: Layout) -> Result<Self, CurrentError> {
        if !is_version(version) {
            return Err(CurrentError::BadValue(2, "version"));
        }
        if app.is_some_and(|app| !is_place(app)) {
            return Err(CurrentError::BadValue(3, "app"));
        }
        Ok(Self { contract: CONTRACT, version: version.to_owned(), app: app.map(str::to_owned), layout })
    }

    /// Reads a note.
    ///
    /// Refuses everything it does not know, so that a damaged note never starts
    /// something else than it meant.
    pub fn parse(bytes: &[u8]) -> Result<Self, CurrentError> {
        if bytes.len() > Self::LIMIT {
            return Err(CurrentError::TooLong);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| CurrentError::NotText)?;
        // What follows in a later contract may look otherwise.
        let first = text.lines().next().and_then(|line| line.strip_prefix("contract = "));
        let contract = first.ok_or(CurrentError::Missing("contract"))?.parse().ok().filter(|number| *number > 0);
        let contract: u32 = contract.ok_or(CurrentError::BadValue(1, "contract"))?;
        if contract > CONTRACT {
            return Err(CurrentError::LaterContract(contract));
        }
        let pairs = pairs(text)?;
        let value = |wanted| pairs.iter().find(|(_, key, _)| *key == wanted).map(|(line, _, value)| (*line, *value));
        let needed = |key| value(key).ok_or(CurrentError::Missing(key));
        let (version_line, version) = needed("version")?;
        let (layout_line, layout) = needed("layout")?;
        let app = value("app");
        if !is_version(version) {
            return Err(CurrentError::BadValue(version_line, "version"));
        }
        if let Some((line, _)) = app.filter(|(_, app)| !is_place(app)) {
            return Err(CurrentError::BadValue(line, "app"));
        }
        let layout = match layout {
            "user" => Layout::User,
            "machine" => Layout::Machine,
            _ => return Err(CurrentError::BadValue(layout_line, "layout")),
        };
        let app = app.map(|(_, app)| app.to_owned());
        Ok(Self { contract, version: version.to_owned(), app, layout })
    }

    /// The note as it is written.
    pub fn to_text(&self) -> String {
        let app = self.app.as_ref().map_or_else(String::new, |app| format!("app = {app}\n"));
        let layout = match self.layout {
            Layout::User => "user",
            Layout::Machine => "machine",
        };
        format!("contract = {}\nversion = {}\n{app}layout = {layout}\n", self.contract, self.version)
    }

    /// The contract it was written for, which its launcher keeps.
    pub fn contract(&self) -> u32 {
        self.contract
    }

    /// The version whose engine is started.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The app the engine came from; `None` where it came alone.
    pub fn app(&self) -> Option<&str> {
        self.app.as_deref()
    }

    /// Whose the installation is.
    pub fn layout(&self) -> Layout {
        self.layout
    }
}

const KEYS: [&str; 4] = ["contract", "version", "app", "layout"];

/// The lines with their numbers, keys and values.
fn pairs(text: &str) -> Result<Vec<(usize, &'static str, &str)>, CurrentError> {
    let mut pairs: Vec<(usize, &str, &str)> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let (key, value) = text.split_once(" = ").ok_or(CurrentError::NoPair(line))?;
        let Some(known) = KEYS.into_iter().find(|known| *known == key) else {
            return Err(CurrentError::UnknownKey(line, key.to_owned()));
        };
        if pairs.iter().any(|(_, earlier, _)| *earlier == known) {
            return Err(CurrentError::Twice(line, known));
        }
        pairs.push((line, known, value));
    }
    Ok(pairs)
}

/// Whether a version can name a folder on every system and leads nowhere else.
fn is_version(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    text.len() <= 64
        && text.starts_with(|first: char| first.is_ascii_digit())
        && text.chars().all(plain)
        && !text.ends_with('.')
}

/// Whether a path is absolute on some system and stands on one line.
fn is_place(path: &str) -> bool {
    let mut start = path.chars();
    let absolute = match (start.next(), start.next(), start.next()) {
        (Some('/'), ..) | (Some('\\'), Some('\\'), _) => true,
        (Some(drive), Some(':'), Some('/' | '\\')) => drive.is_ascii_alphabetic(),
        _ => false,
    };
    absolute && path.len() < Current::LIMIT / 2 && !path.chars().any(char::is_control)
}

impl fmt::Display for CurrentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "longer than {} bytes", Current::LIMIT),
            Self::NotText => f.write_str("not UTF-8 text"),
            Self::NoPair(line) => write!(f, "line {line} is no `key = value`"),
            Self::UnknownKey(line, key) => write!(f, "line {line}: unknown key {key:?}"),
            Self::Twice(line, key) => write!(f, "line {line}: {key} stands twice"),
            Self::BadValue(line, key) => write!(f, "line {line}: no {key} has this value"),
            Self::Missing(key) => write!(f, "{key} is missing"),
            Self::LaterContract(number) => write!(f, "written for contract {number}, later than {CONTRACT}"),
        }
    }
}

impl std::error::Error for CurrentError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let apps = [None, Some("/opt/Bascule app/吊桥"), Some(r"C:\Program Files\Bascule\app.exe"), Some("/a = b ")];
        for app in apps {
            for layout in [Layout::User, Layout::Machine] {
                let current = Current::new("0.1.0-beta.2+x", app, layout).unwrap();
                assert_eq!(Current::parse(current.to_text().as_bytes()), Ok(current));
            }
        }
    }

    #[test]
    fn lines_may_end_as_windows_ends_them() {
        let current = Current::parse(b"contract = 1\r\nversion = 2.0.0\r\nlayout = machine\r\n").unwrap();
        assert_eq!((current.version(), current.app(), current.layout()), ("2.0.0", None, Layout::Machine));
    }

    #[track_caller]
    fn refused(text: &str, why: CurrentError) {
        assert_eq!(Current::parse(text.as_bytes()), Err(why), "{text}");
    }

    #[test]
    fn nothing_is_guessed() {
        let good = "contract = 1\nversion = 1.0.0\nlayout = user\n";
        refused("", CurrentError::Missing("contract"));
        refused("contract = 1\nlayout = user\n", CurrentError::Missing("version"));
        refused("contract = 1\nversion = 1.0.0\n", CurrentError::Missing("layout"));
        refused(&format!("{good}\n"), CurrentError::NoPair(4));
        refused(&format!("{good}version=2.0.0\n"), CurrentError::NoPair(4));
        refused(&format!("{good}version = 2.0.0\n"), CurrentError::Twice(4, "version"));
        refused(&format!("{good}colour = red\n"), CurrentError::UnknownKey(4, "colour".into()));
        refused(&format!("{good}app = bascule\n"), CurrentError::BadValue(4, "app"));
        refused(&good.replace("= user", "= mine"), CurrentError::BadValue(3, "layout"));
        for contract in ["0", "-1", "one", "1.0"] {
            refused(
                &good.replace("contract = 1", &format!("contract = {contract}")),
                CurrentError::BadValue(1, "contract"),
            );
        }
        for version in ["..", "../1.0.0", "1/2", r"1\2", "v1", "1.", "1.0 ", "", "1:2"] {
            refused(&good.replace("1.0.0", version), CurrentError::BadValue(2, "version"));
        }
        assert_eq!(Current::parse(&[b'x'; Current::LIMIT + 1]), Err(CurrentError::TooLong));
        assert_eq!(Current::parse(b"contract = \xff"), Err(CurrentError::NotText));
    }

    #[test]
    fn a_later_contract_is_known_before_its_new_keys() {
        refused("contract = 2\n[mood]\n", CurrentError::LaterContract(2));
    }

    #[test]
    fn what_could_not_be_read_again_is_not_written() {
        assert!(Current::new("../x", None, Layout::User).is_err());
        for app in ["relative", "/a\nb", "", "C:relative"] {
            assert!(Current::new("1.0.0", Some(app), Layout::User).is_err(), "{app:?}");
        }
    }
}
