//! Small mods as cases: a few files, and what an index says of them.

#![expect(clippy::disallowed_methods, reason = "a test makes its own mod")]

use std::fmt::Write as _;

use bascule_sage::{Index, Job, Limits, NotAMod, Profile, Snapshot, SnapshotError};
use camino::Utf8PathBuf;

/// A mod on a disk.
struct Made {
    _folder: tempfile::TempDir,
    root: Utf8PathBuf,
}

impl Made {
    fn of(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let root = Utf8PathBuf::from_path_buf(folder.path().to_owned()).expect("UTF-8");
        let made = Self { _folder: folder, root };
        files.iter().for_each(|(path, text)| made.write(path, text));
        made
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(path, text).expect("a file");
    }

    fn job(&self) -> Job {
        Job::of_project(&self.root, None, Profile::Corona).expect("a mod")
    }

    fn index(&self) -> Index {
        self.job().build()
    }
}

/// A declaration around a body.
fn declared(body: &str) -> String {
    format!(
        "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\" xmlns:xi=\"http://www.w3.org/2001/XInclude\">\n{body}\n\
         </AssetDeclaration>\n"
    )
}

fn includes(list: &[(&str, &str)]) -> String {
    let mut body = "<Includes>".to_owned();
    for (kind, source) in list {
        write!(body, "<Include type=\"{kind}\" source=\"{source}\"/>").expect("a text");
    }
    body + "</Includes>"
}

fn file(list: &[(&str, &str)], assets: &str) -> String {
    declared(&format!("{}{assets}", includes(list)))
}

/// Each file with its mode, then each asset, then each diagnostic.
fn told(index: &Index) -> Vec<String> {
    let mut lines = Vec::new();
    for file in &index.files {
        let shown = index.shown(&file.path);
        lines.push(format!("{} {shown}", index.activity(&shown).mode));
    }
    lines.extend(index.assets.iter().map(|asset| format!("{}:{}", asset.kind, asset.id)));
    lines.extend(
        index
            .diagnostics
            .iter()
            .map(|told| format!("{}:{} {}", index.shown(&told.file), told.place.line, told.cause.code())),
    );
    lines
}

#[track_caller]
fn check(files: &[(&str, String)], expected: &[&str]) {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let made = Made::of(&files);
    assert_eq!(told(&made.index()), expected);
}

#[test]
fn all_below_instance_stays_instance_until_all_reaches_it() {
    check(
        &[
            ("Data/Mod.xml", file(&[("instance", "a.xml"), ("all", "c.xml")], "")),
            ("Data/a.xml", file(&[("all", "b.xml"), ("all", "d.xml")], "<A id=\"a\"/>")),
            ("Data/b.xml", file(&[], "<A id=\"b\"/>")),
            ("Data/c.xml", file(&[("ALL", "D.XML")], "<A id=\"c\"/>")),
            ("Data/d.xml", file(&[], "<A id=\"d\"/>")),
        ],
        &[
            "all Data/Mod.xml",
            "instance Data/a.xml",
            "all Data/c.xml",
            "all Data/d.xml",
            "instance Data/b.xml",
            "A:c",
            "A:d",
            "A:a",
            "A:b",
        ],
    );
}

#[test]
fn a_circle_is_told_and_ends() {
    check(
        &[
            ("Data/Mod.xml", file(&[("all", "a.xml")], "")),
            ("Data/a.xml", file(&[("all", "b.xml"), ("instance", "a.xml")], "<A id=\"a\"/>")),
            ("Data/b.xml", file(&[("instance", "Mod.xml")], "<A id=\"b\"/>")),
        ],
        &[
            "all Data/Mod.xml",
            "all Data/a.xml",
            "all Data/b.xml",
            "A:a",
            "A:b",
            "Data/a.xml:2 include-cycle",
            "Data/b.xml:2 include-cycle",
        ],
    );
}

#[test]
fn what_is_missing_or_malformed_is_told_and_the_rest_counts() {
    check(
        &[
            ("Data/Mod.xml", file(&[("all", "a.xml"), ("all", "gone.xml"), ("all", "FONT:x"), ("sinon", "a.xml")], "")),
            (
                "Data/a.xml",
                format!("{}<B id=\"unclosed\">", file(&[], "<A id=\"a\"/>").replace("</AssetDeclaration>\n", "")),
            ),
        ],
        &[
            "all Data/Mod.xml",
            "all Data/a.xml",
            "A:a",
            "B:unclosed",
            "Data/Mod.xml:2 missing-file",
            "Data/Mod.xml:2 bad-source",
            "Data/Mod.xml:2 include-type",
            "Data/a.xml:3 malformed",
        ],
    );
}

