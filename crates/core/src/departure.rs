//! Leaving a machine: which wishes take everything of ours away, and what only the
//! person can do.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8PathBuf;

use crate::bridge::Spoken;
use crate::doctor::{Server, bridge_of};
use crate::harness::{self, Harness, Status};
use crate::reconcile::{FileClaim, FileWish, Part, Receipt, Scope, Target, Wish, Wishes};

/// What of ours can go or stay, in the order it is told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Share {
    /// What runs: the host process and its runtimes.
    Live,
    /// Entries in the files of AI programs.
    Entries,
    /// Skills.
    Skills,
    /// The host apps' sides of bridges.
    Plugins,
    /// Launcher, engines and start at login.
    Program,
    /// The state folder: history, kept bytes, added bridges.
    Data,
}

/// What is known of our presence on a machine.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    /// What the history says is ours.
    pub receipt: Receipt,
    /// Every server in the user files of every program.
    pub servers: Vec<Server>,
    /// Every server in the files of the project folders that are known, by that folder.
    pub in_projects: Vec<(Utf8PathBuf, Server)>,
    /// Wishes that take away skills which our notes or their own marker prove to be ours.
    pub skills: Wishes,
    /// Wishes that take away the files of ours in folders of host apps.
    pub plugins: Wishes,
    /// What only the person can do in a host app, by the bridge that asks for it.
    pub steps: BTreeMap<String, Spoken>,
    /// Notes of project folders are lost: entries may stand in some that nobody names.
    pub projects_lost: bool,
    /// The programs that are here.
    pub programs: BTreeSet<&'static str>,
}

/// How everything of ours goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Departure {
    /// What Bascule takes away.
    pub wishes: Wishes,
    /// What only the person can do: never counted as done.
    pub by_hand: Vec<ByHand>,
}

/// Something of ours that no file change takes away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ByHand {
    /// An entry that starts our launcher under a name of the person's.
    Renamed {
        /// The program.
        harness: &'static str,
        /// Its file.
        file: Utf8PathBuf,
        /// The entry's name there.
        name: String,
    },
    /// A snippet that may have been pasted into a program that keeps its servers where
    /// no file can be edited.
    Pasted {
        /// The program.
        harness: &'static str,
        /// The way through its menus.
        menu: &'static str,
    },
    /// Entries in project folders that no note names any more.
    LostProjects,
    /// What a bridge asks its person to do in the host app.
    Steps {
        /// The bridge.
        bridge: String,
        /// What to do.
        steps: Spoken,
    },
}

impl Share {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Live, Self::Entries, Self::Skills, Self::Plugins, Self::Program, Self::Data];

    /// A stable word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Entries => "entries",
            Self::Skills => "skills",
            Self::Plugins => "plugins",
            Self::Program => "program",
            Self::Data => "data",
        }
    }

    fn of(part: &Part) -> Self {
        match part {
            Part::Skill(_) => Self::Skills,
            Part::Plugin(_) => Self::Plugins,
            Part::Launcher | Part::Engine | Part::Login => Self::Program,
        }
    }
}

/// Decides what takes these shares of ours away. Entries that a person edited stay
/// unless `edited`; a program that nobody uses any more is no reason to stay.
pub fn departure(presence: &Presence, shares: &BTreeSet<Share>, edited: bool) -> Departure {
    let mut departure = Departure::default();
    if shares.contains(&Share::Entries) {
        let wish = if edited { Wish::AbsentAnyway } else { Wish::Absent };
        let known = presence.receipt.claims.keys().cloned();
        departure.wishes.entries.extend(known.map(|target| (target, wish.clone())));
        let of_user = presence.servers.iter().map(|server| (Scope::User, server));
        let in_projects = presence.in_projects.iter();
        let of_project = in_projects.map(|(folder, server)| (Scope::Project(folder.clone()), server));
        let servers = of_user.chain(of_project);
        for (scope, server) in servers.filter(|(_, server)| server.ours) {
            match bridge_of(&server.launch) {
                Some(bridge) if bridge == server.name => {
                    let target = Target { scope, ..Target::user(bridge, server.harness) };
                    departure.wishes.entries.insert(target, wish.clone());
                }
                Some(_) | None => departure.by_hand.push(ByHand::Renamed {
                    harness: server.harness,
                    file: server.file.clone(),
                    name: server.name.clone(),
                }),
            }
        }
        // What a bridge asks for in its host app is done where it was used.
        let used: BTreeSet<&String> = departure.wishes.entries.keys().map(|target| &target.bridge).collect();
        let steps = presence.steps.iter().filter(|(bridge, _)| used.contains(bridge));
        let steps = steps.map(|(bridge, steps)| ByHand::Steps { bridge: bridge.clone(), steps: steps.clone() });
        departure.by_hand.extend(steps);
        // Where nothing of ours is, there was nothing to lose.
        let any = !departure.wishes.entries.is_empty() || !presence.skills.files.is_empty();
        departure.by_hand.extend((presence.projects_lost && any).then_some(ByHand::LostProjects));
        departure.by_hand.extend(harness::ALL.iter().copied().filter_map(|harness| pasted(presence, harness)));
    }
    if shares.contains(&Share::Skills) {
        departure.wishes.files.extend(presence.skills.files.clone());
        departure.wishes.folders.extend(presence.skills.folders.iter().cloned());
    }
    if shares.contains(&Share::Plugins) {
        departure.wishes.files.extend(presence.plugins.files.clone());
    }
    let leaving = |claim: &FileClaim| shares.contains(&Share::of(&claim.part));
    for (file, claim) in presence.receipt.files.iter().filter(|(_, claim)| leaving(claim)) {
        let absent = || FileWish::Absent { part: claim.part.clone(), known: Vec::new() };
        departure.wishes.files.entry(file.clone()).or_insert_with(absent);
    }
    departure
}

fn pasted(presence: &Presence, harness: &'static Harness) -> Option<ByHand> {
    match harness.status {
        Status::Manual(snippet) if presence.programs.contains(harness.id) => {
            Some(ByHand::Pasted { harness: harness.id, menu: snippet.menu })
        }
        Status::Manual(_) | Status::Active | Status::Retired => None,
    }
}
