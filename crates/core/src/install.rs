//! What an installation of our own programs should hold: the launcher, which never
//! moves, one engine a version, and the note that names one of them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bascule_launcher::{CONTRACT, Current, CurrentError, Layout, Root};
use camino::Utf8PathBuf;

use crate::bridge::Version;
use crate::digest::Digest;
use crate::reconcile::{Displace, FileWish, Mode, Part, Placing};

/// What was seen of an installation.
#[derive(Clone, Debug)]
pub struct Installed {
    /// Its folder.
    pub root: Root,
    /// What its note says; `None` where there is none that can be followed.
    pub note: Option<Current>,
    /// The note's bytes by their digest, whatever they say.
    pub noted: Option<Digest>,
    /// The launcher.
    pub launcher: Option<Launcher>,
    /// The engines by their version.
    pub engines: BTreeMap<String, EngineThere>,
}

/// The launcher that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether they are still those that our notes say were written; also where our
    /// notes say nothing.
    pub sound: bool,
}

/// An engine that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineThere {
    /// Its bytes.
    pub digest: Digest,
    /// Whether a process runs it now.
    pub in_use: bool,
}

/// What can be put into an installation.
#[derive(Clone, Debug)]
pub struct Bringing {
    /// The engine's version.
    pub version: String,
    /// The engine.
    pub engine: Vec<u8>,
    /// The launcher of that version; `None` where none was found.
    pub launcher: Option<Vec<u8>>,
    /// The app they came from.
    pub app: App,
    /// Whose the installation is.
    pub layout: Layout,
}

/// What the note says of an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum App {
    /// What it said before.
    AsNoted,
    /// There is none.
    None,
    /// It lies here.
    At(Utf8PathBuf),
}

/// Why nothing can be put in place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotInstalled {
    /// There is no launcher to put in place.
    #[error("no launcher was found")]
    NoLauncher,
    /// There is no engine of this version.
    #[error("no engine {0}")]
    NoVersion(String),
    /// The note would not be read again.
    #[error("the note would not be read again: {0}")]
    Note(CurrentError),
    /// A path is not UTF-8.
    #[error("{} is not UTF-8", .0.display())]
    NotText(PathBuf),
}

/// The wishes by path.
type Files = BTreeMap<Utf8PathBuf, FileWish>;

/// The wishes that put this version in place and make it the one that is started.
///
/// Every other engine goes that nothing runs, but for the one that was started
/// until now: it stays, to go back to.
pub fn install(there: &Installed, bringing: &Bringing) -> Result<Files, NotInstalled> {
    let mut files = placed(there, bringing, &bringing.version)?;
    let before = there.note.as_ref().map(Current::version);
    let old = there.engines.iter().filter(|(version, engine)| {
        **version != bringing.version && Some(version.as_str()) != before && !engine.in_use
    });
    for (version, engine) in old {
        let gone = |known| FileWish::Absent { part: Part::Engine, known };
        files.insert(utf8(there.root.engine(version))?, gone(vec![engine.digest]));
        files.insert(utf8(there.root.spare_launcher(version))?, gone(Vec::new()));
    }
    files.extend(engine_files(there, bringing)?);
    Ok(files)
}

/// The wishes that make an installation whole and no older than this version; a newer
/// one stays the one that is started.
pub fn bring_up(there: &Installed, bringing: &Bringing) -> Result<Files, NotInstalled> {
    let newer = |current: &&Current| {
        there.engines.contains_key(current.version())
            && Version::parse(current.version()) > Version::parse(&bringing.version)
    };
    match there.note.as_ref().filter(newer) {
        Some(current) => placed(there, bringing, current.version()),
        None => install(there, bringing),
    }
}

/// The wishes that make another version that is there the one that is started.
pub fn use_version(there: &Installed, version: &str, layout: Layout) -> Result<Files, NotInstalled> {
    if !there.engines.contains_key(version) {
        return Err(NotInstalled::NoVersion(version.to_owned()));
    }
    note(there, version, &App::AsNoted, layout).map(|wish| Files::from([wish]))
}