#[test]
fn fragments_are_spliced_and_have_no_assets_of_their_own() {
    check(
        &[
            ("Data/Mod.xml", file(&[("all", "a.xml")], "")),
            ("Data/a.xml", file(&[], "<A id=\"a\"><xi:include href=\"f.xml\"/></A>")),
            (
                "Data/f.xml",
                "<Draws xmlns:xi=\"http://www.w3.org/2001/XInclude\"><Draw id=\"no\"/><xi:include href=\"DATA:g.xml\"/></Draws>"
                    .to_owned(),
            ),
            ("Data/g.xml", "<Draws/>".to_owned()),
            ("Data/never.xml", declared("<A id=\"never\"/>")),
        ],
        &["all Data/Mod.xml", "all Data/a.xml", "xi Data/f.xml", "xi Data/g.xml", "A:a"],
    );
}

#[test]
fn the_same_asset_twice_is_told_in_one_file_and_won_by_turn_in_two() {
    let made = Made::of(&[
        ("Data/Mod.xml", &file(&[("instance", "late.xml"), ("all", "one.xml"), ("all", "two.xml")], "")),
        ("Data/late.xml", &file(&[], "<A id=\"X\"/>")),
        ("Data/one.xml", &file(&[], "<A id=\"x\"/><A id=\"X\" inheritFrom=\"x\"/><B id=\"x\" inheritFrom=\"A:X\"/>")),
        ("Data/two.xml", &file(&[], "<A id=\"x\"/>")),
    ]);
    let index = made.index();
    let duplicates: Vec<_> = index.diagnostics.iter().map(|told| told.cause.to_string()).collect();
    assert_eq!(duplicates, ["A X is defined twice in this file; the first time on line 2"]);
    let found = index.find_asset("X", Some("a"), 10);
    let shown: Vec<_> =
        found.assets.iter().map(|it| format!("{} {} {}", it.file, it.mode, it.wins_in.join(","))).collect();
    assert_eq!(shown, ["Data/one.xml all static", "Data/one.xml all ", "Data/two.xml all ", "Data/late.xml instance "]);
    assert_eq!(index.find_asset("x", None, 1).total, 5);
    assert_eq!(index.find_asset("A:x", None, 9).total, 4);
    let none = index.find_asset("y", None, 9);
    assert_eq!((none.total, none.similar.len()), (0, 0));
    let definition = index.definition("B", "x", 10).expect("a definition");
    let parents: Vec<_> = definition.parents.iter().map(|it| format!("{}:{} {:?}", it.kind, it.id, it.file)).collect();
    assert_eq!(parents, ["A:X Some(\"Data/one.xml\")"]);
    assert!(definition.text.xml.expect("the text").contains("<B id=\"x\""));
    assert!(index.definition("C", "x", 10).is_none());
}

#[test]
fn defines_are_found_with_and_without_their_signs() {
    let made = Made::of(&[
        ("Data/Mod.xml", &file(&[("instance", "a.xml")], "")),
        ("Data/a.xml", &declared("<Defines><Define name=\"COST\" value=\"=100 * 2\"/></Defines>")),
    ]);
    let index = made.index();
    for name in ["COST", "$COST", "=$COST", " = $COST"] {
        let found = index.find_define(name);
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!((found[0].expression, found[0].case_differs, found[0].line), (true, false, 2), "{name}");
    }
    assert!(index.find_define("cost")[0].case_differs);
    assert!(index.find_define("PRICE").is_empty());
}

#[test]
fn a_file_is_told_with_the_includes_that_lead_to_it() {
    let made = Made::of(&[
        ("Data/Mod.xml", &file(&[("reference", "DATA:static.xml"), ("all", "sub/a.xml")], "")),
        ("Data/static.xml", ""),
        ("Data/sub/a.xml", &file(&[("all", "../b.xml")], "")),
        ("Data/b.xml", &file(&[], "")),
        ("Data/orphan.xml", &file(&[], "")),
        ("Data/AdditionalMaps/mapmetadata_one.xml", &file(&[("all", "../b.xml")], "")),
    ]);
    let index = made.index();
    let cases = [
        ("data/B.xml", "all", true, 2),
        ("Data\\sub\\a.xml", "all", true, 1),
        ("Data/static.xml", "reference", false, 0),
        ("Data/orphan.xml", "none", false, 0),
        ("Data/nowhere.xml", "none", false, 0),
    ];
    for (path, mode, active, streams) in cases {
        let activity = index.activity(path);
        assert_eq!((activity.mode, activity.active, activity.streams.len()), (mode, active, streams), "{path}");
    }
    let ways = index.activity("Data/b.xml").streams;
    let chain = |at: usize| ways[at].chain.iter().map(|step| step.file.as_str()).collect::<Vec<_>>();
    assert_eq!(chain(0), ["Data/Mod.xml", "Data/sub/a.xml"]);
    assert_eq!(
        (ways[1].stream.as_str(), chain(1)[0]),
        ("global:mapmetadata_one.xml", "Data/AdditionalMaps/mapmetadata_one.xml")
    );
    assert!(index.activity("Data/orphan.xml").exists && !index.activity("Data/nowhere.xml").exists);
    let resolved = index.resolve_include("DATA:nowhere.xml", None);
    assert!(resolved.file.is_none() && resolved.tried.contains(&"Data/nowhere.xml".to_owned()), "{resolved:?}");
    assert_eq!(index.resolve_include("B.xml", Some("data/Mod.xml")).file.as_deref(), Some("Data/b.xml"));
}

