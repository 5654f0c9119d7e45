//! Walks the includes of every stream, reading each file once.
//!
//! Each stream is walked twice. The first walk follows only includes of type all: it
//! says what is compiled, in the order in which the compiler takes definitions. The
//! second follows every include; what only it reaches is merely visible.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::{Asset, Define, File, FileId, Index, Job, Mode, Origin, Reach, Referenced, Role, Stream};
use crate::diagnostic::{Cause, Diagnostic};
use crate::disk::{self, Stamp, Unread};
use crate::includes::{Resolution, Resolver};
use crate::limits::Limits;
use crate::xml::{self, Document, IncludeMode, Place};

/// What is known while it is built.
pub(super) struct Build {
    job: Job,
    resolver: Resolver,
    limits: Limits,
    bytes: u64,
    files: Vec<File>,
    read: Vec<Read>,
    by_path: BTreeMap<Utf8PathBuf, FileId>,
    index: Index,
}

/// A file that was read.
struct Read {
    document: Document,
    stamp: Option<Stamp>,
    /// Where its includes lead; known once it is a document of some stream.
    includes: Option<Vec<Edge>>,
    /// Where its splices lead; known once a stream reached it.
    splices: Option<Vec<Edge>>,
    faults_told: bool,
}

/// One include or splice that leads to a file.
#[derive(Clone, Copy)]
struct Edge {
    target: FileId,
    compiled: bool,
    place: Place,
}

/// A file on the way of a walk, and how far its edges were followed.
struct Stop {
    file: FileId,
    role: Role,
    next: usize,
}

impl Build {
    pub(super) fn run(job: Job) -> Index {
        let index = Index {
            roots: job.roots.clone(),
            streams: Vec::new(),
            files: Vec::new(),
            assets: Vec::new(),
            defines: Vec::new(),
            referenced: Vec::new(),
            diagnostics: Vec::new(),
            more_diagnostics: 0,
            by_id: BTreeMap::new(),
            by_path: BTreeMap::new(),
            stamps: Vec::new(),
            asked: Vec::new(),
        };
        let mut build = Self {
            resolver: Resolver::new(job.roots.clone()),
            limits: job.limits,
            job,
            bytes: 0,
            files: Vec::new(),
            read: Vec::new(),
            by_path: BTreeMap::new(),
            index,
        };
        for (name, entry) in build.job.streams.clone() {
            let Some(entry) = build.file(&entry, None) else { continue };
            let stream = build.index.streams.len();
            build.index.streams.push(Stream { name, entry });
            build.walk(stream, entry, Mode::All);
            build.walk(stream, entry, Mode::Instance);
        }
        build.finish()
    }

    /// Follows a stream's includes from its entry, depth first in document order.
    fn walk(&mut self, stream: usize, entry: FileId, mode: Mode) {
        let mut turn = 0;
        let mut seen = BTreeSet::new();
        let mut way = Vec::new();
        self.arrive(&mut way, &mut seen, &mut turn, stream, mode, (entry, Role::Document, None));
        while let Some(stop) = way.last_mut() {
            let (file, role) = (stop.file, stop.role);
            let next = stop.next;
            stop.next += 1;
            let Some((edge, leads_to)) = self.edge(file, role, next) else {
                way.pop();
                continue;
            };
            if mode == Mode::All && !edge.compiled {
                continue;
            }
            let circle = way
                .iter()
                .any(|stop| stop.file == edge.target && (stop.role == Role::Document) == (leads_to == Role::Document));
            if circle {
                if mode == Mode::Instance {
                    let back = self.files[edge.target as usize].path.clone();
                    self.tell_once(file, edge.place, Cause::Cycle(back));
                }
                continue;
            }
            if way.len() >= self.limits.include_depth {
                self.tell_once(file, edge.place, Cause::ChainTooLong(self.limits.include_depth));
                continue;
            }
            let via = Some((file, edge.place));
            self.arrive(&mut way, &mut seen, &mut turn, stream, mode, (edge.target, leads_to, via));
        }
    }