/// Launcher and note.
fn placed(there: &Installed, bringing: &Bringing, version: &str) -> Result<Files, NotInstalled> {
    let kept = there.note.as_ref().is_some_and(|note| note.contract() >= CONTRACT);
    let bytes = match (&there.launcher, &bringing.launcher) {
        (Some(there), _) if kept && there.sound => there.bytes.clone(),
        (_, Some(new)) => new.clone(),
        (Some(there), None) if there.sound => there.bytes.clone(),
        (Some(_) | None, None) => return Err(NotInstalled::NoLauncher),
    };
    let known = there.launcher.iter().map(|launcher| Digest::of(&launcher.bytes)).collect();
    let launcher = present(Part::Launcher, bytes, Mode::Executable, known);
    Ok(Files::from([(utf8(there.root.launcher())?, launcher), note(there, version, &bringing.app, bringing.layout)?]))
}

/// The engine with its launcher beside it: from there a launcher that vanished comes back.
fn engine_files(there: &Installed, bringing: &Bringing) -> Result<Files, NotInstalled> {
    let known = there.engines.get(&bringing.version).map(|engine| engine.digest);
    let engine = present(Part::Engine, bringing.engine.clone(), Mode::Executable, known.into_iter().collect());
    let mut files = Files::from([(utf8(there.root.engine(&bringing.version))?, engine)]);
    if let Some(launcher) = &bringing.launcher {
        let spare = present(Part::Engine, launcher.clone(), Mode::Executable, Vec::new());
        files.insert(utf8(there.root.spare_launcher(&bringing.version))?, spare);
    }
    Ok(files)
}

fn note(there: &Installed, version: &str, app: &App, layout: Layout) -> Result<(Utf8PathBuf, FileWish), NotInstalled> {
    let app = match app {
        App::AsNoted => there.note.as_ref().and_then(Current::app),
        App::None => None,
        App::At(app) => Some(app.as_str()),
    };
    let note = Current::new(version, app, layout).map_err(NotInstalled::Note)?;
    let mode = match layout {
        Layout::User => Mode::Private,
        Layout::Machine => Mode::Ordinary,
    };
    let known = there.noted.into_iter().collect();
    Ok((utf8(there.root.current())?, present(Part::Launcher, note.to_text().into_bytes(), mode, known)))
}

fn present(part: Part, bytes: Vec<u8>, mode: Mode, known: Vec<Digest>) -> FileWish {
    FileWish::Present(Placing { part, bytes, mode, explicit: true, over: Displace::Ask, known })
}

