//! Packs of somebody else's as cases: what is taken, and what is refused and where.

use std::io::{Cursor, Write as _};

use bascule_core::bridge::{
    FILE_LIMIT, FILES_LIMIT, Kind, PackTree, RESERVED, TREE_LIMIT, TreeProblem, Version, template,
};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const RUNNING: Version = Version { major: 0, minor: 1, patch: 0 };

/// The template with one file exchanged, put in or, where it is `None`, taken out.
fn tree(path: &str, text: Option<&str>) -> PackTree {
    let mut tree = PackTree::default();
    let whole = template("mine").expect("the template");
    let others = whole.files().filter(|(other, _)| *other != path);
    let changed = text.map(|text| (path, text.as_bytes()));
    for (path, bytes) in others.chain(changed) {
        tree.add(path, bytes.to_vec()).expect("it fits");
    }
    tree
}

/// What is wrong with a pack, a line each.
fn wrong(tree: &PackTree) -> Vec<String> {
    tree.read(RUNNING).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

/// A zip file of these names and contents, compressed.
fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, options).expect("started");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("finished").into_inner()
}

/// The same bytes with every `old` exchanged for a `new` of the same length.
fn patched(mut bytes: Vec<u8>, old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let places: Vec<usize> = (0..=bytes.len() - old.len()).filter(|at| bytes[*at..].starts_with(old)).collect();
    assert!(!places.is_empty(), "nothing to patch");
    for at in places {
        bytes[at..at + new.len()].copy_from_slice(new);
    }
    bytes
}

#[track_caller]
fn refused(zip: &[u8]) -> String {
    PackTree::from_zip(zip).expect_err("it is refused").to_string()
}

#[test]
fn the_template_is_a_bridge_that_works() {
    let tree = template("mine").expect("the template");
    let manifest = tree.read(RUNNING).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    assert_eq!((manifest.id.as_str(), manifest.tools.len()), ("mine", 1));
    let Kind::Command(command) = manifest.placed_in("/b/mine".into()).kind else { panic!("a command") };
    assert_eq!((command.program.as_str(), command.args), ("node", vec!["/b/mine/server.mjs".to_owned()]));
}

#[test]
fn the_same_files_give_the_same_bytes_and_come_back() {
    let mut backwards = PackTree::default();
    let tree = template("mine").expect("the template");
    let files: Vec<(&str, &[u8])> = tree.files().collect();
    for (path, bytes) in files.iter().rev() {
        backwards.add(path, bytes.to_vec()).expect("it fits");
    }
    let zip = tree.to_zip().expect("packed");
    assert_eq!(backwards.to_zip().expect("packed"), zip);
    let back = PackTree::from_zip(&zip).expect("unpacked");
    assert_eq!((back.digest(), back), (tree.digest(), tree.clone()));
    let compressed = PackTree::from_zip(&zipped(&files)).expect("unpacked");
    assert_eq!(compressed.digest(), tree.digest());
    assert_ne!(digest_without(&tree, "server.mjs"), tree.digest());
}

fn digest_without(of: &PackTree, but: &str) -> bascule_core::digest::Digest {
    let mut other = PackTree::default();
    for (path, bytes) in of.files().filter(|(path, _)| *path != but) {
        other.add(path, bytes.to_vec()).expect("it fits");
    }
    other.digest()
}

