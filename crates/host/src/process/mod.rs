//! Programs we start and speak MCP with: their tree, their lines, their sessions.

mod child;
mod lines;
mod session;

pub use child::{Child, End, Environment, Start};
pub use lines::{Failure, Lines};
pub use session::{Opening, Session};
