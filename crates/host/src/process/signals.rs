//! What the system asks of this process.

/// Done when the system asks this process to end.
#[cfg(unix)]
pub async fn told_to_end() {
    use std::task::Poll;
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()];
    let mut signals: Vec<_> = kinds.into_iter().filter_map(|kind| signal(kind).ok()).collect();
    std::future::poll_fn(|cx| {
        let told = signals.iter_mut().any(|signal| signal.poll_recv(cx).is_ready());
        if told { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// Done when the system asks this process to end.
#[cfg(not(unix))]
pub async fn told_to_end() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
