//! The tray app: what people see of Bascule beside the command line.
//!
//! It draws what the background service tells, and hands on what a person chooses; it
//! decides nothing about files. [`view`], [`menu`], [`toast`] and [`offer`] are pure.

mod app;
pub mod choice;
pub mod menu;
pub mod offer;
pub mod toast;
pub mod view;

pub use app::run;
