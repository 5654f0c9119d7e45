//! What helps against what is wrong with a bridge.

use camino::Utf8PathBuf;

use crate::doctor::Fix;
use crate::reconcile::Remedy;

/// What helps against what is wrong with a bridge: a button in a window, a `help:` line
/// in a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mend {
    /// What helps against a refusal.
    Remedy(Remedy),
    /// What the check-up may do without asking.
    Fix(Fix),
    /// Put the entry in again, or let us forget it.
    ConnectOrForget,
    /// Let us forget the entry; what stands in its place stays.
    Forget,
    /// Mend the file of what the person chose, or put it aside.
    MendSettings,
    /// End the pause.
    Resume,
    /// Read what it said last, then try again.
    ReadLog,
    /// Start it again.
    Restart,
    /// End its process by the system's own means.
    EndProcess,
    /// Install this program.
    InstallProgram(String),
    /// Open this host app.
    OpenHostApp(String),
    /// Make room on the disk of this folder.
    MakeRoom(Utf8PathBuf),
}

impl Mend {
    /// A stable kebab-case word, for JSON output and for the sentence's key.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Remedy(remedy) => remedy.kind(),
            Self::Fix(Fix::Recover) => "recover",
            Self::Fix(Fix::MakePrivate) => "make-private",
            Self::Fix(Fix::Adopt) => "adopt",
            Self::Fix(Fix::Renew) => "renew",
            Self::Fix(Fix::PutBack) => "put-back",
            Self::Fix(Fix::PutPluginBack) => "put-plugin-back",
            Self::Fix(Fix::TakeOver) => "take-over",
            Self::Fix(Fix::ClearNote) => "clear-note",
            Self::Fix(Fix::EndOrphan) => "end-orphan",
            Self::ConnectOrForget => "connect-or-forget",
            Self::Forget => "forget",
            Self::MendSettings => "mend-settings",
            Self::Resume => "resume",
            Self::ReadLog => "read-log",
            Self::Restart => "restart",
            Self::EndProcess => "end-process",
            Self::InstallProgram(_) => "install-program",
            Self::OpenHostApp(_) => "open-host-app",
            Self::MakeRoom(_) => "make-room",
        }
    }
}
