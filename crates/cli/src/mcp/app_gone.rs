//! What an adapter answers once the app that brought it is gone.

use std::sync::Arc;

use bascule_core::bridge::Tool;
use serde_json::{Value, json};

use super::answer::Answers;
use bascule_host::call::{Answer, CallProblem, RpcError, ToolCall};

/// The app that is gone, and the commands that help, each as it is typed.
#[derive(Clone, Debug)]
pub(crate) struct AppGone {
    /// Where it was.
    pub(crate) app: String,
    /// Takes everything of ours out.
    pub(crate) uninstall: String,
    /// Goes on without the app.
    pub(crate) keep: String,
}

impl AppGone {
    /// What is wrong, in one sentence.
    pub(super) fn cause(&self) -> String {
        format!("The Bascule app that made this connection was removed: {} is not there.", self.app)
    }

    /// Nothing is taken out from here: an agent may have been talked into asking,
    /// and the command shows the person what would happen.
    fn text(&self) -> String {
        let Self { app, uninstall, keep } = self;
        format!(
            "{} Its connections are still in the settings of the AI programs. Tell the user, and let them choose:\n\
             - Remove everything Bascule wrote: {uninstall}\n  It shows what would change and asks first.\n\
             - Keep the connections without the app: {keep}\n\
             - Install the app again at {app}; then everything works as before.\n\
             Run a command only when the user has chosen it.",
            self.cause()
        )
    }
}

/// One tool that offers to uninstall.
pub(super) struct FarewellAnswers {
    tools: Arc<[Tool]>,
    text: String,
}

const TOOL: &str = "uninstall_bascule";

impl FarewellAnswers {
    pub(super) fn new(gone: &AppGone) -> Self {
        let listed = json!({
            "name": TOOL,
            "title": "Uninstall Bascule",
            "description": format!(
                "{} Tells the command that takes out everything Bascule wrote, and how to keep it. It changes nothing.",
                gone.cause()
            ),
            "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
            "annotations": {
                "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
            },
        });
        let tool = if let Value::Object(listed) = listed { Tool::foreign(listed).ok() } else { None };
        Self { tools: tool.into_iter().collect(), text: gone.text() }
    }
}

impl Answers for FarewellAnswers {
    async fn tools(&self) -> Result<Arc<[Tool]>, CallProblem> {
        Ok(Arc::clone(&self.tools))
    }

    async fn call(&self, call: ToolCall) -> Answer {
        if call.name != TOOL {
            return Answer::Refused(RpcError::unknown_tool(&call.name, &self.tools));
        }
        Answer::Result(json!({"content": [{"type": "text", "text": self.text}], "isError": false}))
    }
}
