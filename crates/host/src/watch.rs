//! What other programs do to the files we look at, as events, with a slow look besides.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bascule_core::reconcile::Drift;
use bascule_engine::{Engine, RealDisk, Standing};
use camino::Utf8PathBuf;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::controller::{Controller, Ending};
use crate::serving::raised;
use crate::wire::EntryShown;

/// How long a writer may take until its changes are looked at.
const SETTLE: Duration = Duration::from_millis(150);

/// How often everything is looked at though no event came: some file systems send none.
const SAFETY: Duration = Duration::from_secs(300);

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
        look(&controller, &mut watched).await;
        tokio::select! {
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

async fn look(controller: &Arc<Controller>, watched: &mut Watched) {
    let engine = Arc::clone(&controller.engine);
    let sees_files = controller.config.sees_files;
    let seen = tokio::task::spawn_blocking(move || seen(&engine, sees_files)).await;
    let Ok(seen) = seen else { return };
    if !seen.state_folder {
        // Whoever took it away wants nothing of ours to go on.
        controller.ending.send_if_modified(|ending| raised(ending, Ending::Now));
        return;
    }
    watched.follow(seen.folders);
    controller.reread().await;
    controller.noticed(seen.standings).await;
}

/// What a look at the disk shows.
struct Seen {
    state_folder: bool,
    folders: BTreeSet<Utf8PathBuf>,
    standings: Vec<Standing>,
}

fn seen(engine: &Engine<RealDisk>, sees_files: bool) -> Seen {
    let mut folders = BTreeSet::from([engine.layout.root().to_owned(), engine.layout.bridges()]);
    let standings = if sees_files { engine.drifts().unwrap_or_default() } else { Vec::new() };
    folders.extend(standings.iter().filter_map(|(_, file, _)| Some(file.parent()?.to_owned())));
    Seen { state_folder: engine.has_state().unwrap_or(true), folders, standings }
}

/// An entry as it is shown.
pub(crate) fn shown((target, file, state): &Standing) -> EntryShown {
    EntryShown {
        bridge: target.bridge.clone(),
        program: target.harness.clone(),
        project: target.project().map(ToString::to_string),
        file: file.to_string(),
        state: match state {
            Ok(Drift::AsWritten) => "as-written",
            Ok(Drift::Edited) => "edited",
            Ok(Drift::Gone) => "gone",
            Ok(Drift::Taken) => "taken",
            Err(_) => "unreadable",
        }
        .to_owned(),
    }
}
