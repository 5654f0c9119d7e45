//! The adapter for mods: which mod a call means, and what an answer says of its index.

use std::path::{Path, PathBuf};

use bascule_core::bridge::{BridgeManifest, Schema, Version, built_in};
use serde_json::{Value, json};

use crate::client::{Client, Home, names_of, problem_of};

/// A mod whose only asset is named after it.
pub(crate) fn write_mod(folder: &Path, name: &str) -> PathBuf {
    let data = folder.join(name).join("Data");
    std::fs::create_dir_all(&data).expect("folders");
    let text = format!(
        "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\">\n<Includes><Include type=\"reference\" \
         source=\"DATA:static.xml\"/></Includes>\n<GameObject id=\"Unit\" Owner=\"{name}\"/>\n\
         <Weapon id=\"{name}Gun\"/>\n</AssetDeclaration>\n"
    );
    std::fs::write(data.join("Mod.xml"), text).expect("a file");
    real(&folder.join(name))
}

/// A path as a process that runs there sees it. Windows has a form of its own for what
/// is behind links, which no program shows.
fn real(path: &Path) -> PathBuf {
    if cfg!(windows) { std::path::absolute(path) } else { path.canonicalize() }.expect("a path")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn uri(path: &Path) -> String {
    let path = path.to_str().expect("UTF-8").replace('\\', "/").replace(' ', "%20");
    format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })
}

fn manifest() -> BridgeManifest {
    let running = Version::parse(env!("CARGO_PKG_VERSION")).expect("a version");
    built_in("ra3-mod-xml", running).expect("built in").expect("our own pack")
}

/// The answer of a call, held against the tool's own output schema.
#[track_caller]
fn answered(client: &mut Client, id: u64, tool: &str, arguments: &Value) -> Value {
    let answer = client.call(id, tool, arguments);
    let result = &answer["result"];
    assert_eq!(result["isError"], false, "{answer}");
    let told = result["structuredContent"].clone();
    let manifest = manifest();
    let listed = manifest.tool(tool).expect("the tool").listed();
    let schema = Schema::parse(&listed["outputSchema"]).expect("a schema");
    schema.check(&told).unwrap_or_else(|problem| panic!("{tool}: {problem}\n{told:#}"));
    told
}

#[test]
fn every_tool_answers_as_its_schema_says() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a checkout");
    let sample = real(&crates.join("bridges").join("ra3-mod-xml").join("sample"));
    let mut client = Client::mods(&sample.join("Data/Units"), &[], Home::new());
    let opened = client.open("2025-11-25");
    assert_eq!(opened["serverInfo"]["name"], "bascule-ra3-mod-xml");
    let tools = manifest().tools.iter().map(|tool| tool.name.clone()).collect::<Vec<_>>();
    assert_eq!(names_of(&client.ask(1, "tools/list", &json!({}))), tools);
    let object = json!({"type": "gameobject", "id": "SAMPLESCOUT"});
    let cases = [
        ("find_asset", json!({"id": "samplescout"}), "/total", json!(2)),
        (
            "find_asset",
            json!({"id": "SampleScout", "type": "GameObject"}),
            "/assets/0/file",
            json!("Data/Units/Scout.xml"),
        ),
        ("find_asset", json!({"id": "scout"}), "/similar/0", json!("SampleScout")),
        ("get_definition", object, "/parents/0/id", json!("BaseSampleVehicle")),
        ("get_definition", json!({"type": "Nothing", "id": "SampleScout"}), "/found", json!(false)),
        ("resolve_include", json!({"source": "units/scout.XML"}), "/file", json!("Data/Units/Scout.xml")),
        ("resolve_include", json!({"source": "DATA:none.xml"}), "/profile", json!("corona")),
        ("is_file_active", json!({"path": "Data/Unused/OldScout.xml"}), "/mode", json!("none")),
        ("is_file_active", json!({"path": "data/includes/scoutdraws.xml"}), "/mode", json!("xi")),
        ("find_define", json!({"name": "$SAMPLE_SCOUT_COST"}), "/defines/0/value", json!("600")),
        ("find_define", json!({"name": "NONE"}), "/defines", json!([])),
        ("get_status", json!({}), "/codes/0/code", json!("missing-file")),
        ("list_projects", json!({}), "/projects/0/known_by", json!(["folder"])),
    ];
    for (id, (tool, arguments, pointer, expected)) in (2..).zip(cases) {
        let told = answered(&mut client, id, tool, &arguments);
        assert_eq!(told.pointer(pointer), Some(&expected), "{tool} {arguments}: {told:#}");
        if tool != "list_projects" {
            assert_eq!(told["index"]["state"], "ready", "{told:#}");
            assert_eq!(told["index"]["project"], sample.to_str().expect("UTF-8"), "{told:#}");
            assert_eq!(told["index"]["not_read"], json!(["DATA:static.xml"]), "{told:#}");
        }
    }
    let empty = answered(&mut client, 90, "find_asset", &json!({"id": "nobody"}));
    assert!(empty["note"].as_str().is_some_and(|note| note.contains("are not read")), "{empty:#}");
    let wrong = client.call(91, "find_asset", &json!({"name": "x"}));
    assert!(problem_of(&wrong).contains("unknown parameter \"name\""));
    let ended = client.close();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
}

