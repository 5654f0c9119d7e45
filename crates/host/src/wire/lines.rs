//! Lines within a limit.

use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};

/// Why no message was read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The other side closed its end.
    #[error("the connection ended")]
    Ended,
    /// The other side sent more than a line may hold. What follows cannot be read.
    #[error("a line is longer than {0} bytes")]
    TooLong(usize),
    /// A whole line was no message.
    #[error("no message of this protocol: {0}")]
    Malformed(#[from] serde_json::Error),
    /// The connection broke.
    #[error(transparent)]
    Broken(#[from] io::Error),
}

/// Reads messages, a line each.
///
/// Memory grows with what has arrived, never with what was announced.
pub struct Reader<R> {
    inner: BufReader<R>,
    line: Vec<u8>,
}

impl<R: AsyncRead + Unpin> Reader<R> {
    /// Reads from here.
    pub fn new(inner: R) -> Self {
        Self { inner: BufReader::with_capacity(4 << 10, inner), line: Vec::new() }
    }

    /// The next message. Cancel-safe: a line that arrived in part is kept.
    pub async fn next<T: DeserializeOwned>(&mut self, limit: usize) -> Result<T, LineError> {
        loop {
            let available = self.inner.fill_buf().await?;
            if available.is_empty() {
                return Err(LineError::Ended);
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |at| at + 1);
            if self.line.len() + taken > limit {
                return Err(LineError::TooLong(limit));
            }
            self.line.extend_from_slice(&available[..taken]);
            self.inner.consume(taken);
            if end.is_some() {
                let message = serde_json::from_slice(&self.line);
                self.line.clear();
                // One large message must not cost its size for ever.
                self.line.shrink_to(KEPT);
                return Ok(message?);
            }
        }
    }
}

/// How much room for a line is kept between messages.
const KEPT: usize = 64 << 10;

/// Writes messages, a line each.
pub struct Writer<W> {
    inner: W,
    line: Vec<u8>,
}

impl<W: AsyncWrite + Unpin> Writer<W> {
    /// Writes there.
    pub fn new(inner: W) -> Self {
        Self { inner, line: Vec::new() }
    }

    /// Sends a message whole.
    pub async fn send(&mut self, message: &impl Serialize) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, message)?;
        self.line.push(b'\n');
        self.inner.write_all(&self.line).await?;
        self.inner.flush().await?;
        self.line.shrink_to(KEPT);
        Ok(())
    }
}
