//! Indexes of projects: which one a call means, building it, answering from it.
//!
//! An answer always says which project it is about and how its index stands. What is
//! not built yet is a problem with a mend, never an empty answer.

mod answers;
mod shelf;

use std::time::Duration;

use bascule_core::bridge::IndexSource;
use bascule_core::project::{Candidate, Found, Project, ProjectProblem, choose_project, folder_of_uri, without_dots};
use bascule_engine::{Engine, EngineError, RealDisk};
use bascule_sage::{Counts, Index};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value};

use crate::mcp::CallProblem;
use shelf::{Readiness, Shelf};

/// An index and when it was built.
pub(crate) struct Built {
    /// The index.
    pub(crate) index: Index,
    /// The same in numbers.
    pub(crate) counts: Counts,
    /// When, in seconds since 1970.
    pub(crate) at: u64,
    /// How long it took.
    pub(crate) took: Duration,
}

/// The indexes of one bridge, and what says which project is meant.
pub(crate) struct Indexes {
    engine: Engine<RealDisk>,
    bridge: String,
    source: IndexSource,
    flag: Option<Utf8PathBuf>,
    folder: Option<Utf8PathBuf>,
    patience: Duration,
    shelf: Shelf,
}

/// What a process was started with.
pub(crate) struct Started {
    /// Its `--project`.
    pub(crate) flag: Option<Utf8PathBuf>,
    /// The folder it runs in.
    pub(crate) folder: Option<Utf8PathBuf>,
    /// How long a call waits for an index.
    pub(crate) patience: Duration,
}

/// A project with what is known for building its index.
pub(crate) struct Chosen {
    /// The project.
    pub(crate) project: Project,
    /// The folder of its SDK, where it was registered with one.
    pub(crate) sdk: Option<Utf8PathBuf>,
}

impl Started {
    /// A process that runs here and waits this long.
    pub(crate) fn here(flag: Option<Utf8PathBuf>, patience: Duration) -> Self {
        let folder = std::env::current_dir().ok().and_then(|folder| Utf8PathBuf::from_path_buf(folder).ok());
        let flag = flag.map(|flag| absolute(folder.as_deref(), &flag));
        Self { flag, folder, patience }
    }

    /// A path as it is from here, without dots.
    pub(crate) fn whole(&self, path: &Utf8Path) -> Utf8PathBuf {
        absolute(self.folder.as_deref(), path)
    }
}

impl Indexes {
    /// The indexes of a bridge.
    pub(crate) fn new(engine: Engine<RealDisk>, bridge: &str, source: &IndexSource, started: Started) -> Self {
        let Started { flag, folder, patience } = started;
        let (bridge, source) = (bridge.to_owned(), source.clone());
        Self { engine, bridge, source, flag, folder, patience, shelf: Shelf::default() }
    }

    /// Starts building where it is already clear which project is meant; `roots` are
    /// the URIs of the folders the client works in.
    pub(crate) fn begin(&self, roots: &[String]) {
        // What is not clear is told to whoever calls.
        if let Ok(Ok(chosen)) = self.chosen(None, roots) {
            self.shelf.begin(self.source.reader, &chosen.project.folder, chosen.sdk.as_deref());
        }
    }

    /// Answers a call whose arguments fit its schema.
    pub(crate) fn answer(
        &self,
        tool: &str,
        arguments: &Map<String, Value>,
        roots: &[String],
    ) -> Result<Value, CallProblem> {
        if tool == "list_projects" {
            return self.known(roots).map_err(state_unreadable);
        }
        let argument = arguments.get("project").and_then(Value::as_str);
        let chosen = self
            .chosen(argument, roots)
            .map_err(state_unreadable)?
            .map_err(|problem| CallProblem { mend: Some(problem.mend().to_owned()), cause: problem.to_string() })?;
        // Whoever asks how it stands wants to know now.
        let patience = if tool == "get_status" { self.patience.min(STATUS_PATIENCE) } else { self.patience };
        let folder = &chosen.project.folder;
        match self.shelf.want(self.source.reader, folder, chosen.sdk.as_deref(), patience) {
            Readiness::Ready(built) => answers::answer(&built, &chosen.project, "ready", tool, arguments),
            Readiness::Stale(built) => answers::answer(&built, &chosen.project, "stale", tool, arguments),
            Readiness::Building(_) if tool == "get_status" => Ok(answers::building(&chosen.project)),
            Readiness::Building(since) => Err(CallProblem {
                cause: format!(
                    "INDEX_BUILDING: the index of {folder} is still being built (for {} s); this is no answer yet",
                    since.as_secs()
                ),
                mend: Some("call again in a few seconds; get_status says when it is ready".to_owned()),
            }),
            Readiness::Failed(reason) => Err(CallProblem {
                cause: format!("INDEX_FAILED: the index of {folder} cannot be built: {reason}"),
                mend: Some("check the folder with the user, then call again".to_owned()),
            }),
        }
    }

