//! Watches the folders that indexes were read from, and says when one may be out of
//! date. Only a hint: what the system does not tell is seen at the next call.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use bascule_sage::Index;
use camino::{Utf8Path, Utf8PathBuf};
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// How long nothing more may happen before files are looked at: who saves one file often
/// saves several.
const QUIET: Duration = Duration::from_millis(200);

/// How long that is waited for at most.
const LONGEST: Duration = Duration::from_secs(2);

/// The most folders that are watched; the others are looked at by each call alone.
const FOLDERS: usize = 4_096;

/// The watched folders of all projects.
pub(super) struct Watch {
    marks: Arc<Marks>,
    // Never held together with a lock of `marks`: the watcher waits for its own thread,
    // and that thread for `marks`.
    watcher: Mutex<RecommendedWatcher>,
}

/// What the watcher's thread and ours share.
#[derive(Default)]
struct Marks {
    /// The projects that depend on a folder.
    folders: Mutex<BTreeMap<PathBuf, BTreeSet<Utf8PathBuf>>>,
    touched: Mutex<Touched>,
    woken: Condvar,
}

/// Projects something was changed in.
#[derive(Default)]
struct Touched {
    projects: BTreeMap<Utf8PathBuf, Touch>,
    over: bool,
}

#[derive(Clone, Copy)]
struct Touch {
    first: Instant,
    last: Instant,
}

impl Watch {
    /// Begins with no folder. `look` is called on a thread of its own for each project
    /// that was touched. `None` where this system watches nothing.
    pub(super) fn begin(look: impl Fn(&Utf8Path, &Arc<Watch>) + Send + 'static) -> Option<Arc<Self>> {
        let marks: Arc<Marks> = Arc::default();
        let noted = Arc::clone(&marks);
        let watcher = match notify::recommended_watcher(move |event| noted.note(event)) {
            Ok(watcher) => Mutex::new(watcher),
            Err(error) => {
                refused(&error);
                return None;
            }
        };
        let watch = Arc::new(Self { marks: Arc::clone(&marks), watcher });
        let weak = Arc::downgrade(&watch);
        std::thread::spawn(move || marks.tell(&weak, look));
        Some(watch)
    }

    /// Watches what this index was read from, instead of what was followed for the
    /// project before. The files are looked at once more: some may have changed before
    /// they were watched.
    pub(super) fn follow(&self, project: &Utf8Path, index: &Index) {
        self.exchange(project, index.folders());
        self.marks.touch(std::iter::once(project));
    }

    /// Watches nothing for a project any more.
    pub(super) fn forget(&self, project: &Utf8Path) {
        self.exchange(project, BTreeSet::new());
    }

    fn exchange(&self, project: &Utf8Path, wanted: BTreeSet<&Utf8Path>) {
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        {
            let mut folders = locked(&self.marks.folders);
            folders.retain(|folder, projects| {
                if Utf8Path::from_path(folder).is_none_or(|folder| !wanted.contains(folder)) {
                    projects.remove(project);
                }
                if projects.is_empty() {
                    removed.push(folder.clone());
                }
                !projects.is_empty()
            });
            for folder in wanted {
                let folder = folder.as_std_path().to_owned();
                if !folders.contains_key(&folder) {
                    if folders.len() >= FOLDERS {
                        continue;
                    }
                    added.push(folder.clone());
                }
                folders.entry(folder).or_default().insert(project.to_owned());
            }
        }
        self.rewatch(&added, &removed);
    }

    fn rewatch(&self, added: &[PathBuf], removed: &[PathBuf]) {
        let mut watcher = locked(&self.watcher);
        let mut paths = watcher.paths_mut();
        for folder in removed {
            // One that is gone is watched no more already.
            let _ = paths.remove(folder);
        }
        let mut unwatched = Vec::new();
        let mut left = added.iter();
        for folder in left.by_ref() {
            let Err(error) = paths.add(folder, RecursiveMode::NonRecursive) else { continue };
            unwatched.push(folder);
            // A folder that is not there yet shows in the one above it.
            if !is_absence(&error) {
                refused(&error);
                break;
            }
        }
        unwatched.extend(left);
        if let Err(error) = paths.commit() {
            refused(&error);
        }
        drop(watcher);
        let mut folders = locked(&self.marks.folders);
        for folder in unwatched {
            folders.remove(folder);
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        locked(&self.marks.touched).over = true;
        self.marks.woken.notify_all();
    }
}

impl Marks {
    fn note(&self, event: notify::Result<Event>) {
        let folders = locked(&self.folders);
        let all = || folders.values().flatten().map(Utf8PathBuf::as_path);
        match event {
            // Something was lost on the way: it may have been anything.
            Err(_) => self.touch(all()),
            Ok(event) if event.need_rescan() => self.touch(all()),
            Ok(event) if is_change(event.kind) => {
                let nearest = |path: &PathBuf| path.ancestors().find_map(|folder: &Path| folders.get(folder));
                let projects = event.paths.iter().filter_map(nearest).flatten();
                self.touch(projects.map(Utf8PathBuf::as_path));
            }
            Ok(_) => {}
        }
    }

