//! What is said over the local socket: JSON, a line a message, versioned.
//!
//! A connection opens with [`Hello`] and [`Greeting`]; their shape never changes, so
//! that any two versions can at least tell each other why they do not speak. Then come
//! [`FromClient`] and [`FromHost`] in the protocol both know. Keys that this version
//! does not know are an error.

mod lines;
mod snapshot;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::call::{Answer, Progress};

pub use lines::{LineError, Reader, Turns, Writer};
pub use snapshot::{
    BridgeShown, CauseShown, EntryShown, FaceShown, HealthShown, HostShown, LinkShown, NoticeShown, QuestionShown,
    RuntimeShown, Snapshot,
};

/// The protocol this version speaks best.
pub const PROTOCOL: u32 = 1;

/// The oldest protocol this version still speaks: the one before, once there is one.
pub const OLDEST: u32 = 1;

/// The longest line before the greeting, in bytes.
pub const HELLO_LIMIT: usize = 4 << 10;

/// The longest line from a client, in bytes.
pub const ASK_LIMIT: usize = 4 << 20;

/// The longest line from the host, in bytes: as much as a runtime may answer.
pub const TOLD_LIMIT: usize = 17 << 20;

/// The first line of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The newest protocol it speaks.
    pub protocol: u32,
    /// The oldest protocol it speaks.
    pub oldest: u32,
    /// Its version of Bascule.
    pub version: String,
    /// What proves that it may read the state folder.
    pub token: String,
    /// What it is.
    pub role: Role,
}

/// What a client is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The MCP server that an AI program started.
    Adapter {
        /// Its bridge.
        bridge: String,
        /// The program's id, as the entry names it.
        program: Option<String>,
    },
    /// A command that ends soon.
    Command,
    /// Something a person looks at.
    Face,
}

/// The host's first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Greeting {
    /// Go on, in this protocol.
    Welcome {
        /// The protocol.
        protocol: u32,
        /// The host's version of Bascule.
        version: String,
        /// Its process id.
        pid: u32,
    },
    /// The connection ends here.
    TurnedAway {
        /// Why.
        why: TurnedAway,
        /// The host's version of Bascule.
        version: String,
    },
}

/// Why a client is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnedAway {
    /// It did not prove that it may read the state folder.
    Token,
    /// It is older than the previous protocol: restarting its program brings the new one.
    TooOld,
    /// It is newer than this host knows: this host ends, and a newer one takes over.
    TooNew,
    /// More clients are connected than the host serves.
    Crowded,
}

/// The protocol two sides speak: the newest that both know.
pub fn agreed(hello: &Hello) -> Result<u32, TurnedAway> {
    let newest = hello.protocol.min(PROTOCOL);
    if hello.protocol < OLDEST {
        Err(TurnedAway::TooOld)
    } else if hello.oldest > PROTOCOL || newest < hello.oldest {
        Err(TurnedAway::TooNew)
    } else {
        Ok(newest)
    }
}

/// A line of a client after the greeting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromClient {
    /// Asks something. Each id is answered once.
    Ask {
        /// The client's number for it.
        id: u64,
        /// What is asked.
        ask: Ask,
    },
    /// Nobody waits for this answer any more.
    Cancel {
        /// The number of what was asked.
        id: u64,
    },
    /// The client has heard [`FromHost::Leaving`] and has every answer: nothing more
    /// comes from it.
    Bye,
}

/// What a client asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// Calls a tool.
    Call(Call),
    /// The tools of a bridge as they are known, waiting where none are.
    Tools {
        /// The bridge.
        bridge: String,
    },
    /// Carries out a verb of the command line, as a person wished it in a window. What it
    /// prints is [`FromHost::Printed`]; cancelling puts back what it began.
    Carry(Carry),
    /// How everything stands.
    Status,
    /// How everything stands, now and whenever it changes, until cancelled.
    Watch,
    /// Keeps the host alive until cancelled: the tray asks this.
    Hold,
    /// Settings or bridges were changed on the disk: answered once they count.
    Reread,
    /// A person wants a bridge that failed to be tried again.
    TryAgain {
        /// The bridge.
        bridge: String,
    },
    /// A person answers a question of [`Snapshot::questions`].
    Decide {
        /// The question's number.
        question: u64,
        /// The answer.
        answer: Decision,
    },
    /// A person has seen a notice and leaves things as they are.
    Leave {
        /// The notice's key.
        notice: String,
    },
    /// The host is to end: running calls may finish, new ones go to its successor.
    End {
        /// Whether it must end at once, running calls or not.
        now: bool,
    },
}

/// A call of a tool as it goes over the wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The bridge.
    pub bridge: String,
    /// The tool.
    pub tool: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub arguments: Map<String, Value>,
    /// The client's `_meta`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub meta: Map<String, Value>,
    /// Whether steps of progress are wanted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub progress: bool,
}

/// A verb of the command line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carry {
    /// The words after the program's name, without `--json`.
    pub arguments: Vec<String>,
    /// The environment of who asks: it says where AI programs keep their files.
    pub variables: BTreeMap<String, String>,
}

/// What a person says to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// This call may go.
    Once,
    /// Calls of this kind may go until the host ends.
    Session,
    /// It may not.
    No,
}

/// A line of the host after the greeting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromHost {
    /// The one answer to what was asked.
    Told {
        /// The client's number for it.
        id: u64,
        /// The answer.
        told: Told,
    },
    /// A step of progress of a call, before its answer.
    Step {
        /// The client's number of the call.
        id: u64,
        /// The step.
        step: Progress,
    },
    /// A value that a carried verb printed, before its answer.
    Printed {
        /// The client's number of the verb.
        id: u64,
        /// The value.
        value: Value,
    },
    /// How everything stands, for who watches. Where a client is slow, what is
    /// outdated is left out.
    Seen {
        /// The client's number of its watch.
        id: u64,
        /// How it stands.
        snapshot: Box<Snapshot>,
    },
    /// The tools of a bridge changed.
    ToolsChanged {
        /// The bridge.
        bridge: String,
    },
    /// The host ends: what was not yet begun goes to its successor.
    Leaving,
}

/// The one answer to an [`Ask`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Told {
    /// What a call came to.
    Answer(Answer),
    /// It was not begun, and will not be: another host is to be asked.
    NotBegun,
    /// The tools of a bridge, each as it is listed.
    Tools(Vec<Map<String, Value>>),
    /// How everything stands.
    Snapshot(Box<Snapshot>),
    /// A carried verb ended.
    Ended {
        /// Its exit code; `None` where it was killed.
        exit: Option<i32>,
    },
    /// It is done.
    Done,
    /// It cannot be done.
    Refused {
        /// Why, in a word for programs.
        code: String,
        /// Why, in an English sentence for logs.
        text: String,
    },
}
