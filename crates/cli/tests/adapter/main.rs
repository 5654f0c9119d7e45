//! The real binary as MCP clients meet it: raw lines over pipes.

#![expect(clippy::disallowed_methods, reason = "a test starts programs and builds its own throwaway home")]

mod app_gone;
mod client;
mod mods;
mod protocol;
mod proxy;
mod runtimes;
