//! `skills`, and the skill that comes and goes with an entry.

use serde_json::json;

use crate::home::{Expected, Home};

const SHARED: &str = ".agents/skills/bascule/SKILL.md";
const CLAUDE: &str = ".claude/skills/bascule/SKILL.md";

/// A home with Cursor, which reads the folder programs share, and Claude Code, which
/// has a folder of its own.
fn home() -> Home {
    Home::usual().with(".claude.json", "{}\n")
}

#[test]
fn a_skill_is_installed_listed_and_removed_without_anything_else() {
    let home = home();
    let before = home.files();
    let expected = Expected { code: 0, out: &["“bascule” has a skill", "skills install bascule"], err: &[] };
    home.check(&["skills"], &expected);
    let folder = format!("writes 3 files in {}", home.shown(".agents/skills/bascule"));
    let expected = Expected { code: 0, out: &["Installs skills", &folder, "This does it:"], err: &[] };
    home.check(&["skills", "install", "--dry-run"], &expected);
    assert_eq!(home.files(), before);
    home.ends(&["skills", "install", "bascule", "--yes"], 0);
    for file in [SHARED, CLAUDE] {
        assert!(home.read(file).starts_with("---\nname: bascule\n"), "{file}");
    }
    home.check(&["skills", "install", "--yes"], &Expected { code: 0, out: &["Nothing needs to change"], err: &[] });
    home.check(&["skills", "sync", "--yes"], &Expected { code: 0, out: &["Nothing needs to change"], err: &[] });
    let told = home.json(&["skills", "list", "--json"], 0);
    let skills = told["skills"].as_array().expect("skills");
    assert_eq!(skills.len(), 2, "{told:#}");
    for skill in skills {
        assert_eq!((&skill["bridge"], &skill["outdated"]), (&json!("bascule"), &json!(false)), "{told:#}");
        assert_eq!((&skill["edited"], &skill["version"]), (&json!([]), &skill["newest"]), "{told:#}");
    }
    assert_eq!(told["available"][0]["bridge"], "bascule", "{told:#}");
    home.ends(&["skills", "remove", "--yes"], 0);
    assert_eq!(home.files(), before);
    assert!(!home.path(".agents").exists() && !home.path(".claude").exists(), "folders we made are left");
}

#[test]
fn where_a_skill_goes_can_be_said() {
    let home = home().with("mod/Data/Mod.xml", "x");
    let before = home.files();
    let cases: [(&[&str], &[&str]); 4] = [
        (&["--harness", "cursor"], &[SHARED]),
        (&["--harness", "claude-code"], &[CLAUDE]),
        (&["--project", "mod"], &["mod/.agents/skills/bascule/SKILL.md", "mod/.claude/skills/bascule/SKILL.md"]),
        (&["--dir", "my skills"], &["my skills/bascule/SKILL.md"]),
    ];
    for (place, files) in cases {
        home.ends(&[&["skills", "install", "bascule", "--yes"], place].concat(), 0);
        let pages: Vec<_> = home.files().into_keys().filter(|path| path.ends_with("SKILL.md")).collect();
        let mut expected: Vec<_> = files.iter().map(|file| home.path(file)).collect();
        expected.sort();
        assert_eq!(pages, expected, "{place:?}");
        home.ends(&[&["skills", "remove", "bascule", "--yes"], place].concat(), 0);
        assert_eq!(home.files(), before, "{place:?}");
    }
    // What is not in the named place stays.
    home.ends(&["skills", "install", "--yes"], 0);
    home.ends(&["skills", "remove", "--harness", "claude-code", "--yes"], 0);
    assert!(home.path(SHARED).exists() && !home.path(CLAUDE).exists());
    // A program without skills has no folder.
    let expected = Expected { code: 0, out: &["keeps skills in a folder Bascule knows", "--dir"], err: &[] };
    home.check(&["skills", "install", "--harness", "claude-desktop", "--yes"], &expected);
}

#[test]
fn what_the_person_has_there_is_theirs() {
    let home = home().with(CLAUDE, "mine");
    let expected = Expected { code: 4, out: &["writes 3 files in"], err: &["not Bascule's", "help: Move"] };
    home.check(&["skills", "install", "--yes"], &expected);
    assert_eq!(home.read(CLAUDE), "mine");
    let told = home.json(&["skills", "install", "--harness", "claude-code", "--yes", "--json"], 5);
    assert_eq!(told["refusals"][0]["code"], "folder-taken", "{told:#}");
    // A change stays, is told of, and is put back only when asked.
    let page = home.read(SHARED);
    home.write(SHARED, "changed");
    let changed = format!("You changed {}", home.shown(SHARED));
    let expected = Expected { code: 0, out: &[&changed], err: &[] };
    home.check(&["skills", "install", "--harness", "cursor", "--yes"], &expected);
    assert_eq!(home.read(SHARED), "changed");
    home.check(&["doctor"], &Expected { code: 0, out: &["[skill-changed]", "SKILL.md"], err: &[] });
    home.check(&["skills"], &Expected { code: 0, out: &["changed by you: SKILL.md"], err: &[] });
    home.ends(&["skills", "install", "--harness", "cursor", "--restore", "--yes"], 0);
    assert_eq!(home.read(SHARED), page);
    // The change of the skill alone is a change like any other.
    home.ends(&["rollback", "--yes"], 0);
    assert_eq!(home.read(SHARED), "changed");
    home.check(&["skills", "remove", "--yes"], &Expected { code: 0, out: &["It stays, and is yours"], err: &[] });
    assert_eq!(home.read(SHARED), "changed");
}

