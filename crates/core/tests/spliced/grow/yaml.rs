//! Grown YAML.

use bascule_core::document::{Container, Dialect, Slot};

use super::Grown;
use super::toml::finish;
use crate::dice::Dice;

/// Grows a document with the container in one of its forms, or without it.
pub(crate) fn grow(dice: &mut Dice) -> Grown {
    let list = dice.rarely(3);
    let nested = dice.rarely(4);
    let key = dice.pick(&["extensions", "\"mcp servers\"", "'mcpServers'", "ext-ü"]);
    let name = dice.pick(&["bascule", "my server", "true", "a.b: c", "ü"]).to_owned();
    let step = dice.pick(&[2, 4, 1, 3]);
    let mut chunks =
        vec![dice.pick(&["", "", "---\n", "# top\n", "%YAML 1.2\n--- # doc\n", "\n\n", "--- # x\n"]).to_owned()];
    let comments_alone = dice.rarely(12);
    if !comments_alone {
        let before = dice.roll(3);
        pairs(dice, &mut chunks, "before", before, step);
        let indent = if nested { " ".repeat(step) } else { String::new() };
        if nested {
            chunks.push(format!("outer:{}\n", after(dice)));
            if dice.rarely(2) {
                chunks.push(format!("{indent}first: 1\n"));
            }
        }
        let form = dice.roll(5);
        let held =
            if list { list_form(dice, form, key, &indent, step) } else { map_form(dice, form, key, &indent, step) };
        chunks.extend(held);
        if nested && dice.rarely(2) {
            chunks.push(format!("{indent}second: {}\n", scalar(dice)));
        }
        let behind = dice.roll(3);
        pairs(dice, &mut chunks, "after", behind, step);
    }
    let mut ends = vec!["", "", "# end\n", "\n", "  # end\n\n", "    # deep\n# flat\n"];
    // libyaml refuses the end of a document that never began.
    if chunks.concat().lines().any(|line| !line.is_empty() && !line.starts_with('#')) {
        ends.extend(["...\n", "\n...\n# after\n"]);
    }
    chunks.push(dice.pick(&ends).to_owned());
    finish(dice, &mut chunks);
    let last = key.trim_matches(['"', '\'']).to_owned();
    let path = if nested { vec!["outer".to_owned(), last] } else { vec![last] };
    let container = match list {
        true => Container::List { path, name_key: "name".to_owned() },
        false => Container::Map { path },
    };
    let addition = dice.pick(&["# added\n", "\n# added\n\n", "# a\n# b\n"]).to_owned();
    let addition = if chunks.concat().contains("\r\n") { addition.replace('\n', "\r\n") } else { addition };
    Grown { dialect: Dialect::Yaml, slot: Slot { container, name }, chunks: chunks.into_iter().map(String::into_bytes).collect(), addition: addition.into_bytes() }
}

fn map_form(dice: &mut Dice, form: usize, key: &str, indent: &str, step: usize) -> Vec<String> {
    let below = format!("{indent}{}", " ".repeat(step));
    match form {
        0 => Vec::new(),
        1 => vec![format!(
            "{indent}{key}:{}\n",
            dice.pick(&["", " ", " # none", " ~", " null # c", " {}", " { }", " {}  # c"])
        )],
        2 => {
            let members: Vec<String> = (0..=dice.roll(2))
                .map(|at| format!("s{at}: {}", dice.pick(&["{a: 1}", "{\"cmd\": 'x', args: [a, b]}", "x", "{}"])))
                .collect();
            let (open, comma, close) = match dice.roll(4) {
                0 => ("{".to_owned(), ", ".to_owned(), "}".to_owned()),
                1 => ("{ ".to_owned(), ",".to_owned(), " }".to_owned()),
                2 => (format!("{{\n{below}"), format!(",\n{below}"), format!("\n{below}}}")),
                _ => (format!("{{ # c, d\n{below}"), format!(", # x\n{below}"), format!(",\n{below}}}")),
            };
            vec![format!("{indent}{key}: {open}{}{close}{}\n", members.join(&comma), after(dice))]
        }
        _ => {
            let mut chunks = vec![format!("{indent}{key}:{}\n", dice.pick(&["", " # c", " &own"]))];
            for at in 0..=dice.roll(2) {
                chunks.push(dice.pick(&["", "", "\n", "# flat\n", "\n# flat\n"]).to_owned());
                chunks.push(format!(
                    "{below}{}: {}\n",
                    dice.pick(&["sN", "\"s N\"", "'sN'"]).replace('N', &at.to_string()),
                    value(dice, &below, step)
                ));
            }
            chunks.push(
                dice.pick(&[
                    "",
                    "",
                    &format!("{below}# own\n"),
                    &format!("\n{below}  # own\n\n"),
                    " # odd\n",
                    "# flat\n",
                ])
                .to_owned(),
            );
            chunks
        }
    }
}

