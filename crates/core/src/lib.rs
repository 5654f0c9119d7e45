//! What Bascule decides: harnesses as data, documents as splices, one `reconcile`.
//!
//! Nothing here reads a disk, a clock, the environment or chance: all four come
//! in as values, so every answer can be tested as a table of cases.

pub mod bridge;
pub mod departure;
pub mod digest;
pub mod doctor;
pub mod document;
pub mod harness;
pub mod install;
pub mod login;
pub mod machine;
pub mod notice;
pub mod permission;
pub mod plugin;
pub mod project;
pub mod reconcile;
pub mod runtime;
pub mod skill;