    /// Notes that a walk reaches a file, and goes on from it where it is new.
    fn arrive(
        &mut self,
        way: &mut Vec<Stop>,
        seen: &mut BTreeSet<(FileId, bool)>,
        turn: &mut u32,
        stream: usize,
        mode: Mode,
        (file, role, via): (FileId, Role, Option<(FileId, Place)>),
    ) {
        let is_document = role == Role::Document;
        let reaches = &mut self.files[file as usize].reaches;
        let known =
            reaches.iter_mut().find(|known| known.stream == stream && (known.role == Role::Document) == is_document);
        match known {
            // A fragment that a document splices is no longer only a fragment's.
            Some(known) => known.role = known.role.min(role),
            None => reaches.push(Reach { stream, role, mode, via, turn: *turn }),
        }
        if seen.insert((file, is_document)) {
            *turn += 1;
            self.tell_faults(file);
            if is_document {
                self.open_document(file);
            }
            self.open_splices(file);
            way.push(Stop { file, role, next: 0 });
        }
    }

    /// The n-th edge of a file in its role, and the role it gives to its target.
    fn edge(&self, file: FileId, role: Role, n: usize) -> Option<(Edge, Role)> {
        let read = &self.read[file as usize];
        let includes: &[Edge] = match role {
            Role::Document => read.includes.as_deref().unwrap_or_default(),
            Role::Fragment | Role::Nested => &[],
        };
        if let Some(edge) = includes.get(n) {
            return Some((*edge, Role::Document));
        }
        let spliced = if role == Role::Document { Role::Fragment } else { Role::Nested };
        let splices = read.splices.as_deref().unwrap_or_default();
        splices.get(n - includes.len()).map(|edge| (*edge, spliced))
    }

    /// Takes a file's assets and defines, and resolves its includes, the first time
    /// it is a document.
    fn open_document(&mut self, file: FileId) {
        let read = &mut self.read[file as usize];
        if read.includes.is_some() {
            return;
        }
        let assets = std::mem::take(&mut read.document.assets);
        let defines = std::mem::take(&mut read.document.defines);
        let includes = std::mem::take(&mut read.document.includes);
        let mut lines: BTreeMap<(String, String), u32> = BTreeMap::new();
        for line in assets {
            let key = (line.kind.clone(), line.id.to_lowercase());
            if let Some(first) = lines.get(&key) {
                let cause = Cause::DuplicateAsset { kind: line.kind.clone(), id: line.id.clone(), first: *first };
                self.tell(file, line.place, cause);
            } else {
                lines.insert(key, line.place.line);
            }
            let xml::AssetLine { kind, id, inherit_from, place, lines } = line;
            self.index.assets.push(Asset { kind, id, inherit_from, file, place, lines });
        }
        for line in defines {
            let xml::DefineLine { name, value, overrides, place } = line;
            self.index.defines.push(Define { name, value, overrides, file, place });
        }
        let mut edges = Vec::new();
        for include in includes {
            let compiled = match include.mode {
                IncludeMode::All => true,
                IncludeMode::Instance => false,
                IncludeMode::Reference => {
                    let from = self.files[file as usize].path.clone();
                    let target = match self.resolver.resolve(&include.source, &from) {
                        Resolution::Found { file, .. } => Some(file),
                        Resolution::Missing(_) | Resolution::Refused(_) => None,
                    };
                    let source = include.source;
                    self.index.referenced.push(Referenced { source, target, file, place: include.place });
                    continue;
                }
            };
            if let Some(target) = self.target(file, &include.source, include.place) {
                edges.push(Edge { target, compiled, place: include.place });
            }
        }
        self.read[file as usize].includes = Some(edges);
    }

    fn open_splices(&mut self, file: FileId) {
        let read = &mut self.read[file as usize];
        if read.splices.is_some() {
            return;
        }
        let splices = std::mem::take(&mut read.document.splices);
        let mut edges = Vec::new();
        for splice in splices {
            if let Some(target) = self.target(file, &splice.href, splice.place) {
                edges.push(Edge { target, compiled: true, place: splice.place });
            }
        }
        self.read[file as usize].splices = Some(edges);
    }

