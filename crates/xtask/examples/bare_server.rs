//! The floor of the bench: an MCP server of the standard library alone.
//!
//! It understands just enough of JSON to find a request's id and method, so what it
//! takes is what a process and two pipes take. Its one tool answers with nothing.

use std::io::{self, BufRead as _, Write as _};

const OPENED: &str =
    r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"bare","version":"0"}}"#;
const TOOLS: &str = r#"{"tools":[{"name":"nothing","inputSchema":{"type":"object"}}]}"#;
const CALLED: &str = r#"{"content":[],"isError":false}"#;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let Some(id) = id(&line) else { continue };
        let result = match () {
            () if line.contains("\"tools/call\"") => CALLED,
            () if line.contains("\"tools/list\"") => TOOLS,
            () if line.contains("\"initialize\"") => OPENED,
            () => "{}",
        };
        writeln!(out, "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}")?;
        out.flush()?;
    }
    Ok(())
}

fn id(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("\"id\":")?;
    let rest = rest.trim_start();
    let end = rest.find(|sign: char| !sign.is_ascii_digit())?;
    (end > 0).then(|| &rest[..end])
}
