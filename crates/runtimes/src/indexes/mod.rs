//! Indexes of projects: which one a call means, building it, answering from it.
//!
//! An answer always says which project it is about and how its index stands. What is
//! not built yet is a problem with a mend, never an empty answer.

mod answers;
mod shelf;
mod watch;

use std::time::Duration;

use bascule_core::bridge::IndexSource;
use bascule_core::project::{Candidate, Found, Project, ProjectProblem, choose_project, folder_of_uri};
use bascule_engine::{Engine, EngineError, RealDisk};
use bascule_sage::{Counts, Index};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value};

use crate::whereabouts::Whereabouts;
use bascule_host::call::{CallProblem, with_sources};
use shelf::{Readiness, Shelf};

/// An index and when it was built.
pub struct Built {
    /// The index.
    pub index: Index,
    /// The same in numbers.
    pub counts: Counts,
    /// When, in seconds since 1970.
    pub at: u64,
    /// How long it took.
    pub took: Duration,
}

/// The indexes of one bridge.
pub struct Indexes {
    engine: Engine<RealDisk>,
    bridge: String,
    source: IndexSource,
    shelf: Shelf,
}

/// A project with what is known for building its index.
pub struct Chosen {
    /// The project.
    pub project: Project,
    /// The folder of its SDK, where it was registered with one.
    pub sdk: Option<Utf8PathBuf>,
}

impl Indexes {
    /// The indexes of a bridge, each looked at when it is asked.
    pub fn new(engine: Engine<RealDisk>, bridge: &str, source: &IndexSource) -> Self {
        Self { engine, bridge: bridge.to_owned(), source: source.clone(), shelf: Shelf::default() }
    }

    /// The same, each built anew in the background soon after its files changed, as far
    /// as the system lets us watch their folders.
    pub fn watched(engine: Engine<RealDisk>, bridge: &str, source: &IndexSource) -> Self {
        Self { shelf: Shelf::watched(), ..Self::new(engine, bridge, source) }
    }

    /// Starts building where it is already clear which project is meant.
    pub fn begin(&self, at: &Whereabouts) {
        // What is not clear is told to whoever calls.
        if let Ok(Ok(chosen)) = self.chosen(None, at) {
            self.shelf.begin(self.source.reader, &chosen.project.folder, chosen.sdk.as_deref());
        }
    }

    /// Answers a call whose arguments fit its schema. Waits up to `patience` for an
    /// index that fits the files as they are.
    pub fn answer(
        &self,
        tool: &str,
        arguments: &Map<String, Value>,
        at: &Whereabouts,
        patience: Duration,
    ) -> Result<Value, CallProblem> {
        if tool == "list_projects" {
            return self.known(at).map_err(state_unreadable);
        }
        let argument = arguments.get("project").and_then(Value::as_str);
        let chosen = self
            .chosen(argument, at)
            .map_err(state_unreadable)?
            .map_err(|problem| CallProblem { mend: Some(problem.mend().to_owned()), cause: problem.to_string() })?;
        // Whoever asks how it stands wants to know now.
        let patience = if tool == "get_status" { patience.min(STATUS_PATIENCE) } else { patience };
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
    pub fn chosen(
        &self,
        argument: Option<&str>,
        at: &Whereabouts,
    ) -> Result<Result<Chosen, ProjectProblem>, EngineError> {
        let registered = self.engine.registered(&self.bridge)?;
        let marker = &self.source.marker;
        let argument = argument.map(|named| self.engine.candidate(&at.named(Utf8Path::new(named)), marker));
        let flag = at.flag.as_ref().map(|flag| self.engine.candidate(flag, marker));
        let folder = at.folder.as_ref().map(|folder| self.engine.candidate_upwards(folder, marker));
        let known: Vec<_> = registered.iter().map(|one| self.engine.candidate(&one.folder, marker)).collect();
        let chosen = choose_project(argument.as_ref(), flag.as_ref(), &self.roots(at), folder.as_ref(), &known);
        Ok(chosen.map(|project| {
            let sdk = registered.into_iter().find(|one| one.folder == project.folder).and_then(|one| one.sdk);
            Chosen { project, sdk }
        }))
    }

    fn roots(&self, at: &Whereabouts) -> Vec<Candidate> {
        let folders = at.roots.iter().filter_map(|uri| folder_of_uri(uri, self.engine.machine.os));
        folders.map(|folder| self.engine.candidate_upwards(&folder, &self.source.marker)).collect()
    }

    /// Every project that is known here, and why.
    fn known(&self, at: &Whereabouts) -> Result<Value, EngineError> {
        let marker = &self.source.marker;
        let mut listed = answers::Listed::default();
        let flag = at.flag.iter().map(|flag| self.engine.candidate(flag, marker));
        flag.for_each(|candidate| listed.add(&candidate, "flag"));
        let found = |candidate: &Candidate| matches!(candidate.found, Found::Project(_));
        self.roots(at).iter().filter(|it| found(it)).for_each(|candidate| listed.add(candidate, "roots"));
        let folder = at.folder.iter().map(|folder| self.engine.candidate_upwards(folder, marker));
        folder.filter(found).for_each(|candidate| listed.add(&candidate, "folder"));
        for one in self.engine.registered(&self.bridge)? {
            listed.add(&self.engine.candidate(&one.folder, marker), "registered");
        }
        Ok(listed.told(|folder| self.shelf.seen(folder)))
    }
}

/// How long a call waits before it says that the index is being built. Clients give up
/// after a minute, people sooner.
pub const PATIENCE: Duration = Duration::from_secs(8);

/// The same for the call that asks how the index stands.
const STATUS_PATIENCE: Duration = Duration::from_millis(300);

/// Builds an index over a job of the reader's own.
pub fn timed(build: impl FnOnce() -> Index) -> Built {
    let began = std::time::Instant::now();
    let index = build();
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let counts = index.counts();
    Built { index, counts, at: since_1970.map_or(0, |elapsed| elapsed.as_secs()), took: began.elapsed() }
}

fn state_unreadable(error: EngineError) -> CallProblem {
    CallProblem {
        cause: format!("the registered projects cannot be read: {}", with_sources(&error)),
        mend: Some("ask the user to run: bascule doctor".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::time::Instant;

    use bascule_core::bridge::{Kind, Version, built_in};
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

        let version = Version { major: 0, minor: 1, patch: 0 };
        let manifest = built_in("ra3-mod-xml", version).expect("built in").expect("our own pack");
        let Kind::Index(source) = manifest.kind else { panic!("an index") };
        let engine = Engine::new(Machine::new(Os::Linux, root.clone()), "/opt/bascule".into());
        let at = Whereabouts { flag: Some(root.clone()), ..Whereabouts::default() };
        let indexes = Indexes::new(engine, "ra3-mod-xml", &source);
        let asked = Map::from_iter([("id".to_owned(), json!("U99999"))]);

        let status = indexes.answer("get_status", &Map::new(), &at, Duration::ZERO).expect("always an answer");
        assert_eq!(status["index"]["state"], "building", "{status}");
        assert_eq!(status["index"]["project"], root.as_str());
        let mut said = 0;
        let began = Instant::now();
        let answer = loop {
            match indexes.answer("find_asset", &asked, &at, Duration::ZERO) {
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