    /// The file a source leads to, read where it is new.
    fn target(&mut self, file: FileId, source: &str, place: Place) -> Option<FileId> {
        let from = self.files[file as usize].path.clone();
        let cause = match self.resolver.resolve(source, &from) {
            Resolution::Found { file: found, .. } => return self.file(&found, Some((file, place))),
            Resolution::Missing(_) => Cause::MissingFile(source.to_owned()),
            Resolution::Refused(problem) => Cause::Source { wanted: source.to_owned(), problem },
        };
        self.tell(file, place, cause);
        None
    }

    /// A file by its path, read where it is new; `None` where nothing more is read.
    fn file(&mut self, path: &Utf8Path, from: Option<(FileId, Place)>) -> Option<FileId> {
        if let Some(known) = self.by_path.get(path) {
            return Some(*known);
        }
        if self.files.len() >= self.limits.files || self.bytes >= self.limits.total_bytes {
            if let Some((file, place)) = from {
                self.tell(file, place, Cause::ModTooLarge);
            }
            return None;
        }
        let id = FileId::try_from(self.files.len()).ok()?;
        // Looked at before it is read, so that a change meanwhile is seen later.
        let stamp = disk::stamp(path);
        let at_start = Place { line: 1, column: 1 };
        let failed = |cause| Document { faults: vec![(at_start, cause)], ..Document::default() };
        let document = match disk::read(path, self.limits.file_bytes) {
            Ok(bytes) => {
                self.bytes += bytes.len() as u64;
                xml::read(&bytes)
            }
            Err(Unread::TooLarge) => failed(Cause::TooLarge(self.limits.file_bytes)),
            Err(Unread::Failed(error)) => failed(Cause::Unreadable(error.to_string())),
        };
        self.files.push(File { path: path.to_owned(), origin: self.origin(path), reaches: Vec::new() });
        self.read.push(Read { document, stamp, includes: None, splices: None, faults_told: false });
        self.by_path.insert(path.to_owned(), id);
        Some(id)
    }

    fn origin(&self, path: &Utf8Path) -> Origin {
        let roots = &self.job.roots;
        // A mod usually lies inside the SDK's folder, and then is the mod's.
        if path.starts_with(&roots.project) && roots.last.is_none() {
            Origin::Project
        } else if roots.sdk.as_ref().is_some_and(|sdk| path.starts_with(sdk)) {
            Origin::Sdk
        } else if path.starts_with(&roots.project) {
            Origin::Project
        } else {
            Origin::Elsewhere
        }
    }

    fn tell_faults(&mut self, file: FileId) {
        let read = &mut self.read[file as usize];
        if !read.faults_told {
            read.faults_told = true;
            for (place, cause) in std::mem::take(&mut read.document.faults) {
                self.tell(file, place, cause);
            }
        }
    }

    fn tell(&mut self, file: FileId, place: Place, cause: Cause) {
        if self.index.diagnostics.len() >= self.limits.diagnostics {
            self.index.more_diagnostics += 1;
            return;
        }
        let file = self.files[file as usize].path.clone();
        self.index.diagnostics.push(Diagnostic { file, place, cause });
    }

    /// The same of something that each stream meets again.
    fn tell_once(&mut self, file: FileId, place: Place, cause: Cause) {
        let path = &self.files[file as usize].path;
        let told = |told: &Diagnostic| told.file == *path && told.place == place && told.cause == cause;
        if !self.index.diagnostics.iter().any(told) {
            self.tell(file, place, cause);
        }
    }

    fn finish(self) -> Index {
        let Self { mut index, files, read, resolver, .. } = self;
        index.diagnostics.sort_by(|one, other| (&one.file, one.place).cmp(&(&other.file, other.place)));
        for (at, asset) in index.assets.iter().enumerate() {
            index.by_id.entry(asset.id.to_lowercase()).or_default().push(at);
        }
        for (id, file) in (0..).zip(&files) {
            index.by_path.insert(file.path.as_str().to_lowercase(), id);
        }
        index.stamps = read.iter().map(|read| read.stamp).collect();
        index.asked = resolver.folders.asked();
        index.files = files;
        index
    }
}
