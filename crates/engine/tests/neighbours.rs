//! Other programs and people who touch a file while a change is under way.

#![expect(clippy::disallowed_methods, reason = "a test plays the person and other programs in a throwaway home")]

#[path = "home.rs"]
mod home;
use bascule_core::reconcile::{Mode, Target, Wish};
use bascule_engine::{Disk, DiskError, Engine, Like, Outcome, Pace, RealDisk, Stat, faulty::*};
use camino::{Utf8Path, Utf8PathBuf};
use home::{Home, Tree, Wishes, absent, granted, present};
use std::cell::Cell;
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

struct Hooked<F>(RealDisk, F);
type R<T> = Result<T, DiskError>;
impl<F: Fn(&str, &Utf8Path, &[u8]) -> R<()>> Disk for Hooked<F> {
    fn look(&self, p: &Utf8Path) -> R<Option<Stat>> {
        self.0.look(p)
    }
    fn read(&self, p: &Utf8Path) -> R<Option<Vec<u8>>> {
        self.0.read(p)
    }
    fn follow(&self, p: &Utf8Path) -> R<Utf8PathBuf> {
        self.0.follow(p)
    }
    fn list(&self, p: &Utf8Path) -> R<Vec<String>> {
        self.0.list(p)
    }
    fn may_write(&self, p: &Utf8Path) -> bool {
        self.0.may_write(p)
    }
    fn make_folder(&self, p: &Utf8Path, m: Mode) -> R<()> {
        (self.1)("make_folder", p, b"")?;
        self.0.make_folder(p, m)
    }
    fn remove_folder(&self, p: &Utf8Path) -> R<()> {
        self.0.remove_folder(p)
    }
    fn write(&self, p: &Utf8Path, b: &[u8], l: Like<'_>) -> R<()> {
        (self.1)("write", p, b)?;
        self.0.write(p, b, l)
    }
    fn append(&self, p: &Utf8Path, b: &[u8], s: bool) -> R<()> {
        (self.1)("append", p, b)?;
        self.0.append(p, b, s)
    }
    fn replace(&self, a: &Utf8Path, b: &Utf8Path) -> R<()> {
        self.0.replace(a, b)
    }
    fn place(&self, a: &Utf8Path, b: &Utf8Path) -> R<bool> {
        (self.1)("place", b, b"")?;
        self.0.place(a, b)
    }
    fn exchange(&self, a: &Utf8Path, b: &Utf8Path) -> R<bool> {
        (self.1)("exchange", b, b"")?;
        self.0.exchange(a, b)
    }
    fn remove(&self, p: &Utf8Path) -> R<()> {
        self.0.remove(p)
    }
    fn make_private(&self, p: &Utf8Path) -> R<()> {
        self.0.make_private(p)
    }
    fn sync_folder(&self, p: &Utf8Path) -> R<()> {
        self.0.sync_folder(p)
    }
}
fn full(p: &Utf8Path) -> DiskError {
    DiskError { effect: "append to", path: p.to_owned(), source: std::io::ErrorKind::StorageFull.into() }
}

