//! Why a call failed, and how agents are told of a result.

use serde_json::{Value, json};

/// Why a call failed, and what the agent or the person can do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cause}")]
pub struct CallProblem {
    /// What is wrong, in a sentence.
    pub cause: String,
    /// What to do, in a sentence.
    pub mend: Option<String>,
}

impl CallProblem {
    /// The same as a `tools/call` result: the agent reads cause and mend.
    pub fn as_result(&self) -> Value {
        let text = match &self.mend {
            Some(mend) => format!("{}\nWhat to do: {mend}", self.cause),
            None => self.cause.clone(),
        };
        json!({"content": [{"type": "text", "text": text}], "isError": true})
    }

    /// Arguments that do not fit the schema of their tool.
    pub fn of_arguments(tool: &str, problem: &impl std::fmt::Display) -> Self {
        Self {
            cause: format!("{tool}: {problem}"),
            mend: Some("call it again with arguments that fit its input schema".into()),
        }
    }

    /// A panic of ours.
    pub fn of_our_fault() -> Self {
        Self {
            cause: "Bascule failed while answering; this is a fault of Bascule".into(),
            mend: Some("ask the user to run bascule doctor and to report what it says".into()),
        }
    }
}

/// A value as a `tools/call` result: structured, and the same as text for older clients.
pub fn structured(value: Value) -> Value {
    let text = value.to_string();
    json!({"content": [{"type": "text", "text": text}], "structuredContent": value, "isError": false})
}
