//! An engine whose app was removed.

use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, Home, names_of};

/// The adapter of an engine in an installation whose note names this app.
fn adapter(app: impl Fn(&Path) -> String) -> (Client, String) {
    let home = Home::new();
    let root = home.path().canonicalize().expect("a folder").join("in stalled");
    let engine = root.join("versions").join("0.1.0").join(format!("bascule{}", std::env::consts::EXE_SUFFIX));
    std::fs::create_dir_all(engine.parent().expect("a folder")).expect("a folder");
    std::fs::hard_link(env!("CARGO_BIN_EXE_bascule"), &engine)
        .or_else(|_| std::fs::copy(env!("CARGO_BIN_EXE_bascule"), &engine).map(drop))
        .expect("an engine");
    let app = app(&root);
    let note = format!("contract = 1\nversion = 0.1.0\napp = {app}\nlayout = user\n");
    std::fs::write(root.join("current"), note).expect("a note");
    (Client::start_program(&engine, "bascule", home), app)
}

#[test]
fn an_adapter_without_its_app_offers_to_uninstall_and_does_nothing_itself() {
    let (mut client, app) = adapter(|root| root.join("app").display().to_string());
    let opened = client.open("2025-06-18");
    assert!(opened["instructions"].as_str().expect("a text").contains(&app), "{opened}");
    let list = client.ask(1, "tools/list", &json!({}));
    assert_eq!(names_of(&list), ["uninstall_bascule"]);
    assert_eq!(list["result"]["tools"][0]["annotations"]["readOnlyHint"], true);
    let called = client.call(2, "uninstall_bascule", &json!({}));
    let text = called["result"]["content"][0]["text"].as_str().expect("a text");
    assert!(text.contains("in stalled") && text.contains(" uninstall\n"), "{text}");
    assert!(client.home.path().join("in stalled").join("current").exists());
    assert_eq!(client.call(3, "list_bridges", &json!({}))["error"]["code"], -32602);
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn an_adapter_with_its_app_or_without_any_is_as_ever() {
    let (mut client, _) = adapter(|root| root.display().to_string());
    client.open("2025-06-18");
    let list: Value = client.ask(1, "tools/list", &json!({}));
    assert_eq!(names_of(&list).len(), 4);
}
