//! Our own text in TOML: keys, values and whole entries.

use serde_json::{Map, Value};

use super::super::{DEPTH_LIMIT, Problem};

/// A key as TOML writes it: bare where it can be, else quoted.
pub(super) fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if bare { name.to_owned() } else { basic_string(name) }
}

/// Keys joined by dots.
pub(super) fn dotted(path: &[String]) -> String {
    path.iter().map(|name| key(name)).collect::<Vec<_>>().join(".")
}

/// One `key = value` line for each key of a map, without a last newline.
pub(super) fn lines(entry: &Map<String, Value>, newline: &str) -> Result<String, Problem> {
    let lines: Result<Vec<String>, Problem> =
        entry.iter().map(|(name, inner)| Ok(format!("{} = {}", key(name), value(inner)?))).collect();
    Ok(lines?.join(newline))
}

/// A value on one line. Refuses what TOML cannot hold.
pub(super) fn value(value: &Value) -> Result<String, Problem> {
    nested(value, 0)
}

fn nested(value: &Value, depth: usize) -> Result<String, Problem> {
    // Half the limit: the entry stands inside containers, and both parsers count differently.
    if depth > DEPTH_LIMIT / 2 {
        return Err(Problem::TooDeep);
    }
    match value {
        Value::Null => Err(Problem::Unsupported("TOML has no null")),
        Value::Bool(flag) => Ok(flag.to_string()),
        Value::Number(number) if number.is_i64() || number.is_f64() => Ok(float_or_integer(number)),
        Value::Number(_) => Err(Problem::Unsupported("TOML has no integers over 63 bits")),
        Value::String(text) => Ok(string(text)),
        Value::Array(items) => {
            let items: Result<Vec<String>, Problem> = items.iter().map(|item| nested(item, depth + 1)).collect();
            Ok(format!("[{}]", items?.join(", ")))
        }
        Value::Object(map) if map.is_empty() => Ok("{}".to_owned()),
        Value::Object(map) => {
            let pairs: Result<Vec<String>, Problem> =
                map.iter().map(|(name, inner)| Ok(format!("{} = {}", key(name), nested(inner, depth + 1)?))).collect();
            Ok(format!("{{ {} }}", pairs?.join(", ")))
        }
    }
}

fn float_or_integer(number: &serde_json::Number) -> String {
    match (number.as_i64(), number.as_f64()) {
        (Some(integer), _) => integer.to_string(),
        (None, Some(float)) => format!("{float:?}"),
        (None, None) => number.to_string(),
    }
}

/// Windows paths stay readable: a literal string where backslashes would have to be doubled.
fn string(text: &str) -> String {
    let literal = text.contains('\\') && !text.chars().any(|letter| letter == '\'' || letter.is_control());
    if literal { format!("'{text}'") } else { basic_string(text) }
}

fn basic_string(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for letter in text.chars() {
        match letter {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            control if control.is_control() => written.push_str(&format!("\\u{:04X}", u32::from(control))),
            other => written.push(other),
        }
    }
    written.push('"');
    written
}
