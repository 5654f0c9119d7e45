//! `projects`: the folders a bridge works in, noted once for every AI program.

use bascule_core::bridge::Kind;
use bascule_core::project::{Candidate, Found};
use bascule_engine::Registered;
use bascule_words::Way;
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use crate::arguments::{ProjectAdd, ProjectRemove, ProjectsList};
use crate::carry_out::watch;
use crate::choose::{absolute, known_bridge};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;

/// A bridge that works in projects, and the file that makes a folder one.
#[derive(Debug)]
pub(super) struct Worker {
    bridge: String,
    marker: String,
}

/// Lists the noted projects and what became of each.
pub(super) fn list(run: &Run, list: &ProjectsList) -> Result<Exit, Problem> {
    let mut report: Vec<Value> = Vec::new();
    for worker in workers(run, list.bridge.as_deref())? {
        let projects = run.engine.projects(&worker.bridge, &worker.marker)?;
        let bridge = || ("bridge", (&worker.bridge).into());
        if projects.is_empty() {
            run.voice.line(0, &run.say("projects-empty", &[bridge()]));
        } else {
            run.voice.heading(&run.say("projects-heading", &[bridge()]));
        }
        projects.iter().for_each(|project| tell(run, &worker.bridge, project));
        let projects: Vec<Value> = projects.iter().map(project_json).collect();
        report.push(json!({"id": worker.bridge, "projects": projects}));
    }
    run.voice.json(json!({"command": "projects list", "bridges": report}));
    Ok(Exit::Done)
}

/// Notes a project.
pub(super) fn add(run: &Run, add: &ProjectAdd) -> Result<Exit, Problem> {
    let folder = absolute(&add.folder)?;
    let sdk = add.sdk.as_ref().map(|sdk| absolute(sdk)).transpose()?;
    let worker = the_worker(run, add.bridge.as_deref())?;
    worker.is_project(run, &folder)?;
    let project = Registered { bridge: worker.bridge.clone(), folder: folder.clone(), sdk };
    let added = run.engine.register(&project, &mut |progress| watch(run, &progress))?;
    let id = if added { "projects-added" } else { "projects-known" };
    Ok(told(run, "projects add", id, &worker, &folder, added))
}

/// Forgets a project; its folder may be gone.
pub(super) fn remove(run: &Run, remove: &ProjectRemove) -> Result<Exit, Problem> {
    let folder = absolute(&remove.folder)?;
    let worker = the_worker(run, remove.bridge.as_deref())?;
    let removed = run.engine.unregister(&worker.bridge, &folder, &mut |progress| watch(run, &progress))?;
    let id = if removed { "projects-removed" } else { "projects-unknown" };
    Ok(told(run, "projects remove", id, &worker, &folder, removed))
}

/// The bridges among these that work in projects.
pub(super) fn working(run: &Run, bridges: &[String]) -> Vec<Worker> {
    let all = run.engine.packs(crate::version()).into_iter().filter_map(worker);
    all.filter(|worker| bridges.contains(&worker.bridge)).collect()
}

impl Worker {
    /// The bridge.
    pub(super) fn bridge(&self) -> &str {
        &self.bridge
    }

    /// The noted projects, and what the disk shows of each.
    pub(super) fn projects(&self, run: &Run) -> Result<Vec<Candidate>, Problem> {
        Ok(run.engine.projects(&self.bridge, &self.marker)?)
    }

    /// Refuses a folder that is no project of this bridge.
    pub(super) fn is_project(&self, run: &Run, folder: &Utf8Path) -> Result<(), Problem> {
        match run.engine.candidate(folder, &self.marker).found {
            Found::Project(_) => Ok(()),
            Found::Gone => Err(Problem::NoFolder(folder.to_owned())),
            Found::NoProject => Err(Problem::NotAProject {
                folder: folder.to_owned(),
                bridge: self.bridge.clone(),
                marker: self.marker.clone(),
                above: match run.engine.candidate_upwards(folder, &self.marker).found {
                    Found::Project(above) => Some(above),
                    Found::NoProject | Found::Gone => None,
                },
            }),
        }
    }

    /// Notes a project where none was noted with more.
    pub(super) fn note(&self, run: &Run, folder: &Utf8Path) -> Result<(), Problem> {
        if run.engine.registered(&self.bridge)?.iter().any(|project| project.folder == folder) {
            return Ok(());
        }
        let project = Registered { bridge: self.bridge.clone(), folder: folder.to_owned(), sdk: None };
        run.engine.register(&project, &mut |progress| watch(run, &progress))?;
        Ok(())
    }
}

/// Tells of one project; of a lost one how to choose it again.
pub(super) fn tell(run: &Run, bridge: &str, project: &Candidate) {
    let values = [("folder", run.path(&project.folder).into()), ("bridge", bridge.into())];
    let id = match &project.found {
        Found::Project(_) => return run.voice.line(2, &run.say("projects-line", &values[..1])),
        Found::Gone => "projects-gone",
        Found::NoProject => "projects-none",
    };
    run.voice.line(2, &run.say(id, &values));
    let offers = run.offers(&choose_again(bridge, &project.folder));
    run.voice.helped(&run.words, 4, &run.say("projects-choose-again", &[]), &offers);
}

/// A project for programs.
pub(super) fn project_json(project: &Candidate) -> Value {
    let state = match &project.found {
        Found::Project(_) => "found",
        Found::NoProject => "no-project",
        Found::Gone => "gone",
    };
    json!({"folder": project.folder, "state": state})
}

/// The command that forgets a project at its old place. Where it is now only the
/// person knows.
pub(super) fn choose_again(bridge: &str, folder: &Utf8Path) -> Vec<Way> {
    vec![["projects", "remove", folder.as_str(), "--bridge", bridge].map(str::to_owned).to_vec().into()]
}

fn worker(
    (bridge, pack): (String, Result<bascule_core::bridge::BridgeManifest, bascule_engine::PackFault>),
) -> Option<Worker> {
    match pack.ok()?.kind {
        Kind::Index(source) => Some(Worker { bridge, marker: source.marker }),
        Kind::Engine | Kind::Command(_) => None,
    }
}

/// The bridges that work in projects: all, or the one that was named.
fn workers(run: &Run, named: Option<&str>) -> Result<Vec<Worker>, Problem> {
    let workers: Vec<Worker> = run.engine.packs(crate::version()).into_iter().filter_map(worker).collect();
    let Some(named) = named else { return Ok(workers) };
    known_bridge(run, named)?;
    match workers.into_iter().find(|worker| worker.bridge == named) {
        Some(worker) => Ok(vec![worker]),
        None => Err(Problem::NoProjects(named.to_owned())),
    }
}

/// The bridge that was named, or the only one that works in projects.
fn the_worker(run: &Run, named: Option<&str>) -> Result<Worker, Problem> {
    let mut workers = workers(run, named)?;
    match (workers.pop(), workers.is_empty()) {
        (Some(worker), true) => Ok(worker),
        (last, _) => {
            let all = workers.into_iter().chain(last).map(|worker| worker.bridge);
            Err(Problem::ProjectsOfWhich(all.collect()))
        }
    }
}

fn told(run: &Run, command: &str, id: &str, worker: &Worker, folder: &Utf8PathBuf, changed: bool) -> Exit {
    let values = [("folder", run.path(folder).into()), ("bridge", (&worker.bridge).into())];
    run.voice.line(0, &run.say(id, &values));
    run.voice.json(json!({"command": command, "bridge": worker.bridge, "folder": folder, "changed": changed}));
    Exit::Done
}
