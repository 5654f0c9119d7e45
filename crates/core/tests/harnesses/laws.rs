//! What must hold for the whole table.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::document::Dialect;
use bascule_core::harness::{
    ALL, Base, Charset, Lock, NameProblem, Note, PolicyEffect, Probe, Reach, Rewrites, Standing, Status, Trace, When,
    find,
};
use bascule_core::machine::Os;
use camino::Utf8Path;

use super::{bare, plain, project};

const SYSTEMS: [Os; 3] = [Os::Windows, Os::Mac, Os::Linux];

#[test]
fn ids_are_unique_and_kebab() {
    let mut seen = BTreeSet::new();
    for harness in ALL {
        assert!(seen.insert(harness.id), "{} twice", harness.id);
        assert!(harness.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{}", harness.id);
        assert!(!harness.name.is_empty() && !harness.vendor.is_empty(), "{}", harness.id);
    }
}

#[test]
fn every_harness_of_the_facts_is_there() {
    let facts = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/facts/harnesses.json");
    let Ok(text) = std::fs::read_to_string(&facts) else {
        println!("skipped: {facts} is absent");
        return;
    };
    let facts: serde_json::Value = serde_json::from_str(&text).unwrap();
    for fact in facts["harnesses"].as_array().unwrap() {
        let id = fact["id"].as_str().unwrap();
        assert!(find(id).is_some(), "{id} is missing");
    }
}

#[test]
fn enough_can_be_installed_on_every_system() {
    for os in SYSTEMS {
        let with = |scope: Reach| {
            let has = |site: &&'static bascule_core::harness::Site| {
                site.scope == scope && !site.files(&bare(os), Some(project(os))).is_empty()
            };
            ALL.iter().filter(|h| h.status == Status::Active && h.sites.iter().any(|site| has(&site))).count()
        };
        let (user, projects) = (with(Reach::User), with(Reach::Project));
        println!("{os:?}: {user} with a file of the person's, {projects} with one of a project");
        assert!(user >= 26, "{os:?}: {user}");
    }
}

#[test]
fn every_site_has_one_preferred_place_on_each_system_it_has_any() {
    for harness in ALL {
        let scopes: BTreeSet<Reach> = harness.sites.iter().map(|site| site.scope).collect();
        assert_eq!(scopes.len(), harness.sites.len(), "{} has two sites in one scope", harness.id);
        for site in harness.sites {
            for os in SYSTEMS {
                let places: Vec<_> = site.places.iter().filter(|place| place.os.contains(&os)).collect();
                let preferred = places.iter().filter(|place| place.standing == Standing::Preferred).count();
                assert_eq!(preferred, usize::from(!places.is_empty()), "{} {:?} on {os:?}", harness.id, site.scope);
            }
        }
    }
}

#[test]
fn a_former_place_needs_evidence_and_so_do_its_successors() {
    for harness in ALL {
        for site in harness.sites.iter().filter(|site| site.places.iter().any(|p| p.standing == Standing::Former)) {
            for place in site.places {
                assert!(!place.evidence.is_empty(), "{}: {:?} would always count as read", harness.id, place.file);
            }
        }
    }
}

#[test]
fn the_last_shape_needs_no_condition_and_is_the_only_such() {
    for harness in ALL {
        for site in harness.sites {
            let (last, others) = site.shapes.split_last().unwrap_or_else(|| panic!("{} has no shape", harness.id));
            assert_eq!(last.when, When::Always, "{}", harness.id);
            assert!(others.iter().all(|shape| shape.when != When::Always), "{}", harness.id);
        }
    }
}

#[test]
fn no_two_harnesses_write_one_file() {
    for os in SYSTEMS {
        let mut owner: BTreeMap<String, &str> = BTreeMap::new();
        for harness in ALL {
            for site in harness.sites {
                for (_, file, _) in site.files(&bare(os), Some(project(os))) {
                    let before = owner.insert(plain(&file), harness.id);
                    assert!(before.is_none_or(|id| id == harness.id), "{file}: {before:?} and {}", harness.id);
                }
            }
        }
    }
}

