//! `demo`: everything Bascule does, on a throwaway home.

use std::sync::{Arc, Mutex, PoisonError};

use bascule_core::harness::{self, Reach};
use bascule_core::machine::Machine;
use bascule_core::reconcile::{Displace, Mode, Target, Wish, Wishes};
use bascule_engine::{BUILT_IN, Disk as _, EngineError, Like, Pace};
use bascule_words::Words;
use camino::{Utf8Path, Utf8PathBuf};

use super::verify;
use crate::arguments::Demo;
use crate::carry_out::{change_line, show_diff};
use crate::exit::Exit;
use crate::problem::Problem;
use crate::programs::Programs;
use crate::run::{Run, own_path};
use crate::voice::{Form, Voice};

/// The programs of the demo with files as people have them: their own servers,
/// comments, a habit of layout each.
const FILES: [(&str, &str); 4] = [
    ("claude-code", include_str!("demo/claude.json")),
    ("vscode", include_str!("demo/vscode.jsonc")),
    ("codex", include_str!("demo/codex.toml")),
    ("hermes", include_str!("demo/hermes.yaml")),
];

/// What "the person" changes by hand meanwhile: in this file, this text becomes that.
const EDITS: [(&str, &str, &str); 2] = [
    ("vscode", "// Servers I use every day.", "// Servers I use every day, also on the train."),
    ("codex", "model = \"gpt-5\"", "model = \"gpt-5\"\nmodel_reasoning_effort = \"high\""),
];

/// Shows enable, verify, an edit by hand, and disable, step by step.
pub(super) fn demo(run: &Run, arguments: &Demo) -> Result<Exit, Problem> {
    let home = tempfile::Builder::new().prefix("bascule-demo-").tempdir().map_err(no_folder)?;
    // Behind links, because what is shown is compared with what the engine says.
    let path = dunce::canonicalize(home.path()).map_err(no_folder)?;
    let path = Utf8PathBuf::from_path_buf(path).map_err(|_| no_folder(std::io::ErrorKind::InvalidData.into()))?;
    let home = Arc::new(Mutex::new(Some(home)));
    let swept = Arc::clone(&home);
    let guard = signals(move || drop(swept.lock().unwrap_or_else(PoisonError::into_inner).take()));
    let shown = Stage::new(run, &path).play();
    drop(guard);
    let home = home.lock().unwrap_or_else(PoisonError::into_inner).take();
    match home {
        Some(home) if arguments.keep => {
            let kept = home.keep();
            run.voice.line(0, &run.say("demo-kept", &[("folder", kept.display().to_string().into())]));
        }
        home => {
            drop(home);
            run.voice.line(0, &run.say("demo-end", &[]));
        }
    }
    shown
}

struct Stage<'r> {
    outside: &'r Run,
    run: Run,
    files: Vec<(&'static str, Utf8PathBuf, String)>,
}

impl<'r> Stage<'r> {
    fn new(outside: &'r Run, home: &Utf8Path) -> Self {
        let real = &outside.engine.machine;
        let mut machine = Machine::new(real.os, home);
        for name in ["PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR"] {
            if let Some(value) = real.var(name) {
                machine = machine.with_env(name, value);
            }
        }
        machine = machine.with_env("HOME", home.as_str()).with_env("USERPROFILE", home.as_str());
        let files = FILES
            .iter()
            .filter_map(|(id, text)| {
                let site = harness::find(id)?.site(Reach::User)?;
                let (_, file, _) = site.files(&machine, None).into_iter().next()?;
                Some((*id, file, (*text).to_owned()))
            })
            .collect();
        let voice = Voice { form: Form::Text, steps: false, terminal: outside.voice.terminal };
        let launcher = Programs::Named(own_path().unwrap_or_else(|| outside.engine.launcher.clone()));
        let run = Run::new(machine, launcher, Words::new(outside.words.lang()), voice);
        Self { outside, run, files }
    }

    fn play(mut self) -> Result<Exit, Problem> {
        self.step(1, "demo-files");
        for (id, file, text) in &self.files {
            self.write(file, text)?;
            let name = harness::find(id).map_or(*id, |harness| harness.name);
            self.run.voice.line(2, &format!("{name}: {}", self.run.path(file)));
        }
        self.wait();

        self.step(2, "demo-enable");
        let present = Wish::Present { explicit: true, predecessor: Displace::Ask };
        self.make(&present, "enable bascule --all")?;
        self.wait();

        self.step(3, "demo-verify");
        let verdicts = verify::prove(&self.run, |_| true)?;
        verify::tell(&self.run, &verdicts);
        self.wait();

        self.step(4, "demo-edit");
        for (id, from, to) in EDITS {
            self.edit(id, from, to)?;
        }
        self.wait();

        self.step(5, "demo-disable");
        self.make(&Wish::Absent, "disable bascule --all")?;
        self.wait();

        self.step(6, "demo-same");
        let mut all_same = true;
        for (_, file, text) in &self.files {
            let same = self.read(file)? == text.as_bytes();
            all_same &= same;
            let id = if same { "demo-same-line" } else { "demo-different-line" };
            let values = [("file", self.run.path(file).into()), ("bytes", text.len().to_string().into())];
            self.run.voice.line(2, &self.run.say(id, &values));
        }
        let good = all_same && verdicts.iter().all(verify::Verdict::is_good);
        Ok(if good { Exit::Done } else { Exit::Fault })
    }

