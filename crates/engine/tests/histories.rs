//! Changes one after another, with people and other programs in between: what each
//! leaves, and what taking it back gives.

#![expect(clippy::disallowed_methods, reason = "a test plays the person and other programs in a throwaway home")]

#[path = "home.rs"]
mod home;
use bascule_core::reconcile::{Drift, Target, Wish};
use bascule_engine::{Engine, Outcome, Pace, RealDisk};
use home::*;
use std::fs;
fn t(b: &str, h: &str) -> Target {
    Target::user(b, h)
}
fn theirs(targets: &[Target]) -> Wishes {
    targets.iter().map(|t| (t.clone(), Wish::Theirs)).collect()
}
fn roll(e: &Engine<RealDisk>, n: u64) -> bascule_core::reconcile::Plan {
    granted(e, &e.undo_wishes(n).unwrap()).unwrap().0
}
fn show(tree: &Tree) -> String {
    tree.iter().map(|(n, b)| format!("{n}: {:?}\n", String::from_utf8_lossy(b))).collect()
}

/// Moved site, new path sorts first: claim lost.
#[test]
fn moved_site_keeps_its_claim() {
    let home = Home::with(&[(".zz/config.toml", "# a\n")]);
    let mut e = home.real();
    e.machine.env.insert("CODEX_HOME".into(), home.path.join(".zz").to_string());
    granted(&e, &present(&[t("demo", "codex")])).unwrap();
    home.write(".codex/config.toml", "# b\n");
    let before = home.tree();
    let e = home.real();
    granted(&e, &present(&[t("demo", "codex")])).unwrap();
    println!("{}", show(&home.tree()));
    assert_eq!(e.drifts().unwrap().len(), 1, "claim lost");
    let p = roll(&e, 2);
    println!("{:?}", p.refusals);
    assert_eq!(show(&home.tree()), show(&before));
}

/// Moved, but the new place is taken: nothing must change.
#[test]
fn moved_but_taken_changes_nothing() {
    let home = Home::with(&[(".zz/config.toml", "# a\n")]);
    let mut e = home.real();
    e.machine.env.insert("CODEX_HOME".into(), home.path.join(".zz").to_string());
    granted(&e, &present(&[t("demo", "codex")])).unwrap();
    home.write(".codex/config.toml", "[mcp_servers.demo]\ncommand = \"x\"\n");
    let before = home.tree();
    let e = home.real();
    let (p, _) = granted(&e, &present(&[t("demo", "codex")])).unwrap();
    println!("{:?}", p.refusals);
    assert_eq!(show(&home.tree()), show(&before));
}

/// Rollback of disable of two bridges after foreign edit.
#[test]
fn rollback_of_two_after_edit_elsewhere() {
    let home = Home::new();
    let e = home.real();
    let both = [t("demo", "cursor"), t("second", "cursor")];
    granted(&e, &present(&both)).unwrap();
    granted(&e, &absent(&both)).unwrap();
    home.write(".cursor/mcp.json", "{\"x\": 1}\n");
    let p = roll(&e, 2);
    println!("{:?} {:?}\n{}", p.refusals, p.settled, show(&home.tree()));
    let text = home.read(".cursor/mcp.json");
    assert!(text.contains("demo") && text.contains("second"));
}

/// Folders lost after rollback of a removal where the file stays.
#[test]
fn folders_go_after_rollback_of_removal() {
    let home = Home::new();
    let e = home.real();
    let both = [t("demo", "cursor"), t("second", "cursor")];
    granted(&e, &present(&both)).unwrap();
    granted(&e, &absent(&both[..1])).unwrap();
    roll(&e, 2);
    granted(&e, &absent(&both)).unwrap();
    assert_eq!(show(&home.tree()), "");
}
#[test]
fn folders_go_after_rollback_of_upgrade() {
    let home = Home::new();
    let mut e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    e.launcher = "/new/bascule".into();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    let e = home.real();
    roll(&e, 2);
    granted(&e, &absent(&[t("demo", "cursor")])).unwrap();
    assert_eq!(show(&home.tree()), "");
}

