//! What can be wrong on a machine, decided from what was looked at.

mod finding;
mod service;

use camino::{Utf8Path, Utf8PathBuf};

use crate::harness::{Launch, PolicyEffect};
use crate::machine::{Machine, Os};
use crate::plugin::PluginStanding;
use crate::project::{Candidate, Found};
use crate::reconcile::{Drift, Refusal, Target};
use crate::skill::SkillStanding;

use service::troubles;

pub use finding::{Finding, Fix, Severity};
pub use service::{Life, Orphan, Service, ServiceTrouble, StateTrouble};

/// Everything that was looked at.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    /// A change that was interrupted and not yet taken back.
    pub interrupted: Option<u64>,
    /// Files of the state folder that cannot be used, and why. What we own cannot be
    /// told then: no entry is judged.
    pub unusable: Vec<(Utf8PathBuf, String)>,
    /// The state of every entry we own.
    pub entries: Vec<(Target, Utf8PathBuf, Result<Drift, Refusal>)>,
    /// Programs of ours that entries need, with what is wrong with them.
    pub programs: Vec<(Utf8PathBuf, Trouble)>,
    /// Entries we own that today would be written otherwise.
    pub outdated: Vec<(Target, Utf8PathBuf)>,
    /// Entries we own that cannot work, as they start nothing.
    pub idle: Vec<(Target, Utf8PathBuf, Idle)>,
    /// Parts of the state folder that others may read.
    pub shared: Vec<Utf8PathBuf>,
    /// Policy files that are there, with the program they are for.
    pub policies: Vec<(&'static str, Utf8PathBuf, PolicyEffect)>,
    /// Programs that run now and write their settings from memory.
    pub running: Vec<(&'static str, String)>,
    /// Why no entry could go into the files of programs that are here.
    pub unreadable: Vec<(&'static str, Refusal)>,
    /// Every server that is named in the user files of the programs that are here.
    pub servers: Vec<Server>,
    /// Every registered project by its bridge, and what the disk shows of it.
    pub projects: Vec<(String, Candidate)>,
    /// Every skill of ours.
    pub skills: Vec<Skill>,
    /// Every host plugin of ours.
    pub plugins: Vec<PluginStanding>,
    /// The host process and what it needs.
    pub service: Service,
}

/// A skill of ours in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Its bridge.
    pub bridge: String,
    /// How it stands.
    pub standing: SkillStanding,
    /// The version its bridge has now; `None` where there is none any more.
    pub newest: Option<String>,
}

/// A server named in a config file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// The program whose file it is.
    pub harness: &'static str,
    /// The file.
    pub file: Utf8PathBuf,
    /// The entry's name.
    pub name: String,
    /// What it starts.
    pub launch: Launch,
    /// Whether that is our launcher.
    pub ours: bool,
    /// Whether the receipt knows it.
    pub known: bool,
    /// Whether, as one of ours, it is as we would write it.
    pub as_ours: bool,
    /// Whether its program is there; `None` where that cannot be told from here.
    pub there: Option<bool>,
}

/// Why an entry of ours starts nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Its bridge is not here.
    NoBridge,
    /// The program its bridge starts is not there.
    NoCommand(String),
}

/// What is wrong with a program of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It is not there.
    Gone,
    /// Its bytes are not those we wrote.
    Changed,
    /// It says what cannot be followed; why.
    Unusable(String),
}

