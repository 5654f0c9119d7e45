//! Sources as cases, over real folders whose names differ in case.

#![expect(clippy::disallowed_methods, reason = "a test makes its own folders")]

use super::*;

/// A folder with an SDK and a mod in it.
fn disk(files: &[&str]) -> (tempfile::TempDir, Utf8PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Utf8PathBuf::from_path_buf(folder.path().to_owned()).expect("UTF-8");
    for file in files {
        let path = root.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(path, "").expect("a file");
    }
    (folder, root)
}

#[test]
fn a_source_leads_to_the_first_file_in_any_case() {
    let (_kept, root) = disk(&[
        "sdk/Static.xml",
        "sdk/SageXml/BaseObjects/BaseVehicle.xml",
        "sdk/SageXml/Both.xml",
        "sdk/Art/AU/AUGunship_SKN.w3x",
        "sdk/Art/Flat.w3x",
        "sdk/Audio/a.xml",
        "mods/one/Data/Mod.xml",
        "mods/one/data2/x.xml",
        "mods/one/Data/Both.xml",
        "mods/one/Data/Units/Tank Two/Object.xml",
        "mods/one/Art1/XY/xya.w3x",
    ]);
    let roots = |profile| Roots { project: root.join("mods/one"), sdk: Some(root.join("sdk")), profile, last: None };
    let cases: [(Profile, &str, &str); 22] = [
        (Profile::Corona, "DATA:static.xml", "sdk/Static.xml"),
        (Profile::Corona, "data:baseobjects\\BASEVEHICLE.xml", "sdk/SageXml/BaseObjects/BaseVehicle.xml"),
        (Profile::Corona, "DATA:SageXml/BaseObjects/BaseVehicle.xml", "sdk/SageXml/BaseObjects/BaseVehicle.xml"),
        (Profile::Corona, "DATA:Both.xml", "mods/one/Data/Both.xml"),
        (Profile::Corona, "DATA:one/Data/Mod.xml", "mods/one/Data/Mod.xml"),
        (Profile::Corona, "DATA:mods/one/Data/Mod.xml", "mods/one/Data/Mod.xml"),
        (Profile::Corona, "units/TANK two/object.XML", "mods/one/Data/Units/Tank Two/Object.xml"),
        (Profile::Corona, "./../data2/./x.xml", "mods/one/data2/x.xml"),
        (Profile::Corona, " Both.xml ", "mods/one/Data/Both.xml"),
        (Profile::Corona, "ART:AUGunship_SKN.w3x", "sdk/Art/AU/AUGunship_SKN.w3x"),
        (Profile::Corona, "art:XYA.w3x", "mods/one/Art1/XY/xya.w3x"),
        (Profile::Corona, "Art:Flat.w3x", "flat sdk/Art/Flat.w3x"),
        (Profile::Corona, "AUDIO:a.xml", "sdk/Audio/a.xml"),
        (Profile::Corona, "ROOT:Static.xml", "sdk/Static.xml"),
        (Profile::Community, "DATA:Both.xml", "sdk/SageXml/Both.xml"),
        (Profile::Stock, "DATA:Both.xml", "sdk/SageXml/Both.xml"),
        (Profile::Uprising, "DATA:Both.xml", "missing"),
        (Profile::Corona, "DATA:.", "missing"),
        (Profile::Corona, "", "the source is empty"),
        (Profile::Corona, "FONT:x", "known aliases"),
        (Profile::Corona, "DATA:a:b", "known aliases"),
        (Profile::Corona, "\\\\host\\share\\x.xml", "a path on a network"),
    ];
    for (profile, source, expected) in cases {
        let mut resolver = Resolver::new(roots(profile));
        let found = match resolver.resolve(source, &root.join("mods/one/Data/Mod.xml")) {
            Resolution::Found { file, flat } => {
                let below = file.strip_prefix(&root).expect("below").as_str().replace('\\', "/");
                if flat { format!("flat {below}") } else { below }
            }
            Resolution::Missing(tried) => {
                assert!(!tried.is_empty(), "{source}");
                "missing".to_owned()
            }
            Resolution::Refused(problem) => problem.to_string(),
        };
        assert!(found.starts_with(expected), "{source}: {found}, not {expected}");
    }
}