/// Entry edited while disable runs.
#[test]
fn edited_while_disabling_keeps_claim() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n")]);
    let e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    let w = absent(&[t("demo", "cursor")]);
    let plan = e.plan(&w).unwrap();
    let text = home.read(".cursor/mcp.json").replace("\"mcp\",", "\"mcp\", \"--mine\",");
    let applied = e
        .apply(&w, &plan, "t", &mut |_| {
            home.write(".cursor/mcp.json", &text);
            Pace::Go
        })
        .unwrap()
        .unwrap();
    println!("{:?}", applied.outcome);
    assert!(text.contains("--mine"));
    assert_eq!(home.read(".cursor/mcp.json"), text);
    let d = e.drifts().unwrap();
    println!("{d:?}");
    assert!(matches!(d.as_slice(), [(_, _, Ok(Drift::Edited))]));
}
#[test]
fn taken_while_enabling_leaves_no_claim() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n")]);
    let e = home.real();
    let w = present(&[t("demo", "cursor")]);
    let plan = e.plan(&w).unwrap();
    let text = "{\"mcpServers\": {\"demo\": {\"command\": \"x\"}}}";
    let applied = e
        .apply(&w, &plan, "t", &mut |_| {
            home.write(".cursor/mcp.json", text);
            Pace::Go
        })
        .unwrap()
        .unwrap();
    println!("{:?} {:?}", applied.outcome, e.drifts().unwrap());
    assert!(matches!(applied.outcome, Outcome::Undone(_)));
    assert!(e.drifts().unwrap().is_empty());
}

/// BOM with two bridges.
#[test]
fn bom_returns_with_the_last() {
    let home =
        Home::with(&[(".gemini/config/mcp_config.json", "\u{feff}{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n")]);
    let before = home.tree();
    let e = home.real();
    let both = [t("demo", "antigravity"), t("second", "antigravity")];
    granted(&e, &present(&both)).unwrap();
    granted(&e, &absent(&both[..1])).unwrap();
    let bom = home.read(".gemini/config/mcp_config.json").starts_with('\u{feff}');
    granted(&e, &absent(&both[1..])).unwrap();
    assert_eq!(show(&home.tree()), show(&before));
    assert!(!bom, "the mark came back while the second entry still stands");
}

/// Re-enable after deletion, then foreign edit, then rollback.
#[test]
fn rollback_of_reenable_takes_the_entry_out() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n")]);
    let e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    home.write(".cursor/mcp.json", "{}\n");
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    let text = home.read(".cursor/mcp.json").replacen("{", "{\"x\": 1,", 1);
    home.write(".cursor/mcp.json", &text);
    let p = roll(&e, 2);
    println!("{:?} {:?}\n{}", p.refusals, p.settled, show(&home.tree()));
    assert!(!home.read(".cursor/mcp.json").contains("demo"));
}

/// Rollback of disable of a Replaced entry after edit elsewhere.
#[test]
fn rollback_of_removed_replacement() {
    let home =
        Home::with(&[(".cursor/mcp.json", "{\"mcpServers\": {\"old-demo\": {\"command\": \"old-demo-server\"}}}\n")]);
    let e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    granted(&e, &absent(&[t("demo", "cursor")])).unwrap();
    let text = home.read(".cursor/mcp.json").replacen("{", "{\"x\": 1,", 1);
    home.write(".cursor/mcp.json", &text);
    let p = roll(&e, 2);
    println!("{:?}\n{}", p.refusals, show(&home.tree()));
    assert!(!home.read(".cursor/mcp.json").contains("old-demo"));
}

/// Rolling back 1 then 2.
#[test]
fn rolling_back_each_in_any_order() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n")]);
    let before = home.tree();
    let e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    granted(&e, &present(&[t("second", "cursor")])).unwrap();
    let p = roll(&e, 1);
    assert!(p.refusals.is_empty());
    let p = roll(&e, 2);
    assert!(p.refusals.is_empty(), "{:?}", p.refusals);
    assert_eq!(show(&home.tree()), show(&before));
}

/// Theirs then rollback whole.
#[test]
fn rollback_leaves_what_became_theirs() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n")]);
    let e = home.real();
    let both = [t("demo", "cursor"), t("second", "cursor")];
    granted(&e, &present(&both)).unwrap();
    granted(&e, &theirs(&both[..1])).unwrap();
    let p = roll(&e, 1);
    println!("{:?}\n{}", p.refusals, show(&home.tree()));
    assert!(home.read(".cursor/mcp.json").contains("demo"));
}

/// Missing CLAUDE_CONFIG_DIR.
#[test]
fn claude_config_dir_missing() {
    let home = Home::new();
    let mut e = home.real();
    e.machine.env.insert("CLAUDE_CONFIG_DIR".into(), home.path.join("cc").to_string());
    let (p, a) = granted(&e, &present(&[t("demo", "claude-code")])).unwrap();
    println!("{:?} {:?}", p.refusals, a.as_ref().map(|a| &a.outcome));
    assert!(matches!(a.unwrap().outcome, Outcome::Done));
    granted(&e, &absent(&[t("demo", "claude-code")])).unwrap();
    assert_eq!(show(&home.tree()), "");
}