#[test]
fn the_project_is_chosen_and_never_guessed() {
    let kept = folder();
    let (one, two) = (write_mod(kept.path(), "one"), write_mod(kept.path(), "two words"));
    let plain = kept.path().join("plain");
    std::fs::create_dir_all(&plain).expect("a folder");
    let project_of = |client: &mut Client, id, arguments: &Value| {
        let told = answered(client, id, "find_asset", arguments);
        (told["index"]["project"].clone(), told["index"]["chosen_by"].clone())
    };
    let shown = |path: &Path| json!(path.to_str().expect("UTF-8"));
    let unit = json!({"id": "Unit"});

    // The client's folders, and how they change.
    let mut client = Client::mods(&plain, &[], Home::new());
    client.open_at(&[uri(&two.join("Data"))]);
    assert_eq!(project_of(&mut client, 1, &unit), (shown(&two), json!("roots")));
    client.notify("notifications/roots/list_changed", &json!({}));
    client.name_roots(&[uri(&one), uri(&two)]);
    let problem = problem_of(&client.call(2, "find_asset", &unit));
    assert!(problem.starts_with("PROJECT_AMBIGUOUS: more than one project fits: "), "{problem}");
    assert!(problem.contains("one,") && problem.contains("two words"), "{problem}");
    let named = json!({"id": "Unit", "project": one.to_str()});
    assert_eq!(project_of(&mut client, 3, &named), (shown(&one), json!("argument")));
    let gone = client.call(4, "find_asset", &json!({"id": "Unit", "project": kept.path().join("gone").to_str()}));
    assert!(problem_of(&gone).starts_with("PROJECT_GONE"));
    let other = client.call(5, "find_asset", &json!({"id": "Unit", "project": plain.to_str()}));
    assert!(problem_of(&other).starts_with("PROJECT_NOT_ONE"));
    let listed = answered(&mut client, 6, "list_projects", &json!({}));
    assert_eq!(listed["projects"].as_array().map(Vec::len), Some(2), "{listed:#}");

    // The flag, before the folder it runs in.
    let mut client = Client::mods(&one, &["--project", two.to_str().expect("UTF-8")], Home::new());
    client.open("2025-06-18");
    assert_eq!(project_of(&mut client, 1, &unit), (shown(&two), json!("flag")));

    // What is registered, where nothing else says anything.
    let home = Home::new();
    let registry = |folders: &[&Path]| {
        let entry = |folder: &&Path| format!("[[project]]\nbridge = \"ra3-mod-xml\"\nfolder = {}\n", shown(folder));
        let text = format!("format = 1\n{}", folders.iter().map(entry).collect::<String>());
        std::fs::write(home.path().join("projects.toml"), text).expect("a file");
    };
    registry(&[&one]);
    let mut client = Client::mods(&plain, &[], home_of(&home));
    client.open("2025-06-18");
    assert_eq!(project_of(&mut client, 1, &unit), (shown(&one), json!("registered")));
    let mut client = Client::mods(&plain, &[], Home::new());
    client.open("2025-06-18");
    assert!(problem_of(&client.call(1, "find_asset", &unit)).starts_with("PROJECT_NONE"));
    registry(&[&one, &two]);
    let mut client = Client::mods(&plain, &[], home_of(&home));
    client.open("2025-06-18");
    assert!(problem_of(&client.call(1, "get_status", &json!({}))).starts_with("PROJECT_AMBIGUOUS"));
    std::fs::write(home.path().join("projects.toml"), "format = 9\n").expect("a file");
    let mut client = Client::mods(&plain, &[], home_of(&home));
    client.open("2025-06-18");
    assert!(problem_of(&client.call(1, "get_status", &json!({}))).contains("written in format 9"));
}