#[test]
fn a_path_is_taken_only_where_it_stays_inside_on_every_system() {
    let cases = [
        ("../x", "leads out"),
        ("a/../../x", "leads out"),
        ("a/./x", "leads out"),
        ("a//x", "leads out"),
        ("/etc/passwd", "leads out"),
        ("\\\\server\\share", "leads out"),
        ("a\\..\\x", "leads out"),
        ("C:x", "leads out"),
        ("", "leads out"),
        ("a/x:stream", "does not work on every system"),
        ("a/con", "does not work on every system"),
        ("a/CON.txt", "does not work on every system"),
        ("lpt1.log", "does not work on every system"),
        ("COM¹", "does not work on every system"),
        ("a/x.", "does not work on every system"),
        ("a /x", "does not work on every system"),
        ("a/x\u{7}", "does not work on every system"),
        ("a/x\0", "does not work on every system"),
        ("tools.json", "kept for Bascule"),
        ("Added.JSON", "kept for Bascule"),
    ];
    for (path, expected) in cases {
        let error = PackTree::default().add(path, Vec::new()).expect_err(path).to_string();
        assert!(error.contains(expected), "{path:?}: {error}");
    }
    let long = format!("a/{}", "x".repeat(200));
    assert!(PackTree::default().add(&long, Vec::new()).is_err());
    for path in ["a/b/c.txt", ".gitignore", "a/console", "说明/读我.md"] {
        PackTree::default().add(path, Vec::new()).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn two_paths_that_are_one_somewhere_are_refused() {
    let cases = [
        ("a/x", "a/x", "the same as a/x"),
        ("a/x", "a/X", "the same as a/x"),
        ("a/x", "A/y", "the same as a"),
        ("straße", "STRASSE", ""),
        ("É", "é", "the same as É"),
        ("a", "a/x", "both a file and a folder"),
        ("a/x", "A", "both a file and a folder"),
    ];
    for (one, other, expected) in cases {
        let mut tree = PackTree::default();
        tree.add(one, Vec::new()).expect("the first");
        match tree.add(other, Vec::new()) {
            Ok(()) => assert_eq!(expected, "", "{one} and {other}"),
            Err(error) => assert!(!expected.is_empty() && error.to_string().contains(expected), "{error}"),
        }
    }
}

#[test]
fn sizes_and_numbers_have_an_end() {
    let mut tree = PackTree::default();
    assert!(tree.add("x", vec![0; FILE_LIMIT + 1]).expect_err("too large").to_string().contains("larger than"));
    for number in 0..FILES_LIMIT {
        tree.add(&format!("x{number}"), Vec::new()).expect("it fits");
    }
    let many = tree.add("one-more", Vec::new()).expect_err("too many");
    assert_eq!(many.problem, TreeProblem::ManyFiles { limit: FILES_LIMIT });
    let mut tree = PackTree::default();
    for number in 0..TREE_LIMIT / FILE_LIMIT {
        tree.add(&format!("x{number}"), vec![0; FILE_LIMIT]).expect("it fits");
    }
    let large = tree.admit("one-more", 1).expect_err("too large");
    assert_eq!(large.problem, TreeProblem::LargeTree { limit: TREE_LIMIT });
}

#[test]
fn a_zip_file_that_is_not_what_it_says_is_refused() {
    let good = zipped(&[("aa/x", b"one"), ("bb/y", b"two")]);
    PackTree::from_zip(&good).expect("the good one");
    let mut link = ZipWriter::new(Cursor::new(Vec::new()));
    link.add_symlink("x", "/etc/passwd", SimpleFileOptions::default()).expect("a link");
    let link = link.finish().expect("finished").into_inner();
    let pipe = {
        let at = link.windows(4).position(|four| four == b"PK\x01\x02").expect("a central header");
        let mut pipe = link.clone();
        // The upper half of the external attributes is the Unix mode.
        pipe[at + 40..at + 42].copy_from_slice(&0o010_644_u16.to_le_bytes());
        pipe
    };
    let central = |bytes: &[u8], offset: usize, new: &[u8]| {
        let mut bytes = bytes.to_vec();
        let at = bytes.windows(4).position(|four| four == b"PK\x01\x02").expect("a central header");
        bytes[at + offset..at + offset + new.len()].copy_from_slice(new);
        bytes
    };
    let local = |bytes: &[u8], offset: usize, new: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes[offset..offset + new.len()].copy_from_slice(new);
        bytes
    };
    let encrypted = local(&central(&good, 8, &[1, 0]), 6, &[1, 0]);
    let strange = local(&central(&good, 10, &[97, 0]), 8, &[97, 0]);
    let crc = local(&central(&good, 16, &[1, 2, 3, 4]), 14, &[1, 2, 3, 4]);
    let zeros = vec![0; 2 << 20];
    let bomb = zipped(&[("zeros", &zeros)]);
    let lying = local(&central(&bomb, 24, &[10, 0, 0, 0]), 22, &[10, 0, 0, 0]);
    let many: Vec<(String, Vec<u8>)> = (0..6).map(|number| (format!("zeros{number}"), vec![0; 200 << 10])).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let crowd: Vec<String> = (0..=FILES_LIMIT).map(|number| format!("x{number}")).collect();
    let crowd: Vec<(&str, &[u8])> = crowd.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("climbs", patched(good.clone(), b"aa/x", b"../x"), "../x: the path leads out"),
        ("absolute", patched(good.clone(), b"aa/x", b"/a/x"), "/a/x: the path leads out"),
        ("backslash", patched(good.clone(), b"aa/x", b"..\\x"), "the path leads out"),
        ("drive", patched(good.clone(), b"aa/x", b"C:/x"), "the path leads out"),
        ("folder", patched(good.clone(), b"aa/x", b"../."), "leads out"),
        ("climbing folder", patched(zipped(&[("aa/", b"")]), b"aa/", b"../"), "leads out"),
        ("not UTF-8", patched(good.clone(), b"aa/x", b"\xff\xfe/x"), "does not work on every system"),
        ("twice", patched(good.clone(), b"bb/y", b"aa/x"), "duplicate"),
        ("by case", patched(good.clone(), b"bb/y", b"aa/X"), "the same as aa/x"),
        ("link", link, "x: neither a file nor a folder"),
        ("pipe", pipe, "neither a file nor a folder"),
        ("two names", central(&good, 46, b"cc/z"), "inconsistency"),
        ("encrypted", encrypted, "Password"),
        ("method", strange, "compression method not supported"),
        ("checksum", crc, "checksum"),
        ("bomb", bomb, "unpacks to more than 100 times"),
        ("bomb that lies", lying, "zeros"),
        ("bomb of many", zipped(&many), "unpacks to more than 100 times"),
        ("many", zipped(&crowd), "more than 1000 files"),
        ("cut off", good[..good.len() - 30].to_vec(), "not a zip file"),
        ("two in one", [b"MZ".as_slice(), &good].concat(), "not a zip file"),
        ("no zip", b"format = 1".to_vec(), "not a zip file"),
        ("empty", Vec::new(), "not a zip file"),
        ("large", vec![0; TREE_LIMIT + 1], "larger than"),
    ];
    for (name, zip, expected) in cases {
        let error = refused(&zip);
        assert!(error.contains(expected), "{name}: {error}");
    }
}

