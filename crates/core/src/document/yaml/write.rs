//! Our own text in YAML.

use serde_json::Value;

use super::super::{Container, DEPTH_LIMIT, Problem, Slot};

/// How the file lays its blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Columns from a key to the keys below it.
    pub(super) step: usize,
    /// The dashes of a list stand right below its key.
    pub(super) compact: bool,
    pub(super) newline: &'static str,
}

/// The lines of an entry whose first line is indented by `indent`, inside the containers
/// that are `missing`, without a last newline.
pub(super) fn block(
    slot: &Slot,
    missing: &[String],
    entry: &Value,
    indent: usize,
    manner: Manner,
) -> Result<String, Problem> {
    let mut lines: Vec<String> = Vec::new();
    let mut column = indent;
    for key in missing {
        lines.push(format!("{}{}:", " ".repeat(column), scalar(key, false)));
        column += manner.step;
    }
    match &slot.container {
        Container::Map { .. } => pair(&slot.name, entry, column, manner, 0, &mut lines)?,
        Container::List { .. } => {
            let dash = if manner.compact && !missing.is_empty() { column - manner.step } else { column };
            item(entry, dash, manner, 0, &mut lines)?;
        }
        Container::Block { .. } => return Err(Problem::Unsupported("a block is no part of YAML")),
    }
    Ok(lines.join(manner.newline))
}

/// A member of a flow map or list, inside the containers that are `missing`.
pub(super) fn member(slot: &Slot, missing: &[String], entry: &Value) -> Result<String, Problem> {
    let value = flow(entry, 0)?;
    let mut written = match &slot.container {
        Container::Map { .. } => format!("{}: {value}", scalar(&slot.name, true)),
        Container::List { .. } => value,
        Container::Block { .. } => return Err(Problem::Unsupported("a block is no part of YAML")),
    };
    for (depth, key) in missing.iter().rev().enumerate() {
        let list = depth == 0 && matches!(slot.container, Container::List { .. });
        let (open, close) = if list { ('[', ']') } else { ('{', '}') };
        written = format!("{}: {open}{written}{close}", scalar(key, true));
    }
    Ok(written)
}

fn pair(
    name: &str,
    value: &Value,
    indent: usize,
    manner: Manner,
    depth: usize,
    lines: &mut Vec<String>,
) -> Result<(), Problem> {
    let head = format!("{}{}:", " ".repeat(indent), scalar(name, false));
    // Half the limit: the entry stands inside containers of its own.
    if depth > DEPTH_LIMIT / 2 {
        return Err(Problem::TooDeep);
    }
    match value {
        Value::Object(map) if !map.is_empty() => {
            lines.push(head);
            for (name, inner) in map {
                pair(name, inner, indent + manner.step, manner, depth + 1, lines)?;
            }
        }
        Value::Array(items) if !items.is_empty() => {
            lines.push(head);
            let dash = if manner.compact { indent } else { indent + manner.step };
            for inner in items {
                item(inner, dash, manner, depth + 1, lines)?;
            }
        }
        other => lines.push(format!("{head} {}", leaf(other, false))),
    }
    Ok(())
}

fn item(value: &Value, dash: usize, manner: Manner, depth: usize, lines: &mut Vec<String>) -> Result<(), Problem> {
    if depth > DEPTH_LIMIT / 2 {
        return Err(Problem::TooDeep);
    }
    match value {
        Value::Object(map) if !map.is_empty() => {
            let first = lines.len();
            for (name, inner) in map {
                pair(name, inner, dash + 2, manner, depth + 1, lines)?;
            }
            lines[first].replace_range(dash..dash + 1, "-");
        }
        Value::Array(items) if !items.is_empty() => {
            lines.push(format!("{}- {}", " ".repeat(dash), flow(value, depth)?));
        }
        other => lines.push(format!("{}- {}", " ".repeat(dash), leaf(other, false))),
    }
    Ok(())
}

fn flow(value: &Value, depth: usize) -> Result<String, Problem> {
    if depth > DEPTH_LIMIT / 2 {
        return Err(Problem::TooDeep);
    }
    match value {
        Value::Object(map) => {
            let pairs: Result<Vec<String>, Problem> = map
                .iter()
                .map(|(name, inner)| Ok(format!("{}: {}", scalar(name, true), flow(inner, depth + 1)?)))
                .collect();
            Ok(format!("{{{}}}", pairs?.join(", ")))
        }
        Value::Array(items) => {
            let items: Result<Vec<String>, Problem> = items.iter().map(|inner| flow(inner, depth + 1)).collect();
            Ok(format!("[{}]", items?.join(", ")))
        }
        other => Ok(leaf(other, true)),
    }
}

fn leaf(value: &Value, in_flow: bool) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) if number.is_f64() => float(number.as_f64().unwrap_or_default()),
        Value::Number(number) => number.to_string(),
        Value::String(text) => scalar(text, in_flow),
        Value::Array(_) => "[]".to_owned(),
        Value::Object(_) => "{}".to_owned(),
    }
}

/// YAML 1.1 reads a float only with a dot and a signed exponent.
fn float(number: f64) -> String {
    let written = format!("{number:?}");
    let Some((mantissa, exponent)) = written.split_once('e') else { return written };
    let dot = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    format!("{mantissa}{dot}e{sign}{exponent}")
}

/// A string: plain only where YAML 1.1 and 1.2 cannot read it as anything else.
pub(super) fn scalar(text: &str, in_flow: bool) -> String {
    if is_plain(text, in_flow) {
        return text.to_owned();
    }
    // Windows paths stay readable in single quotes, which know no escapes.
    if text.contains('\\') && text.chars().all(is_printable) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for letter in text.chars() {
        match letter {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            letter if is_printable(letter) => written.push(letter),
            letter if u32::from(letter) <= 0xff => written.push_str(&format!("\\x{:02x}", u32::from(letter))),
            letter if u32::from(letter) <= 0xffff => written.push_str(&format!("\\u{:04x}", u32::from(letter))),
            letter => written.push_str(&format!("\\U{:08x}", u32::from(letter))),
        }
    }
    written.push('"');
    written
}

fn is_plain(text: &str, in_flow: bool) -> bool {
    const READ_OTHERWISE: &[&str] = &["true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", "inf"];
    let begins = text.starts_with(|letter: char| letter.is_ascii_alphabetic() || matches!(letter, '/' | '_'));
    let inside = |letter: char| {
        letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.' | '/' | '@' | '+' | '=' | ' ' | ':')
    };
    begins
        && text.chars().all(inside)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !(in_flow && text.contains(':'))
        && !READ_OTHERWISE.contains(&text.to_ascii_lowercase().as_str())
}

fn is_printable(letter: char) -> bool {
    matches!(letter, ' '..='~' | '\u{a1}'..='\u{2027}' | '\u{202a}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}')
}
