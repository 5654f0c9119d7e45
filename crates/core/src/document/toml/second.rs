//! The second opinion on TOML: `taplo`, which shares no code with `toml_edit` and
//! reads the whole of TOML 1.0 (`toml-span` and `basic-toml` know no dates, and
//! the `toml` crate is built on the same parser as `toml_edit`).

use serde_json::{Map, Number, Value};
use taplo::dom::Node;
use taplo::dom::node::DomNode;

use super::super::{DocumentError, Problem, at};

/// What `taplo` reads. Dates are their own text; numbers JSON cannot hold are too.
pub(super) fn meaning(text: &str) -> Result<Value, DocumentError> {
    let parsed = taplo::parser::parse(text);
    if let Some(error) = parsed.errors.first() {
        let offset = u32::from(error.range.start()) as usize;
        return Err(at(text, offset, Problem::Syntax(error.message.clone())));
    }
    let root = parsed.into_dom();
    if let Err(errors) = root.validate() {
        let first = errors.into_iter().map(|error| error.to_string()).next().unwrap_or_default();
        let line = first.lines().next().unwrap_or_default().to_owned();
        return Err(at(text, 0, Problem::Syntax(line)));
    }
    value(&root).map_err(|problem| at(text, 0, problem))
}

fn value(node: &Node) -> Result<Value, Problem> {
    let refused = |what: &str| Problem::Syntax(what.to_owned());
    match node {
        Node::Table(table) => {
            let mut map = Map::new();
            for (key, inner) in table.entries().read().iter() {
                map.insert(key.value().to_owned(), value(inner)?);
            }
            Ok(Value::Object(map))
        }
        Node::Array(array) => array.items().read().iter().map(value).collect::<Result<_, _>>().map(Value::Array),
        Node::Bool(flag) => Ok(Value::Bool(flag.value())),
        Node::Str(text) => Ok(Value::String(text.value().to_owned())),
        Node::Integer(_) => integer(&written(node)).ok_or_else(|| refused("not an integer")),
        Node::Float(_) => float(&written(node)).ok_or_else(|| refused("not a number")),
        Node::Date(_) => Ok(Value::String(written(node))),
        Node::Invalid(_) => Err(refused("not a value")),
    }
}

fn written(node: &Node) -> String {
    node.syntax().map(ToString::to_string).unwrap_or_default()
}

fn integer(text: &str) -> Option<Value> {
    let plain = text.replace('_', "");
    let radix = match plain.get(..2) {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        _ => return plain.parse::<i64>().ok().map(Value::from),
    };
    i64::from_str_radix(&plain[2..], radix).ok().map(Value::from)
}

fn float(text: &str) -> Option<Value> {
    let number: f64 = text.replace('_', "").parse().ok()?;
    Some(Number::from_f64(number).map_or_else(|| Value::String(text.to_owned()), Value::Number))
}