#[test]
fn torn_note_on_a_full_disk() {
    let home = Home::with(&[(".claude.json", "{}\n")]);
    let once = Cell::new(false);
    let e = home.engine(Hooked(RealDisk, |what: &str, p: &Utf8Path, b: &[u8]| {
        if what == "append" && b.starts_with(b"{\"record\":\"locked\"") && !once.replace(true) {
            RealDisk.append(p, &b[..b.len() / 2], false)?;
            return Err(full(p));
        }
        Ok(())
    }));
    let r = granted(&e, &present(&[t("demo", "claude-code")]));
    println!("{:?}", r.map(|r| r.1.map(|a| a.outcome)));
    let e = home.real();
    e.recover(&mut |_| Pace::Go).unwrap();
    e.history().unwrap();
}
#[test]
fn file_vanishes_before_the_exchange() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n"), (".codex/config.toml", "# a\n")]);
    let file = home.path.join(".cursor/mcp.json");
    let once = Cell::new(false);
    let e = home.engine(Hooked(RealDisk, |what: &str, p: &Utf8Path, _: &[u8]| {
        if what == "exchange" && p == file && !once.replace(true) {
            fs::remove_file(p).unwrap();
        }
        Ok(())
    }));
    let (_, a) = granted(&e, &present(&[t("demo", "cursor"), t("demo", "codex")])).unwrap();
    println!("{:?}", a.as_ref().map(|a| &a.outcome));
    assert!(matches!(a.unwrap().outcome, Outcome::Done));
}
#[test]
fn theirs_survives_the_rollback_of_a_neighbour() {
    let home = Home::with(&[(".cursor/mcp.json", "{\"mcpServers\": {\"q\": {}}}\n")]);
    let e = home.real();
    let both = [t("demo", "cursor"), t("second", "cursor")];
    granted(&e, &present(&both)).unwrap();
    granted(&e, &theirs(&both[..1])).unwrap();
    let p = roll(&e, 1);
    println!("{:?}\n{}", p.refusals, show(&home.tree()));
    assert!(home.read(".cursor/mcp.json").contains("\"demo\""));
}
#[test]
fn edited_under_an_old_launcher() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n")]);
    let mut e = home.real();
    e.launcher = "/old/bascule".into();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    let text = home.read(".cursor/mcp.json").replace("\"mcp\",", "\"mcp\", \"--mine\",");
    home.write(".cursor/mcp.json", &text);
    let e = home.real();
    println!("{:?}", e.drifts());
    let (p, a) = granted(&e, &absent(&[t("demo", "cursor")])).unwrap();
    println!("{:?} {:?}\n{}", p.refusals, a.map(|a| a.outcome), show(&home.tree()));
    assert!(!p.refusals.is_empty());
}
#[test]
fn taken_and_predecessor() {
    let home = Home::with(&[(
        ".cursor/mcp.json",
        "{\"mcpServers\": {\"demo\": {\"command\": \"x\"}, \"old-demo\": {\"command\": \"old-demo-server\"}}}\n",
    )]);
    let e = home.real();
    let p = e.plan(&present(&[t("demo", "cursor")])).unwrap();
    println!("{:?}", p.refusals);
    assert_eq!(p.refusals[0].1.code(), "slot-taken");
}
#[test]
fn folder_link_dangling() {
    let home = Home::new();
    std::os::unix::fs::symlink("/missing/x", home.path.join(".cursor")).unwrap();
    std::os::unix::fs::symlink(".codex", home.path.join(".codex")).unwrap();
    let e = home.real();
    let p = e.plan(&present(&[t("demo", "cursor"), t("demo", "codex")])).unwrap();
    println!("{:?}", p.refusals);
    assert_eq!(p.refusals.iter().map(|r| r.1.code()).collect::<Vec<_>>(), ["link-loop", "dangling-link"]);
}
#[test]
fn recovery_of_a_closed_journal_tells_the_truth() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n")]);
    let e = home.real();
    let plan = e.plan(&present(&[t("demo", "cursor")])).unwrap();
    e.apply(&present(&[t("demo", "cursor")]), &plan, "t", &mut |_| Pace::Stop).unwrap();
    fs::rename(home.path.join(".bascule/history/000001.jsonl"), home.path.join(".bascule/journal/000001.jsonl"))
        .unwrap();
    let r = e.recover(&mut |_| Pace::Go).unwrap();
    println!("{r:?}");
    assert!(!matches!(r, Some((1, Outcome::Done))));
}
// as a person, not root
#[test]
fn recovery_with_no_permission_settles() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n"), (".codex/config.toml", "# a\n")]);
    let w = present(&[t("demo", "cursor")]);
    let broken = home.engine(FaultyDisk::new(RealDisk, 14, Fault::Die));
    let _ = granted(&broken, &w);
    println!("{:?}", broken.disk.names());
    let e = home.real();
    assert!(e.interrupted().unwrap().is_some());
    std::process::Command::new("chmod").args(["000", home.path.join(".cursor").as_str()]).status().unwrap();
    let r = e.recover(&mut |_| Pace::Go);
    let q = granted(&e, &present(&[t("demo", "codex")])).map(|a| a.1.map(|a| a.outcome));
    std::process::Command::new("chmod").args(["700", home.path.join(".cursor").as_str()]).status().unwrap();
    println!("{r:?}\n{q:?}");
    assert!(r.is_ok() && q.is_ok());
}
#[test]
fn default_acl_gives_nobody_new_rights() {
    let home = Home::with(&[(".cursor/mcp.json", "{}\n")]);
    let dir = home.path.join(".cursor");
    let py = format!(
        r#"
import os,struct
os.chmod("{dir}/mcp.json",0o640)
def e(t,p,i=0xffffffff): return struct.pack("<HHI",t,p,i)
acl=struct.pack("<I",2)+e(1,7)+e(2,6,12345)+e(4,5)+e(0x10,7)+e(0x20,5)
os.setxattr("{dir}","system.posix_acl_default",acl)
print(os.listxattr("{dir}/mcp.json"))
"#
    );
    let ok = std::process::Command::new("python3").args(["-c", &py]).status();
    println!("{ok:?}");
    if !ok.is_ok_and(|s| s.success()) {
        return;
    }
    let e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    let out = std::process::Command::new("python3")
        .args(["-c", &format!("import os\nprint(os.listxattr('{dir}/mcp.json'))")])
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(!out.contains("acl"), "{out}");
}
#[test]
fn a_gone_entry_leaves_nothing_to_its_neighbour() {
    let home = Home::with(&[(".cursor/mcp.json", "{ }\n")]);
    let e = home.real();
    granted(&e, &present(&[t("demo", "cursor")])).unwrap();
    fs::remove_file(home.path.join(".cursor/mcp.json")).unwrap();
    let before = show(&home.tree());
    granted(&e, &present(&[t("second", "cursor")])).unwrap();
    granted(&e, &absent(&[t("demo", "cursor")])).unwrap();
    granted(&e, &absent(&[t("second", "cursor")])).unwrap();
    assert_eq!(show(&home.tree()), before);
}
#[test]
fn a_lock_taken_over_is_theirs() {
    let home = Home::with(&[(".claude.json", "{}\n")]);
    let lock = home.path.join(".claude.json.lock");
    let file = home.path.join(".claude.json");
    let e = home.engine(Hooked(RealDisk, |what: &str, p: &Utf8Path, _: &[u8]| {
        if what == "exchange" && p == file {
            fs::remove_dir(&lock).unwrap();
            fs::create_dir(&lock).unwrap();
        }
        Ok(())
    }));
    granted(&e, &present(&[t("demo", "claude-code")])).unwrap();
    assert!(lock.exists());
}
