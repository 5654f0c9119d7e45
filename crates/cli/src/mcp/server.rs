//! The MCP server on standard input and output.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bascule_core::bridge::{BridgeManifest, Kind};
use bascule_host::call::{Answer, CallProblem, Progress, RpcError, ToolCall};
use bascule_host::process::told_to_end;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientNotification, ClientRequest, CustomResult,
    ErrorCode, Implementation, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProgressToken,
    ProtocolVersion, ServerCapabilities, ServerConfig, ServerResult, SubscriptionFilter,
};
use rmcp::service::{NotificationContext, RequestContext, ServerInitializeError, SubscriptionContext};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler, Service, ServiceExt};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{mpsc, watch};

use super::AdapterError;
use super::answer::Answers;

/// How long calls may still take once the input has ended. Enough for a client
/// that pipes its requests and closes; not enough to keep anybody waiting.
const GRACE: Duration = Duration::from_millis(150);

/// How long the end itself may take, answers nobody reads included.
const LAST_CALL: Duration = Duration::from_millis(250);

/// How long a client may take to name the folders it works in.
const ROOTS: Duration = Duration::from_secs(1);

/// How a bridge shows itself to clients.
pub(super) struct Card {
    name: String,
    title: String,
    instructions: String,
    tools_may_change: bool,
}

impl Card {
    /// The card of a bridge. Clients show the title and keep the name.
    pub(super) fn of(manifest: &BridgeManifest) -> Self {
        let (name, tools_may_change) = match manifest.kind {
            Kind::Engine => (manifest.id.clone(), false),
            Kind::Index(_) => (format!("bascule-{}", manifest.id), true),
            Kind::Command(_) => (format!("bascule-{}", manifest.id), true),
        };
        Self { name, title: manifest.name.en.clone(), instructions: manifest.summary.en.clone(), tools_may_change }
    }

    /// A card with these words, of tools that never change.
    pub(super) fn new(name: &str, title: &str, instructions: &str) -> Self {
        let [name, title, instructions] = [name, title, instructions].map(str::to_owned);
        Self { name, title, instructions, tools_may_change: false }
    }

    fn config(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools();
        let capabilities = if self.tools_may_change { tools.enable_tool_list_changed().build() } else { tools.build() };
        let mut info = Implementation::new(&self.name, env!("CARGO_PKG_VERSION"));
        info.title = Some(self.title.clone());
        let mut config = ServerConfig::new(capabilities).with_instructions(&self.instructions);
        config.server_info = info;
        config
    }
}

/// Serves until the input ends or the system asks us to end.
pub(super) async fn serve(card: Card, answers: impl Answers) -> Result<(), AdapterError> {
    let answers = Arc::new(answers);
    let (end, ended) = watch::channel(false);
    let transport = AsyncRwTransport::new_server(WatchedInput { inner: tokio::io::stdin(), end }, private_stdout()?);
    let adapter = Adapter { tools: ToolServer { card, answers: Arc::clone(&answers), ended: ended.clone() } };
    tokio::select! {
        outcome = converse(adapter, transport, &answers) => outcome,
        () = after_end(ended, LAST_CALL) => Ok(()),
        () = told_to_end() => Ok(()),
    }
}

