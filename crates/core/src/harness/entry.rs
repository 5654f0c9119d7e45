//! The entry a harness gets, and what a server may be called in it.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use serde_json::{Map, Value};

use super::{Charset, Inherits, NameRules, Part, Shape};
use crate::machine::{Machine, Os};

/// How a server is started: a program and its arguments, never a shell line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program, absolute.
    pub program: Utf8PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
}

/// Why a name cannot be used in a harness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameProblem {
    /// No character at all.
    #[error("the name is empty")]
    Empty,
    /// A character it does not accept.
    #[error("{0:?} is not accepted in a server name")]
    Character(char),
    /// Longer than it accepts.
    #[error("longer than {0} characters")]
    TooLong(u8),
    /// Kept by the program for itself.
    #[error("the program keeps this name for itself")]
    Reserved,
}

impl Shape {
    /// The entry that starts `launch` under `name`.
    pub fn entry(&self, name: &str, launch: &Launch) -> Value {
        let text = |text: &str| Value::String(text.to_owned());
        let args = || launch.args.iter().map(|arg| text(arg));
        let mut map = Map::new();
        for (key, part) in self.entry {
            let value = match part {
                Part::Command => text(launch.program.as_str()),
                Part::Args => Value::Array(args().collect()),
                Part::CommandLine => {
                    Value::Array(std::iter::once(text(launch.program.as_str())).chain(args()).collect())
                }
                Part::Name => text(name),
                Part::Text(fixed) => text(fixed),
                Part::Flag(flag) => Value::Bool(*flag),
                Part::Number(number) => Value::from(*number),
                Part::Texts(texts) => Value::Array(texts.iter().map(|fixed| text(fixed)).collect()),
                Part::EmptyMap => Value::Object(Map::new()),
                Part::EmptyList => Value::Array(Vec::new()),
            };
            map.insert((*key).to_owned(), value);
        }
        Value::Object(map)
    }

    /// The program and arguments an entry of this shape would start; `None` where
    /// it starts none (a remote server) or is not of this shape.
    pub fn launch(&self, entry: &Value) -> Option<Launch> {
        let texts = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
        };
        let under =
            |wanted: Part| self.entry.iter().find(|(_, part)| *part == wanted).and_then(|(key, _)| entry.get(*key));
        if let Some(line) = under(Part::CommandLine) {
            let (program, args) = texts(line)
                .map(|mut line| if line.is_empty() { (String::new(), line) } else { (line.remove(0), line) })?;
            return (!program.is_empty()).then(|| Launch { program: program.into(), args });
        }
        let program = under(Part::Command)?.as_str()?;
        let args = under(Part::Args).map_or_else(|| Some(Vec::new()), texts)?;
        Some(Launch { program: program.into(), args })
    }
}

impl Inherits {
    /// The environment a server started by such a program gets on this machine.
    ///
    /// A desktop program on macOS or Linux may know a richer PATH than the bare one;
    /// what starts with the bare one starts with any.
    pub fn environment(self, machine: &Machine) -> BTreeMap<String, String> {
        let path = |name: &String| name.eq_ignore_ascii_case("PATH");
        match (self, machine.os) {
            (Self::Shell, _) | (Self::Desktop, Os::Windows) => machine.env.clone(),
            (Self::PathOnly, _) => {
                machine.env.iter().filter(|(name, _)| path(name)).map(|(a, b)| (a.clone(), b.clone())).collect()
            }
            (Self::Desktop, Os::Mac | Os::Linux) => {
                let mut env = machine.env.clone();
                env.insert("PATH".to_owned(), "/usr/bin:/bin:/usr/sbin:/sbin".to_owned());
                env
            }
        }
    }
}

impl NameRules {
    /// Whether a server may be called `name`.
    pub fn judge(&self, name: &str) -> Result<(), NameProblem> {
        if name.is_empty() {
            return Err(NameProblem::Empty);
        }
        let accepted = |c: char| match self.charset {
            Charset::Word => c.is_ascii_alphanumeric() || c == '_' || c == '-',
            Charset::NoUnderscore => c.is_ascii_alphanumeric() || c == '-',
        };
        if let Some(bad) = name.chars().find(|c| !accepted(*c)) {
            return Err(NameProblem::Character(bad));
        }
        if let Some(longest) = self.longest.filter(|longest| name.len() > usize::from(*longest)) {
            return Err(NameProblem::TooLong(longest));
        }
        if self.reserved.iter().any(|reserved| reserved.eq_ignore_ascii_case(name)) {
            return Err(NameProblem::Reserved);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_gets_what_its_program_passes_on() {
        let machine = Machine::new(Os::Linux, "/home/ann").with_env("PATH", "/opt/x").with_env("TOKEN", "t");
        let path = |inherits: Inherits| inherits.environment(&machine).get("PATH").cloned();
        assert_eq!(Inherits::Shell.environment(&machine), machine.env);
        assert_eq!(Inherits::PathOnly.environment(&machine).len(), 1);
        assert_eq!(path(Inherits::PathOnly).as_deref(), Some("/opt/x"));
        assert_eq!(path(Inherits::Desktop).as_deref(), Some("/usr/bin:/bin:/usr/sbin:/sbin"));
    }
}
