//! The part of JSON Schema that our own tools use, checked before a call.
//!
//! Our schemas use eight keywords. The general checker would bring 35 more
//! packages for them, regular expressions and big numbers among them, into a
//! program that has to start in milliseconds. Instead a schema with any other
//! keyword is refused when its pack is read, so nothing is ever left unchecked in
//! silence.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::pack::PackProblem;
use super::rule::Rule;

/// A schema read once; checking against it cannot fail for reasons of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    kind: Option<JsonType>,
    properties: BTreeMap<String, Schema>,
    required: Vec<String>,
    closed: bool,
    one_of: Vec<Value>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    items: Option<Box<Schema>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JsonType {
    Object,
    Array,
    Text,
    Integer,
    Number,
    Boolean,
    Null,
}

/// Why arguments do not fit a tool, in words for the agent that sent them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentProblem {
    /// A parameter the tool does not have.
    #[error("unknown parameter {name:?}; {}", known_words(known))]
    Unknown {
        /// The parameter, dotted where it is nested.
        name: String,
        /// What the tool knows there.
        known: Vec<String>,
    },
    /// A parameter that must be there is not.
    #[error("the parameter {name:?} is missing; {}", known_words(known))]
    Missing {
        /// The parameter.
        name: String,
        /// What the tool knows there.
        known: Vec<String>,
    },
    /// A value of another type.
    #[error("{name} must be {expected}, not {found}")]
    Type {
        /// The parameter.
        name: String,
        /// The type it must have.
        expected: &'static str,
        /// The type it has.
        found: &'static str,
    },
    /// A value outside the listed ones.
    #[error("{name} must be one of {allowed}")]
    Choice {
        /// The parameter.
        name: String,
        /// The values as JSON, separated by commas.
        allowed: String,
    },
    /// A number below the least or above the greatest.
    #[error("{name} must be {bound}")]
    Range {
        /// The parameter.
        name: String,
        /// `at least 1` or `at most 200`.
        bound: String,
    },
}

impl Schema {
    /// Reads a schema.
    ///
    /// Refuses every keyword it would not check, and a keyword with a value of the
    /// wrong form.
    pub fn parse(value: &Value) -> Result<Self, PackProblem> {
        parse(value, "#")
    }

    /// Checks `value` and names the first thing that does not fit.
    pub fn check(&self, value: &Value) -> Result<(), ArgumentProblem> {
        self.check_at(value, "")
    }

    /// Whether a schema describes an object and refuses what it does not name.
    pub(super) fn is_closed_object(&self) -> bool {
        self.kind == Some(JsonType::Object) && self.closed
    }

    fn check_at(&self, value: &Value, path: &str) -> Result<(), ArgumentProblem> {
        let name = || if path.is_empty() { "the arguments".to_owned() } else { path.to_owned() };
        if let Some(kind) = self.kind.filter(|kind| !kind.admits(value)) {
            return Err(ArgumentProblem::Type { name: name(), expected: kind.words(), found: words_of(value) });
        }
        if !self.one_of.is_empty() && !self.one_of.contains(value) {
            let allowed = self.one_of.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
            return Err(ArgumentProblem::Choice { name: name(), allowed });
        }
        if let Some(number) = value.as_f64() {
            if let Some(least) = self.minimum.filter(|least| number < *least) {
                return Err(ArgumentProblem::Range { name: name(), bound: format!("at least {least}") });
            }
            if let Some(most) = self.maximum.filter(|most| number > *most) {
                return Err(ArgumentProblem::Range { name: name(), bound: format!("at most {most}") });
            }
        }
        match value {
            Value::Object(map) => self.check_members(map, path),
            Value::Array(list) => {
                let Some(items) = &self.items else { return Ok(()) };
                list.iter().enumerate().try_for_each(|(index, item)| items.check_at(item, &format!("{path}[{index}]")))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
        }
    }

    fn check_members(&self, map: &Map<String, Value>, path: &str) -> Result<(), ArgumentProblem> {
        let inside = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        let known = || self.properties.keys().cloned().collect::<Vec<_>>();
        for (key, member) in map {
            match self.properties.get(key) {
                Some(schema) => schema.check_at(member, &inside(key))?,
                None if self.closed => return Err(ArgumentProblem::Unknown { name: inside(key), known: known() }),
                None => {}
            }
        }
        match self.required.iter().find(|key| !map.contains_key(*key)) {
            Some(missing) => Err(ArgumentProblem::Missing { name: inside(missing), known: known() }),
            None => Ok(()),
        }
    }
}

impl JsonType {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "object" => Self::Object,
            "array" => Self::Array,
            "string" => Self::Text,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "boolean" => Self::Boolean,
            "null" => Self::Null,
            _ => return None,
        })
    }

    fn admits(self, value: &Value) -> bool {
        match self {
            Self::Object => value.is_object(),
            Self::Array => value.is_array(),
            Self::Text => value.is_string(),
            // JSON Schema counts 3.0 as an integer, and some clients send it so.
            Self::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            Self::Number => value.is_number(),
            Self::Boolean => value.is_boolean(),
            Self::Null => value.is_null(),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Array => "a list",
            Self::Text => "a text",
            Self::Integer => "a whole number",
            Self::Number => "a number",
            Self::Boolean => "true or false",
            Self::Null => "null",
        }
    }
}

fn words_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn known_words(known: &[String]) -> String {
    if known.is_empty() { "the tool has no parameters".into() } else { format!("known are: {}", known.join(", ")) }
}

