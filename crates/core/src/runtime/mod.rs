//! One runtime of the host, decided: when it is started, probed, ended and left alone.
//!
//! The host turns exits, messages, clicks and alarms into [`Signal`]s, [`step`] answers
//! each with the next [`Phase`] and [`Order`]s, and the host obeys. Time is an argument.
//! Nothing here knows what a runtime does.

mod chain;
mod health;
mod mend;
mod phase;
mod policy;
mod pulse;
mod record;
mod signal;
mod step;

pub use chain::{Awaited, ChainFacts, ChainStep, Fault, HostSight, HostTrouble, Link, Standing, chain};
pub use health::{Cause, Health, Unavailable, health};
pub use mend::Mend;
pub use phase::{Child, Phase, Stage, Then};
pub use policy::{Moment, Policy};
pub use pulse::{Beat, Probe, Pulse};
pub use signal::{Condition, Exit, Order, Run, Signal, Unstartable};
pub use step::step;
