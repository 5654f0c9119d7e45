//! What a person sees when we have a bug.

use std::panic::{self, UnwindSafe};
use std::sync::OnceLock;

use bascule_words::{Lang, Words};

use crate::exit::Exit;

static LANG: OnceLock<Lang> = OnceLock::new();

/// Speaks this language should a fault happen from now on.
pub(crate) fn speak(lang: Lang) {
    // A second run in one process speaks as the first did.
    let _first = LANG.set(lang);
}

/// Runs `work`; a panic in it becomes a text to report and its own exit code.
pub(crate) fn guarded(work: impl FnOnce() -> Exit + UnwindSafe) -> Exit {
    panic::set_hook(Box::new(|panic| {
        let words = Words::new(LANG.get().copied().unwrap_or(Lang::English));
        // The catalogue itself may be what failed.
        let intro = words.try_say("problem-panic", &[]).unwrap_or_default();
        eprintln!("{intro}\n\n  bascule {} on {}\n  {panic}", env!("CARGO_PKG_VERSION"), std::env::consts::OS);
    }));
    panic::catch_unwind(work).unwrap_or(Exit::Fault)
}
