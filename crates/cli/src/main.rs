//! The `bascule` binary.

mod mcp;

use std::process::ExitCode;
use std::sync::Arc;

use bascule_core::bridge::{self, BridgeManifest, Kind, PackFile, Version};
use clap::{Parser, Subcommand};
use serde_json::json;

#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Serves a bridge to an AI program over standard input and output.
    Mcp {
        /// The bridge's id.
        bridge: String,
        /// The AI program this entry was written for.
        #[arg(long = "for")]
        program: Option<String>,
    },
    /// Starts a server as an AI program would and says how far it came.
    Prove {
        /// The program and its arguments.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<String>,
        /// How long it may take to answer, in milliseconds.
        #[arg(long, default_value_t = 10_000)]
        millis: u64,
        /// A tool to call.
        #[arg(long)]
        call: Option<String>,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().verb {
        Verb::Mcp { bridge, program: _ } => serve(&bridge),
        Verb::Prove { command, millis, call } => prove(&command, millis, call),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bascule: {error}");
            ExitCode::from(3)
        }
    }
}

type Done = Result<(), Box<dyn std::error::Error>>;

fn serve(id: &str) -> Done {
    let running = Version::parse(env!("CARGO_PKG_VERSION")).ok_or("no version")?;
    if id == "bascule" {
        let manifest = bridge::built_in(running)?;
        let ask = |tool: &str, _: serde_json::Map<String, serde_json::Value>| {
            Ok(match tool {
                "list_bridges" => json!({"bridges": []}),
                "list_programs" => json!({"programs": []}),
                "diagnose" => json!({"checked": 0, "findings": []}),
                _ => json!({"total": 0, "changes": []}),
            })
        };
        return Ok(mcp::serve_engine(&manifest, Arc::new(ask))?);
    }
    let folder = format!("{}/bridges/{id}", std::env::var("BASCULE_HOME")?);
    let (toml, tools) = (format!("{folder}/bridge.toml"), format!("{folder}/tools.json"));
    let text = std::fs::read_to_string(&toml)?;
    let recorded = std::fs::read_to_string(&tools).ok();
    let files: Vec<_> = recorded.iter().map(|text| PackFile { name: &tools, text }).collect();
    let manifest = BridgeManifest::parse(PackFile { name: &toml, text: &text }, &files, running)?;
    let Kind::Command(command) = &manifest.kind else { return Err("not a command bridge".into()) };
    let record = move |found: &[bridge::Tool]| {
        if let Err(error) = std::fs::write(&tools, bridge::recorded_text(found)) {
            eprintln!("bascule: {tools}: {error}");
        }
    };
    Ok(mcp::serve_command(&manifest, command, Arc::new(record))?)
}

fn prove(command: &[String], millis: u64, call: Option<String>) -> Done {
    let (program, args) = command.split_first().ok_or("no program")?;
    let limit = std::time::Duration::from_millis(millis);
    let plan = mcp::ProofPlan {
        program: program.clone(),
        args: args.to_vec(),
        env: std::env::vars().filter(|(name, _)| name == "PATH" || name == "BASCULE_HOME").collect(),
        cwd: None,
        opening: limit,
        answering: limit,
        call: call.map(|tool| mcp::ReadOnlyCall { tool, arguments: serde_json::Map::new() }),
    };
    let proofs: Vec<mcp::Proof> = mcp::prove_all(vec![plan], 4)?;
    for proof in &proofs {
        let steps: Vec<(mcp::Step, f64)> =
            proof.steps.iter().map(|took: &mcp::Took| (took.step, took.millis)).collect();
        println!("{steps:?}\n{proof:#?}");
    }
    Ok(())
}
