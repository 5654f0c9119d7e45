//! Names in any case: mods are written on systems where case does not count.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{self, Stamp};

/// Folders that were looked into, each read once.
#[derive(Debug, Default)]
pub(crate) struct Folders {
    /// By the folder's path as text: comparing paths part by part takes its time.
    seen: BTreeMap<String, Names>,
}

/// The names of a folder.
#[derive(Debug)]
struct Names {
    /// How the folder looked before it was read.
    stamp: Option<Stamp>,
    /// Names as they stand on the disk, by the same in lower case; `None` where the
    /// folder is not there or cannot be listed.
    by_lower: Option<BTreeMap<String, Vec<String>>>,
    /// The names that were asked for, and what they were answered with.
    asked: BTreeMap<String, Option<String>>,
}

/// What was asked of a folder, to see later whether it would answer the same.
#[derive(Debug)]
pub(crate) struct Asked {
    folder: Utf8PathBuf,
    stamp: Option<Stamp>,
    answers: BTreeMap<String, Option<String>>,
}

impl Folders {
    /// The file at `rest` below `base`, spelled as it stands on the disk. `base` is
    /// taken as it is; the case of `rest` does not count.
    pub(crate) fn file(&mut self, base: &Utf8Path, rest: &str) -> Option<Utf8PathBuf> {
        let mut at = base.to_owned();
        for part in rest.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    at.pop();
                }
                part => at = self.below(&at, part)?,
            }
        }
        disk::is_file(&at).then_some(at)
    }

    /// Everything that was asked.
    pub(crate) fn asked(self) -> Vec<Asked> {
        let asked = |(folder, names): (String, Names)| Asked {
            folder: folder.into(),
            stamp: names.stamp,
            answers: names.asked,
        };
        self.seen.into_iter().map(asked).collect()
    }

    fn below(&mut self, folder: &Utf8Path, name: &str) -> Option<Utf8PathBuf> {
        if !self.seen.contains_key(folder.as_str()) {
            self.seen.insert(folder.to_string(), Names::of(folder));
        }
        let names = self.seen.get_mut(folder.as_str())?;
        let answer = match names.asked.get(name) {
            Some(answer) => answer.clone(),
            None => {
                let answer = names.answer(folder, name);
                names.asked.insert(name.to_owned(), answer.clone());
                answer
            }
        };
        answer.map(|name| folder.join(name))
    }
}

impl Names {
    fn of(folder: &Utf8Path) -> Self {
        let stamp = disk::stamp(folder);
        let by_lower = disk::list(folder).map(|names| {
            let mut by_lower: BTreeMap<String, Vec<String>> = BTreeMap::new();
            names.into_iter().for_each(|name| by_lower.entry(name.to_lowercase()).or_default().push(name));
            by_lower
        });
        Self { stamp, by_lower, asked: BTreeMap::new() }
    }

    fn answer(&self, folder: &Utf8Path, name: &str) -> Option<String> {
        match &self.by_lower {
            Some(by_lower) => {
                let names = by_lower.get(&name.to_lowercase())?;
                names.iter().find(|known| *known == name).or_else(|| names.first()).cloned()
            }
            // A folder may be passed through without being listed.
            None => disk::stamp(&folder.join(name)).map(|_| name.to_owned()),
        }
    }
}

impl Asked {
    /// The folder that was asked.
    pub(crate) fn folder(&self) -> &Utf8Path {
        &self.folder
    }

    /// Whether the folder would answer something else now. Folders above a mod change
    /// all the time; only what was asked of them counts.
    pub(crate) fn differs(&self) -> bool {
        if disk::stamp(&self.folder) == self.stamp {
            return false;
        }
        let now = Names::of(&self.folder);
        self.answers.iter().any(|(name, answer)| now.answer(&self.folder, name) != *answer)
    }
}
