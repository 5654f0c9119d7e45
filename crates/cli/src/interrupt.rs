//! Ctrl-C while files are changed, and the same from who started this process.

use std::io::Read as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// While this lives, Ctrl-C asks instead of ending the process; pressed again it
/// ends it at once, and the next start puts everything back.
pub(crate) struct Interrupt(&'static Flags);

struct Flags {
    /// Nothing is being changed: Ctrl-C ends the process as always.
    idle: Arc<AtomicBool>,
    /// Ctrl-C was pressed.
    asked: Arc<AtomicBool>,
}

/// Hooks stay once they are made: a signal without any would be ignored from then on.
static FLAGS: OnceLock<Flags> = OnceLock::new();

const ENDED_BY_SIGINT: i32 = 130;

fn flags() -> &'static Flags {
    FLAGS.get_or_init(|| {
        let flags = Flags { idle: Arc::new(AtomicBool::new(true)), asked: Arc::default() };
        // They run in this order, so the first press finds the flag still down.
        // Where one cannot be made, Ctrl-C ends the process.
        let hooks = [
            flag::register_conditional_default(SIGINT, Arc::clone(&flags.idle)),
            flag::register_conditional_shutdown(SIGINT, ENDED_BY_SIGINT, Arc::clone(&flags.asked)),
            flag::register(SIGINT, Arc::clone(&flags.asked)),
        ];
        drop(hooks);
        flags
    })
}

impl Interrupt {
    /// Listens from now on.
    pub(crate) fn listen() -> Self {
        let flags = flags();
        flags.asked.store(false, Ordering::SeqCst);
        flags.idle.store(false, Ordering::SeqCst);
        Self(flags)
    }

    /// From now on the end of standard input is a Ctrl-C: whoever holds its other end may
    /// let go, or be killed, and nothing is left half done.
    pub(crate) fn tie() {
        let flags = flags();
        std::thread::spawn(move || {
            // What is sent means nothing; an error is an end too.
            while matches!(std::io::stdin().lock().read(&mut [0; 64]), Ok(1..)) {}
            flags.asked.store(true, Ordering::SeqCst);
            if flags.idle.load(Ordering::SeqCst) {
                std::process::exit(ENDED_BY_SIGINT);
            }
        });
    }

    /// Whether Ctrl-C was pressed since this was made.
    pub(crate) fn asked(&self) -> bool {
        self.0.asked.load(Ordering::SeqCst)
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.0.idle.store(true, Ordering::SeqCst);
    }
}
