//! The second opinion on YAML: `serde_yaml_ng`, a translation of libyaml, which shares
//! no code with `saphyr-parser`.

use serde_json::{Map, Number, Value};
use serde_yaml_ng::Value as Yaml;

use super::super::{DocumentError, Problem, at};

/// What libyaml reads. Keys that are no strings, tags, and numbers JSON cannot hold
/// become strings that no plain document holds.
pub(super) fn meaning(text: &str) -> Result<Value, DocumentError> {
    let read: Yaml = serde_yaml_ng::from_str(text).map_err(|error| {
        let offset = error.location().map_or(0, |location| location.index());
        at(text, offset.min(text.len()), Problem::Syntax(error.to_string()))
    })?;
    match value(read) {
        // Comments alone, or a document without content.
        Value::Null => Ok(Value::Object(Map::new())),
        other => Ok(other),
    }
}

fn value(yaml: Yaml) -> Value {
    match yaml {
        Yaml::Null => Value::Null,
        Yaml::Bool(flag) => Value::Bool(flag),
        Yaml::Number(number) => self::number(&number),
        Yaml::String(text) => Value::String(text),
        Yaml::Sequence(items) => items.into_iter().map(value).collect(),
        Yaml::Mapping(pairs) => pairs.into_iter().map(|(name, inner)| (key(name), value(inner))).collect(),
        Yaml::Tagged(tagged) => {
            Value::Object(Map::from_iter([(format!("\u{0}tag {}", tagged.tag), value(tagged.value))]))
        }
    }
}

fn number(number: &serde_yaml_ng::Number) -> Value {
    let integer = number.as_i64().map(Value::from).or_else(|| number.as_u64().map(Value::from));
    let float = || number.as_f64().and_then(Number::from_f64).map(Value::Number);
    integer.or_else(float).unwrap_or_else(|| Value::String(format!("\u{0}number {number}")))
}

fn key(yaml: Yaml) -> String {
    match yaml {
        Yaml::String(text) => text,
        other => format!("\u{0}key {}", value(other)),
    }
}