/// What is wrong, the worst first.
pub fn findings(examined: &Examined) -> Vec<Finding> {
    let mut findings: Vec<Finding> = examined.interrupted.map(Finding::Interrupted).into_iter().collect();
    let unusable = examined.unusable.iter().cloned();
    findings.extend(unusable.map(|(file, problem)| Finding::StateUnusable { file, problem }));
    let programs = examined.programs.iter().cloned();
    findings.extend(programs.map(|(file, trouble)| Finding::Program { file, trouble }));
    findings.extend(troubles(&examined.service).into_iter().map(Finding::Service));
    for (target, file, state) in &examined.entries {
        let (target, file) = (target.clone(), file.clone());
        findings.extend(match state {
            Ok(Drift::AsWritten) => None,
            Ok(Drift::Edited) => Some(Finding::EntryEdited { target, file }),
            Ok(Drift::Gone) => Some(Finding::EntryGone { target, file }),
            Ok(Drift::Taken) => Some(Finding::EntryTaken { target, file }),
            Err(refusal) => Some(Finding::EntryUnreadable { target, refusal: refusal.clone() }),
        });
    }
    let outdated = examined.outdated.iter().cloned();
    findings.extend(outdated.map(|(target, file)| Finding::EntryOutdated { target, file }));
    let idle = examined.idle.iter().cloned();
    findings.extend(idle.map(|(target, file, idle)| Finding::EntryIdle { target, file, idle }));
    let of_server = |server| match of_server(server) {
        // What an interrupted change left is no orphan: it goes with that change. And
        // without our notes nobody can say what is one.
        Some(Finding::EntryWithoutReceipt { .. })
            if examined.interrupted.is_some() || !examined.unusable.is_empty() =>
        {
            None
        }
        finding => finding,
    };
    findings.extend(examined.servers.iter().filter_map(of_server));
    findings.extend(examined.projects.iter().filter_map(|(bridge, project)| match project.found {
        Found::Project(_) => None,
        Found::NoProject | Found::Gone => Some(Finding::ProjectLost {
            bridge: bridge.clone(),
            folder: project.folder.clone(),
            gone: project.found == Found::Gone,
        }),
    }));
    findings.extend(examined.shared.iter().cloned().map(Finding::StateShared));
    for (harness, refusal) in &examined.unreadable {
        // Said once: as the reason why an entry of ours cannot be judged.
        let known = examined.entries.iter().any(|(target, _, state)| {
            target.harness == *harness && state.as_ref().is_err_and(|reason| reason == refusal)
        });
        if !known {
            findings.push(Finding::ConfigUnusable { harness, refusal: refusal.clone() });
        }
    }
    findings.extend(examined.skills.iter().flat_map(of_skill));
    findings.extend(examined.plugins.iter().flat_map(of_plugin));
    let policies = examined.policies.iter().cloned();
    findings.extend(policies.map(|(harness, file, effect)| Finding::Policy { harness, file, effect }));
    let running = examined.running.iter().cloned();
    findings.extend(running.map(|(harness, process)| Finding::ProgramRunning { harness, process }));
    findings.sort_by_key(Finding::severity);
    findings
}

fn of_server(server: &Server) -> Option<Finding> {
    match (server.ours, server.known, server.there) {
        (true, false, _) => {
            let target = Target::user(bridge_of(&server.launch)?, server.harness);
            let (file, as_ours) = (server.file.clone(), server.as_ours);
            Some(Finding::EntryWithoutReceipt { target, file, as_ours })
        }
        (false, _, Some(false)) => Some(Finding::CommandMissing {
            harness: server.harness,
            file: server.file.clone(),
            name: server.name.clone(),
            command: server.launch.program.clone(),
        }),
        _ => None,
    }
}

fn of_skill(skill: &Skill) -> Vec<Finding> {
    let (bridge, folder) = (|| skill.bridge.clone(), || skill.standing.folder.clone());
    let outdated = skill.newest.is_some() && skill.newest != skill.standing.version;
    let outdated = outdated.then(|| Finding::SkillOutdated { bridge: bridge(), folder: folder() });
    let files: Vec<String> = skill.standing.edited.iter().chain(&skill.standing.deleted).cloned().collect();
    let changed = (!files.is_empty()).then(|| Finding::SkillChanged { bridge: bridge(), folder: folder(), files });
    outdated.into_iter().chain(changed).collect()
}

fn of_plugin(plugin: &PluginStanding) -> Vec<Finding> {
    let bridge = || plugin.bridge.clone();
    let gone = plugin.gone.iter().map(|file| Finding::PluginGone { bridge: bridge(), file: file.clone() });
    let changed = plugin.edited.iter().map(|file| Finding::PluginChanged { bridge: bridge(), file: file.clone() });
    gone.chain(changed).collect()
}

/// The bridge an entry of ours starts: the word after `mcp`.
pub fn bridge_of(launch: &Launch) -> Option<&str> {
    let after = launch.args.iter().skip_while(|arg| *arg != "mcp").nth(1);
    after.map(String::as_str)
}

