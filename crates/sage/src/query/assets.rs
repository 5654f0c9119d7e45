//! Assets by id, and one definition with its text.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::disk;
use crate::index::{Asset, Index, Mode, Role};
use crate::limits::Limits;
use crate::xml::{decoded, lines_of};

/// Assets of one id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The definitions, those of compiled files first.
    pub assets: Vec<Located>,
    /// How many there are in all.
    pub total: usize,
    /// Where there are none: ids that hold what was asked, at most ten.
    pub similar: Vec<String>,
}

/// Where one asset is defined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Located {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id as it is written.
    pub id: String,
    /// The file.
    pub file: String,
    /// The line of its id.
    pub line: u32,
    /// `project`, `sdk` or `elsewhere`.
    pub origin: &'static str,
    /// `all`: it is compiled. `instance`: compiled where something refers to it.
    pub mode: &'static str,
    /// The streams that reach it.
    pub streams: Vec<String>,
    /// The streams in which it is the definition that counts.
    pub wins_in: Vec<String>,
    /// What it inherits from, as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inherit_from: Option<String>,
}

/// One definition with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Definition {
    /// The definition that counts in the first stream that has one.
    pub asset: Located,
    /// The text of its element.
    pub text: Text,
    /// What it inherits from, nearest first; values are not merged.
    pub parents: Vec<Parent>,
    /// Other definitions of the same type and id, which do not count there.
    pub others: Vec<Located>,
}

/// Lines of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Text {
    /// The first line.
    pub first_line: u32,
    /// The last line that is given.
    pub last_line: u32,
    /// There is more of the element.
    pub truncated: bool,
    /// The lines; absent where the file cannot be read any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xml: Option<String>,
}

/// One step up a chain of inheritance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parent {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id.
    pub id: String,
    /// The file; absent where no file the streams reach defines it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// The longest chain of inheritance that is followed.
const PARENTS: usize = 8;

/// The most bytes of text that are given.
const TEXT_BYTES: usize = 64 << 10;

impl Index {
    /// The assets of an id, in any case, of one type or of all; at most `limit`.
    pub fn find_asset(&self, id: &str, kind: Option<&str>, limit: usize) -> Found {
        let (kind, id) = typed(kind, id);
        let mut found: Vec<usize> = self.with(id, kind).collect();
        found.sort_by_key(|at| self.turn(*at));
        let similar = if found.is_empty() { self.similar(id) } else { Vec::new() };
        let assets = found.iter().take(limit).map(|at| self.located(*at)).collect();
        Found { assets, total: found.len(), similar }
    }

    /// The definition of a type and id that counts, with at most `lines` lines of its
    /// text; `None` where there is none.
    pub fn definition(&self, kind: &str, id: &str, lines: u32) -> Option<Definition> {
        let (kind, id) = typed(Some(kind), id);
        let mut found: Vec<usize> = self.with(id, kind).collect();
        found.sort_by_key(|at| self.turn(*at));
        let (first, others) = found.split_first()?;
        Some(Definition {
            asset: self.located(*first),
            text: self.text(&self.assets[*first], lines),
            parents: self.parents(*first),
            others: others.iter().map(|at| self.located(*at)).collect(),
        })
    }

    fn with<'a>(&'a self, id: &str, kind: Option<&'a str>) -> impl Iterator<Item = usize> + 'a {
        let found = self.by_id.get(&id.to_lowercase()).map(Vec::as_slice).unwrap_or_default();
        let fits = move |at: &usize| kind.is_none_or(|kind| self.assets[*at].kind.eq_ignore_ascii_case(kind));
        found.iter().copied().filter(fits)
    }

    /// What decides which of several definitions counts: compiled before visible, then
    /// by turn, then by place.
    fn turn(&self, at: usize) -> (Mode, usize, u32, usize) {
        let file = self.file(self.assets[at].file);
        let documents = file.reaches.iter().filter(|reach| reach.role == Role::Document);
        let best = documents.map(|reach| (reach.mode, reach.stream, reach.turn)).min();
        let (mode, stream, turn) = best.unwrap_or((Mode::Instance, usize::MAX, u32::MAX));
        (mode, stream, turn, at)
    }

