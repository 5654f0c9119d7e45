//! What holds of a line on the socket, for tests and the fuzz target alike.

use std::pin::Pin;
use std::task::{Context, Poll};

use bascule_host::wire::{
    ASK_LIMIT, FromClient, FromHost, Greeting, HELLO_LIMIT, Hello, LineError, Reader, TOLD_LIMIT, Turns, Writer, agreed,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, ReadBuf};

/// Bytes from a fuzzer: the first says in what pieces the others come.
pub(crate) fn fuzzed(data: &[u8]) {
    let Some((first, bytes)) = data.split_first() else { return };
    let piece = usize::from(*first).max(1);
    for hello in held::<Hello>(bytes, piece, HELLO_LIMIT) {
        // Whatever it says of itself, it gets an answer.
        let _ = agreed(&hello);
    }
    held::<Greeting>(bytes, piece, HELLO_LIMIT);
    held::<FromClient>(bytes, piece, ASK_LIMIT);
    held::<FromHost>(bytes, piece, TOLD_LIMIT);
    // A limit in the middle of what comes.
    held::<FromClient>(bytes, piece, 64);
}

/// Reads messages until the first refusal. However the bytes come, the same is read;
/// what was read is written and read as the same again.
pub(crate) fn held<T: DeserializeOwned + Serialize>(bytes: &[u8], piece: usize, limit: usize) -> Vec<T> {
    let (read, refusal) = read::<T>(bytes, piece, limit);
    let (at_once, other) = self::read::<T>(bytes, bytes.len().max(1), limit);
    assert_eq!(texts(&read), texts(&at_once), "it depends on the pieces what is read");
    assert_eq!(std::mem::discriminant(&refusal), std::mem::discriminant(&other), "{refusal:?}, {other:?}");
    let longest = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::len).max().unwrap_or_default();
    if longest <= limit {
        assert!(!matches!(refusal, LineError::TooLong(_)), "no line is longer than {limit}");
    }
    let mut written = Vec::new();
    let all: Result<(), std::io::Error> = block_on(async {
        let mut writer = Writer::new(&mut written);
        for message in &read {
            writer.send(message).await?;
        }
        Ok(())
    });
    assert!(all.is_ok());
    // What is written may be longer than what was read: a number or a text may be put
    // otherwise.
    let (again, _) = self::read::<T>(&written, piece, 64 << 20);
    assert_eq!(texts(&again), texts(&read), "what is written is read as the same");
    read
}

fn read<T: DeserializeOwned>(bytes: &[u8], piece: usize, limit: usize) -> (Vec<T>, LineError) {
    let mut reader = Reader::sharing(Pieces { bytes, piece }, &Turns::default());
    let mut read = Vec::new();
    let refusal = block_on(async {
        loop {
            match reader.next::<T>(limit).await {
                Ok(message) => read.push(message),
                Err(refusal) => break refusal,
            }
        }
    });
    assert!(!matches!(refusal, LineError::TooSlow | LineError::Broken(_)), "{refusal:?}");
    (read, refusal)
}

fn texts(messages: &[impl Serialize]) -> Vec<String> {
    messages.iter().map(|message| serde_json::to_string(message).expect("a message has a text")).collect()
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    thread_local! {
        static RUNTIME: tokio::runtime::Runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    }
    RUNTIME.with(|runtime| runtime.block_on(work))
}

/// Bytes that come in pieces.
struct Pieces<'a> {
    bytes: &'a [u8],
    piece: usize,
}

impl AsyncRead for Pieces<'_> {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<std::io::Result<()>> {
        let count = self.piece.min(self.bytes.len()).min(buf.remaining());
        let (now, later) = self.bytes.split_at(count);
        buf.put_slice(now);
        self.bytes = later;
        Poll::Ready(Ok(()))
    }
}