/// The paths one of which must exist for a server's program to be there; `None`
/// where that depends on something only its own client knows.
pub fn places_of(machine: &Machine, program: &Utf8Path) -> Option<Vec<Utf8PathBuf>> {
    let text = program.as_str();
    if text.is_empty() || text.contains(['$', '%', '{', '~']) {
        return None;
    }
    let endings: &[&str] = if machine.os == Os::Windows { &["", ".exe", ".cmd", ".bat"] } else { &[""] };
    let with_endings = |path: &Utf8Path| -> Vec<Utf8PathBuf> {
        endings.iter().map(|ending| format!("{path}{ending}").into()).collect()
    };
    if machine.os.is_absolute(text) {
        return Some(with_endings(program));
    }
    if text.contains('/') || (machine.os == Os::Windows && text.contains('\\')) {
        return None;
    }
    let separator = if machine.os == Os::Windows { ';' } else { ':' };
    let folders = machine.var("PATH")?.split(separator).filter(|folder| machine.os.is_absolute(folder));
    Some(folders.flat_map(|folder| with_endings(&Utf8Path::new(folder).join(program))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(ours: bool, known: bool, there: Option<bool>) -> Server {
        let args = ["mcp", "x", "--for", "cursor"].map(str::to_owned).to_vec();
        Server {
            harness: "cursor",
            file: "/f".into(),
            name: "x".into(),
            launch: Launch { program: "/p".into(), args },
            ours,
            known,
            as_ours: ours,
            there,
        }
    }

    fn codes(examined: &Examined) -> Vec<&'static str> {
        findings(examined).iter().map(Finding::code).collect()
    }

    #[test]
    fn a_quiet_machine_has_no_findings() {
        let entries = vec![(Target::user("x", "cursor"), "/f".into(), Ok(Drift::AsWritten))];
        let servers =
            vec![server(true, true, Some(true)), server(false, false, None), server(false, false, Some(true))];
        assert_eq!(codes(&Examined { entries, servers, ..Examined::default() }), [] as [&str; 0]);
    }

    #[test]
    fn the_worst_comes_first() {
        let mut examined = Examined {
            running: vec![("claude-desktop", "Claude".into())],
            servers: vec![server(false, false, Some(false)), server(true, false, Some(true))],
            interrupted: None,
            ..Examined::default()
        };
        assert_eq!(codes(&examined), ["entry-without-receipt", "command-missing", "program-running"]);
        examined.interrupted = Some(3);
        assert_eq!(codes(&examined), ["interrupted", "command-missing", "program-running"]);
    }

    #[test]
    fn a_project_that_is_none_any_more_is_told() {
        let project = |found| ("b".to_owned(), Candidate { folder: "/mod".into(), found });
        let projects = vec![project(Found::Project("/mod".into())), project(Found::Gone), project(Found::NoProject)];
        let found = findings(&Examined { projects, ..Examined::default() });
        let lost = |gone| Finding::ProjectLost { bridge: "b".into(), folder: "/mod".into(), gone };
        assert_eq!(found, [lost(true), lost(false)]);
    }

    #[test]
    fn without_our_notes_no_entry_is_called_an_orphan() {
        let unusable = vec![("/h".into(), "torn".to_owned())];
        let servers = vec![server(true, false, Some(true))];
        assert_eq!(codes(&Examined { unusable, servers, ..Examined::default() }), ["state-unusable"]);
    }

    #[test]
    fn a_skill_is_told_of_where_it_is_old_or_changed() {
        let seen = |version: &str, edited: &[&str], newest: Option<&str>| {
            let standing = SkillStanding {
                folder: "/s/x".into(),
                version: Some(version.to_owned()),
                edited: edited.iter().map(|name| (*name).to_owned()).collect(),
                deleted: Vec::new(),
                beside: Vec::new(),
            };
            let skills = vec![Skill { bridge: "x".into(), standing, newest: newest.map(str::to_owned) }];
            codes(&Examined { skills, ..Examined::default() })
        };
        assert_eq!(seen("1", &[], Some("1")), [] as [&str; 0]);
        assert_eq!(seen("1", &[], None), [] as [&str; 0]);
        assert_eq!(seen("1", &["SKILL.md"], Some("1")), ["skill-changed"]);
        assert_eq!(seen("1", &["SKILL.md"], Some("2")), ["skill-outdated", "skill-changed"]);
    }

    #[test]
    fn a_plugin_file_that_vanished_can_come_back_and_a_changed_one_stays() {
        let plugin =
            PluginStanding { bridge: "x".into(), gone: vec!["/a".into()], edited: vec!["/b".into()], files: 2 };
        let found = findings(&Examined { plugins: vec![plugin], ..Examined::default() });
        let told: Vec<_> = found.iter().map(|one| (one.code(), one.severity(), one.fix())).collect();
        let expected =
            [("plugin-gone", Severity::Warning, Some(Fix::PutPluginBack)), ("plugin-changed", Severity::Note, None)];
        assert_eq!(told, expected);
    }

    #[test]
    fn an_entry_a_person_made_their_own_is_a_note_and_never_taken() {
        let servers = vec![Server { as_ours: false, ..server(true, false, Some(true)) }];
        let found = findings(&Examined { servers, ..Examined::default() });
        assert_eq!(found.iter().map(|one| (one.severity(), one.fix())).collect::<Vec<_>>(), [(Severity::Note, None)]);
    }

    #[test]
    fn a_program_is_looked_for_where_its_client_would() {
        let machine = Machine::new(Os::Linux, "/home/ann").with_env("PATH", "/usr/bin:relative:/bin");
        let places = |program: &str| places_of(&machine, Utf8Path::new(program));
        assert_eq!(places("/opt/x"), Some(vec!["/opt/x".into()]));
        assert_eq!(places("npx"), Some(vec!["/usr/bin/npx".into(), "/bin/npx".into()]));
        for unclear in ["${HOME}/x", "./x", "bin/x", "~/x", ""] {
            assert_eq!(places(unclear), None, "{unclear}");
        }
    }
}
