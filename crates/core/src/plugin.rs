//! Host plugins: which files of a bridge lie in a host app's folders, and what becomes
//! of them.
//!
//! A file there is ours as long as its bytes are those we wrote. What a person changed
//! stays and is told of; what stood there before us returns when ours goes.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use crate::digest::Digest;
use crate::reconcile::{Displace, FileWish, Mode, Part, Placing, Refusal};

/// Files of a bridge that go into one folder of a host app, on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginFolder {
    /// The folder they go into.
    pub folder: Utf8PathBuf,
    /// The folder of the host app that would have to be there and is not.
    pub missing_app: Option<Utf8PathBuf>,
    /// Each file by its whole path, with its bytes.
    pub files: BTreeMap<Utf8PathBuf, Vec<u8>>,
}

/// What the survey says of a bridge's plugin.
#[derive(Clone, Debug, Default)]
pub struct PluginSight {
    /// What the bridge declares, as far as it can be read.
    pub folders: Vec<PluginFolder>,
    /// The digest of every declared or claimed file that is there.
    pub there: BTreeMap<Utf8PathBuf, Digest>,
    /// Our claims, with the bytes as we wrote them.
    pub claims: BTreeMap<Utf8PathBuf, Digest>,
    /// Declared files that a link stands in the way of, from their folder on, and that
    /// link.
    pub linked: BTreeMap<Utf8PathBuf, Utf8PathBuf>,
    /// There are no notes of anything any more.
    pub forgotten: bool,
}

/// What is wished for the plugin of a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PluginWish {
    /// A person asked for the bridge just now.
    Install {
        /// Ours goes over a file of somebody else's; it returns when ours goes.
        replace: bool,
        /// Ours goes over what the person changed in it.
        restore: bool,
    },
    /// What is there becomes what the bridge has now.
    Update,
    /// What vanished comes back, and nothing else happens.
    PutBack,
    /// It goes.
    Remove,
}

/// What to tell the person beside the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PluginNote {
    /// The person changed this file; it stays.
    Edited(Utf8PathBuf),
    /// The person changed this file; it stays although the plugin goes.
    Kept(Utf8PathBuf),
    /// The person deleted this file, and it is not brought back unasked.
    Deleted(Utf8PathBuf),
    /// The host app is not here: this folder of it is missing, so nothing goes there.
    NoApp(Utf8PathBuf),
}

/// What a wish for a plugin comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginDecision {
    /// The wishes for its files.
    pub files: BTreeMap<Utf8PathBuf, FileWish>,
    /// What to tell.
    pub told: Vec<PluginNote>,
    /// Files that are not placed, and why.
    pub refused: Vec<(Utf8PathBuf, Refusal)>,
}

/// How the plugin of a bridge stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginStanding {
    /// The bridge.
    pub bridge: String,
    /// Files of ours that are not there any more, where their host app still is.
    pub gone: Vec<Utf8PathBuf>,
    /// Files of ours that somebody changed.
    pub edited: Vec<Utf8PathBuf>,
    /// How many files are ours.
    pub files: usize,
}

/// Decides what happens to the plugin of a bridge.
///
/// Touches only files that the bridge declares or a claim proves to be ours.
pub fn decide(bridge: &str, sight: &PluginSight, wish: PluginWish) -> PluginDecision {
    let mut decision = PluginDecision::default();
    let part = || Part::Plugin(bridge.to_owned());
    if wish != PluginWish::Remove {
        for folder in &sight.folders {
            match &folder.missing_app {
                Some(app) if matches!(wish, PluginWish::Install { .. }) => {
                    decision.told.push(PluginNote::NoApp(app.clone()));
                }
                Some(_) => {}
                None => folder.files.iter().for_each(|(file, bytes)| {
                    place(sight, wish, file, bytes, part(), &mut decision);
                }),
            }
        }
    }
    if wish != PluginWish::PutBack {
        let stays: BTreeSet<&Utf8PathBuf> = match wish {
            PluginWish::Remove => BTreeSet::new(),
            _ => sight.declared().map(|(file, _)| file).collect(),
        };
        for file in sight.claims.keys().filter(|file| !stays.contains(file)) {
            let wish = if sight.state(file) == State::Edited {
                decision.told.push(PluginNote::Kept(file.clone()));
                FileWish::Theirs
            } else {
                FileWish::Absent { part: part(), known: Vec::new() }
            };
            decision.files.insert(file.clone(), wish);
        }
    }
    if wish == PluginWish::Remove && sight.forgotten {
        // Without notes only the bridge's own bytes tell which files are ours.
        for (file, bytes) in sight.declared().filter(|(file, _)| !sight.linked.contains_key(*file)) {
            let known = Digest::of(bytes);
            if sight.there.get(file) == Some(&known) {
                decision.files.insert(file.clone(), FileWish::Absent { part: part(), known: vec![known] });
            }
        }
    }
    decision
}

