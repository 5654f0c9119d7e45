//! What other programs do to the files we look at, as events, with a slow look besides.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bascule_core::notice::EntrySeen;
use bascule_core::reconcile::Target;
use bascule_engine::{Engine, EngineError, ProgramsSeen, RealDisk};
use camino::Utf8PathBuf;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::controller::{Controller, Ending};

/// How long a writer may take until its changes are looked at.
const SETTLE: Duration = Duration::from_millis(150);

/// How often everything is looked at though no event came: some file systems send none.
const SAFETY: Duration = Duration::from_secs(300);

/// When a change of ours that is under way is looked at again, at first: one that was
/// killed stays under way until somebody recovers it.
const UNDER_WAY: Duration = Duration::from_millis(300);

/// Watches until the host ends.
pub(crate) async fn watch(controller: Arc<Controller>) {
    let (told, mut events) = mpsc::channel(1);
    let heeded: Arc<Mutex<Heeded>> = Arc::default();
    let names = Arc::clone(&heeded);
    // An event says only that there is something to look at. One that could not be
    // told in full may have been about anything.
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let heeds = |event: Event| names.lock().unwrap_or_else(PoisonError::into_inner).concerns(&event);
        if event.map_or(true, heeds) {
            let _ = told.try_send(());
        }
    });
    let mut watched = Watched { watcher: watcher.ok(), folders: BTreeSet::new(), heeded };
    let mut pause = UNDER_WAY;
    loop {
        let again = look(&controller, &mut watched).await;
        pause = if again { (pause * 2).min(SAFETY) } else { UNDER_WAY };
        tokio::select! {
            () = sleep(pause), if again => {}
            Some(()) = events.recv() => sleep(SETTLE).await,
            () = sleep(SAFETY) => {}
        }
        while events.try_recv().is_ok() {}
    }
}

/// The folders that are watched: a file that is replaced keeps its folder, not itself.
struct Watched {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<Utf8PathBuf>,
    heeded: Arc<Mutex<Heeded>>,
}

/// What is looked at in the watched folders. Much else happens there, in a home and
/// with our own logs. Names decide, for systems tell a path behind links in another
/// form than it was asked for.
#[derive(Default)]
struct Heeded {
    /// Names of files.
    files: BTreeSet<String>,
    /// Names of folders in which everything counts.
    folders: BTreeSet<String>,
}

impl Heeded {
    fn concerns(&self, event: &Event) -> bool {
        let among = |names: &BTreeSet<String>, name: Option<&OsStr>| {
            name.and_then(OsStr::to_str).is_some_and(|name| names.contains(name))
        };
        let about = |path: &PathBuf| {
            among(&self.files, path.file_name()) || among(&self.folders, path.parent().and_then(Path::file_name))
        };
        !event.kind.is_access() && (event.paths.is_empty() || event.paths.iter().any(about))
    }
}

impl Watched {
    fn follow(&mut self, folders: BTreeSet<Utf8PathBuf>, heeded: Heeded) {
        *self.heeded.lock().unwrap_or_else(PoisonError::into_inner) = heeded;
        let Some(watcher) = &mut self.watcher else { return };
        for gone in self.folders.difference(&folders) {
            // A folder that is gone is not watched any more.
            let _ = watcher.unwatch(gone.as_std_path());
        }
        let there = folders.into_iter().filter(|folder| {
            self.folders.contains(folder) || watcher.watch(folder.as_std_path(), RecursiveMode::NonRecursive).is_ok()
        });
        self.folders = there.collect();
    }
}

/// Looks at everything once; whether there is more to see in a moment.
async fn look(controller: &Arc<Controller>, watched: &mut Watched) -> bool {
    let engine = Arc::clone(&controller.engine);
    let sees_files = controller.config.sees_files;
    let Ok(seen) = tokio::task::spawn_blocking(move || seen(&engine, sees_files)).await else { return false };
    if !seen.state_folder {
        // Whoever took it away wants nothing of ours to go on.
        controller.end(Ending::Now);
        return false;
    }
    watched.follow(seen.folders, seen.heeded);
    controller.reread().await;
    let again = matches!(seen.entries, Ok(None));
    controller.saw(seen.entries.ok().flatten(), seen.programs, seen.installed);
    again
}

/// What a look at the disk shows.
struct Seen {
    state_folder: bool,
    folders: BTreeSet<Utf8PathBuf>,
    heeded: Heeded,
    /// `None` while a change of ours is under way; an error where the history cannot be
    /// read, which the check-up tells.
    entries: Result<Option<BTreeMap<Target, EntrySeen>>, EngineError>,
    programs: ProgramsSeen,
    installed: Option<String>,
}

fn seen(engine: &Engine<RealDisk>, sees_files: bool) -> Seen {
    let layout = &engine.layout;
    let entries = if sees_files { engine.entries_seen() } else { Ok(Some(BTreeMap::new())) };
    let skills = if sees_files { engine.file_drifts().unwrap_or_default() } else { Vec::new() };
    let claimed = entries.iter().flatten().flatten().map(|(_, entry)| &entry.file);
    let claimed: Vec<&Utf8PathBuf> = claimed.chain(skills.iter().map(|(file, ..)| file)).collect();
    // Where a link stands in the place of a file, its folder is not where it changes.
    let real = claimed.iter().filter_map(|file| file.canonicalize_utf8().ok());
    let files: Vec<Utf8PathBuf> = claimed.iter().map(|file| (*file).clone()).chain(real).collect();
    let own = [layout.root().to_owned(), layout.bridges(), layout.histories()];
    let ours = [layout.root().to_owned(), layout.settings(), layout.root().join("current")];
    let name = |path: &Utf8PathBuf| path.file_name().map(str::to_owned);
    let heeded = Heeded {
        files: files.iter().chain(&ours).filter_map(name).collect(),
        folders: own[1..].iter().filter_map(name).collect(),
    };
    let folders = files.iter().filter_map(|file| Some(file.parent()?.to_owned())).chain(own);
    let installed = engine.installed_version().filter(|version| version != env!("CARGO_PKG_VERSION"));
    Seen {
        state_folder: engine.has_state().unwrap_or(true),
        folders: folders.collect(),
        heeded,
        entries,
        programs: engine.programs_seen(),
        installed,
    }
}

#[cfg(test)]
mod tests {
    use notify::EventKind;
    use notify::event::{AccessKind, CreateKind, ModifyKind};

    use super::*;

    #[test]
    fn only_what_is_looked_at_is_heeded() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let heeded = Heeded { files: names(&[".claude.json", "settings.toml"]), folders: names(&["history"]) };
        let change = EventKind::Modify(ModifyKind::Any);
        let cases = [
            ("/home/a/.claude.json", change, true),
            ("/home/a/.claude.json", EventKind::Access(AccessKind::Any), false),
            ("/home/a/.bash_history", change, false),
            ("/home/a/.bascule/audit.jsonl", change, false),
            ("/home/a/.bascule/history/000001.jsonl", EventKind::Create(CreateKind::Any), true),
            ("/home/a/.bascule/settings.toml", change, true),
        ];
        for (path, kind, expected) in cases {
            assert_eq!(heeded.concerns(&Event::new(kind).add_path(path.into())), expected, "{path} {kind:?}");
        }
        assert!(heeded.concerns(&Event::new(change)), "one that says nothing of where it is about");
    }
}
