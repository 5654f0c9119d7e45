//! Leaving, after any history: nothing of ours is left, nothing of the user's is lost.
//!
//! Each history is a row of random acts. A second, imagined home gets the person's
//! edits alone; after the departure the real one must equal it.

#![expect(clippy::disallowed_methods, reason = "a test plays the person, and looks at what is left")]

#[path = "home.rs"]
mod home;

use std::collections::BTreeSet;
use std::fs;

use bascule_core::bridge::Version;
use bascule_core::departure::{ByHand, Share, departure};
use bascule_core::reconcile::{Displace, Drift, FileWish, Mode, Part, Placing, Target, Wish, Wishes};
use bascule_engine::{Engine, Pace, RealDisk};
use home::{Home, Tree, absent, granted, present};

/// The person's files: each holds one `mark-0`, which the person's edits move on.
const FILES: &[(&str, &str)] = &[
    (".claude.json", "{\n  \"user\": \"mark-0\",\n  \"mcpServers\": { \"mine\": { \"command\": \"a\" } }\n}\n"),
    (".cursor/mcp.json", "{\"mcpServers\":{},\"user\":\"mark-0\"}"),
    (".codex/config.toml", "# mark-0\nmodel = \"x\"\r\n\r\n[mcp_servers.mine]\r\ncommand = \"a\"\r\n"),
    (".config/zed/settings.json", "// mine\n{\n\t\"user\": \"mark-0\", // trailing\n}\n"),
    (".config/goose/config.yaml", "user: mark-0\nextensions:\n  mine:\n    enabled: true # mine\n"),
    (".config/opencode/opencode.jsonc", "\u{feff}{ /* mark-0 */ }"),
    (".junie/readme.txt", "mark-0"),
];

const HARNESSES: &[&str] = &["claude-code", "cursor", "codex", "zed", "goose", "opencode", "junie"];
const SKILLS: &[&str] =
    &[".agents/skills/demo/SKILL.md", ".claude/skills/demo/SKILL.md", ".claude/skills/demo/more.md"];
/// Under wine, which plays Windows here, one takes seconds.
const HISTORIES: u64 = if cfg!(windows) { 20 } else { 200 };
const RUNNING: Version = Version { major: 0, minor: 1, patch: 0 };

/// Small numbers from a seed: a history can be played again by its number.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

struct Life {
    home: Home,
    dice: Dice,
    launcher: u32,
    /// The home as it would be without us.
    imagined: Tree,
    /// The state folder was lost: how we went in is known to nobody.
    lost: bool,
    acts: Vec<String>,
}

