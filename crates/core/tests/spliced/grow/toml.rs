//! Grown TOML.

use bascule_core::document::{Container, Dialect, Slot};

use super::Grown;
use crate::dice::Dice;

/// Grows a document with the container in one of its forms, or without it.
pub(crate) fn grow(dice: &mut Dice) -> Grown {
    let path = dice.pick(&[vec!["mcp_servers"], vec!["mcp_servers"], vec!["a", "mcp servers"]]);
    let path: Vec<String> = path.into_iter().map(str::to_owned).collect();
    let keys = path.iter().map(|key| if key.contains(' ') { format!("\"{key}\"") } else { key.clone() });
    let keys = keys.collect::<Vec<_>>().join(".");
    let list = dice.rarely(3);
    let name = dice.pick(&["bascule", "my server", "a.b", "ü"]).to_owned();
    let mut chunks = Vec::new();
    for _ in 0..dice.roll(3) {
        chunks.push(between(dice));
        chunks.push(format!("root{} = {}{}\n", chunks.len(), value(dice, 0), after(dice)));
    }
    let form = dice.roll(5);
    match (list, form) {
        (_, 0) => {}
        (true, 1) => {
            chunks.push(format!("{keys} = {}\n", dice.pick(&["[]", "[ ]", "[\n]", "[\n  # none yet\n]", "[ # x\n  ]"])))
        }
        (true, 2) => chunks.push(inline_list(dice, &keys)),
        (false, 1) => chunks.push(format!("{keys} = {}{}\n", dice.pick(&["{}", "{ }", "{\t }"]), after(dice))),
        (false, 2) => {
            let members: Vec<String> = (0..=dice.roll(3)).map(|at| format!("s{at} = {}", server(dice))).collect();
            let (pad, comma) = dice.pick(&[(" ", ", "), ("", ","), (" ", " , ")]);
            chunks.push(format!("{keys} = {{{pad}{}{pad}}}{}\n", members.join(comma), after(dice)));
        }
        (false, 3) => {
            for at in 0..=dice.roll(2) {
                chunks.push(format!("{keys}.s{at}.command = {}{}\n", value(dice, 1), after(dice)));
                chunks.push(format!("{keys}.s{at}.\"x y\" = {}\n", value(dice, 1)));
            }
        }
        (false, _) | (true, _) => {}
    }
    tables(dice, &mut chunks, "before");
    match (list, form) {
        (true, 3 | 4) => {
            for at in 0..=dice.roll(2) {
                chunks.push(between(dice));
                chunks.push(format!("[[{keys}]]{}\nname = \"s{at}\"\ncommand = {}\n", after(dice), value(dice, 0)));
                if dice.rarely(3) {
                    chunks.push(format!("[{keys}.env]\nX = {}\n", value(dice, 0)));
                }
            }
        }
        (false, 4) => {
            let own = dice.rarely(3);
            if own {
                chunks.push(format!("[{keys}]{}\n", after(dice)));
                chunks.push(format!("direct = {}\n", server(dice)));
            }
            for at in 0..=dice.roll(2) {
                chunks.push(between(dice));
                chunks.push(format!("[{keys}.s{at}]{}\ncommand = {}\n", after(dice), value(dice, 0)));
                if dice.rarely(3) {
                    chunks.push(format!("[{keys}.s{at}.env]\nX = {}\n", value(dice, 0)));
                }
            }
        }
        _ => {}
    }
    tables(dice, &mut chunks, "after");
    chunks.push(dice.pick(&["", "# the end\n", "\n", "\n\n", "  \n", "\t# tab\n"]).to_owned());
    finish(dice, &mut chunks);
    let container = match list {
        true => Container::List { path, name_key: "name".to_owned() },
        false => Container::Map { path },
    };
    let addition = dice.pick(&["# added\n", "\n# added\n\n", "# a\n# b\n"]).to_owned();
    let addition = if chunks.concat().contains("\r\n") { addition.replace('\n', "\r\n") } else { addition };
    Grown { dialect: Dialect::Toml, slot: Slot { container, name }, chunks: chunks.into_iter().map(String::into_bytes).collect(), addition: addition.into_bytes() }
}

