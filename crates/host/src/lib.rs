//! What stays alive: one process a person, which owns every runtime and tells how it stands.
//!
//! Adapters, the command line and faces reach it over a local socket ([`wire`]) as a
//! [`client`]; it starts runtimes as child processes and obeys
//! `bascule_core::runtime::step`.

pub mod call;
mod carry;
mod chosen;
pub mod client;
mod controller;
mod endpoint;
mod life;
mod logs;
mod obstacle;
pub mod process;
mod serving;
mod sight;
mod supervisor;
mod watch;
pub mod wire;

pub use carry::NotCarried;
pub use chosen::why_held;
pub use controller::Config;
pub use endpoint::endpoint_taken;
pub use life::{HostError, Lived, live};
pub use logs::log_file;
pub use obstacle::obstacle;
pub use sight::{at_rest, trouble_shown};