/// Link that is not UTF-8 : claim released.
#[cfg(unix)]
#[test]
fn unreadable_is_not_gone() {
    use std::os::unix::ffi::OsStrExt;
    let home = Home::with(&[(".cursor/mcp.json", "{}\n")]);
    let e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    let real = home.path.join(std::ffi::OsStr::from_bytes(b"x").to_str().unwrap());
    let odd = real.as_std_path().parent().unwrap().join(std::ffi::OsStr::from_bytes(b"\xff.json"));
    fs::rename(home.path.join(".cursor/mcp.json"), &odd).unwrap();
    std::os::unix::fs::symlink(&odd, home.path.join(".cursor/mcp.json")).unwrap();
    let (p, _) = granted(&e, &absent(&[t("demo", "cursor")])).unwrap();
    println!("{:?}", p.refusals);
    assert!(fs::read_to_string(&odd).unwrap().contains("demo"));
    assert_eq!(e.drifts().unwrap().len(), 1);
}

/// Non-UTF-8 file name in a folder we made.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_go_stays() {
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    let e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    fs::write(home.path.as_std_path().join(".cursor").join(std::ffi::OsStr::from_bytes(b"\xff")), "").unwrap();
    let (_, a) = granted(&e, &absent(&[t("demo", "cursor")])).unwrap();
    println!("{:?}", a.as_ref().map(|a| &a.outcome));
    assert!(matches!(a.unwrap().outcome, Outcome::Done));
}

/// Rollback of adopting rewrite.
#[test]
fn rollback_of_rewritten_orphan() {
    let home = Home::with(&[(
        ".cursor/mcp.json",
        "{\"mcpServers\": {\"demo\": {\"command\": \"/opt/bascule/bin/bascule\", \"args\": [\"mcp\", \"demo\"], \"env\": {\"A\": \"b\"}}}}\n",
    )]);
    let before = home.read(".cursor/mcp.json");
    let e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    let text = home.read(".cursor/mcp.json").replacen("{", "{\"x\": 1,", 1);
    home.write(".cursor/mcp.json", &text);
    let p = roll(&e, 1);
    println!("{:?}\n{}", p.refusals, show(&home.tree()));
    assert!(home.read(".cursor/mcp.json").contains("\"env\""), "before: {before}");
}

/// Two predecessors.
#[test]
fn wrong_intent_replace() {
    let home = Home::with(&[(".cursor/mcp.json", "{\"mcpServers\": {}}\n")]);
    let e = home.real();
    let w = present(&[t("demo", "cursor")]);
    let plan = e.plan(&w).unwrap();
    home.write(".cursor/mcp.json", "{\"mcpServers\": {\"old-demo\": {\"command\": \"old-demo-server\"}}}\n");
    let r = e.apply(&w, &plan, "t", &mut |_| Pace::Go);
    println!("{r:?}");
    assert!(home.read(".cursor/mcp.json").contains("old-demo"));
}

/// Opencode format moved in one file, rollback.
#[test]
fn opencode_format_moves_and_rolls_back() {
    let home = Home::with(&[(".config/opencode/opencode.json", "{\n  \"mcp\": {}\n}\n")]);
    let e = home.real();
    granted(&e, &present(&[t("demo", "opencode")])).unwrap();
    let text = home.read(".config/opencode/opencode.json");
    let i = text.find("\"mcp\": {").unwrap() + 8;
    let text = format!("{} \"servers\": {{ \"q\": {{}} }},{}", &text[..i], &text[i..]);
    home.write(".config/opencode/opencode.json", &text);
    granted(&e, &present(&[t("demo", "opencode")])).unwrap();
    println!("{}", show(&home.tree()));
    let moved = home.read(".config/opencode/opencode.json");
    home.write(".config/opencode/opencode.json", moved.replacen("{", "{ \"z\": 1,", 1));
    let p = roll(&e, 2);
    println!("{:?}\n{}", p.refusals, show(&home.tree()));
    assert!(p.refusals.is_empty());
}

/// Lock stuck.
#[test]
fn lock_stuck_leaves_no_claim() {
    let home = Home::with(&[(".claude.json", "{}\n")]);
    let lock = home.path.join(".claude.json.lock");
    fs::create_dir(&lock).unwrap();
    std::process::Command::new("touch").args(["-d", "+1 hour", lock.as_str()]).status().unwrap();
    let e = home.real();
    let (_, a) = granted(&e, &present(&[t("demo", "claude-code")])).unwrap();
    println!("{:?} {:?}", a.as_ref().map(|a| &a.outcome), e.drifts());
    assert!(e.drifts().unwrap().is_empty());
}

