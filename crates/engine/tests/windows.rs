//! What only Windows does to files: keeps them open against others, marks them, limits
//! the length of their paths, ends their lines with two bytes.

#![cfg(windows)]
#![expect(clippy::disallowed_methods, reason = "a test plays the person and other programs in a throwaway home")]

#[path = "home.rs"]
mod home;

use std::fs::{self, File, OpenOptions};
use std::os::windows::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::time::Duration;

use bascule_core::reconcile::{Mode, Target};
use bascule_engine::{Applied, Cause, Disk as _, Kind, Like, Outcome, RealDisk};
use camino::Utf8PathBuf;

use home::{Home, disabled, enabled, is_done, present, refused};

const CURSOR: &str = ".cursor/mcp.json";
const CODEX: &str = ".codex/config.toml";

/// What a program that has a file open lets others do with it meanwhile.
const NOTHING: u32 = 0;
const READ: u32 = 1;
const READ_AND_WRITE: u32 = 3;
const EVERYTHING: u32 = 7;

const HIDDEN: u32 = 2;

fn cursor() -> Target {
    Target::user("demo", "cursor")
}

fn codex() -> Target {
    Target::user("demo", "codex")
}

fn held(home: &Home, file: &str, sharing: u32) -> File {
    OpenOptions::new().read(true).share_mode(sharing).open(home.path.join(file)).unwrap()
}

#[test]
fn a_file_that_another_program_lets_nobody_read_is_refused() {
    let home = Home::with(&[(CURSOR, "{}\n"), (CODEX, "# a\n")]);
    let before = home.tree();
    let holder = held(&home, CURSOR, NOTHING);
    let (plan, applied) = enabled(&home.real(), &[cursor(), codex()]);
    assert_eq!(refused(&plan), ["in-use"], "{:?}", plan.refusals);
    assert!(is_done(applied.as_ref()), "the other file is no part of it: {applied:?}");
    drop(holder);
    disabled(&home.real(), &[codex()]);
    assert_eq!(home.tree(), before);
}

#[test]
fn a_file_that_another_program_lets_nobody_replace_undoes_the_plan() {
    for sharing in [READ, READ_AND_WRITE] {
        // The first file of the plan is replaced and goes back.
        let home = Home::with(&[(CURSOR, "{}\n"), (CODEX, "# a\n")]);
        let before = home.tree();
        for file in [CURSOR, CODEX] {
            let holder = held(&home, file, sharing);
            let (_, applied) = enabled(&home.real(), &[cursor(), codex()]);
            let Some(Applied { outcome: Outcome::Undone(Cause::Refused { refusal, .. }), .. }) = &applied else {
                panic!("{file}, shared {sharing}: {applied:?}");
            };
            assert_eq!(refusal.code(), "in-use", "{file}, shared {sharing}: {refusal}");
            assert_eq!(home.tree(), before, "{file}, shared {sharing}");
            drop(holder);
        }
        let (_, applied) = enabled(&home.real(), &[cursor(), codex()]);
        assert!(is_done(applied.as_ref()), "{applied:?}");
    }
}

#[test]
fn a_file_that_another_program_shares_is_replaced_under_it() {
    let home = Home::with(&[(CURSOR, "{}\n")]);
    let _holder = held(&home, CURSOR, EVERYTHING);
    let (_, applied) = enabled(&home.real(), &[cursor()]);
    assert!(is_done(applied.as_ref()), "{applied:?}");
    assert!(home.read(CURSOR).contains("demo"), "{}", home.shown());
}

#[test]
fn a_scanner_that_holds_a_file_for_a_moment_is_outlasted() {
    let home = Home::with(&[(CURSOR, "{}\n")]);
    let holder = held(&home, CURSOR, NOTHING);
    let scanner = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(80));
        drop(holder);
    });
    let (plan, applied) = enabled(&home.real(), &[cursor()]);
    scanner.join().unwrap();
    assert!(is_done(applied.as_ref()), "{:?} {applied:?}", plan.refusals);
}

#[test]
fn a_read_only_file_and_one_with_a_second_name_are_refused() {
    let home = Home::with(&[(CURSOR, "{}\n"), (CODEX, "# a\n")]);
    let before = home.tree();
    let path = home.path.join(CURSOR);
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions.clone()).unwrap();
    fs::hard_link(home.path.join(CODEX), home.path.join("second")).unwrap();
    let plan = home.real().plan(&present(&[cursor(), codex()])).unwrap();
    let mut codes = refused(&plan);
    codes.sort_unstable();
    assert_eq!(codes, ["hard-linked", "read-only"]);
    #[expect(clippy::permissions_set_readonly_false, reason = "Windows has one attribute for it")]
    permissions.set_readonly(false);
    fs::set_permissions(&path, permissions).unwrap();
    fs::remove_file(home.path.join("second")).unwrap();
    assert_eq!(home.tree(), before);
}

