//! What a bridge asks for, shown before anything of it is used.

use std::collections::BTreeMap;

use bascule_core::bridge::{BridgeManifest, ChildCommand, Kind, PackTree};
use bascule_core::digest::Digest;
use bascule_core::plugin::PluginFolder;
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use super::author::files;
use super::line_of;
use crate::exit::Exit;
use crate::run::{Run, spoken};
use crate::voice::Reply;

/// A bridge somebody may agree to.
#[derive(Debug)]
pub(super) struct Offer {
    /// What it is, in the folder it gets.
    manifest: BridgeManifest,
    /// Its files.
    pub(super) tree: PackTree,
    /// Where it comes from.
    pub(super) source: Option<Utf8PathBuf>,
    folder: Utf8PathBuf,
    before: Option<Before>,
}

/// The bridge it takes the place of.
#[derive(Debug)]
pub(super) struct Before {
    /// Who published it.
    pub(super) publisher: Option<String>,
    /// The files that were agreed to.
    pub(super) files: BTreeMap<String, Digest>,
}

/// What was answered.
pub(super) enum Answer {
    /// Go on.
    Yes,
    /// It was declined, or nobody could be asked.
    No(Exit),
}

impl Offer {
    /// A bridge read from somewhere.
    pub(super) fn new(
        run: &Run,
        manifest: BridgeManifest,
        tree: PackTree,
        source: Option<Utf8PathBuf>,
        before: Option<Before>,
    ) -> Self {
        let folder = run.engine.pack_folder(&manifest.id);
        Self { manifest: manifest.placed_in(&folder), tree, source, folder, before }
    }

    /// The bridge's id.
    pub(super) fn id(&self) -> &str {
        &self.manifest.id
    }

    /// What it starts.
    pub(super) fn command(&self) -> Option<&ChildCommand> {
        match &self.manifest.kind {
            Kind::Command(command) => Some(command),
            Kind::Engine | Kind::Index(_) => None,
        }
    }

    /// Shows who published it, what it will run and every file it will place.
    pub(super) fn show(&self, run: &Run) {
        let (voice, manifest) = (&run.voice, &self.manifest);
        let name = spoken(&run.words, &manifest.name);
        let summary = spoken(&run.words, &manifest.summary);
        let source = self.source.as_ref().map(|source| run.path(source)).unwrap_or_default();
        let values = [("bridge", (&manifest.id).into()), ("name", name.into()), ("source", source.into())];
        match self.before {
            None => voice.heading(&run.say("bridges-offer", &values)),
            Some(_) => voice.heading(&run.say("bridges-offer-update", &values)),
        }
        voice.line(2, summary);
        match &manifest.publisher {
            Some(publisher) => voice.line(2, &run.say("bridges-offer-by", &[("publisher", publisher.into())])),
            None => voice.line(2, &run.say("bridges-offer-by-nobody", &[])),
        }
        let before = self.before.as_ref().and_then(|before| before.publisher.as_ref());
        if let Some(publisher) = before.filter(|publisher| Some(*publisher) != manifest.publisher.as_ref()) {
            voice.line(2, &run.say("bridges-offer-by-before", &[("publisher", publisher.into())]));
        }
        if let Some(command) = self.command() {
            voice.line(2, &run.say("bridges-offer-runs", &[]));
            voice.verbatim(4, &line_of(command));
            if let Some(cwd) = &command.cwd {
                voice.line(4, &run.say("bridges-offer-in", &[("folder", cwd.into())]));
            }
            if !command.env.is_empty() {
                // Values may be secret.
                let names = run.words.list(command.env.keys().cloned());
                voice.line(4, &run.say("bridges-offer-with", &[("names", names.into())]));
            }
        }
        if !manifest.tools.is_empty() {
            let tools = run.words.list(manifest.tools.iter().map(|tool| tool.name.clone()));
            voice.line(2, &run.say("bridges-offer-tools", &[("tools", tools.into())]));
        }
        let values = [("files", self.tree.files().count().into()), ("folder", run.path(&self.folder).into())];
        voice.line(2, &run.say("bridges-offer-files", &values));
        self.show_files(run);
        self.show_plugin(run);
        voice.line(2, &run.say("bridges-offer-trust", &[]));
    }

