//! What the documents promise, tried on cases, on grown documents and on real files.

mod cases;
mod dice;
mod grow;
mod laws;
mod real;