#[test]
fn a_changed_file_and_a_new_one_make_it_stale() {
    let made = Made::of(&[
        ("Data/Mod.xml", &file(&[("all", "a.xml"), ("all", "sub/new.xml")], "")),
        ("Data/a.xml", &file(&[], "")),
        ("Data/sub/other.xml", ""),
    ]);
    let index = made.index();
    assert!(!index.is_stale());
    made.write("Data/a.xml", &file(&[], "<A id=\"a\"/>"));
    assert!(index.is_stale(), "a changed file");
    let index = made.index();
    assert!(!index.is_stale());
    made.write("Data/sub/unasked.xml", "");
    assert!(!index.is_stale(), "a file that nothing asks for");
    made.write("Data/sub/new.xml", "");
    assert!(index.is_stale(), "a file that was missing");
}

#[test]
fn limits_leave_out_and_say_so() {
    let chain = |n: usize| (format!("Data/f{n}.xml"), file(&[("all", &format!("f{}.xml", n + 1))], "<A id=\"x\"/>"));
    let made = Made::of(&[("Data/Mod.xml", &file(&[("all", "f0.xml")], ""))]);
    (0..8).map(chain).for_each(|(path, text)| made.write(&path, &text));
    made.write("Data/f8.xml", &file(&[], ""));
    let whole = Limits::default();
    let cases = [
        (whole, None, 10),
        (Limits { include_depth: 4, ..whole }, Some("chain-too-long"), 4),
        (Limits { files: 3, ..whole }, Some("mod-too-large"), 3),
        (Limits { total_bytes: 300, ..whole }, Some("mod-too-large"), 2),
        (Limits { file_bytes: 20, ..whole }, Some("too-large"), 1),
    ];
    for (limits, code, files) in cases {
        let index = Job { limits, ..made.job() }.build();
        let codes: Vec<_> = index.diagnostics.iter().map(|told| told.cause.code()).collect();
        assert_eq!(codes.first().copied(), code, "{limits:?}");
        assert_eq!(index.is_complete(), code.is_none(), "{limits:?}");
        assert_eq!(index.counts().files_all, files, "{limits:?}");
    }
}

#[test]
fn what_is_no_mod_is_refused() {
    let made = Made::of(&[("readme.md", ""), ("SDK/Schemas/XSD/CnC3Types.xsd", ""), ("SDK/Mods/a/data/mod.xml", "")]);
    let none = Job::of_project(&made.root, None, Profile::Corona);
    assert_eq!(none, Err(NotAMod::NoEntry(made.root.clone())));
    let gone = Job::of_entries(&[made.root.join("x.xml")], None, Profile::Corona);
    assert_eq!(gone, Err(NotAMod::NoFile(made.root.join("x.xml"))));
    let sdk = made.root.join("SDK");
    let within = Job::of_project(&sdk.join("Mods/a"), None, Profile::Corona).expect("a mod inside an SDK");
    assert_eq!(within.roots.sdk, Some(sdk.clone()));
    let nowhere = made.root.join("nowhere");
    let wrong = Job::of_project(&sdk.join("Mods/a"), Some(&nowhere), Profile::Corona);
    assert_eq!(wrong, Err(NotAMod::NoSdk(nowhere)));
}

#[test]
fn a_snapshot_of_a_later_version_or_cut_short_is_refused() {
    let made = Made::of(&[("Data/Mod.xml", &file(&[], "<A id=\"a\"/>"))]);
    let snapshot = Snapshot::of(&made.index(), "now");
    let bytes = snapshot.to_bytes().expect("bytes");
    assert_eq!(Snapshot::read(&bytes).expect("a snapshot"), snapshot);
    let later = Snapshot { schema_version: 2, ..snapshot }.to_bytes().expect("bytes");
    assert!(matches!(Snapshot::read(&later), Err(SnapshotError::Newer(2))));
    for cut in [0, 1, 20, bytes.len() / 2, bytes.len() - 1] {
        assert!(matches!(Snapshot::read(&bytes[..cut]), Err(SnapshotError::Inflate(_))), "{cut}");
    }
}
