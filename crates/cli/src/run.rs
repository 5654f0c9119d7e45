//! One run of the program: the machine, the engine, the language and the voice.

use std::collections::BTreeMap;
use std::path::Path;

use bascule_core::bridge::Spoken;
use bascule_core::machine::{Machine, Os};
use bascule_core::reconcile::Predecessor;
use bascule_engine::{Engine, RealDisk, Root};
use bascule_words::{Lang, Way, Words};
use camino::{Utf8Path, Utf8PathBuf};

use crate::programs::Programs;
use crate::voice::{Offer, Voice};

/// The disk of a run. Debug builds can be made to die at an effect.
#[cfg(debug_assertions)]
pub(crate) type RunDisk = bascule_engine::faulty::FaultyDisk<RealDisk>;
/// A text in the language of a run.
pub(crate) fn spoken<'t>(words: &Words, text: &'t Spoken) -> &'t str {
    match words.lang() {
        Lang::English => &text.en,
        Lang::SimplifiedChinese => &text.zh_cn,
    }
}

/// The disk of a run.
#[cfg(not(debug_assertions))]
pub(crate) type RunDisk = RealDisk;

/// Everything a command needs.
pub(crate) struct Run {
    /// What changes files.
    pub(crate) engine: Engine<RunDisk>,
    /// What is said.
    pub(crate) words: Words,
    /// Who says it.
    pub(crate) voice: Voice,
    /// Where our own programs lie.
    pub(crate) programs: Programs,
    /// How a person starts this program, as it is typed.
    pub(crate) me: String,
    /// What people call each bridge.
    names: BTreeMap<String, String>,
}

impl Run {
    /// A run on this machine whose entries start the launcher of these programs.
    pub(crate) fn new(machine: Machine, programs: Programs, words: Words, voice: Voice) -> Self {
        let me = typed_name(&machine, &programs);
        let mut engine = Engine::on(disk(&machine), machine, programs.launcher());
        engine.root = programs.root().cloned();
        let mut names = BTreeMap::new();
        for (id, pack) in engine.packs(crate::version()) {
            let Ok(manifest) = pack else { continue };
            let old = manifest
                .predecessors
                .iter()
                .map(|old| Predecessor { names: old.names.clone(), command: Some(old.fragment.clone()) });
            engine.predecessors.insert(id.clone(), old.collect());
            names.insert(id, spoken(&words, &manifest.name).to_owned());
        }
        Self { engine, words, voice, programs, me, names }
    }

    /// What people call a bridge; its id where nobody can know that.
    pub(crate) fn bridge_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.names.get(id).map_or(id, String::as_str)
    }

    /// A command of ours as it is typed here.
    pub(crate) fn typed(&self, arguments: &[String]) -> String {
        let mut command = self.me.clone();
        for argument in arguments {
            command.push(' ');
            command.push_str(&quoted(argument, self.engine.machine.os));
        }
        command
    }

    /// Ways out as they are shown.
    pub(crate) fn offers(&self, ways: &[Way]) -> Vec<Offer> {
        ways.iter().map(|way| Offer { label: way.label.clone(), command: self.typed(&way.arguments) }).collect()
    }

    /// The arguments of a command as they are typed, without the program.
    pub(crate) fn line_of(&self, arguments: &[String]) -> String {
        let quoted: Vec<String> = arguments.iter().map(|one| quoted(one, self.engine.machine.os)).collect();
        quoted.join(" ")
    }

    /// A path as people write it.
    pub(crate) fn path(&self, path: &Utf8Path) -> String {
        match path.strip_prefix(&self.engine.machine.home) {
            Ok(below) if self.engine.machine.os != Os::Windows => format!("~/{below}"),
            _ => path.to_string(),
        }
    }

    /// A sentence.
    pub(crate) fn say(&self, id: &str, values: &[(&str, bascule_words::Value<'_>)]) -> String {
        self.words.say(id, values)
    }
}

/// This program's own path, behind symbolic links, as people and programs write it:
/// on Windows without the prefix `\\?\` wherever the path is short enough to go without.
pub(crate) fn own_path() -> Option<Utf8PathBuf> {
    let path = Utf8PathBuf::from_path_buf(std::env::current_exe().ok()?).ok()?;
    Some(real_path(&path).unwrap_or(path))
}

fn real_path(path: impl AsRef<Path>) -> Option<Utf8PathBuf> {
    Utf8PathBuf::from_path_buf(dunce::canonicalize(path).ok()?).ok()
}

/// `bascule` where PATH leads from there to this program or its launcher, else a full
/// path: the launcher's where it started this program.
pub(crate) fn typed_name(machine: &Machine, programs: &Programs) -> String {
    let Some(own) = own_path() else { return "bascule".to_owned() };
    let installed = Root::of_engine(own.as_std_path()).is_some();
    let launcher = programs.root().filter(|_| installed).map(|_| programs.launcher());
    let launcher = launcher.filter(|launcher| launcher.is_file());
    let real = launcher.as_ref().and_then(real_path);
    let (name, separator) = if machine.os == Os::Windows { ("bascule.exe", ';') } else { ("bascule", ':') };
    let first = machine
        .var("PATH")
        .unwrap_or_default()
        .split(separator)
        .filter(|folder| !folder.is_empty())
        .find_map(|folder| real_path(Utf8Path::new(folder).join(name)));
    if first.is_some() && (first.as_ref() == Some(&own) || first == real) {
        return "bascule".to_owned();
    }
    quoted(launcher.as_ref().unwrap_or(&own).as_str(), machine.os)
}

/// An argument as it is typed into a shell.
pub(crate) fn quoted(argument: &str, os: Os) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=+,@%".contains(c) || (os == Os::Windows && c == '\\');
    if !argument.is_empty() && argument.chars().all(plain) {
        return argument.to_owned();
    }
    match os {
        Os::Windows => format!("\"{argument}\""),
        Os::Mac | Os::Linux => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}

/// `BASCULE_FAULT=kill:N` makes the N-th effect the last.
#[cfg(debug_assertions)]
fn disk(machine: &Machine) -> RunDisk {
    use bascule_engine::faulty::{Fault, FaultyDisk};
    let at = machine.var("BASCULE_FAULT").and_then(|fault| fault.strip_prefix("kill:")?.parse().ok());
    FaultyDisk::new(RealDisk, at.unwrap_or(0), Fault::Kill)
}

#[cfg(not(debug_assertions))]
fn disk(_: &Machine) -> RunDisk {
    RealDisk
}

#[cfg(test)]
mod tests {
    use super::quoted;
    use bascule_core::machine::Os;

    #[test]
    fn arguments_are_quoted_where_a_shell_would_read_them_otherwise() {
        assert_eq!(quoted("--harness", Os::Linux), "--harness");
        assert_eq!(quoted("/a b/it's", Os::Linux), r"'/a b/it'\''s'");
        assert_eq!(quoted(r"C:\Program Files\x", Os::Windows), "\"C:\\Program Files\\x\"");
    }
}