#[test]
fn a_damaged_zip_file_never_panics() {
    let good = template("mine").expect("the template").to_zip().expect("packed");
    for at in 0..good.len() {
        for bit in [0x01, 0x80, 0xff] {
            let mut damaged = good.clone();
            damaged[at] ^= bit;
            if let Ok(tree) = PackTree::from_zip(&damaged) {
                drop(tree.read(RUNNING));
            }
        }
    }
}

#[test]
fn a_malformed_pack_is_refused_at_its_place() {
    let whole = template("mine").expect("the template");
    let text = |path: &str| String::from_utf8(whole.file(path).expect("a file").to_vec()).expect("UTF-8");
    let (manifest, page) = (text("bridge.toml"), text("skill/SKILL.md"));
    let toml = |old: &str, new: &str| tree("bridge.toml", Some(&manifest.replace(old, new)));
    let skill = |old: &str, new: &str| tree("skill/SKILL.md", Some(&page.replace(old, new)));
    let plugin = |plugins: &[(&str, &str)]| {
        let table =
            |(files, to): &(&str, &str)| format!("[[plugin]]\nfiles = \"{files}\"\nlinux = {{ to = \"{to}\" }}\n");
        tree("bridge.toml", Some(&format!("{manifest}{}", plugins.iter().map(table).collect::<String>())))
    };
    let with_files = |mut tree: PackTree, paths: &[&str]| {
        paths.iter().for_each(|path| tree.add(path, Vec::new()).expect("it fits"));
        tree
    };
    let mut inside = PackTree::default();
    inside.add("mine/bridge.toml", manifest.clone().into_bytes()).expect("it fits");
    let mut latin = tree("bridge.toml", None);
    latin.add("bridge.toml", vec![0xff]).expect("it fits");
    let cases: Vec<(PackTree, &[&str])> = vec![
        (PackTree::default(), &["bridge.toml: the file is missing"]),
        (inside, &["bridge.toml: the file is missing"]),
        (latin, &["bridge.toml: not UTF-8 text"]),
        (toml("kind =", "kinds ="), &["bridge.toml, line 3, column 1: unknown field `kinds`"]),
        (
            toml("\"mine\"", "\"jlceda\""),
            &["line 2, column 1: the id \"jlceda\" is reserved", "skill/SKILL.md, line 2, column 1: name"],
        ),
        (toml("{bridge}/server.mjs", "{bridge}/gone.mjs"), &["line 18, column 10: the pack has no file \"gone.mjs\""]),
        (toml("{bridge}/server.mjs", "{bridge}server.mjs"), &["the pack has no file \"server.mjs\""]),
        (toml("{bridge}/server.mjs", "{bridge}/../x"), &["the pack has no file \"../x\""]),
        (toml("[\"say_hello\"", "[\"say_hello\", \"say_bye\""), &["line 22, column 22: no tool is called \"say_bye\""]),
        (tree("tools/say_hello.json", None), &[]),
        (tree("tools/say_hello.json", Some("{")), &["tools/say_hello.json, line 1, column 1: EOF"]),
        (tree("tools/readme.md", Some("x")), &["tools/readme.md: only JSON files"]),
        (tree("tools/a/b.json", Some("{}")), &["tools/a/b.json: only JSON files"]),
        (tree("skill/SKILL.md", None), &[]),
        (tree("skill/more.md", Some("x")), &["skill/more.md, line 1, column 1: page breaks its rule: no page links"]),
        (tree("skill/more.py", Some("x")), &[]),
        (skill("name: mine", "name: other"), &["skill/SKILL.md, line 2, column 1: name breaks its rule"]),
        (skill("name: mine\n", ""), &["name breaks its rule"]),
        (
            skill("description: Says", "description: [Says"),
            &["skill/SKILL.md, line 4, column 1: while parsing a flow sequence"],
        ),
        (skill("---\nname", "name"), &["line 1, column 1: --- breaks its rule"]),
        (skill("---\n\n#", "#"), &["line 1, column 1: --- breaks its rule"]),
        (tree("skill/SKILL.md", Some("---\nname: mine\ndescription: x\n---\n \n")), &["page breaks its rule"]),
        (plugin(&[("plugin", "{home}/h")]), &["the pack has no file \"plugin\""]),
        (with_files(plugin(&[("plugin", "{home}/h")]), &["plugin/a"]), &[]),
        (with_files(plugin(&[("plugin/b", "{home}/h")]), &["plugin/a"]), &["the pack has no file \"plugin/b\""]),
        (
            with_files(plugin(&[("plugin", "{home}/h"), ("plugin/b", "{home}/h/B")]), &["plugin/b/a"]),
            &["go to one place"],
        ),
        (
            with_files(plugin(&[("plugin/b", "{home}/h"), ("plugin/c", "{home}/H")]), &["plugin/b/a", "plugin/c/A"]),
            &["go to one place"],
        ),
        (with_files(plugin(&[("plugin/b", "{home}/h"), ("plugin/c", "{home}/i")]), &["plugin/b/a", "plugin/c/a"]), &[]),
        (plugin(&[("plugin", "{home}/../h")]), &["plugin.to breaks its rule: a folder below {home} or {config}"]),
        (
            tree("bridge.toml", Some(&manifest.replace("\"command\"", "\"engine\"").replace(COMMAND, ""))),
            &["line 3, column 1: only bridges that ship with Bascule are of kind \"engine\""],
        ),
    ];
    for (number, (tree, expected)) in cases.iter().enumerate() {
        let found = wrong(tree);
        assert_eq!(found.len(), expected.len(), "case {number}: {found:#?}");
        for (found, expected) in found.iter().zip(*expected) {
            assert!(found.contains(expected), "case {number}: expected {expected:?}, found {found:?}");
        }
    }
    let mut page_missing = tree("skill/SKILL.md", None);
    page_missing.add("skill/more.md", Vec::new()).expect("it fits");
    let missing = "skill/SKILL.md, line 1, column 1: files breaks its rule: a skill has a SKILL.md";
    assert_eq!(wrong(&page_missing), [missing]);
    for id in RESERVED {
        assert!(!wrong(&template(id).expect("the template")).is_empty(), "{id}");
    }
}

const COMMAND: &str = "[command]\nprogram = \"node\"\nargs = [\"{bridge}/server.mjs\"]\n";
