//! The runtime of an `index` bridge.

use std::io;
use std::sync::Arc;

use bascule_core::bridge::{BridgeManifest, IndexSource};
use bascule_engine::{Engine, RealDisk};

use crate::indexes::{Indexes, PATIENCE};
use crate::serve::{Call, Card, Voice, serve};
use crate::whereabouts::Whereabouts;
use bascule_host::call::CallProblem;

/// Answers from indexes on standard input and output until the input ends. Which
/// project a call means is chosen by where it came from: [`Whereabouts`].
pub fn serve_index(manifest: &BridgeManifest, source: &IndexSource, engine: Engine<RealDisk>) -> io::Result<()> {
    let os = engine.machine.os;
    let indexes = Indexes::watched(engine, &manifest.id, source);
    let ask = move |call: &Call| {
        let at = Whereabouts::of_meta(&call.meta, os).map_err(|wrong| CallProblem {
            cause: format!("the call does not say properly where it comes from: {wrong}"),
            mend: Some("this is a fault of Bascule: ask the user to restart this program".to_owned()),
        })?;
        indexes.answer(&call.tool, &call.arguments, &at, PATIENCE)
    };
    serve(Card::of(manifest), Arc::new(ask), io::stdin().lock(), Voice::over(io::stdout()))
}