#[test]
fn what_can_be_installed_can_be_found() {
    for harness in ALL.iter().filter(|harness| !matches!(harness.status, Status::Manual(_))) {
        for os in SYSTEMS {
            if harness.sites.iter().any(|site| site.places.iter().any(|place| place.os.contains(&os))) {
                let path = if os == Os::Windows { r"C:\bin" } else { "/bin" };
                let probes = harness.probes(&bare(os).with_env("PATH", path));
                assert!(!probes.is_empty(), "{} on {os:?}", harness.id);
            }
        }
    }
}

#[test]
fn a_machine_is_asked_only_for_places_it_has() {
    for harness in ALL {
        for os in [Os::Mac, Os::Linux] {
            for probe in harness.probes(&bare(os).with_env("PATH", "/bin")) {
                let (Probe::Exists(path) | Probe::Holds { folder: path, .. }) = probe;
                assert!(os.is_absolute(path.as_str()), "{}: {path}", harness.id);
                assert!(!plain(&path).contains("AppData"), "{}: {path}", harness.id);
            }
        }
    }
}

#[test]
fn windows_paths_stay_on_windows() {
    for harness in ALL {
        for place in harness.sites.iter().flat_map(|site| site.places) {
            let windows = matches!(place.file, Base::AppData(_) | Base::LocalAppData(_) | Base::Package { .. });
            let mac = matches!(place.file, Base::ApplicationSupport(_));
            assert!(!windows || place.os == [Os::Windows], "{}: {:?}", harness.id, place.file);
            assert!(!mac || place.os == [Os::Mac], "{}: {:?}", harness.id, place.file);
        }
    }
}

#[test]
fn our_names_are_accepted_everywhere() {
    for harness in ALL {
        for name in ["bascule", "ra3-mod-xml", "jlceda", "ansa"] {
            assert_eq!(harness.names.judge(name), Ok(()), "{name} in {}", harness.id);
        }
        assert_eq!(harness.names.judge(""), Err(NameProblem::Empty), "{}", harness.id);
        assert_eq!(harness.names.judge("a b"), Err(NameProblem::Character(' ')), "{}", harness.id);
    }
}

#[test]
fn names_a_program_cannot_use_are_refused() {
    let judge = |id: &str, name: &str| find(id).unwrap().names.judge(name);
    assert_eq!(judge("gemini-cli", "my_server"), Err(NameProblem::Character('_')));
    assert_eq!(judge("claude-code", "workspace"), Err(NameProblem::Reserved));
    assert_eq!(judge("codex", "my_server"), Ok(()));
    let limit = |id: &str| find(id).unwrap().names.with_tool;
    assert_eq!((limit("cursor"), limit("claude-code"), limit("gemini-cli")), (Some(60), Some(57), Some(58)));
    assert_eq!(find("qwen").unwrap().names.charset, Charset::NoUnderscore);
}

#[test]
fn the_folder_gemini_cli_shares_is_no_sign_of_it() {
    let folder = Probe::Exists("/home/ann/.gemini".into());
    for id in ["gemini-cli", "antigravity"] {
        let probes = find(id).unwrap().probes(&bare(Os::Linux));
        assert!(!probes.contains(&folder), "{id}: {probes:?}");
    }
    let qoder = find("qoder").unwrap().traces;
    assert!(!qoder.contains(&Trace::Exists(Base::Home(".qoder"))), "the editor has that folder too");
}

#[test]
fn programs_are_looked_for_on_the_path_in_any_spelling() {
    let machine = bare(Os::Windows).with_env("Path", r"C:\tools;relative");
    let probes: Vec<String> = find("claude-code")
        .unwrap()
        .probes(&machine)
        .iter()
        .filter_map(|probe| match probe {
            Probe::Exists(path) => Some(plain(path)),
            Probe::Holds { .. } => None,
        })
        .collect();
    assert!(probes.starts_with(&["C:/tools/claude.exe".to_owned(), "C:/tools/claude.cmd".to_owned()]), "{probes:?}");
    assert!(!probes.iter().any(|path| path.starts_with("relative")), "{probes:?}");
}