fn parse(value: &Value, path: &str) -> Result<Schema, PackProblem> {
    let rule = |key: &str, rule: Rule| PackProblem::Rule { key: format!("{path}/{key}"), rule };
    let map = value.as_object().ok_or_else(|| rule("", Rule::Schema))?;
    let mut schema = Schema {
        kind: None,
        properties: BTreeMap::new(),
        required: Vec::new(),
        closed: false,
        one_of: Vec::new(),
        minimum: None,
        maximum: None,
        items: None,
    };
    for (key, value) in map {
        match key.as_str() {
            "type" => {
                let kind = value.as_str().and_then(JsonType::named);
                schema.kind = Some(kind.ok_or_else(|| rule(key, Rule::SchemaType))?);
            }
            "properties" => {
                let members = value.as_object().ok_or_else(|| rule(key, Rule::SchemaProperties))?;
                for (name, member) in members {
                    let member = parse(member, &format!("{path}/properties/{name}"))?;
                    schema.properties.insert(name.clone(), member);
                }
            }
            "required" => {
                let names =
                    value.as_array().and_then(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
                let names = names.ok_or_else(|| rule(key, Rule::SchemaRequired))?;
                schema.required = names.into_iter().map(str::to_owned).collect();
            }
            "additionalProperties" => {
                schema.closed = !value.as_bool().ok_or_else(|| rule(key, Rule::SchemaFlag))?;
            }
            "enum" => {
                let values = value.as_array().filter(|values| !values.is_empty());
                schema.one_of = values.ok_or_else(|| rule(key, Rule::SchemaEnum))?.clone();
            }
            "minimum" => schema.minimum = Some(value.as_f64().ok_or_else(|| rule(key, Rule::SchemaNumber))?),
            "maximum" => schema.maximum = Some(value.as_f64().ok_or_else(|| rule(key, Rule::SchemaNumber))?),
            "items" => schema.items = Some(Box::new(parse(value, &format!("{path}/items"))?)),
            // Words for the reader; they constrain nothing.
            "title" | "description" | "default" | "$schema" => {}
            _ => return Err(PackProblem::Keyword { path: path.to_owned(), keyword: key.clone() }),
        }
    }
    if let Some(name) = schema.required.iter().find(|name| !schema.properties.contains_key(*name)) {
        return Err(PackProblem::Rule { key: format!("{path}/required/{name}"), rule: Rule::SchemaNamed });
    }
    Ok(schema)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Schema {
        Schema::parse(&json!({
            "type": "object",
            "properties": {
                "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 20},
                "scope": {"type": "string", "enum": ["user", "project"]},
                "tags": {"type": "array", "items": {"type": "string"}},
                "deep": {"type": "object", "properties": {"on": {"type": "boolean"}}, "required": ["on"],
                         "additionalProperties": false},
                "free": {"type": "object"},
            },
            "required": ["scope"],
            "additionalProperties": false,
        }))
        .expect("the test's schema")
    }

    #[test]
    fn arguments_fit_or_say_why() {
        let cases = [
            (json!({"scope": "user"}), None),
            (json!({"scope": "user", "limit": 3.0, "tags": ["a"], "deep": {"on": true}, "free": {"x": 1}}), None),
            (json!({}), Some("the parameter \"scope\" is missing; known are: deep, free, limit, scope, tags")),
            (
                json!({"scope": "user", "limits": 1}),
                Some("unknown parameter \"limits\"; known are: deep, free, limit, scope, tags"),
            ),
            (json!({"scope": "all"}), Some("scope must be one of \"user\", \"project\"")),
            (json!({"scope": "user", "limit": 0}), Some("limit must be at least 1")),
            (json!({"scope": "user", "limit": 201}), Some("limit must be at most 200")),
            (json!({"scope": "user", "limit": 1.5}), Some("limit must be a whole number, not a number")),
            (json!({"scope": "user", "limit": "3"}), Some("limit must be a whole number, not a text")),
            (json!({"scope": "user", "tags": ["a", 2]}), Some("tags[1] must be a text, not a number")),
            (json!({"scope": "user", "deep": {}}), Some("the parameter \"deep.on\" is missing; known are: on")),
            (
                json!({"scope": "user", "deep": {"on": true, "off": 1}}),
                Some("unknown parameter \"deep.off\"; known are: on"),
            ),
            (json!([]), Some("the arguments must be an object, not a list")),
        ];
        for (arguments, expected) in cases {
            let found = schema().check(&arguments).err().map(|problem| problem.to_string());
            assert_eq!(found.as_deref(), expected, "{arguments}");
        }
    }

    #[test]
    fn a_tool_without_parameters_says_so() {
        let schema = Schema::parse(&json!({"type": "object", "additionalProperties": false})).expect("a schema");
        let problem = schema.check(&json!({"x": 1})).expect_err("nothing is known");
        assert_eq!(problem.to_string(), "unknown parameter \"x\"; the tool has no parameters");
    }

    #[test]
    fn what_would_stay_unchecked_is_refused() {
        let cases = [
            (json!({"type": "string", "pattern": "^a"}), "uses the schema keyword \"pattern\""),
            (json!({"type": ["string", "null"]}), "#/type breaks its rule"),
            (json!({"properties": {"a": {"oneOf": []}}}), "#/properties/a uses the schema keyword \"oneOf\""),
            (json!({"required": ["a"]}), "#/required/a breaks its rule"),
            (json!({"additionalProperties": {}}), "#/additionalProperties breaks its rule"),
            (json!({"enum": []}), "#/enum breaks its rule"),
            (json!(true), "#/ breaks its rule"),
        ];
        for (value, expected) in cases {
            let problem = Schema::parse(&value).expect_err("unchecked").to_string();
            assert!(problem.contains(expected), "{value}: {problem}");
        }
    }
}
