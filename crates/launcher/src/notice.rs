//! What is wrong, how to install again, and what is ours, for the day no engine is
//! left to say it.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use bascule_launcher::{Layout, Refused, Root};

use crate::look;
use crate::sentences::{Lang, say};

/// Why there is no engine to start.
#[derive(Debug)]
pub(crate) enum Cause {
    /// Nothing says which engine.
    NoNote { note: PathBuf },
    /// What says it cannot be read.
    BadNote { note: PathBuf, why: String },
    /// The engine is not there.
    NoEngine { engine: PathBuf },
    /// The system refused to start it.
    Refused { engine: PathBuf, error: io::Error },
}

/// Everything that is said instead of an engine's answer.
#[derive(Debug)]
pub(crate) struct Notice {
    cause: Cause,
    root: Root,
    /// Engines that are still there.
    engines: Vec<(String, PathBuf)>,
    owned: Option<Owned>,
}

/// Our files and entries, as the engine listed them.
#[derive(Debug)]
struct Owned {
    file: PathBuf,
    lines: Vec<String>,
    cut: bool,
}

/// The most of the list that is read, listed, and shown of one line.
const LIST_BYTES: u64 = 256 << 10;
const LIST_LINES: usize = 500;
const LINE_CHARS: usize = 1_000;

/// The most engines that are offered.
const ENGINES: usize = 3;

impl Notice {
    /// Looks at what is left of the installation.
    pub(crate) fn read(root: &Root, layout: Option<Layout>, cause: Cause) -> Self {
        // In the per-machine layout the list lies in the person's own state folder.
        let shared = layout != Some(Layout::User);
        let home = || std::env::home_dir().filter(|_| shared).map(|home| Root::at(home.join(".bascule")));
        let owned = Owned::read(root).or_else(|| Owned::read(&home()?));
        Self { engines: engines(root, &cause), root: root.clone(), cause, owned }
    }

    /// For a person in a terminal, in every language: which one is theirs is in the
    /// environment, which is not asked.
    pub(crate) fn for_people(&self) -> String {
        let mut text = String::new();
        for lang in [Lang::English, Lang::SimplifiedChinese] {
            self.tell(&mut text, lang);
            text.push('\n');
        }
        text
    }

    /// For an agent, which can do some of it where the person agrees.
    pub(crate) fn for_agents(&self) -> String {
        let mut text = String::new();
        self.tell(&mut text, Lang::English);
        text.push_str("\nTell the user this. Change none of these files unless the user asks you to.\n");
        text
    }

    /// What is wrong, in one sentence.
    pub(crate) fn cause(&self, lang: Lang) -> String {
        let shown = |path: &Path| path.display().to_string();
        match &self.cause {
            Cause::NoNote { note } => say(lang, "launcher-no-note", &[("file", &shown(note))]),
            Cause::BadNote { note, why } => say(lang, "launcher-bad-note", &[("file", &shown(note)), ("reason", why)]),
            Cause::NoEngine { engine } => say(lang, "launcher-no-engine", &[("file", &shown(engine))]),
            Cause::Refused { engine, error } => {
                let file = shown(engine);
                match Refused::of(error) {
                    Some(Refused::Policy) => say(lang, "launcher-policy", &[("file", &file)]),
                    Some(Refused::Virus) => say(lang, "launcher-virus", &[("file", &file)]),
                    Some(Refused::Permission) | None => {
                        say(lang, "launcher-refused", &[("file", &file), ("reason", &error.to_string())])
                    }
                }
            }
        }
    }

    fn tell(&self, text: &mut String, lang: Lang) {
        let mut line = |sentence: &str| _ = writeln!(text, "{sentence}");
        let folder = self.root.folder().display().to_string();
        line(&self.cause(lang));
        line(&say(lang, "launcher-again", &[]));
        if !self.engines.is_empty() {
            line(&say(lang, "launcher-use", &[]));
        }
        for (version, engine) in &self.engines {
            line(&format!("  {} self use {version}", typed(engine)));
        }
        let Some(owned) = &self.owned else {
            let program = self.root.launcher().display().to_string();
            line(&say(lang, "launcher-remove-unlisted", &[("program", &program), ("folder", &folder)]));
            return;
        };
        line(&say(lang, "launcher-remove", &[("folder", &folder)]));
        for entry in &owned.lines {
            line(&format!("  {entry}"));
        }
        if owned.cut {
            line(&say(lang, "launcher-list-cut", &[("file", &owned.file.display().to_string())]));
        }
    }
}

impl Owned {
    /// Reads the list as far as its limits go; `None` where there is none.
    fn read(root: &Root) -> Option<Self> {
        let file = root.owned();
        let mut bytes = look::read(&file, LIST_BYTES).ok()?;
        let mut cut = bytes.len() as u64 > LIST_BYTES;
        bytes.truncate(LIST_BYTES as usize);
        let text = String::from_utf8_lossy(&bytes);
        let mut all = text.lines().filter(|line| !line.trim().is_empty());
        // A tab parts the file from the entry in it.
        let plain = |line: &str| -> String {
            line.replace('\t', " → ").chars().filter(|c| !c.is_control()).take(LINE_CHARS).collect()
        };
        let lines = all.by_ref().take(LIST_LINES).map(plain).collect();
        cut |= all.next().is_some();
        Some(Self { file, lines, cut })
    }
}

/// The engines that are there and were not just refused, the last by name first.
fn engines(root: &Root, cause: &Cause) -> Vec<(String, PathBuf)> {
    let refused = match cause {
        Cause::NoEngine { engine } | Cause::Refused { engine, .. } => Some(engine),
        Cause::NoNote { .. } | Cause::BadNote { .. } => None,
    };
    let there = look::names(&root.versions()).into_iter().rev().map(|version| (root.engine(&version), version));
    let there = there.filter(|(engine, _)| Some(engine) != refused && engine.is_file());
    there.map(|(engine, version)| (version, engine)).take(ENGINES).collect()
}

/// A program's path as it is typed into a shell.
fn typed(program: &Path) -> String {
    let path = program.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "-_./:+\\".contains(c);
    match (path.chars().all(plain), cfg!(windows)) {
        (true, true) => path,
        (true, false) if !path.contains('\\') => path,
        (_, true) => format!("\"{path}\""),
        (_, false) => format!("'{}'", path.replace('\'', r"'\''")),
    }
}
