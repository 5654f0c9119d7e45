//! `configure --print`: an entry to paste by hand.

use bascule_core::document::{Bom, ConfigDocument, Content, Dialect, Slot};
use bascule_core::harness::{Harness, Reach, Shape, Status};
use bascule_core::reconcile::{OTHER, Target};
use bascule_engine::BUILT_IN;
use serde_json::json;

use crate::arguments::Configure;
use crate::choose::{known_bridge, known_program};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::run::Run;

/// Prints the entry of a bridge as this program would have it.
pub(super) fn configure(run: &Run, arguments: &Configure) -> Result<Exit, Problem> {
    known_bridge(run, &arguments.bridge)?;
    let harness = known_program(&arguments.harness)?;
    let Some((dialect, shape)) = form(harness) else {
        return Err(Problem::UnknownProgram { harness: OTHER.to_owned(), similar: Vec::new() });
    };
    let target = Target::user(&arguments.bridge, harness.id);
    let entry = shape.entry(target.name(), &target.launch(&run.engine.launcher));
    let slot = Slot { container: shape.keys.container(), name: target.name().to_owned() };
    let nothing = Content::Absent;
    let put = ConfigDocument::read(dialect, &nothing).and_then(|document| document.put(&slot, &entry, Bom::Keep));
    let text = match put {
        Ok((Content::Bytes(bytes), _)) => String::from_utf8_lossy(&bytes).into_owned(),
        // A form nobody can lay out from nothing is shown as the bare entry.
        Ok((Content::Absent | Content::Kept(_), _)) | Err(_) => format!("{entry:#}"),
    };
    let place = place(run, harness)?;
    run.voice.json(json!({
        "command": "configure", "harness": harness.id, "bridge": arguments.bridge,
        "place": place, "text": text, "entry": entry,
    }));
    // The text alone stands on standard output, so that it can be piped.
    run.voice.aside(&place);
    run.voice.verbatim(0, text.trim_end());
    Ok(Exit::Done)
}

fn form(harness: &'static Harness) -> Option<(Dialect, Shape)> {
    match harness.status {
        Status::Manual(snippet) => Some((snippet.dialect, snippet.shape)),
        Status::Active | Status::Retired => {
            let site = harness.site(Reach::User).or_else(|| harness.site(Reach::Project))?;
            Some((site.dialect, site.shape_for(&Content::Absent)))
        }
    }
}

/// Where it goes.
fn place(run: &Run, harness: &'static Harness) -> Result<String, Problem> {
    if let Status::Manual(snippet) = harness.status {
        let values = [("program", harness.name.into()), ("menu", snippet.menu.into())];
        return Ok(run.say("configure-menu", &values));
    }
    let target = Target::user(BUILT_IN, harness.id);
    let observed = run.engine.observe([target.clone()])?;
    let file = observed.sites.get(&target).and_then(|sight| sight.site.as_ref().ok()).map(|site| run.path(&site.file));
    Ok(match file {
        Some(file) => run.say("configure-file", &[("program", harness.name.into()), ("file", file.into())]),
        None => run.say("configure-project", &[("program", harness.name.into())]),
    })
}
