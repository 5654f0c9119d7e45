//! Lines within a limit.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
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
    /// So many long lines are on their way at once that this one found no room, or it
    /// was too slow.
    #[error("a long line found no room, or took too long")]
    NoRoom,
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
    /// What its line may take of what all have together.
    room: Option<Taken>,
    /// When its line became a long one.
    long_since: Option<Instant>,
}

impl<R: AsyncRead + Unpin> Reader<R> {
    /// Reads from here.
    pub fn new(inner: R) -> Self {
        Self { inner: BufReader::with_capacity(4 << 10, inner), line: Vec::new(), room: None, long_since: None }
    }

    /// Reads from who may not be trusted to be modest: its long lines share this room
    /// with those of others, must come soon, and hold no more than 100,000 values.
    pub fn sharing(inner: R, room: &Room) -> Self {
        Self { room: Some(Taken { room: room.clone(), bytes: 0 }), ..Self::new(inner) }
    }

    /// The next message. Cancel-safe: a line that arrived in part is kept.
    pub async fn next<T: DeserializeOwned>(&mut self, limit: usize) -> Result<T, LineError> {
        loop {
            let available = match self.long_since {
                Some(since) => timeout_at(since + LONG, self.inner.fill_buf()).await.map_err(|_| LineError::NoRoom)?,
                None => self.inner.fill_buf().await,
            }?;
            if available.is_empty() {
                return Err(LineError::Ended);
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |at| at + 1);
            let length = self.line.len() + taken;
            if length > limit {
                return Err(LineError::TooLong(limit));
            }
            if let Some(room) = self.room.as_mut().filter(|_| length > KEPT) {
                if !room.grow(length) {
                    return Err(LineError::NoRoom);
                }
                self.long_since.get_or_insert_with(Instant::now);
                // Once: what is never written costs nothing, and what grows leaves holes.
                self.line.reserve_exact(limit - self.line.len());
            }
            self.line.extend_from_slice(&available[..taken]);
            self.inner.consume(taken);
            if end.is_some() {
                return self.message();
            }
        }
    }

    /// The message of a whole line.
    fn message<T: DeserializeOwned>(&mut self) -> Result<T, LineError> {
        let many = self.long_since.take().is_some() && values(&self.line) > VALUES;
        let message = if many { Err(LineError::TooMany) } else { Ok(serde_json::from_slice(&self.line)) };
        self.line.clear();
        // One large message must not cost its size for ever.
        self.line.shrink_to(KEPT);
        if let Some(room) = &mut self.room {
            room.give_back();
        }
        Ok(message??)
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

/// How many bytes of long lines may be on their way at once, for all who share it.
#[derive(Clone)]
pub struct Room(Arc<AtomicUsize>);

impl Room {
    /// Room for so many bytes.
    pub fn of(bytes: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(bytes)))
    }
}

/// What one reader has of the room.
struct Taken {
    room: Room,
    bytes: usize,
}

impl Taken {
    /// Takes what a line of this length needs; `false` where there is not so much.
    fn grow(&mut self, length: usize) -> bool {
        let more = length.saturating_sub(self.bytes);
        let left = |free: usize| free.checked_sub(more);
        let taken = self.room.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left).is_ok();
        if taken {
            self.bytes += more;
        }
        taken
    }

    fn give_back(&mut self) {
        self.room.0.fetch_add(std::mem::take(&mut self.bytes), Ordering::Relaxed);
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.give_back();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_outside_of_texts() {
        let cases = [
            ("1", 1),
            ("[1,2,3]", 4),
            (r#"{"a": [], "b": {}}"#, 5),
            (r#"["a,[{", "\",{", "\\"]"#, 4),
            ("", 1),
        ];
        for (text, expected) in cases {
            assert_eq!(values(text.as_bytes()), expected, "{text}");
        }
    }

    /// What becomes of lines of these lengths, which share this much room.
    async fn read(lengths: &[usize], room: &Room) -> Vec<Result<(), LineError>> {
        let text: String = lengths.iter().map(|length| format!("\"{}\"\n", "x".repeat(length - 3))).collect();
        let mut reader = Reader::sharing(text.as_bytes(), room);
        let mut read = Vec::new();
        for _ in lengths {
            let next = reader.next::<String>(1 << 20).await.map(drop);
            let goes_on = next.is_ok();
            read.push(next);
            if !goes_on {
                break;
            }
        }
        read
    }

    #[tokio::test]
    async fn long_lines_share_their_room_and_give_it_back() {
        let room = Room::of(300 << 10);
        let well = read(&[200 << 10, 200 << 10, 50 << 10, 200 << 10], &room).await;
        assert!(well.iter().all(Result::is_ok), "{well:?}");
        assert!(matches!(read(&[400 << 10], &room).await[..], [Err(LineError::NoRoom)]));
        let begun = vec![b'x'; 200 << 10];
        let mut half = Reader::sharing(tokio::io::AsyncReadExt::chain(begun.as_slice(), Forever), &room);
        let waited = tokio::time::timeout(Duration::from_millis(50), half.next::<String>(1 << 20)).await;
        assert!(waited.is_err());
        assert!(matches!(read(&[200 << 10], &room).await[..], [Err(LineError::NoRoom)]));
        assert!(read(&[60 << 10], &room).await[0].is_ok(), "short lines need no room");
        drop(half);
        assert!(read(&[200 << 10], &room).await[0].is_ok());
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