fn utf8(path: PathBuf) -> Result<Utf8PathBuf, NotInstalled> {
    Utf8PathBuf::from_path_buf(path).map_err(NotInstalled::NotText)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &[u8] = b"our launcher";
    const OLDER: &[u8] = b"an older launcher";

    /// An installation with the older launcher and these engines, a `*` on one in use.
    fn there(current: Option<&str>, engines: &[&str]) -> Installed {
        let engine = |name: &&str| {
            let digest = Digest::of(format!("engine {}", name.trim_end_matches('*')).as_bytes());
            (name.trim_end_matches('*').to_owned(), EngineThere { digest, in_use: name.ends_with('*') })
        };
        Installed {
            root: Root::at("/r"),
            note: current.map(|version| Current::new(version, Some("/app"), Layout::User).unwrap()),
            noted: current.map(|_| Digest::of(b"note")),
            launcher: current.map(|_| Launcher { bytes: OLDER.to_vec(), sound: true }),
            engines: engines.iter().map(engine).collect(),
        }
    }

    fn bringing(version: &str) -> Bringing {
        Bringing {
            version: version.to_owned(),
            engine: format!("engine {version}").into_bytes(),
            launcher: Some(OURS.to_vec()),
            app: App::AsNoted,
            layout: Layout::User,
        }
    }

    /// The wishes in short: a path below the root with the bytes that should be there.
    fn told(files: &Files) -> Vec<(String, Option<String>)> {
        let short = |(path, wish): (&Utf8PathBuf, &FileWish)| {
            let text = match wish {
                FileWish::Present(placing) => Some(String::from_utf8(placing.bytes.clone()).unwrap()),
                _ => None,
            };
            let path = path.strip_prefix("/r").unwrap().to_string().replace('\\', "/");
            (path.replace(std::env::consts::EXE_SUFFIX, ""), text)
        };
        let mut told: Vec<_> = files.iter().map(short).collect();
        // Endings and separators order the paths otherwise on each system.
        told.sort();
        told
    }

    fn current(files: &Files) -> String {
        told(files).into_iter().find(|(path, _)| path == "current").unwrap().1.unwrap()
    }

    fn swept(files: &Files) -> Vec<String> {
        let gone = told(files).into_iter().filter(|(path, text)| text.is_none() && path.ends_with("/bascule"));
        gone.map(|(path, _)| path).collect()
    }

    #[test]
    fn a_first_installation_has_all_four_files() {
        let files = install(&there(None, &[]), &bringing("1.0.0")).unwrap();
        let paths: Vec<String> = told(&files).into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["bin/bascule", "current", "versions/1.0.0/bascule", "versions/1.0.0/bascule-launcher"]);
        assert_eq!(current(&files), "contract = 1\nversion = 1.0.0\nlayout = user\n");
    }

    #[test]
    fn a_launcher_of_this_contract_stays_however_old_it_is() {
        let launcher = |there: &Installed, new: Bringing| told(&install(there, &new).unwrap())[0].1.clone().unwrap();
        assert_eq!(launcher(&there(Some("1.0.0"), &["1.0.0"]), bringing("2.0.0")), "an older launcher");
        let mut damaged = there(Some("1.0.0"), &["1.0.0"]);
        damaged.launcher = Some(Launcher { bytes: b"x".to_vec(), sound: false });
        assert_eq!(launcher(&damaged, bringing("2.0.0")), "our launcher");
        let mut gone = there(Some("1.0.0"), &["1.0.0"]);
        gone.launcher = None;
        assert_eq!(launcher(&gone, bringing("1.0.0")), "our launcher");
        let none = Bringing { launcher: None, ..bringing("1.0.0") };
        assert_eq!(install(&gone, &none).unwrap_err(), NotInstalled::NoLauncher);
    }

    #[test]
    fn old_engines_go_but_for_the_last_one_and_those_in_use() {
        let four = there(Some("4.0.0"), &["1.0.0", "2.0.0*", "3.0.0", "4.0.0"]);
        let files = install(&four, &bringing("5.0.0")).unwrap();
        assert_eq!(swept(&files), ["versions/1.0.0/bascule", "versions/3.0.0/bascule"]);
    }

    #[test]
    fn a_newer_installation_is_made_whole_and_not_turned_back() {
        let newer = there(Some("2.0.0"), &["1.0.0", "2.0.0"]);
        let files = bring_up(&newer, &bringing("1.5.0")).unwrap();
        assert_eq!(told(&files).len(), 2);
        assert!(current(&files).contains("version = 2.0.0\napp = /app\n"));
        assert!(current(&install(&newer, &bringing("1.5.0")).unwrap()).contains("version = 1.5.0\n"));
        // One whose engine is gone is no newer one.
        let hollow = there(Some("2.0.0"), &["1.0.0"]);
        assert!(current(&bring_up(&hollow, &bringing("1.5.0")).unwrap()).contains("version = 1.5.0\n"));
        for same in ["1.5.0", "1.4.9", "1.5.0-dev"] {
            let files = bring_up(&there(Some(same), &[same]), &bringing("1.5.0")).unwrap();
            assert!(current(&files).contains("version = 1.5.0\n"), "{same}");
        }
    }

    #[test]
    fn another_version_is_used_only_where_it_is_there() {
        let two = there(Some("2.0.0"), &["1.0.0", "2.0.0"]);
        let files = use_version(&two, "1.0.0", Layout::User).unwrap();
        assert_eq!(told(&files), [("current".to_owned(), Some(current(&files)))]);
        assert!(current(&files).contains("version = 1.0.0\napp = /app\n"));
        for version in ["3.0.0", "..", ""] {
            assert_eq!(use_version(&two, version, Layout::User), Err(NotInstalled::NoVersion(version.to_owned())));
        }
    }

    #[test]
    fn an_app_is_noted_kept_or_forgotten() {
        let noted =
            |app: App| current(&install(&there(Some("1.0.0"), &[]), &Bringing { app, ..bringing("1.0.0") }).unwrap());
        assert!(noted(App::AsNoted).contains("app = /app\n"));
        assert!(noted(App::At("/other".into())).contains("app = /other\n"));
        assert!(!noted(App::None).contains("app"));
    }
}