/// Line ends of Windows, or a last newline that is missing.
pub(crate) fn finish(dice: &mut Dice, chunks: &mut [String]) {
    if dice.rarely(3) {
        for chunk in chunks.iter_mut() {
            *chunk = chunk.replace('\n', "\r\n");
        }
    }
    if dice.rarely(3)
        && let Some(last) = chunks.iter_mut().rfind(|chunk| !chunk.is_empty())
    {
        let cut = last.trim_end_matches(['\r', '\n']).len();
        last.truncate(cut);
    }
}

fn tables(dice: &mut Dice, chunks: &mut Vec<String>, label: &str) {
    for at in 0..dice.roll(3) {
        chunks.push(between(dice));
        let header = dice.pick(&["[t.LABEL]", "[[l.LABEL]]", "[ t . \"q LABEL\" ]", "[LABEL.t]"]);
        chunks.push(format!("{}{}\n", header.replace("LABEL", &format!("{label}{at}")), after(dice)));
        for pair in 0..dice.roll(3) {
            chunks.push(format!("{}k{pair} = {}{}\n", dice.pick(&["", "  ", "\t"]), value(dice, 0), after(dice)));
        }
    }
}

fn between(dice: &mut Dice) -> String {
    dice.pick(&["", "\n", "\n\n", "# comment ünï\n", "\n# one\n# [mcp_servers.x]\n", "  \n"]).to_owned()
}

fn after(dice: &mut Dice) -> String {
    dice.pick(&["", "", "  ", " # why", "\t# \"[x]\""]).to_owned()
}

fn server(dice: &mut Dice) -> String {
    dice.pick(&["{ command = \"npx\" }", "{command='x',args=[\"a\", 'b']}", "{}", "{ env = { A = \"1\" }, b.c = 2 }"])
        .to_owned()
}

fn inline_list(dice: &mut Dice, keys: &str) -> String {
    let items: Vec<String> = (0..=dice.roll(2)).map(|at| format!("{{ name = \"s{at}\", x = {at} }}")).collect();
    let (open, comma, close) = dice.pick(&[
        ("[", ", ", "]"),
        ("[ ", ",", " ]"),
        ("[\n  ", ",\n  ", "\n]"),
        ("[\n  ", ",\n  ", ",\n]"),
        ("[\n\t# first\n\t", ", # c, d\n\t", ", # last\n]"),
        ("[\n  ", "\n  , # odd\n  ", " # end\n  ]"),
    ]);
    format!("{keys} = {open}{}{close}{}\n", items.join(comma), after(dice))
}

fn value(dice: &mut Dice, depth: usize) -> String {
    const SCALARS: &[&str] = &[
        "1",
        "\"text\"",
        "-17",
        "0xDEAD_beef",
        "0o17",
        "0b1",
        "1_000",
        "3.14",
        "1e5",
        "-0.0",
        "inf",
        "-nan",
        "true",
        "false",
        "1979-05-27T07:32:00Z",
        "1979-05-27 07:32:00.5+01:00",
        "1979-05-27",
        "07:32:00",
        "1979-05-27T07:32:00",
        "'C:\\path'",
        "\"a \\\" # \\u00e9\"",
        "'''\n[x]\nmulti = \"1\"\n'''",
        "\"\"\"\na # b\n\\\n   c\"\"\"",
        "\"日本 🦀\"",
        "''",
    ];
    match dice.roll(if depth < 2 { 6 } else { 3 }) {
        0..=2 => dice.pick(SCALARS).to_owned(),
        3 => {
            let items: Vec<String> = (0..dice.roll(3)).map(|_| value(dice, depth + 1)).collect();
            format!("[{}]", items.join(", "))
        }
        4 => format!("[\n  {}, # c ] }}\n\n  {}\n]", value(dice, depth + 1), value(dice, depth + 1)),
        _ => "{ a = 1, b.c = \"x\" , d = [ { } ] }".to_owned(),
    }
}