    fn touch<'a>(&self, projects: impl Iterator<Item = &'a Utf8Path>) {
        let now = Instant::now();
        let mut touched = locked(&self.touched);
        for project in projects {
            let touch = touched.projects.entry(project.to_owned()).or_insert(Touch { first: now, last: now });
            touch.last = now;
        }
        self.woken.notify_all();
    }

    fn tell(&self, watch: &Weak<Watch>, look: impl Fn(&Utf8Path, &Arc<Watch>)) {
        while let Some(project) = self.next() {
            let Some(watch) = watch.upgrade() else { return };
            look(&project, &watch);
        }
    }

    /// Waits for a project that was touched and is quiet again; `None` at the end.
    fn next(&self) -> Option<Utf8PathBuf> {
        let mut touched = locked(&self.touched);
        loop {
            if touched.over {
                return None;
            }
            let now = Instant::now();
            let due = |touch: &Touch| (touch.last + QUIET).min(touch.first + LONGEST);
            let first = touched.projects.iter().map(|(project, touch)| (due(touch), project.clone())).min();
            touched = match first {
                Some((due, project)) if due <= now => {
                    touched.projects.remove(&project);
                    return Some(project);
                }
                Some((due, _)) => {
                    let waited = self.woken.wait_timeout(touched, due - now);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.woken.wait(touched).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

/// Whether it can have changed what is read. Reading itself is told too.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) | EventKind::Other => true,
    }
}

fn is_absence(error: &notify::Error) -> bool {
    match &error.kind {
        notify::ErrorKind::PathNotFound => true,
        notify::ErrorKind::Io(error) => error.kind() == std::io::ErrorKind::NotFound,
        _ => false,
    }
}

fn refused(error: &notify::Error) {
    eprintln!("bascule: changes of files are noticed by calls alone: {error}");
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use notify::event::{CreateKind, ModifyKind};

    use super::*;

    fn over(folders: &[(&str, &[&str])]) -> Marks {
        let marks = Marks::default();
        let projects = |names: &[&str]| names.iter().map(|name| Utf8PathBuf::from(*name)).collect();
        *locked(&marks.folders) = folders.iter().map(|(folder, names)| (folder.into(), projects(names))).collect();
        marks
    }

    fn touched(marks: &Marks) -> Vec<String> {
        std::mem::take(&mut locked(&marks.touched).projects).into_keys().map(Utf8PathBuf::into_string).collect()
    }

    #[test]
    fn an_event_touches_the_projects_of_the_nearest_folder_alone() {
        let marks = over(&[("/a", &["one", "two"]), ("/a/b", &["two"]), ("/c", &["three"])]);
        let (made, changed) = (EventKind::Create(CreateKind::File), EventKind::Modify(ModifyKind::Any));
        let cases: [(EventKind, &str, &[&str]); 6] = [
            (made, "/a/x.xml", &["one", "two"]),
            (changed, "/a/b/x.xml", &["two"]),
            (changed, "/a/b", &["two"]),
            (changed, "/d/x.xml", &[]),
            (EventKind::Access(AccessKind::Open(AccessMode::Any)), "/a/x.xml", &[]),
            (EventKind::Access(AccessKind::Close(AccessMode::Write)), "/c/x.xml", &["three"]),
        ];
        for (kind, path, expected) in cases {
            marks.note(Ok(Event::new(kind).add_path(path.into())));
            assert_eq!(touched(&marks), expected, "{kind:?} {path}");
        }
        marks.note(Ok(Event::new(EventKind::Other).set_flag(notify::event::Flag::Rescan)));
        assert_eq!(touched(&marks), ["one", "three", "two"], "what was lost may have been anything");
    }

    #[test]
    fn many_changes_are_one_word_and_unending_ones_are_told_in_time() {
        let marks = Arc::new(Marks::default());
        let one = || std::iter::once(Utf8Path::new("one"));
        (0..5).for_each(|_| marks.touch(one()));
        let began = Instant::now();
        assert_eq!(marks.next().as_deref(), Some(Utf8Path::new("one")));
        assert!(began.elapsed() >= QUIET - Duration::from_millis(20), "{:?}", began.elapsed());
        assert!(locked(&marks.touched).projects.is_empty());

        let unending = Arc::clone(&marks);
        std::thread::spawn(move || {
            while !locked(&unending.touched).over {
                unending.touch(std::iter::once(Utf8Path::new("two")));
                std::thread::sleep(Duration::from_millis(30));
            }
        });
        let began = Instant::now();
        assert_eq!(marks.next().as_deref(), Some(Utf8Path::new("two")));
        assert!(began.elapsed() < LONGEST + Duration::from_secs(5), "{:?}", began.elapsed());
        locked(&marks.touched).over = true;
        assert_eq!(marks.next(), None);
    }
}
