//! Programs we start and speak MCP with: their tree, their lines, their sessions.

mod child;
mod lines;
mod orphans;
mod session;
mod signals;
mod start;

pub use child::{Child, End, Log};
pub use lines::{Failure, Lines, Remark};
pub use orphans::adopt;
#[cfg(target_os = "linux")]
pub use orphans::children;
pub use session::{Opening, Session};
pub use signals::told_to_end;
pub use start::{Environment, Start};