/// How a plugin stands, where any of its files is ours.
pub fn standing(bridge: &str, sight: &PluginSight) -> Option<PluginStanding> {
    let without_app: BTreeSet<&Utf8PathBuf> =
        sight.folders.iter().filter(|folder| folder.missing_app.is_some()).flat_map(|one| one.files.keys()).collect();
    let in_state = |wanted: State| {
        let files = sight.claims.keys().filter(move |file| sight.state(file) == wanted);
        files.cloned().collect::<Vec<_>>()
    };
    let mut gone = in_state(State::Gone);
    gone.retain(|file| !without_app.contains(file));
    (!sight.claims.is_empty()).then(|| PluginStanding {
        bridge: bridge.to_owned(),
        gone,
        edited: in_state(State::Edited),
        files: sight.claims.len(),
    })
}

/// A file that we wrote once, as it is now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ours,
    Edited,
    Gone,
}

impl PluginSight {
    /// The state of a claimed file.
    fn state(&self, file: &Utf8Path) -> State {
        match (self.there.get(file), self.claims.get(file)) {
            (None, _) => State::Gone,
            (now, written) if now == written => State::Ours,
            (Some(_), _) => State::Edited,
        }
    }

    fn declared(&self) -> impl Iterator<Item = (&Utf8PathBuf, &Vec<u8>)> {
        self.folders.iter().flat_map(|folder| &folder.files)
    }
}