    fn located(&self, at: usize) -> Located {
        let asset = &self.assets[at];
        let file = self.file(asset.file);
        let documents = || file.reaches.iter().filter(|reach| reach.role == Role::Document);
        let name = |stream: usize| self.streams[stream].name.clone();
        let wins = |stream: usize| self.winner(asset, stream) == Some(at);
        Located {
            kind: asset.kind.clone(),
            id: asset.id.clone(),
            file: self.shown(&file.path),
            line: asset.place.line,
            origin: file.origin.name(),
            mode: match file.document_mode() {
                Some(Mode::All) => "all",
                Some(Mode::Instance) | None => "instance",
            },
            streams: documents().map(|reach| name(reach.stream)).collect(),
            wins_in: documents().filter(|reach| wins(reach.stream)).map(|reach| name(reach.stream)).collect(),
            inherit_from: asset.inherit_from.clone(),
        }
    }

    /// The definition of an asset's type and id that counts in a stream.
    fn winner(&self, asset: &Asset, stream: usize) -> Option<usize> {
        let turn = |at: usize| {
            let reaches = self.file(self.assets[at].file).reaches.iter();
            let mut here = reaches.filter(|reach| reach.role == Role::Document && reach.stream == stream);
            here.next().map(|reach| (reach.mode, reach.turn, at))
        };
        let same = self.with(&asset.id, None).filter(|at| self.assets[*at].kind == asset.kind);
        same.filter_map(turn).min().map(|(_, _, at)| at)
    }

    /// Follows `inheritFrom` as the compiler does: exactly the same type, or the one
    /// that is named; an asset that names itself means another definition of it.
    fn parents(&self, from: usize) -> Vec<Parent> {
        let mut parents = Vec::new();
        let mut seen = BTreeSet::from([from]);
        let mut at = from;
        while parents.len() < PARENTS {
            let asset = &self.assets[at];
            let Some(written) = asset.inherit_from.as_deref().map(str::trim).filter(|text| !text.is_empty()) else {
                break;
            };
            let (kind, id) = written.split_once(':').unwrap_or((&asset.kind, written));
            let mut found: Vec<usize> =
                self.with(id, None).filter(|at| self.assets[*at].kind == kind && !seen.contains(at)).collect();
            found.sort_by_key(|at| self.turn(*at));
            let parent = found.first().copied();
            parents.push(Parent {
                kind: kind.to_owned(),
                id: id.to_owned(),
                file: parent.map(|at| self.shown(&self.file(self.assets[at].file).path)),
                line: parent.map(|at| self.assets[at].place.line),
            });
            let Some(parent) = parent else { break };
            seen.insert(parent);
            at = parent;
        }
        parents
    }

    fn text(&self, asset: &Asset, most: u32) -> Text {
        let (first, last) = asset.lines;
        let shown = last.min(first.saturating_add(most.max(1) - 1));
        let read = disk::read(&self.file(asset.file).path, Limits::default().file_bytes);
        let mut xml = read.ok().map(|bytes| lines_of(&decoded(&bytes).0, first, shown));
        let mut truncated = shown < last;
        if let Some(xml) = xml.as_mut().filter(|xml| xml.len() > TEXT_BYTES) {
            xml.truncate(xml.floor_char_boundary(TEXT_BYTES));
            truncated = true;
        }
        Text { first_line: first, last_line: shown, truncated, xml }
    }

    fn similar(&self, id: &str) -> Vec<String> {
        let part = id.to_lowercase();
        if part.chars().count() < 3 {
            return Vec::new();
        }
        let holding = self.by_id.iter().filter(|(known, _)| known.contains(&part));
        let ids = holding.filter_map(|(_, found)| Some(self.assets[*found.first()?].id.clone()));
        ids.take(10).collect()
    }
}

/// A type and an id, where the id may name its type too: `Type:Id`.
fn typed<'a>(kind: Option<&'a str>, id: &'a str) -> (Option<&'a str>, &'a str) {
    match id.trim().split_once(':') {
        Some((named, id)) => (kind.or(Some(named)), id),
        None => (kind, id.trim()),
    }
}
