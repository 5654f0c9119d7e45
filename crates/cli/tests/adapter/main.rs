//! The real binary as MCP clients meet it: raw lines over pipes.

mod client;
mod protocol;
mod proxy;