async fn converse<A: Answers>(
    adapter: Adapter<A>,
    transport: AsyncRwTransport<RoleServer, WatchedInput, impl AsyncWrite + Send + Unpin + 'static>,
    answers: &A,
) -> Result<(), AdapterError> {
    let running = match adapter.serve(transport).await {
        Ok(running) => running,
        // Nobody spoke, or a probe asked and left: that is no failure.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(AdapterError::Client(error.to_string())),
    };
    answers.wake();
    let peer = running.peer().clone();
    let told = async {
        if answers.wants_roots() {
            answers.learn_roots(roots_of(&peer).await);
        }
        match answers.editions() {
            Some(editions) => tell_of_new_tools(&peer, editions).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = running.waiting() => Ok(()),
        () = told => Ok(()),
    }
}

/// The URIs of the folders a client works in. None where it does not say that it can
/// be asked, or does not answer.
#[expect(deprecated, reason = "clients of every revision until 2025-11-25 name their folders so, and no other way")]
async fn roots_of(peer: &Peer<RoleServer>) -> Vec<String> {
    let can_be_asked = peer.peer_info().is_some_and(|client| client.capabilities.roots.is_some());
    if !can_be_asked {
        return Vec::new();
    }
    match tokio::time::timeout(ROOTS, peer.list_roots()).await {
        Ok(Ok(listed)) => listed.roots.into_iter().map(|root| root.uri).collect(),
        Ok(Err(_)) | Err(_) => Vec::new(),
    }
}

/// Tells a client that opened with `initialize` whenever the tools change. Later
/// protocols subscribe instead: [`ToolServer::listen`].
async fn tell_of_new_tools(peer: &Peer<RoleServer>, mut editions: watch::Receiver<u64>) {
    while editions.changed().await.is_ok() {
        if peer.peer_info().is_some() {
            // A client that is gone is noticed by the service itself.
            let _ = peer.notify_tool_list_changed().await;
        }
    }
    std::future::pending().await
}

/// Exchanges the library's typed results for the exact ones.
///
/// The library checks protocol, metadata and cancellation of every request; only
/// what it answers for tools goes out as the manifest or the foreign server wrote
/// it, keys and content types included that the library does not know.
struct Adapter<A> {
    tools: ToolServer<A>,
}

impl<A: Answers> Service<RoleServer> for Adapter<A> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        mut context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let exact = Exact::default();
        context.extensions.insert(exact.clone());
        let stateless = context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let result = Service::handle_request(&self.tools, request, context).await?;
        Ok(match exact.take() {
            Some(value) => ServerResult::CustomResult(CustomResult::new(in_form(value, stateless))),
            None => result,
        })
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Service::handle_notification(&self.tools, notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        self.tools.card.config()
    }
}

/// The exact result of one request, handed past the library's types.
#[derive(Clone, Default)]
struct Exact(Arc<Mutex<Option<Value>>>);

impl Exact {
    fn put(context: &RequestContext<RoleServer>, value: Value) {
        if let Some(exact) = context.extensions.get::<Self>() {
            *exact.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
        }
    }

    fn take(&self) -> Option<Value> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The stateless protocol names what kind of result it is; older ones do not.
fn in_form(mut result: Value, stateless: bool) -> Value {
    if let Some(map) = result.as_object_mut() {
        if stateless {
            map.entry("resultType").or_insert_with(|| "complete".into());
        } else if map.get("resultType").is_some_and(|kind| kind == "complete") {
            map.shift_remove("resultType");
        }
    }
    result
}

struct ToolServer<A> {
    card: Card,
    answers: Arc<A>,
    ended: watch::Receiver<bool>,
}

impl<A: Answers> ServerHandler for ToolServer<A> {
    fn get_info(&self) -> ServerConfig {
        self.card.config()
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = tokio::select! {
            tools = self.answers.tools() => tools,
            () = after_end(self.ended.clone(), GRACE) => Err(CallProblem { cause: INPUT_OVER.into(), mend: None }),
        };
        let tools = tools.map_err(|problem| ErrorData::internal_error(problem.to_string(), None))?;
        let listed: Vec<Value> = tools.iter().map(|tool| Value::Object(tool.listed().clone())).collect();
        let stateless = context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let caching = if stateless { json!({"ttlMs": 0, "cacheScope": "private"}) } else { json!({}) };
        let mut result = json!({"tools": listed});
        if let (Some(result), Value::Object(caching)) = (result.as_object_mut(), caching) {
            result.extend(caching);
        }
        Exact::put(&context, result);
        Ok(ListToolsResult::default())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let token = context.meta.get_progress_token();
        let (progress, steps) = mpsc::channel(PROGRESS_WAITING);
        let call = ToolCall {
            name: request.name.into_owned(),
            arguments: request.arguments.unwrap_or_default(),
            meta: passed_on(&context),
            progress: token.is_some().then_some(progress),
        };
        let answer = tokio::select! {
            answer = with_progress(&context.peer, token, steps, self.answers.call(call)) => answer,
            // The library sends nothing for a cancelled call, whatever is returned.
            () = context.ct.cancelled() => stopped("the call was cancelled"),
            () = after_end(self.ended.clone(), GRACE) => stopped(INPUT_OVER),
        };
        match answer {
            Answer::Result(value) => Exact::put(&context, value),
            Answer::Problem(problem) => Exact::put(&context, problem.as_result()),
            Answer::Refused(RpcError { code, message, data }) => {
                return Err(ErrorData::new(ErrorCode(code), message, data));
            }
        }
        Ok(CallToolResponse::Complete(CallToolResult::success(Vec::new())))
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        if self.answers.wants_roots() {
            self.answers.learn_roots(roots_of(&context.peer).await);
        }
    }

