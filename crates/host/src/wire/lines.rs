//! Lines within a limit.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::{Instant, timeout_at};

/// Why no message was read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The other side closed its end.
    #[error("the connection ended")]
    Ended,
    /// The other side sent more than a line may hold. What follows cannot be read.
    #[error("a line is longer than {0} bytes")]
    TooLong(usize),
    /// It sent one whose values would need far more room than the line.
    #[error("a line holds more than {VALUES} values")]
    TooMany,
    /// A long line, for which others wait, did not come whole in time.
    #[error("a long line took more than {} s", LONG.as_secs())]
    TooSlow,
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
    /// Whom it shares the reading of long lines with.
    turns: Option<Turns>,
    /// While its line is a long one.
    long: Option<Long>,
}

impl<R: AsyncRead + Unpin> Reader<R> {
    /// Reads from here.
    pub fn new(inner: R) -> Self {
        Self { inner: BufReader::with_capacity(4 << 10, inner), line: Vec::new(), turns: None, long: None }
    }

    /// Reads from who may not be trusted to be modest: its long lines wait for their turn
    /// among those of others, must come soon then, and hold no more than 100,000 values.
    pub fn sharing(inner: R, turns: &Turns) -> Self {
        Self { turns: Some(turns.clone()), ..Self::new(inner) }
    }

    /// The next message. Cancel-safe: a line that arrived in part is kept.
    pub async fn next<T: DeserializeOwned>(&mut self, limit: usize) -> Result<T, LineError> {
        loop {
            let available = match &self.long {
                Some(long) => timeout_at(long.until, self.inner.fill_buf()).await.map_err(|_| LineError::TooSlow)?,
                None => self.inner.fill_buf().await,
            }?;
            if available.is_empty() {
                return Err(LineError::Ended);
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |at| at + 1);
            let before = self.long.as_ref().map_or(self.line.len(), |long| long.line.len());
            let length = before + taken;
            if length > limit {
                return Err(LineError::TooLong(limit));
            }
            if let (Some(turns), None) = (&self.turns, &self.long)
                && length > KEPT
            {
                let mut long = turns.next().await;
                long.line.clear();
                long.line.reserve_exact(limit);
                long.line.append(&mut self.line);
                self.long = Some(long);
            }
            let line = self.long.as_mut().map_or(&mut self.line, |long| &mut long.line);
            line.extend_from_slice(&available[..taken]);
            self.inner.consume(taken);
            if end.is_some() {
                return self.message();
            }
        }
    }

    /// The message of a whole line.
    fn message<T: DeserializeOwned>(&mut self) -> Result<T, LineError> {
        if let Some(long) = self.long.take() {
            if values(&long.line) > VALUES {
                return Err(LineError::TooMany);
            }
            return Ok(serde_json::from_slice(&long.line)?);
        }
        let message = serde_json::from_slice(&self.line);
        self.line.clear();
        // One large message must not cost its size for ever.
        self.line.shrink_to(KEPT);
        Ok(message?)
    }
}

/// How soon a long line must be whole.
const LONG: Duration = Duration::from_secs(10);

/// How many values a long line may hold.
const VALUES: usize = 100_000;

/// About how many values a text of JSON holds: each but the first comes after one of these.
fn values(text: &[u8]) -> usize {
    let (mut count, mut in_text, mut escaped) = (1, false, false);
    for byte in text {
        match (in_text, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_text = !in_text,
            (false, b',' | b'[' | b'{') => count += 1,
            (true | false, _) => {}
        }
    }
    count
}

/// Long lines, read one after the other by all who share this; those who send the others
/// wait. Its room is kept from one to the next: an allocator that gave it out again and
/// again would keep several times as much.
#[derive(Clone, Default)]
pub struct Turns(Arc<Mutex<Vec<u8>>>);

impl Turns {
    async fn next(&self) -> Long {
        let line = Arc::clone(&self.0).lock_owned().await;
        Long { until: Instant::now() + LONG, line }
    }
}

/// The turn of a long line.
struct Long {
    /// When it must be whole.
    until: Instant,
    /// What of it has arrived.
    line: OwnedMutexGuard<Vec<u8>>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_outside_of_texts() {
        let cases = [("1", 1), ("[1,2,3]", 4), (r#"{"a": [], "b": {}}"#, 5), (r#"["a,[{", "\",{", "\\"]"#, 4), ("", 1)];
        for (text, expected) in cases {
            assert_eq!(values(text.as_bytes()), expected, "{text}");
        }
    }

    /// Whether a line of this length is read before anybody waits for it for ever.
    async fn is_read(length: usize, turns: &Turns) -> bool {
        let text = format!("\"{}\"\n", "x".repeat(length - 3));
        let mut reader = Reader::sharing(text.as_bytes(), turns);
        let next = tokio::time::timeout(Duration::from_millis(100), reader.next::<String>(1 << 20));
        next.await.is_ok_and(|read| read.is_ok())
    }

    #[tokio::test]
    async fn a_long_line_waits_for_its_turn_and_a_short_one_for_nobody() {
        let turns = Turns::default();
        assert!(is_read(200 << 10, &turns).await && is_read(200 << 10, &turns).await, "a turn is given back");
        let begun = vec![b'x'; 200 << 10];
        let mut half = Reader::sharing(tokio::io::AsyncReadExt::chain(begun.as_slice(), Forever), &turns);
        assert!(tokio::time::timeout(Duration::from_millis(50), half.next::<String>(1 << 20)).await.is_err());
        assert!(!is_read(200 << 10, &turns).await);
        assert!(is_read(60 << 10, &turns).await);
        half.long.as_mut().expect("its turn").until = Instant::now();
        assert!(matches!(half.next::<String>(1 << 20).await, Err(LineError::TooSlow)));
        drop(half);
        assert!(is_read(200 << 10, &turns).await);
    }

    #[tokio::test]
    async fn a_long_line_of_too_many_values_is_refused() {
        let of = |count: usize| format!("[{}0]\n", "0,".repeat(count));
        for (count, is_fine) in [(VALUES - 10, true), (VALUES + 10, false)] {
            let text = of(count);
            let read = Reader::sharing(text.as_bytes(), &Turns::default()).next::<Vec<u8>>(1 << 20).await;
            assert_eq!(read.is_ok(), is_fine, "{count}");
            let read = Reader::new(text.as_bytes()).next::<Vec<u8>>(1 << 20).await;
            assert!(read.is_ok(), "who is trusted may send what the limit holds");
        }
    }

    /// Nothing more comes, and no end.
    struct Forever;

    impl AsyncRead for Forever {
        fn poll_read(
            self: std::pin::Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
            _: &mut tokio::io::ReadBuf<'_>,
        ) -> std::task::Poll<io::Result<()>> {
            std::task::Poll::Pending
        }
    }
}