/// Fifo.
#[test]
fn fifo_is_refused() {
    let home = Home::new();
    fs::create_dir(home.path.join(".cursor")).unwrap();
    std::process::Command::new("mkfifo").arg(home.path.join(".cursor/mcp.json").as_str()).status().unwrap();
    let path = home.path.clone();
    let (tx, rx) = std::sync::mpsc::channel();
    let e = home.real();
    std::thread::spawn(move || {
        let p = e.plan(&present(&[t("demo", "cursor")])).unwrap();
        tx.send(p.refusals).unwrap();
    });
    let got = rx.recv_timeout(std::time::Duration::from_secs(3));
    let _ = path;
    println!("{got:?}");
    assert!(got.is_ok(), "hangs");
}

/// All grounds with two bridges, all orders.
#[test]
fn two_bridges_any_order_same_bytes() {
    let json = [
        "",
        "\n",
        "{}",
        "{ }\n",
        "{\n}\n",
        "{\"mcpServers\": {}}",
        "{\"mcpServers\":{ }}\n",
        "{\"a\":1}",
        "\u{feff}{}",
    ];
    let toml = ["", "\n", "# a\n", "a = 1", "[mcp_servers]\n", "[mcp_servers.x]\ncommand = \"a\"\n"];
    let yaml = [
        "",
        "\n",
        "# a\n",
        "a: 1",
        "extensions:\n",
        "extensions: {}\n",
        "mcp_servers:\n",
        "extensions:\n  x:\n    a: 1\n",
    ];
    let mut bad = Vec::new();
    for (h, f, texts) in [
        ("cursor", ".cursor/mcp.json", &json[..]),
        ("antigravity", ".gemini/config/mcp_config.json", &json[..]),
        ("codex", ".codex/config.toml", &toml[..]),
        ("goose", ".config/goose/config.yaml", &yaml[..]),
        ("hermes", ".hermes/config.yaml", &yaml[..]),
        ("mistral-vibe", ".vibe/config.toml", &toml[..]),
    ] {
        for text in texts.iter().map(|t| Some(*t)).chain([None]) {
            for (first, second) in [(0usize, 1usize), (1, 0)] {
                for together in [true, false] {
                    let home = Home::new();
                    if let Some(text) = text {
                        home.write(f, text);
                    }
                    let before = show(&home.tree());
                    let e = home.real();
                    let both = [t("demo", h), t("second", h)];
                    if together {
                        granted(&e, &present(&both)).unwrap();
                    } else {
                        granted(&e, &present(&both[..1])).unwrap();
                        granted(&e, &present(&both[1..])).unwrap();
                    }
                    let mid = show(&home.tree());
                    let (p, _) = granted(&e, &absent(&both[first..=first])).unwrap();
                    let (q, _) = granted(&e, &absent(&both[second..=second])).unwrap();
                    if show(&home.tree()) != before {
                        bad.push(format!(
                            "{h} {text:?} first out {first} together {together}: {:?} {:?}\nmid {mid}\nafter {}",
                            p.refusals,
                            q.refusals,
                            show(&home.tree())
                        ));
                    }
                    let home = Home::new();
                    if let Some(text) = text {
                        home.write(f, text);
                    }
                    let e = home.real();
                    granted(&e, &present(&both)).unwrap();
                    let (p, _) = granted(&e, &absent(&both)).unwrap();
                    if show(&home.tree()) != before {
                        bad.push(format!(
                            "BOTH {h} {text:?}: {:?}\nmid {mid}\nafter {}",
                            p.refusals,
                            show(&home.tree())
                        ));
                    }
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// One lost original.
#[test]
fn a_lost_original_of_the_past_blocks_nothing_else() {
    let home =
        Home::with(&[(".cursor/mcp.json", "{\"mcpServers\": {\"old-demo\": {\"command\": \"old-demo-server\"}}}\n")]);
    let e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    granted(&e, &absent(&[t("demo", "cursor")])).unwrap();
    granted(&e, &present(&[t("demo", "codex")])).unwrap();
    for f in fs::read_dir(home.path.join(".bascule/originals")).unwrap() {
        fs::remove_file(f.unwrap().path()).unwrap();
    }
    granted(&e, &absent(&[t("demo", "codex")])).unwrap();
}
