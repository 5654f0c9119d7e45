//! One real program as data, and what its words mean.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use camino::{Utf8Path, Utf8PathBuf};
use serde::Deserialize;

/// A row of `tests/harnesses/programs.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Program {
    pub(crate) id: String,
    pub(crate) package: String,
    pub(crate) binary: Utf8PathBuf,
    pub(crate) list: Vec<String>,
    pub(crate) config: Utf8PathBuf,
    #[serde(default)]
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) expects: Expects,
    reads: Reads,
    present: String,
    absent: String,
    pub(crate) skill: Option<Skill>,
}

/// How a program that says which skills it knows is asked.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Skill {
    /// The program's own command.
    pub(crate) list: Vec<String>,
    /// What it needs to answer without a login.
    #[serde(default)]
    pub(crate) env: BTreeMap<String, String>,
    /// What it prints for a skill it knows.
    present: String,
}

impl Skill {
    /// Whether the printed answer names the skill of this name in this home.
    pub(crate) fn is_known(&self, name: &str, home: &Utf8Path, stdout: &str, stderr: &str) -> bool {
        let said = format!("{}\n{}", colourless(stdout), colourless(stderr));
        said.contains(&self.present.replace("{name}", name).replace("{home}", home.as_str()))
    }
}

/// What a program says of a server it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Expects {
    /// It starts the server and says whether that worked.
    Connected,
    /// It says what it read and starts nothing.
    Listed,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Reads {
    Text,
    Json,
}

/// A server as a config names it.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    pub(crate) name: String,
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
}

/// What a program's own words say of one server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// It is there as meant.
    AsMeant,
    /// It is there, but not as meant.
    Otherwise,
    /// The program does not know it.
    Unknown,
}

/// Reads the table; refuses a key it does not know.
pub(crate) fn programs(folder: &Utf8Path) -> Result<Vec<Program>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        program: Vec<Program>,
    }
    let path = folder.join("programs.toml");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    let file: File = toml::from_str(&text).with_context(|| format!("cannot read {path}"))?;
    Ok(file.program)
}

impl Program {
    /// The arguments that make the program say whether it knows this server.
    pub(crate) fn question(&self, server: &Server) -> Vec<String> {
        self.list.iter().map(|word| word.replace("{name}", &server.name)).collect()
    }

    /// What the printed answer says of this server.
    ///
    /// Refuses what was announced as JSON and is not.
    pub(crate) fn word(&self, server: &Server, stdout: &str, stderr: &str) -> Result<Word> {
        let said = match self.reads {
            // Gemini CLI answers on its error output.
            Reads::Text => format!("{}\n{}", colourless(stdout), colourless(stderr)),
            Reads::Json => serde_json::from_str::<serde_json::Value>(stdout).context("not JSON")?.to_string(),
        };
        Ok(if said.contains(&filled(&self.present, server)) {
            Word::AsMeant
        } else if said.contains(&filled(&self.absent, server)) {
            Word::Otherwise
        } else {
            Word::Unknown
        })
    }
}

fn filled(pattern: &str, server: &Server) -> String {
    pattern
        .replace("{name}", &server.name)
        .replace("{command}", &server.command)
        .replace("{args}", &server.args.join(" "))
        .replace("{args_json}", &serde_json::json!(server.args).to_string())
}

/// Takes out what colours a terminal: escape, bracket, numbers, one letter.
fn colourless(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, coloured)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = coloured.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        rest = rest.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(reads: Reads, present: &str, absent: &str, output: &str) -> Word {
        let program = Program {
            id: "any".into(),
            package: "any".into(),
            binary: "any".into(),
            list: Vec::new(),
            config: "any".into(),
            env: BTreeMap::new(),
            expects: Expects::Connected,
            reads,
            present: present.into(),
            absent: absent.into(),
            skill: None,
        };
        let server = Server { name: "x".into(), command: "/c".into(), args: vec!["a".into(), "b".into()] };
        program.word(&server, output, "").unwrap()
    }

    #[test]
    fn tells_as_meant_from_otherwise_from_unknown() {
        for (output, word) in [
            ("\u{1b}[32m✓\u{1b}[0m x: /c a b - up", Word::AsMeant),
            ("x: /c a - up", Word::Otherwise),
            ("y: /c a b - up", Word::Unknown),
        ] {
            assert_eq!(said(Reads::Text, "✓ {name}: {command} {args} - up", "{name}:", output), word, "{output}");
        }
    }

    #[test]
    fn compares_json_without_its_layout() {
        let (present, absent) = (r#""{name}":{"args":{args_json}}"#, r#""{name}""#);
        assert_eq!(said(Reads::Json, present, absent, "{ \"x\" : { \"args\": [\"a\",\n\"b\"] } }"), Word::AsMeant);
        assert_eq!(said(Reads::Json, present, absent, "{ \"x\" : { \"args\": [\"b\"] } }"), Word::Otherwise);
        assert_eq!(said(Reads::Json, present, absent, "{}"), Word::Unknown);
    }
}
