//! Whole files that are ours: placed, kept up to date, taken away, rolled back; a
//! person's changes and other people's files are never lost.

#![expect(clippy::disallowed_methods, reason = "a test plays the person who changes files")]

#[path = "home.rs"]
mod home;

use bascule_core::digest::Digest;
use bascule_core::reconcile::{Displace, Drift, FileWish, Mode, Part, Placing, Wishes};
use bascule_engine::{Engine, RealDisk};
use home::{Home, granted, is_done, present};

use bascule_core::reconcile::Target;

const FILE: &str = ".agents/skills/demo/SKILL.md";

/// What happens to [`FILE`] in one step.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// Bascule writes this text: asked for by a person, or while bringing things up to date.
    Place(&'static str),
    Update(&'static str),
    /// Bascule writes this text over whatever stands there.
    Replace(&'static str),
    /// Bascule writes this text over a file it knows from elsewhere to be its own.
    Know(&'static str, &'static str),
    /// Bascule takes its file away.
    Remove,
    /// A change of Bascule's is taken back, by its number.
    RollBack(u64),
    /// The person writes.
    Write(&'static str),
    /// The person deletes.
    Delete,
}

/// A life of one file: the acts, what refuses the last one, and what stands there then.
fn check(acts: &[Act], refusal: Option<&str>, expected: Option<&str>) {
    let home = Home::with(&[("notes.txt", "mine")]);
    let engine = home.real();
    let mut said = None;
    for act in acts {
        said = perform(&home, &engine, *act);
    }
    let there = home.tree().remove(FILE).map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!((said.as_deref(), there.as_deref()), (refusal, expected), "{acts:?}");
    for (file, _, state) in engine.file_drifts().unwrap() {
        let edited = matches!(refusal, Some("file-edited"));
        let by_hand = matches!(acts.last(), Some(Act::Write(_) | Act::Delete | Act::Update(_)));
        assert!(state == Drift::AsWritten || edited || by_hand, "{acts:?}: {file} is {state:?}");
    }
    if expected.is_none() && !acts.iter().any(|act| matches!(act, Act::Write(_))) && refusal.is_none() {
        let left: Vec<String> = home.tree().into_keys().collect();
        let released = !matches!(acts.last(), Some(Act::Delete | Act::Update(_)));
        assert!(!released || left == ["notes.txt"], "{acts:?}: {left:?}");
    }
}

fn perform(home: &Home, engine: &Engine<RealDisk>, act: Act) -> Option<String> {
    let place = |text: &str, explicit, over, known: &[&str]| {
        FileWish::Present(Placing {
            part: Part::Skill("demo".to_owned()),
            bytes: text.as_bytes().to_vec(),
            mode: Mode::Ordinary,
            explicit,
            over,
            known: known.iter().map(|text| Digest::of(text.as_bytes())).collect(),
        })
    };
    let wish = match act {
        Act::Place(text) => place(text, true, Displace::Ask, &[]),
        Act::Update(text) => place(text, false, Displace::Ask, &[]),
        Act::Replace(text) => place(text, true, Displace::Replace, &[]),
        Act::Know(known, text) => place(text, true, Displace::Ask, &[known]),
        Act::Remove => FileWish::Absent { part: Part::Skill("demo".to_owned()), known: Vec::new() },
        Act::Write(text) => {
            home.write(FILE, text);
            return None;
        }
        Act::Delete => {
            std::fs::remove_file(home.path.join(FILE)).unwrap();
            return None;
        }
        Act::RollBack(number) => return carried_out(engine, &engine.undo_wishes(number).unwrap()),
    };
    carried_out(engine, &Wishes { files: [(home.path.join(FILE), wish)].into(), ..Wishes::default() })
}

fn carried_out(engine: &Engine<RealDisk>, wishes: &Wishes) -> Option<String> {
    let (plan, applied) = granted(engine, wishes).unwrap();
    assert!(applied.is_none() || is_done(applied.as_ref()), "{applied:?}");
    plan.file_refusals.first().map(|(_, refusal)| refusal.code().to_owned())
}

#[test]
fn the_life_of_a_file() {
    use Act::{Delete, Know, Place, Remove, Replace, RollBack, Update, Write};
    check(&[Place("a")], None, Some("a"));
    check(&[Place("a"), Place("a")], None, Some("a"));
    check(&[Place("a"), Place("b")], None, Some("b"));
    check(&[Place("a"), Remove], None, None);
    check(&[Place("a"), Remove, Remove], None, None);
    check(&[Place("a"), Place("b"), Remove], None, None);
    // A person's change stays, and nothing is written over it.
    check(&[Place("a"), Write("mine"), Place("b")], Some("file-edited"), Some("mine"));
    check(&[Place("a"), Write("mine"), Remove], Some("file-edited"), Some("mine"));
    check(&[Place("a"), Write("mine"), RollBack(1)], Some("file-edited"), Some("mine"));
    // What the person deleted comes back only when they ask.
    check(&[Place("a"), Delete, Update("b")], None, None);
    check(&[Place("a"), Delete, Place("b")], None, Some("b"));
    check(&[Place("a"), Delete, Remove], None, None);
    check(&[Place("a"), Delete, RollBack(1)], None, None);
    // Somebody else's file is no place for ours, unless the person says so; then it returns.
    check(&[Write("theirs"), Place("a")], Some("file-taken"), Some("theirs"));
    check(&[Write("theirs"), Remove], None, Some("theirs"));
    check(&[Write("theirs"), Replace("a")], None, Some("a"));
    check(&[Write("theirs"), Replace("a"), Remove], None, Some("theirs"));
    check(&[Write("theirs"), Replace("a"), Place("b"), Remove], None, Some("theirs"));
    check(&[Write("theirs"), Replace("a"), RollBack(1)], None, Some("theirs"));
    // A file known to be ours without a note of it.
    check(&[Write("old"), Know("old", "a")], None, Some("a"));
    check(&[Write("old"), Know("older", "a")], Some("file-taken"), Some("old"));
    // Rolling back.
    check(&[Place("a"), RollBack(1)], None, None);
    check(&[Place("a"), RollBack(1), RollBack(2)], None, Some("a"));
    check(&[Place("a"), Place("b"), RollBack(2)], None, Some("a"));
    check(&[Place("a"), Place("b"), RollBack(1)], Some("changed-later"), Some("b"));
    check(&[Place("a"), Place("b"), RollBack(2), RollBack(1)], None, None);
    check(&[Place("a"), Remove, RollBack(2)], None, Some("a"));
}

#[test]
fn the_last_file_takes_the_folders_with_it() {
    let home = Home::new();
    let engine = home.real();
    let wish = |name: &str, text: Option<&str>| {
        let part = Part::Skill("demo".to_owned());
        let wish = match text {
            Some(text) => FileWish::Present(Placing {
                part,
                bytes: text.into(),
                mode: Mode::Ordinary,
                explicit: true,
                over: Displace::Ask,
                known: Vec::new(),
            }),
            None => FileWish::Absent { part, known: Vec::new() },
        };
        Wishes { files: [(home.path.join(name), wish)].into(), ..Wishes::default() }
    };
    // The folder is made for the first file, the entry's file and the second come later.
    carried_out(&engine, &wish(".cursor/skills/demo/SKILL.md", Some("a")));
    granted(&engine, &present(&[Target::user("demo", "cursor")])).unwrap();
    carried_out(&engine, &wish(".cursor/skills/demo/more.md", Some("b")));
    carried_out(&engine, &wish(".cursor/skills/demo/SKILL.md", None));
    carried_out(&engine, &wish(".cursor/skills/demo/more.md", None));
    assert!(home.tree().contains_key(".cursor/mcp.json"), "{}", home.shown());
    granted(&engine, &home::absent(&[Target::user("demo", "cursor")])).unwrap();
    assert!(home.tree().is_empty(), "{}", home.shown());
}

#[test]
fn the_list_names_what_is_ours() {
    let home = Home::new();
    let engine = home.real();
    perform(&home, &engine, Act::Place("a"));
    granted(&engine, &present(&[Target::user("demo", "cursor")])).unwrap();
    let listed = std::fs::read_to_string(engine.layout.owned()).unwrap();
    let mut lines: Vec<&str> = listed.lines().collect();
    lines.sort_unstable();
    let cursor = home.path.join(".cursor").join("mcp.json");
    assert_eq!(lines, [home.path.join(FILE).to_string(), format!("{cursor}\tdemo")]);
}