#[test]
fn two_bytes_at_the_end_of_every_line_stay_two() {
    let files = [
        (CURSOR, "{\r\n  \"mcpServers\": {\r\n    \"mine\": { \"command\": \"x\" }\r\n  }\r\n}\r\n"),
        (CODEX, "# mine\r\nmodel = \"gpt-5\"\r\n\r\n[mcp_servers.mine]\r\ncommand = \"x\"\r\n"),
    ];
    let home = Home::with(&files);
    let before = home.tree();
    enabled(&home.real(), &[cursor(), codex()]);
    for (file, _) in files {
        let text = home.read(file);
        assert!(text.contains("demo"), "{file}: {text}");
        assert_eq!(text.replace("\r\n", "").find('\n'), None, "{file}: a line ends otherwise: {text:?}");
    }
    disabled(&home.real(), &[cursor(), codex()]);
    assert_eq!(home.tree(), before);
}

#[test]
fn spaces_and_chinese_characters_in_a_path_are_nothing_special() {
    let mut home = Home::new();
    home.path = home.path.join("张 三 (办公室)");
    fs::create_dir(&home.path).unwrap();
    round_trip(&home);
}

#[test]
fn a_path_longer_than_the_old_limit_is_changed_like_any() {
    let mut home = Home::new();
    for part in ["an-editor's-profile", "长路径", "deeper"] {
        home.path = home.path.join(part.repeat(60 / part.chars().count()));
        home.path = home.path.join("and once more, with spaces, so that it grows".repeat(2));
    }
    let length = home.path.as_str().encode_utf16().count();
    assert!(length > 300, "{length}");
    fs::create_dir_all(&home.path).unwrap();
    round_trip(&home);
}

fn round_trip(home: &Home) {
    home.write(CURSOR, "{}\n");
    let before = home.tree();
    // One file is replaced, the other made and removed.
    let (plan, applied) = enabled(&home.real(), &[cursor(), codex()]);
    assert!(is_done(applied.as_ref()), "{:?} {applied:?}", plan.refusals);
    assert!(home.read(CURSOR).contains("demo") && home.read(CODEX).contains("demo"), "{}", home.shown());
    let (plan, applied) = disabled(&home.real(), &[cursor(), codex()]);
    assert!(is_done(applied.as_ref()), "{:?} {applied:?}", plan.refusals);
    assert_eq!(home.tree(), before);
}

#[test]
fn a_file_is_known_by_its_number_under_every_name() {
    let home = Home::with(&[("a", "1"), ("b", "2")]);
    let stat = |name: &str| RealDisk.look(&home.path.join(name)).unwrap().unwrap();
    let (a, b) = (stat("a"), stat("b"));
    assert_ne!(a.identity, b.identity);
    assert_eq!((a.kind, a.links), (Kind::File, 1));
    assert!(RealDisk.place(&home.path.join("a"), &home.path.join("c")).unwrap());
    assert_eq!(stat("c").identity, a.identity);
    let folder = RealDisk.look(&home.path).unwrap().unwrap();
    assert_eq!(folder.kind, Kind::Folder);
    assert_eq!(RealDisk.look(&home.path.join("nothing")).unwrap(), None);
}

#[test]
fn nothing_is_placed_over_anything() {
    let home = Home::with(&[("a", "1"), ("b", "2")]);
    let path = |name: &str| -> Utf8PathBuf { home.path.join(name) };
    fs::create_dir(path("folder")).unwrap();
    fs::create_dir(path("taken")).unwrap();
    let before = home.tree();
    assert!(!RealDisk.place(&path("a"), &path("b")).unwrap());
    assert!(!RealDisk.place(&path("folder"), &path("taken")).unwrap());
    assert_eq!(home.tree(), before);
    assert!(RealDisk.place(&path("folder"), &path("free")).unwrap());
}

#[test]
fn a_hidden_file_stays_hidden() {
    let home = Home::new();
    let (old, new) = (home.path.join("old"), home.path.join("new"));
    let mut hidden = OpenOptions::new();
    hidden.write(true).create_new(true).attributes(HIDDEN).open(&old).unwrap();
    RealDisk.write(&new, b"new", Like::File(&old)).unwrap();
    RealDisk.replace(&new, &old).unwrap();
    assert_ne!(fs::metadata(&old).unwrap().file_attributes() & HIDDEN, 0);
    assert_eq!(fs::read(&old).unwrap(), b"new");
    assert_eq!(RealDisk.look(&new).unwrap(), None);
}

#[test]
fn a_new_file_is_replaced_into_an_empty_place() {
    let home = Home::new();
    let (from, to) = (home.path.join("from"), home.path.join("to"));
    RealDisk.write(&from, b"new", Like::New(Mode::Private)).unwrap();
    RealDisk.replace(&from, &to).unwrap();
    assert_eq!(RealDisk.read(&to).unwrap().unwrap(), b"new");
    assert_eq!(RealDisk.look(&from).unwrap(), None);
}
