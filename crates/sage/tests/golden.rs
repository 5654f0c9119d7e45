//! Real mods: the numbers that an unrelated reader of the same files came to.
//!
//! The data lies beside the repository and under its own licence; where it is absent
//! each test says so and passes.

#![expect(clippy::disallowed_methods, reason = "a test unpacks data and looks for it")]

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use bascule_sage::{Counts, Index, Job, Profile, Snapshot};
use camino::{Utf8Path, Utf8PathBuf};

/// Unpacks a corpus; `None`, and a line that says so, where it is absent.
fn unpacked(archive: &str) -> Option<(tempfile::TempDir, Utf8PathBuf)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora").join(archive);
    if !path.is_file() {
        println!("skipped: {archive} is not in ../shared/corpora beside the checkout");
        return None;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let status = Command::new("tar").arg("-xJf").arg(&path).arg("-C").arg(folder.path()).status();
    if !status.is_ok_and(|status| status.success()) {
        println!("skipped: tar cannot unpack {archive} here");
        return None;
    }
    let root = Utf8PathBuf::from_path_buf(folder.path().to_owned()).expect("UTF-8");
    Some((folder, root))
}

/// EA's data in the places of an SDK.
fn sdk(root: &Utf8Path) -> Utf8PathBuf {
    let sdk = root.join("sdk");
    for folder in ["Schemas", "Art", "Audio", "Mods", "builtmods"] {
        std::fs::create_dir_all(sdk.join(folder)).expect("folders");
    }
    for name in ["Static.xml", "Global.xml", "Audio.xml"] {
        std::fs::write(sdk.join(name), "").expect("a placeholder");
    }
    std::fs::rename(root.join("Red Alert 3/Xml"), sdk.join("SageXml")).expect("the data");
    std::fs::rename(root.join("Red Alert 3/Schemas"), sdk.join("Schemas/xsd")).expect("the schemas");
    sdk
}

fn built(what: &str, job: Job) -> Index {
    let began = Instant::now();
    let index = job.build();
    println!("{what}: {:?} in {:?}", index.counts(), began.elapsed());
    index
}

/// Files all and instance, assets all, instance and distinct, defines.
fn numbers(counts: Counts) -> [usize; 6] {
    let Counts { files_all, files_instance, assets_all, assets_instance, assets_distinct, defines, .. } = counts;
    [files_all, files_instance, assets_all, assets_instance, assets_distinct, defines]
}

#[test]
fn real_mods_have_the_numbers_of_an_unrelated_reader() {
    let Some((_ea, root)) = unpacked("ra3-ea.tar.xz") else { return };
    let sdk = sdk(&root);
    let cases: [(&[&str], [usize; 6]); 4] = [
        (&["Static"], [631, 20, 3_883, 20, 3_901, 108]),
        (&["global"], [270, 7, 11_265, 11, 11_275, 156]),
        (&["WorldBuilder"], [2_673, 603, 3_520, 1_081, 4_578, 83]),
        (&["Static", "global", "WorldBuilder", "Audio", "MapMetaData"], [3_569, 590, 18_669, 605, 19_248, 195]),
    ];
    for (entries, expected) in cases {
        let files: Vec<_> = entries.iter().map(|name| sdk.join(format!("SageXml/{name}.xml"))).collect();
        let job = Job::of_entries(&files, Some(&sdk), Profile::Corona).expect("entries");
        let index = built(&entries.join("+"), job);
        assert_eq!(numbers(index.counts()), expected, "{entries:?}");
        if entries == ["Static"] {
            // That reader did not look for splices inside fragments; there is one.
            assert_eq!(index.counts().fragments_nested, 1);
            let nested = index.activity(sdk.join("SageXml/shell/multiplayercommonuidata.xml").as_str());
            assert_eq!((nested.mode, nested.active), ("xi", true));
        }
    }

    let Some((_mod, mods)) = unpacked("ra3-afterdash.tar.xz") else { return };
    let job = Job::of_project(&mods.join("afterdash"), Some(&sdk), Profile::Corona).expect("a mod");
    let index = built("afterdash", job);
    assert_eq!(numbers(index.counts()), [386, 18, 2_691, 43, 2_704, 85]);
    assert!(index.is_complete());
    assert!(!index.is_stale());
    let snapshot = Snapshot::of(&index, "2026-01-01T00:00:00Z");
    let bytes = snapshot.to_bytes().expect("bytes");
    println!("afterdash's snapshot: {} bytes", bytes.len());
    assert_eq!(Snapshot::read(&bytes).expect("a snapshot"), snapshot);
}