    fn accepted_subscription_filter(&self, _requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.card.tools_may_change.then(|| SubscriptionFilter::builder().tools_list_changed().build())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let changes = async {
            if let Some(mut editions) = self.answers.editions() {
                while editions.changed().await.is_ok() && context.sink().notify_tool_list_changed().await.is_ok() {}
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = changes => {}
            () = context.cancelled() => {}
            () = after_end(self.ended.clone(), Duration::ZERO) => {}
        }
        Ok(())
    }
}

const INPUT_OVER: &str = "the client closed its end";

/// The most steps of progress that wait to be sent; a server that reports faster
/// than the client reads loses some, which the protocol allows.
const PROGRESS_WAITING: usize = 64;

/// Waits for `answer` and sends each step of progress before it, none after.
async fn with_progress(
    peer: &Peer<RoleServer>,
    token: Option<ProgressToken>,
    mut steps: mpsc::Receiver<Progress>,
    answer: impl Future<Output = Answer>,
) -> Answer {
    let Some(token) = token else { return answer.await };
    let mut answer = std::pin::pin!(answer);
    loop {
        tokio::select! {
            biased;
            Some(step) = steps.recv() => {
                let mut param = ProgressNotificationParam::new(token.clone(), step.progress);
                param.total = step.total;
                param.message = step.message;
                // A client that is gone is noticed by the service itself.
                let _ = peer.notify_progress(param).await;
            }
            answer = &mut answer => return answer,
        }
    }
}

/// The client's `_meta` without what describes its own connection to us.
fn passed_on(context: &RequestContext<RoleServer>) -> Map<String, Value> {
    let Ok(Value::Object(mut meta)) = serde_json::to_value(&context.meta) else { return Map::new() };
    meta.retain(|key, _| key != "progressToken" && !key.starts_with("io.modelcontextprotocol/"));
    meta
}

fn stopped(cause: &str) -> Answer {
    Answer::Problem(CallProblem { cause: cause.to_owned(), mend: None })
}

/// Standard input that says when it has ended.
struct WatchedInput {
    inner: tokio::io::Stdin,
    end: watch::Sender<bool>,
}

impl AsyncRead for WatchedInput {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, buf);
        let over = match &polled {
            Poll::Ready(Ok(())) => buf.filled().len() == before && buf.remaining() > 0,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if over {
            self.end.send_replace(true);
        }
        polled
    }
}

/// Done `pause` after the input has ended.
async fn after_end(mut ended: watch::Receiver<bool>, pause: Duration) {
    if ended.wait_for(|ended| *ended).await.is_err() {
        // The input went away without an end: the service itself is over.
        std::future::pending::<()>().await;
    }
    tokio::time::sleep(pause).await;
}

/// The real standard output, for this server alone.
///
/// File descriptor 1 then leads to standard error, so that a print anywhere in
/// this process, ours or a library's, can never end up between the messages.
#[cfg(unix)]
fn private_stdout() -> io::Result<tokio::fs::File> {
    let private = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
    rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
    Ok(tokio::fs::File::from_std(private.into()))
}

/// Standard output. There is no safe way to lead prints elsewhere on this system;
/// lints forbid them in this room.
#[cfg(not(unix))]
fn private_stdout() -> io::Result<tokio::io::Stdout> {
    Ok(tokio::io::stdout())
}
