//! Choices that depend on what a file holds, and the whole way of an entry
//! through each harness's own file form.

use bascule_core::document::{Bom, ConfigDocument, Content, Dialect, DocumentError, Slot};
use bascule_core::harness::{ALL, Candidate, ConfigSite, Keys, Launch, Reach, Shape, find};
use bascule_core::machine::{Machine, Os};

/// Where an entry called `unity` goes among files with these contents.
fn chosen(id: &str, scope: Reach, files: &[(&str, &str)]) -> ConfigSite {
    let machine = Machine::new(Os::Linux, "/home/ann");
    let harness = find(id).unwrap_or_else(|| panic!("no harness {id}"));
    let site = harness.site(scope).unwrap_or_else(|| panic!("{id} has no site in {scope:?}"));
    let candidate = |(place, file, probes): (_, camino::Utf8PathBuf, Vec<_>)| {
        let text = files.iter().find(|(name, _)| file.ends_with(name)).map(|(_, text)| *text);
        let content = text.map_or(Content::Absent, |text| Content::Bytes(text.into()));
        Candidate { place, file, content: Some(content), evident: probes.is_empty() }
    };
    let candidates: Vec<Candidate> =
        site.files(&machine, Some("/projects/demo".into())).into_iter().map(candidate).collect();
    harness.choose(scope, "unity", &candidates).unwrap().unwrap_or_else(|| panic!("{id} has no file"))
}

/// Fails unless the entry goes into `file`, under `keys`.
fn check(id: &str, files: &[(&str, &str)], file: &str, keys: &'static [&'static str]) {
    let site = chosen(id, Reach::User, files);
    assert!(site.file.ends_with(file), "{id} with {files:?}: {}", site.file);
    assert_eq!(site.shape.keys, Keys::Map(keys), "{id} with {files:?}");
}

#[test]
fn opencode_is_written_in_the_format_its_file_has() {
    let file = "opencode.json";
    check("opencode", &[(file, "{}")], file, &["mcp"]);
    check("opencode", &[(file, r#"{"mcp": {"github": {"type": "local"}}}"#)], file, &["mcp"]);
    check("opencode", &[(file, r#"{"mcp": {"servers": {}}}"#)], file, &["mcp", "servers"]);
    check("opencode", &[(file, "{\"mcp\": {\"servers\": {\"a\": {}}, // mine\n}}")], file, &["mcp", "servers"]);
}

#[test]
fn a_server_called_servers_is_no_second_format() {
    let file = "opencode.json";
    for entry in [r#"{"type": "local", "command": []}"#, r#"{"enabled": false}"#, r#"{"url": "https://a.example"}"#] {
        check("opencode", &[(file, &format!(r#"{{"mcp": {{"servers": {entry}}}}}"#))], file, &["mcp"]);
    }
}

#[test]
fn the_file_that_holds_our_entry_stays_the_one() {
    let ours = r#"{"mcp": {"unity": {"type": "local", "command": ["b"]}}}"#;
    let files = [("opencode/config.json", ours), ("opencode.jsonc", "{}"), ("opencode.json", "{}")];
    check("opencode", &files, "opencode/config.json", &["mcp"]);
    let ours = r#"{"amp.mcpServers": {"unity": {"command": "b"}}}"#;
    check("amp", &[("settings.json", ours), ("settings.jsonc", "{}")], "settings.json", &["amp.mcpServers"]);
    check("amp", &[("settings.json", "{}"), ("settings.jsonc", "{}")], "settings.jsonc", &["amp.mcpServers"]);
}

#[test]
fn a_file_that_does_not_parse_is_still_the_one_to_refuse() {
    check("opencode", &[("opencode.jsonc", "{ nonsense")], "opencode.jsonc", &["mcp"]);
}

#[test]
fn every_entry_goes_into_an_absent_file_reads_back_and_leaves_nothing() {
    for harness in ALL {
        for site in harness.sites {
            for shape in site.shapes {
                let round = round(site.dialect, *shape, harness.bom);
                assert_eq!(round, Ok((Some(launch()), Content::Absent)), "{} {:?}", harness.id, site.scope);
            }
        }
    }
}

/// What an entry in a new file reads back as, and what its removal leaves.
fn round(dialect: Dialect, shape: Shape, bom: Bom) -> Result<(Option<Launch>, Content), DocumentError> {
    let slot = Slot { container: shape.keys.container(), name: "unity".to_owned() };
    let absent = ConfigDocument::read(dialect, &Content::Absent)?;
    let (after, seam) = absent.put(&slot, &shape.entry("unity", &launch()), bom)?;
    let document = ConfigDocument::read(dialect, &after)?;
    let back = document.entry(&slot)?.and_then(|entry| shape.launch(&entry));
    Ok((back, document.remove(&slot, &seam)?))
}

fn launch() -> Launch {
    Launch { program: "/opt/bascule".into(), args: vec!["mcp".to_owned(), "unity".to_owned()] }
}