fn place(
    sight: &PluginSight,
    wish: PluginWish,
    file: &Utf8PathBuf,
    bytes: &[u8],
    part: Part,
    decision: &mut PluginDecision,
) {
    let state = sight.claims.contains_key(file).then(|| sight.state(file));
    if wish == PluginWish::PutBack && state != Some(State::Gone) {
        return;
    }
    if let Some(link) = sight.linked.get(file) {
        decision.refused.push((file.clone(), Refusal::LinkInTheWay(link.clone())));
        return;
    }
    let (replace, restore) = match wish {
        PluginWish::Install { replace, restore } => (replace, restore),
        PluginWish::Update | PluginWish::PutBack | PluginWish::Remove => (false, false),
    };
    let same = sight.there.get(file) == Some(&Digest::of(bytes));
    match state {
        Some(State::Edited) if !restore && !same => {
            decision.told.push(PluginNote::Edited(file.clone()));
            return;
        }
        Some(State::Gone) if wish == PluginWish::Update => {
            decision.told.push(PluginNote::Deleted(file.clone()));
            return;
        }
        Some(_) | None => {}
    }
    let over = if if state.is_some() { restore } else { replace } { Displace::Replace } else { Displace::Ask };
    let explicit = wish != PluginWish::Update;
    let placing = Placing { part, bytes: bytes.to_vec(), mode: Mode::Ordinary, explicit, over, known: Vec::new() };
    decision.files.insert(file.clone(), FileWish::Present(placing));
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSTALL: PluginWish = PluginWish::Install { replace: false, restore: false };
    const REPLACE: PluginWish = PluginWish::Install { replace: true, restore: false };
    const RESTORE: PluginWish = PluginWish::Install { replace: false, restore: true };

    /// A plugin that declares `/h/a` with the text `new`; what stands there and what we
    /// wrote there once; and a file `/h/old` of an earlier version, likewise.
    fn sight(a: (Option<&str>, Option<&str>), old: (Option<&str>, Option<&str>)) -> PluginSight {
        let digest = |text: &str| Digest::of(text.as_bytes());
        let mut sight = PluginSight {
            folders: vec![PluginFolder {
                folder: "/h".into(),
                missing_app: None,
                files: [("/h/a".into(), b"new".to_vec())].into(),
            }],
            ..PluginSight::default()
        };
        for (file, (there, claimed)) in [("/h/a", a), ("/h/old", old)] {
            sight.there.extend(there.map(|text| (file.into(), digest(text))));
            sight.claims.extend(claimed.map(|text| (file.into(), digest(text))));
        }
        sight
    }

    /// What is decided, a word a file, in order: wishes, notes, refusals.
    fn said(sight: &PluginSight, wish: PluginWish) -> Vec<String> {
        let decision = decide("x", sight, wish);
        let wishes = decision.files.iter().map(|(file, wish)| match wish {
            FileWish::Present(placing) if placing.over == Displace::Replace => format!("over {file}"),
            FileWish::Present(placing) if placing.explicit => format!("put {file}"),
            FileWish::Present(_) => format!("renew {file}"),
            FileWish::Absent { known, .. } if known.is_empty() => format!("take {file}"),
            FileWish::Absent { .. } => format!("take known {file}"),
            FileWish::Theirs => format!("leave {file}"),
            FileWish::Before(_) => format!("before {file}"),
        });
        let told = decision.told.iter().map(|note| match note {
            PluginNote::Edited(file) => format!("edited {file}"),
            PluginNote::Kept(file) => format!("kept {file}"),
            PluginNote::Deleted(file) => format!("deleted {file}"),
            PluginNote::NoApp(folder) => format!("no app {folder}"),
        });
        let refused = decision.refused.iter().map(|(file, refusal)| format!("{} {file}", refusal.code()));
        wishes.chain(told).chain(refused).collect()
    }

    #[test]
    fn the_life_of_a_plugin_file() {
        let none = (None, None);
        let cases: [(PluginSight, PluginWish, &[&str]); 17] = [
            (sight(none, none), INSTALL, &["put /h/a"]),
            (sight((Some("theirs"), None), none), INSTALL, &["put /h/a"]),
            (sight((Some("theirs"), None), none), REPLACE, &["over /h/a"]),
            (sight((Some("theirs"), None), none), RESTORE, &["put /h/a"]),
            (sight((Some("one"), Some("one")), none), INSTALL, &["put /h/a"]),
            (sight((Some("one"), Some("one")), none), PluginWish::Update, &["renew /h/a"]),
            (sight((Some("edited"), Some("one")), none), INSTALL, &["edited /h/a"]),
            (sight((Some("edited"), Some("one")), none), REPLACE, &["edited /h/a"]),
            (sight((Some("edited"), Some("one")), none), RESTORE, &["over /h/a"]),
            (sight((None, Some("one")), none), INSTALL, &["put /h/a"]),
            (sight((None, Some("one")), none), PluginWish::Update, &["deleted /h/a"]),
            (sight((None, Some("one")), (None, Some("o"))), PluginWish::PutBack, &["put /h/a"]),
            (sight((Some("edited"), Some("one")), none), PluginWish::PutBack, &[]),
            (sight((Some("new"), Some("new")), (Some("o"), Some("o"))), INSTALL, &["put /h/a", "take /h/old"]),
            (
                sight((Some("new"), Some("new")), (Some("e"), Some("o"))),
                PluginWish::Update,
                &["renew /h/a", "leave /h/old", "kept /h/old"],
            ),
            (
                sight((Some("new"), Some("new")), (Some("e"), Some("o"))),
                PluginWish::Remove,
                &["take /h/a", "leave /h/old", "kept /h/old"],
            ),
            (sight((Some("new"), None), none), PluginWish::Remove, &[]),
        ];
        for (at, (sight, wish, expected)) in cases.into_iter().enumerate() {
            assert_eq!(said(&sight, wish), expected, "case {at}");
        }
    }

    #[test]
    fn without_notes_the_bridges_own_bytes_prove_what_is_ours() {
        for (there, expected) in [("new", &["take known /h/a"] as &[&str]), ("theirs", &[])] {
            let forgotten = PluginSight { forgotten: true, ..sight((Some(there), None), (None, None)) };
            assert_eq!(said(&forgotten, PluginWish::Remove), expected, "{there}");
        }
    }

    #[test]
    fn a_host_app_that_is_not_here_gets_nothing_and_loses_nothing() {
        let mut sight = sight((None, Some("one")), (None, None));
        sight.folders[0].missing_app = Some("/h".into());
        assert_eq!(said(&sight, INSTALL), ["no app /h"]);
        assert_eq!(said(&sight, PluginWish::Update), [] as [&str; 0]);
        assert_eq!(standing("x", &sight).unwrap().gone, [] as [&str; 0]);
        assert_eq!(said(&sight, PluginWish::Remove), ["take /h/a"]);
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let mut sight = sight((None, None), (None, None));
        sight.linked.insert("/h/a".into(), "/h".into());
        assert_eq!(said(&sight, INSTALL), ["link-in-the-way /h/a"]);
        let forgotten = PluginSight { forgotten: true, ..sight };
        assert_eq!(said(&forgotten, PluginWish::Remove), [] as [&str; 0]);
    }

    #[test]
    fn what_vanished_or_changed_is_seen() {
        let told = standing("x", &sight((None, Some("one")), (Some("e"), Some("o")))).unwrap();
        assert_eq!((told.gone, told.edited, told.files), (vec!["/h/a".into()], vec!["/h/old".into()], 2));
        assert_eq!(standing("x", &sight((Some("new"), None), (None, None))), None);
    }
}
