//! Texts as cases: what is found in them, and what is wrong with them.

use super::*;

/// What a body inside an AssetDeclaration comes to, one line a record.
fn scanned(text: &str) -> Vec<String> {
    let document = scan(text);
    let mut lines = Vec::new();
    if !document.is_declaration {
        lines.push("fragment".to_owned());
    }
    lines.extend(document.includes.iter().map(|it| format!("{:?} {} @{}", it.mode, it.source, it.place.line)));
    lines.extend(document.defines.iter().map(|it| format!("{}={} {}", it.name, it.value, it.overrides)));
    lines.extend(document.assets.iter().map(|it| {
        let parent = it.inherit_from.as_ref().map(|parent| format!(" < {parent}")).unwrap_or_default();
        format!("{}:{}{parent} @{} {:?}", it.kind, it.id, it.place.line, it.lines)
    }));
    lines.extend(document.splices.iter().map(|it| format!("xi {}", it.href)));
    lines.extend(document.faults.iter().map(|(at, cause)| format!("{}:{} {}", at.line, at.column, cause.code())));
    lines
}

const OPEN: &str = "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\" xmlns:xi=\"http://www.w3.org/2001/XInclude\">\n";

#[track_caller]
fn check(body: &str, expected: &[&str]) {
    assert_eq!(scanned(&format!("{OPEN}{body}")), expected, "{body}");
}

#[test]
fn records_are_found_with_their_lines() {
    check(
        "<Tags><Tag name=\"a\" tag=\"b\"/></Tags>\n\
         <Includes>\n <Include type=\"ALL\" source =\" DATA:a.xml \"/>\n <Include source=\"b\" type=\"instance\"/>\n \
         <Include type='reference' source='c'/></Includes>\n\
         <Defines><Define name=\"A\" value=\"=1 &lt; 2\"/><Define name=\"B\" value=\"\" override=\"true\"/></Defines>\n\
         <Weapon\n  id=\"W.1\" inheritFrom=\"Base:X\">\n <Nested id=\"no\"/>\n</Weapon>\n<Other id=\"o\"/>\
         </AssetDeclaration>",
        &[
            "All DATA:a.xml @4",
            "Instance b @5",
            "Reference c @6",
            "A==1 < 2 false",
            "B= true",
            "Weapon:W.1 < Base:X @9 (8, 11)",
            "Other:o @12 (12, 12)",
        ],
    );
}

#[test]
fn what_stands_before_an_error_is_kept() {
    let asset = "A:x @2 (2, 2)";
    let cases: [(&str, &[&str]); 9] = [
        ("<A id=\"x\"/>\n<B id=\"y\"></C>", &[asset, "B:y @3 (3, 3)", "3:11 malformed"]),
        ("<A id=\"x\"/>\n<B id=\"y\">", &[asset, "B:y @3 (3, 3)", "3:11 malformed"]),
        ("<A id=\"x\"/>\n<B id=\"y", &[asset, "3:1 malformed"]),
        ("<A id=\"x\"/>\n<B id=y/>", &[asset, "3:7 malformed"]),
        ("<A id=\"x\" id=\"y\"/></AssetDeclaration>", &[asset, "2:11 malformed"]),
        ("<A id=\"x\"/></AssetDeclaration><A/>", &[asset, "2:31 malformed"]),
        ("<A id=\"x\"/></AssetDeclaration>text", &[asset, "2:31 malformed"]),
        ("<A id=\"x\"/><?xml version=\"1.0\"?></AssetDeclaration>", &[asset, "2:12 malformed"]),
        ("<A id=\"x\"/><!-- a -- b --><A/></AssetDeclaration>", &[asset, "2:27 no-id"]),
    ];
    for (body, expected) in cases {
        check(body, expected);
    }
}

#[test]
fn other_roots_are_fragments() {
    let cases: [(&str, &[&str]); 6] = [
        ("", &["fragment", "1:1 no-element"]),
        ("<!-- <A/> -->", &["fragment", "1:14 no-element"]),
        ("<Draws><Include/><A id=\"x\"/></Draws>", &["fragment"]),
        ("<AssetDeclaration><A id=\"x\"/></AssetDeclaration>", &["fragment"]),
        ("<D xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\"a.xml\"/></D>", &["fragment", "xi a.xml"]),
        ("<D><xi:include href=\"a.xml\"/><y:include href=\"b\"/></D>", &["fragment", "xi a.xml"]),
    ];
    for (text, expected) in cases {
        assert_eq!(scanned(text), expected, "{text}");
    }
}

#[test]
fn what_cannot_count_is_told() {
    check(
        "<Includes><Include type=\"sinon\" source=\"a\"/><VideoEventList/><Include type=\"all\" source=\" \"/>\
         <Include source=\"x\"/></Includes><Defines><Define value=\"1\"/><Tag/></Defines><A><xi:include/></A>\
         </AssetDeclaration>",
        &[
            "2:26 include-type",
            "2:45 no-source",
            "2:62 no-source",
            "2:94 include-type",
            "2:135 no-id",
            "2:170 no-id",
            "2:173 no-source",
        ],
    );
}

#[test]
fn depth_and_length_have_a_limit() {
    let deep = format!("{OPEN}<A id=\"x\">{}", "<d>".repeat(10_000));
    assert_eq!(scanned(&deep), ["A:x @2 (2, 2)".to_owned(), format!("2:{} too-deep", 11 + 3 * 254)]);
    let long = format!("{OPEN}<A id=\"{}\"/></AssetDeclaration>", "i".repeat(5_000));
    assert_eq!(scanned(&long), ["2:8 too-long"]);
}