fn list_form(dice: &mut Dice, form: usize, key: &str, indent: &str, step: usize) -> Vec<String> {
    let compact = dice.rarely(2);
    let below = if compact { indent.to_owned() } else { format!("{indent}{}", " ".repeat(step)) };
    match form {
        0 => Vec::new(),
        1 => vec![format!("{indent}{key}:{}\n", dice.pick(&["", " # none", " ~", " null", " []", " [ ]", " [] # c"]))],
        2 => {
            let members: Vec<String> = (0..=dice.roll(2)).map(|at| format!("{{name: s{at}, x: [1, 2]}}")).collect();
            vec![format!("{indent}{key}: [{}]{}\n", members.join(", "), after(dice))]
        }
        _ => {
            let mut chunks = vec![format!("{indent}{key}:\n")];
            for at in 0..=dice.roll(2) {
                chunks.push(dice.pick(&["", "", "\n", "# flat\n"]).to_owned());
                let inner = format!("{below}  ");
                let item = match dice.roll(3) {
                    0 => format!("{below}- name: s{at}\n{inner}command: {}\n", value(dice, &inner, step)),
                    1 => format!("{below}- {{name: s{at}}}\n"),
                    _ => format!("{below}-\n{inner}name: \"s{at}\" # c\n"),
                };
                chunks.push(item);
            }
            chunks.push(dice.pick(&["", "", &format!("{below}  # own\n"), "# flat\n"]).to_owned());
            chunks
        }
    }
}

fn pairs(dice: &mut Dice, chunks: &mut Vec<String>, label: &str, count: usize, step: usize) {
    for at in 0..count {
        chunks.push(dice.pick(&["", "", "\n", "# comment ünï\n", "\n  # odd\n"]).to_owned());
        let anchored = match dice.roll(8) {
            0 => format!(
                "{label}{at}: &{label}{at} {{x: 1}}\n{label}{at}b:\n{0}<<: *{label}{at}\n{0}y: *{label}{at}\n",
                " ".repeat(step)
            ),
            1 => format!("{label}{at}: !custom {{ a: b }}\n"),
            2 => format!("\"{label} {at}\": {}\n", value(dice, "", step)),
            _ => format!("{label}{at}: {}\n", value(dice, "", step)),
        };
        chunks.push(anchored);
    }
}

/// A value without its last newline, as the child of a key indented by `indent`.
fn value(dice: &mut Dice, indent: &str, step: usize) -> String {
    let below = format!("{indent}{}", " ".repeat(step));
    match dice.roll(10) {
        0 => format!("|\n{below}text # no comment\n{below}  deeper"),
        1 => format!("|+\n{below}kept\n\n"),
        2 => format!("|-\n{below}a: b\n"),
        3 => format!(">\n{below}folded\n\n{below}text"),
        4 => format!(">{}+\n{below} x\n{below}y\n", step),
        5 => format!("\n{below}a: {}\n{below}b:{}\n{below}- 1\n{below}-\n{below}  c: d", scalar(dice), after(dice)),
        6 => format!("\n{below}- a\n{below}- - b\n{below}  - c\n{below}- k: v"),
        7 => format!("plain\n{below}over lines{}", after(dice)),
        8 => format!("\"quoted\n{below}over \\\n{below}lines\""),
        _ => format!("{}{}", scalar(dice), after(dice)),
    }
}

fn after(dice: &mut Dice) -> String {
    dice.pick(&["", "", "  ", " # why", "\t# \"x: y\""]).to_owned()
}

fn scalar(dice: &mut Dice) -> String {
    const SCALARS: &[&str] = &[
        "1",
        "text",
        "'single ''quoted'''",
        "\"double \\\" \\u00e9\"",
        "true",
        "~",
        "1.5",
        "http://x/y#z",
        "[a, {b: c}]",
        "{a: [1], 'b': 2}",
        "日本 🦀",
        "''",
        "2020-01-01",
        "-.inf",
        "0x1F",
        "a-b:c",
    ];
    dice.pick(SCALARS).to_owned()
}