    fn show_files(&self, run: &Run) {
        let old = self.before.as_ref().map(|before| &before.files);
        for (path, bytes) in self.tree.files() {
            let values = [("path", path.into()), ("bytes", bytes.len().to_string().into())];
            let line = match old.map(|old| old.get(path)) {
                None => run.say("bridges-offer-file", &values),
                Some(None) => run.say("bridges-offer-file-new", &values),
                Some(Some(digest)) if *digest == Digest::of(bytes) => run.say("bridges-offer-file", &values),
                Some(Some(_)) => run.say("bridges-offer-file-changed", &values),
            };
            run.voice.verbatim(4, &line);
        }
        for path in old.into_iter().flat_map(BTreeMap::keys).filter(|path| self.tree.file(path).is_none()) {
            run.voice.verbatim(4, &run.say("bridges-offer-file-gone", &[("path", path.into())]));
        }
    }

    /// Every file that goes to a host app, by its whole path.
    fn show_plugin(&self, run: &Run) {
        if !self.manifest.plugins.is_empty() {
            let folders = self.plugin(run);
            if folders.is_empty() {
                run.voice.line(2, &run.say("bridges-offer-plugin-elsewhere", &[]));
            } else {
                run.voice.line(2, &run.say("bridges-offer-plugin", &[]));
            }
            for folder in folders {
                folder.files.keys().for_each(|file| run.voice.verbatim(4, &run.path(file)));
                if let Some(app) = &folder.missing_app {
                    let values = [("folder", run.path(app).into())];
                    run.voice.line(4, &run.say("bridges-offer-plugin-no-app", &values));
                }
            }
        }
        if let Some(steps) = &self.manifest.steps.enable {
            let values = [("steps", spoken(&run.words, steps).into())];
            run.voice.line(2, &run.say("bridges-offer-steps", &values));
        }
    }

    fn plugin(&self, run: &Run) -> Vec<PluginFolder> {
        run.engine.plugin_folders(&self.manifest, &self.tree)
    }

    /// Asks, where `yes` was not said to the command itself.
    pub(super) fn agreed(&self, run: &Run, yes: bool, command: &str) -> Answer {
        if yes {
            return Answer::Yes;
        }
        if !run.voice.can_ask() {
            run.voice.aside(&run.say("problem-needs-yes", &[]));
            run.voice.aside_verbatim(2, command);
            return Answer::No(Exit::Refused);
        }
        loop {
            match run.voice.decide(&run.say("bridges-ask", &[])) {
                Reply::Yes => return Answer::Yes,
                Reply::No => {
                    run.voice.line(0, &run.say("problem-declined", &[]));
                    return Answer::No(Exit::Refused);
                }
                Reply::Other(_) => run.voice.line(0, &run.say("bridges-known-answers", &[])),
            }
        }
    }

    /// The same for programs: no values of variables.
    pub(super) fn json(&self, run: &Run) -> Value {
        let plugin = |folder: PluginFolder| {
            let files: Vec<&Utf8PathBuf> = folder.files.keys().collect();
            json!({"folder": folder.folder, "files": files, "missing_app": folder.missing_app})
        };
        let plugins: Vec<Value> = self.plugin(run).into_iter().map(plugin).collect();
        let (manifest, command) = (&self.manifest, self.command());
        let line = command.map(|command| std::iter::once(&command.program).chain(&command.args).collect::<Vec<_>>());
        json!({
            "id": manifest.id, "name": manifest.name.en, "publisher": manifest.publisher, "runs": line,
            "cwd": command.and_then(|command| command.cwd.as_ref()),
            "variables": command.map(|command| command.env.keys().collect::<Vec<_>>()).unwrap_or_default(),
            "tools": manifest.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(),
            "source": self.source, "folder": self.folder, "files": files(&self.tree),
            "plugins": plugins, "steps": manifest.steps.enable.as_ref().map(|steps| &steps.en),
            "digest": self.tree.digest().to_string(),
        })
    }

    /// The file of a pack, as a person asked for it.
    pub(super) fn source(&self) -> Option<&Utf8Path> {
        self.source.as_deref()
    }
}