/// A home with the same registry.
fn home_of(home: &Home) -> Home {
    let copy = Home::new();
    std::fs::copy(home.path().join("projects.toml"), copy.path().join("projects.toml")).expect("a copy");
    copy
}

#[test]
fn a_change_in_the_files_is_seen_by_the_next_call() {
    let kept = folder();
    let one = write_mod(kept.path(), "one");
    let mut client = Client::mods(&one, &[], Home::new());
    client.open("2025-11-25");
    let new = json!({"id": "Newcomer"});
    assert_eq!(answered(&mut client, 1, "find_asset", &new)["total"], 0);
    let entry = one.join("Data/Mod.xml");
    let text = std::fs::read_to_string(&entry).expect("a file");
    std::fs::write(&entry, text.replace("</AssetDecl", "<Unit id=\"Newcomer\"/></AssetDecl")).expect("a file");
    let told = answered(&mut client, 2, "find_asset", &new);
    assert_eq!((&told["total"], &told["index"]["state"]), (&json!(1), &json!("ready")), "{told:#}");
    std::fs::remove_file(&entry).expect("gone");
    let problem = problem_of(&client.call(3, "find_asset", &new));
    assert!(problem.starts_with("PROJECT_NONE"), "{problem}");
}

#[test]
fn no_answer_comes_from_another_mod() {
    let kept = folder();
    let mods = [write_mod(kept.path(), "one"), write_mod(kept.path(), "two words")];
    let plain = kept.path().join("plain");
    std::fs::create_dir_all(&plain).expect("a folder");
    // One background service and one index program for all three.
    let home = Home::new();
    let folders = [&mods[0], &mods[1], &plain];
    let mut clients = folders.map(|folder| Client::mods(folder, &[], home.clone()));
    clients.iter_mut().for_each(|client| drop(client.open("2025-11-25")));
    let tools = ["find_asset", "get_definition", "get_status", "is_file_active"];
    for n in 0..1_000_usize {
        let adapter = n % 3;
        // The third names its mod in each call; the others do so now and then.
        let asked = (adapter == 2 || n % 7 == 0).then_some((n / 3) % 2);
        let meant = asked.unwrap_or(adapter);
        let name = mods[meant].file_name().and_then(|name| name.to_str()).expect("a name");
        let tool = tools[n % tools.len()];
        let mut arguments = match tool {
            "find_asset" => json!({"id": format!("{name}Gun")}),
            "get_definition" => json!({"type": "GameObject", "id": "Unit"}),
            "get_status" => json!({}),
            _ => json!({"path": "Data/Mod.xml"}),
        };
        if asked.is_some() {
            arguments["project"] = json!(mods[meant].to_str());
        }
        let answer = clients[adapter].call(n as u64 + 1, tool, &arguments);
        let told = &answer["result"]["structuredContent"];
        assert_eq!(told["index"]["project"], json!(mods[meant].to_str()), "{n}: {answer}");
        match tool {
            "find_asset" => assert_eq!(told["total"], 1, "{n}: {answer}"),
            "get_definition" => {
                let xml = told["text"]["xml"].as_str().unwrap_or_default();
                assert!(xml.contains(&format!("Owner=\"{name}\"")), "{n}: {answer}");
            }
            "get_status" => {}
            _ => assert_eq!(told["mode"], "all", "{n}: {answer}"),
        }
    }
}