#[test]
fn dialects_and_marks_are_as_the_programs_read() {
    let dialect = |id: &str| find(id).unwrap().sites[0].dialect;
    for (id, expected) in [
        ("claude-code", Dialect::Json),
        ("gemini-cli", Dialect::JsonComments),
        ("qwen", Dialect::JsonComments),
        ("vscode", Dialect::Jsonc),
        ("zed", Dialect::Jsonc),
        ("kilo", Dialect::Jsonc),
        ("opencode", Dialect::Jsonc),
        ("amp", Dialect::Jsonc),
        ("windsurf-devin", Dialect::Jsonc),
        ("openclaw", Dialect::Json5),
        ("codex", Dialect::Toml),
        ("goose", Dialect::Yaml),
    ] {
        assert_eq!(dialect(id), expected, "{id}");
    }
    let without_mark: Vec<&str> =
        ALL.iter().filter(|h| h.bom == bascule_core::document::Bom::TakeOut).map(|h| h.id).collect();
    assert_eq!(without_mark, ["claude-desktop", "antigravity"]);
}

#[test]
fn an_administrators_files_are_known() {
    let policies = |id: &str, os: Os| -> Vec<(String, PolicyEffect)> {
        let files = find(id).unwrap().policy_files(&bare(os));
        files.into_iter().map(|(path, effect)| (plain(&path), effect)).collect()
    };
    assert_eq!(
        policies("claude-code", Os::Linux)[0],
        ("/etc/claude-code/managed-mcp.json".into(), PolicyEffect::Exclusive)
    );
    assert_eq!(policies("amp", Os::Windows)[0].0, "C:/ProgramData/ampcode/managed-settings.json");
    assert_eq!(policies("gemini-cli", Os::Mac)[0].0, "/Library/Application Support/GeminiCli/settings.json");
    assert_eq!(policies("copilot-cli", Os::Linux)[0].0, "/etc/github-copilot/managed-settings.json");
    let moved = bare(Os::Linux).with_env("GEMINI_CLI_SYSTEM_SETTINGS_PATH", "/etc/own.json");
    assert_eq!(find("gemini-cli").unwrap().policy_files(&moved)[0].0, "/etc/own.json");
}

#[test]
fn a_running_claude_desktop_is_told_from_claude_code() {
    let Rewrites::FromMemory { processes } = find("claude-desktop").unwrap().rewrites else { panic!() };
    let runs = |os: Os, path: &str| processes.iter().any(|process| process.covers(os, path));
    assert!(runs(Os::Mac, "/Applications/Claude.app/Contents/MacOS/Claude"));
    assert!(!runs(Os::Mac, "/Users/ann/.local/bin/claude"));
    assert!(runs(Os::Windows, r"C:\Users\ann\AppData\Local\AnthropicClaude\app-1.2.3\Claude.exe"));
    assert!(runs(Os::Windows, r"C:\Program Files\WindowsApps\Claude_1.0_x64__pzs8sxrjxfjjc\app\claude.exe"));
    assert!(!runs(Os::Windows, r"C:\Users\ann\.local\bin\claude.exe"));
    assert!(!runs(Os::Linux, "/usr/bin/Claude"));
}

#[test]
fn locks_and_notes_are_where_the_programs_have_them() {
    let lock = |id: &str| match find(id).unwrap().rewrites {
        Rewrites::ReadModifyWrite { lock } => lock,
        Rewrites::Never | Rewrites::FromMemory { .. } => None,
    };
    let file = Utf8Path::new("/home/ann/.claude.json");
    assert_eq!(lock("claude-code").map(|lock| lock.path(file)), Some("/home/ann/.claude.json.lock".into()));
    assert_eq!(lock("cline"), Some(Lock::OwnedFolderBeside { ending: ".lock", stale: 10 }));
    assert_eq!(lock("codex"), None);
    assert!(find("trae").unwrap().notes.contains(&Note::NoSpaceInCommand));
    assert!(find("qoder-ide").unwrap().notes.contains(&Note::ServerLimit(10)));
}
