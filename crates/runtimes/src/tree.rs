//! A process and everything it starts, held together on each system by its own means.
//!
//! On Linux this process adopts what loses its parent, so nothing below it can get
//! away; on Windows it is in a job that ends with it, which nothing leaves. macOS
//! knows neither: what has left both its group and its parents behind is lost there.

#[cfg(unix)]
#[path = "tree/unix.rs"]
mod system;
#[cfg(windows)]
#[path = "tree/windows.rs"]
mod system;

pub(crate) use system::{Tree, tell_when_left};
