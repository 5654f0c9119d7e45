//! What the host decides about one runtime: cases, every signal in every phase, and laws
//! on a simulated clock.

mod cases;
mod chain;
mod closed;
mod laws;
mod told;
mod world;