impl Life {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed + 1));
        let files: Vec<(&str, &str)> = FILES.iter().copied().filter(|_| dice.below(4) > 0).collect();
        let home = Home::with(&files);
        let imagined = home.tree();
        Self { home, dice, launcher: 0, imagined, lost: false, acts: Vec::new() }
    }

    fn engine(&self) -> Engine<RealDisk> {
        let mut engine = self.home.real();
        engine.launcher = format!("/opt/bascule-{}/bin/bascule", self.launcher).into();
        engine
    }

    fn act(&mut self) {
        let engine = self.engine();
        let act = self.dice.below(16);
        let said = match act {
            0..=3 => {
                let targets = self.targets();
                granted(&engine, &present(&targets)).unwrap();
                format!("enable {targets:?}")
            }
            4 => {
                let targets = self.targets();
                granted(&engine, &absent(&targets)).unwrap();
                format!("disable {targets:?}")
            }
            // The same bytes again would make the person's by loss ours by chance.
            5..=6 if !self.lost => {
                let text = format!("ours {}", self.dice.below(3));
                granted(&engine, &skills(&self.home, &text)).unwrap();
                format!("skills {text}")
            }
            7..=8 => {
                let last = engine.history().unwrap().next() - 1;
                if last == 0 {
                    return;
                }
                let revision = u64::try_from(self.dice.below(usize::try_from(last).unwrap())).unwrap() + 1;
                granted(&engine, &engine.undo_wishes(revision).unwrap()).unwrap();
                format!("roll back {revision}")
            }
            9 if !self.lost => {
                self.launcher += 1;
                let known = engine.history().unwrap().receipt().claims.into_keys();
                let wish = Wish::Present { explicit: false, predecessor: Displace::Ask };
                granted(&self.engine(), &known.map(|target| (target, wish.clone())).collect()).unwrap();
                "upgrade".to_owned()
            }
            10..=12 => self.edit_own(),
            13 => self.edit_ours(&engine),
            14 => self.edit_skill(&engine),
            // An entry that was changed, of a launcher that has moved since, is known by
            // our notes alone.
            _ if self.dice.below(4) == 0 && self.launcher == 0 && engine.has_state().unwrap() => {
                self.forget_skills();
                fs::remove_dir_all(engine.layout.root()).unwrap();
                self.lost = true;
                "lose the state folder".to_owned()
            }
            _ => return,
        };
        self.acts.push(said);
    }

    fn targets(&mut self) -> Vec<Target> {
        let count = 1 + self.dice.below(HARNESSES.len());
        let bridge = self.dice.one(&["demo", "bascule"]);
        (0..count).map(|_| Target::user(bridge, self.dice.one(HARNESSES))).collect()
    }

    /// The person changes something of theirs.
    fn edit_own(&mut self) -> String {
        let (file, _) = self.dice.one(FILES);
        let number = self.dice.below(1000);
        let moved = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            let at = text.find("mark-")?;
            let end = at + 5 + text[at + 5..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - at - 5);
            Some(format!("{}mark-{number}{}", &text[..at], &text[end..]).into_bytes())
        };
        let Some(bytes) = self.imagined.get(file) else { return format!("no {file}") };
        let imagined = moved(bytes).unwrap();
        let real = moved(self.home.read(file).as_bytes()).unwrap();
        self.imagined.insert(file.to_owned(), imagined);
        self.home.write(file, real);
        format!("edit {file}")
    }

    /// The person changes something in an entry of ours.
    fn edit_ours(&mut self, engine: &Engine<RealDisk>) -> String {
        let receipt = engine.history().unwrap().receipt();
        let Some(claim) = receipt.claims.values().next() else { return "nothing of ours".to_owned() };
        let Ok(text) = fs::read_to_string(&claim.file) else { return "gone".to_owned() };
        fs::write(&claim.file, text.replacen("--for", "--noisy", 1)).unwrap();
        format!("edit our entry in {}", claim.file)
    }

    /// The person makes a skill file their own.
    fn edit_skill(&mut self, engine: &Engine<RealDisk>) -> String {
        let file = self.dice.one(SKILLS);
        let ours = engine.history().unwrap().receipt().files.contains_key(&self.home.path.join(file));
        if !ours || !self.home.path.join(file).exists() {
            return "no such skill".to_owned();
        }
        let text = format!("theirs {}", self.dice.below(100));
        self.home.write(file, &text);
        self.own(file, text.as_bytes());
        format!("edit the skill {file}")
    }

    /// A file of a skill that is the person's from now on, with the folders above it.
    fn own(&mut self, file: &str, bytes: &[u8]) {
        self.imagined.insert(file.to_owned(), bytes.to_vec());
        for (at, _) in file.match_indices('/') {
            self.imagined.insert(format!("{}/", &file[..at]), Vec::new());
        }
    }

    /// Without our notes and without a marker nobody can tell a skill from the person's.
    fn forget_skills(&mut self) {
        for file in SKILLS {
            if let Ok(bytes) = fs::read(self.home.path.join(file)) {
                self.own(file, &bytes);
            }
        }
    }

    fn leave(&self) {
        let engine = self.engine();
        let mut presence =
            engine.presence(engine.every_skill_removed().unwrap().wishes, Wishes::default(), None, RUNNING).unwrap();
        for (file, _, drift) in engine.file_drifts().unwrap() {
            if drift == Drift::Edited {
                presence.skills.files.insert(file, FileWish::Theirs);
            }
        }
        let shares: BTreeSet<Share> = Share::ALL.into();
        let leaving = departure(&presence, &shares, true);
        let (plan, _) = granted(&engine, &leaving.wishes).unwrap();
        let told = || format!("{:#?}\n{}", self.acts, self.home.shown());
        assert!(!plan.refuses(), "{:?} {:?} {}", plan.refusals, plan.file_refusals, told());
        // Without notes nobody knows which projects there were, and that is said.
        let said: &[ByHand] = if self.lost { &[ByHand::LostProjects] } else { &[] };
        assert!(leaving.by_hand.iter().all(|one| said.contains(one)), "{:?} {}", leaving.by_hand, told());
        assert_eq!(engine.forget(&mut |_| Pace::Go).unwrap(), Vec::<camino::Utf8PathBuf>::new());
        assert!(!engine.layout.root().exists(), "{}", told());
        let tree = self.home.tree();
        if !self.lost {
            assert!(tree == self.imagined, "{}\nimagined: {:#?}", told(), shown(&self.imagined));
        }
        // How an entry went in is lost with the notes, and with it white space and
        // empty containers around it; what the person wrote is all there.
        for (file, bytes) in &tree {
            let text = String::from_utf8_lossy(bytes);
            assert!(!text.contains("bin/bascule"), "{file} still starts Bascule: {}", told());
        }
        for (file, bytes) in &self.imagined {
            let there = tree.get(file).unwrap_or_else(|| panic!("{file} is lost: {}", told()));
            let words = |bytes: &[u8]| {
                let text = String::from_utf8_lossy(bytes).into_owned();
                text.split(|c: char| !c.is_alphanumeric() && c != '-').map(str::to_owned).collect::<BTreeSet<_>>()
            };
            assert!(words(there).is_superset(&words(bytes)), "{file} lost something: {}", told());
        }
    }
}

fn shown(tree: &Tree) -> Vec<String> {
    tree.iter().map(|(name, bytes)| format!("{name}: {:?}", String::from_utf8_lossy(bytes))).collect()
}

fn skills(home: &Home, text: &str) -> Wishes {
    let placing = Placing {
        part: Part::Skill("demo".to_owned()),
        bytes: text.into(),
        mode: Mode::Ordinary,
        explicit: true,
        over: Displace::Ask,
        known: Vec::new(),
    };
    let wish = |file: &&str| (home.path.join(file), FileWish::Present(placing.clone()));
    Wishes { files: SKILLS.iter().map(wish).collect(), ..Wishes::default() }
}

#[test]
fn after_any_history_nothing_of_ours_is_left_and_nothing_of_the_users_lost() {
    for seed in 0..HISTORIES {
        let mut life = Life::new(seed);
        let acts = 3 + life.dice.below(14);
        for _ in 0..acts {
            life.act();
        }
        life.leave();
    }
}

#[test]
fn somebody_elses_file_in_the_state_folder_stays() {
    let home = Home::new();
    let engine = home.real();
    granted(&engine, &present(&[Target::user("demo", "cursor")])).unwrap();
    home.write(".bascule/diary.txt", "mine");
    let left = engine.forget(&mut |_| Pace::Go).unwrap();
    assert_eq!(left, [engine.layout.root().join("diary.txt")]);
    assert_eq!(home.read(".bascule/diary.txt"), "mine");
}
