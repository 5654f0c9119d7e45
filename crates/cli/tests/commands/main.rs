//! The real binary in a throwaway home: every command with good input, bad input,
//! and twice in a row.

mod answers;
#[cfg(unix)]
mod crash;
mod edits;
mod home;
#[cfg(unix)]
mod interrupt;
mod listing;
mod other;
mod page;
mod uninstall;
mod wishes;
#[cfg(unix)]
mod wizard;