    /// Plans, shows the lines, applies.
    fn make(&self, wish: &Wish, typed: &str) -> Result<(), Problem> {
        let targets = self.files.iter().map(|(id, ..)| Target::user(BUILT_IN, id));
        let wishes: Wishes = targets.map(|target| (target, wish.clone())).collect();
        self.run.voice.verbatim(2, &format!("$ bascule {typed}"));
        let plan = self.run.engine.plan(&wishes)?;
        for (change, diff) in plan.changes.iter().zip(plan.diffs()) {
            self.run.voice.line(2, &change_line(&self.run, change, &diff));
            show_diff(&self.run, &diff);
        }
        // Ctrl-C is the demo's own here: it sweeps up before it ends.
        self.run.engine.apply(&wishes, &plan, typed, &mut |_| Pace::Go)?;
        Ok(())
    }

    fn edit(&mut self, id: &str, from: &str, to: &str) -> Result<(), Problem> {
        let Some((_, file, original)) = self.files.iter_mut().find(|(known, ..)| *known == id) else { return Ok(()) };
        *original = original.replacen(from, to, 1);
        let file = file.clone();
        let now = String::from_utf8_lossy(&self.read(&file)?).replacen(from, to, 1);
        self.run.engine.disk.remove(&file).map_err(EngineError::from)?;
        self.write(&file, &now)?;
        self.run.voice.verbatim(2, &self.run.path(&file));
        for line in to.lines().filter(|line| !from.contains(line)) {
            self.run.voice.coloured(crate::voice::Mark::In, 4, &format!("+ {line}"));
        }
        Ok(())
    }

    fn step(&self, number: usize, id: &str) {
        self.run.voice.line(0, "");
        let values =
            [("number", number.to_string().into()), ("of", "6".into()), ("text", self.run.say(id, &[]).into())];
        self.run.voice.heading(&self.run.say("demo-step", &values));
    }

    /// Where somebody sits at the terminal, they say when to go on.
    fn wait(&self) {
        if self.outside.voice.can_ask() {
            self.run.voice.ask(&self.run.say("demo-continue", &[]));
        }
    }

    fn write(&self, file: &Utf8Path, text: &str) -> Result<(), Problem> {
        let disk = &self.run.engine.disk;
        let mut missing: Vec<&Utf8Path> = Vec::new();
        let mut above = file.parent();
        while let Some(folder) = above.filter(|folder| matches!(disk.look(folder), Ok(None))) {
            missing.push(folder);
            above = folder.parent();
        }
        for folder in missing.into_iter().rev() {
            disk.make_folder(folder, Mode::Private).map_err(EngineError::from)?;
        }
        Ok(disk.write(file, text.as_bytes(), Like::New(Mode::Private)).map_err(EngineError::from)?)
    }

    fn read(&self, file: &Utf8Path) -> Result<Vec<u8>, Problem> {
        Ok(self.run.engine.disk.read(file).map_err(EngineError::from)?.unwrap_or_default())
    }
}

fn no_folder(source: std::io::Error) -> Problem {
    let path = Utf8PathBuf::from_path_buf(std::env::temp_dir()).unwrap_or_default();
    EngineError::from(bascule_engine::DiskError { effect: "make a folder in", path, source }).into()
}

/// Ctrl-C sweeps up before it ends the process, until the guard is dropped.
#[cfg(unix)]
fn signals(sweep: impl FnOnce() + Send + 'static) -> impl Drop {
    use signal_hook::consts::{SIGINT, SIGTERM};
    struct Guard(Option<signal_hook::iterator::Handle>);
    impl Drop for Guard {
        fn drop(&mut self) {
            if let Some(handle) = self.0.take() {
                handle.close();
            }
        }
    }
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return Guard(None) };
    let handle = signals.handle();
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            sweep();
            std::process::exit(128 + signal);
        }
    });
    Guard(Some(handle))
}

#[cfg(not(unix))]
fn signals(_sweep: impl FnOnce() + Send + 'static) -> impl Drop {
    struct Guard;
    impl Drop for Guard {
        fn drop(&mut self) {}
    }
    Guard
}
