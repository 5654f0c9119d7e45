//! One tool of a bridge: what an agent reads before it calls.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::pack::{PackError, PackFile, PackProblem, TOOL_LIMIT};
use super::rule::Rule;
use super::schema::{ArgumentProblem, Schema};

/// A tool, as it is listed to agents and checked before a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Its name: 1 to 64 of `A-Z a-z 0-9 _ -` in our packs, up to 128 and with
    /// `.` and `/` too where a foreign server chose it.
    pub name: String,
    /// What it does, in English, for agents. Foreign servers may leave it out.
    pub description: Option<String>,
    /// What it promises about its effects.
    pub annotations: Annotations,
    /// The tool object as it is listed, every key of it.
    listed: Map<String, Value>,
    /// The schema arguments are checked by; `None` for a foreign tool, whose own
    /// server is the judge and may have changed since the tool was recorded.
    arguments: Option<Schema>,
}

/// The hints of a tool about its effects, as the protocol defaults them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annotations {
    /// It changes nothing.
    pub read_only: bool,
    /// It may destroy something. Meaningless where it is read-only.
    pub destructive: bool,
    /// Calling it twice is as calling it once. Meaningless where it is read-only.
    pub idempotent: bool,
    /// It reaches beyond this machine's own programs.
    pub open_world: bool,
}

impl Annotations {
    /// What the protocol assumes of a tool that says nothing.
    pub const UNSAID: Self = Self { read_only: false, destructive: true, idempotent: false, open_world: true };

    /// Reads the hints of a listed tool; what is not said is [`Annotations::UNSAID`].
    fn of(listed: &Map<String, Value>) -> Self {
        let hint = |name: &str, unsaid: bool| {
            listed.get("annotations").and_then(|hints| hints.get(name)).and_then(Value::as_bool).unwrap_or(unsaid)
        };
        Self {
            read_only: hint("readOnlyHint", Self::UNSAID.read_only),
            destructive: hint("destructiveHint", Self::UNSAID.destructive),
            idempotent: hint("idempotentHint", Self::UNSAID.idempotent),
            open_world: hint("openWorldHint", Self::UNSAID.open_world),
        }
    }
}

impl Tool {
    /// Reads one tool of our own packs.
    ///
    /// Refuses unknown keys, names agents cannot use everywhere, descriptions over
    /// 2,000 characters, hints left unsaid, and schemas that would not be checked.
    pub(super) fn parse(file: PackFile<'_>) -> Result<Self, PackError> {
        file.within(TOOL_LIMIT)?;
        let written: Written = serde_json::from_str(file.text).map_err(|error| shape(file, &error))?;
        let rule = |key: &str, rule| file.error_near(key, PackProblem::Rule { key: key.to_owned(), rule });
        if !is_plain_name(&written.name) {
            return Err(rule("name", Rule::ToolName));
        }
        if written.description.is_empty() || written.description.chars().count() > 2_000 {
            return Err(rule("description", Rule::ToolDescription));
        }
        let arguments =
            Schema::parse(&written.input_schema).map_err(|problem| file.error_near("inputSchema", problem))?;
        if !arguments.is_closed_object() {
            return Err(rule("inputSchema", Rule::ClosedArguments));
        }
        Schema::parse(&written.output_schema).map_err(|problem| file.error_near("outputSchema", problem))?;
        let listed: Map<String, Value> = serde_json::from_str(file.text).map_err(|error| shape(file, &error))?;
        let annotations = Annotations::of(&listed);
        Ok(Self {
            name: written.name,
            description: Some(written.description),
            annotations,
            listed,
            arguments: Some(arguments),
        })
    }

    /// Takes a tool as a foreign server lists it, every key kept.
    ///
    /// Refuses what no client could call: no name, a name that is empty or longer
    /// than 128 characters, an input schema that is not an object.
    pub fn foreign(listed: Map<String, Value>) -> Result<Self, PackProblem> {
        let rule = |key: &str, rule| PackProblem::Rule { key: key.to_owned(), rule };
        let name = listed.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        if name.is_empty() || name.chars().count() > 128 || name.chars().any(char::is_control) {
            return Err(rule("name", Rule::ForeignName));
        }
        if !listed.get("inputSchema").is_some_and(Value::is_object) {
            return Err(rule("inputSchema", Rule::InputSchema));
        }
        let description = listed.get("description").and_then(Value::as_str).map(str::to_owned);
        let annotations = Annotations::of(&listed);
        Ok(Self { name, description, annotations, listed, arguments: None })
    }

    /// The same tool, whose arguments its own server judges.
    pub(super) fn judged_by_its_server(self) -> Self {
        Self { arguments: None, ..self }
    }

    /// The tool object as agents get it.
    pub fn listed(&self) -> &Map<String, Value> {
        &self.listed
    }

    /// Checks arguments before a call. A foreign tool accepts everything here.
    pub fn check(&self, arguments: &Map<String, Value>) -> Result<(), ArgumentProblem> {
        match &self.arguments {
            Some(schema) => schema.check(&Value::Object(arguments.clone())),
            None => Ok(()),
        }
    }
}

/// The keys a tool file of ours may have.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    name: String,
    #[serde(rename = "title")]
    _title: Option<String>,
    description: String,
    input_schema: Value,
    output_schema: Value,
    #[serde(rename = "annotations")]
    _annotations: WrittenHints,
}

/// All four are asked for: a hint left unsaid means the worst to a client.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WrittenHints {
    #[serde(rename = "readOnlyHint")]
    _read_only: bool,
    #[serde(rename = "destructiveHint")]
    _destructive: bool,
    #[serde(rename = "idempotentHint")]
    _idempotent: bool,
    #[serde(rename = "openWorldHint")]
    _open_world: bool,
}

/// What the JSON parser said, at its place.
pub(super) fn shape(file: PackFile<'_>, error: &serde_json::Error) -> PackError {
    let words = error.to_string();
    // The parser appends its place to the words; ours stands in the error itself.
    let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words).to_owned();
    PackError {
        file: file.name.to_owned(),
        line: error.line().max(1),
        column: error.column().max(1),
        problem: PackProblem::Shape(words),
    }
}

/// Some clients refuse longer names or other characters.
fn is_plain_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}
