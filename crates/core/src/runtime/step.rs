//! From a signal to orders.

use super::{Moment, Order, Phase, Policy, Signal};

/// The next phase of a runtime, and what is to be done.
pub fn step(policy: &Policy, phase: Phase, signal: Signal, now: Moment) -> (Phase, Vec<Order>) {
    let _ = (policy, signal, now);
    (phase, Vec::new())
}
