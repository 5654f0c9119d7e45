//! Whether a file takes part, in which streams, and through which includes.

use serde::Serialize;

use crate::disk;
use crate::index::{FileId, Index, Mode, Reach, Role};

/// How a file takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Activity {
    /// The file.
    pub file: String,
    /// It is on the disk now.
    pub exists: bool,
    /// `all`: compiled. `instance`: compiled where something refers to it. `xi`: spliced
    /// into assets. `reference`: its compiled stream is referred to. `none`: no stream
    /// reaches it.
    pub mode: &'static str,
    /// What it holds is compiled: `all`, or spliced into what is compiled.
    pub active: bool,
    /// Each stream that reaches it.
    pub streams: Vec<Way>,
}

/// How one stream reaches a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The stream.
    pub stream: String,
    /// As in [`Activity::mode`], in this stream.
    pub mode: &'static str,
    /// The includes that lead there, from the stream's entry on.
    pub chain: Vec<Step>,
}

/// One include on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The file it stands in.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// The longest chain that is told.
const STEPS: usize = 64;

impl Index {
    /// How a file takes part. A path may be relative to the mod's folder; its case
    /// does not count.
    pub fn activity(&self, path: &str) -> Activity {
        let path = self.placed(path);
        let known = self.by_path.get(&path.as_str().to_lowercase()).copied();
        let reaches = known.map(|id| self.file(id).reaches.as_slice()).unwrap_or_default();
        let streams: Vec<Way> = reaches
            .iter()
            .map(|reach| Way {
                stream: self.streams[reach.stream].name.clone(),
                mode: word(reach),
                chain: self.chain(reach),
            })
            .collect();
        let compiled = reaches.iter().any(|reach| reach.mode == Mode::All);
        let strongest = reaches.iter().min_by_key(|reach| (reach.role != Role::Document, reach.mode));
        let referred = || self.referenced.iter().any(|one| one.target.as_ref() == Some(&path));
        let mode = match strongest {
            Some(reach) => word(reach),
            None if referred() => "reference",
            None => "none",
        };
        Activity { file: self.shown(&path), exists: disk::is_file(&path), mode, active: compiled, streams }
    }

    fn chain(&self, reach: &Reach) -> Vec<Step> {
        let mut chain = Vec::new();
        let mut via = reach.via;
        while let Some((file, place)) = via
            && chain.len() < STEPS
        {
            chain.push(Step { file: self.shown(&self.file(file).path), line: place.line });
            via = self.above(file, reach.stream);
        }
        chain.reverse();
        chain
    }

    /// The include that leads to a file in a stream.
    fn above(&self, file: FileId, stream: usize) -> Option<(FileId, crate::xml::Place)> {
        let here = self.file(file).reaches.iter().filter(|reach| reach.stream == stream);
        here.min_by_key(|reach| (reach.role != Role::Document, reach.mode)).and_then(|reach| reach.via)
    }
}

fn word(reach: &Reach) -> &'static str {
    match (reach.role, reach.mode) {
        (Role::Document, Mode::All) => "all",
        (Role::Document, Mode::Instance) => "instance",
        (Role::Fragment | Role::Nested, _) => "xi",
    }
}
