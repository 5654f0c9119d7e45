//! Lines on the socket: what is read, what is refused, in whatever pieces it comes.

#[path = "../fuzz/held.rs"]
mod held;

use bascule_host::wire::{Ask, FromClient, Hello};
use held::{fuzzed, held};

/// How many questions are read of these bytes, in pieces of every small length.
fn asks(text: &str) -> usize {
    let mut counts = (1..20).map(|piece| held::<FromClient>(text.as_bytes(), piece, 1_000).len());
    let first = counts.next().expect("a length");
    assert!(counts.all(|count| count == first), "{text}");
    first
}

#[test]
fn questions_are_read_until_the_first_that_is_none() {
    let cases = [
        ("", 0),
        ("\"bye\"\n", 1),
        ("\"bye\"\n\"bye\"\n", 2),
        ("{\"ask\":{\"id\":1,\"ask\":\"status\"}}\n{\"cancel\":{\"id\":1}}\n", 2),
        ("{\"ask\":{\"id\":1,\"ask\":{\"call\":{\"bridge\":\"a\",\"tool\":\"b\"}}}}\n", 1),
        ("\"bye\"\n{\"ask\":{\"id\":1,\"ask\":\"status\",\"more\":1}}\n\"bye\"\n", 1),
        ("{\"ask\":{\"id\":-1,\"ask\":\"status\"}}\n", 0),
        ("{\"ask\":{\"id\":1,\"ask\":\"rule\"}}\n", 0),
        ("\n\"bye\"\n", 0),
        ("\"bye\"", 0),
    ];
    for (text, expected) in cases {
        assert_eq!(asks(text), expected, "{text}");
    }
    let read = held::<FromClient>(b"{\"ask\":{\"id\":7,\"ask\":\"hold\"}}\n", 3, 1_000);
    assert_eq!(read, [FromClient::Ask { id: 7, ask: Ask::Hold }]);
}

#[test]
fn whatever_is_fuzzed_holds_for_what_is_near_to_real_lines() {
    let hello = Hello {
        protocol: 1,
        oldest: 1,
        version: "0.1.0".to_owned(),
        token: "t".to_owned(),
        role: bascule_host::wire::Role::Face,
    };
    let line = format!("{}\n", serde_json::to_string(&hello).expect("a text"));
    for at in 0..line.len() {
        for other in [b'"', b'\n', b'{', b'0', 0xff] {
            let mut bytes = line.clone().into_bytes();
            bytes[at] = other;
            bytes.insert(0, 7);
            fuzzed(&bytes);
        }
    }
}
