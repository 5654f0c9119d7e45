//! The adapter: `bascule mcp <bridge>`, the MCP server a harness starts.
//!
//! `initialize` and `tools/list` are answered from the manifest, before anything
//! else is loaded. What answers the calls is Bascule's engine, an index, or the MCP
//! server of a `command` bridge. This room is the only one that names rmcp, and
//! it alone writes to standard output.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod answer;
mod app_gone;
mod hosted;
mod prove;
mod server;

use std::io;
use std::sync::Arc;

use bascule_core::bridge::BridgeManifest;
use bascule_host::client::Host;
use serde_json::{Map, Value};

pub(crate) use app_gone::AppGone;
pub(crate) use bascule_host::call::CallProblem;
pub(crate) use hosted::Hosted;
pub(crate) use prove::{Proof, ProofPlan, ReadOnlyCall, Step, Took, prove_all};

/// What answers the calls of a bridge whose tools are ours: the tool's name, its
/// checked arguments in, the structured result out. It may block; it runs on a thread of its own and is left behind when the
/// adapter ends.
pub(crate) type Ask = dyn Fn(&str, Map<String, Value>) -> Result<Value, CallProblem> + Send + Sync;

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

/// Serves the built-in bridge on standard input and output until the input ends. It needs
/// no background service; one that runs is told which AI program is here.
pub(crate) fn serve_engine(manifest: &BridgeManifest, ask: Arc<Ask>, host: Host) -> Result<(), AdapterError> {
    let answers = answer::OwnAnswers::new(Arc::clone(&manifest.tools), ask, host);
    block_on(server::serve(server::Card::of(manifest), answers))?
}

/// Serves a bridge whose runtime the background service keeps, on standard input and
/// output until the input ends.
pub(crate) fn serve_hosted(manifest: &BridgeManifest, hosted: Hosted) -> Result<(), AdapterError> {
    let answers = hosted::HostedAnswers::new(hosted);
    block_on(server::serve(server::Card::of(manifest), answers))?
}

/// Answers in the place of any bridge once the app that brought us is gone.
pub(crate) fn serve_app_gone(gone: &AppGone) -> Result<(), AdapterError> {
    let card = server::Card::new("bascule", "Bascule", &gone.cause());
    block_on(server::serve(card, app_gone::FarewellAnswers::new(gone)))?
}

/// Runs `work` to its end on a runtime of one thread.
pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(work);
    // A call of the engine may still run on its thread, and a read of standard
    // input may still wait: neither holds up the end.
    runtime.shutdown_background();
    Ok(result)
}