#[test]
fn an_older_version_is_told_of_and_brought_up_to_date() {
    let home = home();
    home.ends(&["skills", "install", "--harness", "cursor", "--yes"], 0);
    let (page, marker) = (home.read(SHARED), ".agents/skills/bascule/.bascule.json");
    let version = env!("CARGO_PKG_VERSION");
    home.write(marker, &home.read(marker).replace(version, "0.0.1"));
    home.check(&["doctor"], &Expected { code: 4, out: &["[skill-outdated]", "skills sync bascule"], err: &[] });
    home.check(&["skills"], &Expected { code: 0, out: &["version 0.0.1", &format!("version {version} is")], err: &[] });
    home.check(&["skills", "sync", "--yes"], &Expected { code: 0, out: &["Brings skills up to date"], err: &[] });
    assert_eq!(home.read(SHARED), page);
    home.check(&["doctor"], &Expected { code: 0, out: &[], err: &[] });
}

#[test]
fn a_skill_comes_with_the_first_entry_and_goes_with_the_last() {
    let home = home();
    let before = home.files();
    home.ends(&["enable", "bascule", "--harness", "cursor", "--yes"], 0);
    assert!(home.path(SHARED).exists() && !home.path(CLAUDE).exists());
    home.ends(&["enable", "bascule", "--harness", "claude-code", "--yes"], 0);
    assert!(home.path(CLAUDE).exists());
    home.ends(&["disable", "bascule", "--harness", "cursor", "--yes"], 0);
    assert!(home.path(SHARED).exists(), "another program still has the bridge");
    home.ends(&["disable", "bascule", "--harness", "claude-code", "--yes"], 0);
    assert_eq!(home.files(), before);
    // One change, taken back as one.
    home.ends(&["enable", "bascule", "--all", "--yes"], 0);
    home.ends(&["rollback", "--yes"], 0);
    assert_eq!(home.files(), before);
    home.ends(&["enable", "bascule", "--all", "--yes"], 0);
    home.ends(&["rollback", "--all", "--yes"], 0);
    assert_eq!(home.files(), before);
    home.ends(&["enable", "bascule", "--all", "--no-skill", "--yes"], 0);
    assert!(!home.path(SHARED).exists());
    home.ends(&["disable", "bascule", "--all", "--yes"], 0);
    // A skill that was installed for itself is no business of a program without an entry.
    home.ends(&["skills", "install", "--yes"], 0);
    home.ends(&["disable", "bascule", "--all", "--yes"], 0);
    assert!(home.path(SHARED).exists());
}

#[test]
fn without_our_notes_the_markers_say_what_is_ours() {
    let home = home();
    let before = home.files();
    home.ends(&["skills", "install", "--yes"], 0);
    home.forget();
    let told = home.json(&["skills", "--json"], 0);
    assert_eq!(told["skills"].as_array().map(Vec::len), Some(2), "{told:#}");
    home.ends(&["skills", "remove", "--yes"], 0);
    assert_eq!(home.files(), before);
    assert!(!home.path(".agents").exists() && !home.path(".claude").exists(), "folders we made are left");
}

#[test]
fn what_was_typed_wrong_is_answered() {
    let home = home();
    let cases: [(&[&str], &[&str]); 5] = [
        (&["skills", "install", "basculé"], &["Did you mean “bascule”?"]),
        (&["skills", "remove", "nothing"], &["does not know a bridge"]),
        (&["skills", "install", "--dir", "x", "--project", "y"], &["do not go together"]),
        (&["skills", "install", "--project", "nowhere"], &["nowhere is not a folder"]),
        (&["skills", "frobnicate"], &["does not belong here"]),
    ];
    for (line, err) in cases {
        home.check(line, &Expected { code: 2, out: &[], err });
    }
    // It is no server, and is added all the same.
    home.ends(&["bridges", "add", "plain", "--yes", "--command", "/bin/true"], 4);
    let expected = Expected { code: 2, out: &[], err: &["“plain” has no skill", "skills"] };
    home.check(&["skills", "install", "plain", "--yes"], &expected);
}
