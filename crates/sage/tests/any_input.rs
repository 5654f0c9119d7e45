//! No input makes the reader panic, and what it reports lies inside the input.

use bascule_sage::{Document, read};
use proptest::prelude::*;

fn lies_inside(bytes: &[u8], document: &Document) {
    let lines = u32::try_from(bytes.len()).expect("short") + 1;
    let places = document.faults.iter().map(|(place, _)| place).chain(document.assets.iter().map(|it| &it.place));
    for place in places.chain(document.includes.iter().map(|it| &it.place)) {
        assert!((1..=lines).contains(&place.line) && (1..=lines).contains(&place.column), "{place:?}");
    }
    for asset in &document.assets {
        assert!(asset.lines.0 <= asset.lines.1 && asset.lines.1 <= lines, "{asset:?}");
    }
}

/// Pieces that documents of this kind are made of, and pieces that break them.
const PIECES: &[&str] = &[
    "<AssetDeclaration xmlns=\"uri:ea.com:eala:asset\" xmlns:xi=\"http://www.w3.org/2001/XInclude\">",
    "</AssetDeclaration>",
    "<Includes>",
    "</Includes>",
    "<Include type=\"all\" source=\"a.xml\"/>",
    "<Include type=\"ref",
    "<Defines>",
    "<Define name=\"A\" value=\"=$B + 1\"/>",
    "</Defines>",
    "<GameObject id=\"Tank\" inheritFrom=\"BaseTank\">",
    "</GameObject>",
    "<xi:include href=\"DATA:x.xml\"/>",
    "<W id='",
    "'>",
    "<!-- ",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?xml version=\"1.0\"?>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "&amp;&#x41;&nope;",
    "\u{FEFF}",
    "好\r\n\t",
    "\"",
    "<",
    ">",
    "=",
    "\0",
    " a:id=\"1\" id=\"2\" id=\"3\" ",
];

/// The byte order marks, and none.
const MARKS: &[&[u8]] = &[b"", b"\xFF\xFE", b"\xFE\xFF", b"\xEF\xBB\xBF"];

proptest! {
    #[test]
    fn bytes_of_any_kind_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        lies_inside(&bytes, &read(&bytes));
    }

    #[test]
    fn pieces_in_any_order_are_read(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..40),
        cut in 0..4_000_usize,
        mark in proptest::sample::select(MARKS),
    ) {
        let text = pieces.concat();
        let kept = &text.as_bytes()[..cut.min(text.len())];
        let bytes = [mark, kept].concat();
        lies_inside(&bytes, &read(&bytes));
    }
}
