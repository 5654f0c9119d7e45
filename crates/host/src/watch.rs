//! What other programs do to the files we look at, as events, with a slow look besides.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use bascule_core::notice::EntrySeen;
use bascule_core::reconcile::Target;
use bascule_engine::{Engine, ProgramsSeen, RealDisk};
use camino::Utf8PathBuf;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::controller::{Controller, Ending};
use crate::serving::raised;

/// How long a writer may take until its changes are looked at.
const SETTLE: Duration = Duration::from_millis(150);

/// How often everything is looked at though no event came: some file systems send none.
const SAFETY: Duration = Duration::from_secs(300);

/// When a change of ours that is under way is looked at again.
const UNDER_WAY: Duration = Duration::from_millis(300);

/// Watches until the host ends.
pub(crate) async fn watch(controller: Arc<Controller>) {
    let (told, mut events) = mpsc::channel(1);
    // An event says only that there is something to look at.
    let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            let _ = told.try_send(());
        }
    });
    let mut watched = Watched { watcher: watcher.ok(), folders: BTreeSet::new() };
    loop {
        let again = look(&controller, &mut watched).await;
        tokio::select! {
            () = sleep(UNDER_WAY), if again => {}
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
}

impl Watched {
    fn follow(&mut self, folders: BTreeSet<Utf8PathBuf>) {
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
        controller.ending.send_if_modified(|ending| raised(ending, Ending::Now));
        return false;
    }
    watched.follow(seen.folders);
    controller.reread().await;
    let Some(entries) = seen.entries else { return true };
    controller.saw(entries, seen.programs, seen.installed);
    false
}

/// What a look at the disk shows.
struct Seen {
    state_folder: bool,
    folders: BTreeSet<Utf8PathBuf>,
    /// `None` while a change of ours is under way.
    entries: Option<BTreeMap<Target, EntrySeen>>,
    programs: ProgramsSeen,
    installed: Option<String>,
}

fn seen(engine: &Engine<RealDisk>, sees_files: bool) -> Seen {
    let mut folders = BTreeSet::from([engine.layout.root().to_owned(), engine.layout.bridges()]);
    // A history that cannot be read is told by the check-up.
    let entries = if sees_files { engine.entries_seen().unwrap_or_default() } else { Some(BTreeMap::new()) };
    folders.extend(entries.iter().flatten().filter_map(|(_, entry)| Some(entry.file.parent()?.to_owned())));
    let installed = engine.installed_version().filter(|version| version != env!("CARGO_PKG_VERSION"));
    Seen {
        state_folder: engine.has_state().unwrap_or(true),
        folders,
        entries,
        programs: engine.programs_seen(),
        installed,
    }
}
