//! The adapter: `bascule mcp <bridge>`, the MCP server a harness starts.
//!
//! `initialize` and `tools/list` are answered from the manifest, before anything
//! else is loaded. What answers the calls is Bascule's engine, an index, or the MCP
//! server of a `command` bridge. This room is the only one that names rmcp, and
//! it alone writes to standard output.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod answer;
mod app_gone;
mod child;
mod lines;
mod prove;
mod proxy;
mod server;
mod session;

use std::io;
use std::sync::Arc;

use bascule_core::bridge::{BridgeManifest, ChildCommand, Tool};
use bascule_runtimes::CallProblem;
use serde_json::{Map, Value};

use answer::{Answer, Answers as _};

pub(crate) use app_gone::AppGone;
pub(crate) use prove::{Proof, ProofPlan, ReadOnlyCall, Step, Took, prove_all};

/// What answers the calls of a bridge whose tools are ours: the tool's name, its
/// checked arguments and the URIs of the client's folders in, the structured result
/// out. It may block; it runs on a thread of its own and is left behind when the
/// adapter ends.
pub(crate) type Ask = dyn Fn(&str, Map<String, Value>, &[String]) -> Result<Value, CallProblem> + Send + Sync;

/// Told the URIs of the client's folders whenever they become known.
pub(crate) type Begin = dyn Fn(&[String]) + Send + Sync;

/// Told the tools of a foreign server whenever they are not the recorded ones.
pub(crate) type Record = dyn Fn(&[Tool]) + Send + Sync;

/// Why the adapter ended otherwise than by the end of its input.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AdapterError {
    /// The runtime, or standard input and output, could not be had.
    #[error("cannot start the adapter")]
    Start(#[from] io::Error),
    /// The client opened with something that is not MCP.
    #[error("the client did not speak MCP: {0}")]
    Client(String),
}

/// Serves the built-in bridge on standard input and output until the input ends.
pub(crate) fn serve_engine(manifest: &BridgeManifest, ask: Arc<Ask>) -> Result<(), AdapterError> {
    let answers = answer::OwnAnswers::new(&manifest.tools, ask, None);
    block_on(server::serve(server::Card::of(manifest), answers))?
}

/// Serves an `index` bridge on standard input and output until the input ends.
/// `begin` starts what takes time, once the client has been answered.
pub(crate) fn serve_index(manifest: &BridgeManifest, ask: Arc<Ask>, begin: Arc<Begin>) -> Result<(), AdapterError> {
    let answers = answer::OwnAnswers::new(&manifest.tools, ask, Some(begin));
    block_on(server::serve(server::Card::of(manifest), answers))?
}

/// Starts the server of a `command` bridge, calls one tool and ends it. The answer is
/// a whole `tools/call` result.
pub(crate) fn call_command(
    command: &ChildCommand,
    tools: &[Tool],
    tool: &str,
    arguments: Map<String, Value>,
    record: Arc<Record>,
) -> Result<Value, CallProblem> {
    let answers = proxy::CommandAnswers::new(command, tools, record);
    let call = answer::ToolCall { name: tool.to_owned(), arguments, meta: Map::new(), progress: None };
    let called = block_on(async {
        let answer = answers.call(call).await;
        answers.close().await;
        answer
    });
    match called.map_err(|error| CallProblem { cause: error.to_string(), mend: None })? {
        Answer::Result(result) => Ok(result),
        Answer::Problem(problem) => Err(problem),
        Answer::Refused(error) => Err(CallProblem { cause: error.message, mend: None }),
    }
}

/// Serves a `command` bridge on standard input and output until the input ends.
///
/// The foreign server is started in the background once the client has been
/// answered; it and every process it started are gone when this returns.
pub(crate) fn serve_command(
    manifest: &BridgeManifest,
    command: &ChildCommand,
    record: Arc<Record>,
) -> Result<(), AdapterError> {
    let answers = proxy::CommandAnswers::new(command, &manifest.tools, record);
    block_on(server::serve(server::Card::of(manifest), answers))?
}

/// Answers in the place of any bridge once the app that brought us is gone.
pub(crate) fn serve_app_gone(gone: &AppGone) -> Result<(), AdapterError> {
    let card = server::Card::new("bascule", "Bascule", &gone.cause());
    block_on(server::serve(card, app_gone::FarewellAnswers::new(gone)))?
}

/// Runs `work` to its end on a runtime of one thread.
fn block_on<T>(work: impl Future<Output = T>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(work);
    // A call of the engine may still run on its thread, and a read of standard
    // input may still wait: neither holds up the end.
    runtime.shutdown_background();
    Ok(result)
}