    /// The project a call means, with what is known for building its index.
    pub(crate) fn chosen(
        &self,
        argument: Option<&str>,
        roots: &[String],
    ) -> Result<Result<Chosen, ProjectProblem>, EngineError> {
        let registered = self.engine.registered(&self.bridge)?;
        let marker = &self.source.marker;
        let base = self.flag.as_deref().or(self.folder.as_deref());
        let argument = argument.map(|named| self.engine.candidate(&absolute(base, Utf8Path::new(named)), marker));
        let flag = self.flag.as_ref().map(|flag| self.engine.candidate(flag, marker));
        let folder = self.folder.as_ref().map(|folder| self.engine.candidate_upwards(folder, marker));
        let known: Vec<_> = registered.iter().map(|one| self.engine.candidate(&one.folder, marker)).collect();
        let roots = self.roots(roots);
        let chosen = choose_project(argument.as_ref(), flag.as_ref(), &roots, folder.as_ref(), &known);
        Ok(chosen.map(|project| {
            let sdk = registered.into_iter().find(|one| one.folder == project.folder).and_then(|one| one.sdk);
            Chosen { project, sdk }
        }))
    }

    fn roots(&self, uris: &[String]) -> Vec<Candidate> {
        let folders = uris.iter().filter_map(|uri| folder_of_uri(uri, self.engine.machine.os));
        folders.map(|folder| self.engine.candidate_upwards(&folder, &self.source.marker)).collect()
    }

    /// Every project that is known here, and why.
    fn known(&self, roots: &[String]) -> Result<Value, EngineError> {
        let marker = &self.source.marker;
        let mut listed = answers::Listed::default();
        let flag = self.flag.iter().map(|flag| self.engine.candidate(flag, marker));
        flag.for_each(|candidate| listed.add(&candidate, "flag"));
        let found = |candidate: &Candidate| matches!(candidate.found, Found::Project(_));
        self.roots(roots).iter().filter(|it| found(it)).for_each(|candidate| listed.add(candidate, "roots"));
        let folder = self.folder.iter().map(|folder| self.engine.candidate_upwards(folder, marker));
        folder.filter(found).for_each(|candidate| listed.add(&candidate, "folder"));
        for one in self.engine.registered(&self.bridge)? {
            listed.add(&self.engine.candidate(&one.folder, marker), "registered");
        }
        Ok(listed.told(|folder| self.shelf.seen(folder)))
    }
}

/// How long a call waits before it says that the index is being built. Clients give up
/// after a minute, people sooner.
pub(crate) const PATIENCE: Duration = Duration::from_secs(8);

/// The same for the call that asks how the index stands.
const STATUS_PATIENCE: Duration = Duration::from_millis(300);

/// Builds an index over a job of the reader's own.
pub(crate) fn timed(build: impl FnOnce() -> Index) -> Built {
    let began = std::time::Instant::now();
    let index = build();
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let counts = index.counts();
    Built { index, counts, at: since_1970.map_or(0, |elapsed| elapsed.as_secs()), took: began.elapsed() }
}

fn absolute(base: Option<&Utf8Path>, path: &Utf8Path) -> Utf8PathBuf {
    without_dots(&base.map_or_else(|| path.to_owned(), |base| base.join(path)))
}

fn state_unreadable(error: EngineError) -> CallProblem {
    CallProblem {
        cause: format!("the registered projects cannot be read: {}", with_sources(&error)),
        mend: Some("ask the user to run: bascule doctor".to_owned()),
    }
}

fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::time::Instant;

    use bascule_core::bridge::{Kind, built_in};
    use bascule_core::machine::{Machine, Os};
    use bascule_core::reconcile::Mode;
    use bascule_engine::{Disk as _, Like};
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_built_yet_is_said_and_never_read_as_nothing_found() {
        let kept = tempfile::tempdir().expect("a folder");
        let root = Utf8PathBuf::from_path_buf(kept.path().to_owned()).expect("UTF-8");
        RealDisk.make_folder(&root.join("Data"), Mode::Private).expect("a folder");
        let mut text = "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\">".to_owned();
        (0..100_000).for_each(|n| writeln!(text, "<Unit id=\"u{n}\"/>").expect("a text"));
        text.push_str("</AssetDeclaration>");
        RealDisk.write(&root.join("Data/Mod.xml"), text.as_bytes(), Like::New(Mode::Private)).expect("a file");

        let manifest = built_in("ra3-mod-xml", crate::version()).expect("built in").expect("our own pack");
        let Kind::Index(source) = manifest.kind else { panic!("an index") };
        let engine = Engine::new(Machine::new(Os::Linux, root.clone()), "/opt/bascule".into());
        let started = Started { flag: Some(root.clone()), folder: None, patience: Duration::ZERO };
        let indexes = Indexes::new(engine, "ra3-mod-xml", &source, started);
        let asked = Map::from_iter([("id".to_owned(), json!("U99999"))]);

        let status = indexes.answer("get_status", &Map::new(), &[]).expect("always an answer");
        assert_eq!(status["index"]["state"], "building", "{status}");
        assert_eq!(status["index"]["project"], root.as_str());
        let mut said = 0;
        let began = Instant::now();
        let answer = loop {
            match indexes.answer("find_asset", &asked, &[]) {
                Ok(answer) => break answer,
                Err(problem) => {
                    assert!(problem.cause.starts_with("INDEX_BUILDING"), "{problem}");
                    said += 1;
                }
            }
            assert!(began.elapsed() < Duration::from_secs(60), "it is never ready");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(said > 0, "it was ready at once");
        assert_eq!((&answer["total"], &answer["index"]["state"]), (&json!(1), &json!("ready")), "{answer}");
    }
}
